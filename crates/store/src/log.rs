use sqlx::{AnyConnection, Row};

use crate::insert::Insert;
use crate::values::Values;
use crate::{Error, Millis, Result, Store};

/// One line of a table's log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogRow {
    /// Its place in the log, from 0.
    pub index: i64,
    /// Milliseconds since the table's zero.
    pub at: i64,
    /// What was done or said, as the table writes it.
    pub event: String,
}

/// One thing that was said at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TalkRow {
    /// Its place in the talk, from 0.
    pub index: i64,
    /// When it was said.
    pub at: Millis,
    /// From which seat, or by a watcher.
    pub seat: Option<i64>,
    /// By whom, by id.
    pub user: String,
    /// Under which name.
    pub name: String,
    /// To whom.
    pub channel: String,
    /// The words.
    pub text: String,
}

/// How much of a table's talk is read.
const NEWEST: usize = 200;

impl Store {
    /// The log of a table, in order of index.
    pub async fn log(&self, id: &str) -> Result<Vec<LogRow>> {
        let mut values = Values::default();
        values.text(id)?;
        let sql = "SELECT entry, at, event FROM log WHERE table_id = $1 ORDER BY entry";
        let rows = self.read(sql.into(), values).await?;
        let read = |row: &sqlx::any::AnyRow| {
            Ok(LogRow { index: row.try_get(0)?, at: row.try_get(1)?, event: row.try_get(2)? })
        };
        rows.iter().map(read).collect()
    }

    /// The newest 200 words of a table's talk, oldest first.
    pub async fn talk(&self, id: &str) -> Result<Vec<TalkRow>> {
        let mut values = Values::default();
        values.text(id)?;
        let sql = format!(
            "SELECT entry, at, seat, user_id, name, channel, text FROM talk WHERE table_id = $1 \
             ORDER BY entry DESC LIMIT {NEWEST}"
        );
        let rows = self.read(sql, values).await?;
        let read = |row: &sqlx::any::AnyRow| {
            Ok(TalkRow {
                index: row.try_get(0)?,
                at: row.try_get(1)?,
                seat: row.try_get(2)?,
                user: row.try_get(3)?,
                name: row.try_get(4)?,
                channel: row.try_get(5)?,
                text: row.try_get(6)?,
            })
        };
        rows.iter().rev().map(read).collect()
    }
}

pub(crate) async fn append(connection: &mut AnyConnection, rows: &[(&str, &LogRow)]) -> Result<()> {
    static INSERT: Insert = Insert::new("INSERT INTO log (table_id, entry, at, event)", 4, "");
    INSERT
        .run(connection, rows, Error::Conflict, |(table, row), values| {
            values.key(table)?;
            values.number(row.index)?;
            values.number(row.at)?;
            values.text(&row.event)
        })
        .await
}

pub(crate) async fn say(connection: &mut AnyConnection, rows: &[(&str, &TalkRow)]) -> Result<()> {
    static INSERT: Insert =
        Insert::new("INSERT INTO talk (table_id, entry, at, seat, user_id, name, channel, text)", 8, "");
    INSERT
        .run(connection, rows, Error::Conflict, |(table, row), values| {
            values.key(table)?;
            values.number(row.index)?;
            values.number(row.at)?;
            values.numbers(row.seat)?;
            values.key(&row.user)?;
            values.text(&row.name)?;
            values.text(&row.channel)?;
            values.text(&row.text)
        })
        .await
}
