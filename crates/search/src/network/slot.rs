//! Where the network of a setting is kept.

use super::Network;
use crate::InputShape;
use std::sync::{Arc, OnceLock};

/// The place of the network of one setting of a game.
///
/// The house's binary carries the file. A page does not: it stays small, and judges by what the game counts.
pub struct NetworkSlot {
    /// The bytes of the file, or none.
    file: &'static [u8],
    network: OnceLock<Option<Arc<Network>>>,
}

impl NetworkSlot {
    /// A place with the bytes of a file; none for a setting without a network, and none in a page.
    pub const fn new(file: &'static [u8]) -> Self {
        let file = if cfg!(target_family = "wasm") { &[] } else { file };
        NetworkSlot { file, network: OnceLock::new() }
    }

    /// The bytes of the file, if there is one.
    pub fn file(&self) -> Option<&'static [u8]> {
        (!self.file.is_empty()).then_some(self.file)
    }

    /// The network, if there is one that fits these inputs. It is read when it is asked for first.
    pub fn get(&self, shape: impl FnOnce() -> InputShape) -> Option<&Arc<Network>> {
        let file = self.file()?;
        self.network.get_or_init(|| Network::read_for(file, &shape()).ok().map(Arc::new)).as_ref()
    }
}
