//! Where a block is, in whole numbers: a position holds no floating-point number.

use serde::{Deserialize, Serialize};

/// A place and a turn. The table's top is y = 0, up is +y.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Pose {
    /// The block's origin, in micrometres from the middle of its plot.
    pub at: [i32; 3],
    /// The turn as a unit quaternion x, y, z, w, in parts of 2³⁰.
    pub turn: [i32; 4],
}

/// One whole in [`Pose::turn`].
pub const WHOLE_TURN: i32 = 1 << 30;

impl Pose {
    /// Upright as in the catalogue, at a place.
    pub const fn upright(at: [i32; 3]) -> Self {
        Pose { at, turn: [0, 0, 0, WHOLE_TURN] }
    }
}
