//! Convex polygons in a plane: the convex hull, and how far inside it a point is.

use rapier3d::glamx::DVec2;

/// The convex hull of sorted points, counter-clockwise, by Andrew's monotone chain. The points must be sorted by their
/// first coordinate and then by their second. `is_left_turn(a, b, c)` says whether the path from `a` over `b` to `c` turns
/// left at `b`; points on an edge of the hull are left out.
pub(crate) fn monotone_chain<T: Copy>(sorted: &[T], is_left_turn: impl Fn(T, T, T) -> bool) -> Vec<T> {
    let mut hull: Vec<T> = Vec::with_capacity(sorted.len() + 1);
    let mut add_half = |points: &mut dyn Iterator<Item = T>| {
        let start = hull.len();
        for point in points {
            while let [.., before, last] = hull[start..]
                && !is_left_turn(before, last, point)
            {
                hull.pop();
            }
            hull.push(point);
        }
        // The last point of each half is the first point of the other.
        hull.pop();
    };
    add_half(&mut sorted.iter().copied());
    add_half(&mut sorted.iter().rev().copied());
    hull
}

/// The convex hull of points, counter-clockwise where x points right and y points up.
pub(crate) fn convex_hull(mut points: Vec<DVec2>) -> Vec<DVec2> {
    points.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    points.dedup();
    monotone_chain(&points, |a, b, c| (b - a).perp_dot(c - a) > 0.0)
}

/// The distance from a point to the nearest edge of a convex polygon; negative if the point is outside, or if the polygon
/// has no area.
pub(crate) fn inner_distance(polygon: &[DVec2], point: DVec2) -> f64 {
    nearest_edge(polygon, point).map_or(-1.0, |(distance, _)| distance)
}

/// The distance from a point to the nearest edge of a convex polygon, negative if the point is outside, and the outward
/// normal of that edge; `None` if the polygon has no area.
pub(crate) fn nearest_edge(polygon: &[DVec2], point: DVec2) -> Option<(f64, DVec2)> {
    if polygon.len() < 3 {
        return None;
    }
    let distance = |(a, b): (DVec2, DVec2)| {
        let edge = b - a;
        let length = edge.length();
        (edge.perp_dot(point - a) / length, DVec2::new(edge.y, -edge.x) / length)
    };
    edges(polygon).map(distance).reduce(|best, edge| if edge.0 < best.0 { edge } else { best })
}

/// The angle of the longest edge about the vertical, where the polygon lies in the plane of x and z: a rotation by that
/// angle about +y brings the x axis to the direction of the edge.
pub(crate) fn longest_edge_angle(polygon: &[DVec2]) -> f64 {
    let longest =
        edges(polygon).max_by(|(a, b), (c, d)| a.distance_squared(*b).total_cmp(&c.distance_squared(*d)));
    longest.map_or(0.0, |(a, b)| libm::atan2(a.y - b.y, b.x - a.x))
}

fn edges(polygon: &[DVec2]) -> impl Iterator<Item = (DVec2, DVec2)> {
    polygon.iter().copied().zip(polygon.iter().copied().cycle().skip(1))
}
