use sqlx::{AnyConnection, AssertSqlSafe};

use crate::change::{Answer, Change};
use crate::values::{Values, places};
use crate::{Result, Store, UnixMillis, User};

/// Every column that names a user, but for `users.owner`: a guest whom any of them names is kept.
const USES: [(&str, &str); 7] = [
    ("seats", "user_id"),
    ("tables", "host"),
    ("chat", "user_id"),
    ("ratings", "user_id"),
    ("blocks", "blocker"),
    ("blocks", "blocked"),
    ("seeks", "user_id"),
];

impl Store {
    /// Removes a table with its seats, log and chat, if it still has this version, and is waiting or aborted; whether it
    /// did.
    pub async fn remove_table(&self, id: &str, version: i64) -> Result<bool> {
        let removed = self.change(Change::RemoveTable { id: id.to_owned(), version }).await?;
        Ok(removed.count()? > 0)
    }

    /// At most `limit` guests created before this moment, in order of creation; the next page begins after the last one
    /// of this page.
    pub async fn guests(&self, before: UnixMillis, after: Option<&User>, limit: u32) -> Result<Vec<User>> {
        let mut values = Values::default();
        values.number(before.0)?;
        values.number(i64::from(limit))?;
        let mut rest = "";
        if let Some(after) = after {
            values.number(after.created.0)?;
            values.text(&after.id)?;
            rest = "AND (created, id) > ($3, $4)";
        }
        let condition = format!("kind = 'guest' AND created < $1 {rest} ORDER BY created, id LIMIT $2");
        self.users_where(&condition, values).await
    }

    /// Removes those of these users that are guests, were not seen since this moment, and have no seat, table, message,
    /// rating, block or seek; how many these are. A few hundred at a time.
    pub async fn remove_idle_guests(&self, ids: Vec<String>, before: UnixMillis) -> Result<u64> {
        if ids.is_empty() {
            return Ok(0);
        }
        self.change(Change::RemoveIdleGuests { ids, before }).await?.count()
    }
}

pub(crate) async fn remove_table(connection: &mut AnyConnection, id: &str, version: i64) -> Result<Answer> {
    let mut values = Values::default();
    values.key(id)?;
    values.number(version)?;
    let sql = "DELETE FROM tables WHERE id = $1 AND version = $2 AND status IN ('waiting', 'aborted')";
    let removed =
        sqlx::query_with(sql, values.into_arguments()).execute(&mut *connection).await?.rows_affected();
    if removed > 0 {
        for sql in [
            "DELETE FROM seats WHERE table_id = $1",
            "DELETE FROM log WHERE table_id = $1",
            "DELETE FROM chat WHERE table_id = $1",
            "DELETE FROM quiet_tables WHERE table_id = $1",
        ] {
            let mut values = Values::default();
            values.key(id)?;
            sqlx::query_with(sql, values.into_arguments()).execute(&mut *connection).await?;
        }
    }
    Ok(Answer::Count(removed))
}

pub(crate) async fn remove_idle_guests(
    connection: &mut AnyConnection,
    ids: &[String],
    before: UnixMillis,
) -> Result<Answer> {
    let mut values = Values::default();
    values.number(before.0)?;
    for id in ids {
        values.key(id)?;
    }
    let unused = USES.map(|(relation, column)| {
        format!("NOT EXISTS (SELECT 1 FROM {relation} WHERE {relation}.{column} = users.id)")
    });
    let sql = format!(
        "DELETE FROM users WHERE id IN ({}) AND kind = 'guest' AND COALESCE(seen, created) < $1 AND {}",
        places(1, ids.len()),
        unused.join(" AND ")
    );
    let query = sqlx::query_with(AssertSqlSafe(sql), values.into_arguments());
    Ok(Answer::Count(query.execute(connection).await?.rows_affected()))
}
