//! Tactic as numbers: the ids of its actions, and what an observation holds.

use crate::Action;
use crate::board::{BOARD, Kind, STATIONS, Station, Stations, TRACKS, TRANSITS, Transits};
use crate::effect::QUIET_TURNS;
use crate::legal::Legal;
use crate::position::{Begun, GUARDS, Tactic};
use crate::shuttle::SHUTTLE_TURNS;
use crate::variant::Variant;
use game::Seat;
use search::{Encoding, Plane, Symmetry};
use std::sync::LazyLock;

/// The lines, and the half units across the board.
const LINES: usize = 13;
const WIDTH: usize = 13;

/// The actions of a variant in the order of their ids: what goes from a station to another; entries; losses of what stands
/// somewhere; the loss of a guard of the reserve, where guards are lost; the pass. Stations are in the order 1a, 1b, …
struct Ids {
    universe: Vec<Action>,
    moves: [[u16; STATIONS]; STATIONS],
    entries: [u16; TRANSITS],
    losses: [u16; STATIONS],
}

static IDS: [LazyLock<Ids>; 3] = [
    LazyLock::new(|| Ids::of(Variant::Base)),
    LazyLock::new(|| Ids::of(Variant::Capture)),
    LazyLock::new(|| Ids::of(Variant::Passage)),
];

impl Ids {
    fn of(variant: Variant) -> Ids {
        let mut ids = Ids {
            universe: Vec::new(),
            moves: [[0; STATIONS]; STATIONS],
            entries: [0; TRANSITS],
            losses: [0; STATIONS],
        };
        let is_transit = |station: Station| station.kind() == Kind::Transit;
        for from in Station::all() {
            for to in Station::all() {
                let steps = TRACKS.iter().map(|tracks| &tracks[from.index()]);
                let reached = steps.fold(0, |all, tracks| all | tracks.forward | tracks.lateral);
                // T4, T7: a patrol follows the tracks, a guard jumps from any transit station to any other.
                let jumps = is_transit(from) && is_transit(to) && from != to;
                if jumps || reached & to.bit() != 0 {
                    ids.moves[from.index()][to.index()] = ids.universe.len() as u16;
                    ids.universe.push(Action::Move { from, to });
                }
            }
        }
        for to in Station::all().filter(|station| is_transit(*station)) {
            ids.entries[to.index()] = ids.universe.len() as u16;
            ids.universe.push(Action::Enter(to));
        }
        // T12, T18, T19: patrols are lost in the capture of patrols, guards in the other games.
        for station in Station::all().filter(|station| variant == Variant::Capture || is_transit(*station)) {
            ids.losses[station.index()] = ids.universe.len() as u16;
            ids.universe.push(Action::Lose(station));
        }
        if variant != Variant::Capture {
            ids.universe.push(Action::LoseReserve);
        }
        ids.universe.push(Action::Pass);
        ids
    }
}

impl Tactic {
    fn ids(&self) -> &'static Ids {
        &IDS[self.variant as usize]
    }
}

/// The value of an observation's plane for a station.
fn place(station: Station) -> usize {
    (usize::from(station.line()) - 1) * WIDTH + usize::from(station.x())
}

static PLACES: LazyLock<[u8; STATIONS]> =
    LazyLock::new(|| std::array::from_fn(|index| place(Station(index as u8)) as u8));

