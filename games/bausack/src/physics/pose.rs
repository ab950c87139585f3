//! Poses for the engine, in centimetres, and the same in whole numbers, in micrometres.

use crate::{Pose, WHOLE_TURN};
use rapier3d::math::{Pose as EnginePose, Real, Rotation, Vector};

/// A pose in whole numbers, for the engine: micrometres become centimetres.
pub fn engine_pose(pose: &Pose) -> EnginePose {
    let [x, y, z] = pose.at.map(|place| (f64::from(place) * 1e-4) as Real);
    let [i, j, k, w] = pose.turn.map(|part| (f64::from(part) / f64::from(WHOLE_TURN)) as Real);
    EnginePose::from_parts(Vector::new(x, y, z), Rotation::from_xyzw(i, j, k, w))
}

/// A pose of the engine, rounded to whole numbers: centimetres become micrometres.
pub(super) fn whole_pose(pose: &EnginePose) -> Pose {
    let turn = pose.rotation.to_array().map(f64::from);
    let length = turn.iter().map(|part| part * part).sum::<f64>().sqrt();
    let whole = f64::from(WHOLE_TURN);
    Pose {
        at: pose.translation.to_array().map(|place| (f64::from(place) * 1e4).round() as i32),
        turn: turn.map(|part| (part / length * whole).round() as i32),
    }
    .rounded()
}

/// A pose raised by so many centimetres.
pub(super) fn raised(pose: &EnginePose, by: Real) -> EnginePose {
    EnginePose::from_parts(pose.translation + Vector::new(0.0, by, 0.0), pose.rotation)
}

/// The pose at a share of the way from one to another, along a straight line and by the shorter rotation.
///
/// Placements depend on the bits of it, so the order of operations is fixed here: those of the engine's own interpolation
/// are another on each processor.
pub(super) fn interpolated(from: &EnginePose, to: &EnginePose, share: Real) -> EnginePose {
    let place = from.translation + (to.translation - from.translation) * share;
    let (a, b) = (from.rotation.to_array(), to.rotation.to_array());
    let cosine = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
    let sign = if cosine < 0.0 { -1.0 } else { 1.0 };
    let mixed: [Real; 4] = std::array::from_fn(|part| a[part] + (sign * b[part] - a[part]) * share);
    let length = mixed.iter().map(|part| part * part).sum::<Real>().sqrt();
    let [x, y, z, w] = mixed.map(|part| part / length);
    EnginePose::from_parts(place, Rotation::from_xyzw(x, y, z, w))
}
