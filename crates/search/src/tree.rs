//! The tree that [`Mcts`](crate::Mcts) grows.

use std::num::NonZeroU32;

/// A node by its place in the tree, counted from 1 so that no node at all takes no more room.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct NodeId(NonZeroU32);

impl NodeId {
    /// The node of the position that is searched.
    pub const ROOT: NodeId = NodeId(NonZeroU32::MIN);

    fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// All nodes in a few blocks of memory, each with the action that leads to it.
///
/// The blocks are never moved nor given back: to copy a large tree elsewhere because it outgrows its place would take
/// longer than an answer may be late.
pub(crate) struct Tree<A> {
    blocks: Vec<Vec<Node<A>>>,
    len: usize,
    max_nodes: usize,
}

/// The nodes in a block.
const BLOCK: usize = 1 << 12;

struct Node<A> {
    /// None at the root.
    action: Option<A>,
    first_child: Option<NodeId>,
    /// The next child of the same parent.
    sibling: Option<NodeId>,
    visits: u32,
    /// The reward that the one who chose the action could expect by the look of it.
    prior: f32,
    /// The sum of the rewards that it had.
    rewards: f64,
}

/// An action at the root, how often it was looked into, and the sum of the rewards that it had.
pub(crate) struct RootChild<'a, A> {
    pub action: &'a A,
    pub visits: f64,
    pub rewards: f64,
}

/// How a choice weighs what is known of actions.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) struct Taste {
    /// How much neglect draws, against success.
    pub exploration: f64,
    /// As many visits weigh as much as the first look.
    pub trust: f64,
}

impl<A: Eq> Tree<A> {
    /// A tree that will never have more nodes than `max_nodes`.
    pub fn new(max_nodes: usize) -> Self {
        Tree { blocks: Vec::new(), len: 0, max_nodes: max_nodes.min(u32::MAX as usize) }
    }

    /// Cuts the tree down to its root.
    pub fn replant(&mut self) {
        self.blocks.iter_mut().for_each(Vec::clear);
        self.len = 0;
        self.add(Node::after(None, 0.5));
    }

    /// Whether the node has children.
    pub fn has_children(&self, node: NodeId) -> bool {
        self.node(node).first_child.is_some()
    }

    /// Whether there is room for that many nodes more.
    pub fn has_room(&self, count: usize) -> bool {
        self.len + count <= self.max_nodes
    }

    /// Gives a node that has no children one for each of the actions, with the reward that each seems to bring.
    pub fn grow(&mut self, node: NodeId, actions: impl IntoIterator<Item = (A, f32)>) {
        let mut last: Option<NodeId> = None;
        for (action, prior) in actions {
            let child = self.push(action, prior);
            match last.replace(child) {
                None => self.node_mut(node).first_child = Some(child),
                Some(elder) => self.node_mut(elder).sibling = Some(child),
            }
        }
    }

    /// The child of a node of Nature that `action` leads to, a new one if need be; none if there are too many nodes.
    pub fn child_by(&mut self, node: NodeId, action: A) -> Option<NodeId> {
        let known = self.children(node).find(|child| self.node(*child).action.as_ref() == Some(&action));
        if known.is_some() {
            return known;
        }
        if !self.has_room(1) {
            return None;
        }
        let first = self.node(node).first_child;
        let child = self.push(action, 0.5);
        self.node_mut(child).sibling = first;
        self.node_mut(node).first_child = Some(child);
        Some(child)
    }

    /// The child of `node` to look into next: the one whose success, first look and neglect together draw most.
    pub fn select(&self, node: NodeId, taste: Taste) -> NodeId {
        let log_visits = libm::log(f64::from(self.node(node).visits.max(1)));
        let mut best = None;
        let mut best_score = f64::NEG_INFINITY;
        for child in self.children(node) {
            let Node { visits, prior, rewards, .. } = *self.node(child);
            let weight = f64::from(visits) + taste.trust;
            if weight == 0.0 {
                return child;
            }
            let mean = (rewards + taste.trust * f64::from(prior)) / weight;
            let score = mean + taste.exploration * (log_visits / weight).sqrt();
            if score > best_score {
                (best, best_score) = (Some(child), score);
            }
        }
        best.expect("a node that is looked into has children")
    }

