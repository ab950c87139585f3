//! Sets of blocks, such as the market (*le marché*).

use crate::Block;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A set of blocks, in the order of the catalogue.
#[derive(Copy, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "Vec<Block>", into = "Vec<Block>")]
pub struct Blocks(u128);

impl Blocks {
    /// No block at all.
    pub const EMPTY: Blocks = Blocks(0);

    /// This block alone.
    pub fn one(block: Block) -> Self {
        Blocks::EMPTY.with(block)
    }

    /// Whether the block is among them.
    pub fn contains(self, block: Block) -> bool {
        self.0 & bit(block) != 0
    }

    /// The set with one more block.
    #[must_use]
    pub fn with(self, block: Block) -> Self {
        Blocks(self.0 | bit(block))
    }

    /// The set without a block.
    #[must_use]
    pub fn without(self, block: Block) -> Self {
        Blocks(self.0 & !bit(block))
    }

    /// The union of both sets.
    #[must_use]
    pub fn union(self, other: Blocks) -> Self {
        Blocks(self.0 | other.0)
    }

    /// The blocks that are in both sets.
    #[must_use]
    pub fn common(self, other: Blocks) -> Self {
        Blocks(self.0 & other.0)
    }

    /// How many blocks there are.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The blocks, the lowest number first.
    pub fn iter(self) -> impl Iterator<Item = Block> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let first = Block::numbered(left.trailing_zeros() as u8);
            left &= left.wrapping_sub(1);
            first
        })
    }
}

/// The bit of a block; none for a number outside the catalogue.
fn bit(block: Block) -> u128 {
    1u128.checked_shl(u32::from(block.number())).unwrap_or(0)
}

impl FromIterator<Block> for Blocks {
    fn from_iter<I: IntoIterator<Item = Block>>(blocks: I) -> Self {
        blocks.into_iter().fold(Blocks::EMPTY, Blocks::with)
    }
}

impl From<Vec<Block>> for Blocks {
    fn from(blocks: Vec<Block>) -> Self {
        blocks.into_iter().collect()
    }
}

impl From<Blocks> for Vec<Block> {
    fn from(blocks: Blocks) -> Self {
        blocks.iter().collect()
    }
}

impl fmt::Debug for Blocks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|block| block.number())).finish()
    }
}

/// `1-3,7`: numbers and runs of numbers; `-` for none.
impl fmt::Display for Blocks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("-");
        }
        let (mut comma, mut blocks) = ("", self.iter().peekable());
        while let Some(first) = blocks.next() {
            let mut last = first;
            while let Some(next) = blocks.next_if(|next| next.number() == last.number() + 1) {
                last = next;
            }
            match last.number() - first.number() {
                0 => write!(f, "{comma}{}", first.number())?,
                _ => write!(f, "{comma}{}-{}", first.number(), last.number())?,
            }
            comma = ",";
        }
        Ok(())
    }
}
