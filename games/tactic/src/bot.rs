//! How Tactic is judged by those who search it.

use crate::Action;
use crate::position::{Begun, Tactic};
use game::{Actor, BotSpec, BySeat, Seat};
use rand::Rng;
use search::{Search, mix};

impl Search for Tactic {
    #[inline]
    fn evaluate(&self) -> BySeat<i32> {
        self.judged()
    }

    fn key(&self) -> u64 {
        let mut key = 0;
        for seat in 0..2 {
            key = mix(key, self.patrols[seat] as u64);
            key = mix(key, (self.patrols[seat] >> 64) as u64 | self.guards[seat] << 8);
            // A seat's shuttles leave the highest byte free.
            key = mix(key, self.shuttles[seat].bits() | u64::from(self.reserve[seat]) << 56);
        }
        let begun = match self.begun {
            Begun::Nothing => [0, 0, 0],
            Begun::Paid => [1, 0, 0],
            Begun::Guard => [2, 0, 0],
            Begun::Forward { at } => [3, at.0, 0],
            Begun::Lateral { from, to } => [4, from.0, to.0],
        };
        let state = self.end.map_or(0, |end| 1 + end.rank()) << 4 | (self.variant as u8) << 1 | self.next.0;
        mix(key, u64::from_le_bytes([begun[0], begun[1], begun[2], self.quiet, self.passes, state, 0, 0]))
    }

    #[inline]
    fn play(&mut self, _: Actor, action: &Action) {
        self.perform(*action);
    }

    #[inline]
    fn count(&self, _: Seat) -> u64 {
        u64::from(self.legal().count())
    }

    #[inline]
    fn rollout<R: Rng>(&mut self, limit: u32, rng: &mut R) -> u32 {
        self.wander(limit, rng)
    }
}

/// The bots of Tactic.
pub const BOTS: &[BotSpec<Tactic>] = &search::two_sided();