    /// The child of the root that was looked into most; of equals the one with the highest mean reward.
    pub fn favourite(&self) -> NodeId {
        let merit = |child: NodeId| (self.visits(child), self.mean(child));
        let mut children = self.children(NodeId::ROOT);
        let first = children.next().expect("the root has children");
        children.fold(first, |best, child| if merit(child) > merit(best) { child } else { best })
    }

    /// By how many visits the favourite leads; 0 if another has as many.
    pub fn lead(&self) -> u64 {
        let (first, second) = self.children(NodeId::ROOT).fold((0, 0), |(first, second), child| {
            let visits = self.visits(child);
            (first.max(visits), second.max(visits.min(first)))
        });
        u64::from(first - second)
    }

    /// The children of the root that were looked into most, up to `count` of them.
    pub fn best_children(&self, count: usize) -> Vec<NodeId> {
        let mut children: Vec<NodeId> = self.children(NodeId::ROOT).collect();
        children.sort_by(|one, other| {
            let by_visits = self.visits(*other).cmp(&self.visits(*one));
            by_visits.then(self.mean(*other).total_cmp(&self.mean(*one)))
        });
        children.truncate(count);
        children
    }

    /// The action that leads to `child`, and what was looked into most after it.
    pub fn main_line(&self, child: NodeId) -> impl Iterator<Item = &A> {
        let next = |node: &NodeId| {
            let visited = self.children(*node).filter(|child| self.visits(*child) > 0);
            visited.reduce(|best, child| if self.visits(child) > self.visits(best) { child } else { best })
        };
        std::iter::successors(Some(child), next).map(|node| self.action(node))
    }

    /// What the tree says of each action at its root.
    pub fn root_children(&self) -> impl Iterator<Item = RootChild<'_, A>> {
        self.children(NodeId::ROOT).map(|child| {
            let Node { visits, rewards, .. } = *self.node(child);
            RootChild { action: self.action(child), visits: visits.into(), rewards }
        })
    }

    /// How many nodes it may have.
    pub fn max_nodes(&self) -> usize {
        self.max_nodes
    }

    /// How often `child` was looked into.
    pub fn visits(&self, child: NodeId) -> u32 {
        self.node(child).visits
    }

    /// The mean reward of `child` for the one who chooses it; before any visit, what it looks like.
    pub fn mean(&self, child: NodeId) -> f64 {
        let node = self.node(child);
        if node.visits == 0 { f64::from(node.prior) } else { node.rewards / f64::from(node.visits) }
    }

    /// The action that leads to `child`.
    pub fn action(&self, child: NodeId) -> &A {
        self.node(child).action.as_ref().expect("a child has an action")
    }

    /// Counts a visit of a node that brought `reward` to the one who chose it.
    pub fn record(&mut self, node: NodeId, reward: f64) {
        let node = self.node_mut(node);
        node.visits += 1;
        node.rewards += reward;
    }

    fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        let first = self.node(node).first_child;
        std::iter::successors(first, |child| self.node(*child).sibling)
    }

    fn node(&self, node: NodeId) -> &Node<A> {
        &self.blocks[node.index() / BLOCK][node.index() % BLOCK]
    }

    fn node_mut(&mut self, node: NodeId) -> &mut Node<A> {
        &mut self.blocks[node.index() / BLOCK][node.index() % BLOCK]
    }

    fn push(&mut self, action: A, prior: f32) -> NodeId {
        self.add(Node::after(Some(action), prior));
        let last = u32::try_from(self.len).ok().and_then(NonZeroU32::new);
        NodeId(last.expect("a tree has a node and fewer than that many"))
    }

    fn add(&mut self, node: Node<A>) {
        let block = self.len / BLOCK;
        if block == self.blocks.len() {
            // The actions of the root are in it whatever `max_nodes` says: then the only block grows.
            let room = self.max_nodes.saturating_sub(self.len).min(BLOCK);
            self.blocks.push(Vec::with_capacity(room));
        }
        self.blocks[block].push(node);
        self.len += 1;
    }
}

