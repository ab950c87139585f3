//! A bot that looks one action ahead.

use crate::root::Root;
use crate::{Search, value};
use game::{Actor, Bot, Budget, Seat, Turn};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Chooses the action after which the static evaluation is best; ties are broken at random.
#[derive(Clone, Debug)]
pub struct Greedy {
    rng: Xoshiro256PlusPlus,
}

impl Greedy {
    /// A bot that breaks ties by `seed`.
    pub fn new(seed: u64) -> Self {
        Greedy { rng: Xoshiro256PlusPlus::seed_from_u64(seed) }
    }
}

impl<G: Search> Bot<G> for Greedy {
    fn choose(&mut self, game: &G, seat: Seat, budget: &Budget<'_>) -> G::Action {
        let mut root = Root::new(game, seat, &mut self.rng);
        let (mut best, mut best_value) = (0, i32::MIN);
        for (index, action) in root.actions().iter().enumerate() {
            if budget.is_spent(index as u64) {
                break;
            }
            let mut next = game.clone();
            next.play(Actor::Seat(seat), action);
            let value = match next.turn() {
                Turn::Over(outcome) => value::of_outcome(&next, &outcome, seat, 1),
                Turn::Seats(_) | Turn::Nature => value::estimate(next.evaluate()[seat]),
            };
            if value > best_value {
                (best, best_value) = (index, value);
            }
        }
        root.promote(0, best);
        root.into_first()
    }
}
