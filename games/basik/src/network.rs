//! What networks see of Basik, from the seat to act, and where they are.
//!
//! Between two seats: each two cells side by side as one number, who holds each square of four cells, the reserves, and how
//! long nothing happened. Among more, where that would be too much: each cell, who holds each two cells side by side.

use crate::board::side;
use crate::position::Basik;
use search::{InputShape, Inputs, NetworkSlot};

/// The networks for 2, 3 and 4 seats, where they were measured to play better than without.
static NETWORKS: [NetworkSlot; 3] = [
    NetworkSlot::new(include_bytes!("../networks/2-seats.net")),
    NetworkSlot::new(include_bytes!("../networks/3-seats.net")),
    NetworkSlot::new(&[]),
];

/// How many numbers of turns without a placement or a removed pile are told apart (B19), eight turns each.
const QUIETS: usize = 8;
/// Buckets, by the smallest reserve (B16).
const BUCKETS: usize = 8;

/// How the rows are divided among the kinds of inputs.
#[derive(Copy, Clone)]
struct Layout {
    seats: usize,
    side: usize,
    /// Contents of a cell that a pair tells apart.
    states: usize,
    cells: usize,
    pairs: usize,
    squares: usize,
    reserves: usize,
    quiets: usize,
    rows: usize,
}

/// Who holds the four cells of a square: nobody, the seat to act, or another.
const HOLDERS: usize = 81;

impl Layout {
    const fn of(seats: u8) -> Self {
        let (count, side) = (seats as usize, side(seats) as usize);
        let pairs = 2 * side * (side - 1);
        let is_small = seats == 2;
        let states = if is_small { 8 } else { 1 + count };
        let cells = 0;
        let first_pair = if is_small { 0 } else { side * side * (1 + 3 * count) };
        let squares = first_pair + pairs * states * states;
        let reserves = squares + if is_small { (side - 1) * (side - 1) * HOLDERS } else { 0 };
        let quiets = reserves + count * 21;
        let rows = quiets + QUIETS;
        Layout { seats: count, side, states, cells, pairs: first_pair, squares, reserves, quiets, rows }
    }

    /// The pairs of cells side by side: those of rows, then those of columns.
    fn pairs(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let side = self.side;
        let across = (0..side * (side - 1)).map(move |at| {
            let left = at / (side - 1) * side + at % (side - 1);
            (left, left + 1)
        });
        across.chain((0..side * (side - 1)).map(move |below| (below, below + side)))
    }

    /// The squares of four cells.
    fn squares(&self) -> impl Iterator<Item = [usize; 4]> + use<> {
        let side = self.side;
        (0..(side - 1) * (side - 1)).map(move |at| {
            let corner = at / (side - 1) * side + at % (side - 1);
            [corner, corner + 1, corner + side, corner + side + 1]
        })
    }
}

static LAYOUTS: [Layout; 3] = [Layout::of(2), Layout::of(3), Layout::of(4)];

/// The bit of each cell of a board, row by row.
static BITS: [[u8; 25]; 2] = [bits(4), bits(5)];

const fn bits(side: u8) -> [u8; 25] {
    let (mut bits, mut cell) = ([0; 25], 0);
    while cell < side * side {
        bits[cell as usize] = cell / side * crate::board::STRIDE + cell % side;
        cell += 1;
    }
    bits
}

/// The number of a square's holders, from four bits of the seat to act and four of the others.
static HOLDERS_OF: [u8; 256] = {
    let (mut numbers, mut code) = ([0; 256], 0);
    while code < 256 {
        let (mut number, mut cell) = (0, 4);
        while cell > 0 {
            cell -= 1;
            let holder = if code >> cell & 1 != 0 { 1 } else { (code >> (4 + cell) & 1) * 2 };
            number = 3 * number + holder;
        }
        numbers[code] = number as u8;
        code += 1;
    }
    numbers
};

