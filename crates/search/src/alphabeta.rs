//! Alpha-beta search for two sides, and for one side against all others.

use crate::deepening::{Deepening, DeepeningResult, TableAccess, Worker};
use crate::network::Judge;
use crate::root::{Root, only_action};
use crate::transposition::TranspositionTable;
use crate::{AlphaBetaOptions, EndgameProofs, Prover, Search, SearchResult, best};
use game::{Analysis, Bot, Budget, Seat, Threads};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

/// Principal variation search with iterative deepening and a transposition table.
///
/// Values are those of the seat for which it searches. Seats of its team maximise, all others minimise: between two sides
/// this is minimax, with more sides it is the *paranoid* search. It does not assume that sides alternate.
///
/// Its [`AlphaBetaOptions`] are those of the game by default. With [`AlphaBetaOptions::EXACT`] the value at a depth is that
/// of plain minimax, whatever the table holds: an entry is used only if it is of exactly that depth, or if no deeper
/// search can change it.
///
/// Where several seats may act at once, they decide one after the other, the lowest first. Nature's actions cannot be
/// listed, so the search evaluates positions where it is Nature's turn.
///
/// One node is one action played. With several threads, each searches by itself and all share the table (lazy SMP); the
/// answer then depends on timing.
pub struct AlphaBeta<G: Search> {
    rng: Xoshiro256PlusPlus,
    options: AlphaBetaOptions,
    max_depth: u8,
    table: TranspositionTable,
    workers: Vec<Mutex<Worker<G::Action>>>,
    prover: Prover<G>,
    judge: Judge,
}

impl<G: Search> AlphaBeta<G> {
    /// The largest depth, noisy actions of the quiescence search not counted.
    pub const MAX_DEPTH: u32 = 128;
    /// The table has two to this power buckets of 64 bytes: 16 MiB.
    const TABLE_BITS: u32 = 18;

    /// A bot that breaks ties by `seed`.
    pub fn new(seed: u64) -> Self {
        AlphaBeta {
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            options: G::ALPHABETA,
            max_depth: Self::MAX_DEPTH as u8,
            table: TranspositionTable::new(Self::TABLE_BITS),
            workers: vec![Mutex::new(Worker::new())],
            prover: Prover::new(),
            judge: Judge::HAND,
        }
    }

    /// The same, with another judge.
    #[must_use]
    pub(crate) fn with_judge(self, judge: Judge) -> Self {
        AlphaBeta { judge, ..self }
    }

    /// Limits the search to `depth` actions.
    #[must_use]
    pub fn with_max_depth(mut self, depth: u32) -> Self {
        self.max_depth = depth.min(Self::MAX_DEPTH) as u8;
        self
    }

    /// Replaces the options.
    #[must_use]
    pub fn with_options(mut self, options: AlphaBetaOptions) -> Self {
        self.options = options;
        self
    }

    /// The best action of `seat`, which must be to act in `game`: that of the last completed depth, or a better one that
    /// the next, incomplete depth or a proof found.
    pub fn search(&mut self, game: &G, seat: Seat, budget: &Budget<'_>) -> SearchResult<G::Action> {
        if let Some(threads) = budget.threads() {
            return self.search_in_parallel(game, seat, budget, threads);
        }
        let root = Root::new(game, seat, &mut self.rng);
        let max_depth = self.max_depth;
        let proves = self.proves(game);
        let (mut deepening, prover) = self.deepening(game, seat, budget);
        deepening.prover = proves.then_some(prover);
        deepening.run(root, 1..=max_depth).found
    }

