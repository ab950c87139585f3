//! The tree that [`Mcts`](crate::Mcts) grows.

use std::num::NonZeroU32;

/// The index of a node, counted from 1 so that `Option<NodeId>` takes no more memory.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct NodeId(NonZeroU32);

impl NodeId {
    /// The root: the node of the position that is searched.
    pub const ROOT: NodeId = NodeId(NonZeroU32::MIN);

    fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// The nodes in blocks of memory, each with the action that leads to it.
///
/// The blocks are never moved or freed: reallocating a large tree takes too long within a time limit.
pub(crate) struct Tree<A> {
    blocks: Vec<Vec<Node<A>>>,
    len: usize,
    max_nodes: usize,
}

/// The number of nodes in a block.
const BLOCK: usize = 1 << 12;

struct Node<A> {
    /// `None` at the root.
    action: Option<A>,
    first_child: Option<NodeId>,
    /// The next child of the same parent.
    sibling: Option<NodeId>,
    visits: u32,
    /// The estimated reward of the seat that chose the action, before any visit.
    prior: f32,
    /// The sum of the rewards of that seat over all visits.
    rewards: f64,
}

/// An action at the root, with its visits and the sum of its rewards.
pub(crate) struct RootChild<'a, A> {
    pub action: &'a A,
    pub visits: f64,
    pub rewards: f64,
}

/// The parameters of the UCT formula.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) struct UctParameters {
    /// The exploration constant.
    pub exploration: f64,
    /// The weight of a child's prior, in visits.
    pub prior_weight: f64,
}

impl<A: Eq> Tree<A> {
    /// A tree of at most `max_nodes` nodes.
    pub fn new(max_nodes: usize) -> Self {
        Tree { blocks: Vec::new(), len: 0, max_nodes: max_nodes.min(u32::MAX as usize) }
    }

    /// Removes all nodes but the root.
    pub fn clear(&mut self) {
        self.blocks.iter_mut().for_each(Vec::clear);
        self.len = 0;
        self.add(Node::after(None, 0.5));
    }

    /// Whether the node has children.
    pub fn has_children(&self, node: NodeId) -> bool {
        self.node(node).first_child.is_some()
    }

    /// Whether there is room for that many more nodes.
    pub fn has_room(&self, count: usize) -> bool {
        self.len + count <= self.max_nodes
    }

    /// Gives a node without children one child for each of the actions and priors.
    pub fn expand(&mut self, node: NodeId, actions: impl IntoIterator<Item = (A, f32)>) {
        let mut last: Option<NodeId> = None;
        for (action, prior) in actions {
            let child = self.push(action, prior);
            match last.replace(child) {
                None => self.node_mut(node).first_child = Some(child),
                Some(elder) => self.node_mut(elder).sibling = Some(child),
            }
        }
    }

    /// The child of a node of Nature for `action`, created if needed; `None` if the tree is full.
    pub fn nature_child(&mut self, node: NodeId, action: A) -> Option<NodeId> {
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

    /// The child of `node` to visit next: the one with the highest UCT score, priors included.
    pub fn select(&self, node: NodeId, parameters: UctParameters) -> NodeId {
        let log_visits = libm::log(f64::from(self.node(node).visits.max(1)));
        let mut best = None;
        let mut best_score = f64::NEG_INFINITY;
        for child in self.children(node) {
            let Node { visits, prior, rewards, .. } = *self.node(child);
            let weight = f64::from(visits) + parameters.prior_weight;
            if weight == 0.0 {
                return child;
            }
            let mean = (rewards + parameters.prior_weight * f64::from(prior)) / weight;
            let score = mean + parameters.exploration * (log_visits / weight).sqrt();
            if score > best_score {
                (best, best_score) = (Some(child), score);
            }
        }
        best.expect("an expanded node has children")
    }

    /// The most visited child of the root; among equals the one with the highest mean reward.
    pub fn most_visited(&self) -> NodeId {
        let rank = |child: NodeId| (self.visits(child), self.mean(child));
        let mut children = self.children(NodeId::ROOT);
        let first = children.next().expect("the root has children");
        children.fold(first, |best, child| if rank(child) > rank(best) { child } else { best })
    }

    /// How many more visits the most visited child of the root has than the next.
    pub fn visit_lead(&self) -> u64 {
        let (first, second) = self.children(NodeId::ROOT).fold((0, 0), |(first, second), child| {
            let visits = self.visits(child);
            (first.max(visits), second.max(visits.min(first)))
        });
        u64::from(first - second)
    }

    /// The most visited children of the root, up to `count` of them.
    pub fn best_children(&self, count: usize) -> Vec<NodeId> {
        let mut children: Vec<NodeId> = self.children(NodeId::ROOT).collect();
        children.sort_by(|one, other| {
            let by_visits = self.visits(*other).cmp(&self.visits(*one));
            by_visits.then(self.mean(*other).total_cmp(&self.mean(*one)))
        });
        children.truncate(count);
        children
    }

    /// The action that leads to `child`, and the most visited actions after it.
    pub fn principal_variation(&self, child: NodeId) -> impl Iterator<Item = &A> {
        let next = |node: &NodeId| {
            let visited = self.children(*node).filter(|child| self.visits(*child) > 0);
            visited.reduce(|best, child| if self.visits(child) > self.visits(best) { child } else { best })
        };
        std::iter::successors(Some(child), next).map(|node| self.action(node))
    }

    /// The visits and rewards of each root action.
    pub fn root_children(&self) -> impl Iterator<Item = RootChild<'_, A>> {
        self.children(NodeId::ROOT).map(|child| {
            let Node { visits, rewards, .. } = *self.node(child);
            RootChild { action: self.action(child), visits: visits.into(), rewards }
        })
    }

