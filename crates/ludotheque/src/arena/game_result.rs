//! The result of a game of a tournament.

use serde::{Deserialize, Serialize};

/// The result of one game, as the journal stores it. The names in the file are older than those here.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct GameResult {
    /// Its number in the tournament, counted from 0.
    pub number: usize,
    /// The places of the bots: one for each seat, or for each side where a bot plays for a whole side.
    pub places: Vec<(usize, u8)>,
    /// For each pair of rivals, the points of the first of the two.
    pub points: Vec<(usize, usize, f64)>,
    /// The time and nodes that each bot used.
    #[serde(rename = "thought")]
    pub thinking: Vec<ThinkingStats>,
    /// Late actions and forfeits.
    #[serde(rename = "mishaps")]
    pub incidents: Vec<Incident>,
    /// How long the game took.
    pub seconds: f64,
}

/// The time and nodes that a bot used for its actions.
#[derive(Copy, Clone, Debug, Default, Serialize, Deserialize)]
pub struct ThinkingStats {
    pub actions: u32,
    /// The total time, and that of the slowest action.
    pub total_ms: f64,
    pub slowest_ms: f64,
    /// The nodes that it reported.
    pub nodes: u64,
    /// How many actions were late.
    pub late: u32,
    /// How many were illegal.
    pub illegal: u32,
}

impl ThinkingStats {
    /// The sum of both.
    #[must_use]
    pub fn and(self, other: ThinkingStats) -> ThinkingStats {
        ThinkingStats {
            actions: self.actions + other.actions,
            total_ms: self.total_ms + other.total_ms,
            slowest_ms: self.slowest_ms.max(other.slowest_ms),
            nodes: self.nodes + other.nodes,
            late: self.late + other.late,
            illegal: self.illegal + other.illegal,
        }
    }
}

/// A late action or a forfeit.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Incident {
    pub bot: usize,
    pub seat: u8,
    pub kind: IncidentKind,
    /// The actions before it, as in the engine protocol.
    pub after: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum IncidentKind {
    /// The bot forfeited the game, with the reason.
    Forfeit(String),
    /// The action came after the time limit.
    Late {
        took_ms: f64,
        /// The CPU time of its thread meanwhile: much less than `took_ms` if the machine was busy.
        busy_ms: f64,
    },
}
