//! Iterative deepening: one depth after the other; each improves the move ordering of the next.

use crate::depth_search::{DepthSearch, RootResult, plies_needed};
use crate::history::History;
use crate::network::Judge;
use crate::ordering::Ply;
use crate::root::Root;
use crate::transposition::TranspositionTable;
use crate::window::Score;
use crate::{AlphaBetaOptions, Goal, PROVEN, Proof, Prover, Search, SearchResult, WIN};
use game::{Budget, Seat};

/// The state of one search thread that is not shared.
pub(crate) struct Worker<A> {
    history: History<A>,
    plies: Vec<Ply<A>>,
}

impl<A: Clone + Eq> Worker<A> {
    pub fn new() -> Self {
        Worker { history: History::new(), plies: Vec::new() }
    }

    /// Clears what earlier searches left.
    fn clear(&mut self) {
        self.history.clear();
        self.plies.iter_mut().for_each(Ply::clear_killers);
    }
}

/// The transposition table of one thread, or one that several threads share.
pub(crate) enum TableAccess<'a> {
    Own(&'a mut TranspositionTable),
    Shared(&'a TranspositionTable),
}

impl TableAccess<'_> {
    fn grow_if_full(&mut self) {
        if let TableAccess::Own(table) = self {
            table.grow_if_full();
        }
    }

    pub fn table(&self) -> &TranspositionTable {
        match self {
            TableAccess::Own(table) => table,
            TableAccess::Shared(table) => table,
        }
    }
}

/// No new depth is started after this share of the time: it would take longer than all before it together.
const TOO_LATE: f64 = 0.6;

/// An iterative deepening search of one position.
pub(crate) struct Deepening<'a, G: Search> {
    pub game: &'a G,
    pub seat: Seat,
    pub options: AlphaBetaOptions,
    pub budget: &'a Budget<'a>,
    pub judge: &'a Judge,
    pub worker: &'a mut Worker<G::Action>,
    pub table: TableAccess<'a>,
    pub nodes: u64,
    /// Proves endgames; `None` if that is not tried.
    pub prover: Option<&'a mut Prover<G>>,
}

/// What one thread found.
pub(crate) struct DeepeningResult<A> {
    pub found: SearchResult<A>,
    /// Whether a deeper search would not change it.
    pub is_certain: bool,
}

impl<G: Search> Deepening<'_, G> {
    /// Searches the given depths in turn. Returns the best action of the last completed depth, or a better one that the
    /// next, incomplete depth or a proof found.
    pub fn run(
        mut self,
        mut root: Root<G::Action>,
        depths: std::ops::RangeInclusive<u8>,
    ) -> DeepeningResult<G::Action> {
        self.worker.clear();
        let (mut value, mut reached, mut is_certain) = (0, 0, false);
        for depth in depths {
            if reached > 0 && self.budget.time_used() > TOO_LATE {
                break;
            }
            let best = self.search(&root, 0, depth);
            if let Some((index, score)) = best.found {
                root.promote(0, index);
                value = score.value;
                is_certain = score.is_final || is_proven_within(value, depth);
            }
            if !best.is_complete {
                is_certain = false;
                break;
            }
            reached = u32::from(depth);
            if is_certain {
                break;
            }
            if let Some((action, proven)) = self.prove(value) {
                let index = root.actions().iter().position(|other| *other == action);
                root.promote(0, index.expect("a proof begins with a listed action"));
                (value, is_certain) = (proven, true);
                break;
            }
        }
        let found = SearchResult { action: root.into_first(), value, depth: reached, nodes: self.nodes };
        DeepeningResult { found, is_certain }
    }

    /// Tries to prove the result of the position, with a share of the nodes used so far. `value` is the present
    /// estimate. Returns an action and its proven value: an action that wins, or one that does not lose if no win was
    /// looked for or found.
    fn prove(&mut self, value: i32) -> Option<(G::Action, i32)> {
        let prover = self.prover.as_deref_mut()?;
        let budget = self.budget.at_most(self.nodes + self.nodes / PROVING_SHARE);
        let mut ask = |goal, nodes: &mut u64| prover.prove(self.game, self.seat, goal, &budget, nodes);
        let looks_lost = value < LOOKS_LOST;
        if !looks_lost {
            match ask(Goal::Win, &mut self.nodes) {
                Proof::Yes(action) => return Some((action, PROVEN)),
                Proof::Open => return None,
                Proof::No => {}
            }
        }
        match ask(Goal::Hold, &mut self.nodes) {
            Proof::Yes(action) => return Some((action, 0)),
            Proof::Open => {}
            // The position is lost. Stop proving, but go on to search for the slowest defeat.
            Proof::No => self.prover = None,
        }
        None
    }

    /// Searches one depth: the best of the root actions from index `from` on.
    pub fn search(&mut self, root: &Root<G::Action>, from: usize, depth: u8) -> RootResult {
        let (mut search, plies, game) = self.depth_search(depth);
        let best = search.best_action(game, &root.actions()[from..], plies);
        self.nodes = search.nodes;
        best
    }

    /// The exact score of every given root action at one depth; `None` if the budget is spent first.
    pub fn scores(&mut self, actions: &[G::Action], depth: u8) -> Option<Vec<Score>> {
        let (mut search, plies, game) = self.depth_search(depth);
        let scores = actions.iter().map(|action| search.score_of_action(game, action, plies)).collect();
        self.nodes = search.nodes;
        scores
    }

    fn depth_search(&mut self, depth: u8) -> (DepthSearch<'_, G>, &mut [Ply<G::Action>], &G) {
        self.table.grow_if_full();
        let Worker { history, plies } = &mut *self.worker;
        let needed = plies_needed(depth, self.options);
        plies.resize_with(plies.len().max(needed), Ply::new);
        let Deepening { seat, options, budget, nodes, judge, .. } = *self;
        let table = self.table.table();
        (
            DepthSearch { seat, options, budget, nodes, depth, table, history, judge },
            &mut plies[..needed],
            self.game,
        )
    }
}

/// Below this value the position looks lost: then only a draw is proven.
const LOOKS_LOST: i32 = -500;

/// One node out of this many is spent on proofs.
const PROVING_SHARE: u64 = 4;

/// Whether a value is a win or a defeat within the depth: then no deeper search finds a quicker win or a slower defeat.
pub(crate) fn is_proven_within(value: i32, depth: u8) -> bool {
    value.abs() >= WIN - i32::from(depth)
}
