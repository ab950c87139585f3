//! The description of a game: its names, seats, options and rulebook.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// A language of the house.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Lang {
    /// French.
    Fr,
    /// English.
    #[default]
    En,
}

impl Lang {
    /// Every language of the house.
    pub const ALL: [Lang; 2] = [Lang::Fr, Lang::En];
}

impl FromStr for Lang {
    type Err = &'static str;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "fr" => Ok(Lang::Fr),
            "en" => Ok(Lang::En),
            _ => Err("the languages are fr and en"),
        }
    }
}

impl fmt::Display for Lang {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Lang::Fr => "fr",
            Lang::En => "en",
        })
    }
}

/// One text in every language of the house.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Text {
    /// In French.
    pub fr: &'static str,
    /// In English.
    pub en: &'static str,
}

/// A text that is the same in every language, because it is notation and has no words.
impl From<&'static str> for Text {
    fn from(text: &'static str) -> Self {
        Text { fr: text, en: text }
    }
}

impl Text {
    /// The text in `lang`.
    pub const fn get(&self, lang: Lang) -> &'static str {
        match lang {
            Lang::Fr => self.fr,
            Lang::En => self.en,
        }
    }
}

/// The description of a game.
#[derive(Clone, Debug)]
pub struct Info {
    /// The name in commands, addresses and records: lower case, never changed.
    pub id: &'static str,
    /// The name on the box.
    pub name: &'static str,
    /// Who made the game.
    pub author: &'static str,
    /// One sentence for the shelf.
    pub summary: Text,
    /// How many seats it may have.
    pub seats: RangeInclusive<u8>,
    /// From which age.
    pub age: u8,
    /// About how long a game lasts, in minutes.
    pub minutes: RangeInclusive<u8>,
    /// Raised whenever the same record would be judged differently.
    pub rules_version: u32,
    /// The options that a table chooses; their keys are the fields of the game's `Options`.
    pub options: &'static [OptionInfo],
    /// The rulebook in Markdown; see [`crate::rulebook`].
    pub rulebook: Text,
}

/// Something that a table chooses before it starts.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OptionInfo {
    /// The field of the game's `Options`.
    pub key: &'static str,
    /// What it is called.
    pub name: Text,
    /// Its values; the first is the default.
    pub choices: &'static [Choice],
}

/// A value of an option.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Choice {
    /// As typed, as stored.
    pub value: &'static str,
    /// What it is called.
    pub name: Text,
    /// For a way to play of its own, at which only people sit since no program sees what happens there: what it is like,
    /// in a sentence.
    pub people: Option<Text>,
    /// For one of several games in a box: its aim, in a sentence.
    pub goal: Option<Text>,
}

impl Choice {
    /// A value that people and bots may play.
    pub const fn new(value: &'static str, name: Text) -> Self {
        Choice { value, name, people: None, goal: None }
    }

    /// One of several games in a box, with its aim.
    pub const fn with_goal(value: &'static str, name: Text, goal: Text) -> Self {
        Choice { value, name, people: None, goal: Some(goal) }
    }

    /// A value that only people may play; `like` describes it.
    pub const fn for_people(value: &'static str, name: Text, like: Text) -> Self {
        Choice { value, name, people: Some(like), goal: None }
    }
}

/// The options of a game that has none.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NoOptions {}
