//! A tournament as it travels.

use super::{Event, terms_of};
use crate::error::Result;
use crate::person::Person;
use crate::server::Server;
use protocol::{EventFrame, EventInfo, EventLine, EventStatus, EventTable, Refusal};
use store::{TournamentRow, TournamentStatus};

/// A tournament as lists show it.
pub(crate) fn info(
    server: &Server,
    row: &TournamentRow,
    entrants: usize,
    person: &Person,
) -> Result<EventInfo> {
    let terms = terms_of(row)?;
    let until = terms
        .minutes
        .zip(row.begun)
        .map(|(minutes, begun)| server.clock.unix(begun.plus(i64::from(minutes) * 60_000)).0);
    Ok(EventInfo {
        id: row.id.clone(),
        name: row.name.clone(),
        terms,
        status: match row.status {
            TournamentStatus::Open => EventStatus::Open,
            TournamentStatus::Playing => EventStatus::Playing,
            TournamentStatus::Over => EventStatus::Over,
            TournamentStatus::Cancelled => EventStatus::Cancelled,
        },
        created: row.created.0,
        starts: row.starts.map(|starts| starts.0),
        until,
        ended: row.ended.map(|ended| ended.0),
        entrants: u32::try_from(entrants).unwrap_or(u32::MAX),
        hosting: row.host == person.id,
        club: row.club.clone(),
    })
}

/// A tournament with its standings and tables, reckoned apart from the async runtime.
pub(crate) async fn shown(server: &Server, id: &str, person: &Person) -> Result<EventFrame> {
    let event = Event::load(server, id).await?.ok_or_else(Refusal::no_such)?;
    let (plan, field, games) = (event.plan.clone(), event.field(), event.games.clone());
    let standings = tokio::task::spawn_blocking(move || tournament::standings(&plan, &field, &games));
    let standings = standings.await.map_err(|_| Refusal::damaged())?;
    let line = |line: tournament::Line| {
        let entrant = &event.entrants[line.entrant as usize];
        EventLine {
            entrant: line.entrant,
            name: entrant.name.clone(),
            bot: entrant.bot.clone(),
            absent: entrant.absent,
            place: line.place,
            points: f64::from(line.points) / 2.0,
            played: line.played,
            won: line.won,
            idle: line.idle,
            buchholz: f64::from(line.buchholz) / 2.0,
            sonneborn: f64::from(line.sonneborn) / 4.0,
            direct: f64::from(line.direct) / 2.0,
            streak: line.streak,
        }
    };
    let table = |index: usize| {
        let (pairing, game) = (&event.pairings[index], &event.games[index]);
        let until =
            event.waiting.contains(&index).then(|| server.clock.unix(pairing.opened.plus(event.wait())).0);
        EventTable {
            round: game.round,
            entrants: game.entrants.clone(),
            table: pairing.table.clone(),
            places: game.outcome.as_ref().map(|outcome| outcome.places.clone()),
            forfeit: game.outcome.as_ref().is_some_and(|outcome| !outcome.played),
            until,
        }
    };
    Ok(EventFrame {
        event: info(server, &event.row, event.entrants.len(), person)?,
        round: event.games.last().map_or(0, |game| game.round),
        rounds: event.plan.rounds,
        lines: standings.into_iter().map(line).collect(),
        tables: (0..event.pairings.len()).map(table).collect(),
        own: event.entrant_of(&person.id).map(|number| number as u32),
    })
}
