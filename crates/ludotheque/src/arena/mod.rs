//! Bots against each other: who sits where, what came of it, and what it says about their strength.

mod elo;
mod tournament;

pub use elo::{Rating, rate};
pub use tournament::{Limit, Played, Tournament};
