//! What a seat can offer to the others.

use game::{Seat, SeatSet};
use serde::{Deserialize, Serialize};

/// An offer that waits for the answers of the other seats.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenOffer {
    /// The seat that made it.
    pub by: Seat,
    /// What is offered.
    pub offer: Offer,
    /// The seats that have accepted so far, the offering one included.
    pub accepted: SeatSet,
}

/// What a seat can offer to the others.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Offer {
    /// To take the seat's last action back.
    TakeBack,
    /// To end the game as a draw.
    Draw,
}