    /// Searches on all threads, each by itself over the shared table, and returns the deepest result.
    fn search_in_parallel(
        &mut self,
        game: &G,
        seat: Seat,
        budget: &Budget<'_>,
        threads: Threads<'_>,
    ) -> SearchResult<G::Action> {
        self.table.new_generation();
        self.table.grow_to_maximum();
        self.workers.resize_with(self.workers.len().max(threads.count()), || Mutex::new(Worker::new()));
        let is_done = AtomicBool::new(false);
        let stop = || is_done.load(Ordering::Relaxed) || budget.is_stopped();
        let share =
            budget.single_threaded().stopped_by(&stop).at_most(budget.node_limit() / threads.count() as u64);
        let roots: Vec<_> =
            (0..threads.count()).map(|_| Mutex::new(Some(Root::new(game, seat, &mut self.rng)))).collect();
        let prover = Mutex::new(self.proves(game).then_some(&mut self.prover));
        let results: Vec<Mutex<Option<DeepeningResult<G::Action>>>> =
            roots.iter().map(|_| Mutex::new(None)).collect();
        threads.run(&|number| {
            let root = roots[number].lock().ok().and_then(|mut root| root.take());
            let (Some(root), Ok(mut worker)) = (root, self.workers[number].lock()) else { return };
            let deepening = Deepening {
                game,
                seat,
                options: self.options,
                budget: &share,
                judge: &self.judge,
                worker: &mut worker,
                table: TableAccess::Shared(&self.table),
                nodes: 0,
                // Only one thread proves: the first to get here.
                prover: prover.lock().ok().and_then(|mut prover| prover.take()),
            };
            // Every other thread starts one depth deeper, so that the threads fill the table for each other.
            let first = 1 + (number % 2) as u8;
            let result = deepening.run(root, first.min(self.max_depth)..=self.max_depth);
            if result.is_certain || result.found.depth == u32::from(self.max_depth) {
                is_done.store(true, Ordering::Relaxed);
            }
            if let Ok(mut slot) = results[number].lock() {
                *slot = Some(result);
            }
        });
        let results = results.into_iter().filter_map(|slot| slot.into_inner().ok().flatten());
        let mut nodes = 0;
        let best = results
            .inspect(|result| nodes += result.found.nodes)
            .reduce(|best, other| if other.rank() > best.rank() { other } else { best });
        SearchResult { nodes, ..best.expect("the threads run the job").found }
    }

    /// The value of every action of `seat` at the last depth that the budget allows, in a random order of the actions. All
    /// values are 0 if the budget does not allow one depth.
    pub fn rate(&mut self, game: &G, seat: Seat, budget: &Budget<'_>) -> Vec<(G::Action, i32)> {
        let root = Root::new(game, seat, &mut self.rng);
        let max_depth = self.max_depth;
        let mut values = vec![0; root.actions().len()];
        let (mut deepening, _) = self.deepening(game, seat, budget);
        for depth in 1..=max_depth {
            let Some(scores) = deepening.scores(root.actions(), depth) else { break };
            values = scores.iter().map(|score| score.value).collect();
            if scores.iter().all(|score| score.is_final) {
                break;
            }
        }
        budget.report_nodes(deepening.nodes);
        root.into_actions().into_iter().zip(values).collect()
    }

    /// Whether the search tries to prove the result of that position.
    fn proves(&self, game: &G) -> bool {
        self.options.endgame_proofs == EndgameProofs::On
            && game.is_endgame()
            && best::sides(game).count() <= 2
    }

    fn deepening<'a>(
        &'a mut self,
        game: &'a G,
        seat: Seat,
        budget: &'a Budget<'a>,
    ) -> (Deepening<'a, G>, &'a mut Prover<G>) {
        self.table.new_generation();
        let worker = self.workers[0].get_mut().expect("a search that panicked takes its bot with it");
        let table = TableAccess::Own(&mut self.table);
        let (options, judge) = (self.options, &self.judge);
        let deepening =
            Deepening { game, seat, options, budget, judge, worker, table, nodes: 0, prover: None };
        (deepening, &mut self.prover)
    }
}

impl<A> DeepeningResult<A> {
    /// Orders results: certain ones are best, then the deepest.
    fn rank(&self) -> (bool, u32) {
        (self.is_certain, self.found.depth)
    }
}

impl<G: Search> Bot<G> for AlphaBeta<G> {
    fn choose(&mut self, game: &G, seat: Seat, budget: &Budget<'_>) -> G::Action {
        only_action(game, seat).unwrap_or_else(|| self.search(game, seat, budget).report(budget))
    }

    fn analyse(
        &mut self,
        game: &G,
        seat: Seat,
        lines: usize,
        budget: &Budget<'_>,
        report: &mut dyn FnMut(&Analysis<G::Action>),
    ) {
        let root = Root::new(game, seat, &mut self.rng);
        let max_depth = self.max_depth;
        self.deepening(game, seat, budget).0.analyse(root, lines, max_depth, report);
    }
}
