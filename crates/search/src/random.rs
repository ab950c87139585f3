//! A bot that plays at random.

use game::{Actor, Bot, Budget, Game, Seat};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Chooses a random legal action by [`Game::sample`]. It needs no list of actions, so it plays every game.
#[derive(Clone, Debug)]
pub struct Random {
    rng: Xoshiro256PlusPlus,
}

impl Random {
    /// A bot whose choices follow from `seed`.
    pub fn new(seed: u64) -> Self {
        Random { rng: Xoshiro256PlusPlus::seed_from_u64(seed) }
    }
}

impl<G: Game> Bot<G> for Random {
    fn choose(&mut self, game: &G, seat: Seat, _: &Budget<'_>) -> G::Action {
        game.sample(Actor::Seat(seat), &mut self.rng)
    }
}
