//! What networks see of EX*PION, and where they are.
//!
//! The board is turned so that the side to act goes up and down; where its colours, or those of the next adversary, belong
//! to different seats, it is flipped so that the seat to act begins at the top and the next adversary at the right. A
//! marble is seen where it stands and, near the ball, where it stands from the ball. What the evaluation counts is seen too.

use crate::board::{Cells, STRIDE, Side};
use crate::position::{Expion, FirstCapture, MovableMarbles};
use game::Seat;
use search::{InputShape, Inputs, NetworkSlot, WeightedEvaluation};

/// The networks for 2, 3 and 4 seats: none so far plays better than without.
static NETWORKS: [NetworkSlot; 3] = [NetworkSlot::new(&[]), NetworkSlot::new(&[]), NetworkSlot::new(&[])];

const AREA: usize = 49;
/// Marbles in the area: by side and rank, by cell.
const OUT: usize = 0;
/// Marbles at most three rows and columns from the ball.
const NEAR: usize = OUT + 4 * AREA;
/// Full and empty places of each camp.
const HOME: usize = NEAR + 4 * AREA;
const BALL: usize = HOME + 4 * 128;
const QUIET: usize = BALL + AREA;
const CAPTURED: usize = QUIET + 8;
/// The counts of both sides: those that do not depend on whose turn it is.
const COUNTS: usize = CAPTURED + 2;
const COUNTED: usize = 14;
/// The values of a count that are told apart.
const VALUES: usize = 16;
const ROWS: usize = COUNTS + 2 * COUNTED * VALUES;
/// The most rows of a position: marbles twice, camps, ball, quiet, captured, counts.
const SLOTS: usize = 2 * 28 + 4 + 3 + 2 * COUNTED;
/// By the marbles that are left, and at three seats by who is to act.
const BUCKETS: usize = 8;

/// The count of this number is so much larger that it is divided: the cells that marbles can go to.
const MOVES: usize = 4;

/// How the board is turned.
#[derive(Copy, Clone)]
struct Frame {
    /// Rows become columns.
    is_transposed: bool,
    /// Afterwards, up becomes down.
    flips_rows: bool,
    /// Left becomes right.
    flips_columns: bool,
}

impl Frame {
    fn of(game: &Expion, own: &MovableMarbles) -> Frame {
        // A seat with one of two colours, the one that rises.
        let rises = |movable: &MovableMarbles| movable.owns[0] == 0;
        let next = match game.seats {
            3 if game.next == Seat(0) => game.ally,
            3 => Seat(0),
            seats => game.next.next(seats),
        };
        Frame {
            is_transposed: own.side == Side::EastWest,
            flips_rows: rises(own),
            flips_columns: rises(&MovableMarbles::of(game.seats, next)),
        }
    }

    /// The place of a cell of the area, row by row.
    #[inline]
    fn place(self, bit: u32) -> usize {
        let (mut row, mut column) = (bit as usize / STRIDE as usize, bit as usize % STRIDE as usize - 1);
        if self.is_transposed {
            (row, column) = (column, row);
        }
        if self.flips_rows {
            row = 6 - row;
        }
        if self.flips_columns {
            column = 6 - column;
        }
        7 * row + column
    }
}

/// The bits of a set, from the lowest.
#[inline]
fn bits(mut cells: Cells) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (cells != 0).then(|| cells.trailing_zeros());
        cells &= cells.wrapping_sub(1);
        bit
    })
}

