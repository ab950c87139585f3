//! What is turned on the lathe: round about an upright axis.

use super::frame::{Point, unit};
use super::mesh::Corner;
use super::shape::{Hull, Rough};
use std::f64::consts::{FRAC_PI_2, PI, TAU};

/// Sides of a round part.
const SIDES: usize = 24;
/// Wedges of a hollow part: its hole has so many sides.
const WEDGES: usize = 12;
/// How much wider the corners of such a hole are than the round hole of the same area: √(π / 3).
const HOLE: f64 = 1.0233267079464885;
/// Sides of a round surface as it is drawn.
const DRAWN_SIDES: usize = 48;
/// Profile lines that meet at less than this angle are drawn as one curve.
const SMOOTH: f64 = 0.75; // cosine of 41°

/// A point of a profile: distance from the axis, and height.
type Knee = [f64; 2];

/// See [`crate::block::Form::Turned`].
pub(super) fn turned(stations: &[[u16; 3]]) -> Rough {
    let stations: Vec<[f64; 3]> = stations.iter().map(|station| station.map(millimetres)).collect();
    let mut rough = Rough::default();
    let outside = stations.iter().map(|&[height, _, outer]| [outer, height]);
    let inside = stations.iter().rev().map(|&[height, inner, _]| [inner, height]);
    revolve(&outside.chain(inside).collect::<Vec<Knee>>(), &mut rough);
    let mut solid: Vec<Knee> = Vec::new();
    for pair in stations.windows(2) {
        let [[low, inner, outer], [high, inner_above, outer_above]] = [pair[0], pair[1]];
        let is_step = low == high;
        let is_hollow = inner > 0.0 || inner_above > 0.0;
        let bulges = match solid[..] {
            // A part grows upward as long as it stays convex.
            [.., a, b] => (b[0] - a[0]) * (high - b[1]) >= (outer_above - b[0]) * (b[1] - a[1]),
            _ => false,
        };
        if !is_step && !is_hollow && bulges {
            solid.push([outer_above, high]);
            continue;
        }
        finish(&mut solid, &mut rough);
        if is_step {
            continue;
        }
        if is_hollow {
            rough.hulls.extend(wedges([inner, outer, low], [inner_above, outer_above, high]));
        } else {
            solid = vec![[outer, low], [outer_above, high]];
        }
    }
    finish(&mut solid, &mut rough);
    rough
}

/// See [`crate::block::Form::Ball`].
pub(super) fn ball(radius: u16) -> Rough {
    let radius = millimetres(radius);
    let mut rough = Rough { balls: vec![([0.0; 3], radius)], ..Rough::default() };
    revolve(&arc(radius, 0.0, -FRAC_PI_2, FRAC_PI_2), &mut rough);
    rough
}

/// See [`crate::block::Form::HalfBall`].
pub(super) fn half_ball(radius: u16) -> Rough {
    let radius = millimetres(radius);
    let mut rough = Rough::default();
    let profile = arc(radius, 0.0, 0.0, FRAC_PI_2);
    let coarse: Vec<Knee> = profile.iter().step_by(2).copied().collect();
    rough.hulls.push(loft(&coarse));
    revolve(&[&[[0.0, 0.0]], &profile[..]].concat(), &mut rough);
    rough
}

/// See [`crate::block::Form::Knob`].
pub(super) fn knob(foot: [u16; 2], neck: [u16; 2], ball: u16) -> Rough {
    let ([foot, foot_height], [neck, neck_height]) = (foot.map(millimetres), neck.map(millimetres));
    let radius = millimetres(ball);
    let shoulder = foot_height + neck_height;
    let centre = shoulder + (radius * radius - neck * neck).sqrt();
    let mut rough = Rough { balls: vec![([0.0, centre, 0.0], radius)], ..Rough::default() };
    rough.hulls.push(loft(&[[foot, 0.0], [foot, foot_height]]));
    rough.hulls.push(loft(&[[neck, foot_height], [neck, shoulder]]));
    let lower = [[0.0, 0.0], [foot, 0.0], [foot, foot_height], [neck, foot_height]];
    let upper = arc(radius, centre, -libm::acos(neck / radius), FRAC_PI_2);
    revolve(&[&lower[..], &upper].concat(), &mut rough);
    rough
}

/// See [`crate::block::Form::DumbBell`].
pub(super) fn dumb_bell(ball: u16, rod: u16, length: u16) -> Rough {
    let [radius, rod, length] = [ball, rod, length].map(millimetres);
    let centre = length / 2.0 - radius;
    let neck = centre - (radius * radius - rod * rod).sqrt();
    let balls = vec![([0.0, -centre, 0.0], radius), ([0.0, centre, 0.0], radius)];
    let mut rough = Rough { balls, ..Rough::default() };
    rough.hulls.push(loft(&[[rod, -neck], [rod, neck]]));
    let angle = libm::acos(rod / radius);
    let lower = arc(radius, -centre, -FRAC_PI_2, angle);
    let upper = arc(radius, centre, -angle, FRAC_PI_2);
    revolve(&[lower, upper].concat(), &mut rough);
    let lying = |[x, y, z]: Point| [y, -x, z];
    rough.mapped(lying, lying)
}

pub(super) fn millimetres(tenths: u16) -> f64 {
    f64::from(tenths) / 10.0
}

