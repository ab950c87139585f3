//! Tournaments: people enter, rounds open tables, and what came of these is read from their rows. Nothing else is kept of
//! a result, so none is lost and none is counted twice, whenever the server stops.
//!
//! - `entry.rs` is what people do: make a tournament, enter, go, begin, end;
//! - `advance.rs` does what is due: it begins, closes tables to which nobody came, opens the next round, ends;
//! - `agenda.rs` says when something is due;
//! - `show.rs` is a tournament as it travels.

mod advance;
mod agenda;
mod entry;
mod show;

pub(crate) use agenda::Agenda;
pub(crate) use entry::checked_title;
pub(crate) use show::{info, shown};

use crate::error::Result;
use crate::server::Server;
use protocol::{EventFormat, EventTerms, Refusal};
use std::collections::HashMap;
use store::{EntrantRow, PairingRow, Status, TableResult, TournamentRow};
use table::Setup;
use tournament::{Entrant, Format, Outcome, Pairing, Plan};

/// What the host of a tournament's table begins with; the id of the tournament follows.
const HOST: &str = "event.";

/// For how long a table waits for those who have not come, in seconds.
const USUAL_WAIT: u32 = 180;

/// The host that the tables of a tournament have.
fn host_of(tournament: &str) -> String {
    format!("{HOST}{tournament}")
}

/// The id of the tournament whose table has this host.
pub(crate) fn tournament_of(host: &str) -> Option<&str> {
    host.strip_prefix(HOST)
}

/// A tournament as it was read, with the results of its tables.
pub(crate) struct Event {
    pub row: TournamentRow,
    pub terms: EventTerms,
    pub plan: Plan,
    pub entrants: Vec<EntrantRow>,
    pub pairings: Vec<PairingRow>,
    /// The pairings as they are reckoned with, in the same order.
    pub games: Vec<Pairing>,
    /// The tables that wait for somebody.
    pub waiting: Vec<usize>,
}

impl Event {
    /// Reads a tournament.
    pub async fn load(server: &Server, id: &str) -> Result<Option<Event>> {
        let Some(row) = server.store.tournament(id).await? else { return Ok(None) };
        let entrants = server.store.entrants(id).await?;
        let pairings = server.store.pairings(id).await?;
        let results = if pairings.is_empty() { Vec::new() } else { server.store.table_results(id).await? };
        let terms = terms_of(&row)?;
        let plan = plan_of(server, &terms, entrants.len())?;
        let by_table: HashMap<&str, &TableResult> =
            results.iter().map(|result| (result.id.as_str(), result)).collect();
        let mut waiting = Vec::new();
        let mut game = |(index, pairing): (usize, &PairingRow)| {
            let entrants: Vec<u32> = serde_json::from_str(&pairing.entrants).unwrap_or_default();
            let result = pairing.table.as_deref().and_then(|table| by_table.get(table));
            if result.is_some_and(|result| result.status == Status::Waiting) {
                waiting.push(index);
            }
            let outcome = outcome(pairing, result.copied(), entrants.len());
            Pairing { round: u32::try_from(pairing.round).unwrap_or(0), entrants, outcome }
        };
        let games = pairings.iter().enumerate().map(&mut game).collect();
        Ok(Some(Event { terms, plan, entrants, games, waiting, pairings, row }))
    }

    /// The entrants as they are reckoned with.
    pub fn field(&self) -> Vec<Entrant> {
        let entrant = |row: &EntrantRow| Entrant {
            number: u32::try_from(row.number).unwrap_or(0),
            rating: row.rating,
            absent: row.absent,
        };
        self.entrants.iter().map(entrant).collect()
    }

    /// For how long a table waits, in milliseconds.
    pub fn wait(&self) -> i64 {
        i64::from(self.terms.wait.unwrap_or(USUAL_WAIT)) * 1000
    }

    /// The number of the entrant that a person is.
    pub fn entrant_of(&self, user: &str) -> Option<usize> {
        self.entrants.iter().position(|entrant| entrant.user.as_deref() == Some(user))
    }
}

/// How a table ended, from its row alone.
fn outcome(pairing: &PairingRow, result: Option<&TableResult>, seats: usize) -> Option<Outcome> {
    let read = |text: &Option<String>| -> Option<Vec<u8>> {
        text.as_deref()
            .and_then(|text| serde_json::from_str(text).ok())
            .filter(|places: &Vec<u8>| places.len() == seats)
    };
    if pairing.table.is_none() {
        return read(&pairing.places).map(|places| Outcome { places, played: false });
    }
    match result.map(|result| result.status) {
        Some(Status::Waiting | Status::Playing) => None,
        Some(Status::Over) => {
            let places = result.and_then(|result| read(&result.places));
            Some(Outcome { places: places.unwrap_or_else(|| vec![1; seats]), played: true })
        }
        // Nobody could play it to its end: it is nobody's fault unless its row says whose.
        Some(Status::Aborted) | None => {
            let places = result.and_then(|result| read(&result.places));
            Some(Outcome { places: places.unwrap_or_else(|| vec![1; seats]), played: false })
        }
    }
}

/// What is played in a tournament.
fn terms_of(row: &TournamentRow) -> Result<EventTerms> {
    let terms = serde_json::from_str(&row.terms);
    Ok(terms.map_err(|error| {
        tracing::error!(tournament = row.id, %error, "a stored tournament cannot be read");
        Refusal::damaged()
    })?)
}

/// How a tournament goes, with so many entrants.
fn plan_of(server: &Server, terms: &EventTerms, entrants: usize) -> Result<Plan> {
    let kind = server.kind(&terms.game).ok_or_else(Refusal::no_such)?;
    let setup = Setup { seats: terms.seats, options: terms.options.clone() };
    let game = kind.start(&setup)?;
    let teams = game::Seat::all(terms.seats).map(|seat| game.team(seat).0).collect();
    let format = match terms.format {
        EventFormat::RoundRobin => Format::RoundRobin,
        EventFormat::Swiss => Format::Swiss,
        EventFormat::Arena => Format::Arena,
    };
    let usual = tournament::usual_rounds(format, usize::from(terms.seats), entrants);
    let rounds = if format == Format::Arena { 0 } else { terms.rounds.unwrap_or(usual) };
    Ok(Plan { format, teams, rounds })
}
