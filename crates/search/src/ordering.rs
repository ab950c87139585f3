//! Move ordering: which action a search tries first.

use crate::history::History;
use crate::{Order, Search};
use game::Seat;

/// The buffers of a search for one depth of its tree, reused so that no node allocates: the actions, the order in which
/// to try them, and the killer actions, which caused a cutoff in a sibling node.
pub(crate) struct Ply<A> {
    actions: Vec<A>,
    order: Vec<Candidate>,
    killers: [Option<A>; 2],
}

/// An action by its index in the list, and its rank in the order.
#[derive(Copy, Clone)]
struct Candidate {
    rank: Rank,
    index: usize,
}

/// The order: first the best action of the transposition table, then by ordering score; among equals first the killers,
/// then by the history heuristic.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    from_table: bool,
    score: i32,
    killer: u8,
    history: u64,
}

impl Rank {
    /// The rank of an action of which nothing is known.
    const LEAST: Rank = Rank { from_table: false, score: 0, killer: 0, history: 0 };
}

impl<A: Clone + Eq> Ply<A> {
    /// Empty buffers.
    pub const fn new() -> Self {
        Ply { actions: Vec::new(), order: Vec::new(), killers: [None, None] }
    }

    /// Clears the killers.
    pub fn clear_killers(&mut self) {
        self.killers = [None, None];
    }

    /// Lists the actions of `seat`; `best` is the index of the transposition table's best action.
    pub fn list<G>(&mut self, game: &G, seat: Seat, best: Option<u16>, history: &History<A>, order: Order)
    where
        G: Search<Action = A>,
    {
        self.actions.clear();
        self.order.clear();
        game.actions(seat, &mut self.actions);
        let best = best.map(usize::from);
        self.order.extend(self.actions.iter().enumerate().map(|(index, action)| {
            let from_table = best == Some(index);
            if order == Order::Listed {
                return Candidate { rank: Rank { from_table, ..Rank::LEAST }, index };
            }
            let killer = match &self.killers {
                [Some(killer), _] if killer == action => 2,
                [_, Some(killer)] if killer == action => 1,
                _ => 0,
            };
            let (score, history) = (game.ordering_score(seat, action), history.points(seat, action));
            Candidate { rank: Rank { from_table, score, killer, history }, index }
        }));
    }

    /// Lists the noisy actions of `seat`: see [`Search::is_noisy`].
    pub fn list_noisy<G>(&mut self, game: &G, seat: Seat, order: Order)
    where
        G: Search<Action = A>,
    {
        self.actions.clear();
        self.order.clear();
        game.actions(seat, &mut self.actions);
        let noisy = self.actions.iter().enumerate().filter(|(_, action)| game.is_noisy(seat, action));
        self.order.extend(noisy.map(|(index, action)| {
            let score = match order {
                Order::Scored => game.ordering_score(seat, action),
                Order::Listed => 0,
            };
            Candidate { rank: Rank { score, ..Rank::LEAST }, index }
        }));
    }

    /// How many actions are to be tried.
    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// The index, the action and the ordering score of the candidate to try after `tried` others. It sorts one action
    /// at a time, because most nodes are cut off early.
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
        (index, &self.actions[index], rank.score)
    }

    /// Makes the listed action at `index`, which caused a cutoff, the first killer.
    pub fn record_cutoff(&mut self, index: usize) -> &A {
        let action = &self.actions[index];
        if self.killers[0].as_ref() != Some(action) {
            self.killers.swap(0, 1);
            self.killers[0] = Some(action.clone());
        }
        action
    }
}
