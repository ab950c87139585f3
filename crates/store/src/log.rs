use sqlx::any::AnyRow;
use sqlx::{AnyConnection, FromRow, Row};

use crate::bulk::Bulk;
use crate::relation::{Kind, Relation};
use crate::values::Values;
use crate::{Error, Result, Store, UnixMillis};

/// One entry of a table's log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogRow {
    /// Its place in the log, from 0.
    pub index: i64,
    /// Milliseconds of play since the table was started.
    pub at: i64,
    /// What was done or said, as the table writes it.
    pub event: String,
}

/// One message of a table's chat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChatRow {
    /// Its place in the chat, from 0.
    pub index: i64,
    /// When it was sent.
    pub at: UnixMillis,
    /// The seat of the sender; None for a spectator.
    pub seat: Option<i64>,
    /// The id of the sender.
    pub user: String,
    /// The name of the sender at that time.
    pub name: String,
    /// Who may read it.
    pub channel: String,
    /// The message.
    pub text: String,
}

pub(crate) static LOG: Relation = Relation {
    name: "log",
    key: 2,
    columns: &[("table_id", Kind::Key), ("entry", Kind::Number), ("at", Kind::Number), ("event", Kind::Text)],
};

pub(crate) static CHAT: Relation = Relation {
    name: "chat",
    key: 2,
    columns: &[
        ("table_id", Kind::Key),
        ("entry", Kind::Number),
        ("at", Kind::Number),
        ("seat", Kind::Number),
        ("user_id", Kind::Key),
        ("name", Kind::Text),
        ("channel", Kind::Text),
        ("text", Kind::Text),
    ],
};

/// How many messages of a chat are read.
const NEWEST: usize = 200;

impl Store {
    /// The log of a table, in order of index.
    pub async fn log(&self, id: &str) -> Result<Vec<LogRow>> {
        let mut values = Values::default();
        values.text(id)?;
        let sql = format!("SELECT {} FROM log WHERE table_id = $1 ORDER BY entry", LOG.names());
        self.read_all(sql, values).await
    }

    /// The newest 200 messages of a table's chat, oldest first.
    pub async fn chat(&self, id: &str) -> Result<Vec<ChatRow>> {
        let mut values = Values::default();
        values.text(id)?;
        let names = CHAT.names();
        let sql = format!("SELECT {names} FROM chat WHERE table_id = $1 ORDER BY entry DESC LIMIT {NEWEST}");
        let mut newest: Vec<ChatRow> = self.read_all(sql, values).await?;
        newest.reverse();
        Ok(newest)
    }
}

/// Adds entries to the logs of tables. [`Error::Conflict`] if an index is there already.
pub(crate) async fn append(connection: &mut AnyConnection, rows: &[(&str, &LogRow)]) -> Result<()> {
    static INSERT: Bulk = Bulk::insert(&LOG);
    let bind = |(table, row): &(&str, &LogRow), values: &mut Values| {
        values.key(table)?;
        values.number(row.index)?;
        values.number(row.at)?;
        values.text(&row.event)
    };
    INSERT.run(connection, rows, Error::Conflict, bind).await.map(drop)
}

/// Adds messages to the chats of tables. [`Error::Conflict`] if an index is there already.
pub(crate) async fn append_chat(connection: &mut AnyConnection, rows: &[(&str, &ChatRow)]) -> Result<()> {
    static INSERT: Bulk = Bulk::insert(&CHAT);
    let bind = |(table, row): &(&str, &ChatRow), values: &mut Values| {
        values.key(table)?;
        values.number(row.index)?;
        values.number(row.at.0)?;
        values.numbers(row.seat)?;
        values.key(&row.user)?;
        values.text(&row.name)?;
        values.text(&row.channel)?;
        values.text(&row.text)
    };
    INSERT.run(connection, rows, Error::Conflict, bind).await.map(drop)
}

impl FromRow<'_, AnyRow> for LogRow {
    fn from_row(row: &AnyRow) -> sqlx::Result<Self> {
        Ok(LogRow { index: row.try_get("entry")?, at: row.try_get("at")?, event: row.try_get("event")? })
    }
}

impl FromRow<'_, AnyRow> for ChatRow {
    fn from_row(row: &AnyRow) -> sqlx::Result<Self> {
        Ok(ChatRow {
            index: row.try_get("entry")?,
            at: row.try_get("at")?,
            seat: row.try_get("seat")?,
            user: row.try_get("user_id")?,
            name: row.try_get("name")?,
            channel: row.try_get("channel")?,
            text: row.try_get("text")?,
        })
    }
}
