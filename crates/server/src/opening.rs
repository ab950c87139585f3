//! New tables.

use crate::house::{House, now};
use crate::limits::{PLAYING_TABLES, WAITING_TABLES};
use crate::person::{Person, checked_name};
use crate::protocol::{NewSeat, NewTable, OnTimeout, Refusal};
use crate::refusal::Result;
use crate::room::log_row;
use crate::seal::random_id;
use store::{Filter, SeatKind, SeatRow, Status, TableRow, Write};
use table::{ClockRule, Kind, Record, Setup, Table};

/// The longest time that a clock may give: a year.
const LONGEST_CLOCK: u32 = 366 * 24 * 3600;

impl House {
    /// Makes a table as a person wants it; answers with its id.
    pub(crate) async fn open_table(&self, person: &Person, wanted: &NewTable) -> Result<String> {
        let kind = self.kind(&wanted.game).ok_or_else(|| Refusal::plain("setup", "there is no such game"))?;
        let seats = u8::try_from(wanted.seats.len()).unwrap_or(u8::MAX);
        let setup = Setup { seats, options: wanted.options.clone() };
        check_clock(wanted.clock)?;
        let mut table = Table::open(kind, setup, wanted.clock)?;
        if let OnTimeout::Bot(bot) = &wanted.on_timeout {
            check_bot(kind, table.setup(), bot)?;
        }
        if wanted.rated {
            let others =
                wanted.seats.iter().filter(|seat| matches!(seat, NewSeat::Open | NewSeat::Link)).count();
            let mine = wanted.seats.iter().filter(|seat| **seat == NewSeat::Me).count();
            let fair = mine == 1 && mine + others == wanted.seats.len() && wanted.record.is_none();
            if !fair || !person.has_account() {
                return Err(Refusal::rated_people());
            }
        }
        if let Some(record) = &wanted.record {
            table = begun(record, kind, &table)?;
        }
        let seats: Result<Vec<SeatRow>> = (0..)
            .zip(&wanted.seats)
            .map(|(number, seat)| self.seat(person, kind, number, seat, table.setup()))
            .collect();
        let seats = seats?;
        let user = self.register(person).await?;
        self.may_open_another(&user.id).await?;
        let full = seats.iter().all(|seat| seat.arrived);
        let played = table.log().last().map_or(0, |last| last.at);
        let row = TableRow {
            id: random_id(9),
            game: wanted.game.clone(),
            options: serde_json::to_string(&wanted.options).expect("options are plain data"),
            clock: wanted.clock.to_string(),
            rules_version: i64::from(kind.info().rules_version),
            seats,
            host: user.id,
            open: wanted.open,
            rated: wanted.rated,
            on_timeout: serde_json::to_string(&wanted.on_timeout).expect("a choice is plain data"),
            status: if full { Status::Playing } else { Status::Waiting },
            created: now(),
            zero: full.then(|| now().saturating_sub_unsigned(played)),
            ended: None,
            places: None,
            ended_by: None,
            previous: None,
            next: None,
            moves: 0,
        };
        if table.log().is_empty() {
            self.store.create(&row).await?;
        } else {
            // Should the house be killed in between, nobody waits at the empty table, and nobody was told of it.
            let empty = TableRow { status: Status::Aborted, zero: None, ..row.clone() };
            self.store.create(&empty).await?;
            let log = table.log().iter().enumerate().map(|(index, entry)| log_row(index, entry)).collect();
            let id = row.id.clone();
            let write =
                Write { table: id, log, talk: Vec::new(), row: Some(row.clone()), ratings: Vec::new() };
            self.store.write(write).await?;
        }
        Ok(row.id)
    }

    async fn may_open_another(&self, user: &str) -> Result<()> {
        for (status, most) in [(Status::Waiting, WAITING_TABLES), (Status::Playing, PLAYING_TABLES)] {
            let user = Some(user.to_owned());
            let filter = Filter { status: Some(status), user, limit: most as u32, ..Filter::default() };
            if self.store.tables(&filter).await?.len() >= most {
                return Err(Refusal::too_many());
            }
        }
        Ok(())
    }

