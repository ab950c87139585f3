//! What is sawn from planks, glued from cuboids, or cut with flat faces.

use super::frame::{Point, cross, dot, minus, unit};
use super::lathe::millimetres;
use super::mesh::Corner;
use super::shape::{Hull, Rough};
use std::collections::BTreeMap;
use std::f64::consts::{FRAC_PI_2, PI, TAU};

/// A corner of a sawn outline, in hundredths of a millimetre: whole numbers, so that pieces meet exactly.
type Mark = [i32; 2];

/// Sides of half a round opening.
const OPENING_SIDES: u32 = 8;
/// Outline edges that meet at less than this angle are drawn as one curve.
const SMOOTH: f64 = 0.8; // cosine of 37°

/// See [`crate::block::Form::Joined`].
pub(super) fn joined(boxes: &[[[i16; 3]; 2]]) -> Rough {
    let mut rough = Rough::default();
    let millimetres = |tenths: i16| f64::from(tenths) / 10.0;
    for corners in boxes {
        let [low, high] = corners.map(|corner| corner.map(millimetres));
        let marks = [[low[0], low[1]], [high[0], low[1]], [high[0], high[1]], [low[0], high[1]]];
        rough.hulls.push(prism(&marks, low[2], high[2]));
    }
    // The surface is that of the cells of the grid which all the corners span: their faces meet edge to edge.
    let lines = [0, 1, 2].map(|axis| {
        let mut lines: Vec<i16> = boxes.iter().flatten().map(|corner| corner[axis]).collect();
        lines.sort_unstable();
        lines.dedup();
        lines
    });
    let is_wood = |cell: [usize; 3]| {
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
                    let (wood, wood_before) = (is_wood(here), is_wood(before));
                    if wood == wood_before {
                        continue;
                    }
                    let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
                    let corner = |du: usize, dv: usize| {
                        let mut index = here;
                        index[u] += du;
                        index[v] += dv;
                        [0, 1, 2].map(|axis| millimetres(lines[axis][index[axis]]))
                    };
                    let mut face = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
                    if wood {
                        face.reverse();
                    }
                    rough.surface.flat(&face);
                }
            }
        }
    }
    rough
}

/// See [`crate::block::Form::Column`].
pub(super) fn column(sides: u8, radius: u16, height: u16) -> Rough {
    let step = TAU / f64::from(sides);
    // A side in front, so that the column can lie.
    let marks = (0..sides).map(|side| on_circle(radius, (f64::from(side) + 0.5) * step - FRAC_PI_2));
    let rough = planks(&[marks.collect()], millimetres(height));
    let upright = |[x, y, z]: Point| [x, z, -y];
    rough.mapped(upright, upright)
}

/// See [`crate::block::Form::Sawn`].
pub(super) fn sawn(pieces: &[&[[i16; 2]]], depth: u16) -> Rough {
    let fine =
        |piece: &&[[i16; 2]]| piece.iter().map(|mark| mark.map(|tenths| i32::from(tenths) * 10)).collect();
    planks(&pieces.iter().map(fine).collect::<Vec<_>>(), millimetres(depth))
}

/// See [`crate::block::Form::Arch`].
pub(super) fn arch([width, height, depth]: [u16; 3], opening: u16) -> Rough {
    let (side, top) = (i32::from(width) * 5, i32::from(height) * 10);
    let arc = |step: u32| on_circle(opening, PI * f64::from(step) / f64::from(2 * OPENING_SIDES));
    let drawn = |stride: u32| {
        let mut pieces = vec![
            vec![arc(0), [side, 0], [side, top], [arc(0)[0], top]],
            vec![[-side, 0], arc(2 * OPENING_SIDES), [arc(2 * OPENING_SIDES)[0], top], [-side, top]],
        ];
        for step in (0..2 * OPENING_SIDES).step_by(stride as usize) {
            let (right, left) = (arc(step), arc(step + stride));
            pieces.push(vec![left, right, [right[0], top], [left[0], top]]);
        }
        planks(&pieces, millimetres(depth))
    };
    Rough { surface: drawn(1).surface, ..drawn(2) }
}

/// See [`crate::block::Form::HalfArch`].
pub(super) fn half_arch([width, height, depth]: [u16; 3], opening: u16) -> Rough {
    let (right, top) = (i32::from(width) * 10, i32::from(height) * 10);
    let arc = |step: u32| {
        let [x, y] = on_circle(opening, PI - FRAC_PI_2 * f64::from(step) / f64::from(OPENING_SIDES));
        [x + right, y]
    };
    let drawn = |stride: u32| {
        let mut pieces = vec![vec![[0, 0], arc(0), [arc(0)[0], top], [0, top]]];
        for step in (0..OPENING_SIDES).step_by(stride as usize) {
            let (a, b) = (arc(step), arc(step + stride));
            pieces.push(vec![a, b, [b[0], top], [a[0], top]]);
        }
        planks(&pieces, millimetres(depth))
    };
    Rough { surface: drawn(1).surface, ..drawn(2) }
}

