//! Whose turn it is, who acts, who views, and how the game ended.

use crate::seat::{BySeat, Seat, SeatSet};
use serde::{Deserialize, Serialize};

/// Who may act now, or the outcome if the game is over.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Turn {
    /// These seats may act, each once, in any order.
    Seats(SeatSet),
    /// Chance or physics.
    Nature,
    /// The game has ended.
    Over(Outcome),
}

impl Turn {
    /// The seats that may act now: none in Nature's turn or when the game is over.
    #[inline]
    pub fn seats(&self) -> SeatSet {
        match self {
            Turn::Seats(seats) => *seats,
            Turn::Nature | Turn::Over(_) => SeatSet::EMPTY,
        }
    }

    /// The outcome, if the game is over.
    pub fn outcome(&self) -> Option<Outcome> {
        match self {
            Turn::Over(outcome) => Some(*outcome),
            Turn::Seats(_) | Turn::Nature => None,
        }
    }
}

/// Who performs an action.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Actor {
    /// A seat of the table.
    Seat(Seat),
    /// Chance and physics; their actions are logged like those of the seats.
    Nature,
}

impl Actor {
    /// The seat that acts, unless it is Nature.
    pub fn seat(self) -> Option<Seat> {
        match self {
            Actor::Seat(seat) => Some(seat),
            Actor::Nature => None,
        }
    }
}

/// Who a view is for.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Viewer {
    /// A seat: sees its own secrets and what is public.
    Seat(Seat),
    /// A spectator: sees only what is public.
    Public,
    /// An arbiter, after the game: sees everything.
    Everything,
}

/// The places at the end: 1 is the best, equal places are ties, partners share theirs.
///
/// A place is one more than the number of seats (of teams, where there are teams) that did strictly better:
/// two winners and a third seat are 1, 1, 3.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(as = "Vec<u8>"))]
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Outcome {
    places: BySeat<u8>,
}

impl Outcome {
    /// The outcome of a game without partners: the highest score has the first place.
    pub fn by_score<S: Copy + Default + PartialOrd>(scores: &BySeat<S>) -> Self {
        let place = |seat| 1 + scores.as_slice().iter().filter(|other| **other > scores[seat]).count() as u8;
        Outcome { places: BySeat::new(scores.count(), place) }
    }

    /// The outcome with these places.
    pub fn from_places(places: BySeat<u8>) -> Self {
        Outcome { places }
    }

    /// All `count` seats share the first place.
    pub fn draw(count: u8) -> Self {
        Outcome { places: BySeat::new(count, |_| 1) }
    }

    /// The place of `seat`.
    pub fn place(&self, seat: Seat) -> u8 {
        self.places[seat]
    }

    /// The places in playing order.
    pub fn places(&self) -> &BySeat<u8> {
        &self.places
    }

    /// How well `seat` did against the others, from 0 (behind all of them) to 1 (ahead of all); a tie counts half.
    /// Only the seats in `rivals` are compared, so that partners are not.
    pub fn reward(&self, seat: Seat, rivals: SeatSet) -> f32 {
        let mine = self.places[seat];
        let (mut points, mut count) = (0.0, 0.0);
        for (other, place) in self.places.iter() {
            if other != seat && rivals.contains(other) {
                count += 1.0;
                points += if *place > mine {
                    1.0
                } else if *place == mine {
                    0.5
                } else {
                    0.0
                };
            }
        }
        if count == 0.0 { 0.5 } else { points / count }
    }
}
