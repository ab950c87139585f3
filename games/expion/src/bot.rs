//! How EX*PION is judged by those who search it.

use crate::action::Action;
use crate::board::Side;
use crate::position::Expion;
use game::{Actor, BotSpec, BySeat, Seat};
use rand::Rng;
use search::{Search, mix};

/// What a marble is worth.
const MARBLE: i32 = 200;

impl Search for Expion {
    fn evaluate(&self) -> BySeat<i32> {
        let marbles = |side: Side| {
            let [falling, rising] = self.out[side as usize];
            (falling.count_ones() + rising.count_ones() + self.home[side as usize].count_ones()) as i32
        };
        BySeat::new(self.seats, |seat| {
            let side = self.side(seat);
            (marbles(side) - marbles(side.other())) * MARBLE
        })
    }

    fn key(&self) -> u64 {
        let [[north, south], [east, west]] = self.out;
        let [vertical, horizontal] = self.home;
        let counters = [
            self.seats,
            self.next.0,
            self.ally.0,
            self.first_capture as u8,
            self.quiet,
            self.gone.bits(),
            0,
            0,
        ];
        let mut key = mix(u64::from(self.ball.number()), u64::from_le_bytes(counters));
        for word in [north, south, east, west, vertical, horizontal] {
            key = mix(key, word);
        }
        key
    }

    #[inline]
    fn play(&mut self, _: Actor, action: &Action) {
        self.follow(self.route(*action));
    }

    #[inline]
    fn count(&self, _: Seat) -> u64 {
        u64::from(self.listing().count().max(1))
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

/// The bots of EX*PION, which has two sides at every number of seats.
pub const BOTS: &[BotSpec<Expion>] = &search::two_sided();
