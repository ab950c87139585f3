use std::collections::HashSet;

use sqlx::{AnyConnection, Row};

use crate::change::Change;
use crate::relation::{Kind, Relation};
use crate::user::{USERS, User};
use crate::values::{Values, places};
use crate::word::word_enum;
use crate::{Result, Store, TableRow, UnixMillis};

/// How many friends, questions or blocks of one person are read at most.
const MOST: i64 = 2_000;

word_enum! {
    /// Who may see that a person is here.
    pub enum PresenceShown {
        /// Nobody.
        Nobody = "nobody",
        /// Friends; so it is for whoever has not chosen.
        Friends = "friends",
        /// Everybody.
        Everybody = "everybody",
    }
}

/// A person's friends, and the questions that wait for an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Friends {
    /// Friends in both directions, by name.
    pub friends: Vec<User>,
    /// Whom the person has asked.
    pub asked: Vec<User>,
    /// Who asks the person.
    pub asking: Vec<User>,
}

/// How two people stand to each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// The first has asked the second to be a friend.
    pub asked: bool,
    /// The second has asked the first.
    pub asking: bool,
    /// The first has blocked the second.
    pub blocks: bool,
    /// The second has blocked the first.
    pub blocked: bool,
}

impl Standing {
    /// Whether they are friends: each has said so.
    pub fn is_friend(self) -> bool {
        self.asked && self.asking && !self.is_blocked()
    }

    /// Whether either has blocked the other.
    pub fn is_blocked(self) -> bool {
        self.blocks || self.blocked
    }
}

pub(crate) static FRIENDS: Relation = Relation {
    name: "friends",
    key: 2,
    columns: &[("user_id", Kind::Key), ("friend_id", Kind::Key), ("created", Kind::Number)],
};

pub(crate) static BLOCKS: Relation = Relation {
    name: "blocks",
    key: 2,
    columns: &[("blocker", Kind::Key), ("blocked", Kind::Key), ("created", Kind::Number)],
};

pub(crate) static PRIVACY: Relation =
    Relation { name: "privacy", key: 1, columns: &[("user_id", Kind::Key), ("presence", Kind::Text)] };

/// A change of how two people stand to each other, or of what one of them shows.
#[derive(Debug)]
pub(crate) enum PeopleChange {
    /// The first asks the second, or agrees.
    Befriend {
        user: String,
        friend: String,
        now: UnixMillis,
    },
    Unfriend {
        user: String,
        friend: String,
    },
    Block {
        blocker: String,
        blocked: String,
        now: UnixMillis,
    },
    Unblock {
        blocker: String,
        blocked: String,
    },
    ShowPresence {
        user: String,
        shown: PresenceShown,
    },
}

impl Store {
    /// Has a person ask another to be a friend, or agree to it. Nothing happens between people of whom one has blocked
    /// the other.
    pub async fn befriend(&self, user: &str, friend: &str, now: UnixMillis) -> Result<()> {
        let (user, friend) = (user.to_owned(), friend.to_owned());
        self.change(Change::People(PeopleChange::Befriend { user, friend, now })).await.map(drop)
    }

    /// Ends a friendship, or a question, in both directions.
    pub async fn unfriend(&self, user: &str, friend: &str) -> Result<()> {
        let (user, friend) = (user.to_owned(), friend.to_owned());
        self.change(Change::People(PeopleChange::Unfriend { user, friend })).await.map(drop)
    }

    /// Notes that a person would rather not meet another; they are no friends any more.
    pub async fn block(&self, blocker: &str, blocked: &str, now: UnixMillis) -> Result<()> {
        let (blocker, blocked) = (blocker.to_owned(), blocked.to_owned());
        self.change(Change::People(PeopleChange::Block { blocker, blocked, now })).await.map(drop)
    }

    /// Takes a block back.
    pub async fn unblock(&self, blocker: &str, blocked: &str) -> Result<()> {
        let (blocker, blocked) = (blocker.to_owned(), blocked.to_owned());
        self.change(Change::People(PeopleChange::Unblock { blocker, blocked })).await.map(drop)
    }

    /// Chooses who may see that a person is here.
    pub async fn show_presence(&self, user: &str, shown: PresenceShown) -> Result<()> {
        let user = user.to_owned();
        self.change(Change::People(PeopleChange::ShowPresence { user, shown })).await.map(drop)
    }

