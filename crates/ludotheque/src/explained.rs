//! What a bot thinks of a position, as people and programs read it.

use game::{Analysis, Line, Verdict};
use serde::Serialize;

/// The best lines of a position, so far.
#[derive(Clone, Debug, Serialize)]
pub struct Explained {
    /// How many actions ahead the bot has looked.
    pub depth: u32,
    /// How many nodes it has used.
    pub nodes: u64,
    /// The best lines, each beginning with another action, the best first.
    pub lines: Vec<ExplainedLine>,
}

/// How a game may go on.
#[derive(Clone, Debug, Serialize)]
pub struct ExplainedLine {
    /// The chance of the seat that is to act to beat a rival, from 0 to 1.
    pub chance: f64,
    /// Whether it is more than a chance.
    pub certain: Option<Certain>,
    /// The actions, one or more.
    pub actions: Vec<String>,
}

/// What is certain about a line: a win or a defeat after so many actions.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Certain {
    Wins(u32),
    Loses(u32),
}

impl From<&Analysis<String>> for Explained {
    fn from(Analysis { lines, depth, nodes }: &Analysis<String>) -> Self {
        Explained { depth: *depth, nodes: *nodes, lines: lines.iter().map(ExplainedLine::from).collect() }
    }
}

impl From<&Line<String>> for ExplainedLine {
    fn from(line: &Line<String>) -> Self {
        let certain = match line.verdict {
            Verdict::Open => None,
            Verdict::Wins(away) => Some(Certain::Wins(away)),
            Verdict::Loses(away) => Some(Certain::Loses(away)),
        };
        ExplainedLine { chance: rounded(line.chance.into()), certain, actions: line.actions.clone() }
    }
}

/// A chance to four decimals: nobody knows it better.
pub fn rounded(chance: f64) -> f64 {
    (chance * 10_000.0).round() / 10_000.0
}
