//! The board: the area, the four camps around it, and the ways across. Geometry only.
//!
//! The picture of the board is lost; this file is the one place that holds our reconstruction of it (X1, X2).

use crate::axis::Axis;
use std::fmt::{self, Write as _};

/// A set of cells of the area, one bit each: bit `9 × (row − 2) + column`, where columns count from 0 at `a`. The
/// columns of the camps West and East are never in a set, so that a shifted set can't wrap from one row into the next.
///
/// A set that speaks of camps names each camp cell by the area cell in front of it.
pub type Cells = u64;

/// Cells from one row to the next, on the board and in a set.
pub const STRIDE: u8 = 9;

/// X1: the 7 × 7 cells of the area, b2 to h8.
pub const AREA: Cells = {
    let (mut area, mut row) = (0, 1);
    while row < 8 {
        area |= 0b0_1111_1110 << (STRIDE * (row - 1));
        row += 1;
    }
    area
};

/// X2: the special cells, forbidden to the ball: the corners of the area, b2, h2, b8, h8.
pub const SPECIAL: Cells =
    Cell::at(1, 1).bit() | Cell::at(7, 1).bit() | Cell::at(1, 7).bit() | Cell::at(7, 7).bit();

/// X3: the centre, e5, where the ball starts.
pub const CENTRE: Cell = Cell::at(4, 4);

/// The cells that share a side with a cell of the set (beside the area too).
#[inline(always)]
pub const fn beside(cells: Cells) -> Cells {
    cells << 1 | cells >> 1 | cells << STRIDE | cells >> STRIDE
}

/// X4: one of the two sides (*équipe*).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// North and South.
    NorthSouth,
    /// East and West.
    EastWest,
}

impl Side {
    /// Both sides.
    pub const ALL: [Side; 2] = [Side::NorthSouth, Side::EastWest];

    /// The adverse side.
    #[inline(always)]
    pub const fn other(self) -> Side {
        match self {
            Side::NorthSouth => Side::EastWest,
            Side::EastWest => Side::NorthSouth,
        }
    }

    /// How the marbles of the side cross the board.
    #[inline(always)]
    pub(crate) const fn axis(self) -> &'static Axis {
        match self {
            Side::NorthSouth => &Axis::VERTICAL,
            Side::EastWest => &Axis::HORIZONTAL,
        }
    }
}

/// A camp (*camp*, *base*), and the colour of the marbles that start in it; in the playing order of four seats (X5).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Camp {
    /// b9 to h9, blue.
    North,
    /// i2 to i8, brown.
    East,
    /// b1 to h1, green.
    South,
    /// a2 to a8, natural wood.
    West,
}

impl Camp {
    /// All camps.
    pub const ALL: [Camp; 4] = [Camp::North, Camp::East, Camp::South, Camp::West];

    /// The side of the camp.
    pub const fn side(self) -> Side {
        match self {
            Camp::North | Camp::South => Side::NorthSouth,
            Camp::East | Camp::West => Side::EastWest,
        }
    }

    /// Which of the two colours of its side it is.
    pub(crate) const fn rank(self) -> Rank {
        match self {
            Camp::North | Camp::East => Rank::Falling,
            Camp::South | Camp::West => Rank::Rising,
        }
    }

    /// X8: the way that is forward for its marbles.
    pub const fn forward(self) -> Way {
        match self {
            Camp::North => Way::Down,
            Camp::East => Way::Left,
            Camp::South => Way::Up,
            Camp::West => Way::Right,
        }
    }

    /// The letter of its marbles in a position.
    pub const fn letter(self) -> char {
        match self {
            Camp::North => 'n',
            Camp::East => 'e',
            Camp::South => 's',
            Camp::West => 'w',
        }
    }

    /// The area cells in front of its seven cells: in a set, the full camp.
    pub(crate) const fn edge(self) -> Cells {
        let axis = self.side().axis();
        match self.rank() {
            Rank::Falling => axis.high,
            Rank::Rising => axis.low,
        }
    }
}

/// The two colours of a side: one goes forward to higher rows or columns, the other to lower ones.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Rank {
    /// North and East.
    Falling,
    /// South and West.
    Rising,
}

/// X3: a way to go; there are no diagonals.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Way {
    /// To the next row up.
    Up,
    /// To the next column right.
    Right,
    /// To the next row down.
    Down,
    /// To the next column left.
    Left,
}

