//! Search by playing many games out.

use crate::root::only_action;
use crate::tree::{NodeId, Taste, Tree};
use crate::{Found, Search, value};
use game::{Actor, Bot, Budget, BySeat, Seat, Turn};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Monte-Carlo tree search (UCT), for any number of seats and teams.
///
/// Each iteration walks down the tree, everybody choosing what served it best so far, plays on at random, and tells
/// every choice on the way how its seat fared. What Nature does is sampled, with a branch for each thing that it did.
/// Where several seats may act at once, they decide one after the other, the lowest first.
///
/// Two things make [`Search::evaluate`] count: an action begins with a reward by its looks, as if it had been visited
/// some times already, and a random game is judged after a few actions. Without both this is the plain algorithm.
///
/// One node of the budget is one iteration. The action visited most is the answer.
pub struct Mcts<G: Search> {
    rng: Xoshiro256PlusPlus,
    tree: Tree<G::Action>,
    taste: Taste,
    cut_off: u32,
    actions: Vec<G::Action>,
    path: Vec<(NodeId, Option<Seat>)>,
}

impl<G: Search> Mcts<G> {
    /// Some tens of mebibytes with the small actions that most games have.
    const MAX_NODES: usize = 1 << 20;
    /// Far less than the √2 of the theory, which has to do without looks.
    const TASTE: Taste = Taste { exploration: 0.2, trust: 10.0 };
    /// Long enough for exchanges to be over, and short enough for the random game to be about this position.
    const CUT_OFF: u32 = 4;

    /// A bot whose random games follow from `seed`.
    pub fn new(seed: u64) -> Self {
        Mcts {
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            tree: Tree::new(Self::MAX_NODES),
            taste: Self::TASTE,
            cut_off: Self::CUT_OFF,
            actions: Vec::new(),
            path: Vec::new(),
        }
    }

    /// The same, playing so many random actions before it trusts [`Search::evaluate`]; `u32::MAX` is to the end.
    #[must_use]
    pub fn with_cut_off(mut self, actions: u32) -> Self {
        self.cut_off = actions;
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

    /// The best action of `seat`, which is to act in `game`, as far as the iterations of `budget` tell.
    pub fn search(&mut self, game: &G, seat: Seat, budget: &Budget<'_>) -> Found<G::Action> {
        self.tree.replant();
        self.list(game, seat);
        self.grow(NodeId::ROOT, game, seat);
        let (mut iterations, mut depth) = (0, 0);
        while !budget.is_spent(iterations) {
            let end = self.descend(game.clone(), seat);
            depth = depth.max(self.path.len() as u32);
            self.learn(&end);
            iterations += 1;
        }
        let best = self.tree.favourite();
        let value = value::from_chance(self.tree.mean(best) as f32);
        Found { action: self.tree.action(best).clone(), value, depth, nodes: iterations }
    }

    /// Follows the tree to a node that is new, notes the path there, and plays on at random.
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
            if self.tree.visits(child) == 0 {
                break;
            }
            node = child;
        }
        game.rollout(self.cut_off, &mut self.rng);
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

impl<G: Search> Bot<G> for Mcts<G> {
    fn choose(&mut self, game: &G, seat: Seat, budget: &Budget<'_>) -> G::Action {
        only_action(game, seat).unwrap_or_else(|| self.search(game, seat, budget).action)
    }
}

/// The reward that `seat` seems to have after an action.
fn looks<G: Search>(game: &G, seat: Seat, action: &G::Action) -> f32 {
    let mut next = game.clone();
    next.play(Actor::Seat(seat), action);
    match next.turn() {
        Turn::Over(outcome) => outcome.reward(seat, next.rivals(seat)),
        Turn::Seats(_) | Turn::Nature => value::to_chance(next.evaluate()[seat]),
    }
}

/// The reward of each seat: the one that it has, or the one that it seems to have.
fn rewards<G: Search>(game: &G) -> BySeat<f32> {
    match game.turn() {
        Turn::Over(outcome) => BySeat::new(game.seats(), |seat| outcome.reward(seat, game.rivals(seat))),
        Turn::Seats(_) | Turn::Nature => {
            let evaluation = game.evaluate();
            BySeat::new(game.seats(), |seat| value::to_chance(evaluation[seat]))
        }
    }
}
