//! Bots against each other: who sits where, what came of it, and what it says about their strength.

mod elo;
mod played;
mod player;
mod program;
mod tournament;

pub use elo::{Rating, rate};
pub use played::{Played, Thought};
pub use tournament::{Limit, Tournament};
