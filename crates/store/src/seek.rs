use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, FromRow, Row};

use crate::bulk::Bulk;
use crate::change::{Answer, Change};
use crate::relation::{Kind, Relation};
use crate::values::{Values, places};
use crate::{Error, Result, Store, TableRow, UnixMillis, UserKind, table};

/// A person who looks for a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeekRow {
    /// Unguessable; never changes.
    pub id: String,
    /// What those have in common who want to sit at one table: the id of the first one's seek.
    pub party: String,
    /// The id of the person.
    pub user: String,
    /// The id of the account behind a program, otherwise the person's own.
    pub owner: String,
    /// The game's id.
    pub game: String,
    /// The game's options, as JSON, in one order.
    pub options: String,
    /// The rule of the clock, as the table writes it.
    pub clock: String,
    /// How many seats.
    pub seats: i64,
    /// Whether it is to count for ratings.
    pub rated: bool,
    /// After so many seconds anybody will do, however strong.
    pub patience: i64,
    /// After so many seconds bots take the free seats; never if it is None.
    pub fill_after: Option<i64>,
    /// Which bot.
    pub fill_bot: Option<String>,
    /// The page at which the person waits; None for a game by days.
    pub page: Option<String>,
    /// When it was made.
    pub created: UnixMillis,
    /// When it ends by itself.
    pub expires: UnixMillis,
    /// The table that it led to.
    pub table: Option<String>,
}

/// A seek, and who it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seeker {
    /// What is sought.
    pub seek: SeekRow,
    /// The name shown.
    pub name: String,
    /// What kind of player.
    pub kind: UserKind,
}

pub(crate) static SEEKS: Relation = Relation {
    name: "seeks",
    key: 1,
    columns: &[
        ("id", Kind::Key),
        ("party", Kind::Key),
        ("user_id", Kind::Key),
        ("owner", Kind::Key),
        ("game", Kind::Text),
        ("options", Kind::Text),
        ("clock", Kind::Text),
        ("seat_count", Kind::Number),
        ("rated", Kind::Number),
        ("patience", Kind::Number),
        ("fill_after", Kind::Number),
        ("fill_bot", Kind::Text),
        ("page", Kind::Key),
        ("created", Kind::Number),
        ("expires", Kind::Number),
        ("table_id", Kind::Key),
    ],
};

/// A change of the seeks.
#[derive(Debug)]
pub(crate) enum SeekChange {
    Add(Box<SeekRow>),
    Withdraw { id: String, user: String },
    WithdrawPages(Vec<String>),
    WithdrawLive,
    Renew { pages: Vec<String>, expires: UnixMillis },
    Expire(UnixMillis),
    Pair { seeks: Vec<String>, table: Box<TableRow>, now: UnixMillis },
}

impl Store {
    /// Adds a seek. One that joins a party of others is refused with [`Error::Conflict`] if nobody is left of them, or
    /// if they are complete.
    pub async fn add_seek(&self, seek: SeekRow) -> Result<()> {
        self.change(Change::Seek(SeekChange::Add(Box::new(seek)))).await.map(drop)
    }

    /// The oldest seeks that have led to no table and have not expired.
    pub async fn seeks(&self, now: UnixMillis, limit: u32) -> Result<Vec<Seeker>> {
        let mut values = Values::default();
        values.number(now.0)?;
        values.number(i64::from(limit))?;
        let sql = format!(
            "SELECT {}, users.name AS user_name, users.kind AS user_kind FROM seeks \
             JOIN users ON users.id = seeks.user_id WHERE seeks.table_id IS NULL AND seeks.expires > $1 \
             ORDER BY seeks.created, seeks.id LIMIT $2",
            SEEKS.prefixed("seeks."),
        );
        self.read_all(sql, values).await
    }

    /// Which of these seeks have led to a table, and to which.
    pub async fn paired_seeks(&self, ids: &[String]) -> Result<Vec<(String, String)>> {
        let mut found = Vec::new();
        for ids in ids.chunks(256) {
            let mut values = Values::default();
            for id in ids {
                values.text(id)?;
            }
            let sql = format!(
                "SELECT id, table_id FROM seeks WHERE table_id IS NOT NULL AND id IN ({})",
                places(0, ids.len())
            );
            for row in self.read(sql, values).await? {
                found.push((row.try_get("id")?, row.try_get("table_id")?));
            }
        }
        Ok(found)
    }