impl Encoding for Tactic {
    fn universe(&self) -> &'static [Action] {
        &self.ids().universe
    }

    #[inline]
    fn id(&self, action: &Action) -> usize {
        let ids = self.ids();
        match *action {
            Action::Move { from, to } => ids.moves[from.index()][to.index()].into(),
            Action::Enter(to) => ids.entries[to.index()].into(),
            Action::Lose(station) => ids.losses[station.index()].into(),
            Action::LoseReserve => ids.universe.len() - 2,
            Action::Pass => ids.universe.len() - 1,
        }
    }

    /// A row for each line from line 1, and a column for each half unit from the left: there are stations on some of them.
    fn grid(&self) -> (usize, usize) {
        (LINES, WIDTH)
    }

    fn planes(&self) -> Vec<Plane> {
        let guards = GUARDS as u8;
        [
            ("own patrols", 1),
            ("the other's patrols", 1),
            ("own guards", 1),
            ("the other's guards", 1),
            ("own guards in reserve", guards),
            ("the other's guards in reserve", guards),
            ("own turn", 1),
            ("the other's turn", 1),
            ("the turn has begun with a penalty", 1),
            ("the turn has begun with a guard", 1),
            ("the patrol that has stepped forward in this turn", 1),
            ("where the patrol stood that has stepped laterally in this turn", 1),
            ("where that patrol stands", 1),
            ("turns in a row without a forward step", QUIET_TURNS),
            ("passes in a row", 2),
            ("turns of an own patrol that goes to and fro, where it stands", SHUTTLE_TURNS),
            ("the same, where it comes from", SHUTTLE_TURNS),
            ("turns of the other's patrol that goes to and fro, where it stands", SHUTTLE_TURNS),
            ("the same, where it comes from", SHUTTLE_TURNS),
        ]
        .map(|(name, highest)| Plane::new(name, highest))
        .to_vec()
    }

    fn observe(&self, viewer: Seat, out: &mut [u8]) {
        out.fill(0);
        let places = &*PLACES;
        let mut planes = out.chunks_exact_mut(LINES * WIDTH);
        let mut next = || planes.next().expect("an observation has all planes");
        let seats = [viewer, Seat(1 - viewer.0)];
        let mark = |plane: &mut [u8], stations: Stations| {
            for station in Station::each(stations) {
                plane[usize::from(places[station.index()])] = 1;
            }
        };
        seats.iter().for_each(|seat| mark(next(), self.patrols(*seat)));
        seats.iter().for_each(|seat| mark(next(), self.guards(*seat).into()));
        seats.iter().for_each(|seat| next().fill(self.reserve(*seat)));
        seats.iter().for_each(|seat| next().fill(u8::from(self.end.is_none() && self.next == *seat)));
        next().fill(u8::from(self.begun == Begun::Paid));
        next().fill(u8::from(self.begun == Begun::Guard));
        let [forward, from, to] = match self.begun {
            Begun::Forward { at } => [at.bit(), 0, 0],
            Begun::Lateral { from, to } => [0, from.bit(), to.bit()],
            Begun::Nothing | Begun::Paid | Begun::Guard => [0; 3],
        };
        [forward, from, to].into_iter().for_each(|stations| mark(next(), stations));
        next().fill(self.quiet);
        next().fill(self.passes);
        for seat in seats {
            let [at, away] = [next(), next()];
            for shuttle in self.shuttles(seat) {
                at[place(shuttle.at)] = shuttle.turns;
                away[place(shuttle.away)] = shuttle.turns;
            }
        }
    }

    /// As it is, and with left and right exchanged.
    fn symmetries(&self) -> Vec<Symmetry> {
        let symmetry = |flips: bool| {
            let station = |station: Station| {
                let x = if flips { WIDTH as u8 - 1 - station.x() } else { station.x() };
                let mut line = Station::on_line(station.line());
                line.find(|other| other.x() == x).expect("both sides of the board are alike")
            };
            let action = |action: &Action| match *action {
                Action::Move { from, to } => Action::Move { from: station(from), to: station(to) },
                Action::Enter(to) => Action::Enter(station(to)),
                Action::Lose(lost) => Action::Lose(station(lost)),
                Action::LoseReserve => Action::LoseReserve,
                Action::Pass => Action::Pass,
            };
            let place = |row: usize, column: usize| (row, if flips { WIDTH - 1 - column } else { column });
            Symmetry::new(self, action, |plane| plane, place)
        };
        [false, true].map(symmetry).to_vec()
    }

    #[inline]
    fn write_mask(&self, out: &mut [u8]) {
        out.fill(0);
        if self.end.is_some() {
            return;
        }
        let ids = self.ids();
        let mut mark = |id: u16| out[usize::from(id)] = 1;
        match self.legal() {
            Legal::Steps(patrols, guards) => {
                for (from, to) in patrols.iter() {
                    mark(ids.moves[from.index()][to.index()]);
                }
                let each = |transits: Transits| Station::each(Stations::from(transits) & BOARD);
                each(guards.to[0]).for_each(|to| mark(ids.entries[to.index()]));
                for (from, open) in guards.from.into_iter().zip([guards.to[1], guards.to[2]]) {
                    each(open).for_each(|to| mark(ids.moves[from.index()][to.index()]));
                }
            }
            Legal::Penalty(penalty) => {
                Station::each(penalty.stations).for_each(|station| mark(ids.losses[station.index()]));
                if penalty.reserve > 0 {
                    mark(ids.universe.len() as u16 - 2);
                }
            }
            Legal::Pass => mark(ids.universe.len() as u16 - 1),
        }
    }
}
