//! The score sheet of a game: what counts of it once it is over.

use serde::{Deserialize, Serialize};

/// What came of one game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Sheet {
    /// Which game of its tournament it is, counted from 0.
    pub number: usize,
    /// The places that bots had: one for each seat, or for each side where a bot plays for a whole side.
    pub places: Vec<(usize, u8)>,
    /// The points of pairs of bots that were rivals, those of the first of the two.
    pub points: Vec<(usize, usize, f64)>,
    /// How each bot thought.
    pub thought: Vec<Thought>,
    pub mishaps: Vec<Mishap>,
    /// How long it took.
    pub seconds: f64,
}

/// How a bot thought about its actions.
#[derive(Copy, Clone, Debug, Default, Serialize, Deserialize)]
pub struct Thought {
    pub actions: u32,
    /// How long it took, in all and at most.
    pub total_ms: f64,
    pub slowest_ms: f64,
    /// How many nodes it used, as far as it told.
    pub nodes: u64,
    /// How many actions were late.
    pub late: u32,
    /// How many were illegal.
    pub illegal: u32,
}

impl Thought {
    /// Both together.
    #[must_use]
    pub fn and(self, other: Thought) -> Thought {
        Thought {
            actions: self.actions + other.actions,
            total_ms: self.total_ms + other.total_ms,
            slowest_ms: self.slowest_ms.max(other.slowest_ms),
            nodes: self.nodes + other.nodes,
            late: self.late + other.late,
            illegal: self.illegal + other.illegal,
        }
    }
}

/// What should not happen.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Mishap {
    pub bot: usize,
    pub seat: u8,
    pub kind: MishapKind,
    /// What was done before, as the engine protocol has it: the position.
    pub after: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum MishapKind {
    /// The bot was sent away, and why.
    Forfeit(String),
    /// The action came too late.
    Late {
        took_ms: f64,
        /// How long its thread had a processor meanwhile: much less than it took where others crowded it out.
        busy_ms: f64,
    },
}
