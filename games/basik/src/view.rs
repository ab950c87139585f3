//! The view that boards draw.

use crate::board::{Cell, side};
use crate::effect::QUIET_LIMIT;
use crate::position::Basik;
use game::{BySeat, Game, SeatSet};
use serde::Serialize;
use std::fmt::Write as _;

/// Everything that a board needs to draw; Basik has no secrets, so all viewers see the same.
#[cfg_attr(test, derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize)]
pub struct View {
    /// How many cells a side of the board has.
    side: u8,
    /// The piles of each seat, a cell and a height each: `b23 c31` is a pile of three on b2 and a single pawn on c3.
    piles: Vec<String>,
    /// The pawns in each reserve.
    reserve: BySeat<u8>,
    /// The cells that each seat occupies.
    score: BySeat<u8>,
    /// The seats that left; left out if none has.
    #[serde(skip_serializing_if = "is_empty")]
    #[cfg_attr(test, ts(as = "Option<SeatSet>", optional))]
    gone: SeatSet,
    /// The cells that are forbidden to the seat to act; left out if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(as = "Option<Vec<String>>", optional))]
    forbidden: Vec<String>,
    /// B19: after so many more actions without a placement or a removed pile the game ends.
    quiet_left: u8,
    /// B19: as many as that end it.
    quiet_limit: u8,
    /// The article that ended the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    end: Option<&'static str>,
}

fn is_empty(seats: &SeatSet) -> bool {
    seats.is_empty()
}

impl View {
    pub(crate) fn of(position: &Basik) -> View {
        let over = position.end();
        let forbidden = if over.is_none() { position.forbidden() } else { 0 };
        let mut piles = vec![String::new(); usize::from(position.seats)];
        for cell in Cell::each(position.occupied()) {
            let Some(seat) = position.owner(cell) else { continue };
            let own = &mut piles[seat.index()];
            let space = if own.is_empty() { "" } else { " " };
            write!(own, "{space}{cell}{}", position.height(cell)).expect("a string takes everything");
        }
        View {
            side: side(position.seats),
            piles,
            reserve: BySeat::new(position.seats, |seat| position.reserve(seat)),
            score: position.score(),
            gone: position.gone,
            forbidden: Cell::each(forbidden).map(|cell| cell.to_string()).collect(),
            quiet_left: QUIET_LIMIT - position.quiet,
            quiet_limit: QUIET_LIMIT,
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
