//! Playing well, for any game that lists its actions.
//!
//! [`Search`] is what a game adds to its rules. On top of it:
//!
//! - [`AlphaBeta`] for two sides, and the paranoid search for more; [`MaxN`] where each seat plays for itself;
//!   [`Mcts`] for everything, chance included; [`Greedy`] and [`Random`] to compare with;
//! - [`standard`] and [`two_sided`], the lists of those bots that a game offers in one line;
//! - [`perft()`], [`divide`], [`sample_playouts`] and [`survey()`] to check and measure rules, and [`Study`],
//!   the same for tools that don't know the game's type;
//! - [`Weighed`] for evaluations that are weighted sums, and [`Tuning`], which learns their weights from self-play.
//!
//! All of them are pure: no clock, no threads, no chance but the seed's. The same seed and the same number of nodes
//! give the same answer on every machine. They read the whole position, what it hides included.

mod alphabeta;
mod descent;
mod found;
mod greedy;
mod history;
mod maxn;
mod mcts;
mod ordering;
mod perft;
mod playout;
mod random;
mod root;
mod select;
mod standard;
mod study;
mod survey;
mod tally;
mod transposition;
mod tree;
mod tune;
mod value;
mod weighed;

pub use alphabeta::AlphaBeta;
pub use found::Found;
pub use greedy::Greedy;
pub use maxn::MaxN;
pub use mcts::Mcts;
pub use perft::{Division, NatureActs, divide, perft};
pub use playout::{Playout, playout};
pub use random::Random;
pub use select::nth_bit;
pub use standard::{alphabeta, greedy, maxn, mcts, paranoid, random, standard, two_sided};
pub use study::{Studied, Study};
pub use survey::{Play, Survey, survey};
pub use tally::{Tally, sample_playouts};
pub use tune::{DuelPlay, Lesson, Tuned, Tuning, fit, loss};
pub use value::{PROVEN, WIN};
pub use weighed::{Phase, Weighed, read_weights, write_weights};

use game::{Actor, BySeat, Game, Listing, Seat, Turn};
use rand::Rng;

/// A game whose actions can all be listed, with what a search needs to be strong and fast.
///
/// The provided methods are right for every game; one that wants speed overrides them.
pub trait Search: Game {
    /// How good the position looks for each seat, in thousandths of the logarithm of its odds: 0 is even, 1000 means
    /// that it beats a rival about 73 times in 100. Between two sides, one's gain is the other's loss.
    fn evaluate(&self) -> BySeat<i32>;

    /// A number for the position: the same for equal positions, and as good as never the same for different ones.
    fn key(&self) -> u64;

    /// Performs an action that was listed or sampled for `actor`, without judging it again.
    #[inline]
    fn play(&mut self, actor: Actor, action: &Self::Action) {
        self.apply(actor, action).expect("a listed action is legal");
    }

    /// How many actions `seat`, which may act, has.
    fn count(&self, seat: Seat) -> u64 {
        let mut actions = Vec::new();
        let listing = self.actions(seat, &mut actions);
        debug_assert_eq!(listing, Listing::Complete);
        actions.len() as u64
    }

    /// How much a listed action of `seat` promises before anybody looks into it: searches by depth try the most
    /// promising first. Only the order matters; it is asked at every node, so it should be read off at a glance.
    #[inline]
    fn promise(&self, seat: Seat, action: &Self::Action) -> i32 {
        let _ = (seat, action);
        0
    }

    /// Plays up to `limit` uniformly random actions of whoever is to act, and says how many it played.
    #[inline]
    fn rollout<R: Rng>(&mut self, limit: u32, rng: &mut R) -> u32 {
        for played in 0..limit {
            let actor = match self.turn() {
                Turn::Seats(seats) => Actor::Seat(seats.first().expect("a turn of seats has a seat")),
                Turn::Nature => Actor::Nature,
                Turn::Over(_) => return played,
            };
            let action = self.sample(actor, rng);
            self.play(actor, &action);
        }
        limit
    }
}

/// Stirs `word` into a key: a quick way to compute [`Search::key`] from the words of a compact position.
#[inline]
pub const fn mix(key: u64, word: u64) -> u64 {
    // Turned, so that a small key and a small word don't cancel out.
    let product = (key.rotate_left(32) ^ word ^ 0x9e37_79b9_7f4a_7c15) as u128 * 0xd6e8_feb8_6659_fd93_u128;
    (product >> 64) as u64 ^ product as u64
}
