//! Paths that nobody recorded: `drop`, and straight ways from pose to pose.

use super::hand::between;
use super::placement::{engine_pose, whole_pose};
use super::solid::Solid;
use crate::gesture::{Aim, Path, STEP, TARGETS_A_SECOND, Target};
use crate::{Block, Pose, Tower};
use rapier3d::math::{Pose as At, Real, Rotation, Vector};

/// How high above everything `drop` begins, in centimetres.
const ABOVE: Real = 2.0;
/// How far above where it would touch a block is let go, in centimetres: 0.2 mm.
const LAST: Real = 0.02;
/// How fast a careful hand carries, in centimetres a target: 15 cm/s.
const CAREFUL: Real = 15.0 / TARGETS_A_SECOND as Real;
/// How far it turns between two targets, as the sine of half the angle: 3 degrees, a quarter turn a second.
const TURNING: Real = 0.026;
/// How long the hand keeps still before it lets go, in targets: a fifth of a second.
const STILL: usize = TARGETS_A_SECOND / 5;

/// The path of a block that is lowered straight down onto the middle of the tower's top, or beside it, as aimed.
pub fn drop(tower: &Tower, block: Block, aim: Aim) -> Path {
    let standing: Vec<(&Solid, At)> = tower
        .blocks
        .iter()
        .map(|standing| (Solid::of(standing.block), engine_pose(&standing.pose)))
        .collect();
    let solid = Solid::of(block);
    let highest = standing
        .iter()
        .map(|(solid, at)| (solid.span(at).1, at.translation))
        .fold((0.0, Vector::ZERO), |best, one| if one.0 > best.0 { one } else { best });
    let (top, middle) = highest;
    let aside = Vector::new(f32::from(aim.x), 0.0, f32::from(aim.z)) * super::solid::CENTIMETRES;
    let turned = At::from_parts(Vector::new(middle.x, 0.0, middle.z) + aside, turn(aim));
    let (low, _) = solid.span(&turned);
    let from = raised(&turned, top + ABOVE - low);
    let fall =
        standing.iter().filter_map(|(other, at)| solid.fall(&from, other, at)).fold(top + ABOVE, Real::min);
    // The path tells places in steps: the last one must not be below what was meant.
    let to = raised(&from, LAST + STEP as Real * 1e-4 - fall);
    straight(&[whole_pose(&from), whole_pose(&to)])
}

/// The path of a careful hand along these poses; it keeps still at the last one and lets go.
///
/// # Panics
/// Without poses, or if the way is longer than a path can be: 3 m, or five whole turns.
pub fn straight(poses: &[Pose]) -> Path {
    let mut targets = vec![Target::nearest(&poses[0])];
    for pair in poses.windows(2) {
        let (from, to) = (engine_pose(&pair[0]), engine_pose(&pair[1]));
        let turn = to.rotation * from.rotation.inverse();
        let sine = (turn.x * turn.x + turn.y * turn.y + turn.z * turn.z).sqrt();
        let steps = ((to.translation - from.translation).length() / CAREFUL)
            .max(2.0 * sine / TURNING)
            .ceil()
            .max(1.0);
        targets.extend(
            (1..=steps as u32)
                .map(|step| Target::nearest(&whole_pose(&between(&from, &to, step as Real / steps)))),
        );
    }
    targets.extend(std::iter::repeat_n(targets[targets.len() - 1], STILL));
    Path::new(targets).expect("a careful hand is slow, and the way not too long")
}

fn raised(at: &At, by: Real) -> At {
    At::from_parts(at.translation + Vector::new(0.0, by, 0.0), at.rotation)
}

/// The side is turned down first, then the block about the vertical.
fn turn(aim: Aim) -> Rotation {
    let half = std::f64::consts::FRAC_1_SQRT_2 as Real;
    let side = match aim.side {
        0 => Rotation::IDENTITY,
        1 => Rotation::from_xyzw(1.0, 0.0, 0.0, 0.0),
        2 => Rotation::from_xyzw(half, 0.0, 0.0, half),
        3 => Rotation::from_xyzw(-half, 0.0, 0.0, half),
        4 => Rotation::from_xyzw(0.0, 0.0, half, half),
        _ => Rotation::from_xyzw(0.0, 0.0, -half, half),
    };
    let angle = f64::from(aim.yaw).to_radians() / 2.0;
    let yaw = Rotation::from_xyzw(0.0, libm::sin(angle) as Real, 0.0, libm::cos(angle) as Real);
    yaw * side
}
