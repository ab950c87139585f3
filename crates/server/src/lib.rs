//! The server: people play together, live or over days, and nothing acknowledged is ever lost.
//!
//! - [`House`] is what everything shares; `room.rs` is one table in memory with those who look at it;
//! - `expectation.rs` counts whether a page finds what the house finds;
//! - `command.rs` is what people do at a table, `play.rs` what happens there by itself, `opening.rs` how it begins;
//! - `socket.rs` is one viewer's WebSocket, `api/` the HTTP API, [`protocol`] the messages of both;
//! - `person.rs` and `seal.rs` say who somebody is, `visits.rs` and `limits.rs` how much they may ask;
//! - `workers.rs` is where bots think, never on the async runtime.
//!
//! It names no game: the games are handed in.

mod api;
mod command;
mod doors;
mod expectation;
mod house;
mod limits;
mod metrics;
mod opening;
mod person;
mod play;
pub mod protocol;
mod refusal;
mod room;
mod seal;
mod socket;
mod visits;
mod workers;

pub use api::people::{Credentials, Leaving, Me, Name, Program, Strength};
pub use api::study::{Inquiry, Thought};
pub use api::tables::Opened;
pub use api::{openapi, router};
pub use doors::serve;
pub use house::{House, Rules};
pub use limits::{Limits, QUIET};