/// See [`crate::block::Form::HalfRound`].
pub(super) fn half_round(radius: u16, depth: u16) -> Rough {
    let half = |steps: u32| {
        let marks = (0..=steps).map(|step| on_circle(radius, PI * f64::from(step) / f64::from(steps)));
        planks(&[marks.collect()], millimetres(depth))
    };
    Rough { surface: half(24).surface, ..half(12) }
}

/// See [`crate::block::Form::QuarterRound`].
pub(super) fn quarter_round(radius: u16, depth: u16) -> Rough {
    let quarter = |steps: u32| {
        let arc = (0..=steps).map(|step| on_circle(radius, FRAC_PI_2 * f64::from(step) / f64::from(steps)));
        planks(&[[[0, 0]].into_iter().chain(arc).collect()], millimetres(depth))
    };
    Rough { surface: quarter(12).surface, ..quarter(6) }
}

/// See [`crate::block::Form::Drilled`].
pub(super) fn drilled([width, height, depth]: [u16; 3], hole: u16) -> Rough {
    let (x, y) = (i32::from(width) * 5, i32::from(height) * 5);
    // Cut from the hole to the rim along straight lines; the corners of the rim belong to one piece each.
    let rim = |[cx, cy]: Mark| {
        let (dx, dy) = (f64::from(cx), f64::from(cy));
        let reach = (f64::from(x) / dx.abs()).min(f64::from(y) / dy.abs());
        [libm::round(dx * reach) as i32, libm::round(dy * reach) as i32]
    };
    let drawn = |sides: u32| {
        let angle = |side: u32| TAU * (f64::from(side % sides) + 0.5) / f64::from(sides);
        let pieces: Vec<Vec<Mark>> = (0..sides)
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
        planks(&pieces, millimetres(depth))
    };
    Rough { surface: drawn(24).surface, ..drawn(12) }
}

/// See [`crate::block::Form::Solid`].
pub(super) fn solid(corners: &[[i16; 3]]) -> Rough {
    let points: Vec<Point> = corners.iter().map(|corner| corner.map(|x| f64::from(x) / 10.0)).collect();
    let mut hull = Hull { points: points.clone(), faces: Vec::new() };
    let mut seen: Vec<Vec<u16>> = Vec::new();
    for i in 0..points.len() {
        for j in i + 1..points.len() {
            for k in j + 1..points.len() {
                let mut normal = unit(cross(minus(points[j], points[i]), minus(points[k], points[i])));
                let height = |point: Point| dot(normal, minus(point, points[i]));
                let heights: Vec<f64> = points.iter().map(|&point| height(point)).collect();
                let (over, under) = (heights.iter().any(|&h| h > 1e-6), heights.iter().any(|&h| h < -1e-6));
                let on: Vec<u16> =
                    (0..points.len() as u16).filter(|&p| heights[usize::from(p)].abs() <= 1e-6).collect();
                if over && under || dot(normal, normal) == 0.0 || seen.contains(&on) {
                    continue;
                }
                if over {
                    normal = normal.map(|x| -x);
                }
                hull.faces.push(turned_about(&points, &on, normal));
                seen.push(on);
            }
        }
    }
    let mut rough = Rough::default();
    for face in &hull.faces {
        rough.surface.flat(&face.iter().map(|&p| points[usize::from(p)]).collect::<Vec<_>>());
    }
    rough.hulls.push(hull);
    rough
}

/// Corners of a flat convex face in counter-clockwise order, seen from where its normal points.
fn turned_about(points: &[Point], on: &[u16], normal: Point) -> Vec<u16> {
    let first = points[usize::from(on[0])];
    let mut rest = on[1..].to_vec();
    // Seen from a corner, the others lie within half a turn: a cross product orders them.
    let ray = |p: u16| minus(points[usize::from(p)], first);
    rest.sort_by(|&a, &b| 0.0f64.total_cmp(&dot(normal, cross(ray(a), ray(b)))));
    [&on[..1], &rest].concat()
}

fn on_circle(radius: u16, angle: f64) -> Mark {
    let radius = f64::from(radius) * 10.0;
    [libm::round(radius * libm::cos(angle)) as i32, libm::round(radius * libm::sin(angle)) as i32]
}

