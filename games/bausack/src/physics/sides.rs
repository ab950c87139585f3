//! On which sides a block can lie.

use super::frame::{Point, cross, dot, minus, plus, times, unit, wide};
use super::outline::{longest, outline, room};
use super::shape::Part;
use crate::Block;
use rapier3d::math::{Real, Rotation};
use std::sync::OnceLock;

/// A side on which a block lies still on a level place.
#[derive(Clone, Debug)]
pub struct Side {
    /// Brings the side down.
    pub turn: Rotation,
    /// The distance from below the centre of mass to the nearest edge of the side, in millimetres.
    pub room: f64,
    /// The direction of the longest edge of the side once it is down, about the vertical, in radians.
    pub along: f64,
}

/// Points nearer to a plane than this lie in it, in millimetres.
const LEVEL: f64 = 0.05;
/// Sides that are known at most: the ones with the most room.
const MOST: usize = 8;

/// The sides on which a block can lie, the safest first. What only rolls has one: as it lies in the catalogue.
pub fn sides(block: Block) -> &'static [Side] {
    static SIDES: [OnceLock<Vec<Side>>; Block::COUNT as usize] =
        [const { OnceLock::new() }; Block::COUNT as usize];
    SIDES[usize::from(block.number() - 1)].get_or_init(|| find(block))
}

fn find(block: Block) -> Vec<Side> {
    let parts = &block.shape().parts;
    let mut sides: Vec<(Side, f64)> = Vec::new();
    let mut seen: Vec<Point> = Vec::new();
    for part in parts {
        let Part::Hull { points, faces } = part else { continue };
        for face in faces {
            let corner = |index: usize| wide(points[usize::from(face[index])]);
            let normal = unit(cross(minus(corner(1), corner(0)), minus(corner(2), corner(0))));
            if seen.iter().any(|known| dot(*known, normal) > 0.9998) {
                continue;
            }
            seen.push(normal);
            let depth = dot(normal, corner(0));
            if parts.iter().any(|part| reach(part, normal) > depth + LEVEL) {
                continue;
            }
            let on_side = parts.iter().flat_map(|part| match part {
                Part::Hull { points, .. } => points.as_slice(),
                Part::Ball { .. } => &[],
            });
            let on_side = on_side.map(|&p| wide(p)).filter(|&p| dot(normal, p) > depth - LEVEL);
            let turn = arc(normal, [0.0, -1.0, 0.0]);
            let outline = outline(on_side.map(|p| turned(turn, p)).map(|[x, _, z]| [x, z]).collect());
            let room = room(&outline, [0.0, 0.0]);
            // Sides that are alike in depth and room are taken for the same: the 24 flanks of a cylinder.
            let alike =
                |(side, known): &(Side, f64)| (side.room - room).abs() < 0.1 && (known - depth).abs() < 0.1;
            if room > 0.5 && !sides.iter().any(alike) {
                sides.push((Side { turn, room, along: longest(&outline) }, depth));
            }
        }
    }
    sides.sort_by(|a, b| b.0.room.total_cmp(&a.0.room));
    sides.truncate(MOST);
    if sides.is_empty() {
        sides.push((Side { turn: Rotation::IDENTITY, room: 0.0, along: 0.0 }, 0.0));
    }
    sides.into_iter().map(|(side, _)| side).collect()
}

fn reach(part: &Part, direction: Point) -> f64 {
    match part {
        Part::Ball { centre, radius } => dot(wide(*centre), direction) + f64::from(*radius),
        Part::Hull { points, .. } => points.iter().map(|&p| dot(wide(p), direction)).fold(f64::MIN, f64::max),
    }
}

/// The shortest turn from one direction to another.
pub(super) fn arc(from: Point, to: Point) -> Rotation {
    let axis = cross(from, to);
    let cosine = dot(from, to);
    let [x, y, z, w] = if cosine < -0.999_999 {
        // Half a turn about anything across.
        let aside = if from[0].abs() < 0.7 { [1.0, 0.0, 0.0] } else { [0.0, 0.0, 1.0] };
        let [x, y, z] = unit(cross(from, aside));
        [x, y, z, 0.0]
    } else {
        let length = (dot(axis, axis) + (1.0 + cosine) * (1.0 + cosine)).sqrt();
        [axis[0] / length, axis[1] / length, axis[2] / length, (1.0 + cosine) / length]
    };
    Rotation::from_xyzw(x as Real, y as Real, z as Real, w as Real)
}

/// A turn about the vertical.
pub(super) fn yaw(angle: f64) -> Rotation {
    Rotation::from_xyzw(0.0, libm::sin(angle / 2.0) as Real, 0.0, libm::cos(angle / 2.0) as Real)
}

pub(super) fn turned(turn: Rotation, p: Point) -> Point {
    let [x, y, z, w] = turn.to_array().map(f64::from);
    let axis = [x, y, z];
    let twice = times(cross(axis, p), 2.0);
    plus(p, plus(times(twice, w), cross(axis, twice)))
}
