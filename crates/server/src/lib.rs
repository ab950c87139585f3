//! The server: people play together, live or over days, and nothing acknowledged is ever lost.
//!
//! - [`Server`] is the state that everything shares; `room.rs` is one table in memory with its viewers, `row.rs` what its row says, `frames.rs` what
//!   they are sent, `archive.rs` a table that today's rules can't judge any more;
//! - `command.rs` is what clients do at a table, `automation.rs` what happens there without them, `new_table.rs` how a
//!   table begins, `plans.rs` what seats do if the others act as they foresee, `rating.rs` what a rated game changes, `prediction.rs` whether pages compute what the server computes;
//! - `socket.rs` is one viewer's WebSocket, `api/` the HTTP API; the messages of both are in the crate `protocol`;
//! - `person.rs`, `names.rs`, `password.rs` and `tokens.rs` say who a person is, `client_address.rs` where it comes from,
//!   `rate_limits.rs` and `limits.rs` how much it may ask;
//! - `worker_pool.rs` is where bots and physics run, never on the async runtime, and `fair_queue.rs` in which order;
//! - `sweep.rs` removes what nobody needs any more;
//! - `clock.rs` and `deadlines.rs` are the time, and when a clock runs out;
//! - `cluster/` is what makes a server one node of several;
//! - `listener.rs` accepts connections, `timed_stream.rs` gives up those whose clients take nothing.
//!
//! It names no game: the games are handed in.

mod api;
mod archive;
mod automation;
mod client_address;
mod clock;
mod cluster;
mod command;
mod deadlines;
mod error;
mod fair_queue;
mod frames;
mod limits;
mod listener;
mod metrics;
mod names;
mod new_table;
mod password;
mod person;
mod plans;
mod prediction;
mod rate_limits;
mod rating;
mod room;
mod row;
mod server;
mod socket;
mod sweep;
mod timed_stream;
mod tokens;
mod worker_pool;

pub use api::{openapi, router};
pub use cluster::{Nats, NatsError, NatsOptions};
pub use limits::{LOG_FILTER, Limits};
pub use listener::{serve, serve_metrics};
pub use server::{Config, Server};
pub use sweep::Expiry;
