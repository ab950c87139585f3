//! Perft: counting sequences of actions, the classic check of a game's rules against an independent count.

use crate::Search;
use game::{Actor, Seat, Turn};

/// The error of counting through a turn of Nature, whose actions are sampled and cannot be listed.
#[derive(Copy, Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it is Nature's turn within that depth: what may happen then can't be counted")]
pub struct NatureActs;

/// How many sequences begin with a given action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Division<A> {
    /// Who performs the action.
    pub seat: Seat,
    /// The first action.
    pub action: A,
    /// The number of sequences that begin with it.
    pub sequences: u64,
}

/// How many sequences of exactly `depth` actions there are from `game`.
///
/// A game that is over has only the empty sequence. Where several seats may act at once, the actions of each of them are
/// counted, so that two orders of two sealed bids are two sequences. Fails if Nature acts within the depth.
pub fn perft<G: Search>(game: &G, depth: u32) -> Result<u64, NatureActs> {
    match depth {
        0 => Ok(1),
        _ => count(game, &mut vec![Vec::new(); depth as usize - 1]),
    }
}

/// The sequences of exactly `depth` actions, by their first action; none at depth 0.
pub fn divide<G: Search>(game: &G, depth: u32) -> Result<Vec<Division<G::Action>>, NatureActs> {
    let mut divisions = Vec::new();
    if depth == 0 {
        return Ok(divisions);
    }
    let seats = match game.turn() {
        Turn::Seats(seats) => seats,
        Turn::Nature => return Err(NatureActs),
        Turn::Over(_) => return Ok(divisions),
    };
    let mut actions = Vec::new();
    for seat in seats.iter() {
        game.actions(seat, &mut actions);
        for action in actions.drain(..) {
            let mut next = game.clone();
            next.play(Actor::Seat(seat), &action);
            divisions.push(Division { seat, action, sequences: perft(&next, depth - 1)? });
        }
    }
    Ok(divisions)
}

/// Counts the sequences of one more action than there are `lists`. A list is the buffer of one depth; the last depth
/// needs none, because [`Search::count`] is enough.
fn count<G: Search>(game: &G, lists: &mut [Vec<G::Action>]) -> Result<u64, NatureActs> {
    let seats = match game.turn() {
        Turn::Seats(seats) => seats,
        Turn::Nature => return Err(NatureActs),
        Turn::Over(_) => return Ok(0),
    };
    let mut sequences = 0;
    match lists.split_first_mut() {
        None => sequences = seats.iter().map(|seat| game.count(seat)).sum(),
        Some((actions, lists)) => {
            for seat in seats.iter() {
                actions.clear();
                game.actions(seat, actions);
                for action in actions.iter() {
                    let mut next = game.clone();
                    next.play(Actor::Seat(seat), action);
                    sequences += count(&next, lists)?;
                }
            }
        }
    }
    Ok(sequences)
}
