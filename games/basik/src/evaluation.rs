//! The features of the evaluation; their weights are in `weights/`, one file for each number of seats.

use crate::board::{Cell, Cells, STRIDE, around, beside, side};
use crate::position::Basik;
use game::{BySeat, Seat};
use search::{Phase, WeightedEvaluation, read_weights};

/// The names of the features.
const FEATURES: [&str; 16] = [
    "cells",
    "twos",
    "threes",
    "corners",
    "edges",
    "sides",
    "entries",
    "own-entries",
    "narrow",
    "pinched",
    "pinched-in-turn",
    "exposed",
    "exposed-in-turn",
    "builders",
    "reserve",
    "turn",
];

/// B16: the phases, by the pawns left in the smallest reserve.
const PHASES: [&str; 4] = ["1-left", "4-left", "9-left", "20-left"];
const MARKS: [i32; 4] = [1, 4, 9, 20];
static PHASE_OF: [Phase; 21] = Phase::table(&MARKS);

const WEIGHTS: usize = FEATURES.len() * PHASES.len();
static TWO_SEATS: [i32; WEIGHTS] = read_weights(include_str!("../weights/2-seats.txt"), &FEATURES, &PHASES);
static THREE_SEATS: [i32; WEIGHTS] = read_weights(include_str!("../weights/3-seats.txt"), &FEATURES, &PHASES);
static FOUR_SEATS: [i32; WEIGHTS] = read_weights(include_str!("../weights/4-seats.txt"), &FEATURES, &PHASES);

impl WeightedEvaluation for Basik {
    const FEATURES: &'static [&'static str] = &FEATURES;
    const PHASES: &'static [&'static str] = &PHASES;
    type Counts = [i32; FEATURES.len()];

    #[inline]
    fn counts(&self, seat: Seat) -> Self::Counts {
        let ahead = seat.index() + usize::from(self.seats) - self.next.index();
        let slot = if ahead < usize::from(self.seats) { ahead } else { ahead - usize::from(self.seats) };
        self.counts_at(slot)
    }

    #[inline]
    fn phase(&self) -> Phase {
        let reserves = self.reserve[..usize::from(self.seats)].iter();
        PHASE_OF[usize::from(reserves.copied().fold(20, u8::min))]
    }

    #[inline]
    fn weights(&self) -> &'static [i32] {
        match self.seats {
            2 => &TWO_SEATS,
            3 => &THREE_SEATS,
            _ => &FOUR_SEATS,
        }
    }
}

impl Basik {
    /// The static evaluation for each seat.
    #[inline]
    pub(crate) fn static_evaluation(&self) -> BySeat<i32> {
        self.evaluate_with(self.weights())
    }

    /// The counts of the seat whose turn comes so many turns after the present one.
    #[inline(always)]
    fn counts_at(&self, slot: usize) -> [i32; FEATURES.len()] {
        let board = self.board();
        let occupied = self.occupied();
        let free = board & !occupied;
        let own = self.colour[slot];
        let adverse = occupied & !own;
        let (ones, twos, threes) = (!self.high, self.high & !self.low, self.high & self.low);
        // B9: the sides of a pile that are free or of its own colour keep it on the board.
        let open = OpenSides::of(free | own);
        let pinched = own & open.one & beside(free);
        // B14: where the seat may enter, and where only it may.
        let entries = free & beside(board & !adverse);
        let own_entries = free & !beside(board & !own);
        // B7: piles that a higher one stands beside.
        let exposed = own & (ones & around(adverse & self.high) | twos & around(adverse & threes));
        // B5: single pawns that can make a pile of two or three.
        let singles = own & ones;
        let builders = singles & around_each(own & !threes);
        let in_turn = i32::from(slot == 0);
        let count = |cells: Cells| cells.count_ones() as i32;
        let (pinched, exposed) = (count(pinched), count(exposed));
        let [edges, corners] = if self.seats == 2 { SMALL } else { LARGE };
        [
            count(own),
            count(own & twos),
            count(own & threes),
            count(own & corners),
            count(own & edges),
            count(beside(own) & free),
            count(entries),
            count(own_entries),
            count(own & open.two),
            pinched,
            pinched * in_turn,
            exposed,
            exposed * in_turn,
            count(builders),
            i32::from(self.reserve[slot]),
            in_turn,
        ]
    }
}

/// The cells that share a side or a corner with a cell of the set, be they in it or not (off the board too).
#[inline(always)]
const fn around_each(cells: Cells) -> Cells {
    let rows = cells | cells << STRIDE | cells >> STRIDE;
    rows << 1 | rows >> 1 | cells << STRIDE | cells >> STRIDE
}

/// The cells in so many of the board's four outermost rows and columns: 1 for its edges, 2 for its corners.
const fn outermost(seats: u8, count: u8) -> Cells {
    let last = side(seats) - 1;
    let (mut cells, mut at) = (0, 0);
    while at < side(seats) * side(seats) {
        let (column, row) = (at % side(seats), at / side(seats));
        if (column % last == 0) as u8 + (row % last == 0) as u8 == count {
            cells |= Cell::at(column, row).bit();
        }
        at += 1;
    }
    cells
}

/// The edges and the corners of both boards.
const SMALL: [Cells; 2] = [outermost(2, 1), outermost(2, 2)];
const LARGE: [Cells; 2] = [outermost(4, 1), outermost(4, 2)];

/// The cells with exactly one open side, and with exactly two.
struct OpenSides {
    one: Cells,
    two: Cells,
}

impl OpenSides {
    /// Counts sides for all cells at once: two half-adders, one for each axis.
    #[inline(always)]
    const fn of(open: Cells) -> Self {
        let (right, left, above, below) = (open >> 1, open << 1, open >> STRIDE, open << STRIDE);
        let (one_aside, two_aside) = (right ^ left, right & left);
        let (one_along, two_along) = (above ^ below, above & below);
        OpenSides {
            one: (one_aside ^ one_along) & !two_aside & !two_along,
            two: one_aside & one_along | two_aside & !(above | below) | two_along & !(right | left),
        }
    }
}
