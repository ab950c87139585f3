//! Whole turns: what a seat does until somebody else is to act.

use super::BadPuzzle;
use crate::Search;
use game::{Actor, Seat};
use std::collections::HashMap;

/// A turn, and the position after it.
pub(super) struct WholeTurn<G: Search> {
    /// The orders in which its actions may be made.
    pub ways: Vec<Vec<G::Action>>,
    pub after: G,
}

/// Whoever goes on for longer is not in a turn.
const LONGEST: usize = 4;

/// The seat that is to act.
pub(super) fn mover<G: Search>(game: &G) -> Option<Seat> {
    game.turn().seats().first()
}

/// All turns of the seat that is to act, those that lead to the same position taken as one; none if some have no end.
pub(super) fn turns<G: Search>(game: &G) -> Option<Vec<WholeTurn<G>>> {
    let seat = mover(game)?;
    let mut found = Vec::new();
    let mut places = HashMap::new();
    let mut open = vec![(game.clone(), Vec::new())];
    while let Some((position, way)) = open.pop() {
        if mover(&position) == Some(seat) && way.len() == LONGEST {
            return None;
        }
        if way.is_empty() || mover(&position) == Some(seat) {
            let mut actions = Vec::new();
            position.actions(seat, &mut actions);
            for action in actions.into_iter().rev() {
                let mut next = position.clone();
                next.play(Actor::Seat(seat), &action);
                let longer = way.iter().cloned().chain([action]).collect();
                open.push((next, longer));
            }
        } else {
            let place = *places.entry(position.key()).or_insert(found.len());
            match found.get_mut(place) {
                None => found.push(WholeTurn { ways: vec![way], after: position }),
                Some(WholeTurn { ways, .. }) => ways.push(way),
            }
        }
    }
    Some(found)
}

/// A turn in notation.
pub(super) fn write<A: ToString>(way: &[A]) -> String {
    way.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// The orders of a turn in notation.
pub(super) fn written<A: ToString>(ways: &[Vec<A>]) -> Vec<String> {
    ways.iter().map(|way| write(way)).collect()
}

/// Plays an action in notation, for whoever is to act.
pub(super) fn play<G: Search>(game: &mut G, action: &str) -> Result<(), BadPuzzle> {
    let bad = || BadPuzzle::Action(action.to_owned());
    let seat = mover(game).ok_or_else(bad)?;
    let parsed: G::Action = action.parse().map_err(|_| bad())?;
    game.apply(Actor::Seat(seat), &parsed).map_err(|_| bad())
}

/// Plays a turn in notation.
pub(super) fn play_turn<G: Search>(game: &mut G, turn: &str) -> Result<(), BadPuzzle> {
    turn.split(", ").try_for_each(|action| play(game, action))
}
