//! Search by playing many games out.

use crate::lines::line;
use crate::root::only_action;
use crate::tree::{NodeId, Taste, Tree};
use crate::{Found, Search, value};
use game::{Actor, Analysis, Bot, Budget, BySeat, Crew, Line, Seat, Turn};
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::ops::ControlFlow;
use std::sync::Mutex;

/// Monte-Carlo tree search (UCT), for any number of seats and teams.
///
/// Each iteration walks down the tree, everybody choosing what served it best so far, plays on at random, and tells
/// every choice on the way how its seat fared. What Nature does is sampled, with a branch for each thing that it did.
/// Where several seats may act at once, they decide one after the other, the lowest first.
///
/// Two things make [`Search::evaluate`] count: an action begins with a reward by its looks, as if it had been visited
/// some times already, and most random games are judged after a few actions. Without both this is the plain algorithm.
///
/// One node of the budget is one iteration. The action visited most is the answer. With a crew, each member grows a
/// tree of its own and the visits are added up.
pub struct Mcts<G: Search> {
    rng: Xoshiro256PlusPlus,
    tree: Tree<G::Action>,
    taste: Taste,
    games: Games,
    actions: Vec<G::Action>,
    path: Vec<(NodeId, Option<Seat>)>,
    grown: Grown,
    /// Those who search for a crew.
    members: Vec<Mutex<Mcts<G>>>,
}

/// How the random games are.
#[derive(Copy, Clone, Debug)]
struct Games {
    /// So many actions, and then [`Search::evaluate`] judges.
    cut_off: u32,
    /// So many in 256 go to their end all the same: an evaluation that is wrong is found out.
    whole: u8,
    /// So many begin at a node before it grows: a tree of the same size goes deeper.
    ripe: u32,
}

impl<G: Search> Mcts<G> {
    /// Some tens of mebibytes with the small actions that most games have; four times as much where there is more room
    /// than in a browser, for with a second to think some trees grow so large.
    const MAX_NODES: usize = if cfg!(target_family = "wasm") { 1 << 20 } else { 1 << 22 };
    /// Far less than the √2 of the theory, which has to do without looks.
    const TASTE: Taste = Taste { exploration: 0.4, trust: 10.0 };
    /// Long enough for exchanges to be over, and short enough for the random game to be about this position; three in ten
    /// are whole. `docs/engines.md` has what this is worth.
    const GAMES: Games = Games { cut_off: 4, whole: 77, ripe: 4 };
    /// Whole random games only, each from a node of its own.
    const PLAIN: Games = Games { cut_off: u32::MAX, whole: 0, ripe: 1 };

    /// A bot whose random games follow from `seed`.
    pub fn new(seed: u64) -> Self {
        Mcts {
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            tree: Tree::new(Self::MAX_NODES),
            taste: Self::TASTE,
            games: Self::GAMES,
            actions: Vec::new(),
            path: Vec::new(),
            grown: Grown::default(),
            members: Vec::new(),
        }
    }

    /// The same, playing so many random actions before it trusts [`Search::evaluate`], in every game; `u32::MAX` is to the
    /// end.
    #[must_use]
    pub fn with_cut_off(mut self, actions: u32) -> Self {
        self.games = Games { cut_off: actions, whole: 0, ..self.games };
        self
    }

    /// The same, weighing neglect by `exploration` against success.
    #[must_use]
    pub fn with_exploration(mut self, exploration: f64) -> Self {
        self.taste.exploration = exploration;
        self
    }

    /// The same, trusting the looks of an action as much as so many visits; 0 is not to look at all.
    #[must_use]
    pub fn with_trust(mut self, visits: u32) -> Self {
        self.taste.trust = visits.into();
        self
    }

    /// The same, with a tree of no more nodes than this; the actions of the root are always in it.
    #[must_use]
    pub fn with_max_nodes(mut self, max_nodes: usize) -> Self {
        self.tree = Tree::new(max_nodes);
        self
    }

    /// The plain algorithm, which never evaluates: whole random games, and the exploration of the theory. It is what
    /// others are measured by.
    pub fn plain(seed: u64) -> Self {
        let plain = Mcts { games: Self::PLAIN, ..Mcts::new(seed) };
        plain.with_trust(0).with_exploration(std::f64::consts::SQRT_2)
    }

