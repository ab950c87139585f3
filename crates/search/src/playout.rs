//! Random games.

use crate::Search;
use game::{Outcome, Turn};
use rand::Rng;

/// The result of a random game.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Playout {
    /// How many actions were played.
    pub actions: u32,
    /// The outcome.
    pub outcome: Outcome,
}

/// Plays uniformly random actions from `game` to its end.
#[inline]
pub fn playout<G: Search, R: Rng>(game: &mut G, rng: &mut R) -> Playout {
    let actions = game.rollout(u32::MAX, rng);
    match game.turn() {
        Turn::Over(outcome) => Playout { actions, outcome },
        Turn::Seats(_) | Turn::Nature => unreachable!("a rollout without limit ends the game"),
    }
}
