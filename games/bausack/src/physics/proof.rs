//! How a tower that is written down in whole numbers shows that it stands.

use super::wobble::Stance;
use super::world::STEPS_A_SECOND;
use crate::Standing;
use rapier3d::math::Real;

/// The margin from which on the statics is believed, in millimetres. Contacts are known to a hundredth of a millimetre, the
/// engine's own towers fall within half a per cent of where theory says, and what is called slow can't throw it over.
const SURE: f64 = 0.5;
/// How far a point of a block may go of which the statics is sure, in centimetres: 0.5 mm. Wood does not creep, but the
/// engine's contacts do; what jumps out of something that it was in goes farther.
const CREEPING: Real = 0.05;
/// How far one may go that the engine alone can judge, in centimetres: 0.1 mm. A ball that rests by friction of rolling, a
/// foot as round as an egg, a needle.
const STILL: Real = 0.01;
/// For how long nothing may go farther if the statics is sure of all blocks, in steps: 0.05 s. What was squeezed springs
/// out at once.
const GLANCE: u32 = STEPS_A_SECOND / 20;
/// For how long if it is not, in steps: 0.4 s.
const TRIAL: u32 = STEPS_A_SECOND * 2 / 5;

/// What a tower that is restored in a new world has to do: the same for whoever wrote it down as for whoever restores it.
#[derive(Clone, Debug, Default)]
pub(super) struct Proof {
    /// The blocks that have to stand still, by their place among those that stand.
    doubtful: Vec<usize>,
}

impl Proof {
    /// How these blocks can show that they stand. Where there are forces that balance every weight with room to spare, wood
    /// stands.
    pub fn of(blocks: &[Standing]) -> Self {
        Proof { doubtful: Stance::of(blocks).doubtful(SURE) }
    }

    /// Whether the engine has to be asked about the nth block.
    pub fn doubts(&self, nth: usize) -> bool {
        self.doubtful.contains(&nth)
    }

    /// How far a point of the nth block may go, in centimetres.
    pub fn within(&self, nth: usize) -> Real {
        if self.doubts(nth) { STILL } else { CREEPING }
    }

    /// For how many steps.
    pub fn steps(&self) -> u32 {
        if self.doubtful.is_empty() { GLANCE } else { TRIAL }
    }
}
