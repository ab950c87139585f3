//! Records: a match as text that people can read and compare. Header lines, an empty line, then one entry a line.
//!
//! ```text
//! ludotheque record 1
//! game: pebbles
//! rules: 1
//! seats: 2
//! option teams: alone
//! clock: fischer 300+5
//! name 0: Ada
//! started: 2026-05-01T20:00:00Z
//! note: at the big table
//! position: 10 0 0
//! result: 1 2
//!
//! 0 take ; 1.250
//! 0 !takeback ; 3
//! 0 take ; 4.100
//! 1 !resign
//! ```
//!
//! An entry is a seat, or `*` for Nature, then an action in the game's notation or a declaration after `!`, then, if time
//! has passed since the entry before, ` ; ` and the seconds since the start. `position` stands only in the record of a
//! game that did not begin with the opening.

use crate::any::Kind;
use crate::clock::ClockRule;
use crate::history::Start;
use crate::log::{Event, GameMillis, LogEntry};
use crate::refused::Refused;
use crate::setup::{Setup, SetupError};
use crate::table::Table;
use game::{Actor, Info, Outcome, Seat};
use std::collections::BTreeMap;
use std::fmt;

/// The version of the format that is written, and the only one so far.
pub(crate) const VERSION: &str = "1";

/// A match as it is kept and passed on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The id of the game.
    pub game: String,
    /// The version of its rules.
    pub rules: u32,
    /// The seats and options.
    pub setup: Setup,
    /// How much time there was.
    pub clock: ClockRule,
    /// Who worked out what Nature did, with its version.
    pub referee: Option<OneLine>,
    /// Who sat where.
    pub names: BTreeMap<Seat, OneLine>,
    /// When it started, as people wrote it.
    pub started: Option<OneLine>,
    /// Other remarks.
    pub notes: Vec<OneLine>,
    /// The position in notation at which it began, if not the opening.
    pub position: Option<OneLine>,
    /// How it ended, if it has.
    pub result: Option<Outcome>,
    /// Every action and declaration.
    pub log: Vec<LogEntry>,
}

/// Text that fits on one line: not empty, no space around it, no control character in it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct OneLine(pub(crate) String);

impl OneLine {
    /// The text, if it fits.
    pub fn new(text: &str) -> Option<Self> {
        let fits = !text.is_empty() && text.trim() == text && !text.contains(char::is_control);
        fits.then(|| OneLine(text.to_owned()))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for OneLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What is wrong with a record, and on which line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct RecordError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub problem: Problem,
}

/// What can be wrong with a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// The first line is not that of a record.
    #[error("this is no record: it should begin with `ludotheque record {VERSION}`")]
    NotARecord,
    /// A version that this program does not read.
    #[error("this record is of version {0}; only version {VERSION} can be read")]
    Version(String),
    /// A header line is missing, or in the wrong place.
    #[error("`{expected}: …` should stand here")]
    Missing {
        /// The key of the missing line.
        expected: &'static str,
    },
    /// A header line that means nothing, or in the wrong place.
    #[error("this header line means nothing here")]
    Unexpected,
    /// A value that can't be read.
    #[error("`{value}` is no value for `{key}`: {expected}")]
    Value {
        /// The key.
        key: String,
        /// The value.
        value: String,
        /// What it should be.
        expected: &'static str,
    },
    /// The record breaks off before the empty line that ends its header.
    #[error("the record breaks off: an empty line should end its header")]
    BreaksOff,
    /// The last line does not end: something may be missing from it.
    #[error("the record is cut off: its last line should end like the others")]
    CutOff,
    /// An entry that can't be read.
    #[error("`{text}` is no entry: {expected}")]
    Entry {
        /// The entry, shortened if it is long.
        text: String,
        /// What it should be.
        expected: &'static str,
    },
    /// Nature does something else.
    #[error("Nature does something else here: `{0}`")]
    Nature(String),
    /// Another referee worked out what Nature does.
    #[error("another referee judged this, which can't be asked again; here it is {0}")]
    Referee(&'static str),
    /// An entry is older than the one before it.
    #[error("time runs backwards")]
    TimeBackwards,
    /// The record was made under other rules.
    #[error("the record was made under version {found} of the rules; this program plays version {known}")]
    Rules {
        /// The record's version.
        found: u32,
        /// This program's.
        known: u32,
    },
    /// Judging the record takes too long.
    #[error("judging the record takes too long")]
    TooLong,
    /// The game has no such seats or options.
    #[error(transparent)]
    Setup(SetupError),
    /// The table refuses the entry.
    #[error(transparent)]
    Refused(Refused),
    /// The game ended otherwise, or has not ended.
    #[error("the result should be {0}")]
    Result(String),
}

impl Record {
    /// The record of a table, as it stands.
    pub fn of(table: &Table) -> Self {
        let Info { id, .. } = table.kind().info();
        Record {
            game: (*id).to_owned(),
            rules: table.rules_version(),
            setup: table.setup().clone(),
            clock: table.clock(),
            referee: table.kind().referee().and_then(OneLine::new),
            names: BTreeMap::new(),
            started: None,
            notes: Vec::new(),
            position: table.start().position.as_deref().and_then(OneLine::new),
            result: table.turn().outcome(),
            log: table.log().to_vec(),
        }
    }

