//! Bots and tools for any game that lists its actions.
//!
//! [`Search`] is what a game adds to its rules. On top of it:
//!
//! - [`AlphaBeta`] for two sides, and the paranoid search for more; [`MaxN`] where each seat plays for itself;
//!   [`Mcts`] for everything, chance included; [`Greedy`] and [`Random`] to compare with;
//! - [`Best`], which picks the strongest of them for a position, and [`LevelBot`], which plays at one of eight levels;
//! - [`Prover`], which proves the results of endgames;
//! - [`standard`] and [`two_sided`], the lists of bots that a game offers in one line;
//! - [`perft()`], [`divide`], [`sample_playouts`] and [`game_stats()`] to check and measure rules; [`AnySearch`] offers the
//!   same to tools that do not know the game's type, and finds and checks puzzles ([`Puzzle`]);
//! - [`Encoding`] for games as numbers, and [`Batch`], many games at once, for programs that learn;
//! - [`Network`], a small neural network that judges positions instead of [`Search::evaluate`];
//! - [`WeightedEvaluation`] for evaluations that are weighted sums; [`Tuning`] learns their weights from self-play, and
//!   [`Spsa`] improves them by matches.
//!
//! All of them are deterministic: they read no clock and spawn no thread, and all randomness comes from the seed. The
//! same seed and the same number of nodes give the same answer on every machine, unless the caller lends threads. They
//! read the whole position, hidden information included.

mod alphabeta;
mod alphabeta_options;
mod any_search;
mod batch;
mod best;
mod deepening;
mod depth_search;
mod encoding;
mod game_stats;
mod greedy;
mod history;
mod level;
mod maxn;
mod mcts;
mod network;
mod ordering;
mod perft;
mod playout;
mod prove;
mod puzzle;
mod quiescence;
mod random;
mod root;
mod search_result;
mod select;
mod standard;
mod tally;
mod transposition;
mod tree;
mod tree_options;
mod tune;
mod value;
mod variations;
mod weighted;
mod window;

pub use alphabeta::AlphaBeta;
pub use alphabeta_options::{AlphaBetaOptions, EndgameProofs, LateActions, Order, TableUse};
pub use any_search::{AnySearch, LevelDuelSettings, SearchOf};
pub use batch::{AnyBatch, AnyEncoding, Batch, EncodingOf, NotLegal, Rows, final_return};
pub use best::{Best, Engine, NetworkSearch};
pub use encoding::{Encoding, Layout, Plane, Symmetry, write_bits};
pub use game_stats::{GameStats, Players, game_stats};
pub use greedy::Greedy;
pub use level::{Level, LevelBot};
pub use maxn::MaxN;
pub use mcts::Mcts;
pub use network::{
    BadNetwork, DuelEffort, DuelLimit, DuelPlayer, InputShape, Inputs, Network, NetworkDuel, NetworkPlay,
    NetworkSamples, NetworkSlot,
};
pub use perft::{Division, NatureActs, divide, perft};
pub use playout::{Playout, playout};
pub use prove::{Goal, Proof, Prover, Solved};
pub use puzzle::{BadPuzzle, FoundPuzzle, Puzzle, PuzzleGoal};
pub use random::Random;
pub use search_result::SearchResult;
pub use select::nth_bit;
pub use standard::{alphabeta, best, greedy, level, maxn, mcts, paranoid, random, standard, two_sided, uct};
pub use tally::{Tally, sample_playouts};
pub use tree_options::{Backup, TreeOptions};
pub use tune::{
    DuelResult, DuelSettings, SelfPlay, Spsa, TrainingSample, Tuning, TuningOf, WeightPair, fit, loss,
    rescaled,
};
pub use value::{PROVEN, WIN};
pub use weighted::{Phase, WeightedEvaluation, parse_weights, read_weights, write_weights};

use game::{Actor, BySeat, Game, Listing, Seat, Text, Turn};
use rand::Rng;
use std::sync::Arc;

/// A game whose actions can all be listed, with what a search needs of it.
///
/// The provided methods are correct for every game; a game overrides them for speed or strength.
pub trait Search: Game {
    /// The options with which [`AlphaBeta`] was measured to play this game best.
    const ALPHABETA: AlphaBetaOptions = AlphaBetaOptions::DEFAULT;

    /// The levels 1 to 8 of its bots.
    const LEVELS: [Level; 8] = Level::DEFAULT;

