use sqlx::any::AnyRow;
use sqlx::{AnyConnection, FromRow, Row};

use crate::bulk::Bulk;
use crate::change::Change;
use crate::relation::{Kind, Relation};
use crate::seat::{self, SEATS, SeatRow};
use crate::values::{Values, places};
use crate::word::word_enum;
use crate::{Error, Filter, PlayMillis, Progress, Result, Store, UnixMillis};

/// A table as it stands: everything about it but its log and its chat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableRow {
    /// Unguessable; never changes.
    pub id: String,
    /// Raised by one with every [`crate::Write`], which states the version that it was based on.
    pub version: i64,
    /// The game's id.
    pub game: String,
    /// The game's options, as JSON.
    pub options: String,
    /// The rule of the clock, as the table writes it.
    pub clock: String,
    /// The version of the rules that it is played by.
    pub rules_version: i64,
    /// The seats, from 0.
    pub seats: Vec<SeatRow>,
    /// The id of the person who created it.
    pub host: String,
    /// Whether everybody may see it.
    pub open: bool,
    /// Whether it counts for ratings.
    pub rated: bool,
    /// What happens when a clock runs out.
    pub on_timeout: String,
    /// How far it is.
    pub status: Status,
    /// When it was created.
    pub created: UnixMillis,
    /// When it was started; the times of its log count from there.
    pub started_at: Option<PlayMillis>,
    /// When it ended.
    pub ended: Option<UnixMillis>,
    /// The place of every seat, as JSON.
    pub places: Option<String>,
    /// The article that ended it.
    pub ended_by: Option<String>,
    /// The table that this one is the rematch of.
    pub previous: Option<String>,
    /// The rematch of this one.
    pub next: Option<String>,
    /// How many moves were made.
    pub moves: i64,
    /// When the next clock runs out; None if none runs.
    pub due: Option<PlayMillis>,
    /// The set of the seats that are to act, one bit each; None if it is not known.
    pub to_act: Option<i64>,
    /// Whether the server has something to do here by itself: a bot or Nature is to act, or the row was written by a
    /// version of this program that did not know.
    pub pending: bool,
    /// The position in notation; None if it is not known.
    pub position: Option<String>,
    /// The position from which the game was begun, in notation, if not the opening.
    pub start_position: Option<String>,
}

word_enum! {
    /// How far a table is.
    pub enum Status {
        /// Not started: a player is missing.
        Waiting = "waiting",
        /// Being played.
        Playing = "playing",
        /// Played to its end.
        Over = "over",
        /// Ended without a result.
        Aborted = "aborted",
    }
}

/// `id` and `version` first, as [`Bulk::update_all`] expects.
pub(crate) static TABLES: Relation = Relation {
    name: "tables",
    key: 1,
    columns: &[
        ("id", Kind::Key),
        ("version", Kind::Number),
        ("game", Kind::Text),
        ("options", Kind::Text),
        ("clock", Kind::Text),
        ("rules_version", Kind::Number),
        ("seat_count", Kind::Number),
        ("host", Kind::Key),
        ("open", Kind::Number),
        ("rated", Kind::Number),
        ("on_timeout", Kind::Text),
        ("status", Kind::Text),
        ("created", Kind::Number),
        ("started_at", Kind::Number),
        ("ended", Kind::Number),
        ("places", Kind::Text),
        ("ended_by", Kind::Text),
        ("previous", Kind::Text),
        ("next", Kind::Text),
        ("moves", Kind::Number),
        ("start_position", Kind::Text),
        ("due", Kind::Number),
        ("to_act", Kind::Number),
        ("pending", Kind::Number),
        ("position", Kind::Text),
    ],
};

impl Store {
    /// Inserts a new table with its seats. [`Error::Exists`].
    pub async fn create(&self, table: &TableRow) -> Result<()> {
        self.change(Change::Create(Box::new(table.clone()))).await.map(drop)
    }

    /// The table of this id, with its seats.
    pub async fn table(&self, id: &str) -> Result<Option<TableRow>> {
        let mut values = Values::default();
        values.text(id)?;
        Ok(self.read_tables("SELECT * FROM tables WHERE id = $1", values).await?.pop())
    }

    /// The tables that pass the filter, newest first.
    pub async fn tables(&self, filter: &Filter) -> Result<Vec<TableRow>> {
        let (sql, values) = filter.statement()?;
        self.read_tables(&sql, values).await
    }

    /// How many tables pass the filter, up to its limit.
    pub async fn count_tables(&self, filter: &Filter) -> Result<u64> {
        let (sql, values) = filter.statement()?;
        let rows = self.read(format!("SELECT COUNT(*) AS count FROM ({sql}) t"), values).await?;
        let count = rows.first().map(|row| row.try_get::<i64, _>("count")).transpose()?;
        Ok(count.and_then(|count| u64::try_from(count).ok()).unwrap_or(0))
    }

