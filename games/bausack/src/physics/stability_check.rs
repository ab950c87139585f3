//! The check that a tower whose poses were rounded to whole numbers stands.

use super::stability::{StaticTower, Verdict};
use super::statics::LEANING;
use super::work::Work;
use super::world::STEPS_A_SECOND;
use crate::Standing;
use rapier3d::glamx::DVec2;
use rapier3d::math::Real;

/// How far a point of a block that stands may move, in centimetres: 0.5 mm. Wood does not creep, but the engine's contacts
/// do; a block that overlapped another is pushed out farther.
const CREEP: Real = 0.05;
/// How far a point of any other block may move, in centimetres: 0.1 mm. Such blocks rest by rolling friction, or narrowly.
const STILL: Real = 0.01;
/// How long the check takes if all blocks stand, in steps: 0.05 s. Overlapping blocks are pushed apart at once.
const SHORT: u32 = STEPS_A_SECOND / 20;
/// How long the table is level otherwise, in steps: 0.4 s.
const LONG: u32 = STEPS_A_SECOND * 2 / 5;
/// How long it then leans to each of four sides, in steps: 0.15 s.
const LEANING_STEPS: u32 = STEPS_A_SECOND * 3 / 20;
/// By how much, as a slope: 0.4 degrees.
const LEAN: Real = 0.007;
/// The tap on the table as it begins to lean: for one step, as a share of gravity. The table jumps by 2 mm/s.
pub(super) const TAP: Real = 0.05;

/// What a tower that is restored in a new world has to pass: the same check after a placement and after loading the tower.
#[derive(Clone, Debug, Default)]
pub(super) struct StabilityCheck {
    /// For each block that stands, in order.
    verdicts: Vec<Verdict>,
}

impl StabilityCheck {
    /// The check for these blocks. Where forces balance every weight with a sufficient margin, wood stands.
    pub fn of(blocks: &[Standing], work: &Work) -> Self {
        StabilityCheck { verdicts: StaticTower::verdicts(blocks, work) }
    }

    /// Whether only the simulation can tell if the nth block stands.
    pub fn is_unsure(&self, nth: usize) -> bool {
        self.verdicts.get(nth) != Some(&Verdict::Stands)
    }

    /// The blocks that will fall whatever the simulation says, by their place among those that stand, and where to.
    pub fn falling(&self) -> impl Iterator<Item = (usize, DVec2)> + '_ {
        self.verdicts.iter().enumerate().filter_map(|(nth, verdict)| match verdict {
            Verdict::Falls(towards) => Some((nth, *towards)),
            _ => None,
        })
    }

    /// How far a point of the nth block may move during the check, in centimetres.
    pub fn tolerance(&self, nth: usize) -> Real {
        if self.is_unsure(nth) { STILL } else { CREEP }
    }

    /// How many steps the check takes.
    pub fn steps(&self) -> u32 {
        match () {
            () if self.verdicts.contains(&Verdict::Unsure) => LONG + LEANING.len() as u32 * LEANING_STEPS,
            () if self.verdicts.contains(&Verdict::Rolls) => LONG,
            () => SHORT,
        }
    }

    /// How the table pushes the nth block after so many steps, as shares of its weight along x and z: it leans to one side
    /// after the other, with a tap on it each time. `None` if that has not changed. Under a ball, the table stays level.
    pub fn push(&self, nth: usize, step: u32) -> Option<[Real; 2]> {
        let leaning = step.checked_sub(LONG)?;
        let ([x, z], since) = (LEANING.get((leaning / LEANING_STEPS) as usize)?, leaning % LEANING_STEPS);
        let share = [LEAN + TAP, LEAN].get(since as usize)?;
        let is_ball = self.verdicts.get(nth) == Some(&Verdict::Rolls);
        (!is_ball).then_some([*x as Real * share, *z as Real * share])
    }
}
