//! The view that boards draw.

use crate::board::{Cell, side};
use crate::position::Basik;
use game::{BySeat, Game, Seat, SeatSet};
use serde::Serialize;

/// Everything that a board needs to draw; Basik has no secrets, so all viewers see the same.
#[cfg_attr(test, derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize)]
pub struct View {
    /// How many cells a side of the board has.
    side: u8,
    /// The piles on the board.
    piles: Vec<Pile>,
    /// The pawns in each reserve.
    reserve: BySeat<u8>,
    /// The cells that each seat occupies.
    score: BySeat<u8>,
    /// The seat to act, until the game is over.
    next: Option<Seat>,
    /// The seats that left.
    gone: SeatSet,
    /// What the seat to act may do, in notation.
    actions: Vec<String>,
    /// The cells that are forbidden to the seat to act.
    forbidden: Vec<String>,
    /// Actions since a placement or a removed pile.
    quiet: u8,
    /// The article that ended the game.
    end: Option<&'static str>,
}

/// A pile on the board.
#[cfg_attr(test, derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize)]
struct Pile {
    cell: String,
    seat: Seat,
    height: u8,
}

impl View {
    pub(crate) fn of(position: &Basik) -> View {
        let over = position.end();
        let mut actions = Vec::new();
        let mut forbidden = 0;
        if over.is_none() {
            position.actions(position.next, &mut actions);
            forbidden = position.forbidden();
        }
        let pile = |cell| {
            let seat = position.owner(cell)?;
            Some(Pile { cell: cell.to_string(), seat, height: position.height(cell) })
        };
        View {
            side: side(position.seats),
            piles: Cell::each(position.occupied()).filter_map(pile).collect(),
            reserve: BySeat::new(position.seats, |seat| position.reserve(seat)),
            score: position.score(),
            next: over.is_none().then_some(position.next),
            gone: position.gone,
            actions: actions.iter().map(ToString::to_string).collect(),
            forbidden: Cell::each(forbidden).map(|cell| cell.to_string()).collect(),
            quiet: position.quiet,
            end: position.ended_by(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::View;

    #[test]
    fn the_types_of_the_page_are_current() {
        testkit::Declarations::of::<View>().check(concat!(env!("CARGO_MANIFEST_DIR"), "/web/types.ts"));
    }
}
