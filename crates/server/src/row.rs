//! What the row of a table says, and how a table is made of its row and its log.

use crate::error::Result;
use crate::person::Person;
use crate::server::Server;
use game::{Seat, SeatSet};
use protocol::{Channel, Refusal};
use store::{ChatRow, LogRow, SeatKind, SeatRow, TableRow};
use table::policy::OnTimeout;
use table::{LogEntry, Setup, Start, Table};

/// What the store has of a table.
pub(crate) struct Stored {
    pub row: TableRow,
    pub log: Vec<LogRow>,
    pub chat: Vec<ChatRow>,
}

/// How often a table is read that another node changes meanwhile.
const READS: usize = 5;

/// Reads a table. Of several nodes another one may write between the reads: then it is read once more.
pub(crate) async fn read(server: &Server, id: &str) -> Result<Option<Stored>> {
    for last in (0..READS).rev() {
        let Some(row) = server.store.table(id).await? else { return Ok(None) };
        let (log, chat) = (server.store.log(id).await?, server.store.chat(id).await?);
        let settled = server.cluster.is_none() || last == 0;
        if settled || server.store.versions(&[id.to_owned()]).await? == [(id.to_owned(), row.version)] {
            return Ok(Some(Stored { row, log, chat }));
        }
    }
    Ok(None)
}

/// The seat of a number in the store.
pub(crate) fn seat_of(number: i64) -> Seat {
    Seat(u8::try_from(number).unwrap_or(u8::MAX))
}

/// Whether a person may look at a table, by right or by the token of a link.
pub(crate) fn may_look(server: &Server, row: &TableRow, person: &Person, token: Option<&str>) -> bool {
    let by_link = |token: &str| {
        let tokens = &server.tokens;
        let seat = |held: &SeatRow| tokens.is_seat(token, &row.id, seat_of(held.seat), held.renewal);
        tokens.is_watch(token, &row.id) || row.seats.iter().any(seat)
    };
    row.open
        || row.host == person.id
        || row.seats.iter().any(|seat| seat.user.as_ref() == Some(&person.id))
        || token.is_some_and(by_link)
}

/// The seats of a person at a table.
pub(crate) fn seats_of(row: &TableRow, user: &str) -> SeatSet {
    let own = |seat: &&SeatRow| {
        seat.user.as_deref() == Some(user) && matches!(seat.kind, SeatKind::Person | SeatKind::Screen)
    };
    row.seats.iter().filter(own).map(|seat| seat_of(seat.seat)).collect()
}

/// What happens at a table when a clock runs out. Nobody's rating is played for by a bot.
pub(crate) fn on_timeout(row: &TableRow) -> OnTimeout {
    if row.rated {
        return OnTimeout::Forfeit;
    }
    serde_json::from_str(&row.on_timeout).unwrap_or_default()
}

/// The seats and options of a table.
pub(crate) fn setup_of(row: &TableRow) -> Result<Setup> {
    let options = serde_json::from_str(&row.options).map_err(|error| damaged(row, &error))?;
    Ok(Setup { seats: u8::try_from(row.seats.len()).unwrap_or(0), options })
}

/// A table that the store has but nobody can read: the cause goes to the log.
pub(crate) fn damaged(row: &TableRow, cause: &dyn std::fmt::Display) -> Refusal {
    tracing::error!(table = row.id, %cause, "a stored table cannot be read");
    Refusal::damaged()
}

/// A table from its row and log, judged by the rules that it was begun with.
pub(crate) fn replay(server: &Server, row: &TableRow, log: Vec<LogRow>) -> Result<Table> {
    let kind = server.kind(&row.game).ok_or_else(|| damaged(row, &"unknown game"))?;
    let rules_version = u32::try_from(row.rules_version).unwrap_or(0);
    if !kind.judges(rules_version) {
        return Err(Refusal::other_rules().into());
    }
    let start = Start { rules_version: Some(rules_version), position: row.start_position.clone() };
    let clock = row.clock.parse().map_err(|error: &str| damaged(row, &error))?;
    let table = Table::open_at(kind, setup_of(row)?, clock, start).map_err(|error| damaged(row, &error))?;
    let entry = |row: LogRow| {
        let event = serde_json::from_str(&row.event)?;
        Ok(LogEntry { at: u64::try_from(row.at).unwrap_or(0), event })
    };
    let log: std::result::Result<Vec<LogEntry>, serde_json::Error> = log.into_iter().map(entry).collect();
    let log = log.map_err(|error| damaged(row, &error))?;
    Ok(table.replay(log).map_err(|error| damaged(row, &error))?)
}

pub(crate) fn log_row(index: usize, entry: &LogEntry) -> LogRow {
    let event = serde_json::to_string(&entry.event).expect("an event is plain data");
    LogRow { index: index as i64, at: entry.at as i64, event }
}

/// The channel of a stored message; one that can't be read is shown to nobody.
pub(crate) fn channel(stored: &str) -> Channel {
    serde_json::from_str(stored).unwrap_or(Channel::Allies { seats: SeatSet::EMPTY })
}

/// The row of a seat, if the table has it.
pub(crate) fn row_of(row: &mut TableRow, seat: Seat) -> Option<&mut SeatRow> {
    row.seats.get_mut(seat.index())
}
