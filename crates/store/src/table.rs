use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

use crate::change::Change;
use crate::insert::Insert;
use crate::user::unknown;
use crate::values::Values;
use crate::{Error, Filter, Millis, Result, Store};

/// A table as it stands: everything about it but its log and its talk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableRow {
    /// Unguessable, and the same for ever.
    pub id: String,
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
    /// Who made it, by id.
    pub host: String,
    /// Listed, and watchable by all.
    pub open: bool,
    /// Whether it counts for ratings.
    pub rated: bool,
    /// What happens when a clock runs out.
    pub on_timeout: String,
    /// How far it is.
    pub status: Status,
    /// When it was made.
    pub created: Millis,
    /// When its clock was 0; the times of its log count from there.
    pub zero: Option<Millis>,
    /// When it ended.
    pub ended: Option<Millis>,
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
}

/// One seat of a [`TableRow`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatRow {
    /// Its number, from 0.
    pub seat: i64,
    /// Who may sit there.
    pub kind: SeatKind,
    /// Who sits there, by id.
    pub user: Option<String>,
    /// The name shown.
    pub name: Option<String>,
    /// The bot and its level.
    pub bot: Option<String>,
    /// Raised to make an old link to the seat worthless.
    pub renewal: i64,
    /// Whether the person has come.
    pub arrived: bool,
}

/// Who may sit in a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SeatKind {
    /// Whoever comes first.
    Open,
    /// Whoever has the link.
    Link,
    /// A person.
    Person,
    /// Somebody at the host's own screen.
    Screen,
    /// A bot of the house.
    Bot,
}

impl SeatKind {
    const ALL: [SeatKind; 5] =
        [SeatKind::Open, SeatKind::Link, SeatKind::Person, SeatKind::Screen, SeatKind::Bot];

    /// The word in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            SeatKind::Open => "open",
            SeatKind::Link => "link",
            SeatKind::Person => "person",
            SeatKind::Screen => "screen",
            SeatKind::Bot => "bot",
        }
    }
}

/// How far a table is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// Not begun: somebody is missing.
    Waiting,
    /// Being played.
    Playing,
    /// Played to its end.
    Over,
    /// Ended without a result.
    Aborted,
}

impl Status {
    const ALL: [Status; 4] = [Status::Waiting, Status::Playing, Status::Over, Status::Aborted];

    /// The word in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Status::Waiting => "waiting",
            Status::Playing => "playing",
            Status::Over => "over",
            Status::Aborted => "aborted",
        }
    }
}

