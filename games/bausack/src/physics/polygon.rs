//! Flat convex polygons in space: the overlap of two faces, as points of contact.

use super::convex::monotone_chain;
use rapier3d::glamx::Vec2;
use rapier3d::math::{Real, Vector};

/// A point of contact between two shapes: a point of each, in that shape's own frame, and the distance between them
/// (negative if the shapes overlap).
#[derive(Copy, Clone, Debug)]
pub(super) struct PatchPoint {
    pub on1: Vector,
    pub on2: Vector,
    pub gap: Real,
}

/// The part of the convex polygon `subject` inside the prism that rises from the convex polygon `window` along `normal`.
/// The clipping is that of Sutherland and Hodgman, edge by edge of the window.
pub(super) fn clip(subject: &[Vector], window: &[Vector], normal: Vector) -> Vec<Vector> {
    let middle = mean(window);
    let mut kept = subject.to_vec();
    let mut next = Vec::with_capacity(subject.len() + window.len());
    for (corner, following) in edges(window) {
        // The window may be clockwise or counter-clockwise: outward is away from its middle.
        let mut outward = (following - corner).cross(normal);
        if outward.dot(corner - middle) < 0.0 {
            outward = -outward;
        }
        let limit = outward.dot(corner);
        next.clear();
        for (from, to) in edges(&kept) {
            let (before, after) = (outward.dot(from) - limit, outward.dot(to) - limit);
            if before <= 0.0 {
                next.push(from);
            }
            if (before < 0.0 && after > 0.0) || (before > 0.0 && after < 0.0) {
                next.push(from + (to - from) * (before / (before - after)));
            }
        }
        std::mem::swap(&mut kept, &mut next);
        if kept.is_empty() {
            break;
        }
    }
    kept
}

/// The mean of the corners.
pub(super) fn mean(polygon: &[Vector]) -> Vector {
    polygon.iter().fold(Vector::ZERO, |sum, corner| sum + *corner) / polygon.len() as Real
}

/// Keeps the points of the convex hull, seen along `normal`, of points that lie in one plane, in order around it.
pub(super) fn keep_convex_hull(points: &mut Vec<PatchPoint>, normal: Vector) {
    if points.len() < 3 {
        return;
    }
    let aside = if normal.x.abs() < 0.6 { Vector::X } else { Vector::Y };
    let across = normal.cross(aside).normalize();
    let along = normal.cross(across);
    let mut flat: Vec<(Vec2, usize)> = points
        .iter()
        .enumerate()
        .map(|(index, point)| (Vec2::new(point.on1.dot(across), point.on1.dot(along)), index))
        .collect();
    flat.sort_by(|(a, first), (b, second)| {
        a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)).then(first.cmp(second))
    });
    let hull = monotone_chain(&flat, |(a, _), (b, _), (c, _)| (b - a).perp_dot(c - a) > 0.0);
    if hull.len() >= 2 {
        *points = hull.iter().map(|(_, index)| points[*index]).collect();
    }
}

/// Removes corners of a convex polygon until `most` are left, each time the corner that takes the least area with it.
pub(super) fn simplify(points: &mut Vec<PatchPoint>, most: usize) {
    while points.len() > most {
        let count = points.len();
        let area = |index: usize| {
            let [before, at, after] =
                [(index + count - 1) % count, index, (index + 1) % count].map(|corner| points[corner].on1);
            (at - before).cross(after - at).length_squared()
        };
        let smallest = (1..count).fold(0, |best, index| if area(index) < area(best) { index } else { best });
        points.remove(smallest);
    }
}

fn edges(polygon: &[Vector]) -> impl Iterator<Item = (Vector, Vector)> + '_ {
    polygon.iter().copied().zip(polygon.iter().copied().cycle().skip(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(half: Real, x: Real) -> Vec<Vector> {
        [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)]
            .map(|(across, along)| Vector::new(x + half * across, 0.0, half * along))
            .to_vec()
    }

    fn patch_points(points: &[(Real, Real)]) -> Vec<PatchPoint> {
        points
            .iter()
            .map(|(x, z)| PatchPoint { on1: Vector::new(*x, 0.0, *z), on2: Vector::ZERO, gap: 0.0 })
            .collect()
    }

    #[test]
    fn two_squares_that_overlap_by_half_share_a_rectangle() {
        let shared = clip(&square(1.0, 1.0), &square(1.0, 0.0), Vector::Y);
        let (low, high) = shared
            .iter()
            .fold((9.0, -9.0), |(low, high): (Real, Real), corner| (low.min(corner.x), high.max(corner.x)));
        assert_eq!((shared.len(), low, high), (4, 0.0, 1.0));
        assert!(clip(&square(1.0, 2.5), &square(1.0, 0.0), Vector::Y).is_empty());
    }

    #[test]
    fn the_hull_drops_inner_points_and_simplifying_the_smallest_corner() {
        let mut points = patch_points(&[
            (0.0, 0.0),
            (2.0, 0.0),
            (1.0, 0.5),
            (2.0, 2.0),
            (1.0, 2.1),
            (0.0, 2.0),
            (1.0, 0.0),
        ]);
        keep_convex_hull(&mut points, Vector::Y);
        assert_eq!(points.len(), 5);
        simplify(&mut points, 4);
        assert!(points.iter().all(|point| point.on1.z != 2.1), "{points:?}");
    }
}