    fn seat(
        &self,
        person: &Person,
        kind: &dyn Kind,
        number: i64,
        seat: &NewSeat,
        setup: &Setup,
    ) -> Result<SeatRow> {
        let mut row = SeatRow {
            seat: number,
            kind: SeatKind::Open,
            user: None,
            name: None,
            bot: None,
            renewal: 0,
            arrived: true,
        };
        match seat {
            NewSeat::Me => {
                (row.kind, row.user, row.name) =
                    (SeatKind::Person, Some(person.id.clone()), Some(person.name.clone()));
            }
            NewSeat::Screen(name) => {
                (row.kind, row.user, row.name) =
                    (SeatKind::Screen, Some(person.id.clone()), Some(checked_name(name)?));
            }
            NewSeat::Bot(bot) => {
                check_bot(kind, setup, bot)?;
                (row.kind, row.bot) = (SeatKind::Bot, Some(bot.clone()));
            }
            NewSeat::Open => row.arrived = false,
            NewSeat::Link => (row.kind, row.arrived) = (SeatKind::Link, false),
        }
        Ok(row)
    }
}

/// A table for the same people, each one seat further on; whoever asks is there already.
pub(crate) fn rematch(row: &TableRow, person: &Person) -> TableRow {
    let mut seats = row.seats.clone();
    seats.rotate_left(1);
    for (number, seat) in (0..).zip(&mut seats) {
        seat.seat = number;
        seat.renewal = 0;
        if seat.kind == SeatKind::Bot && seat.user.is_some() {
            // A bot only played on for somebody.
            (seat.kind, seat.bot) = (SeatKind::Person, None);
        }
        seat.arrived = seat.user.as_ref().is_none_or(|user| *user == person.id);
    }
    let full = seats.iter().all(|seat| seat.arrived);
    TableRow {
        id: random_id(9),
        seats,
        host: person.id.clone(),
        status: if full { Status::Playing } else { Status::Waiting },
        created: now(),
        zero: full.then(now),
        ended: None,
        places: None,
        ended_by: None,
        previous: Some(row.id.clone()),
        next: None,
        moves: 0,
        ..row.clone()
    }
}

/// Whether a game has such a bot for a table, and bots may sit there.
pub(crate) fn check_bot(kind: &dyn Kind, setup: &Setup, bot: &str) -> Result<()> {
    if setup.is_for_people(kind.info()) {
        return Err(Refusal::people_only());
    }
    let fits = kind.bots().iter().any(|info| info.id == bot && info.seats.contains(&setup.seats));
    if fits { Ok(()) } else { Err(Refusal::plain("setup", format!("{bot:?} is no bot for this table"))) }
}

fn check_clock(clock: ClockRule) -> Result<()> {
    let fits = match clock {
        ClockRule::None => true,
        ClockRule::Fischer { start, increment } => {
            (1..=LONGEST_CLOCK).contains(&start) && increment <= LONGEST_CLOCK
        }
        ClockRule::PerAction { limit } => (1..=LONGEST_CLOCK).contains(&limit),
    };
    if fits { Ok(()) } else { Err(Refusal::plain("setup", "a clock gives from a second to a year")) }
}

/// The table of a record, if it is of this set-up and not over.
fn begun(record: &str, kind: &'static dyn Kind, wanted: &Table) -> Result<Table> {
    let record: Record = record.parse().map_err(|error| Refusal::plain("malformed", error))?;
    if record.game != kind.info().id || record.setup != *wanted.setup() || record.clock != wanted.clock() {
        return Err(Refusal::plain("setup", "the record is of another game, set-up or clock"));
    }
    let table = record.replay(kind).map_err(|error| Refusal::plain("malformed", error))?;
    if table.turn().outcome().is_some() {
        return Err(Refusal::plain("setup", "the game of this record is over"));
    }
    Ok(table)
}
