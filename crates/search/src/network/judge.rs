//! Who judges the positions of a search.

use super::{Inputs, Network};
use crate::{Search, value};
use game::{BySeat, Seat};
use std::sync::Arc;

/// What a search asks for the worth of a position: the evaluation of the game, or a network.
#[derive(Clone, Default)]
pub(crate) struct Judge {
    network: Option<Arc<Network>>,
}

impl Judge {
    /// The evaluation of the game.
    pub const HAND: Judge = Judge { network: None };

    pub fn of(network: Option<Arc<Network>>) -> Self {
        Judge { network }
    }

    /// The value of a position for `seat`.
    #[inline]
    pub fn value<G: Search>(&self, game: &G, seat: Seat) -> i32 {
        match &self.network {
            None => value::estimate(game.evaluate()[seat]),
            Some(network) => {
                let (answers, view) = ask(network, game);
                value::estimate(answer(network, game, &answers, view, seat))
            }
        }
    }

    /// The values of a position for all seats.
    pub fn values<G: Search>(&self, game: &G) -> BySeat<i32> {
        match &self.network {
            None => game.evaluate(),
            Some(network) => {
                let (answers, view) = ask(network, game);
                BySeat::new(game.seats(), |seat| answer(network, game, &answers, view, seat))
            }
        }
    }

    /// The chance of each seat to beat a rival.
    #[inline]
    pub fn chances<G: Search>(&self, game: &G) -> BySeat<f32> {
        match &self.network {
            None => game.chances(),
            Some(_) => {
                let values = self.values(game);
                BySeat::new(game.seats(), |seat| value::to_chance(values[seat]))
            }
        }
    }
}

#[inline]
fn ask<G: Search>(network: &Network, game: &G) -> ([i32; game::MAX_SEATS], Seat) {
    let mut inputs = Inputs::EMPTY;
    game.list_inputs(&mut inputs);
    (network.answers(&inputs), inputs.seat)
}

/// The answer for `seat` among those from the point of view of `view`.
#[inline]
fn answer<G: Search>(
    network: &Network,
    game: &G,
    answers: &[i32; game::MAX_SEATS],
    view: Seat,
    seat: Seat,
) -> i32 {
    if network.outputs > 1 {
        let ahead = (seat.index() + usize::from(game.seats()) - view.index()) % usize::from(game.seats());
        return answers[ahead];
    }
    if game.team(seat) == game.team(view) { answers[0] } else { -answers[0] }
}
