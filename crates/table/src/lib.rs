//! One match: set-up, log, prompts, clocks, take-backs, replay, records. Pure: no clock of its own, no I/O.
//!
//! [`Table`] is the match, [`Entry`] a line of its log, [`Record`] the log as text, [`Kind`] a game of the catalogue:
//! the one place where the types of games are erased.
//!
//! ```
//! use game::Seat;
//! use table::{ClockRule, Refused, Rules, Setup, Table, Word};
//! use testkit::tiny::Pebbles;
//!
//! static PEBBLES: Rules<Pebbles> = Rules(&[]);
//! let mut table = Table::open(&PEBBLES, Setup::new(2), ClockRule::None).unwrap();
//! let prompt = table.prompt(Seat(0)).unwrap();
//! table.act(Seat(0), prompt, "take", 0).unwrap();
//! assert_eq!(table.act(Seat(0), prompt, "take", 0), Err(Refused::Stale));
//! table.say(Seat(0), Word::TakeBack, 0).unwrap();
//! assert_eq!((table.game().position().as_str(), table.log().len()), ("10 0 0", 2));
//! ```

mod any;
mod clock;
mod frame;
mod log;
mod read;
mod record;
mod refused;
mod setup;
mod table;

pub use any::{AnyBot, AnyGame, BotInfo, Kind, Rules};
pub use clock::{ClockRule, Clocks};
pub use frame::{Frame, FrameClocks, FrameTurn, Prompt, Told};
pub use log::{Entry, Event, Millis, Word};
pub use record::{OneLine, Problem, Record, RecordError};
pub use refused::Refused;
pub use setup::{Setup, SetupError};
pub use table::{Asked, Question, ReplayError, Snapshot, Table};
