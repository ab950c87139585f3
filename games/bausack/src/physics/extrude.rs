//! Bodies with flat or straight sides: extruded outlines, unions of cuboids, convex hulls of corners.

use super::mesh::Corner;
use super::revolve::millimetres;
use super::shape::{Hull, ShapeBuilder};
use rapier3d::glamx::{DVec2, DVec3};
use std::collections::BTreeMap;
use std::f64::consts::{FRAC_PI_2, PI, TAU};

/// A corner of an outline, in hundredths of a millimetre: whole numbers, so that pieces meet exactly.
type GridPoint = [i32; 2];

/// Sides of half a round opening.
const OPENING_SIDES: u32 = 8;
/// Outline edges that meet at less than this angle are drawn as one curve.
const SMOOTH: f64 = 0.8; // cosine of 37°

/// See [`crate::block::Form::Cuboids`].
pub(super) fn cuboids(boxes: &[[[i16; 3]; 2]]) -> ShapeBuilder {
    let mut builder = ShapeBuilder::default();
    let millimetres = |tenths: i16| f64::from(tenths) / 10.0;
    for corners in boxes {
        let [low, high] = corners.map(|corner| DVec3::from(corner.map(millimetres)));
        let outline = [[low.x, low.y], [high.x, low.y], [high.x, high.y], [low.x, high.y]].map(DVec2::from);
        builder.hulls.push(prism(&outline, low.z, high.z));
    }
    // The surface is that of the cells of the grid which all the corners span: their faces meet edge to edge.
    let lines = [0, 1, 2].map(|axis| {
        let mut lines: Vec<i16> = boxes.iter().flatten().map(|corner| corner[axis]).collect();
        lines.sort_unstable();
        lines.dedup();
        lines
    });
    let is_solid = |cell: [usize; 3]| {
        let within = |axis: usize, [low, high]: &[[i16; 3]; 2]| {
            let line = lines[axis].get(cell[axis]);
            line.is_some_and(|line| low[axis] <= *line && *line < high[axis])
        };
        boxes.iter().any(|corners| (0..3).all(|axis| within(axis, corners)))
    };
    for x in 0..lines[0].len() {
        for y in 0..lines[1].len() {
            for z in 0..lines[2].len() {
                for axis in 0..3 {
                    let (here, mut before) = ([x, y, z], [x, y, z]);
                    before[axis] = before[axis].wrapping_sub(1);
                    let (solid, solid_before) = (is_solid(here), is_solid(before));
                    if solid == solid_before {
                        continue;
                    }
                    let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
                    let corner = |du: usize, dv: usize| {
                        let mut index = here;
                        index[u] += du;
                        index[v] += dv;
                        DVec3::from([0, 1, 2].map(|axis| millimetres(lines[axis][index[axis]])))
                    };
                    let mut face = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
                    if solid {
                        face.reverse();
                    }
                    builder.surface.add_flat(&face);
                }
            }
        }
    }
    builder
}

/// See [`crate::block::Form::Column`].
pub(super) fn column(sides: u8, radius: u16, height: u16) -> ShapeBuilder {
    let step = TAU / f64::from(sides);
    // One of its sides faces the front, so that the column can lie flat.
    let outline = (0..sides).map(|side| on_circle(radius, (f64::from(side) + 0.5) * step - FRAC_PI_2));
    let builder = extrude(&[outline.collect()], millimetres(height));
    let upright = |point: DVec3| DVec3::new(point.x, point.z, -point.y);
    builder.mapped(upright, upright)
}

/// See [`crate::block::Form::Extruded`].
pub(super) fn extruded(pieces: &[&[[i16; 2]]], depth: u16) -> ShapeBuilder {
    let outline = |piece: &&[[i16; 2]]| {
        piece.iter().map(|corner| corner.map(|tenths| i32::from(tenths) * 10)).collect()
    };
    extrude(&pieces.iter().map(outline).collect::<Vec<_>>(), millimetres(depth))
}

