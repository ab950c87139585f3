//! Bots against each other: who sits where, what came of it, and what it says about their strength.

mod elo;
mod journal;
mod list;
mod played;
mod player;
mod program;
mod report;
mod sheet;
mod tournament;

pub use elo::rate;
pub use journal::Journal;
pub use list::{List, Pairing};
pub use played::Played;
pub use report::{Forfeit, Late, Report};
pub use tournament::{Limit, Tournament};
