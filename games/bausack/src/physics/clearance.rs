//! The space around a tower: whether a block is clear of it, where a block would land, and how far a hand gets in a
//! thirtieth of a second.

use super::pose::{engine_pose, interpolated, raised, whole_pose};
use super::solid::{CENTIMETRES, Solid};
use crate::gesture::{FASTEST, Path, STEP, Target};
use crate::{Block, Pose, Tower};
use rapier3d::math::{Pose as EnginePose, Real, Vector};

/// A block that is nearer to anything than this is not clear of it, in centimetres.
const CLEAR: Real = 0.8;
/// How far above everything a block appears in the hand, in centimetres.
const ABOVE: Real = 4.0;
/// How far beside the tower, in centimetres.
const BESIDE: Real = 5.0;

/// A block, and a tower with which it could collide.
pub struct Clearance {
    solid: &'static Solid,
    standing: Vec<(&'static Solid, EnginePose)>,
}

impl Clearance {
    /// A block outside of a tower.
    pub fn around(tower: &Tower, block: Block) -> Self {
        let standing = tower.blocks.iter();
        let standing = standing.map(|standing| (Solid::of(standing.block), engine_pose(&standing.pose)));
        Clearance { solid: Solid::of(block), standing: standing.collect() }
    }

    /// The height of the tower in centimetres, and the centre of its highest block; zero if there is none.
    pub(super) fn highest(&self) -> (Real, Vector) {
        let tops = self.standing.iter().map(|(solid, at)| (solid.span(at).1, at.translation));
        tops.fold((0.0, Vector::ZERO), |best, one| if one.0 > best.0 { one } else { best })
    }

    /// How far the block can fall straight down until it meets a block of the tower, in centimetres; `None` if it misses
    /// all of them.
    pub(super) fn fall(&self, at: &EnginePose) -> Option<Real> {
        let falls = self.standing.iter().filter_map(|(other, other_at)| self.solid.fall(at, other, other_at));
        falls.reduce(Real::min)
    }

    /// Where a block appears in a steady hand: over the centre of the highest block.
    pub fn start(&self) -> Target {
        let (_, middle) = self.highest();
        self.start_at(middle.x, middle.z)
    }

    /// Where a block appears in any other hand: beside the tower, to the right and in front, as high as above it.
    pub fn start_beside(&self) -> Target {
        let right = self.standing.iter().map(|(solid, at)| at.translation.x + solid.reach);
        self.start_at(right.fold(0.0, Real::max) + self.solid.reach + BESIDE, BESIDE)
    }

    fn start_at(&self, x: Real, z: Real) -> Target {
        let (top, _) = self.highest();
        let (low, _) = self.solid.span(&EnginePose::IDENTITY);
        let at = Vector::new(x, top + ABOVE - low, z);
        Target::nearest(&whole_pose(&EnginePose::from_translation(at)))
    }

    /// Whether a block at a target is clear of the table and of the tower.
    pub fn is_clear(&self, target: &Target) -> bool {
        let at = engine_pose(&target.pose());
        let near = |(other, other_at): &(&'static Solid, EnginePose)| {
            !self.solid.contacts(&at, other, other_at, CLEAR).is_empty()
        };
        self.solid.span(&at).0 > CLEAR && !self.standing.iter().any(near)
    }

    /// Where the block would first touch something if it came straight down.
    pub fn landing(&self, pose: &Pose) -> Pose {
        let at = engine_pose(pose);
        let table = self.solid.span(&at).0.max(0.0);
        let fall = self.fall(&at).map_or(table, |fall| fall.min(table)).max(0.0);
        whole_pose(&raised(&at, -fall))
    }

    /// The highest point of the block above the table, in micrometres.
    pub fn top(&self, pose: &Pose) -> u32 {
        (self.solid.span(&engine_pose(pose)).1.max(0.0) / CENTIMETRES * 1000.0) as u32
    }
}

/// The next target on the way to a pose, as far as a hand gets in a thirtieth of a second.
pub fn next_target(from: &Target, wish: &Pose) -> Target {
    let before = from.pose();
    let far = FASTEST * STEP;
    let at = std::array::from_fn(|axis| wish.at[axis].clamp(before.at[axis] - far, before.at[axis] + far));
    let (start, end) = (engine_pose(&before), engine_pose(&Pose { at, turn: wish.turn }));
    let mut share = 1.0;
    // A rotation that is too wide is halved until a hand can make it.
    for _ in 0..7 {
        let turn = whole_pose(&interpolated(&start, &end, share)).turn;
        let next = Target::nearest(&Pose { at, turn });
        if Path::new(vec![*from, next]).is_some() {
            return next;
        }
        share /= 2.0;
    }
    *from
}
