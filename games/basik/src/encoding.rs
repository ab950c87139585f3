//! Basik as numbers: the ids of its actions, and what an observation holds.

use crate::Action;
use crate::board::{Cell, Cells, around, board, side};
use crate::effect::QUIET_LIMIT;
use crate::legal::Route;
use crate::position::{Basik, RESERVE, pawns};
use game::Seat;
use search::{Encoding, Plane, Playout, Symmetry, write_bits};
use std::sync::LazyLock;

/// The actions of a board in the order of their ids: placements; stacks, moves and substitutions, each for every ordered
/// pair of neighbouring cells; the pass. Cells are in the order a1, b1, …
struct Ids {
    universe: Vec<Action>,
    /// The id of the placement on a cell.
    place: [u16; 32],
    /// The id of a stack from one cell to another.
    stack: [[u16; 32]; 32],
    /// How many pairs of neighbouring cells there are.
    pairs: usize,
}

static IDS: [LazyLock<Ids>; 2] = [LazyLock::new(|| Ids::of(board(2))), LazyLock::new(|| Ids::of(board(4)))];

impl Ids {
    fn of(board: Cells) -> Ids {
        let mut ids = Ids { universe: Vec::new(), place: [0; 32], stack: [[0; 32]; 32], pairs: 0 };
        for cell in Cell::each(board) {
            ids.place[cell.0 as usize] = ids.universe.len() as u16;
            ids.universe.push(Action::Place(cell));
        }
        let neighbours = |from: Cell| Cell::each(around(from.bit()) & board).map(move |to| (from, to));
        let pairs: Vec<(Cell, Cell)> = Cell::each(board).flat_map(neighbours).collect();
        ids.pairs = pairs.len();
        for (index, (from, to)) in pairs.iter().enumerate() {
            ids.stack[from.0 as usize][to.0 as usize] = (ids.universe.len() + index) as u16;
        }
        ids.universe.extend(pairs.iter().map(|&(from, to)| Action::Stack { from, to }));
        ids.universe.extend(pairs.iter().map(|&(from, to)| Action::Move { from, to }));
        ids.universe.extend(pairs.iter().map(|&(from, to)| Action::Substitute { from, to }));
        ids.universe.push(Action::Pass);
        ids
    }

    fn carried(&self, kind: usize, from: Cell, to: Cell) -> usize {
        usize::from(self.stack[from.0 as usize % 32][to.0 as usize % 32]) + kind * self.pairs
    }
}

impl Basik {
    fn ids(&self) -> &'static Ids {
        &IDS[usize::from(self.seats > 2)]
    }
}

