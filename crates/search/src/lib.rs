//! Playing well, for any game that lists its actions.
//!
//! [`Search`] is what a game adds to its rules. On top of it:
//!
//! - [`AlphaBeta`] for two sides, and the paranoid search for more; [`MaxN`] where each seat plays for itself;
//!   [`Mcts`] for everything, chance included; [`Greedy`] and [`Random`] to compare with;
//! - [`Best`], the strongest of them for a position, and [`Pupil`], which plays at one of eight levels;
//! - [`Prover`], which settles endgames for them;
//! - [`standard`] and [`two_sided`], the lists of those bots that a game offers in one line;
//! - [`perft()`], [`divide`], [`sample_playouts`] and [`survey()`] to check and measure rules, and [`Study`],
//!   the same for tools that don't know the game's type; it also finds and checks every [`Puzzle`];
//! - [`Weighed`] for evaluations that are weighted sums, and [`Tuning`], which learns their weights from self-play;
//!   [`Climb`] improves them by matches.
//!
//! All of them are pure: no clock, no threads, no chance but the seed's. The same seed and the same number of nodes
//! give the same answer on every machine, unless a caller lends a crew of threads. They read the whole position, what
//! it hides included.

mod alphabeta;
mod best;
mod deepening;
mod descent;
mod found;
mod greedy;
mod history;
mod level;
mod lines;
mod loud;
mod maxn;
mod mcts;
mod ordering;
mod perft;
mod playout;
mod prove;
mod puzzle;
mod random;
mod root;
mod select;
mod standard;
mod study;
mod style;
mod survey;
mod tally;
mod transposition;
mod tree;
mod tune;
mod value;
mod weighed;
mod window;

pub use alphabeta::AlphaBeta;
pub use best::{Best, Engine};
pub use found::Found;
pub use greedy::Greedy;
pub use level::{Level, Pupil};
pub use maxn::MaxN;
pub use mcts::Mcts;
pub use perft::{Division, NatureActs, divide, perft};
pub use playout::{Playout, playout};
pub use prove::{Goal, Proof, Prover, Solved};
pub use puzzle::{BadPuzzle, Hunted, Puzzle, PuzzleGoal};
pub use random::Random;
pub use select::nth_bit;
pub use standard::{alphabeta, best, greedy, level, maxn, mcts, paranoid, random, standard, two_sided, uct};
pub use study::{LevelDuel, Studied, Study};
pub use style::{Endings, Late, Order, Recall, Style};
pub use survey::{Play, Survey, survey};
pub use tally::{Tally, sample_playouts};
pub use tune::{Climb, DuelPlay, Duelled, Lesson, Rivals, SelfPlay, Tuned, Tuning, fit, loss, rescaled};
pub use value::{PROVEN, WIN};
pub use weighed::{Phase, Weighed, parse_weights, read_weights, write_weights};

use game::{Actor, BySeat, Game, Listing, Seat, Turn};
use rand::Rng;

/// A game whose actions can all be listed, with what a search needs to be strong and fast.
///
/// The provided methods are right for every game; one that wants speed overrides them.
pub trait Search: Game {
    /// How [`AlphaBeta`] spends its nodes, as far as it was measured.
    const STYLE: Style = Style::USUAL;

    /// What the levels 1 to 8 of its bots are.
    const LEVELS: [Level; 8] = Level::USUAL;

    /// How good the position looks for each seat, in thousandths of the logarithm of its odds: 0 is even, 1000 means
    /// that it beats a rival about 73 times in 100. Between two sides, one's gain is the other's loss.
    fn evaluate(&self) -> BySeat<i32>;

    /// The reward that each seat seems to have: its chance of beating a rival, by [`Search::evaluate`]. A game of more
    /// than two sides does better to ask rival by rival: a long lead over one does not make up for being behind another.
    #[inline]
    fn chances(&self) -> BySeat<f32> {
        let evaluation = self.evaluate();
        BySeat::new(self.seats(), |seat| value::to_chance(evaluation[seat]))
    }

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

    /// Whether a listed action of `seat` changes so much at once, as a capture does, that no position should be judged
    /// while one is at hand. It is asked at every node, and few actions should be.
    #[inline]
    fn is_loud(&self, seat: Seat, action: &Self::Action) -> bool {
        let _ = (seat, action);
        false
    }

    /// What plays this position best, as far as it was measured; it should depend on the number of seats alone.
    fn engine(&self) -> Engine {
        if best::sides(self).count() <= 2 { Engine::AlphaBeta } else { Engine::Mcts }
    }

    /// The result, where it is known at a glance whatever is played: searches look no further. It is asked at every
    /// node, of positions that are not over.
    #[inline]
    fn solved(&self) -> Option<Solved> {
        None
    }

    /// Whether so little is left to play that the result may well be proven: then searches between two sides try.
    fn is_endgame(&self) -> bool {
        false
    }

    /// What the level of that number, from 1 to 8, is here; it should depend on what the table chose alone.
    fn level(&self, number: usize) -> Level {
        Self::LEVELS[number - 1]
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