    /// Takes a person's seek back; how many there were: one or none.
    pub async fn withdraw_seek(&self, id: &str, user: &str) -> Result<u64> {
        let (id, user) = (id.to_owned(), user.to_owned());
        self.change(Change::Seek(SeekChange::Withdraw { id, user })).await?.count()
    }

    /// Takes the seeks back of pages that were closed.
    pub async fn withdraw_pages(&self, pages: Vec<String>) -> Result<u64> {
        self.change(Change::Seek(SeekChange::WithdrawPages(pages))).await?.count()
    }

    /// Takes all seeks back that wait at a page: after a start, no page is open.
    pub async fn withdraw_live_seeks(&self) -> Result<u64> {
        self.change(Change::Seek(SeekChange::WithdrawLive)).await?.count()
    }

    /// Has the seeks of pages that are open end later.
    pub async fn renew_seeks(&self, pages: Vec<String>, expires: UnixMillis) -> Result<u64> {
        self.change(Change::Seek(SeekChange::Renew { pages, expires })).await?.count()
    }

    /// Removes what has expired.
    pub async fn expire_seeks(&self, now: UnixMillis) -> Result<u64> {
        self.change(Change::Seek(SeekChange::Expire(now))).await?.count()
    }

    /// Makes a table of these seeks, all of it or nothing: [`Error::Conflict`] if one of them is not there any more, has
    /// led to another table, or if one of the people has blocked another. What else they sought at a page ends.
    pub async fn pair(&self, seeks: Vec<String>, table: TableRow, now: UnixMillis) -> Result<()> {
        self.change(Change::Seek(SeekChange::Pair { seeks, table: Box::new(table), now })).await.map(drop)
    }
}

/// For how long a paired seek is kept, for the page that has not heard of it, in milliseconds.
const KEPT: i64 = 60_000;

pub(crate) async fn apply(connection: &mut AnyConnection, change: &SeekChange) -> Result<Answer> {
    let mut values = Values::default();
    let sql = match change {
        SeekChange::Add(seek) => return add(connection, seek).await,
        SeekChange::Pair { seeks, table, now } => return pair(connection, seeks, table, *now).await,
        SeekChange::Withdraw { id, user } => {
            values.key(id)?;
            values.key(user)?;
            "DELETE FROM seeks WHERE id = $1 AND user_id = $2 AND table_id IS NULL".to_owned()
        }
        SeekChange::WithdrawPages(pages) => {
            keys(pages, &mut values)?;
            format!("DELETE FROM seeks WHERE page IN ({}) AND table_id IS NULL", places(0, pages.len()))
        }
        SeekChange::WithdrawLive => {
            "DELETE FROM seeks WHERE page IS NOT NULL AND table_id IS NULL".to_owned()
        }
        SeekChange::Renew { pages, expires } => {
            values.number(expires.0)?;
            keys(pages, &mut values)?;
            let pages = places(1, pages.len());
            format!("UPDATE seeks SET expires = $1 WHERE page IN ({pages}) AND table_id IS NULL")
        }
        SeekChange::Expire(now) => {
            values.number(now.0)?;
            "DELETE FROM seeks WHERE expires <= $1".to_owned()
        }
    };
    let query = sqlx::query_with(AssertSqlSafe(sql), values.into_arguments());
    Ok(Answer::Count(query.execute(connection).await?.rows_affected()))
}