impl Encoding for Basik {
    fn universe(&self) -> &'static [Action] {
        &self.ids().universe
    }

    #[inline]
    fn id(&self, action: &Action) -> usize {
        let ids = self.ids();
        match *action {
            Action::Place(cell) => ids.place[cell.0 as usize % 32].into(),
            Action::Stack { from, to } => ids.carried(0, from, to),
            Action::Move { from, to } => ids.carried(1, from, to),
            Action::Substitute { from, to } => ids.carried(2, from, to),
            Action::Pass => ids.universe.len() - 1,
        }
    }

    /// Row 0 is row 1 of the board.
    fn grid(&self) -> (usize, usize) {
        (side(self.seats).into(), side(self.seats).into())
    }

    fn planes(&self) -> Vec<Plane> {
        let seats = || {
            (0..self.seats).map(|ahead| match ahead {
                0 => "own".to_owned(),
                1 => "next seat's".to_owned(),
                _ => format!("seat {ahead} ahead's"),
            })
        };
        let piles = seats()
            .flat_map(|seat| (1..=3).map(move |height| Plane::new(format!("{seat} piles of {height}"), 1)));
        let reserves = seats().map(|seat| Plane::new(format!("{seat} reserve"), pawns(self.seats)));
        let turns = seats().map(|seat| Plane::new(format!("{seat} turn"), 1));
        let counters =
            [Plane::new("quiet actions in a row", QUIET_LIMIT), Plane::new("passes in a row", self.seats)];
        piles.chain(reserves).chain(turns).chain(counters).collect()
    }

    fn observe(&self, viewer: Seat, out: &mut [u8]) {
        match self.seats {
            2 => self.observe_at::<2, 4>(viewer, out),
            3 => self.observe_at::<3, 5>(viewer, out),
            _ => self.observe_at::<4, 5>(viewer, out),
        }
    }

    /// The eight of a square.
    fn symmetries(&self) -> Vec<Symmetry> {
        let last = side(self.seats) - 1;
        let turned = move |turn: u8, (column, row): (u8, u8)| {
            let (column, row) = if turn & 4 != 0 { (row, column) } else { (column, row) };
            let column = if turn & 1 != 0 { last - column } else { column };
            (column, if turn & 2 != 0 { last - row } else { row })
        };
        let all = (0..8).map(|turn| {
            let cell = |cell: Cell| {
                let (column, row) = turned(turn, (cell.column(), cell.row()));
                Cell::at(column, row)
            };
            let action = |action: &Action| match *action {
                Action::Place(to) => Action::Place(cell(to)),
                Action::Stack { from, to } => Action::Stack { from: cell(from), to: cell(to) },
                Action::Move { from, to } => Action::Move { from: cell(from), to: cell(to) },
                Action::Substitute { from, to } => Action::Substitute { from: cell(from), to: cell(to) },
                Action::Pass => Action::Pass,
            };
            let place = |row: usize, column: usize| {
                let (column, row) = turned(turn, (column as u8, row as u8));
                (row.into(), column.into())
            };
            Symmetry::new(self, action, |plane| plane, place)
        });
        all.collect()
    }

    #[inline]
    fn write_mask(&self, out: &mut [u8]) {
        out.fill(0);
        if self.end().is_some() {
            return;
        }
        let ids = self.ids();
        let (occupied, own) = (self.occupied(), self.colour[0]);
        let mut any = false;
        for Route { from, to } in self.legal().iter() {
            let taken = occupied >> to.0 & 1;
            let adverse = (occupied & !own) >> to.0 & 1;
            let id = match from.0 {
                RESERVE => ids.place[to.0 as usize % 32].into(),
                // A move where the cell is empty, a substitution where it is adverse, else a stack.
                _ => ids.carried((1 - taken + 2 * adverse) as usize, from, to),
            };
            out[id] = 1;
            any = true;
        }
        if !any {
            out[ids.universe.len() - 1] = 1;
        }
    }

    fn lanes(&self) -> usize {
        crate::lockstep::lanes(self.seats)
    }

    fn random_games(&self, seed: u64, count: u64, finished: &mut dyn FnMut(&Playout)) {
        crate::lockstep::random_games(self, seed, count, finished);
    }
}

impl Basik {
    #[inline(always)]
    fn observe_at<const SEATS: usize, const SIDE: usize>(&self, viewer: Seat, out: &mut [u8]) {
        // The data of a seat is kept from the seat to act.
        let slot = |ahead: usize| (usize::from(viewer.0) + ahead + SEATS - usize::from(self.next.0)) % SEATS;
        let mut planes = out.chunks_exact_mut(SIDE * SIDE);
        let mut next = || planes.next().expect("an observation has all planes");
        let sets = [self.low & !self.high, self.high & !self.low, self.low & self.high];
        for ahead in 0..SEATS {
            for set in sets {
                write_plane::<SIDE>(self.colour[slot(ahead)] & set, next());
            }
        }
        for ahead in 0..SEATS {
            next().fill(self.reserve[slot(ahead)]);
        }
        let plays = self.end().is_none();
        for ahead in 0..SEATS {
            next().fill(u8::from(plays && slot(ahead) == 0));
        }
        next().fill(self.quiet);
        next().fill(self.passes);
    }
}

#[inline(always)]
fn write_plane<const SIDE: usize>(cells: Cells, plane: &mut [u8]) {
    for (row, bytes) in plane.chunks_exact_mut(SIDE).enumerate() {
        write_bits((cells >> (crate::board::STRIDE as usize * row)).into(), bytes);
    }
}