impl Expion {
    pub(crate) fn slot_of_network(&self) -> &'static NetworkSlot {
        &NETWORKS[usize::from(self.seats) - 2]
    }

    #[inline]
    pub(crate) fn network_inputs(&self, inputs: &mut Inputs) {
        inputs.clear();
        let own = MovableMarbles::of(self.seats, self.next);
        inputs.seat = self.next;
        let frame = Frame::of(self, &own);
        let ball = frame.place(self.ball.index());
        let (ball_row, ball_column) = (ball / 7, ball % 7);
        let mut marbles = 0;
        for (of, side) in [own.side, own.side.other()].into_iter().enumerate() {
            let flips = if of == 0 { frame.flips_rows } else { frame.flips_columns };
            for rank in 0..2 {
                let seen = 2 * of + (rank ^ usize::from(flips));
                let out = self.out[side as usize][rank];
                marbles += out.count_ones();
                for bit in bits(out) {
                    let place = frame.place(bit);
                    inputs.push(OUT + seen * AREA + place);
                    let row = (place / 7 + 3).wrapping_sub(ball_row);
                    let column = (place % 7 + 3).wrapping_sub(ball_column);
                    if row < 7 && column < 7 {
                        inputs.push(NEAR + seen * AREA + 7 * row + column);
                    }
                }
                let home = self.home_places(side, rank);
                marbles += home.count_ones();
                let turns_round = if of == 0 { frame.flips_columns } else { frame.flips_rows };
                let home = if turns_round { home.reverse_bits() >> 1 } else { home };
                inputs.push(HOME + seen * 128 + usize::from(home));
            }
        }
        inputs.push(BALL + ball);
        inputs.push(QUIET + usize::from(self.quiet / 25).min(7));
        inputs.push(CAPTURED + usize::from(self.first_capture == FirstCapture::Done));
        for (of, side) in [own.side, own.side.other()].into_iter().enumerate() {
            let seat = self.seats_of(side).first().expect("a side has a seat");
            let counts = self.counts(seat);
            for (number, count) in counts.into_iter().take(COUNTED).enumerate() {
                let count = if number == MOVES { count / 3 } else { count };
                inputs.push(
                    COUNTS + (of * COUNTED + number) * VALUES + count.clamp(0, VALUES as i32 - 1) as usize,
                );
            }
        }
        let is_ally = self.seats == 3 && self.next != Seat(0);
        inputs.bucket = [0, 0, 0, 1, 1, 2, 2, 3][(marbles / 4) as usize & 7] + 4 * u8::from(is_ally);
    }

    /// The full places of a camp, seven bits from the left or from below.
    #[inline]
    fn home_places(&self, side: Side, rank: usize) -> u8 {
        let home = self.home[side as usize];
        match side {
            Side::NorthSouth => (home >> (if rank == 0 { 6 * STRIDE } else { 0 } + 1) & 0x7f) as u8,
            Side::EastWest => {
                let column = home >> if rank == 0 { 7 } else { 1 };
                (0..7).fold(0, |places, row| places | ((column >> (STRIDE * row) & 1) as u8) << row)
            }
        }
    }

    pub(crate) fn network_shape(&self) -> InputShape {
        // With one colour a seat, the way of the board says who is who.
        let views = if self.seats == 2 { 4 } else { 1 };
        let symmetries = (0..views).map(|view: usize| symmetry(view & 1 != 0, view & 2 != 0));
        InputShape {
            name: format!("expion, {} seats, inputs 1", self.seats),
            rows: ROWS,
            slots: SLOTS,
            every: (QUIET, 8),
            buckets: BUCKETS,
            outputs: 1,
            symmetries: symmetries.collect(),
        }
    }
}

/// The row that each row becomes when the board is flipped.
fn symmetry(flips_rows: bool, flips_columns: bool) -> Vec<u16> {
    let mut rows = InputShape::identity(ROWS);
    let frame = Frame { is_transposed: false, flips_rows, flips_columns };
    let flipped = |place: usize| frame.place((STRIDE as usize * (place / 7) + place % 7 + 1) as u32);
    for seen in 0..4 {
        let flips = if seen < 2 { flips_rows } else { flips_columns };
        let after = seen ^ usize::from(flips);
        for place in 0..AREA {
            for first in [OUT, NEAR] {
                rows[first + seen * AREA + place] = (first + after * AREA + flipped(place)) as u16;
            }
        }
        let turns_round = if seen < 2 { flips_columns } else { flips_rows };
        for places in 0..128_u8 {
            let turned = if turns_round { places.reverse_bits() >> 1 } else { places };
            rows[HOME + seen * 128 + usize::from(places)] = (HOME + after * 128 + usize::from(turned)) as u16;
        }
    }
    for place in 0..AREA {
        rows[BALL + place] = (BALL + flipped(place)) as u16;
    }
    rows
}