    /// Who may see that a person is here.
    pub async fn presence_shown(&self, user: &str) -> Result<PresenceShown> {
        let mut values = Values::default();
        values.text(user)?;
        let rows = self.read("SELECT presence FROM privacy WHERE user_id = $1".into(), values).await?;
        let shown = rows.first().map(|row| row.try_get("presence")).transpose()?;
        Ok(shown.unwrap_or(PresenceShown::Friends))
    }

    /// A person's friends, and the questions that wait for an answer.
    pub async fn friends(&self, user: &str) -> Result<Friends> {
        let mine = self.befriended("user_id", "friend_id", user).await?;
        let theirs = self.befriended("friend_id", "user_id", user).await?;
        let has_asked: HashSet<&str> = mine.iter().map(|person| person.id.as_str()).collect();
        let asks: HashSet<&str> = theirs.iter().map(|person| person.id.as_str()).collect();
        let (friends, asked): (Vec<&User>, Vec<&User>) =
            mine.iter().partition(|person| asks.contains(person.id.as_str()));
        let asking = theirs.iter().filter(|person| !has_asked.contains(person.id.as_str()));
        Ok(Friends {
            friends: friends.into_iter().cloned().collect(),
            asked: asked.into_iter().cloned().collect(),
            asking: asking.cloned().collect(),
        })
    }

    /// The people at the other end of a person's rows, by name.
    async fn befriended(&self, near: &str, far: &str, user: &str) -> Result<Vec<User>> {
        let mut values = Values::default();
        values.text(user)?;
        values.number(MOST)?;
        let sql = format!(
            "SELECT {} FROM friends JOIN users ON users.id = friends.{far} WHERE friends.{near} = $1 \
             ORDER BY users.name, users.id LIMIT $2",
            USERS.prefixed("users."),
        );
        self.read_all(sql, values).await
    }

    /// How a person stands to another.
    pub async fn standing(&self, user: &str, other: &str) -> Result<Standing> {
        let mut values = Values::default();
        values.text(user)?;
        values.text(other)?;
        let sql = "SELECT (SELECT COUNT(*) FROM friends WHERE user_id = $1 AND friend_id = $2) AS asked, \
                   (SELECT COUNT(*) FROM friends WHERE user_id = $2 AND friend_id = $1) AS asking, \
                   (SELECT COUNT(*) FROM blocks WHERE blocker = $1 AND blocked = $2) AS blocks, \
                   (SELECT COUNT(*) FROM blocks WHERE blocker = $2 AND blocked = $1) AS blocked";
        let rows = self.read(sql.into(), values).await?;
        let Some(row) = rows.first() else { return Ok(Standing::default()) };
        let is = |name: &str| row.try_get::<i64, _>(name).map(|count| count > 0);
        Ok(Standing {
            asked: is("asked")?,
            asking: is("asking")?,
            blocks: is("blocks")?,
            blocked: is("blocked")?,
        })
    }

    /// The ids of all people whom a person has blocked, or who have blocked that person.
    pub async fn blocked_with(&self, user: &str) -> Result<HashSet<String>> {
        let mut values = Values::default();
        values.text(user)?;
        let sql = "SELECT blocked AS other FROM blocks WHERE blocker = $1 \
                   UNION SELECT blocker FROM blocks WHERE blocked = $1";
        let rows = self.read(sql.into(), values).await?;
        rows.iter().map(|row| Ok(row.try_get("other")?)).collect()
    }

    /// Whom a person has blocked, by name.
    pub async fn blocked_by(&self, user: &str) -> Result<Vec<User>> {
        let mut values = Values::default();
        values.text(user)?;
        values.number(MOST)?;
        let sql = format!(
            "SELECT {} FROM blocks JOIN users ON users.id = blocks.blocked WHERE blocks.blocker = $1 \
             ORDER BY users.name, users.id LIMIT $2",
            USERS.prefixed("users."),
        );
        self.read_all(sql, values).await
    }

    /// Those of these people who are there.
    pub async fn users(&self, ids: &[String]) -> Result<Vec<User>> {
        let mut found = Vec::with_capacity(ids.len());
        for ids in ids.chunks(256) {
            let mut values = Values::default();
            for id in ids {
                values.text(id)?;
            }
            found.extend(self.users_where(&format!("id IN ({})", places(0, ids.len())), values).await?);
        }
        Ok(found)
    }

