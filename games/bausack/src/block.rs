//! The blocks of the bag: named entries of one catalogue (S1, S2).

use serde::{Deserialize, Serialize};

/// A block, by its number in the catalogue: 1 to 70 are the bag of Bausack, 71 to 100 the rest of Sac Noir.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Block(pub u8);
