//! What a search asks of the game, and the bots that it offers.

use crate::TYPE;
use game::{BotSpec, BySeat, Game as _};
use search::{Search, mix};

impl Search for TYPE {
    /// Always 0: the game is so short that a search reaches its end.
    fn evaluate(&self) -> BySeat<i32> {
        BySeat::new(self.seats(), |_| 0)
    }

    fn key(&self) -> u64 {
        let forfeited = self.forfeited.map_or(u8::MAX, |seat| seat.0);
        mix(u64::from_le_bytes([self.left, self.next.0, forfeited, 0, 0, 0, 0, 0]), 1)
    }
}

/// The bots of TITLE.
pub const BOTS: &[BotSpec<TYPE>] = &search::two_sided();
