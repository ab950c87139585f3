//! Flat polygons in space: what two faces have in common.

use rapier3d::math::{Real, Vector};

/// Two shapes close together: a point of each, in that shape's own frame, and how far apart they are (negative: inside).
#[derive(Copy, Clone, Debug)]
pub(super) struct Touch {
    pub on1: Vector,
    pub on2: Vector,
    pub gap: Real,
}

/// The part of the convex polygon `subject` inside the prism that rises from the convex polygon `window` along `normal`.
pub(super) fn clip(subject: &[Vector], window: &[Vector], normal: Vector) -> Vec<Vector> {
    let middle = middle(window);
    let mut kept = subject.to_vec();
    let mut next = Vec::with_capacity(subject.len() + window.len());
    for (corner, following) in edges(window) {
        // Faces come in either sense of rotation: outward is away from the middle.
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
pub(super) fn middle(polygon: &[Vector]) -> Vector {
    polygon.iter().fold(Vector::ZERO, |sum, corner| sum + *corner) / polygon.len() as Real
}

/// The convex hull, seen along `normal`, of touches that lie in one plane, in order around it.
pub(super) fn hull(touches: &mut Vec<Touch>, normal: Vector) {
    if touches.len() < 3 {
        return;
    }
    let aside = if normal.x.abs() < 0.6 { Vector::X } else { Vector::Y };
    let across = normal.cross(aside).normalize();
    let along = normal.cross(across);
    let mut flat: Vec<(Real, Real, usize)> = touches
        .iter()
        .enumerate()
        .map(|(index, touch)| (touch.on1.dot(across), touch.on1.dot(along), index))
        .collect();
    flat.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.cmp(&b.2)));
    let mut chain: Vec<(Real, Real, usize)> = Vec::with_capacity(flat.len() + 1);
    lower_chain(flat.iter().copied(), &mut chain);
    lower_chain(flat.iter().rev().copied(), &mut chain);
    if chain.len() >= 2 {
        *touches = chain.iter().map(|(_, _, index)| touches[*index]).collect();
    }
}

/// Appends the right-hand side of the hull of sorted points, without its last point.
fn lower_chain(points: impl Iterator<Item = (Real, Real, usize)>, chain: &mut Vec<(Real, Real, usize)>) {
    let start = chain.len();
    for point in points {
        while let [.., before, last] = chain[start..] {
            let turn =
                (last.0 - before.0) * (point.1 - before.1) - (last.1 - before.1) * (point.0 - before.0);
            if turn > 0.0 {
                break;
            }
            chain.pop();
        }
        chain.push(point);
    }
    chain.pop();
}

/// Drops corners until `most` are left, each time the one whose ear is the smallest.
pub(super) fn thin(touches: &mut Vec<Touch>, most: usize) {
    while touches.len() > most {
        let count = touches.len();
        let ear = |index: usize| {
            let [before, at, after] =
                [(index + count - 1) % count, index, (index + 1) % count].map(|corner| touches[corner].on1);
            (at - before).cross(after - at).length_squared()
        };
        let smallest = (1..count).fold(0, |best, index| if ear(index) < ear(best) { index } else { best });
        touches.remove(smallest);
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

    fn touches(points: &[(Real, Real)]) -> Vec<Touch> {
        points
            .iter()
            .map(|(x, z)| Touch { on1: Vector::new(*x, 0.0, *z), on2: Vector::ZERO, gap: 0.0 })
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
    fn a_hull_leaves_out_what_is_inside_and_thinning_what_matters_least() {
        let mut points =
            touches(&[(0.0, 0.0), (2.0, 0.0), (1.0, 0.5), (2.0, 2.0), (1.0, 2.1), (0.0, 2.0), (1.0, 0.0)]);
        hull(&mut points, Vector::Y);
        assert_eq!(points.len(), 5);
        thin(&mut points, 4);
        assert!(points.iter().all(|touch| touch.on1.z != 2.1), "{points:?}");
    }
}
