//! The board: cells, neighbours, steps. Geometry only.

use std::fmt;

/// A set of cells, one bit each: bit `6 × row + column`. The sixth column never holds a cell, so that a shifted set
/// can't wrap from one row into the next.
pub type Cells = u32;

/// Bits from a cell to the one above it.
pub const STRIDE: u8 = 6;

/// Bits from a cell to its four neighbours above and to the right; the four others are these steps backward.
pub const STEPS: [u8; 4] = [1, STRIDE - 1, STRIDE, STRIDE + 1];

/// B1: the board of 4 × 4 cells for two seats, of 5 × 5 for three and four.
pub const fn board(seats: u8) -> Cells {
    if seats == 2 { 0o17_17_17_17 } else { 0o37_37_37_37_37 }
}

/// B1: how many cells a side of the board has.
pub const fn side(seats: u8) -> u8 {
    if seats == 2 { 4 } else { 5 }
}

/// B3: the cells that share a side with a cell of the set (off the board too).
#[inline(always)]
pub const fn beside(cells: Cells) -> Cells {
    cells << 1 | cells >> 1 | cells << STRIDE | cells >> STRIDE
}

/// B3: the cells that share a side or a corner with a cell of the set (off the board too).
pub const fn around(cells: Cells) -> Cells {
    let rows = cells | cells << STRIDE | cells >> STRIDE;
    (rows | rows << 1 | rows >> 1) & !cells
}

/// A cell (*case*), as the index of its bit.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub(crate) u8);

impl Cell {
    /// The cell in that column and row, both counted from 0.
    pub const fn at(column: u8, row: u8) -> Cell {
        Cell(row * STRIDE + column)
    }

    /// The column, counted from 0 at the left.
    pub const fn column(self) -> u8 {
        self.0 % STRIDE
    }

    /// The row, counted from 0 at the bottom.
    pub const fn row(self) -> u8 {
        self.0 / STRIDE
    }

    /// The set of this cell alone.
    #[inline(always)]
    pub const fn bit(self) -> Cells {
        1 << self.0
    }

    /// The cells of a set, from a1 row by row.
    pub fn each(mut cells: Cells) -> impl Iterator<Item = Cell> {
        std::iter::from_fn(move || {
            let first = (cells != 0).then(|| Cell(cells.trailing_zeros() as u8));
            cells &= cells.wrapping_sub(1);
            first
        })
    }

    /// The cell of that name, such as `b2`, on the larger board.
    pub fn parse(name: &str) -> Option<Cell> {
        match name.as_bytes() {
            [column @ b'a'..=b'e', row @ b'1'..=b'5'] => Some(Cell::at(column - b'a', row - b'1')),
            _ => None,
        }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.column()) as char, self.row() + 1)
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