    /// The best action of `seat`, which is to act in `game`, as far as the iterations of `budget` tell. It stops when
    /// the rest of them would not change it.
    pub fn search(&mut self, game: &G, seat: Seat, budget: &Budget<'_>) -> Found<G::Action> {
        /// Iterations between two looks at who leads.
        const STRIDE: u64 = 64;
        if let Some(crew) = budget.crew() {
            return self.search_together(game, seat, budget, crew);
        }
        self.grow_tree(game, seat, budget, &mut |mcts, Grown { iterations, .. }| {
            let is_decided =
                iterations.is_multiple_of(STRIDE) && mcts.tree.lead() > budget.nodes_left(iterations);
            if is_decided { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let best = self.tree.favourite();
        let value = value::from_chance(self.tree.mean(best) as f32);
        let Grown { iterations, depth } = self.grown;
        Found { action: self.tree.action(best).clone(), value, depth, nodes: iterations }
    }

    /// Grows a tree for each member of a crew, and adds up what they say of the actions.
    fn search_together(
        &mut self,
        game: &G,
        seat: Seat,
        budget: &Budget<'_>,
        crew: Crew<'_>,
    ) -> Found<G::Action> {
        let share = budget.alone().at_most(budget.node_limit() / crew.size() as u64);
        self.assemble(crew.size());
        crew.run(&|member| {
            if let Ok(mut mcts) = self.members[member].lock() {
                mcts.grow_tree(game, seat, &share, &mut |_, _| ControlFlow::Continue(()));
            }
        });
        let members = self.members.iter_mut().take(crew.size()).filter_map(|member| member.get_mut().ok());
        let members: Vec<&mut Mcts<G>> =
            members.filter(|mcts| mcts.tree.has_children(NodeId::ROOT)).collect();
        // For each action, its visits and rewards in all trees.
        let mut sums: Vec<(G::Action, f64, f64)> = Vec::new();
        for child in members.iter().flat_map(|mcts| mcts.tree.root_children()) {
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
        let (action, visits, rewards) = best.expect("a crew does its job, and the root has actions");
        Found {
            action,
            value: if visits > 0.0 { value::from_chance((rewards / visits) as f32) } else { 0 },
            depth: members.iter().map(|mcts| mcts.grown.depth).max().unwrap_or(0),
            nodes: members.iter().map(|mcts| mcts.grown.iterations).sum(),
        }
    }

    /// Makes so many ready that search alike, on other random games. They are kept, for freeing a large tree takes
    /// longer than an answer may be late.
    fn assemble(&mut self, size: usize) {
        let (taste, games, max_nodes) = (self.taste, self.games, self.tree.max_nodes());
        for member in 0..size {
            let seed = self.rng.next_u64();
            match self.members.get_mut(member).map(Mutex::get_mut) {
                Some(Ok(mcts)) => mcts.rng = Xoshiro256PlusPlus::seed_from_u64(seed),
                Some(Err(_)) => {}
                None => {
                    let mcts = Mcts { taste, games, ..Mcts::new(seed).with_max_nodes(max_nodes) };
                    self.members.push(Mutex::new(mcts));
                }
            }
        }
    }

    /// Grows the tree of a position until the budget is spent, or until `look`, which is shown it after each
    /// iteration, has seen enough.
    fn grow_tree(
        &mut self,
        game: &G,
        seat: Seat,
        budget: &Budget<'_>,
        look: &mut dyn FnMut(&Self, Grown) -> ControlFlow<()>,
    ) {
        self.tree.replant();
        self.list(game, seat);
        self.grow(NodeId::ROOT, game, seat);
        self.grown = Grown::default();
        while !budget.is_spent_by_heavy(self.grown.iterations) {
            let end = self.descend(game.clone(), seat);
            self.learn(&end);
            self.grown.depth = self.grown.depth.max(self.path.len() as u32);
            self.grown.iterations += 1;
            if look(self, self.grown).is_break() {
                break;
            }
        }
    }

    /// The `count` actions looked into most, the one with the best chance first, each with what usually followed.
    fn best_lines(&self, count: usize) -> Vec<Line<G::Action>> {
        let mut lines: Vec<Line<G::Action>> = self
            .tree
            .best_children(count.max(1))
            .into_iter()
            .map(|child| {
                let actions: Vec<_> = self.tree.main_line(child).cloned().collect();
                let depth = actions.len() as u32;
                line(actions, value::from_chance(self.tree.mean(child) as f32), depth)
            })
            .collect();
        lines.sort_by(|one, other| other.chance.total_cmp(&one.chance));
        lines
    }

    /// Follows the tree to a node that has not grown, notes the path there, and plays on at random.
    fn descend(&mut self, mut game: G, root_seat: Seat) -> G {
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
                None => self.tree.child_by(node, game.sample(actor, &mut self.rng)),
            };
            let Some(child) = child else { break };
            game.play(actor, self.tree.action(child));
            self.path.push((child, seat));
            if self.tree.visits(child) < self.games.ripe {
                break;
            }
            node = child;
        }
        let is_whole = self.games.whole > 0 && (self.rng.next_u64() as u8) < self.games.whole;
        game.rollout(if is_whole { u32::MAX } else { self.games.cut_off }, &mut self.rng);
        game
    }

    /// Where `seat` goes from a node; nowhere if the tree may not grow.
    fn choose_child(&mut self, game: &G, node: NodeId, seat: Seat) -> Option<NodeId> {
        if !self.tree.has_children(node) {
            self.list(game, seat);
            if !self.tree.has_room(self.actions.len()) {
                return None;
            }
            self.grow(node, game, seat);
        }
        Some(self.tree.select(node, self.taste))
    }

    /// Lists the actions of `seat` in a random order, which is what decides between equals.
    fn list(&mut self, game: &G, seat: Seat) {
        self.actions.clear();
        game.actions(seat, &mut self.actions);
        debug_assert!(!self.actions.is_empty(), "a seat to act has an action");
        self.actions.shuffle(&mut self.rng);
    }

    /// Gives a node the listed actions.
    fn grow(&mut self, node: NodeId, game: &G, seat: Seat) {
        let trust = self.taste.trust;
        let look = |action: G::Action| {
            let prior = if trust == 0.0 { 0.5 } else { looks(game, seat, &action) };
            (action, prior)
        };
        self.tree.grow(node, self.actions.drain(..).map(look));
    }

    /// Tells every choice on the path how its seat fared.
    fn learn(&mut self, end: &G) {
        let rewards = rewards(end);
        self.tree.record(NodeId::ROOT, 0.0);
        for (node, seat) in &self.path {
            self.tree.record(*node, seat.map_or(0.0, |seat| rewards[seat].into()));
        }
    }
}

/// How much a tree has grown.
#[derive(Copy, Clone, Default)]
struct Grown {
    iterations: u64,
    /// The longest path from its root.
    depth: u32,
}

impl<G: Search> Bot<G> for Mcts<G> {
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
        const FIRST_REPORT: u64 = 256;
        let mut told = |mcts: &Self, Grown { iterations, depth }: Grown| {
            report(&Analysis { lines: mcts.best_lines(lines), depth, nodes: iterations });
        };
        // Each time the tree has doubled, and when it is done.
        self.grow_tree(game, seat, budget, &mut |mcts, grown| {
            if grown.iterations >= FIRST_REPORT && grown.iterations.is_power_of_two() {
                told(mcts, grown);
            }
            ControlFlow::Continue(())
        });
        let grown = self.grown;
        if grown.iterations > 0 && !(grown.iterations >= FIRST_REPORT && grown.iterations.is_power_of_two()) {
            told(self, grown);
        }
    }
}

/// The reward that `seat` seems to have after an action.
fn looks<G: Search>(game: &G, seat: Seat, action: &G::Action) -> f32 {
    let mut next = game.clone();
    next.play(Actor::Seat(seat), action);
    rewards(&next)[seat]
}

/// The reward of each seat: the one that it has, or the one that it seems to have.
fn rewards<G: Search>(game: &G) -> BySeat<f32> {
    match game.turn() {
        Turn::Over(outcome) => BySeat::new(game.seats(), |seat| outcome.reward(seat, game.rivals(seat))),
        Turn::Seats(_) | Turn::Nature => game.chances(),
    }
}
