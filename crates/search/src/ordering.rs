//! Which action to try first.

use crate::history::History;
use crate::{Order, Search};
use game::Seat;

/// What a search keeps for one depth of its tree, so that it need not be allocated at each node: the actions there,
/// the order in which to try them, and those that refuted a sibling.
pub(crate) struct Ply<A> {
    actions: Vec<A>,
    order: Vec<Candidate>,
    killers: [Option<A>; 2],
}

/// An action by its place in the list, and how early it is to be tried.
#[derive(Copy, Clone)]
struct Candidate {
    rank: Rank,
    index: usize,
}

/// The action that the table remembers, then the most promising; of equals those that refuted a sibling, then those
/// that refuted most elsewhere.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    remembered: bool,
    promise: i32,
    killer: u8,
    history: u64,
}

impl Rank {
    /// That of an action of which nothing is known.
    const LEAST: Rank = Rank { remembered: false, promise: 0, killer: 0, history: 0 };
}

impl<A: Clone + Eq> Ply<A> {
    /// Nothing listed, nothing refuted.
    pub const fn new() -> Self {
        Ply { actions: Vec::new(), order: Vec::new(), killers: [None, None] }
    }

    /// Forgets what refuted siblings.
    pub fn forget(&mut self) {
        self.killers = [None, None];
    }

    /// Lists the actions of `seat`, of which the table remembers that at `best`.
    pub fn list<G>(&mut self, game: &G, seat: Seat, best: Option<u16>, history: &History<A>, order: Order)
    where
        G: Search<Action = A>,
    {
        self.actions.clear();
        self.order.clear();
        game.actions(seat, &mut self.actions);
        let best = best.map(usize::from);
        self.order.extend(self.actions.iter().enumerate().map(|(index, action)| {
            let remembered = best == Some(index);
            if order == Order::Listed {
                return Candidate { rank: Rank { remembered, ..Rank::LEAST }, index };
            }
            let killer = match &self.killers {
                [Some(killer), _] if killer == action => 2,
                [_, Some(killer)] if killer == action => 1,
                _ => 0,
            };
            let (promise, history) = (game.promise(seat, action), history.points(seat, action));
            Candidate { rank: Rank { remembered, promise, killer, history }, index }
        }));
    }

    /// Lists the loud actions of `seat`.
    pub fn list_loud<G>(&mut self, game: &G, seat: Seat, order: Order)
    where
        G: Search<Action = A>,
    {
        self.actions.clear();
        self.order.clear();
        game.actions(seat, &mut self.actions);
        let loud = self.actions.iter().enumerate().filter(|(_, action)| game.is_loud(seat, action));
        self.order.extend(loud.map(|(index, action)| {
            let promise = match order {
                Order::Promising => game.promise(seat, action),
                Order::Listed => 0,
            };
            Candidate { rank: Rank { promise, ..Rank::LEAST }, index }
        }));
    }

    /// How many actions are to be tried.
    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// The action to try after `tried` others, its place in the list, and what it promises. Most nodes are refuted early, so the order
    /// is worked out one action at a time.
    pub fn pick(&mut self, tried: usize) -> (usize, &A, i32) {
        let mut first = tried;
        for at in tried + 1..self.order.len() {
            let (this, best) = (self.order[at], self.order[first]);
            if this.rank > best.rank || (this.rank == best.rank && this.index < best.index) {
                first = at;
            }
        }
        self.order.swap(tried, first);
        let Candidate { rank, index } = self.order[tried];
        (index, &self.actions[index], rank.promise)
    }

    /// Remembers that the listed action at `index` refuted the position.
    pub fn refuted_by(&mut self, index: usize) -> &A {
        let action = &self.actions[index];
        if self.killers[0].as_ref() != Some(action) {
            self.killers.swap(0, 1);
            self.killers[0] = Some(action.clone());
        }
        action
    }
}
