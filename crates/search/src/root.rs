//! The root actions of a search.

use crate::Search;
use game::Seat;
use rand::Rng;
use rand::seq::SliceRandom;

/// The actions at the root of a search, in the order to try them.
pub(crate) struct Root<A> {
    actions: Vec<A>,
}

impl<A> Root<A> {
    /// The actions of `seat` in a random order, which breaks ties.
    pub fn new<G: Search<Action = A>>(game: &G, seat: Seat, rng: &mut impl Rng) -> Self {
        let mut actions = Vec::new();
        game.actions(seat, &mut actions);
        debug_assert!(!actions.is_empty(), "a seat to act has an action");
        actions.shuffle(rng);
        Root { actions }
    }

    /// The actions, in the order to try them.
    pub fn actions(&self) -> &[A] {
        &self.actions
    }

    /// Moves the action at `to + index` to the index `to`, and keeps the order of the others.
    pub fn promote(&mut self, to: usize, index: usize) {
        self.actions[to..=to + index].rotate_right(1);
    }

    /// Returns all actions.
    pub fn into_actions(self) -> Vec<A> {
        self.actions
    }

    /// Returns the first action.
    pub fn into_first(mut self) -> A {
        self.actions.swap_remove(0)
    }
}

/// The action of `seat` if it has only one: then no search is needed.
pub(crate) fn only_action<G: Search>(game: &G, seat: Seat) -> Option<G::Action> {
    if game.count(seat) > 1 {
        return None;
    }
    let mut actions = Vec::with_capacity(1);
    game.actions(seat, &mut actions);
    actions.pop()
}
