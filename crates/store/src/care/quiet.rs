use sqlx::Row;

use super::{KEY, NUMBER};
use crate::relation::Relation;
use crate::statement::Statement;
use crate::values::Values;
use crate::{ChatRow, Error, Result, Store, UnixMillis};

pub(crate) static HUSHES: Relation =
    Relation { name: "hushes", key: 2, columns: &[("user_id", KEY), ("hushed", KEY), ("created", NUMBER)] };

pub(crate) static QUIET_TABLES: Relation =
    Relation { name: "quiet_tables", key: 1, columns: &[("table_id", KEY)] };

/// How many people one person may hush.
const MOST: i64 = 500;

impl Store {
    /// Whose talk a person does not want to read, by id and present name, the newest first.
    pub async fn hushed(&self, user: &str) -> Result<Vec<(String, String)>> {
        let mut values = Values::default();
        values.text(user)?;
        let sql = "SELECT hushed, name FROM hushes JOIN users ON users.id = hushed WHERE user_id = $1 \
                   ORDER BY hushes.created DESC, hushed";
        let rows = self.read(sql.into(), values).await?;
        rows.iter().map(|row| Ok((row.try_get("hushed")?, row.try_get("name")?))).collect()
    }

    /// Notes that a person does not want to read another one's talk; those noted first are forgotten beyond 500.
    pub async fn hush(&self, user: &str, hushed: &str, now: UnixMillis) -> Result<()> {
        let insert = Statement::new(
            "INSERT INTO hushes (user_id, hushed, created) VALUES ($1, $2, $3) \
             ON CONFLICT (user_id, hushed) DO NOTHING",
        );
        let surplus = Statement::new(
            "DELETE FROM hushes WHERE user_id = $1 AND hushed NOT IN \
             (SELECT hushed FROM hushes WHERE user_id = $1 ORDER BY created DESC, hushed LIMIT $2)",
        );
        let insert = insert.key(user).key(hushed).number(now.0);
        self.run(vec![insert, surplus.key(user).number(MOST)]).await.map(drop)
    }

    /// Has a person read another one's talk again.
    pub async fn unhush(&self, user: &str, hushed: &str) -> Result<()> {
        let sql = "DELETE FROM hushes WHERE user_id = $1 AND hushed = $2";
        self.run(vec![Statement::new(sql).key(user).key(hushed)]).await.map(drop)
    }

    /// Whether nobody talks at a table.
    pub async fn is_quiet(&self, table: &str) -> Result<bool> {
        let mut values = Values::default();
        values.text(table)?;
        let sql = "SELECT table_id FROM quiet_tables WHERE table_id = $1";
        Ok(!self.read(sql.into(), values).await?.is_empty())
    }

    /// Notes that nobody talks at a table that is about to be made.
    pub async fn keep_quiet(&self, table: &str) -> Result<()> {
        let sql = "INSERT INTO quiet_tables (table_id) VALUES ($1) ON CONFLICT (table_id) DO NOTHING";
        self.run(vec![Statement::new(sql).key(table)]).await.map(drop)
    }

    /// Switches the talk at a table off or on; the version of the table is raised.
    pub async fn set_quiet(&self, table: &str, quiet: bool) -> Result<()> {
        let sql = if quiet {
            "INSERT INTO quiet_tables (table_id) VALUES ($1) ON CONFLICT (table_id) DO NOTHING"
        } else {
            "DELETE FROM quiet_tables WHERE table_id = $1"
        };
        let version = Statement::new("UPDATE tables SET version = version + 1 WHERE id = $1");
        let version = version.key(table).or(Error::Missing("table"));
        self.run(vec![Statement::new(sql).key(table), version]).await.map(drop)
    }

    /// Empties a message of a table's chat: nobody reads it any more. The version of the table is raised.
    /// [`Error::Missing`].
    pub async fn remove_message(&self, table: &str, index: i64) -> Result<()> {
        let empty = Statement::new("UPDATE chat SET text = '' WHERE table_id = $1 AND entry = $2");
        let empty = empty.key(table).number(index).or(Error::Missing("message"));
        let version = Statement::new("UPDATE tables SET version = version + 1 WHERE id = $1");
        self.run(vec![empty, version.key(table).or(Error::Missing("table"))]).await.map(drop)
    }

    /// What a person has said at all tables, the oldest first, a page after this place (table and index).
    pub async fn said_by(
        &self,
        user: &str,
        after: Option<(&str, i64)>,
        limit: u32,
    ) -> Result<Vec<(String, ChatRow)>> {
        let mut values = Values::default();
        values.text(user)?;
        values.number(i64::from(limit))?;
        let mut rest = "";
        if let Some((table, index)) = after {
            values.text(table)?;
            values.number(index)?;
            rest = "AND (table_id, entry) > ($3, $4)";
        }
        let sql = format!(
            "SELECT table_id, entry, at, seat, user_id, name, channel, text FROM chat \
             WHERE user_id = $1 AND text <> '' {rest} ORDER BY table_id, entry LIMIT $2"
        );
        let rows = self.read(sql, values).await?;
        let one = |row| Ok((Row::try_get(row, "table_id")?, sqlx::FromRow::from_row(row)?));
        rows.iter().map(one).collect()
    }
}
