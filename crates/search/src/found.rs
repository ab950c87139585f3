//! The result of a search.

use game::Budget;

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found<A> {
    /// The action it would choose.
    pub action: A,
    /// What that action is worth to the seat that asked, as [`Search::evaluate`](crate::Search::evaluate) counts;
    /// from [`PROVEN`](crate::PROVEN) on, a win in [`WIN`](crate::WIN) minus so many actions. 0 if nothing was
    /// looked into.
    pub value: i32,
    /// How many actions ahead it looked: everywhere, or for [`Mcts`](crate::Mcts) where it looked furthest.
    pub depth: u32,
    /// How many nodes of its budget it used.
    pub nodes: u64,
}

impl<A> Found<A> {
    /// The action, once the budget's owner knows what it cost.
    pub(crate) fn told(self, budget: &Budget<'_>) -> A {
        budget.tell_used(self.nodes);
        self.action
    }
}