    /// The newest finished tables at which both of two people had a seat.
    pub async fn meetings(&self, user: &str, other: &str, limit: u32) -> Result<Vec<TableRow>> {
        let mut values = Values::default();
        values.text(user)?;
        values.text(other)?;
        values.number(i64::from(limit))?;
        let sql = "SELECT * FROM tables WHERE status = 'over' \
                   AND id IN (SELECT table_id FROM seats WHERE user_id = $1) \
                   AND id IN (SELECT table_id FROM seats WHERE user_id = $2) \
                   ORDER BY created DESC, id DESC LIMIT $3";
        self.read_tables(sql, values).await
    }

    /// The newest tables in play that everybody may see and at which one of these people has a seat.
    pub async fn open_tables_of(&self, users: &[String], limit: u32) -> Result<Vec<TableRow>> {
        // So many that one statement takes them.
        let users = &users[..users.len().min(500)];
        if users.is_empty() {
            return Ok(Vec::new());
        }
        let mut values = Values::default();
        values.number(i64::from(limit))?;
        for user in users {
            values.text(user)?;
        }
        let sql = format!(
            "SELECT * FROM tables WHERE status = 'playing' AND open = 1 \
             AND id IN (SELECT table_id FROM seats WHERE user_id IN ({})) \
             ORDER BY created DESC, id DESC LIMIT $1",
            places(1, users.len())
        );
        self.read_tables(&sql, values).await
    }
}

pub(crate) async fn apply(connection: &mut AnyConnection, change: &PeopleChange) -> Result<()> {
    match change {
        PeopleChange::Befriend { user, friend, now } => {
            let sql = "INSERT INTO friends (user_id, friend_id, created) SELECT $1, $2, $3 \
                       WHERE NOT EXISTS (SELECT 1 FROM blocks WHERE (blocker = $1 AND blocked = $2) \
                       OR (blocker = $2 AND blocked = $1)) ON CONFLICT DO NOTHING";
            run(connection, sql, &[user, friend], Some(*now)).await
        }
        PeopleChange::Unfriend { user, friend } => run(connection, UNFRIEND, &[user, friend], None).await,
        PeopleChange::Block { blocker, blocked, now } => {
            let sql =
                "INSERT INTO blocks (blocker, blocked, created) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
            run(connection, sql, &[blocker, blocked], Some(*now)).await?;
            run(connection, UNFRIEND, &[blocker, blocked], None).await
        }
        PeopleChange::Unblock { blocker, blocked } => {
            let sql = "DELETE FROM blocks WHERE blocker = $1 AND blocked = $2";
            run(connection, sql, &[blocker, blocked], None).await
        }
        PeopleChange::ShowPresence { user, shown } => {
            let sql = "INSERT INTO privacy (user_id, presence) VALUES ($1, $2) \
                       ON CONFLICT (user_id) DO UPDATE SET presence = excluded.presence";
            run(connection, sql, &[user, shown.as_str()], None).await
        }
    }
}

const UNFRIEND: &str = "DELETE FROM friends WHERE (user_id = $1 AND friend_id = $2) \
                        OR (user_id = $2 AND friend_id = $1)";

async fn run(
    connection: &mut AnyConnection,
    sql: &'static str,
    keys: &[&str],
    now: Option<UnixMillis>,
) -> Result<()> {
    let mut values = Values::default();
    for key in keys {
        values.key(key)?;
    }
    if let Some(now) = now {
        values.number(now.0)?;
    }
    sqlx::query_with(sql, values.into_arguments()).execute(connection).await?;
    Ok(())
}

/// Gives what a guest has blocked and sought to an account, and has those who blocked the guest block the account.
pub(crate) async fn merge(connection: &mut AnyConnection, guest: &str, account: &str) -> Result<()> {
    for sql in [
        "INSERT INTO blocks (blocker, blocked, created) SELECT $2, blocked, created FROM blocks \
         WHERE blocker = $1 AND blocked <> $2 ON CONFLICT DO NOTHING",
        "INSERT INTO blocks (blocker, blocked, created) SELECT blocker, $2, created FROM blocks \
         WHERE blocked = $1 AND blocker <> $2 ON CONFLICT DO NOTHING",
        "UPDATE seeks SET user_id = $2, owner = $2 WHERE user_id = $1",
    ] {
        run(connection, sql, &[guest, account], None).await?;
    }
    run(connection, "DELETE FROM blocks WHERE blocker = $1 OR blocked = $1", &[guest], None).await?;
    run(connection, "DELETE FROM privacy WHERE user_id = $1", &[guest], None).await
}
