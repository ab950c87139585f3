//! Paths that are computed, not recorded: `drop`, and straight lines from pose to pose.

use super::clearance::Clearance;
use super::pose::{engine_pose, interpolated, raised, whole_pose};
use super::sides::yaw;
use super::solid::{CENTIMETRES, Solid};
use crate::gesture::{Aim, Path, STEP, TARGETS_A_SECOND, Target};
use crate::{Block, Pose, Tower};
use rapier3d::math::{Pose as EnginePose, Real, Rotation, Vector};

/// How high above everything `drop` begins, in centimetres.
const ABOVE: Real = 2.0;
/// How far above the first contact a block is let go, in centimetres: 0.2 mm.
const RELEASE: Real = 0.02;
/// How fast a careful hand carries, in centimetres a target: 15 cm/s.
const SPEED: Real = 15.0 / TARGETS_A_SECOND as Real;
/// How far it turns between two targets, as the sine of half the angle: 3 degrees, a quarter turn a second.
const TURN: Real = 0.026;
/// How long the hand keeps still before it lets go, in targets: a fifth of a second.
const STILL: usize = TARGETS_A_SECOND / 5;

/// The path of a block that is lowered straight down onto the middle of the tower's top, or beside it, as aimed.
pub fn drop(tower: &Tower, block: Block, aim: Aim) -> Path {
    let clearance = Clearance::around(tower, block);
    let (top, middle) = clearance.highest();
    let aside = Vector::new(f32::from(aim.x), 0.0, f32::from(aim.z)) * CENTIMETRES;
    let turned = EnginePose::from_parts(Vector::new(middle.x, 0.0, middle.z) + aside, rotation(aim));
    let (low, _) = Solid::of(block).span(&turned);
    let from = raised(&turned, top + ABOVE - low);
    let fall = clearance.fall(&from).map_or(top + ABOVE, |fall| fall.min(top + ABOVE));
    // Targets are rounded to steps: the last one must not be below the intended height.
    let to = raised(&from, RELEASE + STEP as Real * 1e-4 - fall);
    straight_path(&[whole_pose(&from), whole_pose(&to)])
}

/// The path of a slow hand along these poses; it keeps still at the last one and lets go.
///
/// # Panics
/// Without poses, or if the way is longer than a path can be: 3 m, or five whole turns.
pub fn straight_path(poses: &[Pose]) -> Path {
    let mut targets = vec![Target::nearest(&poses[0])];
    for pair in poses.windows(2) {
        let (from, to) = (engine_pose(&pair[0]), engine_pose(&pair[1]));
        let turn = to.rotation * from.rotation.inverse();
        let sine = turn.xyz().length();
        let steps =
            ((to.translation - from.translation).length() / SPEED).max(2.0 * sine / TURN).ceil().max(1.0);
        targets.extend(
            (1..=steps as u32)
                .map(|step| Target::nearest(&whole_pose(&interpolated(&from, &to, step as Real / steps)))),
        );
    }
    targets.extend(std::iter::repeat_n(targets[targets.len() - 1], STILL));
    Path::new(targets).expect("this hand is slow enough, and the way is not too long")
}

/// How a hand lowers a block at last.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Pace {
    /// How fast the last centimetre and a half, in millimetres a second.
    pub lowering: f64,
    /// How long it waits there before it lets go, in thirtieths of a second.
    pub waiting: usize,
}

/// The path of a hand that lowers a block straight down: quickly first, then at a pace of its own.
pub(super) fn paced_path(from: &EnginePose, to: &EnginePose, pace: Pace) -> Path {
    const NEARLY: Real = 1.5;
    let down = from.translation.y - to.translation.y;
    let mut targets = vec![Target::nearest(&whole_pose(from))];
    let mut go =
        |from: &EnginePose, to: &EnginePose, steps: Real| {
            let steps = steps.ceil().max(1.0) as u32;
            targets.extend((1..=steps).map(|step| {
                Target::nearest(&whole_pose(&interpolated(from, to, step as Real / steps as Real)))
            }));
        };
    let nearly = raised(to, NEARLY.min(down.max(0.0)));
    go(from, &nearly, (down - NEARLY).max(0.0) / SPEED);
    let each = (pace.lowering.max(1.0) as Real) * CENTIMETRES / TARGETS_A_SECOND as Real;
    go(&nearly, to, NEARLY.min(down.max(0.0)) / each);
    targets.extend(std::iter::repeat_n(targets[targets.len() - 1], pace.waiting));
    // A tower so high that the way down takes longer is lowered along without waiting.
    targets.truncate(crate::gesture::LONGEST);
    Path::new(targets).expect("a hand is as fast as that")
}

/// The rotation of an aim: the side is turned down first, then the block about the vertical.
fn rotation(aim: Aim) -> Rotation {
    let half = std::f64::consts::FRAC_1_SQRT_2 as Real;
    let side = match aim.side {
        0 => Rotation::IDENTITY,
        1 => Rotation::from_xyzw(1.0, 0.0, 0.0, 0.0),
        2 => Rotation::from_xyzw(half, 0.0, 0.0, half),
        3 => Rotation::from_xyzw(-half, 0.0, 0.0, half),
        4 => Rotation::from_xyzw(0.0, 0.0, half, half),
        _ => Rotation::from_xyzw(0.0, 0.0, -half, half),
    };
    yaw(f64::from(aim.yaw).to_radians()) * side
}
