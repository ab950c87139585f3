//! Wins that are forced within so many turns: everything is looked at, nothing is judged by its looks.

use super::turns::mover;
use crate::Search;
use game::{Actor, Seat, Turn};
use std::collections::HashMap;

/// What a seat can force, with all that was found out so far.
pub(super) struct Force {
    seat: Seat,
    /// By position and turns left.
    known: HashMap<(u64, u32), bool>,
}

impl Force {
    pub(super) fn new(seat: Seat) -> Self {
        Force { seat, known: HashMap::new() }
    }

    /// Whether the seat wins within so many of its turns, the one that it is in included; nothing if the nodes that are
    /// left do not tell.
    pub(super) fn wins<G: Search>(&mut self, game: &G, turns: u32, left: &mut u64) -> Option<bool> {
        if let Turn::Over(outcome) = game.turn() {
            return Some(outcome.reward(self.seat, game.rivals(self.seat)) >= 1.0);
        }
        let Some(seat) = mover(game).filter(|_| turns > 0) else { return Some(false) };
        let key = (game.key(), turns);
        if let Some(known) = self.known.get(&key) {
            return Some(*known);
        }
        let is_own = self.is_own(game, seat);
        let mut actions = Vec::new();
        game.actions(seat, &mut actions);
        actions.sort_by_cached_key(|action| -game.promise(seat, action));
        let mut wins = !is_own;
        for action in &actions {
            *left = left.checked_sub(1)?;
            let mut next = game.clone();
            next.play(Actor::Seat(seat), action);
            let ends_turn = is_own && !mover(&next).is_some_and(|next_seat| self.is_own(&next, next_seat));
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
