//! Convex outlines in a plane: seen from above, or on paper.

/// The convex outline of points, the first coordinate turning towards the second.
pub(crate) fn outline(mut points: Vec<[f64; 2]>) -> Vec<[f64; 2]> {
    points.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    points.dedup();
    let mut outline: Vec<[f64; 2]> = Vec::new();
    let mut walk = |points: &mut dyn Iterator<Item = [f64; 2]>| {
        let start = outline.len();
        for p in points {
            while let [.., a, b] = outline[start..]
                && (b[0] - a[0]) * (p[1] - a[1]) <= (b[1] - a[1]) * (p[0] - a[0])
            {
                outline.pop();
            }
            outline.push(p);
        }
        outline.pop();
    };
    walk(&mut points.iter().copied());
    walk(&mut points.iter().rev().copied());
    outline
}

/// How far inside an outline a point is; negative outside, and for outlines that enclose nothing.
pub(crate) fn room(outline: &[[f64; 2]], point: [f64; 2]) -> f64 {
    nearest(outline, point).map_or(-1.0, |(room, _)| room)
}

/// How far inside an outline a point is, negative outside, and which way the nearest edge is; `None` for outlines that
/// enclose nothing.
pub(crate) fn nearest(outline: &[[f64; 2]], point: [f64; 2]) -> Option<(f64, [f64; 2])> {
    if outline.len() < 3 {
        return None;
    }
    let inside = |(a, b): ([f64; 2], [f64; 2])| {
        let (dx, dz) = (b[0] - a[0], b[1] - a[1]);
        let length = (dx * dx + dz * dz).sqrt();
        ((dx * (point[1] - a[1]) - dz * (point[0] - a[0])) / length, [dz / length, -dx / length])
    };
    edges(outline).map(inside).reduce(|best, edge| if edge.0 < best.0 { edge } else { best })
}

/// The angle of the longest edge about the vertical, seen from above as x and z: a turn by it brings x there.
pub(crate) fn longest(outline: &[[f64; 2]]) -> f64 {
    let square =
        |(a, b): &([f64; 2], [f64; 2])| (b[0] - a[0]) * (b[0] - a[0]) + (b[1] - a[1]) * (b[1] - a[1]);
    let longest = edges(outline).max_by(|one, other| square(one).total_cmp(&square(other)));
    longest.map_or(0.0, |(a, b)| libm::atan2(a[1] - b[1], b[0] - a[0]))
}

fn edges(outline: &[[f64; 2]]) -> impl Iterator<Item = ([f64; 2], [f64; 2])> {
    outline.iter().copied().zip(outline.iter().copied().cycle().skip(1))
}
