//! How Basik is judged by those who search it.

use crate::legal::Route;
use crate::position::Basik;
use crate::{Action, board::Cell, position::RESERVE};
use game::{Actor, BotSpec, BySeat, Seat};
use rand::Rng;
use search::{Search, mix};

impl Search for Basik {
    #[inline]
    fn evaluate(&self) -> BySeat<i32> {
        self.judged()
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

    #[inline]
    fn rollout<R: Rng>(&mut self, limit: u32, rng: &mut R) -> u32 {
        match self.seats {
            2 => self.wander::<2, R>(limit, rng),
            3 => self.wander::<3, R>(limit, rng),
            _ => self.wander::<4, R>(limit, rng),
        }
    }
}

/// The bots of Basik.
pub const BOTS: &[BotSpec<Basik>] = &search::standard();