/// See [`crate::block::Form::Arch`].
pub(super) fn arch([width, height, depth]: [u16; 3], opening: u16) -> ShapeBuilder {
    let (side, top) = (i32::from(width) * 5, i32::from(height) * 10);
    let arc = |step: u32| on_circle(opening, PI * f64::from(step) / f64::from(2 * OPENING_SIDES));
    let divided = |stride: u32| {
        let mut pieces = vec![
            vec![arc(0), [side, 0], [side, top], [arc(0)[0], top]],
            vec![[-side, 0], arc(2 * OPENING_SIDES), [arc(2 * OPENING_SIDES)[0], top], [-side, top]],
        ];
        for step in (0..2 * OPENING_SIDES).step_by(stride as usize) {
            let (right, left) = (arc(step), arc(step + stride));
            pieces.push(vec![left, right, [right[0], top], [left[0], top]]);
        }
        extrude(&pieces, millimetres(depth))
    };
    ShapeBuilder { surface: divided(1).surface, ..divided(2) }
}

/// See [`crate::block::Form::HalfArch`].
pub(super) fn half_arch([width, height, depth]: [u16; 3], opening: u16) -> ShapeBuilder {
    let (right, top) = (i32::from(width) * 10, i32::from(height) * 10);
    let arc = |step: u32| {
        let [x, y] = on_circle(opening, PI - FRAC_PI_2 * f64::from(step) / f64::from(OPENING_SIDES));
        [x + right, y]
    };
    let divided = |stride: u32| {
        let mut pieces = vec![vec![[0, 0], arc(0), [arc(0)[0], top], [0, top]]];
        for step in (0..OPENING_SIDES).step_by(stride as usize) {
            let (a, b) = (arc(step), arc(step + stride));
            pieces.push(vec![a, b, [b[0], top], [a[0], top]]);
        }
        extrude(&pieces, millimetres(depth))
    };
    ShapeBuilder { surface: divided(1).surface, ..divided(2) }
}

/// See [`crate::block::Form::HalfRound`].
pub(super) fn half_round(radius: u16, depth: u16) -> ShapeBuilder {
    let half = |steps: u32| {
        let arc = (0..=steps).map(|step| on_circle(radius, PI * f64::from(step) / f64::from(steps)));
        extrude(&[arc.collect()], millimetres(depth))
    };
    ShapeBuilder { surface: half(24).surface, ..half(12) }
}

/// See [`crate::block::Form::QuarterRound`].
pub(super) fn quarter_round(radius: u16, depth: u16) -> ShapeBuilder {
    let quarter = |steps: u32| {
        let arc = (0..=steps).map(|step| on_circle(radius, FRAC_PI_2 * f64::from(step) / f64::from(steps)));
        extrude(&[[[0, 0]].into_iter().chain(arc).collect()], millimetres(depth))
    };
    ShapeBuilder { surface: quarter(12).surface, ..quarter(6) }
}

/// See [`crate::block::Form::Drilled`].
pub(super) fn drilled([width, height, depth]: [u16; 3], hole: u16) -> ShapeBuilder {
    let (x, y) = (i32::from(width) * 5, i32::from(height) * 5);
    // Pieces are separated by straight lines from the hole to the rim; each corner of the rim belongs to one piece.
    let rim = |[cx, cy]: GridPoint| {
        let (dx, dy) = (f64::from(cx), f64::from(cy));
        let reach = (f64::from(x) / dx.abs()).min(f64::from(y) / dy.abs());
        [libm::round(dx * reach) as i32, libm::round(dy * reach) as i32]
    };
    let divided = |sides: u32| {
        let angle = |side: u32| TAU * (f64::from(side % sides) + 0.5) / f64::from(sides);
        let pieces: Vec<Vec<GridPoint>> = (0..sides)
            .map(|side| {
                let (a, b) = (on_circle(hole, angle(side)), on_circle(hole, angle(side + 1)));
                let (far_a, far_b) = (rim(a), rim(b));
                let mut piece = vec![a, far_a];
                if far_a[0] != far_b[0] && far_a[1] != far_b[1] {
                    piece.push([
                        if far_a[0].abs() == x { far_a[0] } else { far_b[0] },
                        if far_a[1].abs() == y { far_a[1] } else { far_b[1] },
                    ]);
                }
                piece.extend([far_b, b]);
                piece
            })
            .collect();
        extrude(&pieces, millimetres(depth))
    };
    ShapeBuilder { surface: divided(24).surface, ..divided(12) }
}

