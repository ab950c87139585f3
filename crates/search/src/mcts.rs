//! Monte-Carlo tree search.

use crate::root::only_action;
use crate::tree::{NodeId, Tree, UctParameters};
use crate::variations::variation;
use crate::{Search, SearchResult, value};
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
    parameters: UctParameters,
    playouts: PlayoutSettings,
    actions: Vec<G::Action>,
    path: Vec<(NodeId, Option<Seat>)>,
    progress: Progress,
    /// One search for each thread of a parallel search.
    searches: Vec<Mutex<Mcts<G>>>,
}

/// How playouts are played.
#[derive(Copy, Clone, Debug)]
struct PlayoutSettings {
    /// The number of random actions after which [`Search::evaluate`] ends a playout.
    cut_off: u32,
    /// Of 256 playouts, how many are played to the end all the same, to correct a wrong evaluation.
    to_the_end: u8,
    /// How many visits a node needs before it is expanded: with more, a tree of the same size is deeper.
    visits_to_expand: u32,
}

impl<G: Search> Mcts<G> {
    /// Some tens of mebibytes with the small actions of most games in a browser, and four times as much elsewhere: some
    /// trees grow that large in a second.
    const MAX_NODES: usize = if cfg!(target_family = "wasm") { 1 << 20 } else { 1 << 22 };
    /// Much less exploration than the √2 of the theory, which has no priors.
    const PARAMETERS: UctParameters = UctParameters { exploration: 0.4, prior_weight: 10.0 };
    /// Four actions are enough to finish exchanges, and few enough for the playout to say something about this position;
    /// three in ten playouts go to the end. `docs/engines.md` has the measurements.
    const PLAYOUTS: PlayoutSettings = PlayoutSettings { cut_off: 4, to_the_end: 77, visits_to_expand: 4 };
    /// Every playout goes to the end and starts from a new node.
    const PLAIN_PLAYOUTS: PlayoutSettings =
        PlayoutSettings { cut_off: u32::MAX, to_the_end: 0, visits_to_expand: 1 };

    /// A bot whose random numbers follow from `seed`.
    pub fn new(seed: u64) -> Self {
        Mcts {
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            tree: Tree::new(Self::MAX_NODES),
            parameters: Self::PARAMETERS,
            playouts: Self::PLAYOUTS,
            actions: Vec::new(),
            path: Vec::new(),
            progress: Progress::default(),
            searches: Vec::new(),
        }
    }

    /// Ends every playout after `actions` random actions; `u32::MAX` plays to the end.
    #[must_use]
    pub fn with_cut_off(mut self, actions: u32) -> Self {
        self.playouts = PlayoutSettings { cut_off: actions, to_the_end: 0, ..self.playouts };
        self
    }

    /// Sets the exploration constant of UCT.
    #[must_use]
    pub fn with_exploration(mut self, exploration: f64) -> Self {
        self.parameters.exploration = exploration;
        self
    }

    /// Gives the prior of an action the weight of `visits` visits; with 0 there are no priors.
    #[must_use]
    pub fn with_prior_weight(mut self, visits: u32) -> Self {
        self.parameters.prior_weight = visits.into();
        self
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
        let plain = Mcts { playouts: Self::PLAIN_PLAYOUTS, ..Mcts::new(seed) };
        plain.with_prior_weight(0).with_exploration(std::f64::consts::SQRT_2)
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
        let (parameters, playouts, max_nodes) = (self.parameters, self.playouts, self.tree.max_nodes());
        for number in 0..size {
            let seed = self.rng.next_u64();
            match self.searches.get_mut(number).map(Mutex::get_mut) {
                Some(Ok(mcts)) => mcts.rng = Xoshiro256PlusPlus::seed_from_u64(seed),
                Some(Err(_)) => {}
                None => {
                    let mcts = Mcts { parameters, playouts, ..Mcts::new(seed).with_max_nodes(max_nodes) };
                    self.searches.push(Mutex::new(mcts));
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
            let end = self.simulate(game.clone(), seat);
            self.back_up(&end);
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

    /// Selects a path down to a node that is not expanded, stores it in `self.path`, and plays on at random. Returns the
    /// final position.
    fn simulate(&mut self, mut game: G, root_seat: Seat) -> G {
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
            if self.tree.visits(child) < self.playouts.visits_to_expand {
                break;
            }
            node = child;
        }
        let is_whole = self.playouts.to_the_end > 0 && (self.rng.next_u64() as u8) < self.playouts.to_the_end;
        game.rollout(if is_whole { u32::MAX } else { self.playouts.cut_off }, &mut self.rng);
        game
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
        Some(self.tree.select(node, self.parameters))
    }

    /// Lists the actions of `seat` in a random order, which breaks ties.
    fn list(&mut self, game: &G, seat: Seat) {
        self.actions.clear();
        game.actions(seat, &mut self.actions);
        debug_assert!(!self.actions.is_empty(), "a seat to act has an action");
        self.actions.shuffle(&mut self.rng);
    }

    /// Gives a node a child for each listed action.
    fn expand(&mut self, node: NodeId, game: &G, seat: Seat) {
        let prior_weight = self.parameters.prior_weight;
        let with_prior = |action: G::Action| {
            let prior = if prior_weight == 0.0 { 0.5 } else { estimated_reward(game, seat, &action) };
            (action, prior)
        };
        self.tree.expand(node, self.actions.drain(..).map(with_prior));
    }

    /// Backs up the rewards of the final position along the path.
    fn back_up(&mut self, end: &G) {
        let rewards = rewards(end);
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

/// The estimated reward of `seat` after an action: its prior.
fn estimated_reward<G: Search>(game: &G, seat: Seat, action: &G::Action) -> f32 {
    let mut next = game.clone();
    next.play(Actor::Seat(seat), action);
    rewards(&next)[seat]
}

/// The reward of each seat: the real one if the game is over, else the estimate.
fn rewards<G: Search>(game: &G) -> BySeat<f32> {
    match game.turn() {
        Turn::Over(outcome) => BySeat::new(game.seats(), |seat| outcome.reward(seat, game.rivals(seat))),
        Turn::Seats(_) | Turn::Nature => game.chances(),
    }
}
