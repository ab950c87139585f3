//! A server that is one node of several on the same PostgreSQL database, connected by NATS.
//!
//! Every node can serve every table; the version of a table's row is the only lock. What travels over NATS is only fast,
//! never the truth: a node that misses a message finds out from the database ([`catch_up`]).
//!
//! - [`nats`] is the connection, and the subjects of the messages;
//! - [`follow`] is what a room tells the other nodes, and what it does with what they tell;
//! - [`lobby`] is what they tell each other of those who look for a game;
//! - [`work`] is the queue of the jobs of bots and of Nature;
//! - [`analysis`] is the analyses that people ask for, done by the nodes that work;
//! - [`beat`] is how a node knows of the others, and that it is cut off;
//! - [`catch_up`] looks for whatever was missed.

mod analysis;
mod beat;
mod catch_up;
mod follow;
mod lobby;
mod nats;
mod presence;
mod work;

pub(crate) use follow::{Appended, Following, Written};
pub(crate) use nats::Cluster;
pub use nats::{Nats, NatsError, NatsOptions};
pub(crate) use presence::RemoteViewers;
pub(crate) use work::Delivery;

/// A heartbeat older than this, in milliseconds, means that no node was running.
pub(crate) const SILENCE: i64 = 15_000;
