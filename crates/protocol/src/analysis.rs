//! Analysis: what the strongest bot says of a position.

use game::{Analysis, Seat, Verdict};
use serde::{Deserialize, Serialize};

/// A position to analyse on the server.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnalysisRequest {
    /// The game so far, as a record.
    pub record: String,
    /// After how many of its steps; after all of them if it is left out.
    #[serde(default)]
    pub step: Option<usize>,
    /// How many variations to report.
    #[serde(default = "one", alias = "lines")]
    pub variations: usize,
    /// For how many milliseconds to search.
    #[serde(default = "second")]
    pub time: u64,
}

fn one() -> usize {
    1
}

fn second() -> u64 {
    1000
}

/// What the search has found so far.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AnalysisReport {
    /// The seat that is to act.
    #[cfg_attr(feature = "openapi", schema(value_type = u8))]
    pub seat: Seat,
    /// The best variations, the best first.
    pub variations: Vec<Variation>,
    /// How many actions ahead it has looked.
    pub depth: u32,
    /// How many nodes it has used.
    pub nodes: u64,
}

/// How the game may go on.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Variation {
    /// The actions in notation.
    pub actions: Vec<String>,
    /// The chance of the seat to beat a rival, from 0 to 1.
    pub chance: f32,
    /// The number of actions after which it certainly wins.
    pub wins: Option<u32>,
    /// The number of actions after which it certainly loses, at the latest.
    pub loses: Option<u32>,
    /// How many actions ahead this variation was searched.
    pub depth: u32,
}

impl AnalysisReport {
    /// The report of an analysis for the seat that is to act.
    pub fn of(seat: Seat, analysis: &Analysis<String>) -> Self {
        let variation = |line: &game::Variation<String>| Variation {
            actions: line.actions.clone(),
            chance: line.chance,
            wins: if let Verdict::Wins(after) = line.verdict { Some(after) } else { None },
            loses: if let Verdict::Loses(after) = line.verdict { Some(after) } else { None },
            depth: line.depth,
        };
        let variations = analysis.lines.iter().map(variation).collect();
        AnalysisReport { seat, variations, depth: analysis.depth, nodes: analysis.nodes }
    }
}
