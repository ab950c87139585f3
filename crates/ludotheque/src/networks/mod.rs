//! Networks: files of positions to learn from, matches, checks.

mod check;
mod data;
mod matches;
mod player;

pub use check::Check;
pub use data::{DataFile, DataHeader};
pub use matches::{Match, MatchResult};
pub use player::{load, player};
