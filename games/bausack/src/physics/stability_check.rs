//! The check that a tower whose poses were rounded to whole numbers stands.

use super::stability::StaticTower;
use super::world::STEPS_A_SECOND;
use crate::Standing;
use rapier3d::math::Real;

/// A block with a larger stability margin than this stands, in millimetres. Contacts are known to a hundredth of a
/// millimetre, the engine's own towers fall within half a per cent of where theory says, and the slow movements of a tower
/// at rest can't throw it over.
const SURE: f64 = 0.5;
/// How far a point of a block with a sure margin may move, in centimetres: 0.5 mm. Wood does not creep, but the engine's
/// contacts do; a block that overlapped another is pushed out farther.
const CREEP: Real = 0.05;
/// How far a point of any other block may move, in centimetres: 0.1 mm. Such blocks rest by rolling friction, or on a
/// rounded or pointed foot.
const STILL: Real = 0.01;
/// How long the check takes if all blocks have a sure margin, in steps: 0.05 s. Overlapping blocks are pushed apart at once.
const SHORT: u32 = STEPS_A_SECOND / 20;
/// How long it takes otherwise, in steps: 0.4 s.
const LONG: u32 = STEPS_A_SECOND * 2 / 5;

/// What a tower that is restored in a new world has to pass: the same check after a placement and after loading the tower.
#[derive(Clone, Debug, Default)]
pub(super) struct StabilityCheck {
    /// The blocks without a sure margin, by their place among those that stand.
    unsure: Vec<usize>,
}

impl StabilityCheck {
    /// The check for these blocks. Where forces balance every weight with a sufficient margin, wood stands.
    pub fn of(blocks: &[Standing]) -> Self {
        StabilityCheck { unsure: StaticTower::of(blocks).unstable_blocks(SURE) }
    }

    /// Whether only the simulation can tell if the nth block stands.
    pub fn is_unsure(&self, nth: usize) -> bool {
        self.unsure.contains(&nth)
    }

    /// How far a point of the nth block may move during the check, in centimetres.
    pub fn tolerance(&self, nth: usize) -> Real {
        if self.is_unsure(nth) { STILL } else { CREEP }
    }

    /// How many steps the check takes.
    pub fn steps(&self) -> u32 {
        if self.unsure.is_empty() { SHORT } else { LONG }
    }
}
