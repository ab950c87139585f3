//! What a page may ask, and what it is answered.

use crate::line::Line;
use crate::refusal::{BadRecord, Refusal};
use game::{Seat, SeatSet};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use table::{ClockRule, Millis, Setup, Word};

/// A question of a page; the answer to each is named in its comment.
#[cfg_attr(test, derive(ts_rs::TS))]
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case")]
pub enum Ask {
    /// `Text`: the rulebook of a game in Markdown.
    Rulebook {
        /// The game's id.
        game: String,
    },
    /// The number of a new table.
    Open {
        /// The game's id.
        game: String,
        /// Seats and options.
        setup: Setup,
        /// How much time there is.
        clock: ClockRule,
        /// For whatever chance decides.
        seed: u64,
    },
    /// `Loaded`: a table from its record.
    Load {
        /// The record.
        record: String,
        /// For whatever chance decides from now on.
        seed: u64,
    },
    /// `null`; the table is forgotten.
    Close {
        /// The table.
        table: u32,
    },
    /// `Frame`: the table as somebody sees it.
    Frame {
        /// The table.
        table: u32,
        /// The seats of whoever looks.
        own: SeatSet,
        /// The time since the table started.
        now: Millis,
    },
    /// `Told[]`: what led to the position, as somebody heard it.
    Told {
        /// The table.
        table: u32,
        /// The seats of whoever listens.
        own: SeatSet,
        /// How many steps are known already.
        from: usize,
    },
    /// `null`, or refused: a seat acts.
    Act {
        /// The table.
        table: u32,
        /// The seat.
        seat: Seat,
        /// What the seat was asked.
        prompt: u32,
        /// The action in notation.
        action: String,
        /// The time since the table started.
        now: Millis,
    },
    /// `null`, or refused: a seat says a word.
    Say {
        /// The table.
        table: u32,
        /// The seat.
        seat: Seat,
        /// The word.
        word: Word,
        /// The time since the table started.
        now: Millis,
    },
    /// The seat whose time has run out and who left for it, or `null`.
    Tick {
        /// The table.
        table: u32,
        /// The time since the table started.
        now: Millis,
    },
    /// The record of the table.
    Record {
        /// The table.
        table: u32,
        /// Who sits where; empty for nobody in particular.
        names: Vec<String>,
        /// When it started, as people write it.
        started: Option<String>,
    },
    /// `Frame`: the position to which a line leads.
    Past {
        /// The line.
        line: Line,
        /// The seats of whoever looks.
        own: SeatSet,
    },
    /// `Attempted`, or refused: what an action would do, without doing it.
    Attempt {
        /// What was played before.
        line: Line,
        /// Who would act.
        seat: Seat,
        /// The action in notation.
        action: String,
    },
    /// The notation of the position to which a line leads.
    Position {
        /// The line.
        line: Line,
    },
    /// Whether there is such a thing: what a seat does by hand begins, in place of what was done by hand before.
    Rehearse {
        /// What was played before.
        line: Line,
        /// Whose hand it is.
        seat: Seat,
        /// With what, in the game's own words.
        what: String,
    },
    /// `Rehearsed`: what comes of what the hand wants.
    Feed {
        /// What it wants, in the game's own words.
        #[cfg_attr(test, ts(type = "unknown"))]
        wish: Value,
    },
    /// A piece of a game for whoever draws it, in the game's own words; `null` for what there is not.
    Model {
        /// The game's id.
        game: String,
        /// The piece's name.
        name: String,
    },
    /// The action that a bot chooses, in notation.
    Choose {
        /// What was played before.
        line: Line,
        /// The seat that the bot holds.
        seat: Seat,
        /// The bot's id.
        bot: String,
        /// Bots of the same seed choose alike.
        seed: u64,
        /// At most so many nodes.
        nodes: Option<u64>,
        /// At most so long.
        millis: Option<u32>,
    },
    /// `Thought`, or `null` where nobody can explain the position: reported again and again, the last one answered.
    Analyse {
        /// What was played before.
        line: Line,
        /// How many lines.
        lines: usize,
        /// At most so many nodes.
        nodes: Option<u64>,
        /// At most so long.
        millis: Option<u32>,
    },
}

/// What came of what a hand wanted.
#[cfg_attr(test, derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize)]
pub struct Rehearsed {
    /// All that is to be drawn, in the game's own words.
    #[cfg_attr(test, ts(type = "unknown"))]
    pub shown: Value,
    /// The action that it has come to, once the hand has let go.
    pub action: Option<String>,
}

/// An answer.
#[cfg_attr(test, derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// What was asked for.
    Ok(#[cfg_attr(test, ts(type = "unknown"))] Value),
    /// The table refuses, and nothing has changed.
    Refused(Refusal),
    /// The record can't be read.
    BadRecord(BadRecord),
    /// The page asked for what can't be.
    Failed(String),
}