/// Round the circle about the axis at `centre`, from an angle above the horizon to another.
fn arc(radius: f64, centre: f64, from: f64, to: f64) -> Vec<Knee> {
    let steps = libm::ceil((to - from) / (PI / 24.0) - 1e-9).max(1.0);
    let knee = |step: f64| {
        let angle = from + (to - from) * step / steps;
        // On the axis exactly: there the surface closes.
        let distance = if FRAC_PI_2 - angle.abs() < 1e-9 { 0.0 } else { radius * libm::cos(angle) };
        [distance, centre + radius * libm::sin(angle)]
    };
    (0..=steps as u32).map(|step| knee(f64::from(step))).collect()
}

fn finish(profile: &mut Vec<Knee>, rough: &mut Rough) {
    if profile.len() > 1 {
        rough.hulls.push(loft(profile));
    }
    profile.clear();
}

/// The solid of revolution under a convex profile, from its lowest knee to its highest.
fn loft(profile: &[Knee]) -> Hull {
    let ring = |radius: f64| if radius > 0.0 { SIDES } else { 1 };
    let mut hull = Hull::default();
    let mut starts = Vec::new();
    for &[radius, height] in profile {
        starts.push(hull.points.len() as u16);
        hull.points.extend((0..ring(radius)).map(|side| around(side, SIDES, radius, height)));
    }
    let corner = |row: usize, side: usize| starts[row] + (side % ring(profile[row][0])) as u16;
    for row in 1..profile.len() {
        for side in 0..SIDES {
            let mut face = vec![
                corner(row - 1, side),
                corner(row, side),
                corner(row, side + 1),
                corner(row - 1, side + 1),
            ];
            face.dedup();
            if face.first() == face.last() {
                face.pop();
            }
            hull.faces.push(face);
        }
    }
    let top = profile.len() - 1;
    if ring(profile[0][0]) > 1 {
        hull.faces.push((0..SIDES).map(|side| corner(0, side)).collect());
    }
    if ring(profile[top][0]) > 1 {
        hull.faces.push((0..SIDES).rev().map(|side| corner(top, side)).collect());
    }
    hull
}

/// A hollow slice between two heights (inner radius, outer radius, height), cut into wedges like a cake.
fn wedges(low: [f64; 3], high: [f64; 3]) -> impl Iterator<Item = Hull> {
    let stride = SIDES / WEDGES;
    (0..WEDGES).map(move |wedge| {
        let sides = wedge * stride..=(wedge + 1) * stride;
        let sector = |[inner, outer, height]: [f64; 3]| -> Vec<Point> {
            let outside = sides.clone().map(|side| around(side, SIDES, outer, height));
            let inside = [*sides.end(), *sides.start()].map(|side| around(side, SIDES, inner * HOLE, height));
            outside.chain(inside).collect()
        };
        bridge(&sector(low), &sector(high))
    })
}

/// The convex body between two polygons with parallel sides, clockwise from above, the lower one first.
fn bridge(low: &[Point], high: &[Point]) -> Hull {
    let mut hull = Hull::default();
    let mut number = |point: Point| {
        let known = hull.points.iter().position(|&other| other == point);
        known.unwrap_or_else(|| {
            hull.points.push(point);
            hull.points.len() - 1
        }) as u16
    };
    let low: Vec<u16> = low.iter().map(|&point| number(point)).collect();
    let high: Vec<u16> = high.iter().map(|&point| number(point)).collect();
    let count = low.len();
    let sides = (0..count).map(|side| {
        let next = (side + 1) % count;
        vec![low[side], high[side], high[next], low[next]]
    });
    let ends = [low.clone(), high.iter().rev().copied().collect()];
    for mut face in sides.chain(ends) {
        face.dedup();
        while face.len() > 1 && face.first() == face.last() {
            face.pop();
        }
        if face.len() > 2 {
            hull.faces.push(face);
        }
    }
    hull
}

/// Corner `side` of a regular polygon about the axis. Sides are counted from x towards z: clockwise from above.
fn around(side: usize, sides: usize, radius: f64, height: f64) -> Point {
    if radius == 0.0 {
        return [0.0, height, 0.0];
    }
    let angle = TAU * (side % sides) as f64 / sides as f64;
    [radius * libm::cos(angle), height, radius * libm::sin(angle)]
}

/// Draws the surface that a profile sweeps: a closed line, counter-clockwise with the axis on its left.
fn revolve(profile: &[Knee], rough: &mut Rough) {
    let mut profile = profile.to_vec();
    profile.dedup();
    if profile.first() == profile.last() {
        profile.pop();
    }
    let count = profile.len();
    let outward = |line: usize| -> Knee {
        let (a, b) = (profile[line % count], profile[(line + 1) % count]);
        let [r, y, _] = unit([b[1] - a[1], a[0] - b[0], 0.0]);
        [r, y]
    };
    for line in 0..count {
        let (a, b) = (profile[line], profile[(line + 1) % count]);
        if a[0] == 0.0 && b[0] == 0.0 {
            continue;
        }
        let own = outward(line);
        let meeting = |other: Knee| {
            let cosine = own[0] * other[0] + own[1] * other[1];
            let [r, y, _] = unit([own[0] + other[0], own[1] + other[1], 0.0]);
            if cosine > SMOOTH { [r, y] } else { own }
        };
        let (at_a, at_b) = (meeting(outward(line + count - 1)), meeting(outward(line + 1)));
        for side in 0..DRAWN_SIDES {
            let corner = |[radius, height]: Knee, [r, y]: Knee, side: usize| {
                let [c, _, s] = around(side, DRAWN_SIDES, 1.0, 0.0);
                Corner { at: around(side, DRAWN_SIDES, radius, height), normal: [r * c, y, r * s] }
            };
            let next = side + 1;
            rough.surface.curved([
                corner(a, at_a, side),
                corner(b, at_b, side),
                corner(b, at_b, next),
                corner(a, at_a, next),
            ]);
        }
    }
}