impl<A> Node<A> {
    fn after(action: Option<A>, prior: f32) -> Self {
        Node { action, first_child: None, sibling: None, visits: 0, prior, rewards: 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Taste = Taste { exploration: 1.0, trust: 0.0 };

    fn planted(actions: &str) -> (Tree<char>, Vec<NodeId>) {
        let mut tree = Tree::new(6);
        tree.replant();
        tree.grow(NodeId::ROOT, actions.chars().zip([0.1, 0.3, 0.2].into_iter().cycle()));
        let children = tree.children(NodeId::ROOT).collect();
        (tree, children)
    }

    fn visit(tree: &mut Tree<char>, child: NodeId, rewards: &[f64]) {
        for reward in rewards {
            tree.record(NodeId::ROOT, 0.0);
            tree.record(child, *reward);
        }
    }

    #[test]
    fn without_a_first_look_every_child_is_visited_before_any_twice() {
        let (mut tree, children) = planted("abc");
        for child in children {
            assert_eq!(tree.select(NodeId::ROOT, PLAIN), child);
            visit(&mut tree, child, &[1.0]);
        }
    }

    #[test]
    fn success_draws_and_neglect_draws_too() {
        let (mut tree, children) = planted("ab");
        visit(&mut tree, children[0], &[0.0]);
        visit(&mut tree, children[1], &[1.0]);
        assert_eq!(tree.select(NodeId::ROOT, PLAIN), children[1]);
        visit(&mut tree, children[1], &[1.0; 40]);
        assert_eq!(tree.select(NodeId::ROOT, Taste { exploration: 0.1, ..PLAIN }), children[1]);
        assert_eq!(tree.select(NodeId::ROOT, PLAIN), children[0]);
    }

    #[test]
    fn the_first_look_draws_until_visits_outweigh_it() {
        let (mut tree, children) = planted("abc");
        let taste = Taste { exploration: 0.1, trust: 4.0 };
        assert_eq!(tree.select(NodeId::ROOT, taste), children[1]);
        assert_eq!(tree.favourite(), children[1]);
        visit(&mut tree, children[1], &[0.0; 10]);
        assert_eq!(tree.select(NodeId::ROOT, taste), children[2]);
    }

    #[test]
    fn the_favourite_is_the_most_visited_then_the_best() {
        let (mut tree, children) = planted("abc");
        visit(&mut tree, children[0], &[0.5, 0.5]);
        visit(&mut tree, children[1], &[0.5, 1.0]);
        visit(&mut tree, children[2], &[1.0]);
        assert_eq!(tree.action(tree.favourite()), &'b');
        assert_eq!(tree.lead(), 0);
        visit(&mut tree, children[0], &[0.0]);
        assert_eq!(tree.action(tree.favourite()), &'a');
        assert_eq!(tree.lead(), 1);
    }

    #[test]
    fn what_nature_did_before_leads_to_the_same_child() {
        let (mut tree, children) = planted("a");
        let first = tree.child_by(children[0], 'x');
        let second = tree.child_by(children[0], 'y');
        assert_ne!(first, second);
        assert_eq!((tree.child_by(children[0], 'x'), tree.child_by(children[0], 'y')), (first, second));
    }

    #[test]
    fn there_are_never_too_many_nodes() {
        let (mut tree, children) = planted("abcd");
        assert!(tree.has_room(1) && !tree.has_room(2));
        let last = tree.child_by(children[0], 'x');
        assert!(last.is_some() && tree.child_by(children[0], 'x') == last);
        assert_eq!(tree.child_by(children[0], 'y'), None);
    }
}
