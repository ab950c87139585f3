//! New tables: opened by a person, as a rematch, or as the continuation of a table of older rules.

use crate::error::Result;
use crate::fair_queue::Share;
use crate::limits::{LONGEST_RECORD, PLAYING_TABLES, RECORD_TIMEOUT, WAITING_TABLES};
use crate::names::checked_name;
use crate::person::Person;
use crate::row::log_row;
use crate::server::Server;
use crate::tokens::random_id;
use crate::worker_pool::{CancelFlag, Lane};
use protocol::{NewSeat, NewTable, Refusal};
use store::{Filter, SeatKind, SeatRow, Status, TableRow, Write};
use table::policy::OnTimeout;
use table::{ClockRule, Kind, Record, Setup, Table};

/// The longest time that a clock may give, in seconds: a year.
const LONGEST_CLOCK: u32 = 366 * 24 * 3600;

/// The longest game of a record that is brought to the server, in milliseconds: ten years.
const LONGEST_GAME: u64 = 10 * 366 * 24 * 3_600_000;

impl Server {
    /// Opens a table as a person wants it; returns its id.
    pub(crate) async fn open_table(&self, person: &Person, wanted: &NewTable) -> Result<String> {
        let kind = self
            .kind(&wanted.game)
            .ok_or_else(|| Refusal::both("setup", "Ce jeu n'existe pas.", "There is no such game."))?;
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
                return Err(Refusal::rated_people().into());
            }
        }
        if let Some(record) = &wanted.record {
            table = from_record(self, &person.share(), record, kind, &table).await?;
        }
        let seats: Result<Vec<SeatRow>> = (0..)
            .zip(&wanted.seats)
            .map(|(number, seat)| self.seat(person, kind, number, seat, table.setup()))
            .collect();
        let seats = seats?;
        let user = self.register(person).await?;
        let _counting = self.counting(&user.id).await;
        self.may_open_another(&user.id).await?;
        let full = seats.iter().all(|seat| seat.arrived);
        let played = table.log().last().map_or(0, |last| last.at);
        let started_at = self.clock.play_time().minus(played as i64);
        let row = TableRow {
            id: random_id(9),
            version: 0,
            game: wanted.game.clone(),
            options: serde_json::to_string(&wanted.options).expect("options are plain data"),
            clock: wanted.clock.to_string(),
            rules_version: i64::from(table.rules_version()),
            seats,
            host: user.id,
            open: wanted.open,
            rated: wanted.rated,
            on_timeout: serde_json::to_string(&wanted.on_timeout).expect("a choice is plain data"),
            status: if full { Status::Playing } else { Status::Waiting },
            created: self.clock.now(),
            started_at: full.then_some(started_at),
            ended: None,
            places: None,
            ended_by: None,
            previous: None,
            next: None,
            moves: 0,
            due: None,
            to_act: None,
            // Until the room has been loaded for the first time.
            pending: full,
            position: None,
            start_position: table.start().position.clone(),
        };
        if table.log().is_empty() {
            self.store.create(&row).await?;
        } else {
            // If the server is killed in between, nobody waits at the empty table, and nobody was told of it.
            let empty = TableRow { status: Status::Aborted, started_at: None, pending: false, ..row.clone() };
            self.store.create(&empty).await?;
            let log = table.log().iter().enumerate().map(|(index, entry)| log_row(index, entry)).collect();
            let write = Write { table: row.id.clone(), log, row: Some(row.clone()), ..Write::default() };
            self.store.write(write).await?;
        }
        Ok(row.id)
    }

    /// Refuses a person who has too many tables to open another one; to be called while [`Server::counting`].
    pub(crate) async fn may_open_another(&self, user: &str) -> Result<()> {
        self.may_have_another(user, Status::Waiting, WAITING_TABLES).await?;
        self.may_play_another(user).await
    }

    /// The same for a seat at another's table.
    pub(crate) async fn may_play_another(&self, user: &str) -> Result<()> {
        self.may_have_another(user, Status::Playing, PLAYING_TABLES).await
    }

    async fn may_have_another(&self, user: &str, status: Status, most: u32) -> Result<()> {
        let filter =
            Filter { status: Some(status), user: Some(user.to_owned()), limit: most, ..Filter::default() };
        let count = self.store.count_tables(&filter).await?;
        if count >= u64::from(most) { Err(Refusal::too_many().into()) } else { Ok(()) }
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
            private_from: 0,
            plans: None,
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

/// A table for the same people, each one seat further on; the person who asks has already come.
pub(crate) fn rematch(server: &Server, kind: &dyn Kind, row: &TableRow, person: &Person) -> TableRow {
    let mut seats = row.seats.clone();
    seats.rotate_left(1);
    let next = follow_up(server, kind, row, person, seats);
    TableRow { start_position: None, ..next }
}

/// A table that goes on from a position of another one under today's rules, unrated.
pub(crate) fn continuation(
    server: &Server,
    kind: &dyn Kind,
    row: &TableRow,
    person: &Person,
    position: String,
) -> TableRow {
    let next = follow_up(server, kind, row, person, row.seats.clone());
    TableRow { rated: false, start_position: Some(position), ..next }
}

/// A table after another one for the same people, under today's rules.
fn follow_up(
    server: &Server,
    kind: &dyn Kind,
    row: &TableRow,
    person: &Person,
    mut seats: Vec<SeatRow>,
) -> TableRow {
    for (number, seat) in (0..).zip(&mut seats) {
        (seat.seat, seat.renewal, seat.private_from, seat.plans) = (number, 0, 0, None);
        if seat.kind == SeatKind::Bot && seat.user.is_some() {
            // The bot only replaced a person whose time had run out.
            (seat.kind, seat.bot) = (SeatKind::Person, None);
        }
        seat.arrived = seat.user.as_ref().is_none_or(|user| *user == person.id);
    }
    let full = seats.iter().all(|seat| seat.arrived);
    TableRow {
        id: random_id(9),
        version: 0,
        rules_version: i64::from(kind.info().rules_version),
        seats,
        host: person.id.clone(),
        status: if full { Status::Playing } else { Status::Waiting },
        created: server.clock.now(),
        started_at: full.then(|| server.clock.play_time()),
        ended: None,
        places: None,
        ended_by: None,
        previous: Some(row.id.clone()),
        next: None,
        moves: 0,
        due: None,
        to_act: None,
        pending: full,
        position: None,
        ..row.clone()
    }
}

/// Whether a game has such a bot for a table, and bots may sit there.
pub(crate) fn check_bot(kind: &dyn Kind, setup: &Setup, bot: &str) -> Result<()> {
    if setup.is_for_people(kind.info()) {
        return Err(Refusal::people_only().into());
    }
    let fits = kind.bots().iter().any(|info| info.id == bot && info.seats.contains(&setup.seats));
    let refusal = || {
        let fr = format!("L'automate {bot:?} ne joue pas à cette table.");
        Refusal::both("setup", fr, format!("{bot:?} is no bot for this table."))
    };
    if fits { Ok(()) } else { Err(refusal().into()) }
}

fn check_clock(clock: ClockRule) -> Result<()> {
    let fits = match clock {
        ClockRule::None => true,
        ClockRule::Fischer { start, increment } => {
            (1..=LONGEST_CLOCK).contains(&start) && increment <= LONGEST_CLOCK
        }
        ClockRule::PerAction { limit } => (1..=LONGEST_CLOCK).contains(&limit),
    };
    let refusal = || {
        let fr = "Une pendule donne d'une seconde à un an.";
        Refusal::both("setup", fr, "A clock gives from a second to a year.")
    };
    if fits { Ok(()) } else { Err(refusal().into()) }
}

/// The table of a record, if it is of this set-up and not over.
async fn from_record(
    server: &Server,
    share: &Share,
    record: &str,
    kind: &'static dyn Kind,
    wanted: &Table,
) -> Result<Table> {
    let record = read_record(record)?;
    if record.game != kind.info().id || record.setup != *wanted.setup() || record.clock != wanted.clock() {
        let fr = "Cette partie notée est d'un autre jeu, ou a d'autres places, options ou pendule.";
        return Err(Refusal::both("setup", fr, "The record is of another game, set-up or clock.").into());
    }
    let table = judge_record(server, share, kind, record).await?;
    if table.turn().outcome().is_some() {
        let fr = "Cette partie notée est finie.";
        return Err(Refusal::both("setup", fr, "The game of this record is over.").into());
    }
    Ok(table)
}

/// A record that a client brought, if it is not too long.
pub(crate) fn read_record(text: &str) -> Result<Record> {
    let record: Record = text.parse()?;
    // Times beyond any clock would overflow when they are added up.
    let absurd = record.log.last().is_some_and(|entry| entry.at > LONGEST_GAME);
    if record.log.len() > LONGEST_RECORD || absurd {
        return Err(Refusal::too_large().into());
    }
    Ok(record)
}

/// The table of such a record: judged on the worker pool, within a bound of processor time.
pub(crate) async fn judge_record(
    server: &Server,
    share: &Share,
    kind: &'static dyn Kind,
    record: Record,
) -> Result<Table> {
    let judge = move |cancel: &CancelFlag| record.replay_until(kind, &cancel.or_after_cpu(RECORD_TIMEOUT));
    let judged = server.workers.run(Lane::Records, share, &CancelFlag::new(), judge).await;
    Ok(judged.ok_or_else(Refusal::closing)??)
}
