//! Forced wins within a number of turns, by exhaustive search.

use super::turns::seat_to_act;
use crate::Search;
use game::{Actor, Seat, Turn};
use std::collections::HashMap;

/// Which positions a seat wins by force, with a cache of the positions searched so far.
pub(super) struct ForcedWins {
    seat: Seat,
    /// The results, by position and turns left.
    known: HashMap<(u64, u32), bool>,
}

impl ForcedWins {
    pub(super) fn new(seat: Seat) -> Self {
        ForcedWins { seat, known: HashMap::new() }
    }

    /// Whether the seat wins within `turns` of its turns, the present one included; `None` if the `left` nodes are not
    /// enough. The nodes used are taken off `left`.
    pub(super) fn wins<G: Search>(&mut self, game: &G, turns: u32, left: &mut u64) -> Option<bool> {
        if let Turn::Over(outcome) = game.turn() {
            return Some(outcome.reward(self.seat, game.rivals(self.seat)) >= 1.0);
        }
        let Some(seat) = seat_to_act(game).filter(|_| turns > 0) else { return Some(false) };
        let key = (game.key(), turns);
        if let Some(known) = self.known.get(&key) {
            return Some(*known);
        }
        let is_own = self.is_own(game, seat);
        let mut actions = Vec::new();
        game.actions(seat, &mut actions);
        actions.sort_by_cached_key(|action| -game.ordering_score(seat, action));
        let mut wins = !is_own;
        for action in &actions {
            *left = left.checked_sub(1)?;
            let mut next = game.clone();
            next.play(Actor::Seat(seat), action);
            let ends_turn =
                is_own && !seat_to_act(&next).is_some_and(|next_seat| self.is_own(&next, next_seat));
            let turns = if ends_turn { turns - 1 } else { turns };
            if self.wins(&next, turns, left)? == is_own {
                wins = is_own;
                break;
            }
        }
        self.known.insert(key, wins);
        Some(wins)
    }

    fn is_own<G: Search>(&self, game: &G, seat: Seat) -> bool {
        game.team(seat) == game.team(self.seat)
    }
}
