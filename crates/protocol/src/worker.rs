//! The requests of a page to the rules in its workers, each with the type of its answer.

use crate::analysis::AnalysisReport;
use crate::frame::Frame;
use crate::message::Steps;
use crate::refusal::Refusal;
use game::{Seat, SeatSet, Text};
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use table::{ClockRule, Declaration, GameMillis, RecordError, Refused, Setup, SetupError, Step};

/// Declares the requests: an enum of them, the types of their answers for TypeScript, and a trait with one method for
/// each, so that a request, its answer and the code behind it can't differ.
macro_rules! worker_requests {
    ($(
        $(#[$doc:meta])*
        $variant:ident = $method:ident { $($(#[$field_doc:meta])* $field:ident: $type:ty,)* } -> $answer:ty;
    )*) => {
        /// A request of a page to a worker.
        #[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
        #[derive(Clone, Debug, Deserialize)]
        #[serde(tag = "ask", rename_all = "snake_case")]
        pub enum WorkerRequest {
            $($(#[$doc])* $variant { $($(#[$field_doc])* $field: $type,)* },)*
        }

        /// The type of the answer to each request, by its name.
        #[cfg(feature = "typescript")]
        #[derive(ts_rs::TS)]
        pub struct Answers {
            $($(#[$doc])* pub $method: $answer,)*
        }

        /// What answers the requests: one method for each.
        pub trait WorkerService {
            $($(#[$doc])* fn $method(&mut self, $($field: $type),*) -> Result<$answer, Fault>;)*

            /// Answers a request.
            fn answer(&mut self, request: WorkerRequest) -> Result<Json, Fault> {
                match request {
                    $(WorkerRequest::$variant { $($field),* } => Json::of(&self.$method($($field),*)?),)*
                }
            }
        }
    };
}

worker_requests! {
    /// The rulebook of a game in Markdown.
    Rulebook = rulebook {
        /// The id of the game.
        game: String,
    } -> Text;
    /// Opens a table in this worker; answers with its number.
    Open = open {
        /// The id of the game.
        game: String,
        /// Seats and options.
        setup: Setup,
        /// The position in notation at which it begins, if not the opening.
        position: Option<String>,
        /// The clock.
        clock: ClockRule,
        /// The seats that bots hold.
        bots: SeatSet,
        /// The seed of whatever chance decides.
        seed: u64,
    } -> u32;
    /// Opens a table from its record.
    Load = load {
        /// The record.
        record: String,
        /// The seats that bots hold.
        bots: SeatSet,
        /// The seed of whatever chance decides from here on.
        seed: u64,
    } -> Loaded;
    /// Closes a table.
    Close = close {
        /// Its number.
        table: u32,
    } -> ();
    /// A table as the people at this screen see it.
    State = state {
        /// Its number.
        table: u32,
        /// The time since it started.
        now: GameMillis,
        /// `log` of the last state that the page has; 0 if it has none.
        seen: usize,
    } -> LocalState;
    /// Performs an action of a seat, and what Nature answers.
    Act = act {
        /// The number of the table.
        table: u32,
        /// The seat.
        seat: Seat,
        /// The number of the seat's prompt.
        prompt: u32,
        /// The action in notation.
        action: String,
        /// The time since the table started.
        now: GameMillis,
    } -> ();
    /// Logs a declaration of a seat; bots and the other people at this screen answer at once where the policy says so.
    Declare = declare {
        /// The number of the table.
        table: u32,
        /// The seat.
        seat: Seat,
        /// The declaration.
        declaration: Declaration,
        /// The time since the table started.
        now: GameMillis,
    } -> ();
    /// Makes seats forfeit whose time has run out; answers whether there were any.
    Tick = tick {
        /// The number of the table.
        table: u32,
        /// The time since the table started.
        now: GameMillis,
    } -> bool;
    /// The record of a table.
    Record = record {
        /// The number of the table.
        table: u32,
        /// The name of each seat; empty for none.
        names: Vec<String>,
        /// When it started, as text.
        started: Option<String>,
    } -> String;
    /// The position after some steps of a game.
    Past = past {
        /// The game.
        history: GameHistory,
        /// How many of its steps; all of them if it is left out.
        at: Option<usize>,
        /// The seats of the viewer.
        own: SeatSet,
    } -> Frame;
    /// What an action would do, without doing it.
    Attempt = attempt {
        /// The game.
        history: GameHistory,
        /// After how many of its steps; after all of them if it is left out.
        at: Option<usize>,
        /// The seat that would act.
        seat: Seat,
        /// The action in notation.
        action: String,
    } -> Attempted;
    /// The position after all steps of a game, in notation.
    Position = position {
        /// The game.
        history: GameHistory,
    } -> String;
    /// Begins what a seat does by hand, in place of what was done by hand before; answers whether the game knows it.
    Rehearse = rehearse {
        /// The game.
        history: GameHistory,
        /// After how many of its steps; after all of them if it is left out.
        at: Option<usize>,
        /// The seat.
        seat: Seat,
        /// What it is done with, in the game's own words.
        what: String,
    } -> bool;
    /// Moves the hand.
    Feed = feed {
        /// What the hand is to do, in the game's own format.
        #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
        wish: serde_json::Value,
    } -> Rehearsed;
    /// A piece of the game to draw, in the game's own format; `null` if there is none of that name.
    Model = model {
        /// The id of the game.
        game: String,
        /// The name of the piece.
        name: String,
    } -> Json;
    /// The action that a bot chooses, in notation.
    Choose = choose {
        /// The game.
        history: GameHistory,
        /// The seat that the bot holds.
        seat: Seat,
        /// The id of the bot.
        bot: String,
        /// Bots with the same seed choose alike.
        seed: u64,
        /// The most nodes.
        nodes: Option<u64>,
        /// The longest time, in milliseconds.
        millis: Option<u32>,
    } -> String;
    /// What the strongest bot says of a position: reported again and again as the search goes deeper, then answered;
    /// `null` where no bot analyses.
    Analyse = analyse {
        /// The game.
        history: GameHistory,
        /// After how many of its steps; after all of them if it is left out.
        at: Option<usize>,
        /// How many variations.
        variations: usize,
        /// The most nodes.
        nodes: Option<u64>,
        /// The longest time, in milliseconds.
        millis: Option<u32>,
    } -> Option<AnalysisReport>;
    /// How many steps this worker has applied since it started: for tests, which show that the cost of a step does not
    /// grow with the length of the game.
    Applied = applied {} -> u64;
}

/// A game from its beginning, relative to the game that the worker was last asked about: the worker keeps the first
/// `keep` steps of that one and applies only what was added.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Deserialize)]
pub struct GameHistory {
    /// The id of the game.
    pub game: String,
    /// Seats and options.
    pub setup: Setup,
    /// The position in notation at which it began, if not the opening.
    pub position: Option<String>,
    /// How many steps are those of the last request.
    pub keep: usize,
    /// The steps after these.
    pub added: Vec<Step>,
}

/// A table that was opened from its record.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize)]
pub struct Loaded {
    /// Its number in this worker.
    pub table: u32,
    /// The id of the game.
    pub game: String,
    /// Seats and options.
    pub setup: Setup,
    /// The position in notation at which it began, if not the opening.
    pub position: Option<String>,
    /// The clock.
    pub clock: ClockRule,
    /// The name of each seat; empty for none.
    pub names: Vec<String>,
    /// When it started, as the record says.
    pub started: Option<String>,
    /// When something last happened, since the start.
    pub last: GameMillis,
}

/// A table of this worker as the people at this screen see it.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize)]
pub struct LocalState {
    /// The game.
    pub frame: Frame,
    /// The steps, relative to those of the last state that the page has.
    pub steps: Steps,
    /// The length of the log.
    pub log: usize,
    /// The bot that is to act now.
    pub bot: Option<BotTurn>,
}

/// A bot is to act.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize)]
pub struct BotTurn {
    /// Its seat.
    pub seat: Seat,
    /// The number that its action must quote.
    pub prompt: u32,
    /// The longest time it may think, in milliseconds.
    pub millis: u32,
}

/// What an action would do.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize)]
pub struct Attempted {
    /// The action in canonical notation.
    pub action: String,
    /// The game as the seat that acted would see it.
    pub frame: Frame,
}

/// What came of a movement of the hand.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize)]
pub struct Rehearsed {
    /// All that is to be drawn, in the game's own format.
    pub shown: Json,
    /// The action that it has come to, once the hand has let go.
    pub action: Option<String>,
}

/// JSON that this layer passes on without reading it.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(type = "unknown"))]
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct Json(pub Box<RawValue>);

impl Json {
    /// A value as JSON.
    pub fn of(value: &impl Serialize) -> Result<Json, Fault> {
        to_raw_value(value).map(Json).map_err(|error| Fault::Failed(error.to_string()))
    }
}

/// The answer of a worker.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum WorkerAnswer {
    /// What was asked for.
    Ok(Json),
    /// The table refuses, and nothing has changed.
    Refused(Refusal),
    /// The request can't be answered: a fault of the page.
    Failed(String),
}

/// Why a request is not answered.
#[derive(Clone, Debug)]
pub enum Fault {
    /// The table refuses.
    Refused(Refusal),
    /// The page asked for something impossible.
    Failed(String),
}

impl From<Result<Json, Fault>> for WorkerAnswer {
    fn from(answer: Result<Json, Fault>) -> Self {
        match answer {
            Ok(value) => WorkerAnswer::Ok(value),
            Err(Fault::Refused(refusal)) => WorkerAnswer::Refused(refusal),
            Err(Fault::Failed(why)) => WorkerAnswer::Failed(why),
        }
    }
}

impl From<Refused> for Fault {
    fn from(refused: Refused) -> Self {
        Fault::Refused(refused.into())
    }
}

impl From<SetupError> for Fault {
    fn from(error: SetupError) -> Self {
        Fault::Refused(error.into())
    }
}

impl From<RecordError> for Fault {
    fn from(error: RecordError) -> Self {
        Fault::Refused(error.into())
    }
}
