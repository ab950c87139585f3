//! A game evaluated with other weights than its own.

use crate::{AlphaBetaOptions, Engine, Level, Search, Solved, WeightedEvaluation};
use game::{Actor, BySeat, Game, Illegal, Info, Listing, Seat, SeatSet, Team, Turn, Viewer};
use rand::Rng;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::sync::Arc;

/// Wraps a game and replaces the weights of its evaluation.
#[derive(Clone, Debug)]
pub(super) struct Reweighted<G> {
    pub game: G,
    pub weights: Arc<[i32]>,
}

impl<G: WeightedEvaluation> Search for Reweighted<G> {
    const ALPHABETA: AlphaBetaOptions = G::ALPHABETA;
    const LEVELS: [Level; 8] = G::LEVELS;

    #[inline]
    fn evaluate(&self) -> BySeat<i32> {
        self.game.evaluate_with(&self.weights)
    }

    #[inline]
    fn chances(&self) -> BySeat<f32> {
        self.game.chances_with(&self.weights)
    }

    #[inline]
    fn key(&self) -> u64 {
        self.game.key()
    }

    #[inline]
    fn play(&mut self, actor: Actor, action: &G::Action) {
        self.game.play(actor, action);
    }

    #[inline]
    fn count(&self, seat: Seat) -> u64 {
        self.game.count(seat)
    }

    #[inline]
    fn ordering_score(&self, seat: Seat, action: &G::Action) -> i32 {
        self.game.ordering_score(seat, action)
    }

    #[inline]
    fn is_noisy(&self, seat: Seat, action: &G::Action) -> bool {
        self.game.is_noisy(seat, action)
    }

    fn engine(&self) -> Engine {
        self.game.engine()
    }

    #[inline]
    fn solved(&self) -> Option<Solved> {
        self.game.solved()
    }

    fn is_endgame(&self) -> bool {
        self.game.is_endgame()
    }

    fn level(&self, number: usize) -> Level {
        self.game.level(number)
    }

    #[inline]
    fn rollout<R: Rng>(&mut self, limit: u32, rng: &mut R) -> u32 {
        self.game.rollout(limit, rng)
    }
}

impl<G: WeightedEvaluation> Game for Reweighted<G> {
    const INFO: Info = G::INFO;
    type Options = G::Options;
    type Action = G::Action;
    type View = G::View;

    fn new(options: &G::Options, seats: u8) -> Result<Self, Illegal> {
        G::new(options, seats).map(Reweighted::from)
    }

    fn seats(&self) -> u8 {
        self.game.seats()
    }

    #[inline]
    fn turn(&self) -> Turn {
        self.game.turn()
    }

    fn apply(&mut self, actor: Actor, action: &G::Action) -> Result<(), Illegal> {
        self.game.apply(actor, action)
    }

    fn forfeit(&mut self, seat: Seat) {
        self.game.forfeit(seat);
    }

    fn actions(&self, seat: Seat, out: &mut Vec<G::Action>) -> Listing {
        self.game.actions(seat, out)
    }

    fn sample<R: Rng + ?Sized>(&self, actor: Actor, rng: &mut R) -> G::Action {
        self.game.sample(actor, rng)
    }

    fn view(&self, viewer: Viewer) -> G::View {
        self.game.view(viewer)
    }

    fn team(&self, seat: Seat) -> Team {
        self.game.team(seat)
    }

    fn ended_by(&self) -> Option<&'static str> {
        self.game.ended_by()
    }

    fn may_confer(&self) -> Vec<SeatSet> {
        self.game.may_confer()
    }

    fn rivals(&self, seat: Seat) -> SeatSet {
        self.game.rivals(seat)
    }
}

/// Keeps the game's own weights.
impl<G: WeightedEvaluation> From<G> for Reweighted<G> {
    fn from(game: G) -> Self {
        let weights = game.weights().into();
        Reweighted { game, weights }
    }
}

impl<G: PartialEq> PartialEq for Reweighted<G> {
    fn eq(&self, other: &Self) -> bool {
        self.game == other.game
    }
}

impl<G: Eq> Eq for Reweighted<G> {}

impl<G: fmt::Display> fmt::Display for Reweighted<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.game.fmt(f)
    }
}

impl<G: Serialize> Serialize for Reweighted<G> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.game.serialize(serializer)
    }
}

impl<'de, G: WeightedEvaluation> Deserialize<'de> for Reweighted<G> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        G::deserialize(deserializer).map(Reweighted::from)
    }
}
