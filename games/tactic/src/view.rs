//! The view that boards draw.

use crate::board::{Kind, Station, Stations};
use crate::effect::QUIET_TURNS;
use crate::legal::Legal;
use crate::position::Tactic;
use crate::variant::Variant;
use game::{BySeat, Seat};
use serde::Serialize;
use std::sync::LazyLock;

/// Everything that a board needs to draw; Tactic has no secrets, so all viewers see the same.
#[cfg_attr(test, derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize)]
pub struct View {
    /// The stations and tracks: always the same.
    board: &'static Board,
    /// The pieces on the board.
    pieces: Vec<Piece>,
    /// The guards that each seat has yet to enter.
    reserve: BySeat<u8>,
    /// The points that each seat has.
    points: BySeat<u8>,
    /// The variant that is played.
    variant: Variant,
    /// The seat to act, until the game is over.
    next: Option<Seat>,
    /// What it has already done in this turn, as the position's notation says it.
    begun: String,
    /// Whether it must lose something (T12, T18, T19).
    penalty: bool,
    /// Its patrols that have not arrived and have no step.
    blocked: Vec<String>,
    /// The patrols that are making an aller-retour.
    shuttles: Vec<Shuttling>,
    /// T17: after so many more turns without a forward step the game ends.
    quiet_left: u8,
    /// T17: as many as that end it.
    quiet_limit: u8,
    /// The article that ended the game.
    end: Option<&'static str>,
}

/// The board as it is drawn. Short, because every view carries it.
#[cfg_attr(test, derive(ts_rs::TS))]
#[derive(Debug, Serialize)]
struct Board {
    /// For each line from 1, the distances of its stations from the left edge, in half units.
    x: Vec<Vec<u8>>,
    /// For each line from 1, what its stations are.
    kind: Vec<Vec<Kind>>,
    /// The tracks, each as its two ends, `1a-2a`, with spaces between.
    tracks: String,
}

static BOARD: LazyLock<Board> = LazyLock::new(|| {
    let by_line = |line| Station::on_line(line).collect::<Vec<_>>();
    // Tracks that lead up or to the right, so that each is named once.
    let tracks = |from: Station| {
        let (forward, lateral) = from.tracks();
        let right = Station::each(lateral).filter(move |to| to.x() > from.x());
        Station::each(forward).chain(right).map(move |to| format!("{from}-{to}"))
    };
    Board {
        x: (1..=13).map(|line| by_line(line).iter().map(|station| station.x()).collect()).collect(),
        kind: (1..=13).map(|line| by_line(line).iter().map(|station| station.kind()).collect()).collect(),
        tracks: Station::all().flat_map(tracks).collect::<Vec<_>>().join(" "),
    }
});

/// A piece on the board.
#[cfg_attr(test, derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize)]
struct Piece {
    station: String,
    seat: Seat,
    role: Role,
}

/// What a piece is, and whether a patrol's journey is over.
#[cfg_attr(test, derive(ts_rs::TS))]
#[derive(Copy, Clone, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
enum Role {
    Patrol,
    Arrived,
    Guard,
}

/// A patrol that goes to and fro.
#[cfg_attr(test, derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize)]
struct Shuttling {
    seat: Seat,
    between: [String; 2],
    turns: u8,
}

impl View {
    pub(crate) fn of(position: &Tactic) -> View {
        let blocked = if position.end.is_none() { position.blocked() } else { Vec::new() };
        let shuttling = |seat| {
            position.shuttles(seat).map(move |shuttle| Shuttling {
                seat,
                between: [shuttle.away.to_string(), shuttle.at.to_string()],
                turns: shuttle.turns,
            })
        };
        View {
            board: &BOARD,
            pieces: Station::all().filter_map(|station| piece(position, station)).collect(),
            reserve: BySeat::new(2, |seat| position.reserve(seat)),
            points: position.points(),
            variant: position.variant,
            next: position.end.is_none().then_some(position.next),
            begun: position.begun.to_string(),
            penalty: position.end.is_none() && matches!(position.legal(), Legal::Penalty(_)),
            blocked: blocked.iter().map(ToString::to_string).collect(),
            shuttles: Seat::all(2).flat_map(shuttling).collect(),
            quiet_left: QUIET_TURNS - position.quiet,
            quiet_limit: QUIET_TURNS,
            end: position.end.and_then(|end| end.article()),
        }
    }
}

fn piece(position: &Tactic, station: Station) -> Option<Piece> {
    let on = |stations: Stations| stations & station.bit() != 0;
    Seat::all(2).find_map(|seat| {
        let role = if on(position.arrived(seat)) {
            Role::Arrived
        } else if on(position.patrols(seat)) {
            Role::Patrol
        } else if on(Stations::from(position.guards(seat))) {
            Role::Guard
        } else {
            return None;
        };
        Some(Piece { station: station.to_string(), seat, role })
    })
}

#[cfg(test)]
mod tests {
    use super::View;

    #[test]
    fn the_types_of_the_page_are_current() {
        testkit::Declarations::of::<View>().check(concat!(env!("CARGO_MANIFEST_DIR"), "/web/types.ts"));
    }
}
