//! The air around a tower: whether a hand has room there, where a block would come down, how fast a hand follows a wish.

use super::hand::between;
use super::placement::{engine_pose, whole_pose};
use super::solid::{CENTIMETRES, Solid};
use crate::gesture::{FASTEST, Path, STEP, Target};
use crate::{Block, Pose, Tower};
use rapier3d::math::{Pose as At, Real, Vector};

/// Nearer than this to anything, a block is no longer in free air, in centimetres.
const ROOM: Real = 0.8;
/// How far above everything a block is taken up, in centimetres.
const ABOVE: Real = 4.0;

/// A block, and everything that it could run into.
pub struct Air {
    solid: &'static Solid,
    standing: Vec<(&'static Solid, At)>,
}

impl Air {
    /// The air around a tower, for a block.
    pub fn around(tower: &Tower, block: Block) -> Self {
        let standing = tower.blocks.iter();
        let standing = standing.map(|standing| (Solid::of(standing.block), engine_pose(&standing.pose)));
        Air { solid: Solid::of(block), standing: standing.collect() }
    }

    /// Where a block is taken up: over the middle of the highest block.
    pub fn above(&self) -> Target {
        let tops = self.standing.iter().map(|(solid, at)| (solid.span(at).1, at.translation));
        let (top, middle) =
            tops.fold((0.0, Vector::ZERO), |best, one| if one.0 > best.0 { one } else { best });
        let (low, _) = self.solid.span(&At::IDENTITY);
        let at = Vector::new(middle.x, top + ABOVE - low, middle.z);
        Target::nearest(&whole_pose(&At::from_parts(at, At::IDENTITY.rotation)))
    }

    /// Whether nothing is near, neither the table nor a block.
    pub fn is_free(&self, target: &Target) -> bool {
        let at = engine_pose(&target.pose());
        let near = |(other, other_at): &(&'static Solid, At)| {
            !self.solid.contacts(&at, other, other_at, ROOM).is_empty()
        };
        self.solid.span(&at).0 > ROOM && !self.standing.iter().any(near)
    }

    /// Where the block would touch something if it came straight down.
    pub fn landing(&self, pose: &Pose) -> Pose {
        let at = engine_pose(pose);
        let table = self.solid.span(&at).0.max(0.0);
        let falls =
            self.standing.iter().filter_map(|(other, other_at)| self.solid.fall(&at, other, other_at));
        let fall = falls.fold(table, Real::min).max(0.0);
        let below = at.translation - Vector::new(0.0, fall, 0.0);
        whole_pose(&At::from_parts(below, at.rotation))
    }

    /// How high above the table the top of the block is, in micrometres.
    pub fn top(&self, pose: &Pose) -> u32 {
        (self.solid.span(&engine_pose(pose)).1.max(0.0) / CENTIMETRES * 1000.0) as u32
    }
}

/// The next target on the way to a wish: no farther than a hand gets in a thirtieth of a second.
pub fn towards(from: &Target, wish: &Pose) -> Target {
    let before = from.pose();
    let far = FASTEST * STEP;
    let at = std::array::from_fn(|axis| wish.at[axis].clamp(before.at[axis] - far, before.at[axis] + far));
    let (start, end) = (engine_pose(&before), engine_pose(&Pose { at, turn: wish.turn }));
    let mut share = 1.0;
    // A turn that is too wide is halved until a hand can make it.
    for _ in 0..7 {
        let turn = whole_pose(&between(&start, &end, share)).turn;
        let next = Target::nearest(&Pose { at, turn });
        if Path::new(vec![*from, next]).is_some() {
            return next;
        }
        share /= 2.0;
    }
    *from
}
