//! The rules without a server: tables, games, bots, records and rulebooks, for WebAssembly.
//!
//! A page sends a [`WorkerRequest`] as JSON and gets a [`WorkerAnswer`]; `c` moves the text in and out of the memory of
//! WebAssembly. [`tables::Tables`] are tables that live in the worker; what is asked of a
//! [`protocol::worker::GameHistory`] is worked out from the steps alone, so it serves for tables that live elsewhere too.
//!
//! ```
//! struct Silent;
//! impl browser::Host for Silent {
//!     fn now(&self) -> f64 { 0.0 }
//!     fn report(&self, _: &str) {}
//! }
//! let mut worker = browser::Worker::default();
//! let answer = worker.answer(&Silent, r#"{"ask":"rulebook","game":"chess"}"#);
//! assert_eq!(answer, r#"{"failed":"there is no game `chess`"}"#);
//! ```

mod bots;
#[cfg(target_arch = "wasm32")]
mod c;
mod history;
mod service;
pub mod tables;

use bots::Bots;
use game::Rehearsal;
use history::Explored;
use protocol::ShelfGame;
use protocol::worker::{Fault, WorkerAnswer, WorkerRequest, WorkerService as _};
use service::Service;
use table::Kind;
use tables::Tables;

/// What only the page has: a clock, and a place for reports that come before the answer.
pub trait Host: Sync {
    /// Milliseconds since some moment in the past.
    fn now(&self) -> f64;
    /// Sends the page something before the answer: a [`protocol::AnalysisReport`] as JSON.
    fn report(&self, text: &str);
}

/// Everything that one worker of a page holds.
#[derive(Default)]
pub struct Worker {
    tables: Tables,
    bots: Bots,
    /// The game that the page asked about last.
    explored: Option<Explored>,
    /// What is being done by hand.
    hand: Option<Box<dyn Rehearsal>>,
    /// How many steps were applied for games that are no longer explored.
    applied_before: u64,
}

impl Worker {
    /// Answers a request of the page, JSON for JSON.
    pub fn answer(&mut self, host: &dyn Host, request: &str) -> String {
        let answer = serde_json::from_str::<WorkerRequest>(request)
            .map_err(|error| Fault::Failed(error.to_string()))
            .and_then(|request| Service { worker: self, host }.answer(request));
        serde_json::to_string(&WorkerAnswer::from(answer)).expect("answers are plain data")
    }
}

/// Every game of the catalogue, in the order of the shelf.
pub fn games() -> Vec<ShelfGame> {
    catalog::GAMES.iter().map(|game| ShelfGame::from(game.kind)).collect()
}

/// The game of that id.
fn kind(id: &str) -> Result<&'static dyn Kind, Fault> {
    let game = catalog::find(id).ok_or_else(|| Fault::Failed(format!("there is no game `{id}`")))?;
    Ok(game.kind)
}
