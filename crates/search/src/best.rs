//! The strongest bot for each position.

use crate::{AlphaBeta, MaxN, Mcts, Search};
use game::{Analysis, Bot, Budget, Seat};

/// A search algorithm.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Engine {
    /// [`AlphaBeta`], for two sides, or one against all others.
    AlphaBeta,
    /// [`MaxN`], where each seat plays for itself.
    MaxN,
    /// [`Mcts`], by playing many games.
    Mcts,
}

/// Full strength: plays with the engine that [`Search::engine`] names for the position.
pub struct Best<G: Search> {
    seed: u64,
    /// The engine that was used last, with its tables.
    engine: Option<(Engine, Box<dyn Bot<G>>)>,
}

impl<G: Search> Best<G> {
    /// A bot whose random choices follow from `seed`.
    pub fn new(seed: u64) -> Self {
        Best { seed, engine: None }
    }

    fn engine(&mut self, wanted: Engine) -> &mut dyn Bot<G> {
        let known = self.engine.take().filter(|(engine, _)| *engine == wanted);
        let bot = known.map_or_else(|| self.make(wanted), |(_, bot)| bot);
        &mut *self.engine.insert((wanted, bot)).1
    }

    fn make(&self, engine: Engine) -> Box<dyn Bot<G>> {
        match engine {
            Engine::AlphaBeta => Box::new(AlphaBeta::new(self.seed)),
            Engine::MaxN => Box::new(MaxN::new(self.seed)),
            Engine::Mcts => Box::new(Mcts::new(self.seed)),
        }
    }
}

impl<G: Search> Bot<G> for Best<G> {
    fn choose(&mut self, game: &G, seat: Seat, budget: &Budget<'_>) -> G::Action {
        self.engine(game.engine()).choose(game, seat, budget)
    }

    /// Uses alpha-beta between two sides, because it gives variations and proofs, and MCTS among more.
    fn analyse(
        &mut self,
        game: &G,
        seat: Seat,
        lines: usize,
        budget: &Budget<'_>,
        report: &mut dyn FnMut(&Analysis<G::Action>),
    ) {
        let engine = if sides(game).count() <= 2 { Engine::AlphaBeta } else { Engine::Mcts };
        self.engine(engine).analyse(game, seat, lines, budget, report);
    }
}

/// The first seat of each side.
pub(crate) fn sides<G: Search>(game: &G) -> impl Iterator<Item = Seat> {
    let is_first = |seat: &Seat| !Seat::all(seat.0).any(|earlier| game.team(earlier) == game.team(*seat));
    Seat::all(game.seats()).filter(is_first)
}
