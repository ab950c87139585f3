//! Rounding the poses of blocks at rest: a block that has not moved keeps its old pose to the last digit.

use super::pose::whole_pose;
use super::solid::Solid;
use crate::Pose;
use rapier3d::math::{Pose as EnginePose, Real};

/// A block that is displaced by less than this from where it stood has not moved, in centimetres: 0.5 mm at its farthest
/// point. The engine's contacts creep by a tenth of a millimetre a second each; that must not add up from placement to
/// placement.
const UNMOVED: Real = 0.05;

/// A block at rest, before its pose is rounded.
pub(super) struct AtRest {
    pub solid: &'static Solid,
    /// Where the engine has it.
    pub now: EnginePose,
    /// Where it stood before, in whole numbers and for the engine; none for the block that is being placed.
    pub stood: Option<(Pose, EnginePose)>,
}

impl AtRest {
    /// Where it stood before, unless it has moved.
    pub fn unmoved(&self) -> Option<(Pose, EnginePose)> {
        self.stood.filter(|(_, at)| self.solid.displacement(&self.now, at) < UNMOVED)
    }
}

/// The poses of blocks in whole numbers, those of unmoved ones as they were. A block that lies on an unmoved one is moved
/// by the same correction, so that they touch as before.
pub(super) fn snap_unmoved(blocks: &[AtRest]) -> Vec<Pose> {
    // The transformation from the engine's pose of each block to the one that it gets; none if it is not corrected.
    let mut corrections: Vec<Option<EnginePose>> = Vec::with_capacity(blocks.len());
    let mut poses = Vec::with_capacity(blocks.len());
    for (index, block) in blocks.iter().enumerate() {
        if let Some((pose, at)) = block.unmoved() {
            corrections.push(Some(at * block.now.inverse()));
            poses.push(pose);
            continue;
        }
        let below =
            (0..index).rev().filter(|other| blocks[*other].now.translation.y < block.now.translation.y);
        let carrying =
            below.filter(|other| block.solid.touches(&block.now, blocks[*other].solid, &blocks[*other].now));
        let correction = carrying.filter_map(|other| corrections[other]).next();
        poses.push(whole_pose(&correction.map_or(block.now, |correction| correction * block.now)));
        corrections.push(correction);
    }
    poses
}
