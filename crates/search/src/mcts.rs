//! Monte-Carlo tree search.

use crate::network::Judge;
use crate::root::only_action;
use crate::tree::{NodeId, Tree};
use crate::tree_options::Backup;
use crate::variations::variation;
use crate::{Search, SearchResult, TreeOptions, value};
use game::{Actor, Analysis, Bot, Budget, BySeat, Seat, Threads, Turn, Variation};
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::ops::ControlFlow;
use std::sync::Mutex;

/// Monte-Carlo tree search (UCT), for any number of seats and teams.
///
/// Each iteration selects a path down the tree, where each seat chooses by its own rewards, plays on at random, and backs
/// up the rewards along the path. Nature's actions are sampled, with a child for each different one. Where several seats
/// may act at once, they decide one after the other, the lowest first.
///
/// [`Search::evaluate`] is used twice: as the prior of a new child, as if the child had been visited some times already,
/// and to end most playouts after a few actions. Without both this is the plain algorithm.
///
/// One node of the budget is one iteration. The most visited action is chosen. With several threads, each grows a tree of
/// its own and the visits are added up (root parallelism).
pub struct Mcts<G: Search> {
    rng: Xoshiro256PlusPlus,
    tree: Tree<G::Action>,
    options: TreeOptions,
    judge: Judge,
    actions: Vec<G::Action>,
    path: Vec<(NodeId, Option<Seat>)>,
    progress: Progress,
    /// One search for each thread of a parallel search.
    searches: Vec<Mutex<Mcts<G>>>,
}

impl<G: Search> Mcts<G> {
    /// Some tens of mebibytes with the small actions of most games in a browser, and four times as much elsewhere: some
    /// trees grow that large in a second.
    const MAX_NODES: usize = if cfg!(target_family = "wasm") { 1 << 20 } else { 1 << 22 };

    /// A bot whose random numbers follow from `seed`.
    pub fn new(seed: u64) -> Self {
        Mcts {
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            tree: Tree::new(Self::MAX_NODES),
            options: TreeOptions::HAND,
            judge: Judge::HAND,
            actions: Vec::new(),
            path: Vec::new(),
            progress: Progress::default(),
            searches: Vec::new(),
        }
    }

    /// Ends every playout after `actions` random actions; `u32::MAX` plays to the end.
    #[must_use]
    pub fn with_cut_off(mut self, actions: u32) -> Self {
        self.options = TreeOptions { cut_off: actions, to_the_end: 0, ..self.options };
        self
    }

    /// Sets the exploration constant of UCT.
    #[must_use]
    pub fn with_exploration(mut self, exploration: f64) -> Self {
        self.options.exploration = exploration;
        self
    }

    /// Gives the prior of an action the weight of `visits` visits; with 0 there are no priors.
    #[must_use]
    pub fn with_prior_weight(mut self, visits: u32) -> Self {
        self.options.prior_weight = visits.into();
        self
    }

    /// Replaces the options.
    #[must_use]
    pub fn with_options(mut self, options: TreeOptions) -> Self {
        self.options = options;
        self
    }

    /// The same, with another judge.
    #[must_use]
    pub(crate) fn with_judge(self, judge: Judge) -> Self {
        Mcts { judge, ..self }
    }

    /// Limits the nodes of the tree; the children of the root are always in it.
    #[must_use]
    pub fn with_max_nodes(mut self, max_nodes: usize) -> Self {
        self.tree = Tree::new(max_nodes);
        self
    }

    /// The plain algorithm, as a baseline for measurements: it never evaluates, plays all playouts to the end, and has the
    /// exploration constant of the theory.
    pub fn plain(seed: u64) -> Self {
        Mcts::new(seed).with_options(TreeOptions::PLAIN)
    }

