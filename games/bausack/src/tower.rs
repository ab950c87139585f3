//! A tower, and what becomes of it: the words in which the rules and the physics speak with each other.

use crate::{Block, Pose};
use serde::{Deserialize, Serialize};

/// A block that stands on a plot.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Standing {
    /// Which block.
    pub block: Block,
    /// Where.
    pub pose: Pose,
}

/// The blocks of a plot in the order in which they were placed. The first is the base (S4).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tower {
    /// What stands, at rest.
    pub blocks: Vec<Standing>,
    /// The highest point above the table, in micrometres (S10).
    pub height: u32,
}

/// What came of a placement: Nature's answer. Facts only; the rules say what they mean.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settled {
    /// The tower at rest, with the placed block in the last place if it stands. Blocks that fell are not in it.
    pub tower: Tower,
    /// The blocks that touched the table without leave, or left the tower, the first to do so first (S5).
    pub fallen: Vec<Block>,
    /// The block in hand struck the table harder than is borne (S7).
    pub bumped: bool,
    /// The blocks that touch the table at rest.
    pub grounded: Vec<Block>,
    /// The pairs of blocks of the tower that touch each other at rest, the lower number first, in order.
    pub touching: Vec<(Block, Block)>,
    /// A fingerprint of everything that the engine held at the end, to the last bit.
    pub hash: u64,
}

/// Which blocks may touch the table (S4, S34).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Ground {
    /// The base alone: the first block of the tower.
    Base,
    /// Those that touch it now, and the one being placed.
    AlsoThePlaced,
}
