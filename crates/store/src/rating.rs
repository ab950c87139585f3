use sqlx::any::AnyRow;
use sqlx::{AnyConnection, FromRow, Row};

use crate::bulk::Bulk;
use crate::relation::{Kind, Relation};
use crate::user::{USERS, User};
use crate::values::{Values, places};
use crate::{Error, Result, Store, UnixMillis};

/// The strength of a player in one pool (a game and a number of seats).
#[derive(Clone, Debug, PartialEq)]
pub struct Rating {
    /// Whose it is, by id.
    pub user: String,
    /// The game and the number of seats.
    pub pool: String,
    /// The strength.
    pub rating: f64,
    /// How uncertain it is.
    pub deviation: f64,
    /// How much it is expected to change.
    pub volatility: f64,
    /// After how many games.
    pub games: i64,
    /// After which moment.
    pub updated: UnixMillis,
}

/// A rating whose deviation is not below this is too uncertain to be ranked.
pub const RANKED_DEVIATION: f64 = 110.0;

pub(crate) static RATINGS: Relation = Relation {
    name: "ratings",
    key: 2,
    columns: &[
        ("user_id", Kind::Key),
        ("pool", Kind::Key),
        ("rating", Kind::Real),
        ("deviation", Kind::Real),
        ("volatility", Kind::Real),
        ("games", Kind::Number),
        ("updated", Kind::Number),
    ],
};

/// How a rated game changed the rating of the person in a seat.
#[derive(Clone, Debug, PartialEq)]
pub struct RatingChange {
    /// The seat, from 0.
    pub seat: i64,
    /// Whose rating, by id.
    pub user: String,
    /// The game and the number of seats.
    pub pool: String,
    /// When.
    pub at: UnixMillis,
    /// The rating and its deviation before the game.
    pub before: (f64, f64),
    /// The same after it.
    pub after: (f64, f64),
}

pub(crate) static RATING_CHANGES: Relation = Relation {
    name: "rating_changes",
    key: 2,
    columns: &[
        ("table_id", Kind::Key),
        ("seat", Kind::Number),
        ("user_id", Kind::Key),
        ("pool", Kind::Key),
        ("at", Kind::Number),
        ("rating_before", Kind::Real),
        ("deviation_before", Kind::Real),
        ("rating_after", Kind::Real),
        ("deviation_after", Kind::Real),
    ],
};

impl Store {
    /// The ratings of these people in a pool; of those only who have one.
    pub async fn ratings(&self, pool: &str, users: &[String]) -> Result<Vec<Rating>> {
        let mut found = Vec::new();
        for users in users.chunks(256) {
            let mut values = Values::default();
            values.text(pool)?;
            for user in users {
                values.text(user)?;
            }
            let sql = format!(
                "SELECT {} FROM ratings WHERE pool = $1 AND user_id IN ({}) ORDER BY user_id",
                RATINGS.names(),
                places(1, users.len())
            );
            found.extend(self.read_all::<Rating>(sql, values).await?);
        }
        Ok(found)
    }

    /// The best accounts and bots of a pool whose ratings are certain enough ([`RANKED_DEVIATION`]), best first.
    pub async fn leaderboard(&self, pool: &str, limit: u32) -> Result<Vec<(User, Rating)>> {
        self.best(pool, "<", limit).await
    }

    /// The accounts and bots of a pool whose ratings are not certain enough yet, best first.
    pub async fn provisional(&self, pool: &str, limit: u32) -> Result<Vec<(User, Rating)>> {
        self.best(pool, ">=", limit).await
    }

    async fn best(&self, pool: &str, deviation: &str, limit: u32) -> Result<Vec<(User, Rating)>> {
        let mut values = Values::default();
        values.text(pool)?;
        values.real(RANKED_DEVIATION)?;
        values.number(i64::from(limit))?;
        let sql = format!(
            "SELECT {}, {} FROM ratings JOIN users ON users.id = user_id \
             WHERE pool = $1 AND deviation {deviation} $2 AND users.kind <> 'guest' \
             ORDER BY rating DESC, user_id LIMIT $3",
            USERS.names(),
            RATINGS.names(),
        );
        let rows = self.read(sql, values).await?;
        rows.iter().map(|row| Ok((User::from_row(row)?, Rating::from_row(row)?))).collect()
    }

