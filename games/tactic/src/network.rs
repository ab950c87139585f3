//! What networks see of Tactic, from the home of the seat to act, and where they are.
//!
//! A patrol is seen where it stands, with what is free before it and beside it; so are guards, reserves, what the turn has
//! done so far and what the rules remember. What the evaluation counts is seen too.

use crate::board::{STATIONS, Station, Stations, TRACKS, TRANSITS};
use crate::position::{Begun, Tactic};
use game::Seat;
use search::{InputShape, Inputs, NetworkSlot, WeightedEvaluation};
use std::sync::LazyLock;

/// The networks of the variants, in their order, where they were measured to play better than without.
static NETWORKS: [NetworkSlot; 3] = [
    NetworkSlot::new(include_bytes!("../networks/base.net")),
    NetworkSlot::new(include_bytes!("../networks/capture.net")),
    NetworkSlot::new(&[]),
];

/// Patrols: whose, where, what is free: left before it, right before it, beside it.
const PATROLS: usize = 0;
const GUARDS: usize = PATROLS + 2 * STATIONS * 8;
const RESERVES: usize = GUARDS + 2 * TRANSITS;
const BEGUN: usize = RESERVES + 2 * 3;
const SHUTTLES: usize = BEGUN + 3 + 2 * STATIONS;
const QUIET: usize = SHUTTLES + 2 * 7;
/// The counts of both sides: all but the steps that are left and whose turn it is.
const COUNTS: usize = QUIET + 8;
const COUNTED: usize = 22;
/// The values of a count that are told apart.
const VALUES: usize = 16;
const ROWS: usize = COUNTS + 2 * COUNTED * VALUES;
/// The most rows of a position: patrols, guards, reserves, begun, shuttles, quiet, counts.
const SLOTS: usize = 6 + 4 + 2 + 1 + 2 + 1 + 2 * COUNTED;
/// By the lines that the leading seat has yet to cross.
const BUCKETS: usize = 8;

/// The count of this number is divided: the lines crossed, 36 at most.
const LINES: usize = 0;

/// For either seat, the stations to the left and to the right before each station, in sets.
static BEFORE: LazyLock<[[[Stations; 2]; STATIONS]; 2]> = LazyLock::new(|| {
    let before = |seat: usize, from: Station, is_left: bool| {
        let ahead = Station::each(TRACKS[seat][from.index()].forward);
        ahead.filter(|to| (to.x() < from.x()) == is_left).fold(0, |set, to| set | to.bit())
    };
    [0, 1].map(|seat| {
        std::array::from_fn(|number| {
            [true, false].map(|is_left| before(seat, Station(number as u8), is_left))
        })
    })
});

impl Tactic {
    pub(crate) fn slot_of_network(&self) -> &'static NetworkSlot {
        &NETWORKS[self.variant as usize]
    }

    #[inline]
    pub(crate) fn network_inputs(&self, inputs: &mut Inputs) {
        inputs.clear();
        inputs.seat = self.next;
        let me = self.next.index();
        let free = self.free();
        // Seat 1 sees the board from the other end.
        let seen = |station: Station| if me == 0 { station } else { station.mirrored() };
        for (of, seat) in [me, 1 - me].into_iter().enumerate() {
            for patrol in Station::each(self.patrols[seat]) {
                let [left, right] = BEFORE[seat][patrol.index()];
                let beside = TRACKS[seat][patrol.index()].lateral;
                let is_free = |stations: Stations| usize::from(stations & free != 0);
                let ways = is_free(left) | is_free(right) << 1 | is_free(beside) << 2;
                inputs.push(PATROLS + ((of * STATIONS) + seen(patrol).index()) * 8 + ways);
            }
            for guard in Station::each(Stations::from(self.guards[seat])) {
                inputs.push(GUARDS + of * TRANSITS + seen(guard).index());
            }
            inputs.push(RESERVES + of * 3 + usize::from(self.reserve[seat]).min(2));
            let turns = self.shuttles[seat].iter().map(|shuttle| shuttle.turns).max().unwrap_or(0);
            inputs.push(SHUTTLES + of * 7 + usize::from(turns).min(6));
        }
        inputs.push(
            BEGUN
                + match self.begun {
                    Begun::Nothing => 0,
                    Begun::Paid => 1,
                    Begun::Guard => 2,
                    Begun::Forward { at } => 3 + seen(at).index(),
                    Begun::Lateral { to, .. } => 3 + STATIONS + seen(to).index(),
                },
        );
        inputs.push(QUIET + usize::from(self.quiet / 8).min(7));
        for (of, seat) in [me, 1 - me].into_iter().enumerate() {
            for (number, count) in self.counts(Seat(seat as u8)).into_iter().take(COUNTED).enumerate() {
                let count = if number == LINES { count / 3 } else { count };
                inputs.push(
                    COUNTS + (of * COUNTED + number) * VALUES + count.clamp(0, VALUES as i32 - 1) as usize,
                );
            }
        }
        inputs.bucket = (self.lines_left(0).min(self.lines_left(1)) / 4).clamp(0, BUCKETS as i32 - 1) as u8;
    }

    pub(crate) fn network_shape(&self) -> InputShape {
        InputShape {
            name: format!("tactic, {}, inputs 1", self.variant.id()),
            rows: ROWS,
            slots: SLOTS,
            every: (QUIET, 8),
            buckets: BUCKETS,
            outputs: 1,
            symmetries: vec![InputShape::identity(ROWS), flipped()],
        }
    }
}

/// The row that each row becomes when left becomes right.
fn flipped() -> Vec<u16> {
    let mut rows = InputShape::identity(ROWS);
    for station in Station::all() {
        let mut line = Station::on_line(station.line());
        let other = line.find(|other| other.x() == 12 - station.x()).expect("lines are symmetrical");
        for of in 0..2 {
            for ways in 0..8 {
                let swapped = ways & 4 | (ways & 1) << 1 | ways >> 1 & 1;
                rows[PATROLS + (of * STATIONS + station.index()) * 8 + ways] =
                    (PATROLS + (of * STATIONS + other.index()) * 8 + swapped) as u16;
            }
            if station.index() < TRANSITS {
                rows[GUARDS + of * TRANSITS + station.index()] =
                    (GUARDS + of * TRANSITS + other.index()) as u16;
            }
            let begun = BEGUN + 3 + of * STATIONS;
            rows[begun + station.index()] = (begun + other.index()) as u16;
        }
    }
    rows
}
