//! Whose turn it is, who acts, who looks, and how it ended.

use crate::seat::{BySeat, Seat, SeatSet};
use serde::{Deserialize, Serialize};

/// Who may act now, or that it is over: the one source of all three answers.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Turn {
    /// These seats, each once, in any order.
    Seats(SeatSet),
    /// Chance or physics.
    Nature,
    /// Nobody: the game has ended.
    Over(Outcome),
}

impl Turn {
    /// The seats that may act now: none while Nature acts or when it is over.
    #[inline]
    pub fn seats(&self) -> SeatSet {
        match self {
            Turn::Seats(seats) => *seats,
            Turn::Nature | Turn::Over(_) => SeatSet::EMPTY,
        }
    }

    /// How it ended, if it has.
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
    /// Somebody at the table.
    Seat(Seat),
    /// Chance and physics; what they did is in the log like everybody's actions.
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

/// Whose eyes a view is for.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Viewer {
    /// A seat: its own secrets and what is public.
    Seat(Seat),
    /// A spectator: only what is public.
    Public,
    /// An arbiter, after the game: everything.
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
    /// Each seat playing for itself, the highest score first.
    pub fn by_score<S: Copy + Default + PartialOrd>(scores: &BySeat<S>) -> Self {
        let place = |seat| 1 + scores.as_slice().iter().filter(|other| **other > scores[seat]).count() as u8;
        Outcome { places: BySeat::new(scores.count(), place) }
    }

    /// Places that the game worked out by itself.
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
    /// Seats with the same place because they are partners should not be counted: `rivals` says who is compared.
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
