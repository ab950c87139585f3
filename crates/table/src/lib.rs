//! One match: set-up, log, prompts, clocks, take-backs, replay, records. Pure: no clock of its own, no I/O.
//!
//! [`Table`] is the match, [`LogEntry`] an entry of its log, [`Record`] the log as text, [`policy`] how a table is run,
//! wherever it is: which bots act, how they answer offers, what happens when time runs out. [`Kind`] is a game of the
//! catalogue: the one place where the types of games are erased.
//!
//! ```
//! use game::Seat;
//! use table::{ClockRule, Declaration, Erased, Refused, Setup, Table};
//! use testkit::tiny::Pebbles;
//!
//! static PEBBLES: Erased<Pebbles> = Erased(&[]);
//! let mut table = Table::open(&PEBBLES, Setup::new(2), ClockRule::None).unwrap();
//! let prompt = table.prompt(Seat(0)).unwrap();
//! table.act(Seat(0), prompt, "take", 0).unwrap();
//! assert_eq!(table.act(Seat(0), prompt, "take", 0), Err(Refused::Stale));
//! table.declare(Seat(0), Declaration::TakeBack, 0).unwrap();
//! assert_eq!((table.game().position().as_str(), table.log().len()), ("10 0 0", 2));
//! ```

mod any;
mod clock;
mod history;
mod log;
mod offer;
pub mod policy;
mod read;
mod record;
mod refused;
mod setup;
mod step;
mod table;

pub use any::{AnyBot, AnyGame, BotInfo, Erased, Kind};
pub use clock::{ClockRule, Clocks};
pub use history::Start;
pub use log::{Declaration, Event, GameMillis, LogEntry};
pub use offer::{Offer, OpenOffer};
pub use record::{OneLine, Problem, Record, RecordError};
pub use refused::Refused;
pub use setup::{Setup, SetupError};
pub use step::{Leaving, Step};
pub use table::{ReplayError, Table};
