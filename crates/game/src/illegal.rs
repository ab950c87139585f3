//! Refusals: actions that the rules forbid, and texts that are no action.

use crate::info::Text;
use serde::Serialize;
use std::fmt;

/// The refusal of an action: the article that forbids it, the reason, and the cells concerned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
pub struct Illegal {
    /// The number of an article that stands in both rulebooks.
    pub article: &'static str,
    /// The reason in one short sentence, for the player.
    pub why: Text,
    /// The cells or pieces concerned, in the game's notation.
    pub at: Vec<String>,
}

impl Illegal {
    /// A refusal by `article` that points at no cell.
    pub const fn new(article: &'static str, why: Text) -> Self {
        Illegal { article, why, at: Vec::new() }
    }

    /// The same refusal, pointing at these cells or pieces.
    #[must_use]
    pub fn at(mut self, places: impl IntoIterator<Item: fmt::Display>) -> Self {
        self.at = places.into_iter().map(|place| place.to_string()).collect();
        self
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.article, self.why.en)?;
        if !self.at.is_empty() {
            write!(f, " ({})", self.at.join(", "))?;
        }
        Ok(())
    }
}

/// A text that the game's notation for actions cannot parse.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not an action: {}", expected.en)]
pub struct Malformed {
    /// What was given, shortened if it was long.
    pub text: String,
    /// What the notation looks like.
    pub expected: Text,
}

impl Malformed {
    /// The refusal of `text`, with a reminder of the notation.
    pub fn new(text: &str, expected: impl Into<Text>) -> Self {
        let mut shown: String = text.chars().take(40).collect();
        if shown.len() < text.len() {
            shown.push('…');
        }
        Malformed { text: shown, expected: expected.into() }
    }
}