/// See [`crate::block::Form::ConvexHull`]. Every plane through three corners with no corner on one of its sides is a face.
pub(super) fn convex_body(corners: &[[i16; 3]]) -> ShapeBuilder {
    let points: Vec<DVec3> = corners.iter().map(|corner| DVec3::from(corner.map(f64::from)) / 10.0).collect();
    let mut hull = Hull { points: points.clone(), faces: Vec::new() };
    let mut seen: Vec<Vec<u16>> = Vec::new();
    for i in 0..points.len() {
        for j in i + 1..points.len() {
            for k in j + 1..points.len() {
                let edges = [points[j] - points[i], points[k] - points[i]];
                let mut normal = edges[0].cross(edges[1]).normalize_or_zero();
                let heights: Vec<f64> = points.iter().map(|&point| normal.dot(point - points[i])).collect();
                let (over, under) = (heights.iter().any(|&h| h > 1e-6), heights.iter().any(|&h| h < -1e-6));
                let on: Vec<u16> =
                    (0..points.len() as u16).filter(|&p| heights[usize::from(p)].abs() <= 1e-6).collect();
                if over && under || normal == DVec3::ZERO || seen.contains(&on) {
                    continue;
                }
                if over {
                    normal = -normal;
                }
                hull.faces.push(ordered_around(&points, &on, normal));
                seen.push(on);
            }
        }
    }
    let mut builder = ShapeBuilder::default();
    for face in &hull.faces {
        builder.surface.add_flat(&face.iter().map(|&p| points[usize::from(p)]).collect::<Vec<_>>());
    }
    builder.hulls.push(hull);
    builder
}

/// The corners of a flat convex face in counter-clockwise order, seen from outside.
fn ordered_around(points: &[DVec3], on: &[u16], normal: DVec3) -> Vec<u16> {
    let first = points[usize::from(on[0])];
    let mut rest = on[1..].to_vec();
    // Seen from one corner, the others lie within half a turn: a cross product orders them.
    let ray = |p: u16| points[usize::from(p)] - first;
    rest.sort_by(|&a, &b| 0.0f64.total_cmp(&normal.dot(ray(a).cross(ray(b)))));
    [&on[..1], &rest].concat()
}

fn on_circle(radius: u16, angle: f64) -> GridPoint {
    let radius = f64::from(radius) * 10.0;
    [libm::round(radius * libm::cos(angle)) as i32, libm::round(radius * libm::sin(angle)) as i32]
}