    /// What a player may expect of each of them, in a sentence that is true of this game.
    const LEVEL_SUMMARIES: [Text; 8] = Level::SUMMARIES;

    /// How searches that ask a network were measured to play this game best.
    const NETWORK_SEARCH: NetworkSearch =
        NetworkSearch { alphabeta: Self::ALPHABETA, tree: TreeOptions::NETWORK };

    /// The static evaluation of the position for each seat, in thousandths of the log-odds of beating a rival: 0 is even,
    /// 1000 is a chance of about 73 %. Between two sides, the values must add up to 0.
    fn evaluate(&self) -> BySeat<i32>;

    /// The estimated chance of each seat to beat a rival, by default computed from [`Search::evaluate`]. A game of more
    /// than two sides should compare rival by rival: a long lead over one does not make up for being behind another.
    #[inline]
    fn chances(&self) -> BySeat<f32> {
        let evaluation = self.evaluate();
        BySeat::new(self.seats(), |seat| value::to_chance(evaluation[seat]))
    }

    /// What networks see of positions of this setting; `None` if they can't see any.
    fn input_shape(&self) -> Option<InputShape> {
        None
    }

    /// Lists what a network sees of the position, which is not over. It is called for every evaluation.
    #[inline]
    fn list_inputs(&self, inputs: &mut Inputs) {
        inputs.clear();
    }

    /// Where the network of this setting is kept, if the game has one.
    fn network_slot(&self) -> Option<&'static NetworkSlot> {
        None
    }

    /// The network of this setting, if it is there.
    fn network(&self) -> Option<Arc<Network>> {
        let shape = || self.input_shape().expect("a setting with a network has inputs");
        self.network_slot()?.get(shape).cloned()
    }

    /// A 64-bit hash of the position: equal positions have equal keys, and collisions are rare enough to ignore.
    fn key(&self) -> u64;

    /// Performs an action that was listed or sampled for `actor`, without checking that it is legal.
    #[inline]
    fn play(&mut self, actor: Actor, action: &Self::Action) {
        self.apply(actor, action).expect("a listed action is legal");
    }

    /// The number of legal actions of `seat`, which must be one that may act.
    fn count(&self, seat: Seat) -> u64 {
        let mut actions = Vec::new();
        let listing = self.actions(seat, &mut actions);
        debug_assert_eq!(listing, Listing::Complete);
        actions.len() as u64
    }

    /// The move-ordering score of a listed action of `seat`: depth-first searches try the highest first. Only the order
    /// matters. It is called at every node, so it must be cheap.
    #[inline]
    fn ordering_score(&self, seat: Seat, action: &Self::Action) -> i32 {
        let _ = (seat, action);
        0
    }

    /// Whether a listed action of `seat` is noisy: it changes the evaluation so much at once, as a capture does, that the
    /// quiescence search must follow it before a position is evaluated. It is called at every node, so it must be
    /// cheap, and few actions should be noisy.
    #[inline]
    fn is_noisy(&self, seat: Seat, action: &Self::Action) -> bool {
        let _ = (seat, action);
        false
    }

    /// The search that was measured to play this position best; it should depend on the number of seats alone.
    fn engine(&self) -> Engine {
        if best::sides(self).count() <= 2 { Engine::AlphaBeta } else { Engine::Mcts }
    }

    /// The result of the game under best play, where a cheap test can tell: searches stop there. It is called at every
    /// node, only for positions that are not over.
    #[inline]
    fn solved(&self) -> Option<Solved> {
        None
    }

    /// Whether the end is so near that searches between two sides should try to prove the result with [`Prover`].
    fn is_endgame(&self) -> bool {
        false
    }

    /// The level with that number, from 1 to 8; it should depend on the options of the table alone.
    fn level(&self, number: usize) -> Level {
        Self::LEVELS[number - 1]
    }

    /// Plays up to `limit` uniformly random actions, for each seat to act and for Nature; returns how many it played.
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

/// Mixes `word` into a key: a fast hash step to compute [`Search::key`] from the words of a compact position.
#[inline]
pub const fn mix(key: u64, word: u64) -> u64 {
    // The rotation keeps a small key and a small word from cancelling out.
    let product = (key.rotate_left(32) ^ word ^ 0x9e37_79b9_7f4a_7c15) as u128 * 0xd6e8_feb8_6659_fd93_u128;
    (product >> 64) as u64 ^ product as u64
}