impl Basik {
    fn layout(&self) -> &'static Layout {
        &LAYOUTS[usize::from(self.seats) - 2]
    }

    pub(crate) fn slot_of_network(&self) -> &'static NetworkSlot {
        &NETWORKS[usize::from(self.seats) - 2]
    }

    #[inline]
    pub(crate) fn network_inputs(&self, inputs: &mut Inputs) {
        inputs.clear();
        inputs.seat = self.next;
        let least = self.reserve[..usize::from(self.seats)].iter().copied().fold(20, u8::min);
        inputs.bucket = [0, 0, 1, 1, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6, 7, 7, 7][usize::from(least)];
        match self.seats {
            2 => self.small_inputs(&LAYOUTS[0], inputs),
            _ => self.large_inputs(self.layout(), inputs),
        }
        let layout = self.layout();
        for (slot, reserve) in self.reserve[..layout.seats].iter().enumerate() {
            inputs.push(layout.reserves + 21 * slot + usize::from(*reserve));
        }
        inputs.push(layout.quiets + usize::from(self.quiet / 8).min(QUIETS - 1));
    }

    #[inline]
    fn small_inputs(&self, layout: &Layout, inputs: &mut Inputs) {
        let (own, other) = (self.colour[0], self.colour[1]);
        let states: [usize; 16] = std::array::from_fn(|cell| {
            let bit = BITS[0][cell];
            (self.low >> bit & 1 | (self.high >> bit & 1) << 1 | (other >> bit & 1) << 2) as usize
        });
        let mut first = layout.pairs;
        for row in 0..4 {
            for column in 0..3 {
                inputs.push(first + states[4 * row + column] * 8 + states[4 * row + column + 1]);
                first += 64;
            }
        }
        for below in 0..12 {
            inputs.push(first + states[below] * 8 + states[below + 4]);
            first += 64;
        }
        let mut first = layout.squares;
        for row in 0..3 {
            for column in 0..3 {
                let shift = 6 * row + column;
                let four = |cells: u32| (cells >> shift & 3 | cells >> (shift + 4) & 12) as usize;
                inputs.push(first + usize::from(HOLDERS_OF[four(own) | four(other) << 4]));
                first += HOLDERS;
            }
        }
    }

    #[inline]
    fn large_inputs(&self, layout: &Layout, inputs: &mut Inputs) {
        // Nobody, or the seat so many turns ahead, and one.
        let mut holders = [0; 25];
        for (cell, holder) in holders.iter_mut().enumerate() {
            let bit = BITS[1][cell];
            let height = (self.low >> bit & 1 | (self.high >> bit & 1) << 1) as usize;
            let by = |slot: usize| (self.colour[slot] >> bit & 1) as usize * (slot + 1);
            *holder = by(0) + by(1) + by(2) + by(3);
            let state = if *holder == 0 { 0 } else { 3 * (*holder - 1) + height };
            inputs.push(layout.cells + cell * (1 + 3 * layout.seats) + state);
        }
        let mut first = layout.pairs;
        let squared = layout.states * layout.states;
        for row in 0..5 {
            for column in 0..4 {
                inputs
                    .push(first + holders[5 * row + column] * layout.states + holders[5 * row + column + 1]);
                first += squared;
            }
        }
        for below in 0..20 {
            inputs.push(first + holders[below] * layout.states + holders[below + 5]);
            first += squared;
        }
    }

    pub(crate) fn network_shape(&self) -> InputShape {
        let layout = self.layout();
        let cells = layout.side * layout.side;
        let shape = InputShape {
            name: format!("basik, {} seats, inputs 1", self.seats),
            rows: layout.rows,
            slots: match self.seats {
                2 => 24 + 9 + 2 + 1,
                seats => 25 + 40 + usize::from(seats) + 1,
            },
            every: (layout.quiets, QUIETS),
            buckets: BUCKETS,
            outputs: if self.seats == 2 { 1 } else { layout.seats },
            symmetries: Vec::new(),
        };
        let views = (0..8).map(|view| {
            let turned = |cell: usize| {
                let last = layout.side - 1;
                let (mut row, mut column) = (cell / layout.side, cell % layout.side);
                if view & 1 != 0 {
                    row = last - row;
                }
                if view & 2 != 0 {
                    column = last - column;
                }
                if view & 4 != 0 { column * layout.side + row } else { row * layout.side + column }
            };
            let to: Vec<usize> = (0..cells).map(turned).collect();
            layout.symmetry(&to)
        });
        InputShape { symmetries: views.collect(), ..shape }
    }
}

impl Layout {
    /// The row that each row becomes when each cell becomes another.
    fn symmetry(&self, to: &[usize]) -> Vec<u16> {
        let mut rows = InputShape::identity(self.rows);
        if self.pairs > 0 {
            let states = 1 + 3 * self.seats;
            for (from, to) in to.iter().enumerate() {
                for state in 0..states {
                    rows[self.cells + from * states + state] = (self.cells + to * states + state) as u16;
                }
            }
        }
        let pairs: Vec<(usize, usize)> = self.pairs().collect();
        let squared = self.states * self.states;
        for (number, (one, other)) in pairs.iter().enumerate() {
            let [one, other] = [to[*one], to[*other]];
            let place = |pair| pairs.iter().position(|known| *known == pair);
            for code in 0..squared {
                let (first, second) = (code / self.states, code % self.states);
                let (place, code) = match (place((one, other)), place((other, one))) {
                    (Some(place), _) => (place, first * self.states + second),
                    (None, place) => (place.expect("a pair stays a pair"), second * self.states + first),
                };
                rows[self.pairs + number * squared + first * self.states + second] =
                    (self.pairs + place * squared + code) as u16;
            }
        }
        if self.reserves > self.squares {
            let squares: Vec<[usize; 4]> = self.squares().collect();
            for (number, cells) in squares.iter().enumerate() {
                let moved = cells.map(|cell| to[cell]);
                let is_same = |known: &[usize; 4]| moved.iter().all(|cell| known.contains(cell));
                let place = squares.iter().position(is_same).expect("a square stays a square");
                for code in 0..HOLDERS {
                    let mut after = 0;
                    for (cell, moved) in moved.iter().enumerate() {
                        let digit = code / 3_usize.pow(cell as u32) % 3;
                        let at = squares[place].iter().position(|known| known == moved);
                        after += digit * 3_usize.pow(at.expect("it is in the square") as u32);
                    }
                    rows[self.squares + number * HOLDERS + code] =
                        (self.squares + place * HOLDERS + after) as u16;
                }
            }
        }
        rows
    }
}