    /// At most `limit` tables in play whose next clock has run out at `now`, with the moment when it did, earliest
    /// first.
    pub async fn due(&self, now: PlayMillis, limit: u32) -> Result<Vec<(String, PlayMillis)>> {
        let mut values = Values::default();
        values.number(now.0)?;
        values.number(i64::from(limit))?;
        let sql = "SELECT id, due FROM tables WHERE status = 'playing' AND due IS NOT NULL AND due <= $1 \
                   ORDER BY due LIMIT $2";
        let rows = self.read(sql.into(), values).await?;
        rows.iter().map(|row| Ok((row.try_get("id")?, row.try_get("due")?))).collect()
    }

    /// The ids of at most `limit` tables at which the server has something to do by itself ([`TableRow::pending`]),
    /// oldest first. `after` is the last id of the page before; the table of that id need not be pending any more.
    pub async fn pending(&self, limit: u32, after: Option<&str>) -> Result<Vec<String>> {
        let mut values = Values::default();
        values.number(i64::from(limit))?;
        let mut rest = "";
        if let Some(after) = after {
            values.text(after)?;
            rest = "AND (created, id) > (SELECT created, id FROM tables WHERE id = $2)";
        }
        let sql = format!("SELECT id FROM tables WHERE pending = 1 {rest} ORDER BY created, id LIMIT $1");
        let rows = self.read(sql, values).await?;
        rows.iter().map(|row| Ok(row.try_get("id")?)).collect()
    }

    /// The same with the length of each log.
    pub async fn pending_positions(&self, limit: u32, after: Option<&str>) -> Result<Vec<(String, i64)>> {
        let mut values = Values::default();
        values.number(i64::from(limit))?;
        let mut rest = "";
        if let Some(after) = after {
            values.text(after)?;
            rest = "AND (created, id) > (SELECT created, id FROM tables WHERE id = $2)";
        }
        let sql = format!(
            "SELECT id, (SELECT COALESCE(MAX(entry) + 1, 0) FROM log WHERE table_id = tables.id) AS entries \
             FROM tables WHERE pending = 1 {rest} ORDER BY created, id LIMIT $1"
        );
        let rows = self.read(sql, values).await?;
        rows.iter().map(|row| Ok((row.try_get("id")?, row.try_get("entries")?))).collect()
    }

    /// The versions of those of these tables that are there.
    pub async fn versions(&self, ids: &[String]) -> Result<Vec<(String, i64)>> {
        let mut found = Vec::with_capacity(ids.len());
        for ids in ids.chunks(256) {
            let mut values = Values::default();
            for id in ids {
                values.text(id)?;
            }
            let sql = format!("SELECT id, version FROM tables WHERE id IN ({})", places(0, ids.len()));
            for row in self.read(sql, values).await? {
                found.push((row.try_get("id")?, row.try_get("version")?));
            }
        }
        Ok(found)
    }

    /// Tables and seats in one statement, so that both are of the same moment.
    pub(crate) async fn read_tables(&self, chosen: &str, values: Values) -> Result<Vec<TableRow>> {
        let sql = format!(
            "SELECT {}, {} FROM ({chosen}) t LEFT JOIN seats s ON s.table_id = t.id \
             ORDER BY t.created DESC, t.id DESC, s.seat",
            TABLES.prefixed("t."),
            SEATS.prefixed("s."),
        );
        let mut tables: Vec<TableRow> = Vec::new();
        for row in self.read(sql, values).await? {
            let id: &str = row.try_get("id")?;
            if tables.last().is_none_or(|table| table.id != id) {
                tables.push(TableRow::from_row(&row)?);
            }
            if let Some(table) = tables.last_mut() {
                // A table without seats has one row, in which the seat's columns are empty.
                if row.try_get::<Option<i64>, _>("seat")?.is_some() {
                    table.seats.push(SeatRow::from_row(&row)?);
                }
            }
        }
        Ok(tables)
    }
}

impl FromRow<'_, AnyRow> for TableRow {
    fn from_row(row: &AnyRow) -> sqlx::Result<Self> {
        Ok(TableRow {
            id: row.try_get("id")?,
            version: row.try_get("version")?,
            game: row.try_get("game")?,
            options: row.try_get("options")?,
            clock: row.try_get("clock")?,
            rules_version: row.try_get("rules_version")?,
            seats: Vec::new(),
            host: row.try_get("host")?,
            open: row.try_get::<i64, _>("open")? != 0,
            rated: row.try_get::<i64, _>("rated")? != 0,
            on_timeout: row.try_get("on_timeout")?,
            status: row.try_get("status")?,
            created: row.try_get("created")?,
            started_at: row.try_get("started_at")?,
            ended: row.try_get("ended")?,
            places: row.try_get("places")?,
            ended_by: row.try_get("ended_by")?,
            previous: row.try_get("previous")?,
            next: row.try_get("next")?,
            moves: row.try_get("moves")?,
            due: row.try_get("due")?,
            to_act: row.try_get("to_act")?,
            pending: row.try_get::<i64, _>("pending")? != 0,
            position: row.try_get("position")?,
            start_position: row.try_get("start_position")?,
        })
    }
}

