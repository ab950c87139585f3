//! The result of a search.

use game::Budget;

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult<A> {
    /// The best action found.
    pub action: A,
    /// The value of that action for the seat of the search, in the unit of
    /// [`Search::evaluate`](crate::Search::evaluate). From [`PROVEN`](crate::PROVEN) on it is a proven win, in
    /// [`WIN`](crate::WIN) minus the value actions. 0 if the budget did not allow any search.
    pub value: i32,
    /// The depth of the search in actions; for [`Mcts`](crate::Mcts) that of its longest path.
    pub depth: u32,
    /// The nodes that it used.
    pub nodes: u64,
}

impl<A> SearchResult<A> {
    /// Reports the nodes used to the budget, and returns the action.
    pub(crate) fn report(self, budget: &Budget<'_>) -> A {
        budget.report_nodes(self.nodes);
        self.action
    }
}
