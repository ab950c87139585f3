//! What is about to be written down: blocks that have not moved keep their old poses to the last digit.

use super::placement::whole_pose;
use super::solid::Solid;
use crate::Pose;
use rapier3d::math::{Pose as At, Real};

/// A block of the tower that is less far from where it stood has not moved, in centimetres: 0.5 mm at its farthest point.
/// The engine's joints creep by a tenth of a millimetre a second each; that must not add up from placement to placement.
const UNMOVED: Real = 0.05;

/// A block as it is about to be written down.
pub(super) struct Draft {
    pub solid: &'static Solid,
    /// Where the engine has it.
    pub now: At,
    /// Where it stood before, in whole numbers and for the engine; none if it did not stand.
    pub stood: Option<(Pose, At)>,
}

impl Draft {
    /// Where it stood before, unless it has moved.
    pub fn unmoved(&self) -> Option<(Pose, At)> {
        self.stood.filter(|(_, at)| self.solid.apart(&self.now, at) < UNMOVED)
    }
}

/// The poses of blocks, those of unmoved ones as they were. What lies on a block that was put back goes back with it: they
/// touch as before.
pub(super) fn put_back(drafts: &[Draft]) -> Vec<Pose> {
    // How the engine's place of each block becomes the one that it gets.
    let mut ways: Vec<Option<At>> = Vec::with_capacity(drafts.len());
    let mut poses = Vec::with_capacity(drafts.len());
    for (index, draft) in drafts.iter().enumerate() {
        if let Some((pose, at)) = draft.unmoved() {
            ways.push(Some(at * draft.now.inverse()));
            poses.push(pose);
            continue;
        }
        let below =
            (0..index).rev().filter(|other| drafts[*other].now.translation.y < draft.now.translation.y);
        let carrying =
            below.filter(|other| draft.solid.touches(&draft.now, drafts[*other].solid, &drafts[*other].now));
        let way = carrying.filter_map(|other| ways[other]).next();
        poses.push(whole_pose(&way.map_or(draft.now, |way| way * draft.now)));
        ways.push(way);
    }
    poses
}
