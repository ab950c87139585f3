//! Values that are computed once for each block of the catalogue.

use crate::Block;
use std::sync::OnceLock;

/// A value for each block, computed when it is first asked for; meant for a `static`.
pub(crate) struct PerBlock<T>([OnceLock<T>; Block::COUNT as usize]);

impl<T> PerBlock<T> {
    /// No value is computed yet.
    pub const fn new() -> Self {
        PerBlock([const { OnceLock::new() }; Block::COUNT as usize])
    }

    /// The value of a block, computed if it is not known yet.
    pub fn get_or_init(&self, block: Block, compute: impl FnOnce() -> T) -> &T {
        self.0[usize::from(block.number() - 1)].get_or_init(compute)
    }
}