async fn add(connection: &mut AnyConnection, seek: &SeekRow) -> Result<Answer> {
    static INSERT: Bulk = Bulk::insert(&SEEKS);
    if seek.party != seek.id {
        let mut values = Values::default();
        values.key(&seek.party)?;
        let sql = "SELECT COUNT(*) AS count FROM seeks WHERE party = $1 AND table_id IS NULL";
        let rows = sqlx::query_with(sql, values.into_arguments()).fetch_all(&mut *connection).await?;
        let count: i64 = rows.first().map_or(Ok(0), |row| row.try_get("count"))?;
        if count == 0 || count >= seek.seats {
            return Err(Error::Conflict);
        }
    }
    let bind = |seek: &&SeekRow, values: &mut Values| {
        values.key(&seek.id)?;
        values.key(&seek.party)?;
        values.key(&seek.user)?;
        values.key(&seek.owner)?;
        values.text(&seek.game)?;
        values.text(&seek.options)?;
        values.text(&seek.clock)?;
        values.number(seek.seats)?;
        values.flag(seek.rated)?;
        values.number(seek.patience)?;
        values.numbers(seek.fill_after)?;
        values.texts(seek.fill_bot.as_deref())?;
        values.keys(seek.page.as_deref())?;
        values.number(seek.created.0)?;
        values.number(seek.expires.0)?;
        values.keys(seek.table.as_deref())
    };
    INSERT.run(connection, &[seek], Error::Exists, bind).await?;
    Ok(Answer::Done)
}

async fn pair(
    connection: &mut AnyConnection,
    seeks: &[String],
    made: &TableRow,
    now: UnixMillis,
) -> Result<Answer> {
    let mut values = Values::default();
    values.key(&made.id)?;
    values.number(now.0.saturating_add(KEPT))?;
    values.number(now.0)?;
    keys(seeks, &mut values)?;
    let sql = format!(
        "UPDATE seeks SET table_id = $1, expires = $2 \
         WHERE table_id IS NULL AND expires > $3 AND id IN ({})",
        places(3, seeks.len())
    );
    let query = sqlx::query_with(AssertSqlSafe(sql), values.into_arguments());
    if query.execute(&mut *connection).await?.rows_affected() != seeks.len() as u64 {
        return Err(Error::Conflict);
    }
    let users: Vec<String> = made.seats.iter().filter_map(|seat| seat.user.clone()).collect();
    let mut values = Values::default();
    keys(&users, &mut values)?;
    keys(&users, &mut values)?;
    let sql = format!(
        "SELECT 1 AS one FROM blocks WHERE blocker IN ({}) AND blocked IN ({})",
        places(0, users.len()),
        places(users.len(), users.len())
    );
    let query = sqlx::query_with(AssertSqlSafe(sql), values.into_arguments());
    if !query.fetch_all(&mut *connection).await?.is_empty() {
        return Err(Error::Conflict);
    }
    table::create(connection, made).await?;
    // Nobody is called to two games at once; games by days go on beside each other.
    let mut values = Values::default();
    values.key(&made.id)?;
    keys(&users, &mut values)?;
    let sql = format!(
        "DELETE FROM seeks WHERE page IS NOT NULL AND table_id IS NULL AND user_id IN ({}) \
         AND EXISTS (SELECT 1 FROM seeks paired WHERE paired.table_id = $1 AND paired.page IS NOT NULL)",
        places(1, users.len())
    );
    sqlx::query_with(AssertSqlSafe(sql), values.into_arguments()).execute(connection).await?;
    Ok(Answer::Done)
}

fn keys(keys: &[String], values: &mut Values) -> Result<()> {
    keys.iter().try_for_each(|key| values.key(key))
}

impl FromRow<'_, AnyRow> for SeekRow {
    fn from_row(row: &AnyRow) -> sqlx::Result<Self> {
        Ok(SeekRow {
            id: row.try_get("id")?,
            party: row.try_get("party")?,
            user: row.try_get("user_id")?,
            owner: row.try_get("owner")?,
            game: row.try_get("game")?,
            options: row.try_get("options")?,
            clock: row.try_get("clock")?,
            seats: row.try_get("seat_count")?,
            rated: row.try_get::<i64, _>("rated")? != 0,
            patience: row.try_get("patience")?,
            fill_after: row.try_get("fill_after")?,
            fill_bot: row.try_get("fill_bot")?,
            page: row.try_get("page")?,
            created: row.try_get("created")?,
            expires: row.try_get("expires")?,
            table: row.try_get("table_id")?,
        })
    }
}

impl FromRow<'_, AnyRow> for Seeker {
    fn from_row(row: &AnyRow) -> sqlx::Result<Self> {
        Ok(Seeker {
            seek: SeekRow::from_row(row)?,
            name: row.try_get("user_name")?,
            kind: row.try_get("user_kind")?,
        })
    }
}
