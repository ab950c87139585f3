//! The flat faces of a block on which another can lie.

use super::frame::{Point, cross, dot, minus, plus, times, unit, wide};
use super::outline::{outline, room};
use super::shape::Part;
use crate::Block;
use std::sync::OnceLock;

/// Flat faces of a block that lie in one plane, seen as one.
#[derive(Clone, Debug)]
pub struct Plane {
    /// Which way it faces.
    pub normal: Point,
    /// The corners of the convex outline around it.
    pub corners: Vec<Point>,
    /// Whether something of the block itself stands out of it within that outline.
    pub cover: Cover,
}

/// What is on a plane.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Cover {
    /// Nothing: another block can lie flat on it.
    Bare,
    /// Something of the block itself.
    Overtopped,
}

/// Faces nearer to each other than this are in one plane, in millimetres.
const SAME: f64 = 0.05;
/// What stands out less than this does not, in millimetres.
const FLUSH: f64 = 0.3;

/// The flat faces of a block, inner faces between its parts left out.
pub fn planes(block: Block) -> &'static [Plane] {
    static PLANES: [OnceLock<Vec<Plane>>; Block::COUNT as usize] =
        [const { OnceLock::new() }; Block::COUNT as usize];
    PLANES[usize::from(block.number() - 1)].get_or_init(|| find(block))
}

fn find(block: Block) -> Vec<Plane> {
    let parts = &block.shape().parts;
    let mut found: Vec<(Point, f64, Vec<Point>)> = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        let Part::Hull { points, faces } = part else { continue };
        for face in faces {
            let corners: Vec<Point> = face.iter().map(|&corner| wide(points[usize::from(corner)])).collect();
            let normal = unit(cross(minus(corners[1], corners[0]), minus(corners[2], corners[0])));
            let middle = times(
                corners.iter().fold([0.0; 3], |sum, &corner| plus(sum, corner)),
                1.0 / face.len() as f64,
            );
            // Just outside, and a little inward so that neighbours edge to edge don't count.
            let outside =
                |corner: Point| plus(plus(times(corner, 0.9), times(middle, 0.1)), times(normal, 0.2));
            let others = || parts.iter().enumerate().filter(|other| other.0 != index).map(|other| other.1);
            let hidden = |corner: &Point| others().any(|other| contains(other, outside(*corner)));
            let open: Vec<Point> = corners.iter().copied().filter(|corner| !hidden(corner)).collect();
            if open.is_empty() {
                continue;
            }
            let level = dot(normal, corners[0]);
            let same = |plane: &&mut (Point, f64, Vec<Point>)| {
                dot(plane.0, normal) > 0.9999 && (plane.1 - level).abs() < SAME
            };
            match found.iter_mut().find(same) {
                Some(plane) => plane.2.extend(open),
                None => found.push((normal, level, open)),
            }
        }
    }
    found.into_iter().filter_map(|(normal, level, corners)| plane(parts, normal, level, &corners)).collect()
}

fn plane(parts: &[Part], normal: Point, level: f64, points: &[Point]) -> Option<Plane> {
    let aside = if normal[0].abs() < 0.7 { [1.0, 0.0, 0.0] } else { [0.0, 1.0, 0.0] };
    let across = unit(cross(normal, aside));
    let along = cross(normal, across);
    let flat = |point: Point| [dot(point, across), dot(point, along)];
    let rim = outline(points.iter().map(|&point| flat(point)).collect());
    if rim.len() < 3 {
        return None;
    }
    let corners =
        rim.iter().map(|[a, b]| plus(times(normal, level), plus(times(across, *a), times(along, *b))));
    let overtops = |point: Point| dot(normal, point) > level + FLUSH && room(&rim, flat(point)) > 0.0;
    let overtopped = parts.iter().any(|part| match part {
        Part::Ball { centre, radius } => overtops(plus(wide(*centre), times(normal, f64::from(*radius)))),
        Part::Hull { points, .. } => points.iter().any(|&point| overtops(wide(point))),
    });
    let cover = if overtopped { Cover::Overtopped } else { Cover::Bare };
    Some(Plane { normal, corners: corners.collect(), cover })
}

fn contains(part: &Part, point: Point) -> bool {
    match part {
        Part::Ball { centre, radius } => {
            let apart = minus(point, wide(*centre));
            dot(apart, apart) < f64::from(radius * radius)
        }
        Part::Hull { points, faces } => faces.iter().all(|face| {
            let [a, b, c] = [0, 1, 2].map(|corner| wide(points[usize::from(face[corner])]));
            dot(cross(minus(b, a), minus(c, a)), minus(point, a)) <= 0.0
        }),
    }
}
