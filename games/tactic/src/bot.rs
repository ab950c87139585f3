//! How Tactic is judged by those who search it.

use crate::Action;
use crate::board::{HOMES, Station};
use crate::legal::PatrolSteps;
use crate::position::{Begun, Tactic};
use game::{Actor, BotSpec, BySeat, Seat};
use rand::Rng;
use search::{Search, mix};

/// What a line of advance, a point, a free step of a patrol and a guard are worth.
const LINE: i32 = 60;
const POINT: i32 = 250;
const STEP: i32 = 25;
const GUARD: i32 = 120;

impl Search for Tactic {
    fn evaluate(&self) -> BySeat<i32> {
        let free = self.free();
        let worth = |seat: Seat| {
            let index = seat.index();
            let steps = PatrolSteps::of(index, self.patrols[index] & !HOMES[1 - index], free);
            let open: u32 = steps.to.iter().map(|to| to.count_ones()).sum();
            let advance = |patrol: Station| match index {
                0 => i32::from(patrol.line()) - 1,
                _ => 13 - i32::from(patrol.line()),
            };
            let lines: i32 = Station::each(self.patrols[index]).map(advance).sum();
            let guards = self.guards[index].count_ones() + u32::from(self.reserve[index]);
            lines * LINE + i32::from(self.points()[seat]) * POINT + open as i32 * STEP + guards as i32 * GUARD
        };
        let lead = worth(Seat(0)) - worth(Seat(1));
        BySeat::new(2, |seat| if seat.0 == 0 { lead } else { -lead })
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