impl Store {
    /// Lays a new table with its seats. [`Error::Exists`].
    pub async fn create(&self, table: &TableRow) -> Result<()> {
        self.change(Change::Create(table.clone())).await.map(drop)
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

    /// The ids of the tables that are being played.
    pub async fn playing(&self) -> Result<Vec<String>> {
        let sql = "SELECT id FROM tables WHERE status = 'playing' ORDER BY created, id";
        let rows = self.read(sql.into(), Values::default()).await?;
        rows.iter().map(|row| Ok(row.try_get(0)?)).collect()
    }

    /// Tables and seats in one statement, so that both are of the same moment.
    async fn read_tables(&self, chosen: &str, values: Values) -> Result<Vec<TableRow>> {
        let sql = format!(
            "SELECT t.id, t.game, t.options, t.clock, t.rules_version, t.host, t.open, t.rated, t.on_timeout, \
             t.status, t.created, t.zero, t.ended, t.places, t.ended_by, t.previous, t.next, t.moves, \
             s.seat, s.kind, s.user_id, s.name, s.bot, s.renewal, s.arrived \
             FROM ({chosen}) t LEFT JOIN seats s ON s.table_id = t.id ORDER BY t.created DESC, t.id DESC, s.seat"
        );
        let mut tables: Vec<TableRow> = Vec::new();
        for row in self.read(sql, values).await? {
            let id: &str = row.try_get(0)?;
            if tables.last().is_none_or(|table| table.id != id) {
                tables.push(read_table(&row)?);
            }
            if let (Some(table), Some(seat)) = (tables.last_mut(), row.try_get(18)?) {
                table.seats.push(read_seat(&row, seat)?);
            }
        }
        Ok(tables)
    }
}

fn read_table(row: &AnyRow) -> Result<TableRow> {
    let status: &str = row.try_get(9)?;
    Ok(TableRow {
        id: row.try_get(0)?,
        game: row.try_get(1)?,
        options: row.try_get(2)?,
        clock: row.try_get(3)?,
        rules_version: row.try_get(4)?,
        seats: Vec::new(),
        host: row.try_get(5)?,
        open: row.try_get::<i64, _>(6)? != 0,
        rated: row.try_get::<i64, _>(7)? != 0,
        on_timeout: row.try_get(8)?,
        status: Status::ALL
            .into_iter()
            .find(|known| known.as_str() == status)
            .ok_or_else(|| unknown("status", status))?,
        created: row.try_get(10)?,
        zero: row.try_get(11)?,
        ended: row.try_get(12)?,
        places: row.try_get(13)?,
        ended_by: row.try_get(14)?,
        previous: row.try_get(15)?,
        next: row.try_get(16)?,
        moves: row.try_get(17)?,
    })
}

fn read_seat(row: &AnyRow, seat: i64) -> Result<SeatRow> {
    let kind: &str = row.try_get(19)?;
    Ok(SeatRow {
        seat,
        kind: SeatKind::ALL
            .into_iter()
            .find(|known| known.as_str() == kind)
            .ok_or_else(|| unknown("kind of seat", kind))?,
        user: row.try_get(20)?,
        name: row.try_get(21)?,
        bot: row.try_get(22)?,
        renewal: row.try_get(23)?,
        arrived: row.try_get::<i64, _>(24)? != 0,
    })
}

const HEAD: &str = "INSERT INTO tables (id, game, options, clock, rules_version, seat_count, host, open, rated, \
                    on_timeout, status, created, zero, ended, places, ended_by, previous, next, moves)";

pub(crate) async fn create(connection: &mut AnyConnection, table: &TableRow) -> Result<()> {
    static INSERT: Insert = Insert::new(HEAD, 19, "");
    INSERT.run(connection, &[table], Error::Exists, |table, values| bind_table(table, values)).await?;
    put_seats(connection, &[table]).await
}

/// Replaces rows that are known to be there, each of them once.
pub(crate) async fn replace(connection: &mut AnyConnection, tables: &[&TableRow]) -> Result<()> {
    static UPSERT: Insert = Insert::new(
        HEAD,
        19,
        "ON CONFLICT (id) DO UPDATE SET game = excluded.game, options = excluded.options, clock = excluded.clock, \
         rules_version = excluded.rules_version, seat_count = excluded.seat_count, host = excluded.host, \
         open = excluded.open, rated = excluded.rated, on_timeout = excluded.on_timeout, \
         status = excluded.status, created = excluded.created, zero = excluded.zero, ended = excluded.ended, \
         places = excluded.places, ended_by = excluded.ended_by, previous = excluded.previous, \
         next = excluded.next, moves = excluded.moves",
    );
    UPSERT.run(connection, tables, Error::Exists, |table, values| bind_table(table, values)).await?;
    put_seats(connection, tables).await?;
    for tables in tables.chunks(MANY) {
        let ids = tables.iter().map(|table| table.id.as_str());
        let sql = "DELETE FROM seats WHERE seat >= (SELECT seat_count FROM tables WHERE id = table_id) \
                   AND table_id IN";
        among(sql, ids)?.execute(&mut *connection).await?;
    }
    Ok(())
}

/// Whether every one of these tables is there; `ids` are all different.
pub(crate) async fn all_there(connection: &mut AnyConnection, ids: &[&str]) -> Result<bool> {
    let mut found = 0;
    for ids in ids.chunks(MANY) {
        let query = among("SELECT COUNT(*) FROM tables WHERE id IN", ids.iter().copied())?;
        found += query.fetch_one(&mut *connection).await?.try_get::<i64, _>(0)?;
    }
    Ok(usize::try_from(found) == Ok(ids.len()))
}

/// How many ids a statement of [`among`] can name.
const MANY: usize = 256;

/// A statement about at most [`MANY`] ids. The list is filled up with the last of them, so that the database prepares
/// few statements.
fn among<'a, 'q>(
    sql: &str,
    ids: impl ExactSizeIterator<Item = &'a str>,
) -> Result<sqlx::query::Query<'q, sqlx::Any, sqlx::any::AnyArguments>> {
    let size = ids.len().next_power_of_two();
    let (mut values, mut last, mut count) = (Values::default(), "", 0);
    for id in ids {
        values.text(id)?;
        (last, count) = (id, count + 1);
    }
    for _ in count..size {
        values.text(last)?;
    }
    let sql = format!("{sql} ({})", crate::values::places(0, size));
    Ok(sqlx::query_with(sqlx::AssertSqlSafe(sql), values.into_arguments()))
}

async fn put_seats(connection: &mut AnyConnection, tables: &[&TableRow]) -> Result<()> {
    // Most changes of a table leave its seats alone: those are not written again.
    static UPSERT: Insert = Insert::new(
        "INSERT INTO seats (table_id, seat, kind, user_id, name, bot, renewal, arrived)",
        8,
        "ON CONFLICT (table_id, seat) DO UPDATE SET kind = excluded.kind, user_id = excluded.user_id, \
         name = excluded.name, bot = excluded.bot, renewal = excluded.renewal, arrived = excluded.arrived \
         WHERE seats.kind <> excluded.kind OR seats.user_id IS DISTINCT FROM excluded.user_id \
         OR seats.name IS DISTINCT FROM excluded.name OR seats.bot IS DISTINCT FROM excluded.bot \
         OR seats.renewal <> excluded.renewal OR seats.arrived <> excluded.arrived",
    );
    for table in tables {
        if table.seats.iter().zip(0..).any(|(seat, number)| seat.seat != number) {
            return Err(Error::Unfit("the seats of a table are numbered from 0, in order".into()));
        }
    }
    let seats: Vec<(&str, &SeatRow)> =
        tables.iter().flat_map(|table| table.seats.iter().map(|seat| (table.id.as_str(), seat))).collect();
    UPSERT
        .run(connection, &seats, Error::Exists, |(table, seat), values| {
            values.key(table)?;
            values.number(seat.seat)?;
            values.text(seat.kind.as_str())?;
            values.keys(seat.user.as_deref())?;
            values.texts(seat.name.as_deref())?;
            values.texts(seat.bot.as_deref())?;
            values.number(seat.renewal)?;
            values.flag(seat.arrived)
        })
        .await
}

fn bind_table(table: &TableRow, values: &mut Values) -> Result<()> {
    values.key(&table.id)?;
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
    values.number(table.created)?;
    values.numbers(table.zero)?;
    values.numbers(table.ended)?;
    values.texts(table.places.as_deref())?;
    values.texts(table.ended_by.as_deref())?;
    values.texts(table.previous.as_deref())?;
    values.texts(table.next.as_deref())?;
    values.number(table.moves)
}