/// Inserts a table and its seats.
pub(crate) async fn create(connection: &mut AnyConnection, table: &TableRow) -> Result<()> {
    static INSERT: Bulk = Bulk::insert(&TABLES);
    let bind = |table: &&TableRow, values: &mut Values| {
        values.key(&table.id)?;
        values.number(table.version)?;
        bind_rest(table, None, values)
    };
    INSERT.run(connection, &[table], Error::Exists, bind).await?;
    seat::replace(connection, &[table]).await
}

/// A table that writes of one batch change, and what becomes of its row.
pub(crate) struct Update<'a> {
    pub id: &'a str,
    /// The version that must be stored.
    pub version: i64,
    /// The version that is stored then.
    pub next_version: i64,
    /// The new row, if the writes have one.
    pub row: Option<&'a TableRow>,
    /// The newest progress after that row.
    pub progress: Option<&'a Progress>,
}

/// Changes the rows of tables, each given once; returns how many of them had the expected version.
pub(crate) async fn update(connection: &mut AnyConnection, updates: &[Update<'_>]) -> Result<u64> {
    static UPDATE_VERSION: Bulk = Bulk::update(&TABLES, &[]);
    static UPDATE_PROGRESS: Bulk =
        Bulk::update(&TABLES, &["started_at", "due", "to_act", "pending", "position"]);
    static UPDATE_ALL: Bulk = Bulk::update_all(&TABLES);
    let with_row: Vec<_> = updates.iter().filter_map(|update| Some((update, update.row?))).collect();
    let without_row = || updates.iter().filter(|update| update.row.is_none());
    let with_progress: Vec<_> = without_row().filter_map(|update| Some((update, update.progress?))).collect();
    let version_only: Vec<_> = without_row().filter(|update| update.progress.is_none()).collect();

    let bind_versions = |update: &Update<'_>, values: &mut Values| {
        values.key(update.id)?;
        values.number(update.version)?;
        values.number(update.next_version)
    };
    let mut found = UPDATE_VERSION
        .run(connection, &version_only, Error::Conflict, |update, values| bind_versions(update, values))
        .await?;
    found += UPDATE_PROGRESS
        .run(connection, &with_progress, Error::Conflict, |(update, progress), values| {
            bind_versions(update, values)?;
            bind_progress(progress, values)
        })
        .await?;
    found += UPDATE_ALL
        .run(connection, &with_row, Error::Conflict, |(update, row), values| {
            bind_versions(update, values)?;
            bind_rest(row, update.progress, values)
        })
        .await?;
    if !with_row.is_empty() && found == updates.len() as u64 {
        let rows: Vec<&TableRow> = with_row.iter().map(|(_, row)| *row).collect();
        seat::replace(connection, &rows).await?;
        seat::remove_surplus(connection, &rows).await?;
    }
    Ok(found)
}

/// Whether there is a table of this id.
pub(crate) async fn exists(connection: &mut AnyConnection, id: &str) -> Result<bool> {
    let mut values = Values::default();
    values.text(id)?;
    let query = sqlx::query_with("SELECT id FROM tables WHERE id = $1", values.into_arguments());
    Ok(query.fetch_optional(connection).await?.is_some())
}

/// All columns after `id` and `version`; `progress` instead of what the row says about it, if it is given.
fn bind_rest(table: &TableRow, progress: Option<&Progress>, values: &mut Values) -> Result<()> {
    values.text(&table.game)?;
    values.text(&table.options)?;
    values.text(&table.clock)?;
    values.number(table.rules_version)?;
    values.number(i64::try_from(table.seats.len()).unwrap_or(i64::MAX))?;
    values.key(&table.host)?;
    values.flag(table.open)?;
    values.flag(table.rated)?;
    values.text(&table.on_timeout)?;
    values.text(table.status.as_str())?;
    values.number(table.created.0)?;
    let started_at = progress.map_or(table.started_at, |progress| progress.started_at);
    values.numbers(started_at.map(|moment| moment.0))?;
    values.numbers(table.ended.map(|moment| moment.0))?;
    values.texts(table.places.as_deref())?;
    values.texts(table.ended_by.as_deref())?;
    values.texts(table.previous.as_deref())?;
    values.texts(table.next.as_deref())?;
    values.number(table.moves)?;
    values.texts(table.start_position.as_deref())?;
    if let Some(progress) = progress {
        return bind_due(progress, values);
    }
    values.numbers(table.due.map(|moment| moment.0))?;
    values.numbers(table.to_act)?;
    values.flag(table.pending)?;
    values.texts(table.position.as_deref())
}

fn bind_progress(progress: &Progress, values: &mut Values) -> Result<()> {
    values.numbers(progress.started_at.map(|moment| moment.0))?;
    bind_due(progress, values)
}

/// The last four columns of a row.
fn bind_due(progress: &Progress, values: &mut Values) -> Result<()> {
    values.numbers(progress.due.map(|moment| moment.0))?;
    values.numbers(progress.to_act)?;
    values.flag(progress.pending)?;
    values.texts(progress.position.as_deref())
}
