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

/// All nodes in one block of memory, each with the action that leads to it.
pub(crate) struct Tree<A> {
    nodes: Vec<Node<A>>,
    max_nodes: usize,
}

struct Node<A> {
    /// None at the root.
    action: Option<A>,
    first_child: Option<NodeId>,
    /// The next child of the same parent.
    sibling: Option<NodeId>,
    visits: u32,
    /// The sum of the rewards of the one who chose the action.
    rewards: f64,
}

impl<A: Eq> Tree<A> {
    /// A tree that will never have more nodes than `max_nodes`.
    pub fn new(max_nodes: usize) -> Self {
        Tree { nodes: Vec::new(), max_nodes: max_nodes.min(u32::MAX as usize) }
    }

    /// Cuts the tree down to its root, and puts a child there for each of the actions, however many.
    pub fn replant(&mut self, actions: impl IntoIterator<Item = A>) {
        self.nodes.clear();
        self.nodes.push(Node::after(None));
        self.add_children(NodeId::ROOT, actions);
    }

    /// Whether the node has children.
    pub fn has_children(&self, node: NodeId) -> bool {
        self.nodes[node.index()].first_child.is_some()
    }

    /// Whether there is room for that many nodes more.
    pub fn has_room(&self, count: usize) -> bool {
        self.nodes.len() + count <= self.max_nodes
    }

    /// Gives a node that has no children one for each of the actions.
    pub fn grow(&mut self, node: NodeId, actions: &mut Vec<A>) {
        self.add_children(node, actions.drain(..));
    }

    /// The child of a node of Nature that `action` leads to, a new one if need be; none if there are too many nodes.
    pub fn child_by(&mut self, node: NodeId, action: A) -> Option<NodeId> {
        let known =
            self.children(node).find(|child| self.nodes[child.index()].action.as_ref() == Some(&action));
        if known.is_some() {
            return known;
        }
        if !self.has_room(1) {
            return None;
        }
        let first = self.nodes[node.index()].first_child;
        let child = self.push(action);
        self.nodes[child.index()].sibling = first;
        self.nodes[node.index()].first_child = Some(child);
        Some(child)
    }

    /// The child of `node` to look into next: one that was never looked into, or that whose mean reward and neglect
    /// together are highest.
    pub fn select(&self, node: NodeId, exploration: f64) -> NodeId {
        let log_visits = libm::log(f64::from(self.nodes[node.index()].visits.max(1)));
        let mut best = None;
        let mut best_score = f64::NEG_INFINITY;
        for child in self.children(node) {
            let seen = &self.nodes[child.index()];
            if seen.visits == 0 {
                return child;
            }
            let visits = f64::from(seen.visits);
            let score = seen.rewards / visits + exploration * (log_visits / visits).sqrt();
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

    /// How often `child` was looked into.
    pub fn visits(&self, child: NodeId) -> u32 {
        self.nodes[child.index()].visits
    }

    /// The mean reward of `child` for the one who chooses it; nothing is known to be even.
    pub fn mean(&self, child: NodeId) -> f64 {
        let node = &self.nodes[child.index()];
        if node.visits == 0 { 0.5 } else { node.rewards / f64::from(node.visits) }
    }

    /// The action that leads to `child`.
    pub fn action(&self, child: NodeId) -> &A {
        self.nodes[child.index()].action.as_ref().expect("a child has an action")
    }

    /// Counts a visit of a node that brought `reward` to the one who chose it.
    pub fn record(&mut self, node: NodeId, reward: f64) {
        let node = &mut self.nodes[node.index()];
        node.visits += 1;
        node.rewards += reward;
    }

    fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        let first = self.nodes[node.index()].first_child;
        std::iter::successors(first, |child| self.nodes[child.index()].sibling)
    }

    fn add_children(&mut self, node: NodeId, actions: impl IntoIterator<Item = A>) {
        let mut last: Option<NodeId> = None;
        for action in actions {
            let child = self.push(action);
            match last.replace(child) {
                None => self.nodes[node.index()].first_child = Some(child),
                Some(elder) => self.nodes[elder.index()].sibling = Some(child),
            }
        }
    }

    fn push(&mut self, action: A) -> NodeId {
        self.nodes.push(Node::after(Some(action)));
        let last = u32::try_from(self.nodes.len()).ok().and_then(NonZeroU32::new);
        NodeId(last.expect("a tree has a node and fewer than that many"))
    }
}

impl<A> Node<A> {
    fn after(action: Option<A>) -> Self {
        Node { action, first_child: None, sibling: None, visits: 0, rewards: 0.0 }
    }
}
