//! Tournaments between bots: seating, games, results, ratings.

mod elo;
mod game_result;
mod journal;
mod pairing_list;
mod played_game;
mod player;
mod program;
mod report;
mod tournament;

pub use elo::rate;
pub use journal::Journal;
pub use pairing_list::{Pairing, PairingList};
pub use played_game::PlayedGame;
pub use report::{Forfeit, Late, Report};
pub use tournament::{Limit, Tournament};
