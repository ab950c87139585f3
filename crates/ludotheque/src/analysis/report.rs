//! The analysis of a position, as commands print it.

use game::{Analysis, Variation, Verdict};
use serde::Serialize;

/// The best variations of a position so far.
#[derive(Clone, Debug, Serialize)]
pub struct AnalysisReport {
    /// How many actions ahead the search has looked.
    pub depth: u32,
    /// How many nodes the search has used.
    pub nodes: u64,
    /// The best variations, each beginning with a different action, the best first.
    pub lines: Vec<VariationReport>,
}

/// A variation and its evaluation.
#[derive(Clone, Debug, Serialize)]
pub struct VariationReport {
    /// The chance of the seat that is to act to beat a rival, from 0 to 1.
    pub chance: f64,
    /// The proven result, if there is one.
    pub certain: Option<CertainResult>,
    /// The actions, one or more.
    pub actions: Vec<String>,
}

/// A proven result: a win or a defeat after this many actions.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum CertainResult {
    Wins(u32),
    Loses(u32),
}

impl From<&Analysis<String>> for AnalysisReport {
    fn from(Analysis { lines, depth, nodes }: &Analysis<String>) -> Self {
        AnalysisReport {
            depth: *depth,
            nodes: *nodes,
            lines: lines.iter().map(VariationReport::from).collect(),
        }
    }
}

impl From<&Variation<String>> for VariationReport {
    fn from(variation: &Variation<String>) -> Self {
        let certain = match variation.verdict {
            Verdict::Open => None,
            Verdict::Wins(away) => Some(CertainResult::Wins(away)),
            Verdict::Loses(away) => Some(CertainResult::Loses(away)),
        };
        VariationReport {
            chance: rounded(variation.chance.into()),
            certain,
            actions: variation.actions.clone(),
        }
    }
}

/// A chance, rounded to four decimals.
pub fn rounded(chance: f64) -> f64 {
    (chance * 10_000.0).round() / 10_000.0
}
