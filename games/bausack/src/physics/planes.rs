//! The flat faces of a block on which another can lie.

use super::convex::{convex_hull, inner_distance};
use super::frame::tangents;
use super::per_block::PerBlock;
use super::shape::Part;
use crate::Block;
use rapier3d::glamx::{DVec2, DVec3};

/// Flat faces of a block that lie in one plane, taken as one.
#[derive(Clone, Debug)]
pub struct Plane {
    /// The outward normal.
    pub normal: DVec3,
    /// The corners of the convex hull of the faces.
    pub corners: Vec<DVec3>,
    /// Whether a part of the block itself stands out of the plane within that hull.
    pub cover: Cover,
}

/// Whether a plane is free.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Cover {
    /// Another block can lie flat on it.
    Bare,
    /// A part of the block itself is on it.
    Covered,
}

/// Faces nearer to each other than this are in one plane, in millimetres.
const SAME: f64 = 0.05;
/// What stands out less than this does not cover a plane, in millimetres.
const FLUSH: f64 = 0.3;

/// The flat faces of a block, without the inner faces between its parts.
pub fn planes(block: Block) -> &'static [Plane] {
    static PLANES: PerBlock<Vec<Plane>> = PerBlock::new();
    PLANES.get_or_init(block, || find(block))
}

fn find(block: Block) -> Vec<Plane> {
    let parts = &block.shape().parts;
    let mut found: Vec<(DVec3, f64, Vec<DVec3>)> = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        let Part::Hull { points, faces } = part else { continue };
        for face in faces {
            let corners: Vec<DVec3> =
                face.iter().map(|&corner| points[usize::from(corner)].as_dvec3()).collect();
            let normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]).normalize_or_zero();
            let middle =
                corners.iter().fold(DVec3::ZERO, |sum, &corner| sum + corner) * (1.0 / face.len() as f64);
            // Just outside the face, and a little towards its middle, so that parts that touch edge to edge hide nothing.
            let outside = |corner: DVec3| (corner * 0.9 + middle * 0.1) + normal * 0.2;
            let others = || parts.iter().enumerate().filter(|other| other.0 != index).map(|other| other.1);
            let hidden = |corner: &DVec3| others().any(|other| contains(other, outside(*corner)));
            let open: Vec<DVec3> = corners.iter().copied().filter(|corner| !hidden(corner)).collect();
            if open.is_empty() {
                continue;
            }
            let level = normal.dot(corners[0]);
            let same = |plane: &&mut (DVec3, f64, Vec<DVec3>)| {
                plane.0.dot(normal) > 0.9999 && (plane.1 - level).abs() < SAME
            };
            match found.iter_mut().find(same) {
                Some(plane) => plane.2.extend(open),
                None => found.push((normal, level, open)),
            }
        }
    }
    found.into_iter().filter_map(|(normal, level, corners)| plane(parts, normal, level, &corners)).collect()
}

fn plane(parts: &[Part], normal: DVec3, level: f64, points: &[DVec3]) -> Option<Plane> {
    let (across, along) = tangents(normal);
    let flat = |point: DVec3| DVec2::new(point.dot(across), point.dot(along));
    let hull = convex_hull(points.iter().map(|&point| flat(point)).collect());
    if hull.len() < 3 {
        return None;
    }
    let corners = hull.iter().map(|corner| normal * level + (across * corner.x + along * corner.y));
    let covers = |point: DVec3| normal.dot(point) > level + FLUSH && inner_distance(&hull, flat(point)) > 0.0;
    let is_covered = parts.iter().any(|part| match part {
        Part::Ball { centre, radius } => covers(centre.as_dvec3() + normal * f64::from(*radius)),
        Part::Hull { points, .. } => points.iter().any(|point| covers(point.as_dvec3())),
    });
    let cover = if is_covered { Cover::Covered } else { Cover::Bare };
    Some(Plane { normal, corners: corners.collect(), cover })
}

fn contains(part: &Part, point: DVec3) -> bool {
    match part {
        Part::Ball { centre, radius } => {
            point.distance_squared(centre.as_dvec3()) < f64::from(radius * radius)
        }
        Part::Hull { points, faces } => faces.iter().all(|face| {
            let [a, b, c] = [0, 1, 2].map(|corner| points[usize::from(face[corner])].as_dvec3());
            (b - a).cross(c - a).dot(point - a) <= 0.0
        }),
    }
}