impl Way {
    /// Every way.
    pub const ALL: [Way; 4] = [Way::Up, Way::Right, Way::Down, Way::Left];

    /// The opposite way.
    pub const fn back(self) -> Way {
        match self {
            Way::Up => Way::Down,
            Way::Right => Way::Left,
            Way::Down => Way::Up,
            Way::Left => Way::Right,
        }
    }

    /// Cells from a cell to the next one that way.
    pub(crate) const fn delta(self) -> i8 {
        match self {
            Way::Up => STRIDE as i8,
            Way::Right => 1,
            Way::Down => -(STRIDE as i8),
            Way::Left => -1,
        }
    }
}

/// A cell (*case*) of the board, or one of the four corners a1, i1, a9, i9 that do not exist.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

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

    /// Its number on the whole board, row by row from the corner a1.
    pub(crate) const fn number(self) -> u8 {
        self.0
    }

    /// Every cell of the board (X1), from b1 row by row.
    pub fn all() -> impl Iterator<Item = Cell> {
        (0..STRIDE * STRIDE).map(Cell).filter(|cell| cell.exists())
    }

    /// X1: whether the board has it.
    pub const fn exists(self) -> bool {
        self.camp().is_some() || self.bit() != 0
    }

    /// The camp to which it belongs, if it is no cell of the area.
    pub const fn camp(self) -> Option<Camp> {
        match (self.column(), self.row()) {
            (1..8, 8) => Some(Camp::North),
            (8, 1..8) => Some(Camp::East),
            (1..8, 0) => Some(Camp::South),
            (0, 1..8) => Some(Camp::West),
            _ => None,
        }
    }

    /// X2: whether it is forbidden to the ball.
    pub const fn is_special(self) -> bool {
        self.bit() & SPECIAL != 0
    }

    /// The set of this cell of the area alone; the empty set for any other.
    #[inline(always)]
    pub const fn bit(self) -> Cells {
        let bit = self.0.wrapping_sub(STRIDE);
        if bit < 64 { (1 << bit) & AREA } else { 0 }
    }

    /// The cell of that bit of a set.
    #[inline(always)]
    pub(crate) const fn of_bit(bit: u32) -> Cell {
        Cell(bit as u8 + STRIDE)
    }

    /// The bit of this cell of the area in a set.
    #[inline(always)]
    pub(crate) const fn index(self) -> u32 {
        self.0.wrapping_sub(STRIDE) as u32
    }

    /// The cell that many cells further, on the same board.
    #[inline(always)]
    pub(crate) const fn shifted(self, delta: i8) -> Cell {
        Cell(self.0.wrapping_add_signed(delta))
    }

    /// The next cell that way, if the board has one.
    pub fn step(self, way: Way) -> Option<Cell> {
        let next = self.0.checked_add_signed(way.delta()).map(Cell)?;
        // A step across the left or right edge would land on the other one.
        let wraps = next.column().abs_diff(self.column()) > 1;
        (!wraps && next.exists()).then_some(next)
    }

    /// The way and the number of cells to another cell in a straight line.
    pub fn line_to(self, other: Cell) -> Option<(Way, u8)> {
        use std::cmp::Ordering::{Equal, Greater, Less};
        let way = match (other.column().cmp(&self.column()), other.row().cmp(&self.row())) {
            (Equal, Greater) => Way::Up,
            (Greater, Equal) => Way::Right,
            (Equal, Less) => Way::Down,
            (Less, Equal) => Way::Left,
            _ => return None,
        };
        Some((way, self.column().abs_diff(other.column()) + self.row().abs_diff(other.row())))
    }

    /// The cells of a set, from b2 row by row.
    pub fn each(mut cells: Cells) -> impl Iterator<Item = Cell> {
        std::iter::from_fn(move || {
            let first = (cells != 0).then(|| Cell::of_bit(cells.trailing_zeros()));
            cells &= cells.wrapping_sub(1);
            first
        })
    }

    /// The cell, or the missing corner, of that name, such as `b2`.
    pub fn parse(name: &str) -> Option<Cell> {
        match name.as_bytes() {
            [column @ b'a'..=b'i', row @ b'1'..=b'9'] => Some(Cell::at(column - b'a', row - b'1')),
            _ => None,
        }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char((b'a' + self.column()) as char)?;
        f.write_char((b'1' + self.row()) as char)
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
