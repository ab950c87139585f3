//! What a table chooses before it starts.

use game::{Illegal, Info};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// The number of seats, and the options that differ from a game's defaults.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    /// How many seats play.
    pub seats: u8,
    /// Options by key.
    pub options: BTreeMap<String, String>,
}

impl Setup {
    /// A table of `seats` seats with a game's default options.
    pub fn new(seats: u8) -> Self {
        Setup { seats, options: BTreeMap::new() }
    }

    /// The same with one option chosen.
    #[must_use]
    pub fn with(mut self, key: &str, value: &str) -> Self {
        self.options.insert(key.to_owned(), value.to_owned());
        self
    }

    /// Whether only people may sit there: something that was chosen leaves to them what no program sees.
    pub fn is_for_people(&self, info: &Info) -> bool {
        info.options.iter().any(|option| {
            let chosen = self.options.get(option.key);
            let is_chosen =
                |choice: &&game::Choice| chosen.is_some_and(|value| choice.value == value.as_str());
            let choice = option.choices.iter().find(is_chosen).or(option.choices.first());
            choice.is_some_and(|choice| choice.people.is_some())
        })
    }

    /// The options as JSON, once they are known to be some of the game's.
    pub(crate) fn check(&self, info: &Info) -> Result<Value, SetupError> {
        if !info.seats.contains(&self.seats) {
            let (least, most) = info.seats.clone().into_inner();
            return Err(SetupError::Seats { game: info.name, least, most, asked: self.seats });
        }
        for (key, value) in &self.options {
            let Some(option) = info.options.iter().find(|option| option.key == key) else {
                let known = list(info.options.iter().map(|option| option.key));
                return Err(SetupError::Key { game: info.name, key: key.clone(), known });
            };
            if !option.choices.iter().any(|choice| choice.value == value) {
                let known = list(option.choices.iter().map(|choice| choice.value));
                return Err(SetupError::Value { key: key.clone(), value: value.clone(), known });
            }
        }
        Ok(self.options.iter().map(|(key, value)| (key.clone(), Value::from(value.as_str()))).collect())
    }
}

fn range(least: u8, most: u8) -> String {
    if least == most { least.to_string() } else { format!("{least} to {most}") }
}

fn list<'a>(words: impl Iterator<Item = &'a str>) -> String {
    let words: Vec<&str> = words.collect();
    if words.is_empty() { "none".to_owned() } else { words.join(", ") }
}

/// Why a table can't be set up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// The game has no such number of seats.
    #[error("{game} is played by {} seats, not {asked}", range(*least, *most))]
    Seats {
        /// The game's name.
        game: &'static str,
        /// The fewest seats.
        least: u8,
        /// The most seats.
        most: u8,
        /// The seats asked for.
        asked: u8,
    },
    /// The game has no such option.
    #[error("{game} has no option `{key}` (options: {known})")]
    Key {
        /// The game's name.
        game: &'static str,
        /// The option asked for.
        key: String,
        /// The options there are.
        known: String,
    },
    /// The option has no such value.
    #[error("`{value}` is not a value of `{key}` (values: {known})")]
    Value {
        /// The option.
        key: String,
        /// The value asked for.
        value: String,
        /// The values there are.
        known: String,
    },
    /// The options do not go together.
    #[error("{0}")]
    Options(String),
    /// The game no longer judges that version of its rules.
    #[error("the game was played under version {found} of the rules; this program plays version {known}")]
    Rules {
        /// The version asked for.
        found: u32,
        /// Today's.
        known: u32,
    },
    /// The game can't read the position.
    #[error("the position can't be read under today's rules")]
    Position,
    /// The game's own rules refuse the set-up.
    #[error(transparent)]
    Illegal(Illegal),
}
