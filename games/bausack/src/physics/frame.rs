//! Where a block's own frame lies in the world, in double precision.

use crate::{Pose, WHOLE_TURN};
use rapier3d::glamx::{DAffine3, DMat3, DVec3};

/// The transformation from a block's own frame to the world: a rotation, then a translation in millimetres.
///
/// The rotation is built from the quaternion of the pose as it is, which is a unit quaternion only up to rounding.
pub(crate) fn frame_of(pose: &Pose) -> DAffine3 {
    let [x, y, z, w] = pose.turn.map(|part| f64::from(part) / f64::from(WHOLE_TURN));
    let length_squared = x * x + y * y + z * z + w * w;
    let twice = if length_squared > 0.0 { 2.0 / length_squared } else { 0.0 };
    let rotation = DMat3::from_cols(
        DVec3::new(1.0 - twice * (y * y + z * z), twice * (x * y + z * w), twice * (x * z - y * w)),
        DVec3::new(twice * (x * y - z * w), 1.0 - twice * (x * x + z * z), twice * (y * z + x * w)),
        DVec3::new(twice * (x * z + y * w), twice * (y * z - x * w), 1.0 - twice * (x * x + y * y)),
    );
    DAffine3::from_mat3_translation(rotation, DVec3::from(pose.at.map(f64::from)) / 1000.0)
}

/// Two directions of length 1 that span the plane across `normal`, which has length 1.
pub(super) fn tangents(normal: DVec3) -> (DVec3, DVec3) {
    let aside = if normal.x.abs() < 0.7 { DVec3::X } else { DVec3::Y };
    let across = normal.cross(aside).normalize_or_zero();
    (across, normal.cross(across))
}
