//! Search by depth for two sides, and for one side against all others.

use crate::deepening::{Deepening, Memory, Thought, Worker};
use crate::root::{Root, only_action};
use crate::transposition::Table;
use crate::{Endings, Found, Prover, Search, Style, best};
use game::{Analysis, Bot, Budget, Crew, Seat};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

/// Principal variation search with iterative deepening and a transposition table.
///
/// Values are those of the seat that asks. Seats of its team choose the highest, all others the lowest: between two
/// sides this is the game itself, with more it is the *paranoid* view. Nothing assumes that sides alternate.
///
/// How it spends its nodes is its [`Style`], by default that of the game. In the exact style, the value at a depth is that of plain minimax,
/// whatever the table holds: an entry counts only if it looked exactly as far, or if looking further can't change it.
///
/// Where several seats may act at once, they decide one after the other, the lowest first. What Nature will do can't
/// be listed: the search stops there and evaluates.
///
/// One node is one action played. With a crew, each member searches by itself and all share the table; the answer then
/// depends on who was quicker.
pub struct AlphaBeta<G: Search> {
    rng: Xoshiro256PlusPlus,
    style: Style,
    max_depth: u8,
    table: Table,
    workers: Vec<Mutex<Worker<G::Action>>>,
    prover: Prover<G>,
}

impl<G: Search> AlphaBeta<G> {
    /// The furthest that it ever looks ahead, loud actions not counted.
    pub const MAX_DEPTH: u32 = 128;
    /// Of the table's 64-byte buckets: 16 MiB.
    const TABLE_BITS: u32 = 18;

    /// A bot whose choices between equals follow from `seed`.
    pub fn new(seed: u64) -> Self {
        AlphaBeta {
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            style: G::STYLE,
            max_depth: Self::MAX_DEPTH as u8,
            table: Table::new(Self::TABLE_BITS),
            workers: vec![Mutex::new(Worker::new())],
            prover: Prover::new(),
        }
    }

    /// The same, looking no more than `depth` actions ahead.
    #[must_use]
    pub fn with_max_depth(mut self, depth: u32) -> Self {
        self.max_depth = depth.min(Self::MAX_DEPTH) as u8;
        self
    }

    /// The same in another style.
    #[must_use]
    pub fn with_style(mut self, style: Style) -> Self {
        self.style = style;
        self
    }

    /// The best action of `seat`, which is to act in `game`: that of the last depth searched through, or a better one
    /// that was proven at the next.
    pub fn search(&mut self, game: &G, seat: Seat, budget: &Budget<'_>) -> Found<G::Action> {
        if let Some(crew) = budget.crew() {
            return self.search_together(game, seat, budget, crew);
        }
        let root = Root::new(game, seat, &mut self.rng);
        let max_depth = self.max_depth;
        let proves = self.proves(game);
        let (mut deepening, prover) = self.deepening(game, seat, budget);
        deepening.prover = proves.then_some(prover);
        deepening.run(root, 1..=max_depth).found
    }

    /// The deepest of what the members of a crew find, each on its own tree over one table.
    fn search_together(
        &mut self,
        game: &G,
        seat: Seat,
        budget: &Budget<'_>,
        crew: Crew<'_>,
    ) -> Found<G::Action> {
        self.table.begin();
        self.table.make_all_room();
        self.workers.resize_with(self.workers.len().max(crew.size()), || Mutex::new(Worker::new()));
        let is_done = AtomicBool::new(false);
        let stop = || is_done.load(Ordering::Relaxed) || budget.is_stopped();
        let share = budget.alone().stopped_by(&stop).at_most(budget.node_limit() / crew.size() as u64);
        let roots: Vec<_> =
            (0..crew.size()).map(|_| Mutex::new(Some(Root::new(game, seat, &mut self.rng)))).collect();
        let prover = Mutex::new(self.proves(game).then_some(&mut self.prover));
        let thoughts: Vec<Mutex<Option<Thought<G::Action>>>> =
            roots.iter().map(|_| Mutex::new(None)).collect();
        crew.run(&|member| {
            let root = roots[member].lock().ok().and_then(|mut root| root.take());
            let (Some(root), Ok(mut worker)) = (root, self.workers[member].lock()) else { return };
            let deepening = Deepening {
                game,
                seat,
                style: self.style,
                budget: &share,
                worker: &mut worker,
                memory: Memory::Shared(&self.table),
                nodes: 0,
                // One of them is enough: whoever is first.
                prover: prover.lock().ok().and_then(|mut prover| prover.take()),
            };
            // Every other member is a depth ahead: what it meets first, the others find in the table.
            let first = 1 + (member % 2) as u8;
            let thought = deepening.run(root, first.min(self.max_depth)..=self.max_depth);
            if thought.is_certain || thought.found.depth == u32::from(self.max_depth) {
                is_done.store(true, Ordering::Relaxed);
            }
            if let Ok(mut slot) = thoughts[member].lock() {
                *slot = Some(thought);
            }
        });
        let thoughts = thoughts.into_iter().filter_map(|slot| slot.into_inner().ok().flatten());
        let mut nodes = 0;
        let best = thoughts
            .inspect(|thought| nodes += thought.found.nodes)
            .reduce(|best, other| if other.rank() > best.rank() { other } else { best });
        Found { nodes, ..best.expect("a crew does its job").found }
    }

    /// What every action of `seat` is worth at the furthest depth up to the bot's that the budget allows; the actions
    /// are in a random order, and 0 is the worth of all if not even one depth is allowed.
    pub fn rate(&mut self, game: &G, seat: Seat, budget: &Budget<'_>) -> Vec<(G::Action, i32)> {
        let root = Root::new(game, seat, &mut self.rng);
        let max_depth = self.max_depth;
        let mut values = vec![0; root.actions().len()];
        let (mut deepening, _) = self.deepening(game, seat, budget);
        for depth in 1..=max_depth {
            let Some(worths) = deepening.worths(root.actions(), depth) else { break };
            values = worths.iter().map(|worth| worth.value).collect();
            if worths.iter().all(|worth| worth.settled) {
                break;
            }
        }
        budget.tell_used(deepening.nodes);
        root.into_actions().into_iter().zip(values).collect()
    }

    /// Whether results are to be proven in that position.
    fn proves(&self, game: &G) -> bool {
        self.style.endings == Endings::Proven && game.is_endgame() && best::sides(game).count() <= 2
    }

    fn deepening<'a>(
        &'a mut self,
        game: &'a G,
        seat: Seat,
        budget: &'a Budget<'a>,
    ) -> (Deepening<'a, G>, &'a mut Prover<G>) {
        self.table.begin();
        let worker = self.workers[0].get_mut().expect("a search that panicked takes its bot with it");
        let memory = Memory::Own(&mut self.table);
        let deepening =
            Deepening { game, seat, style: self.style, budget, worker, memory, nodes: 0, prover: None };
        (deepening, &mut self.prover)
    }
}

impl<A> Thought<A> {
    /// Certain answers first, then the deepest.
    fn rank(&self) -> (bool, u32) {
        (self.is_certain, self.found.depth)
    }
}

impl<G: Search> Bot<G> for AlphaBeta<G> {
    fn choose(&mut self, game: &G, seat: Seat, budget: &Budget<'_>) -> G::Action {
        only_action(game, seat).unwrap_or_else(|| self.search(game, seat, budget).told(budget))
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
