//! How often something was tried that costs much or may be guessed: passwords.

use sqlx::{AnyConnection, Row};

use crate::change::{Answer, Change};
use crate::values::Values;
use crate::{Result, Store, UnixMillis};

impl Store {
    /// Counts an attempt for each of these subjects (an account, an address), and returns the largest count since the window of
    /// so many milliseconds began, this one included. All servers on this database count together.
    pub async fn count_attempt(&self, subjects: Vec<String>, now: UnixMillis, window: i64) -> Result<u64> {
        self.change(Change::CountAttempt { subjects, now, window }).await?.count()
    }

    /// Takes an attempt back, because it was a rightful one.
    pub async fn forgive_attempt(&self, subjects: Vec<String>) -> Result<()> {
        self.change(Change::ForgiveAttempt { subjects }).await.map(drop)
    }

    /// Forgets the counts that began before this moment; how many these were.
    pub async fn remove_attempts(&self, before: UnixMillis) -> Result<u64> {
        self.change(Change::RemoveAttempts { before }).await?.count()
    }
}

pub(crate) async fn count(
    connection: &mut AnyConnection,
    subjects: &[String],
    now: UnixMillis,
    window: i64,
) -> Result<Answer> {
    let mut most = 0;
    for subject in subjects {
        let mut values = Values::default();
        values.key(subject)?;
        values.number(now.0)?;
        values.number(now.minus(window).0)?;
        let sql = "INSERT INTO attempts (subject, since, count) VALUES ($1, $2, 1) ON CONFLICT (subject) DO UPDATE SET \
                   count = CASE WHEN attempts.since > $3 THEN attempts.count + 1 ELSE 1 END, \
                   since = CASE WHEN attempts.since > $3 THEN attempts.since ELSE $2 END RETURNING count";
        // All rows, although there is one: a statement of SQLite is to run to its end.
        let rows = sqlx::query_with(sql, values.into_arguments()).fetch_all(&mut *connection).await?;
        for row in rows {
            most = most.max(u64::try_from(row.try_get::<i64, _>("count")?).unwrap_or(0));
        }
    }
    Ok(Answer::Count(most))
}

pub(crate) async fn forgive(connection: &mut AnyConnection, subjects: &[String]) -> Result<()> {
    for subject in subjects {
        let mut values = Values::default();
        values.key(subject)?;
        let sql = "UPDATE attempts SET count = count - 1 WHERE subject = $1 AND count > 0";
        sqlx::query_with(sql, values.into_arguments()).execute(&mut *connection).await?;
    }
    Ok(())
}

pub(crate) async fn remove(connection: &mut AnyConnection, before: UnixMillis) -> Result<Answer> {
    let mut values = Values::default();
    values.number(before.0)?;
    let query = sqlx::query_with("DELETE FROM attempts WHERE since < $1", values.into_arguments());
    Ok(Answer::Count(query.execute(connection).await?.rows_affected()))
}
