//! Refusals: what a rulebook forbids, and what is no action at all.

use crate::info::Text;
use serde::Serialize;
use std::fmt;

/// An action that the rules forbid: which article does, why, and where to look.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
pub struct Illegal {
    /// The number of an article that stands in both rulebooks.
    pub article: &'static str,
    /// One short sentence for the person who tried.
    pub why: Text,
    /// The cells or pieces concerned, in the game's notation.
    pub at: Vec<String>,
}

impl Illegal {
    /// A refusal by `article`, concerning no place in particular.
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

/// Text that is not an action of the game: nothing that its notation can say.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not an action: {expected}")]
pub struct Malformed {
    /// What was given, shortened if it was long.
    pub text: String,
    /// What the notation looks like.
    pub expected: &'static str,
}

impl Malformed {
    /// The refusal of `text`, with a reminder of the notation.
    pub fn new(text: &str, expected: &'static str) -> Self {
        let mut shown: String = text.chars().take(40).collect();
        if shown.len() < text.len() {
            shown.push('…');
        }
        Malformed { text: shown, expected }
    }
}
