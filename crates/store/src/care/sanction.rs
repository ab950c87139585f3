use sqlx::any::AnyRow;
use sqlx::{FromRow, Row};

use super::{KEY, NUMBER, TEXT};
use crate::relation::Relation;
use crate::statement::Statement;
use crate::values::Values;
use crate::word::word_enum;
use crate::{Error, Result, Store, UnixMillis};

/// What a host has decided about a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sanction {
    /// Unguessable; never changes.
    pub id: String,
    /// Whom it concerns.
    pub user: String,
    /// What it is.
    pub kind: SanctionKind,
    /// Why, in words that the person reads.
    pub reason: String,
    /// A keyed hash of the address whose guests it concerns too.
    pub network: Option<String>,
    /// When it was decided.
    pub created: UnixMillis,
    /// When it ends; None: it does not.
    pub ends: Option<UnixMillis>,
    /// When a host lifted it.
    pub lifted: Option<UnixMillis>,
    /// When the person read it.
    pub read_at: Option<UnixMillis>,
}

word_enum! {
    /// What a [`Sanction`] is.
    pub enum SanctionKind {
        /// Words.
        Warning = "warning",
        /// The person may not talk.
        Mute = "mute",
        /// The person may do nothing here.
        Ban = "ban",
    }
}

pub(crate) static SANCTIONS: Relation = Relation {
    name: "sanctions",
    key: 1,
    columns: &[
        ("id", KEY),
        ("user_id", KEY),
        ("kind", TEXT),
        ("reason", TEXT),
        ("network", TEXT),
        ("created", NUMBER),
        ("ends", NUMBER),
        ("lifted", NUMBER),
        ("read_at", NUMBER),
    ],
};

/// How many sanctions are held in memory at most: the newest.
const MOST: i64 = 20_000;

impl Store {
    /// The mutes and bans that are in force.
    pub async fn sanctions_in_force(&self, now: UnixMillis) -> Result<Vec<Sanction>> {
        let mut values = Values::default();
        values.number(now.0)?;
        values.number(MOST)?;
        let names = SANCTIONS.names();
        let sql = format!(
            "SELECT {names} FROM sanctions WHERE kind <> 'warning' AND lifted IS NULL \
             AND (ends IS NULL OR ends > $1) ORDER BY created DESC, id LIMIT $2"
        );
        self.read_all(sql, values).await
    }

    /// What was decided about a person, the newest first.
    pub async fn sanctions_of(&self, user: &str) -> Result<Vec<Sanction>> {
        let mut values = Values::default();
        values.text(user)?;
        let names = SANCTIONS.names();
        let sql =
            format!("SELECT {names} FROM sanctions WHERE user_id = $1 ORDER BY created DESC, id LIMIT 100");
        self.read_all(sql, values).await
    }

    /// Keeps a decision.
    pub async fn add_sanction(&self, one: &Sanction) -> Result<()> {
        let insert = Statement::new(
            "INSERT INTO sanctions (id, user_id, kind, reason, network, created, ends) \
             VALUES ($1, $2, $3, $4, $5, $6, $7)",
        );
        let insert = insert
            .key(&one.id)
            .key(&one.user)
            .text(one.kind.as_str())
            .text(&one.reason)
            .texts(one.network.as_deref())
            .number(one.created.0)
            .numbers(one.ends.map(|ends| ends.0));
        self.run(vec![insert]).await.map(drop)
    }

    /// Lifts the sanctions of this kind that are in force for a person. [`Error::Missing`] if there are none.
    pub async fn lift_sanctions(&self, user: &str, kind: SanctionKind, now: UnixMillis) -> Result<()> {
        let sql = "UPDATE sanctions SET lifted = $3 WHERE user_id = $1 AND kind = $2 AND lifted IS NULL \
                   AND (ends IS NULL OR ends > $3)";
        let lift = Statement::new(sql).key(user).text(kind.as_str()).number(now.0);
        self.run(vec![lift.or(Error::Missing("sanction"))]).await.map(drop)
    }

    /// Notes that a person has read what was decided about it.
    pub async fn read_sanctions(&self, user: &str, now: UnixMillis) -> Result<()> {
        let sql = "UPDATE sanctions SET read_at = $2 WHERE user_id = $1 AND read_at IS NULL";
        self.run(vec![Statement::new(sql).key(user).number(now.0)]).await.map(drop)
    }
}

impl FromRow<'_, AnyRow> for Sanction {
    fn from_row(row: &AnyRow) -> sqlx::Result<Self> {
        Ok(Sanction {
            id: row.try_get("id")?,
            user: row.try_get("user_id")?,
            kind: row.try_get("kind")?,
            reason: row.try_get("reason")?,
            network: row.try_get("network")?,
            created: row.try_get("created")?,
            ends: row.try_get("ends")?,
            lifted: row.try_get("lifted")?,
            read_at: row.try_get("read_at")?,
        })
    }
}
