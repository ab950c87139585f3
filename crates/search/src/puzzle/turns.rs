//! Whole turns: all actions of a seat until another seat is to act.

use super::BadPuzzle;
use crate::Search;
use game::{Actor, Seat};
use std::collections::HashMap;

/// A turn, and the position after it.
pub(super) struct WholeTurn<G: Search> {
    /// The orders in which its actions may be played.
    pub orders: Vec<Vec<G::Action>>,
    pub after: G,
}

/// A turn of more actions is not supported.
const LONGEST: usize = 4;

/// The seat to act; `None` if the game is over.
pub(super) fn seat_to_act<G: Search>(game: &G) -> Option<Seat> {
    game.turn().seats().first()
}

/// All turns of the seat to act; those that lead to the same position are one turn. `None` if a turn is longer than
/// [`LONGEST`].
pub(super) fn turns<G: Search>(game: &G) -> Option<Vec<WholeTurn<G>>> {
    let seat = seat_to_act(game)?;
    let mut found = Vec::new();
    let mut indices = HashMap::new();
    let mut open = vec![(game.clone(), Vec::new())];
    while let Some((position, turn)) = open.pop() {
        if seat_to_act(&position) == Some(seat) && turn.len() == LONGEST {
            return None;
        }
        if turn.is_empty() || seat_to_act(&position) == Some(seat) {
            let mut actions = Vec::new();
            position.actions(seat, &mut actions);
            for action in actions.into_iter().rev() {
                let mut next = position.clone();
                next.play(Actor::Seat(seat), &action);
                let longer = turn.iter().cloned().chain([action]).collect();
                open.push((next, longer));
            }
        } else {
            let index = *indices.entry(position.key()).or_insert(found.len());
            match found.get_mut(index) {
                None => found.push(WholeTurn { orders: vec![turn], after: position }),
                Some(WholeTurn { orders, .. }) => orders.push(turn),
            }
        }
    }
    Some(found)
}

/// The text of a turn.
pub(super) fn turn_text<A: ToString>(turn: &[A]) -> String {
    turn.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// The texts of a turn in each of its orders.
pub(super) fn orders_text<A: ToString>(orders: &[Vec<A>]) -> Vec<String> {
    orders.iter().map(|order| turn_text(order)).collect()
}

/// Plays an action in notation, for the seat to act.
pub(super) fn play<G: Search>(game: &mut G, action: &str) -> Result<(), BadPuzzle> {
    let bad = || BadPuzzle::Action(action.to_owned());
    let seat = seat_to_act(game).ok_or_else(bad)?;
    let parsed: G::Action = action.parse().map_err(|_| bad())?;
    game.apply(Actor::Seat(seat), &parsed).map_err(|_| bad())
}

/// Plays a turn in notation.
pub(super) fn play_turn<G: Search>(game: &mut G, turn: &str) -> Result<(), BadPuzzle> {
    turn.split(", ").try_for_each(|action| play(game, action))
}
