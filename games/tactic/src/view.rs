//! What the board shows.

use crate::board::{Kind, Station, Stations};
use crate::position::Tactic;
use crate::variant::Variant;
use game::{BySeat, Game, Seat};
use serde::Serialize;

/// Everything that a board needs to draw; Tactic has no secrets, so all viewers see the same.
#[derive(Clone, Debug, Serialize)]
pub struct View {
    /// The stations, from 1a line by line.
    stations: Vec<Place>,
    /// The tracks, each as its two ends.
    tracks: Vec<[String; 2]>,
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
    /// What it may do, in notation.
    actions: Vec<String>,
    /// Its patrols that have not arrived and have no step.
    blocked: Vec<String>,
    /// The patrols that are making an aller-retour.
    shuttles: Vec<Shuttling>,
    /// Turns in a row without a forward step.
    quiet: u8,
    /// The article that ended the game.
    end: Option<&'static str>,
}

/// A station on the drawing.
#[derive(Clone, Debug, Serialize)]
struct Place {
    name: String,
    /// 1 to 13, the home of seat 0 first.
    line: u8,
    /// From the left edge, in half units: 0 to 12.
    x: u8,
    kind: Kind,
}

/// A piece on the board.
#[derive(Clone, Debug, Serialize)]
struct Piece {
    station: String,
    seat: Seat,
    role: Role,
}

/// What a piece is, and whether a patrol's journey is over.
#[derive(Copy, Clone, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
enum Role {
    Patrol,
    Arrived,
    Guard,
}

/// A patrol that goes to and fro.
#[derive(Clone, Debug, Serialize)]
struct Shuttling {
    seat: Seat,
    between: [String; 2],
    turns: u8,
}

impl View {
    pub(crate) fn of(position: &Tactic) -> View {
        let mut actions = Vec::new();
        let mut blocked = Vec::new();
        if position.end.is_none() {
            position.actions(position.next, &mut actions);
            blocked = position.blocked();
        }
        let shuttling = |seat| {
            position.shuttles(seat).map(move |shuttle| Shuttling {
                seat,
                between: [shuttle.away.to_string(), shuttle.at.to_string()],
                turns: shuttle.turns,
            })
        };
        View {
            stations: Station::all().map(place).collect(),
            tracks: Station::all().flat_map(tracks).collect(),
            pieces: Station::all().filter_map(|station| piece(position, station)).collect(),
            reserve: BySeat::new(2, |seat| position.reserve(seat)),
            points: position.points(),
            variant: position.variant,
            next: position.end.is_none().then_some(position.next),
            begun: position.begun.to_string(),
            actions: actions.iter().map(ToString::to_string).collect(),
            blocked: blocked.iter().map(ToString::to_string).collect(),
            shuttles: Seat::all(2).flat_map(shuttling).collect(),
            quiet: position.quiet,
            end: position.end.and_then(|end| end.article()),
        }
    }
}

fn place(station: Station) -> Place {
    Place { name: station.to_string(), line: station.line(), x: station.x(), kind: station.kind() }
}

/// The tracks that lead up or to the right, so that each is named once.
fn tracks(from: Station) -> impl Iterator<Item = [String; 2]> {
    let (forward, lateral) = from.tracks();
    let right = Station::each(lateral).filter(move |to| to.x() > from.x());
    Station::each(forward).chain(right).map(move |to| [from.to_string(), to.to_string()])
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