/// The body of convex pieces side by side, extruded along z to that depth, half of it to each side of z = 0.
fn extrude(pieces: &[Vec<GridPoint>], depth: f64) -> ShapeBuilder {
    let (back, front) = (-depth / 2.0, depth / 2.0);
    let mut builder = ShapeBuilder::default();
    let pieces: Vec<Vec<GridPoint>> = pieces.iter().map(|piece| counter_clockwise(piece)).collect();
    let mut edges: BTreeMap<GridPoint, Vec<GridPoint>> = BTreeMap::new();
    for piece in &pieces {
        let outline: Vec<DVec2> = piece.iter().copied().map(hundredths).collect();
        builder.hulls.push(prism(&outline, back, front));
        let whole = with_meeting_corners(piece, &pieces);
        let centre = mean(&whole);
        for (a, b) in edges_of(&whole) {
            let [a_at, b_at] = [a, b].map(hundredths);
            builder.surface.add_flat(&[centre, a_at, b_at].map(|at| at.extend(front)));
            builder.surface.add_flat(&[centre, b_at, a_at].map(|at| at.extend(back)));
            // An edge that two pieces share is inside.
            let opposite = edges.get_mut(&b).and_then(|ends| {
                let place = ends.iter().position(|&end| end == a)?;
                Some(ends.swap_remove(place))
            });
            if opposite.is_none() {
                edges.entry(a).or_default().push(b);
            }
        }
    }
    let outer: Vec<(GridPoint, GridPoint)> =
        edges.iter().flat_map(|(&a, ends)| ends.iter().map(move |&b| (a, b))).collect();
    let outward = |(a, b): (GridPoint, GridPoint)| {
        DVec3::new(f64::from(b[1] - a[1]), f64::from(a[0] - b[0]), 0.0).normalize_or_zero()
    };
    for &(a, b) in &outer {
        let own = outward((a, b));
        let smoothed = |other: Option<&(GridPoint, GridPoint)>| {
            let other = outward(*other.expect("the rim is made of closed lines"));
            if own.dot(other) > SMOOTH { (own + other).normalize_or_zero() } else { own }
        };
        let at_a = smoothed(outer.iter().find(|edge| edge.1 == a));
        let at_b = smoothed(outer.iter().find(|edge| edge.0 == b));
        let corner =
            |point: GridPoint, z: f64, normal: DVec3| Corner { at: hundredths(point).extend(z), normal };
        builder.surface.add_curved([
            corner(a, back, at_a),
            corner(b, back, at_b),
            corner(b, front, at_b),
            corner(a, front, at_a),
        ]);
    }
    builder
}

/// A corner in millimetres.
fn hundredths(point: GridPoint) -> DVec2 {
    DVec2::from(point.map(f64::from)) / 100.0
}

/// The prism over a convex outline, counter-clockwise from the front, from z = `back` to z = `front`.
fn prism(outline: &[DVec2], back: f64, front: f64) -> Hull {
    let count = outline.len() as u16;
    let layer = |z: f64| outline.iter().map(move |point| point.extend(z));
    let mut faces = vec![(0..count).rev().collect(), (count..2 * count).collect()];
    for side in 0..count {
        let next = (side + 1) % count;
        faces.push(vec![side, next, count + next, count + side]);
    }
    Hull { points: layer(back).chain(layer(front)).collect(), faces }
}

/// The edges of a closed outline.
fn edges_of(outline: &[GridPoint]) -> impl Iterator<Item = (GridPoint, GridPoint)> {
    outline.iter().copied().zip(outline.iter().copied().cycle().skip(1))
}

fn counter_clockwise(piece: &[GridPoint]) -> Vec<GridPoint> {
    let area: i64 = edges_of(piece)
        .map(|(a, b)| i64::from(a[0]) * i64::from(b[1]) - i64::from(a[1]) * i64::from(b[0]))
        .sum();
    let mut piece = piece.to_vec();
    if area < 0 {
        piece.reverse();
    }
    piece
}

/// The outline of a piece with the corners of others that lie on its edges.
fn with_meeting_corners(piece: &[GridPoint], pieces: &[Vec<GridPoint>]) -> Vec<GridPoint> {
    let mut whole = Vec::new();
    for (a, b) in edges_of(piece) {
        let along = |point: GridPoint| {
            let [dx, dy] = [i64::from(b[0] - a[0]), i64::from(b[1] - a[1])];
            let [x, y] = [i64::from(point[0] - a[0]), i64::from(point[1] - a[1])];
            let share = x * dx + y * dy;
            (x * dy == y * dx && 0 < share && share < dx * dx + dy * dy).then_some(share)
        };
        let mut on: Vec<(i64, GridPoint)> =
            pieces.iter().flatten().filter_map(|&point| along(point).map(|share| (share, point))).collect();
        on.sort_unstable();
        on.dedup();
        whole.push(a);
        whole.extend(on.into_iter().map(|(_, point)| point));
    }
    whole
}

/// The mean of some corners, in millimetres.
fn mean(outline: &[GridPoint]) -> DVec2 {
    let sum = outline.iter().fold(DVec2::ZERO, |sum, point| sum + hundredths(*point));
    sum / outline.len() as f64
}
