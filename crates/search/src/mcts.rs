//! Search by playing many games out.

use crate::root::{Root, only_action};
use crate::tree::{NodeId, Tree};
use crate::{Found, Search, value};
use game::{Actor, Bot, Budget, BySeat, Seat, Turn};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Monte-Carlo tree search (UCT), for any number of seats and teams.
///
/// Each iteration walks down the tree, everybody choosing what served it best so far, plays the game out at random,
/// and tells every choice on the way how its seat fared. What Nature does is sampled, with a branch for each thing
/// that it did. Where several seats may act at once, they decide one after the other, the lowest first.
///
/// One node of the budget is one iteration. The action looked into most is the answer.
pub struct Mcts<G: Search> {
    rng: Xoshiro256PlusPlus,
    tree: Tree<G::Action>,
    exploration: f64,
    cut_off: u32,
    actions: Vec<G::Action>,
    path: Vec<(NodeId, Option<Seat>)>,
}

impl<G: Search> Mcts<G> {
    /// Some tens of mebibytes with the small actions that most games have.
    const MAX_NODES: usize = 1 << 20;
    /// Less than the √2 of the theory, which looks too long into what is bad.
    const EXPLORATION: f64 = 0.8;

    /// A bot whose random games follow from `seed`, and which plays them to their end.
    pub fn new(seed: u64) -> Self {
        Mcts {
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            tree: Tree::new(Self::MAX_NODES),
            exploration: Self::EXPLORATION,
            cut_off: u32::MAX,
            actions: Vec::new(),
            path: Vec::new(),
        }
    }

    /// The same, playing only so many random actions before it trusts [`Search::evaluate`].
    #[must_use]
    pub fn with_cut_off(mut self, actions: u32) -> Self {
        self.cut_off = actions;
        self
    }

    /// The same, weighing neglect by `exploration` against success.
    #[must_use]
    pub fn with_exploration(mut self, exploration: f64) -> Self {
        self.exploration = exploration;
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
        self.tree.replant(Root::new(game, seat, &mut self.rng).into_actions());
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

    /// Follows the tree to a node that is new, notes the path there, and plays the game out.
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
            self.actions.clear();
            game.actions(seat, &mut self.actions);
            if !self.tree.has_room(self.actions.len()) {
                return None;
            }
            // The first visits go in this order: a list that puts like beside like would mislead them.
            self.actions.shuffle(&mut self.rng);
            self.tree.grow(node, &mut self.actions);
        }
        Some(self.tree.select(node, self.exploration))
    }

    /// Tells every choice on the path how its seat fared.
    fn learn(&mut self, end: &G) {
        let rewards = match end.turn() {
            Turn::Over(outcome) => {
                BySeat::new(end.seats(), |seat| f64::from(outcome.reward(seat, end.rivals(seat))))
            }
            Turn::Seats(_) | Turn::Nature => {
                let evaluation = end.evaluate();
                BySeat::new(end.seats(), |seat| f64::from(value::to_chance(evaluation[seat])))
            }
        };
        self.tree.record(NodeId::ROOT, 0.0);
        for (node, seat) in &self.path {
            self.tree.record(*node, seat.map_or(0.0, |seat| rewards[seat]));
        }
    }
}

impl<G: Search> Bot<G> for Mcts<G> {
    fn choose(&mut self, game: &G, seat: Seat, budget: &Budget<'_>) -> G::Action {
        only_action(game, seat).unwrap_or_else(|| self.search(game, seat, budget).action)
    }
}
