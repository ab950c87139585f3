//! The strongest bot for each position.

use crate::network::Judge;
use crate::{AlphaBeta, AlphaBetaOptions, MaxN, Mcts, Network, Search, SearchResult, TreeOptions};
use game::{Analysis, Bot, Budget, Seat};
use std::sync::Arc;

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

/// The options of the searches that ask a network: alpha-beta between two sides, a tree among more.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct NetworkSearch {
    /// Of [`AlphaBeta`].
    pub alphabeta: AlphaBetaOptions,
    /// Of [`Mcts`].
    pub tree: TreeOptions,
}

/// Full strength: plays with the engine that [`Search::engine`] names for the position, and asks the network of the
/// setting if there is one.
pub struct Best<G: Search> {
    seed: u64,
    choice: Choice,
    search: Option<NetworkSearch>,
    /// The engine that was used last, with its tables.
    engine: Option<(Engine, bool, Player<G>)>,
}

/// Which network judges.
#[derive(Clone)]
enum Choice {
    /// None: the evaluation of the game does.
    Hand,
    /// That of the setting, if it is there.
    OfSetting,
    Given(Arc<Network>),
}

/// An engine with its tables.
enum Player<G: Search> {
    AlphaBeta(Box<AlphaBeta<G>>),
    MaxN(MaxN<G>),
    Mcts(Box<Mcts<G>>),
}

impl<G: Search> Best<G> {
    /// A bot whose random choices follow from `seed`.
    pub fn new(seed: u64) -> Self {
        Best { seed, choice: Choice::OfSetting, search: None, engine: None }
    }

    /// The same without a network.
    pub fn hand(seed: u64) -> Self {
        Best { choice: Choice::Hand, ..Best::new(seed) }
    }

    /// The same with that network, which must fit the positions.
    #[must_use]
    pub fn with_network(self, network: Arc<Network>) -> Self {
        Best { choice: Choice::Given(network), engine: None, ..self }
    }

    /// The same with other options of its searches.
    #[must_use]
    pub fn with_search(self, search: NetworkSearch) -> Self {
        Best { search: Some(search), engine: None, ..self }
    }

    /// The best action of `seat`, which must be to act in `game`.
    pub fn search(&mut self, game: &G, seat: Seat, budget: &Budget<'_>) -> SearchResult<G::Action> {
        match self.player(game, game.engine()) {
            Player::AlphaBeta(bot) => bot.search(game, seat, budget),
            Player::MaxN(bot) => bot.search(game, seat, budget),
            Player::Mcts(bot) => bot.search(game, seat, budget),
        }
    }

    fn player(&mut self, game: &G, wanted: Engine) -> &mut Player<G> {
        let network = match &self.choice {
            Choice::Hand => None,
            Choice::OfSetting => game.network(),
            Choice::Given(network) => Some(Arc::clone(network)),
        };
        let with = network.is_some();
        let known = self.engine.take().filter(|(engine, known, _)| (*engine, *known) == (wanted, with));
        let player = known.map_or_else(|| self.make(wanted, network), |(.., player)| player);
        &mut self.engine.insert((wanted, with, player)).2
    }

    fn make(&self, engine: Engine, network: Option<Arc<Network>>) -> Player<G> {
        let search = self.search.or(network.is_some().then_some(G::NETWORK_SEARCH));
        let judge = Judge::of(network);
        match engine {
            Engine::AlphaBeta => {
                let bot = AlphaBeta::new(self.seed).with_judge(judge);
                Player::AlphaBeta(Box::new(match search {
                    Some(search) => bot.with_options(search.alphabeta),
                    None => bot,
                }))
            }
            Engine::MaxN => Player::MaxN(MaxN::new(self.seed)),
            Engine::Mcts => {
                let bot = Mcts::new(self.seed).with_judge(judge);
                Player::Mcts(Box::new(match search {
                    Some(search) => bot.with_options(search.tree),
                    None => bot,
                }))
            }
        }
    }
}

impl<G: Search> Bot<G> for Best<G> {
    fn choose(&mut self, game: &G, seat: Seat, budget: &Budget<'_>) -> G::Action {
        match self.player(game, game.engine()) {
            Player::AlphaBeta(bot) => bot.choose(game, seat, budget),
            Player::MaxN(bot) => bot.choose(game, seat, budget),
            Player::Mcts(bot) => bot.choose(game, seat, budget),
        }
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
        match self.player(game, engine) {
            Player::AlphaBeta(bot) => bot.analyse(game, seat, lines, budget, report),
            Player::MaxN(bot) => bot.analyse(game, seat, lines, budget, report),
            Player::Mcts(bot) => bot.analyse(game, seat, lines, budget, report),
        }
    }
}

/// The first seat of each side.
pub(crate) fn sides<G: Search>(game: &G) -> impl Iterator<Item = Seat> {
    let is_first = |seat: &Seat| !Seat::all(seat.0).any(|earlier| game.team(earlier) == game.team(*seat));
    Seat::all(game.seats()).filter(is_first)
}
