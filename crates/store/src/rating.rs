use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

use crate::insert::Insert;
use crate::user::{self, User};
use crate::values::{Values, places};
use crate::{Error, Millis, Result, Store};

/// How strong somebody is, in one pool (a game and a number of seats).
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
    pub updated: Millis,
}

/// A rating whose deviation is not below this is too uncertain to be ranked.
pub const RANKED_DEVIATION: f64 = 110.0;

const COLUMNS: &str = "user_id, pool, rating, deviation, volatility, games, updated";

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
                "SELECT {COLUMNS} FROM ratings WHERE pool = $1 AND user_id IN ({}) ORDER BY user_id",
                places(1, users.len())
            );
            for row in self.read(sql, values).await? {
                found.push(read(&row, 0)?);
            }
        }
        Ok(found)
    }

    /// The best accounts and bots of a pool whose ratings are certain enough ([`RANKED_DEVIATION`]), best first.
    pub async fn leaderboard(&self, pool: &str, limit: u32) -> Result<Vec<(User, Rating)>> {
        let mut values = Values::default();
        values.text(pool)?;
        values.real(RANKED_DEVIATION)?;
        values.number(i64::from(limit))?;
        let sql = format!(
            "SELECT {}, {COLUMNS} FROM ratings JOIN users ON users.id = user_id \
             WHERE pool = $1 AND deviation < $2 AND users.kind <> 'guest' \
             ORDER BY rating DESC, user_id LIMIT $3",
            user::COLUMNS
        );
        self.read(sql, values).await?.iter().map(|row| Ok((user::read(row)?, read(row, 8)?))).collect()
    }

    /// The ratings of one person, in order of pool.
    pub async fn ratings_of(&self, user: &str) -> Result<Vec<Rating>> {
        let mut values = Values::default();
        values.text(user)?;
        let sql = format!("SELECT {COLUMNS} FROM ratings WHERE user_id = $1 ORDER BY pool");
        self.read(sql, values).await?.iter().map(|row| read(row, 0)).collect()
    }
}

/// Puts ratings in place of the old ones; each person and pool once.
pub(crate) async fn put(connection: &mut AnyConnection, ratings: &[&Rating]) -> Result<()> {
    static UPSERT: Insert = Insert::new(
        "INSERT INTO ratings (user_id, pool, rating, deviation, volatility, games, updated)",
        7,
        "ON CONFLICT (user_id, pool) DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation, \
         volatility = excluded.volatility, games = excluded.games, updated = excluded.updated",
    );
    UPSERT
        .run(connection, ratings, Error::Exists, |rating, values| {
            values.key(&rating.user)?;
            values.key(&rating.pool)?;
            values.real(rating.rating)?;
            values.real(rating.deviation)?;
            values.real(rating.volatility)?;
            values.number(rating.games)?;
            values.number(rating.updated)
        })
        .await
}

fn read(row: &AnyRow, first: usize) -> Result<Rating> {
    Ok(Rating {
        user: row.try_get(first)?,
        pool: row.try_get(first + 1)?,
        rating: row.try_get(first + 2)?,
        deviation: row.try_get(first + 3)?,
        volatility: row.try_get(first + 4)?,
        games: row.try_get(first + 5)?,
        updated: row.try_get(first + 6)?,
    })
}