    /// The best action of `seat`, which must be to act in `game`, after the iterations of `budget`. It stops earlier when
    /// the remaining iterations could not change the answer.
    pub fn search(&mut self, game: &G, seat: Seat, budget: &Budget<'_>) -> SearchResult<G::Action> {
        /// Iterations between two checks whether the answer is decided.
        const CHECK_INTERVAL: u64 = 64;
        if let Some(threads) = budget.threads() {
            return self.search_in_parallel(game, seat, budget, threads);
        }
        self.run_iterations(game, seat, budget, &mut |mcts, Progress { iterations, .. }| {
            let is_decided = iterations.is_multiple_of(CHECK_INTERVAL)
                && mcts.tree.visit_lead() > budget.nodes_left(iterations);
            if is_decided { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let best = self.tree.most_visited();
        let value = value::from_chance(self.tree.mean(best) as f32);
        let Progress { iterations, depth } = self.progress;
        SearchResult { action: self.tree.action(best).clone(), value, depth, nodes: iterations }
    }

    /// Runs one search on each thread, and adds up the visits and rewards of the root actions.
    fn search_in_parallel(
        &mut self,
        game: &G,
        seat: Seat,
        budget: &Budget<'_>,
        threads: Threads<'_>,
    ) -> SearchResult<G::Action> {
        let share = budget.single_threaded().at_most(budget.node_limit() / threads.count() as u64);
        self.prepare_searches(threads.count());
        threads.run(&|number| {
            if let Ok(mut mcts) = self.searches[number].lock() {
                mcts.run_iterations(game, seat, &share, &mut |_, _| ControlFlow::Continue(()));
            }
        });
        let searches =
            self.searches.iter_mut().take(threads.count()).filter_map(|search| search.get_mut().ok());
        let searches: Vec<&mut Mcts<G>> =
            searches.filter(|mcts| mcts.tree.has_children(NodeId::ROOT)).collect();
        // For each action, its visits and rewards in all trees.
        let mut sums: Vec<(G::Action, f64, f64)> = Vec::new();
        for child in searches.iter().flat_map(|mcts| mcts.tree.root_children()) {
            match sums.iter_mut().find(|sum| sum.0 == *child.action) {
                Some(sum) => (sum.1, sum.2) = (sum.1 + child.visits, sum.2 + child.rewards),
                None => sums.push((child.action.clone(), child.visits, child.rewards)),
            }
        }
        let best = sums.into_iter().reduce(
            |best, other| {
                if (other.1, other.2) > (best.1, best.2) { other } else { best }
            },
        );
        let (action, visits, rewards) = best.expect("the threads run the job, and the root has actions");
        SearchResult {
            action,
            value: if visits > 0.0 { value::from_chance((rewards / visits) as f32) } else { 0 },
            depth: searches.iter().map(|mcts| mcts.progress.depth).max().unwrap_or(0),
            nodes: searches.iter().map(|mcts| mcts.progress.iterations).sum(),
        }
    }

    /// Prepares `size` searches with the same settings and different seeds. They are kept for the next action, because
    /// freeing a large tree takes too long within a time limit.
    fn prepare_searches(&mut self, size: usize) {
        let (options, max_nodes) = (self.options, self.tree.max_nodes());
        for number in 0..size {
            let seed = self.rng.next_u64();
            match self.searches.get_mut(number).map(Mutex::get_mut) {
                Some(Ok(mcts)) => mcts.rng = Xoshiro256PlusPlus::seed_from_u64(seed),
                Some(Err(_)) => {}
                None => {
                    let mcts = Mcts::new(seed).with_max_nodes(max_nodes).with_options(options);
                    self.searches.push(Mutex::new(mcts.with_judge(self.judge.clone())));
                }
            }
        }
    }

    /// Runs iterations from a position until the budget is spent or `inspect`, which is called after each, breaks.
    fn run_iterations(
        &mut self,
        game: &G,
        seat: Seat,
        budget: &Budget<'_>,
        inspect: &mut dyn FnMut(&Self, Progress) -> ControlFlow<()>,
    ) {
        self.tree.clear();
        self.list(game, seat);
        self.expand(NodeId::ROOT, game, seat);
        self.progress = Progress::default();
        while !budget.is_spent_by_slow_nodes(self.progress.iterations) {
            let rewards = self.simulate(game.clone(), seat);
            self.back_up(&rewards);
            self.progress.depth = self.progress.depth.max(self.path.len() as u32);
            self.progress.iterations += 1;
            if inspect(self, self.progress).is_break() {
                break;
            }
        }
    }

    /// The principal variations of the `count` most visited actions, the one with the best chance first.
    fn best_variations(&self, count: usize) -> Vec<Variation<G::Action>> {
        let mut variations: Vec<Variation<G::Action>> = self
            .tree
            .best_children(count.max(1))
            .into_iter()
            .map(|child| {
                let actions: Vec<_> = self.tree.principal_variation(child).cloned().collect();
                let depth = actions.len() as u32;
                variation(actions, value::from_chance(self.tree.mean(child) as f32), depth)
            })
            .collect();
        variations.sort_by(|one, other| other.chance.total_cmp(&one.chance));
        variations
    }

    /// Selects a path down to a node that is not expanded, stores it in `self.path`, and plays on at random or expands it.
    /// Returns the rewards of each seat.
    fn simulate(&mut self, mut game: G, root_seat: Seat) -> BySeat<f32> {
        let mut node = NodeId::ROOT;
        self.path.clear();
        loop {
            let (actor, seat) = match game.turn() {
                Turn::Seats(_) if node == NodeId::ROOT => (Actor::Seat(root_seat), Some(root_seat)),
                Turn::Seats(seats) => {
                    let seat = seats.first().expect("a turn of seats has a seat");
                    (Actor::Seat(seat), Some(seat))
                }
                Turn::Nature => (Actor::Nature, None),
                Turn::Over(_) => break,
            };
            let child = match seat {
                Some(seat) => self.choose_child(&game, node, seat),
                None => self.tree.nature_child(node, game.sample(actor, &mut self.rng)),
            };
            let Some(child) = child else { break };
            game.play(actor, self.tree.action(child));
            self.path.push((child, seat));
            if self.options.backup == Backup::BestChild && !self.tree.has_children(child) {
                return self.best_reply(&game, child);
            }
            if self.tree.visits(child) < self.options.visits_to_expand {
                break;
            }
            node = child;
        }
        let is_whole = self.options.to_the_end > 0 && (self.rng.next_u64() as u8) < self.options.to_the_end;
        game.rollout(if is_whole { u32::MAX } else { self.options.cut_off }, &mut self.rng);
        self.rewards(&game)
    }

    /// Expands a node, and returns the rewards after the action that looks best to the seat to act; those of the node
    /// itself where nothing can be expanded.
    fn best_reply(&mut self, game: &G, node: NodeId) -> BySeat<f32> {
        let Turn::Seats(seats) = game.turn() else { return self.rewards(game) };
        let seat = seats.first().expect("a turn of seats has a seat");
        self.list(game, seat);
        if !self.tree.has_room(self.actions.len()) {
            return self.rewards(game);
        }
        self.expand(node, game, seat).unwrap_or_else(|| self.rewards(game))
    }

    /// The child that `seat` selects, after expanding the node if needed; `None` if the tree is full.
    fn choose_child(&mut self, game: &G, node: NodeId, seat: Seat) -> Option<NodeId> {
        if !self.tree.has_children(node) {
            self.list(game, seat);
            if !self.tree.has_room(self.actions.len()) {
                return None;
            }
            self.expand(node, game, seat);
        }
        Some(self.tree.select(node, self.options.uct()))
    }

    /// Lists the actions of `seat` in a random order, which breaks ties.
    fn list(&mut self, game: &G, seat: Seat) {
        self.actions.clear();
        game.actions(seat, &mut self.actions);
        debug_assert!(!self.actions.is_empty(), "a seat to act has an action");
        self.actions.shuffle(&mut self.rng);
    }

    /// Gives a node a child for each listed action. Returns the rewards that the best prior stands for.
    fn expand(&mut self, node: NodeId, game: &G, seat: Seat) -> Option<BySeat<f32>> {
        let mut best: Option<BySeat<f32>> = None;
        let Mcts { tree, actions, judge, options, .. } = self;
        let with_prior = |action: G::Action| {
            if options.prior_weight == 0.0 {
                return (action, 0.5);
            }
            let rewards = rewards_after(game, seat, &action, judge);
            if best.is_none_or(|best| rewards[seat] > best[seat]) {
                best = Some(rewards);
            }
            (action, rewards[seat])
        };
        tree.expand(node, actions.drain(..).map(with_prior));
        best
    }

    fn rewards(&self, game: &G) -> BySeat<f32> {
        rewards(game, &self.judge)
    }

    /// Backs up rewards along the path.
    fn back_up(&mut self, rewards: &BySeat<f32>) {
        self.tree.record(NodeId::ROOT, 0.0);
        for (node, seat) in &self.path {
            self.tree.record(*node, seat.map_or(0.0, |seat| rewards[seat].into()));
        }
    }
}

/// How far a search has come.
#[derive(Copy, Clone, Default)]
struct Progress {
    iterations: u64,
    /// The longest path from the root.
    depth: u32,
}

impl<G: Search> Bot<G> for Mcts<G> {
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
        const FIRST_REPORT: u64 = 256;
        let mut call_report = |mcts: &Self, Progress { iterations, depth }: Progress| {
            report(&Analysis { lines: mcts.best_variations(lines), depth, nodes: iterations });
        };
        // Report each time the iterations have doubled, and at the end.
        self.run_iterations(game, seat, budget, &mut |mcts, progress| {
            if progress.iterations >= FIRST_REPORT && progress.iterations.is_power_of_two() {
                call_report(mcts, progress);
            }
            ControlFlow::Continue(())
        });
        let progress = self.progress;
        if progress.iterations > 0
            && !(progress.iterations >= FIRST_REPORT && progress.iterations.is_power_of_two())
        {
            call_report(self, progress);
        }
    }
}

/// The estimated rewards after an action of `seat`; its own is the prior of the action.
fn rewards_after<G: Search>(game: &G, seat: Seat, action: &G::Action, judge: &Judge) -> BySeat<f32> {
    let mut next = game.clone();
    next.play(Actor::Seat(seat), action);
    rewards(&next, judge)
}

/// The reward of each seat: the real one if the game is over, else the estimate.
fn rewards<G: Search>(game: &G, judge: &Judge) -> BySeat<f32> {
    match game.turn() {
        Turn::Over(outcome) => BySeat::new(game.seats(), |seat| outcome.reward(seat, game.rivals(seat))),
        Turn::Seats(_) | Turn::Nature => judge.chances(game),
    }
}
