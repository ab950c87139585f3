//! A crowd of real clients that play legal random games against a server, to find out how much it bears.
//!
//! Each seat is a player of its own, with its own cookie and its own socket. A player that loses the connection comes back
//! with what it had seen, and sends the action that was not answered once more. Nothing here knows the server's types: it
//! reads what `docs/protocol.md` promises.
//!
//! - [`run`] is the whole: open the tables, play for a while, report;
//! - [`Crowd`] is the same step by step, for tests that do something to the server meanwhile;
//! - [`Transcript`] is what one player did and saw at one table, to be compared with what the server has kept.

mod check;
mod crowd;
mod http;
mod memory;
mod pace;
mod player;
mod report;
mod tally;
mod transcript;

pub use check::{Checked, check};
pub use crowd::{Crowd, run};
pub use http::{Answer, HttpClient, Socket};
pub use report::{Memory, Report};
pub use tally::Tally;
pub use transcript::{Act, Transcript, agree};

use std::collections::BTreeMap;
use std::time::Duration;

/// What a crowd shall do.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Where the server is: `http://127.0.0.1:8080`; of a server of several nodes, the address of each. A player who
    /// loses the connection comes back at the next one.
    pub urls: Vec<String>,
    /// The id of the game.
    pub game: String,
    /// What the tables choose, by key.
    pub options: BTreeMap<String, String>,
    /// The seats of each table.
    pub seats: usize,
    /// How many of them bots of the server take, and which.
    pub bots: Option<(usize, String)>,
    /// How many tables.
    pub tables: usize,
    /// How many guests open all the tables; each table has a host of its own if there is none.
    pub hosts: Option<usize>,
    /// Actions a second of all together; as fast as they are answered if there is none.
    pub rate: Option<f64>,
    /// Whether players remember what they did and saw.
    pub remember: bool,
    /// How long all may take to sit down.
    pub patience: Duration,
}

impl Plan {
    /// Tables of people only, as fast as they are answered.
    pub fn new(url: &str, game: &str, seats: usize, tables: usize) -> Self {
        Plan {
            urls: vec![url.to_owned()],
            game: game.to_owned(),
            options: BTreeMap::new(),
            seats,
            bots: None,
            hosts: None,
            tables,
            rate: None,
            remember: false,
            patience: Duration::from_secs(120),
        }
    }

    /// What speaks with each node.
    pub fn nodes(&self) -> anyhow::Result<Vec<HttpClient>> {
        self.urls.iter().map(|url| HttpClient::at(url)).collect()
    }

    /// How many people sit at a table.
    pub fn people(&self) -> usize {
        self.seats - self.bots.as_ref().map_or(0, |(count, _)| *count).min(self.seats - 1)
    }
}
