//! The log: every action and declaration of a match, in order. Everything else is computed from it.

use game::{Actor, Seat};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Milliseconds since the match started.
pub type GameMillis = u64;

/// One entry of a log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogEntry {
    /// When it happened.
    pub at: GameMillis,
    /// What happened.
    pub event: Event,
}

/// Something that happened in a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// An action of the game, in canonical notation.
    Play {
        /// Who performed it.
        actor: Actor,
        /// The action.
        action: String,
    },
    /// A declaration of a seat. Stored logs call it `say`.
    #[serde(rename = "say")]
    Declare {
        /// The seat.
        seat: Seat,
        /// What it declared.
        #[serde(rename = "word")]
        declaration: Declaration,
    },
}

/// What a seat can declare besides playing. Stored logs and records keep the words of the first version of the format.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Declaration {
    /// The seat resigns.
    Resign,
    /// The seat's time has run out: it forfeits.
    #[serde(rename = "flag")]
    OutOfTime,
    /// The seat's time has run out, and a bot plays on for it without a clock.
    #[serde(rename = "relay")]
    ReplacedByBot,
    /// The seat wants to take its last action back: done at once within its own unfinished turn, otherwise offered.
    TakeBack,
    /// The seat offers a draw.
    Draw,
    /// The seat accepts the open offer.
    #[serde(rename = "agree")]
    Accept,
    /// The seat declines the open offer.
    Decline,
}

impl Declaration {
    /// Every declaration.
    pub const ALL: [Declaration; 7] = [
        Declaration::Resign,
        Declaration::OutOfTime,
        Declaration::ReplacedByBot,
        Declaration::TakeBack,
        Declaration::Draw,
        Declaration::Accept,
        Declaration::Decline,
    ];
}

/// As records write it after `!`.
impl fmt::Display for Declaration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Declaration::Resign => "resign",
            Declaration::OutOfTime => "flag",
            Declaration::ReplacedByBot => "relay",
            Declaration::TakeBack => "takeback",
            Declaration::Draw => "draw",
            Declaration::Accept => "agree",
            Declaration::Decline => "decline",
        })
    }
}

impl FromStr for Declaration {
    type Err = ();
    fn from_str(text: &str) -> Result<Self, ()> {
        Declaration::ALL.into_iter().find(|declaration| declaration.to_string() == text).ok_or(())
    }
}
