//! Games as numbers, for programs that learn: actions as ids, positions as planes of small numbers.

use crate::{Playout, Search, playout};
use game::{Game, Seat};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// A game whose actions have fixed ids and whose positions are planes of bytes.
///
/// All of it is fixed by the setting, that is, by the options and the number of seats: it is the same for every position of
/// a game, and for all seats. A cell of a plane is where it is on the board, whoever looks.
pub trait Encoding: Search {
    /// Every action that a seat can ever perform in this setting, each once. The id of an action is its index.
    fn universe(&self) -> &'static [Self::Action];

    /// The id of an action of the universe.
    fn id(&self, action: &Self::Action) -> usize;

    /// The rows and columns of a plane.
    fn grid(&self) -> (usize, usize);

    /// What the planes of an observation hold.
    fn planes(&self) -> Vec<Plane>;

    /// Writes the observation of `viewer`: plane by plane, row by row. Seats are counted from the viewer. Two positions of
    /// a game that nobody left have the same observation only if they are equal.
    fn observe(&self, viewer: Seat, out: &mut [u8]);

    /// The ways in which the board can be turned or reflected so that the game is the same for every seat; the first one
    /// changes nothing.
    fn symmetries(&self) -> Vec<Symmetry>;

    /// Writes 1 for each action that is legal now, by its id, and 0 for the others: only 0 once the game is over.
    fn write_mask(&self, out: &mut [u8]) {
        out.fill(0);
        if let Some(seat) = self.turn().seats().first() {
            let mut actions = Vec::new();
            self.actions(seat, &mut actions);
            for action in &actions {
                out[self.id(action)] = 1;
            }
        }
    }

    /// How many random games are played at once by [`Encoding::random_games`].
    fn lanes(&self) -> usize {
        1
    }

    /// Plays `count` random games from here, perhaps many at once, and calls `finished` for each, in any order.
    fn random_games(&self, seed: u64, count: u64, finished: &mut dyn FnMut(&Playout)) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut game = self.clone();
        for _ in 0..count {
            game.clone_from(self);
            finished(&playout(&mut game, &mut rng));
        }
    }
}

/// What a plane of an observation holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plane {
    /// What it is, in a few words.
    pub name: String,
    /// Its highest value: divided by it, the plane is from 0 to 1.
    pub highest: u8,
}

impl Plane {
    /// A plane whose values go up to `highest`.
    pub fn new(name: impl Into<String>, highest: u8) -> Self {
        Plane { name: name.into(), highest }
    }
}

/// A way to turn or reflect a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    /// For each id, the id of the same action afterwards.
    pub actions: Vec<u32>,
    /// For each value of an observation, where it is afterwards.
    pub observation: Vec<u32>,
}

impl Symmetry {
    /// The symmetry of `game` that moves actions, planes, and the rows and columns of cells like this.
    pub fn new<G: Encoding>(
        game: &G,
        action: impl Fn(&G::Action) -> G::Action,
        plane: impl Fn(usize) -> usize,
        cell: impl Fn(usize, usize) -> (usize, usize),
    ) -> Self {
        let (rows, columns) = game.grid();
        let at =
            |plane: usize, (row, column): (usize, usize)| ((plane * rows + row) * columns + column) as u32;
        let moved = |(index, row, column)| at(plane(index), cell(row, column));
        let cells = (0..game.planes().len())
            .flat_map(|plane| (0..rows).map(move |row| (plane, row)))
            .flat_map(|(plane, row)| (0..columns).map(move |column| (plane, row, column)));
        Symmetry {
            actions: game.universe().iter().map(|known| game.id(&action(known)) as u32).collect(),
            observation: cells.map(moved).collect(),
        }
    }
}

/// The size of an observation.
pub(crate) fn observation_size<G: Encoding>(game: &G) -> usize {
    let (rows, columns) = game.grid();
    game.planes().len() * rows * columns
}

/// The bytes 0 and 1 for the bits of each byte.
static BYTES: [[u8; 8]; 256] = {
    let mut bytes = [[0; 8]; 256];
    let mut index = 0;
    while index < 256 {
        let mut bit = 0;
        while bit < 8 {
            bytes[index][bit] = (index >> bit & 1) as u8;
            bit += 1;
        }
        index += 1;
    }
    bytes
};

/// Writes the lowest bits of `bits`, as many as `out` is long, each as a byte.
#[inline]
pub fn write_bits(mut bits: u64, out: &mut [u8]) {
    for bytes in out.chunks_mut(8) {
        bytes.copy_from_slice(&BYTES[bits as usize & 255][..bytes.len()]);
        bits >>= 8;
    }
}

/// The layout of a setting: what its ids, planes and symmetries are.
#[derive(Clone, Debug)]
pub struct Layout {
    /// The actions in the game's notation, by id.
    pub actions: Vec<String>,
    /// The planes.
    pub planes: Vec<Plane>,
    /// The rows of a plane.
    pub rows: usize,
    /// The columns of a plane.
    pub columns: usize,
    /// The symmetries, the first of which changes nothing.
    pub symmetries: Vec<Symmetry>,
}

impl Layout {
    /// The layout of the setting of a game.
    pub fn of<G: Encoding + Game>(game: &G) -> Self {
        let (rows, columns) = game.grid();
        Layout {
            actions: game.universe().iter().map(ToString::to_string).collect(),
            planes: game.planes(),
            rows,
            columns,
            symmetries: game.symmetries(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_written_as_bytes() {
        let word = 0x9e37_79b9_7f4a_7c15_u64;
        for length in 0..=64 {
            let mut out = vec![7; length];
            write_bits(word, &mut out);
            let expected: Vec<u8> = (0..length).map(|bit| (word >> bit & 1) as u8).collect();
            assert_eq!(out, expected);
        }
    }
}