    /// The highest number of nodes.
    pub fn max_nodes(&self) -> usize {
        self.max_nodes
    }

    /// The number of visits of `child`.
    pub fn visits(&self, child: NodeId) -> u32 {
        self.node(child).visits
    }

    /// The mean reward of `child` for the seat that chooses it; before any visit, its prior.
    pub fn mean(&self, child: NodeId) -> f64 {
        let node = self.node(child);
        if node.visits == 0 { f64::from(node.prior) } else { node.rewards / f64::from(node.visits) }
    }

    /// The action that leads to `child`.
    pub fn action(&self, child: NodeId) -> &A {
        self.node(child).action.as_ref().expect("a child has an action")
    }

    /// Counts a visit of a node, with the reward of the seat that chose it.
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
            // The children of the root are stored whatever `max_nodes` says: then the only block is reallocated.
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

    const PLAIN: UctParameters = UctParameters { exploration: 1.0, prior_weight: 0.0 };

    fn tree_with(actions: &str) -> (Tree<char>, Vec<NodeId>) {
        let mut tree = Tree::new(6);
        tree.clear();
        tree.expand(NodeId::ROOT, actions.chars().zip([0.1, 0.3, 0.2].into_iter().cycle()));
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
    fn without_priors_every_child_is_visited_before_any_twice() {
        let (mut tree, children) = tree_with("abc");
        for child in children {
            assert_eq!(tree.select(NodeId::ROOT, PLAIN), child);
            visit(&mut tree, child, &[1.0]);
        }
    }

    #[test]
    fn selection_balances_rewards_and_exploration() {
        let (mut tree, children) = tree_with("ab");
        visit(&mut tree, children[0], &[0.0]);
        visit(&mut tree, children[1], &[1.0]);
        assert_eq!(tree.select(NodeId::ROOT, PLAIN), children[1]);
        visit(&mut tree, children[1], &[1.0; 40]);
        assert_eq!(tree.select(NodeId::ROOT, UctParameters { exploration: 0.1, ..PLAIN }), children[1]);
        assert_eq!(tree.select(NodeId::ROOT, PLAIN), children[0]);
    }

    #[test]
    fn priors_count_until_visits_outweigh_them() {
        let (mut tree, children) = tree_with("abc");
        let parameters = UctParameters { exploration: 0.1, prior_weight: 4.0 };
        assert_eq!(tree.select(NodeId::ROOT, parameters), children[1]);
        assert_eq!(tree.most_visited(), children[1]);
        visit(&mut tree, children[1], &[0.0; 10]);
        assert_eq!(tree.select(NodeId::ROOT, parameters), children[2]);
    }

    #[test]
    fn among_equally_visited_children_the_best_mean_wins() {
        let (mut tree, children) = tree_with("abc");
        visit(&mut tree, children[0], &[0.5, 0.5]);
        visit(&mut tree, children[1], &[0.5, 1.0]);
        visit(&mut tree, children[2], &[1.0]);
        assert_eq!(tree.action(tree.most_visited()), &'b');
        assert_eq!(tree.visit_lead(), 0);
        visit(&mut tree, children[0], &[0.0]);
        assert_eq!(tree.action(tree.most_visited()), &'a');
        assert_eq!(tree.visit_lead(), 1);
    }

    #[test]
    fn the_same_action_of_nature_leads_to_the_same_child() {
        let (mut tree, children) = tree_with("a");
        let first = tree.nature_child(children[0], 'x');
        let second = tree.nature_child(children[0], 'y');
        assert_ne!(first, second);
        assert_eq!(
            (tree.nature_child(children[0], 'x'), tree.nature_child(children[0], 'y')),
            (first, second)
        );
    }

    #[test]
    fn the_number_of_nodes_is_limited() {
        let (mut tree, children) = tree_with("abcd");
        assert!(tree.has_room(1) && !tree.has_room(2));
        let last = tree.nature_child(children[0], 'x');
        assert!(last.is_some() && tree.nature_child(children[0], 'x') == last);
        assert_eq!(tree.nature_child(children[0], 'y'), None);
    }
}