    /// An empty table as the record sets it up. Fails if the game no longer judges its version of the rules.
    fn open(&self, kind: &'static dyn Kind) -> Result<Table, RecordError> {
        let known = kind.info().rules_version;
        if !kind.judges(self.rules) {
            return Err(RecordError { line: 3, problem: Problem::Rules { found: self.rules, known } });
        }
        let start = Start {
            rules_version: Some(self.rules),
            position: self.position.as_ref().map(ToString::to_string),
        };
        Table::open_at(kind, self.setup.clone(), self.clock, start)
            .map_err(|error| RecordError { line: 4, problem: Problem::Setup(error) })
    }

    /// The table that the record describes: every entry is judged again, and the result compared.
    pub fn replay(&self, kind: &'static dyn Kind) -> Result<Table, RecordError> {
        self.replay_until(kind, &|| false)
    }

    /// The same, given up with [`Problem::TooLong`] as soon as `stop` says so; it is asked before every entry.
    pub fn replay_until(
        &self,
        kind: &'static dyn Kind,
        stop: &dyn Fn() -> bool,
    ) -> Result<Table, RecordError> {
        let table = self.open(kind)?;
        let entries = self.log.iter().enumerate();
        let table = entries.into_iter().try_fold(table, |table, (index, entry)| {
            let problem = |problem| RecordError { line: self.line_of(index), problem };
            if stop() {
                return Err(problem(Problem::TooLong));
            }
            table.replay([entry.clone()]).map_err(|error| problem(Problem::Refused(error.refused)))
        })?;
        let outcome = table.turn().outcome();
        if self.result != outcome {
            let expected = outcome.map_or("left out: the game goes on".to_owned(), |outcome| {
                format!("`{}`", written(&outcome))
            });
            // The result is the last line of the header; where it is missing, it belongs on the next.
            let line = self.header().lines().count() + usize::from(self.result.is_none());
            return Err(RecordError { line, problem: Problem::Result(expected) });
        }
        Ok(table)
    }

    /// Works out again what Nature did, wherever nothing was left to chance, and compares it with the record; returns
    /// how many entries were compared. Fails on the first difference, and for records of another referee.
    pub fn recompute_nature(&self, kind: &'static dyn Kind) -> Result<usize, RecordError> {
        let table = self.open(kind)?;
        let mut compared = 0;
        let fault = |entry, problem| RecordError { line: self.line_of(entry), problem };
        self.log.iter().enumerate().try_fold(table, |table, (index, entry)| {
            if let Event::Play { actor: Actor::Nature, action } = &entry.event
                && let Some(expected) = table.game().nature_result()
            {
                if self.referee.as_ref().map(OneLine::as_str) != kind.referee() {
                    return Err(fault(index, Problem::Referee(kind.referee().unwrap_or("nobody"))));
                }
                if expected != *action {
                    return Err(fault(index, Problem::Nature(expected)));
                }
                compared += 1;
            }
            table.replay([entry.clone()]).map_err(|error| fault(index, Problem::Refused(error.refused)))
        })?;
        Ok(compared)
    }

    /// The line, counted from 1, on which an entry of the log stands.
    pub fn line_of(&self, entry: usize) -> usize {
        self.header().lines().count() + 2 + entry
    }

    fn header(&self) -> String {
        let mut lines = vec![
            format!("ludotheque record {VERSION}"),
            format!("game: {}", self.game),
            format!("rules: {}", self.rules),
            format!("seats: {}", self.setup.seats),
        ];
        lines.extend(self.setup.options.iter().map(|(key, value)| format!("option {key}: {value}")));
        lines.push(format!("clock: {}", self.clock));
        lines.extend(self.referee.iter().map(|referee| format!("referee: {referee}")));
        lines.extend(self.names.iter().map(|(seat, name)| format!("name {seat}: {name}")));
        lines.extend(self.started.iter().map(|started| format!("started: {started}")));
        lines.extend(self.notes.iter().map(|note| format!("note: {note}")));
        lines.extend(self.position.iter().map(|position| format!("position: {position}")));
        lines.extend(self.result.iter().map(|result| format!("result: {}", written(result))));
        lines.join("\n") + "\n"
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.header())?;
        let mut time = 0;
        for LogEntry { at, event } in &self.log {
            match event {
                Event::Play { actor: Actor::Seat(seat), action } => write!(f, "{seat} {action}")?,
                Event::Play { actor: Actor::Nature, action } => write!(f, "* {action}")?,
                Event::Declare { seat, declaration } => write!(f, "{seat} !{declaration}")?,
            }
            if *at != time {
                write!(f, " ; {}", Seconds(*at))?;
                time = *at;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

/// Milliseconds as seconds, with as many decimals as needed.
pub(crate) struct Seconds(pub GameMillis);

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (seconds, millis) = (self.0 / 1000, self.0 % 1000);
        match millis {
            0 => write!(f, "{seconds}"),
            _ => write!(f, "{seconds}.{}", format!("{millis:03}").trim_end_matches('0')),
        }
    }
}

fn written(outcome: &Outcome) -> String {
    let places: Vec<String> = outcome.places().as_slice().iter().map(u8::to_string).collect();
    places.join(" ")
}
