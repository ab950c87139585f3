//! The sides on which a block can lie.

use super::convex::{convex_hull, inner_distance, longest_edge_angle};
use super::per_block::PerBlock;
use super::shape::Part;
use crate::Block;
use rapier3d::glamx::{DVec2, DVec3, Vec3, Vec3Swizzles as _};
use rapier3d::math::{Real, Rotation};

/// A side on which a block lies still on a level place.
#[derive(Clone, Debug)]
pub struct Side {
    /// The rotation that brings the side down.
    pub rotation: Rotation,
    /// The stability margin on a level place: the distance from the point below the centre of mass to the nearest edge of
    /// the side, in millimetres.
    pub margin: f64,
    /// The angle of the longest edge of the side about the vertical, once the side is down, in radians.
    pub edge_angle: f64,
}

/// Points nearer to a plane than this lie in it, in millimetres.
const LEVEL: f64 = 0.05;
/// The number of sides that are kept at most: those with the largest margins.
const MOST: usize = 8;

/// The sides on which a block can lie, the one with the largest margin first. A block that can only roll has one: as it
/// lies in the catalogue.
pub fn sides(block: Block) -> &'static [Side] {
    static SIDES: PerBlock<Vec<Side>> = PerBlock::new();
    SIDES.get_or_init(block, || find(block))
}

/// The most sides that are told apart one by one.
const FEW: usize = 8;

/// The directions that point down when a block lies on each of its sides, in its own frame, the steadiest first, each with
/// the number of its kind: sides that are alike are of one kind if there are many, such as the flanks of a cylinder.
pub fn resting_sides(block: Block) -> Vec<(Vec3, usize)> {
    let mut flat = flat_sides(block);
    flat.sort_by(|a, b| b.side.margin.total_cmp(&a.side.margin));
    let mut kinds: Vec<&FlatSide> = Vec::new();
    let few = flat.len() <= FEW;
    let numbered = flat.iter().map(|one| {
        let known = kinds.iter().position(|kind| !few && kind.is_like(one));
        let kind = known.unwrap_or_else(|| {
            kinds.push(one);
            kinds.len() - 1
        });
        (one.normal.as_vec3(), kind)
    });
    numbered.collect()
}

/// A side on which a block lies still, as one of its faces.
struct FlatSide {
    side: Side,
    /// The face's outward normal, in the block's own frame.
    normal: DVec3,
    /// How far the face is from the centre of mass.
    depth: f64,
}

impl FlatSide {
    /// Sides of the same depth and margin are taken for the same.
    fn is_like(&self, other: &FlatSide) -> bool {
        (self.side.margin - other.side.margin).abs() < 0.1 && (self.depth - other.depth).abs() < 0.1
    }
}

fn find(block: Block) -> Vec<Side> {
    let mut sides: Vec<FlatSide> = Vec::new();
    for flat in flat_sides(block) {
        if !sides.iter().any(|known| known.is_like(&flat)) {
            sides.push(flat);
        }
    }
    sides.sort_by(|a, b| b.side.margin.total_cmp(&a.side.margin));
    sides.truncate(MOST);
    if sides.is_empty() {
        return vec![Side { rotation: Rotation::IDENTITY, margin: 0.0, edge_angle: 0.0 }];
    }
    sides.into_iter().map(|flat| flat.side).collect()
}

fn flat_sides(block: Block) -> Vec<FlatSide> {
    let parts = &block.shape().parts;
    let mut sides: Vec<FlatSide> = Vec::new();
    let mut seen: Vec<DVec3> = Vec::new();
    for part in parts {
        let Part::Hull { points, faces } = part else { continue };
        for face in faces {
            let corner = |index: usize| points[usize::from(face[index])].as_dvec3();
            let normal = (corner(1) - corner(0)).cross(corner(2) - corner(0)).normalize_or_zero();
            if seen.iter().any(|known| known.dot(normal) > 0.9998) {
                continue;
            }
            seen.push(normal);
            let depth = normal.dot(corner(0));
            if parts.iter().any(|part| reach(part, normal) > depth + LEVEL) {
                continue;
            }
            let on_side = parts.iter().flat_map(|part| match part {
                Part::Hull { points, .. } => points.as_slice(),
                Part::Ball { .. } => &[],
            });
            let on_side =
                on_side.map(|point| point.as_dvec3()).filter(|&point| normal.dot(point) > depth - LEVEL);
            let rotation = rotation_between(normal, DVec3::NEG_Y);
            let outline = convex_hull(on_side.map(|point| rotate(rotation, point).xz()).collect());
            let margin = inner_distance(&outline, DVec2::ZERO);
            if margin > 0.5 {
                let edge_angle = longest_edge_angle(&outline);
                sides.push(FlatSide { side: Side { rotation, margin, edge_angle }, normal, depth });
            }
        }
    }
    sides
}

/// How far a part extends in a direction.
fn reach(part: &Part, direction: DVec3) -> f64 {
    match part {
        Part::Ball { centre, radius } => centre.as_dvec3().dot(direction) + f64::from(*radius),
        Part::Hull { points, .. } => {
            points.iter().map(|point| point.as_dvec3().dot(direction)).fold(f64::MIN, f64::max)
        }
    }
}

/// The shortest rotation from one direction to another, both of length 1.
pub(super) fn rotation_between(from: DVec3, to: DVec3) -> Rotation {
    let axis = from.cross(to);
    let cosine = from.dot(to);
    let (axis, w) = if cosine < -0.999_999 {
        // Half a turn about any axis across.
        let aside = if from.x.abs() < 0.7 { DVec3::X } else { DVec3::Z };
        (from.cross(aside).normalize_or_zero(), 0.0)
    } else {
        let length = (axis.length_squared() + (1.0 + cosine) * (1.0 + cosine)).sqrt();
        (axis / length, (1.0 + cosine) / length)
    };
    let axis = axis.as_vec3();
    Rotation::from_xyzw(axis.x, axis.y, axis.z, w as Real)
}

/// A rotation about the vertical.
pub(super) fn yaw(angle: f64) -> Rotation {
    Rotation::from_xyzw(0.0, libm::sin(angle / 2.0) as Real, 0.0, libm::cos(angle / 2.0) as Real)
}

/// A point rotated in double precision.
fn rotate(rotation: Rotation, point: DVec3) -> DVec3 {
    let rotation = rotation.as_dquat();
    let twice = rotation.xyz().cross(point) * 2.0;
    point + (twice * rotation.w + rotation.xyz().cross(twice))
}