/// Convex pieces side by side, as deep as said, glued into one.
fn planks(pieces: &[Vec<Mark>], depth: f64) -> Rough {
    let (back, front) = (-depth / 2.0, depth / 2.0);
    let mut rough = Rough::default();
    let pieces: Vec<Vec<Mark>> = pieces.iter().map(|piece| counter_clockwise(piece)).collect();
    let mut edges: BTreeMap<Mark, Vec<Mark>> = BTreeMap::new();
    for piece in &pieces {
        let plane: Vec<[f64; 2]> = piece.iter().map(|mark| mark.map(hundredths)).collect();
        rough.hulls.push(prism(&plane, back, front));
        let whole = with_meetings(piece, &pieces);
        let centre = middle(&whole);
        for (a, b) in ring(&whole) {
            let at = |[x, y]: Mark, z: f64| [hundredths(x), hundredths(y), z];
            rough.surface.flat(&[[centre[0], centre[1], front], at(a, front), at(b, front)]);
            rough.surface.flat(&[[centre[0], centre[1], back], at(b, back), at(a, back)]);
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
    let outer: Vec<(Mark, Mark)> =
        edges.iter().flat_map(|(&a, ends)| ends.iter().map(move |&b| (a, b))).collect();
    let outward = |(a, b): (Mark, Mark)| unit([f64::from(b[1] - a[1]), f64::from(a[0] - b[0]), 0.0]);
    for &(a, b) in &outer {
        let own = outward((a, b));
        let meeting = |other: Option<&(Mark, Mark)>| {
            let other = outward(*other.expect("the rim is made of closed lines"));
            if dot(own, other) > SMOOTH { unit([own[0] + other[0], own[1] + other[1], 0.0]) } else { own }
        };
        let at_a = meeting(outer.iter().find(|edge| edge.1 == a));
        let at_b = meeting(outer.iter().find(|edge| edge.0 == b));
        let corner =
            |[x, y]: Mark, z: f64, normal: Point| Corner { at: [hundredths(x), hundredths(y), z], normal };
        rough.surface.curved([
            corner(a, back, at_a),
            corner(b, back, at_b),
            corner(b, front, at_b),
            corner(a, front, at_a),
        ]);
    }
    rough
}

fn hundredths(mark: i32) -> f64 {
    f64::from(mark) / 100.0
}

/// A convex outline, counter-clockwise from the front, pushed from `back` to `front`.
fn prism(outline: &[[f64; 2]], back: f64, front: f64) -> Hull {
    let count = outline.len() as u16;
    let layer = |z: f64| outline.iter().map(move |&[x, y]| [x, y, z]);
    let mut faces = vec![(0..count).rev().collect(), (count..2 * count).collect()];
    for side in 0..count {
        let next = (side + 1) % count;
        faces.push(vec![side, next, count + next, count + side]);
    }
    Hull { points: layer(back).chain(layer(front)).collect(), faces }
}

fn ring(outline: &[Mark]) -> impl Iterator<Item = (Mark, Mark)> {
    outline.iter().copied().zip(outline.iter().copied().cycle().skip(1))
}

fn counter_clockwise(piece: &[Mark]) -> Vec<Mark> {
    let area: i64 =
        ring(piece).map(|(a, b)| i64::from(a[0]) * i64::from(b[1]) - i64::from(a[1]) * i64::from(b[0])).sum();
    let mut piece = piece.to_vec();
    if area < 0 {
        piece.reverse();
    }
    piece
}

/// The outline of a piece with the corners of others that lie on its edges.
fn with_meetings(piece: &[Mark], pieces: &[Vec<Mark>]) -> Vec<Mark> {
    let mut whole = Vec::new();
    for (a, b) in ring(piece) {
        let along = |mark: Mark| {
            let [dx, dy] = [i64::from(b[0] - a[0]), i64::from(b[1] - a[1])];
            let [x, y] = [i64::from(mark[0] - a[0]), i64::from(mark[1] - a[1])];
            let share = x * dx + y * dy;
            (x * dy == y * dx && 0 < share && share < dx * dx + dy * dy).then_some(share)
        };
        let mut on: Vec<(i64, Mark)> =
            pieces.iter().flatten().filter_map(|&mark| along(mark).map(|share| (share, mark))).collect();
        on.sort_unstable();
        on.dedup();
        whole.push(a);
        whole.extend(on.into_iter().map(|(_, mark)| mark));
    }
    whole
}

fn middle(outline: &[Mark]) -> [f64; 2] {
    let sum = outline
        .iter()
        .fold([0.0; 2], |sum, mark| [sum[0] + hundredths(mark[0]), sum[1] + hundredths(mark[1])]);
    sum.map(|x| x / outline.len() as f64)
}
