//! How Basik is judged by those who search it.

use crate::board::{Cells, beside};
use crate::legal::Route;
use crate::position::Basik;
use crate::{Action, board::Cell, position::RESERVE};
use game::{Actor, BotSpec, BySeat, Seat};
use rand::Rng;
use search::{Late, Level, Search, Solved, Style, Weighed, mix};

impl Search for Basik {
    const STYLE: Style = Style { late: Late::Reduced, ..Style::USUAL };

    const LEVELS: [Level; 8] = [
        Level { sight: 1, loud: 0, noise: 700, slack: 1500, nodes: 1000 },
        Level { sight: 1, loud: 0, noise: 370, slack: 1200, nodes: 1000 },
        Level { sight: 1, loud: 2, noise: 480, slack: 1000, nodes: 4000 },
        Level { sight: 1, loud: 4, noise: 300, slack: 800, nodes: 4000 },
        Level { sight: 2, loud: 4, noise: 200, slack: 600, nodes: 20_000 },
        Level { sight: 2, loud: 8, noise: 80, slack: 400, nodes: 20_000 },
        Level { sight: 3, loud: 8, noise: 0, slack: 0, nodes: 50_000 },
        Level::FULL,
    ];

    #[inline]
    fn evaluate(&self) -> BySeat<i32> {
        self.judged()
    }

    #[inline]
    fn chances(&self) -> BySeat<f32> {
        self.weigh_chances(self.weights())
    }

    #[inline]
    fn solved(&self) -> Option<Solved> {
        self.decided()
    }

    fn is_endgame(&self) -> bool {
        self.is_late()
    }

    fn key(&self) -> u64 {
        let pair = |low: u32, high: u32| u64::from(low) | u64::from(high) << 32;
        let counters = u32::from_le_bytes([self.quiet, self.passes, self.next.0, self.gone.bits()]);
        let mut key = mix(0, pair(self.low, self.high));
        key = mix(key, pair(self.colour[0], self.colour[1]));
        if self.seats > 2 {
            key = mix(key, pair(self.colour[2], self.colour[3]));
        }
        mix(key, pair(u32::from_le_bytes(self.reserve), counters))
    }

    #[inline]
    fn play(&mut self, _: Actor, action: &Action) {
        let route = match *action {
            Action::Place(to) => Some(Route { from: Cell(RESERVE), to }),
            Action::Stack { from, to } | Action::Move { from, to } | Action::Substitute { from, to } => {
                Some(Route { from, to })
            }
            Action::Pass => None,
        };
        self.follow(route);
    }

    #[inline]
    fn count(&self, _: Seat) -> u64 {
        u64::from(self.legal().count().max(1))
    }

    /// By how many cells it changes the lead.
    #[inline]
    fn promise(&self, _: Seat, action: &Action) -> i32 {
        let gain = match action {
            Action::Substitute { .. } => 2, // B7: a cell more, and one less for the other
            Action::Place(_) => 1,
            Action::Move { .. } | Action::Pass => 0,
            Action::Stack { .. } => -1,
        };
        gain + self.encircled(action).count_ones() as i32
    }

    /// Whatever removes a pile.
    #[inline]
    fn is_loud(&self, _: Seat, action: &Action) -> bool {
        matches!(action, Action::Substitute { .. }) || self.encircled(action) != 0
    }

    #[inline]
    fn rollout<R: Rng>(&mut self, limit: u32, rng: &mut R) -> u32 {
        match self.seats {
            2 => self.wander::<2, R>(limit, rng),
            3 => self.wander::<3, R>(limit, rng),
            _ => self.wander::<4, R>(limit, rng),
        }
    }
}

impl Basik {
    /// B9–B13: the adverse piles that a legal action of the seat to act encircles.
    #[inline]
    fn encircled(&self, action: &Action) -> Cells {
        let (left, to) = match *action {
            Action::Place(to) => (0, to),
            Action::Move { from, to } => (from.bit(), to),
            // The rest of the pile that substitutes stays where it was.
            Action::Substitute { to, .. } => (0, to),
            Action::Stack { .. } | Action::Pass => return 0,
        };
        let free = self.board() & !(self.occupied() & !left | to.bit());
        let adverse = self.colour[1..usize::from(self.seats)].iter();
        adverse.fold(0, |encircled, adverse| {
            let adverse = adverse & !to.bit();
            encircled | adverse & beside(to.bit()) & !beside(free | adverse)
        })
    }
}

/// The bots of Basik.
pub const BOTS: &[BotSpec<Basik>] = &search::standard();

/// How strong its levels are, as `ludotheque calibrate` measured them.
pub const LADDERS: &str = include_str!("../levels.txt");
