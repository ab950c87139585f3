//! What a network sees of a position: the numbers of the rows of its first layer.

use game::Seat;

/// The rows that a position adds up, seen by the side to act.
///
/// [`Search::list_inputs`](crate::Search::list_inputs) fills it.
#[derive(Clone, Debug)]
pub struct Inputs {
    rows: [u16; Inputs::MOST],
    len: usize,
    /// Which of the upper layers judges the position: a phase of the game, or who is to act.
    pub bucket: u8,
    /// The seat from whose point of view the position is seen.
    pub seat: Seat,
}

impl Inputs {
    /// The most rows of a position.
    pub const MOST: usize = 128;

    /// No rows.
    pub const EMPTY: Inputs = Inputs { rows: [0; Inputs::MOST], len: 0, bucket: 0, seat: Seat(0) };

    /// Forgets the rows.
    #[inline]
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Adds a row.
    #[inline]
    pub fn push(&mut self, row: usize) {
        self.rows[self.len] = row as u16;
        self.len += 1;
    }

    /// The rows, in the order in which they were added.
    #[inline]
    pub fn rows(&self) -> &[u16] {
        &self.rows[..self.len]
    }
}

/// The inputs of a setting of a game: what [`Inputs`] of its positions mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputShape {
    /// The name of these inputs, with a version: a network fits inputs of the same name only.
    pub name: String,
    /// How many rows there are.
    pub rows: usize,
    /// The most rows of one position.
    pub slots: usize,
    /// The rows of which every position has exactly one: the first of them, and how many. They carry biases.
    pub every: (usize, usize),
    /// How many buckets there are.
    pub buckets: usize,
    /// How many answers a network gives: 1 between two sides, else one for each seat, from the seat to act.
    pub outputs: usize,
    /// The symmetries of the game: for each, the row that each row becomes.
    pub symmetries: Vec<Vec<u16>>,
}

impl InputShape {
    /// The symmetry that changes nothing.
    pub fn identity(rows: usize) -> Vec<u16> {
        (0..rows as u16).collect()
    }
}