    /// The ratings of one person, in order of pool.
    pub async fn ratings_of(&self, user: &str) -> Result<Vec<Rating>> {
        let mut values = Values::default();
        values.text(user)?;
        let sql = format!("SELECT {} FROM ratings WHERE user_id = $1 ORDER BY pool", RATINGS.names());
        self.read_all(sql, values).await
    }

    /// How the ratings changed by the game at a table, in order of seat.
    pub async fn rating_changes(&self, table: &str) -> Result<Vec<RatingChange>> {
        let mut values = Values::default();
        values.text(table)?;
        let names = RATING_CHANGES.names();
        let sql = format!("SELECT {names} FROM rating_changes WHERE table_id = $1 ORDER BY seat");
        self.read_all(sql, values).await
    }

    /// The latest changes of a person's ratings, newest first.
    pub async fn rating_history(&self, user: &str, limit: u32) -> Result<Vec<RatingChange>> {
        let mut values = Values::default();
        values.text(user)?;
        values.number(i64::from(limit))?;
        let names = RATING_CHANGES.names();
        let sql = format!(
            "SELECT {names} FROM rating_changes WHERE user_id = $1 ORDER BY at DESC, table_id LIMIT $2"
        );
        self.read_all(sql, values).await
    }
}

/// Inserts how ratings changed at tables.
pub(crate) async fn record_changes(
    connection: &mut AnyConnection,
    changes: &[(&str, &RatingChange)],
) -> Result<()> {
    static REPLACE: Bulk = Bulk::replace(&RATING_CHANGES);
    let bind = |(table, change): &(&str, &RatingChange), values: &mut Values| {
        values.key(table)?;
        values.number(change.seat)?;
        values.key(&change.user)?;
        values.key(&change.pool)?;
        values.number(change.at.0)?;
        values.real(change.before.0)?;
        values.real(change.before.1)?;
        values.real(change.after.0)?;
        values.real(change.after.1)
    };
    REPLACE.run(connection, changes, Error::Exists, bind).await.map(drop)
}

/// Inserts ratings or replaces the old ones; each person and pool may be given once. [`Error::Conflict`] if a stored rating
/// is not the one before the new one: its row is locked until the transaction ends.
pub(crate) async fn replace(connection: &mut AnyConnection, ratings: &[&Rating]) -> Result<()> {
    static REPLACE: Bulk = Bulk::follow(&RATINGS, "games");
    let bind = |rating: &&Rating, values: &mut Values| {
        values.key(&rating.user)?;
        values.key(&rating.pool)?;
        values.real(rating.rating)?;
        values.real(rating.deviation)?;
        values.real(rating.volatility)?;
        values.number(rating.games)?;
        values.number(rating.updated.0)
    };
    let replaced = REPLACE.run(connection, ratings, Error::Exists, bind).await?;
    if replaced == ratings.len() as u64 { Ok(()) } else { Err(Error::Conflict) }
}

impl FromRow<'_, AnyRow> for Rating {
    fn from_row(row: &AnyRow) -> sqlx::Result<Self> {
        Ok(Rating {
            user: row.try_get("user_id")?,
            pool: row.try_get("pool")?,
            rating: row.try_get("rating")?,
            deviation: row.try_get("deviation")?,
            volatility: row.try_get("volatility")?,
            games: row.try_get("games")?,
            updated: row.try_get("updated")?,
        })
    }
}

impl FromRow<'_, AnyRow> for RatingChange {
    fn from_row(row: &AnyRow) -> sqlx::Result<Self> {
        Ok(RatingChange {
            seat: row.try_get("seat")?,
            user: row.try_get("user_id")?,
            pool: row.try_get("pool")?,
            at: row.try_get("at")?,
            before: (row.try_get("rating_before")?, row.try_get("deviation_before")?),
            after: (row.try_get("rating_after")?, row.try_get("deviation_after")?),
        })
    }
}
