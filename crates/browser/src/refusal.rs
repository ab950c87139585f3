//! Refusals as pages show them.

use game::Text;
use serde::Serialize;
use table::{RecordError, Refused, SetupError};

/// Why a table refused something; nothing has changed.
#[cfg_attr(test, derive(ts_rs::TS))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Refusal {
    /// What kind of refusal it is.
    pub kind: RefusalKind,
    /// The article that forbids it, if the rulebook does.
    pub article: Option<&'static str>,
    /// One sentence, if the rulebook forbids it.
    pub why: Option<Text>,
    /// The cells or pieces concerned.
    pub at: Vec<String>,
}

/// What kind of refusal it is.
#[cfg_attr(test, derive(ts_rs::TS))]
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RefusalKind {
    /// The rulebook forbids it.
    Illegal,
    /// It is no action of the game.
    Malformed,
    /// It answers an earlier position.
    Stale,
    /// The seat's time has run out.
    OutOfTime,
    /// The game has ended.
    Over,
    /// The seat does not play.
    NotSeated,
    /// There is nothing to take back.
    NothingToTakeBack,
    /// There is nothing to answer, or nothing that may be said now.
    NothingAsked,
    /// Another question is open.
    AlreadyAsked,
}

/// A record that can't be read.
#[cfg_attr(test, derive(ts_rs::TS))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BadRecord {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it, in English.
    pub problem: String,
}

/// Whatever keeps a question from its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The table refuses.
    Refused(Refusal),
    /// The record can't be read.
    BadRecord(BadRecord),
    /// The page asked for what can't be.
    Failed(String),
}

impl From<Refused> for Fault {
    fn from(refused: Refused) -> Self {
        let kind = match refused {
            Refused::Illegal(illegal) => {
                return Fault::Refused(Refusal {
                    kind: RefusalKind::Illegal,
                    article: Some(illegal.article),
                    why: Some(illegal.why),
                    at: illegal.at,
                });
            }
            Refused::Malformed(_) => RefusalKind::Malformed,
            Refused::Stale | Refused::TimeBackwards => RefusalKind::Stale,
            Refused::OutOfTime(_) => RefusalKind::OutOfTime,
            Refused::Over => RefusalKind::Over,
            Refused::NotSeated(_) => RefusalKind::NotSeated,
            Refused::NothingToTakeBack => RefusalKind::NothingToTakeBack,
            Refused::NothingAsked | Refused::TimeLeft(_) => RefusalKind::NothingAsked,
            Refused::AlreadyAsked => RefusalKind::AlreadyAsked,
        };
        Fault::Refused(Refusal { kind, article: None, why: None, at: Vec::new() })
    }
}

impl From<SetupError> for Fault {
    fn from(error: SetupError) -> Self {
        match error {
            SetupError::Illegal(illegal) => Refused::Illegal(illegal).into(),
            error => Fault::Failed(error.to_string()),
        }
    }
}

impl From<RecordError> for Fault {
    fn from(error: RecordError) -> Self {
        Fault::BadRecord(BadRecord { line: error.line, problem: error.problem.to_string() })
    }
}
