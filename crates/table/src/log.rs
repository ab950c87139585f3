//! The log: what was done and said at a table, in order. Everything else is folded from it.

use game::{Actor, Seat};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Milliseconds since the table started.
pub type Millis = u64;

/// One line of a log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// When.
    pub at: Millis,
    /// What.
    pub event: Event,
}

/// Something that happened at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// An action of the game, in canonical notation.
    Play {
        /// Who did it.
        actor: Actor,
        /// What it was.
        action: String,
    },
    /// A word to the table.
    Say {
        /// Who said it.
        seat: Seat,
        /// What it was.
        word: Word,
    },
}

/// What a seat may say to the table, besides playing.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Word {
    /// The seat gives up.
    Resign,
    /// The seat's time has run out.
    Flag,
    /// The seat's time has run out, and somebody else plays on for it without a clock.
    Relay,
    /// The seat wants its last action undone: at once in its own unfinished turn, else if all agree.
    TakeBack,
    /// The seat offers a draw.
    Draw,
    /// The seat agrees to what was asked.
    Agree,
    /// The seat declines what was asked.
    Decline,
}

impl Word {
    /// Every word.
    pub const ALL: [Word; 7] =
        [Word::Resign, Word::Flag, Word::Relay, Word::TakeBack, Word::Draw, Word::Agree, Word::Decline];
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Word::Resign => "resign",
            Word::Flag => "flag",
            Word::Relay => "relay",
            Word::TakeBack => "takeback",
            Word::Draw => "draw",
            Word::Agree => "agree",
            Word::Decline => "decline",
        })
    }
}

impl FromStr for Word {
    type Err = ();
    fn from_str(text: &str) -> Result<Self, ()> {
        Word::ALL.into_iter().find(|word| word.to_string() == text).ok_or(())
    }
}
