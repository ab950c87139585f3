//! Solids of revolution about an upright axis, and bodies made of balls and such solids.

use super::mesh::Corner;
use super::shape::{Hull, ShapeBuilder};
use rapier3d::glamx::{DVec2, DVec3};
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

/// See [`crate::block::Form::Revolved`].
pub(super) fn revolved(stations: &[[u16; 3]]) -> ShapeBuilder {
    let stations: Vec<[f64; 3]> = stations.iter().map(|station| station.map(millimetres)).collect();
    let mut builder = ShapeBuilder::default();
    let outside = stations.iter().map(|&[height, _, outer]| DVec2::new(outer, height));
    let inside = stations.iter().rev().map(|&[height, inner, _]| DVec2::new(inner, height));
    revolve(&outside.chain(inside).collect::<Vec<DVec2>>(), &mut builder);
    let mut solid: Vec<DVec2> = Vec::new();
    for pair in stations.windows(2) {
        let [[low, inner, outer], [high, inner_above, outer_above]] = [pair[0], pair[1]];
        let is_step = low == high;
        let is_hollow = inner > 0.0 || inner_above > 0.0;
        let stays_convex = match solid[..] {
            // A part grows upward as long as it stays convex.
            [.., a, b] => (b - a).perp_dot(DVec2::new(outer_above, high) - b) >= 0.0,
            _ => false,
        };
        if !is_step && !is_hollow && stays_convex {
            solid.push(DVec2::new(outer_above, high));
            continue;
        }
        add_hull(&mut solid, &mut builder);
        if is_step {
            continue;
        }
        if is_hollow {
            builder.hulls.extend(wedges([inner, outer, low], [inner_above, outer_above, high]));
        } else {
            solid = vec![DVec2::new(outer, low), DVec2::new(outer_above, high)];
        }
    }
    add_hull(&mut solid, &mut builder);
    builder
}

/// See [`crate::block::Form::Ball`].
pub(super) fn ball(radius: u16) -> ShapeBuilder {
    let radius = millimetres(radius);
    let mut builder = ShapeBuilder { balls: vec![(DVec3::ZERO, radius)], ..ShapeBuilder::default() };
    revolve(&arc(radius, 0.0, -FRAC_PI_2, FRAC_PI_2), &mut builder);
    builder
}

/// See [`crate::block::Form::HalfBall`].
pub(super) fn half_ball(radius: u16) -> ShapeBuilder {
    let radius = millimetres(radius);
    let mut builder = ShapeBuilder::default();
    let profile = arc(radius, 0.0, 0.0, FRAC_PI_2);
    let coarse: Vec<DVec2> = profile.iter().step_by(2).copied().collect();
    builder.hulls.push(hull_of(&coarse));
    revolve(&[&[DVec2::ZERO], &profile[..]].concat(), &mut builder);
    builder
}

/// See [`crate::block::Form::Knob`].
pub(super) fn knob(foot: [u16; 2], neck: [u16; 2], ball: u16) -> ShapeBuilder {
    let ([foot, foot_height], [neck, neck_height]) = (foot.map(millimetres), neck.map(millimetres));
    let radius = millimetres(ball);
    let shoulder = foot_height + neck_height;
    let centre = shoulder + (radius * radius - neck * neck).sqrt();
    let balls = vec![(DVec3::new(0.0, centre, 0.0), radius)];
    let mut builder = ShapeBuilder { balls, ..ShapeBuilder::default() };
    builder.hulls.push(hull_of(&[[foot, 0.0], [foot, foot_height]].map(DVec2::from)));
    builder.hulls.push(hull_of(&[[neck, foot_height], [neck, shoulder]].map(DVec2::from)));
    let lower = [[0.0, 0.0], [foot, 0.0], [foot, foot_height], [neck, foot_height]].map(DVec2::from);
    let upper = arc(radius, centre, -libm::acos(neck / radius), FRAC_PI_2);
    revolve(&[&lower[..], &upper].concat(), &mut builder);
    builder
}

/// See [`crate::block::Form::DumbBell`].
pub(super) fn dumb_bell(ball: u16, rod: u16, length: u16) -> ShapeBuilder {
    let [radius, rod, length] = [ball, rod, length].map(millimetres);
    let centre = length / 2.0 - radius;
    let neck = centre - (radius * radius - rod * rod).sqrt();
    let balls = [-centre, centre].map(|height| (DVec3::new(0.0, height, 0.0), radius)).to_vec();
    let mut builder = ShapeBuilder { balls, ..ShapeBuilder::default() };
    builder.hulls.push(hull_of(&[DVec2::new(rod, -neck), DVec2::new(rod, neck)]));
    let angle = libm::acos(rod / radius);
    let lower = arc(radius, -centre, -FRAC_PI_2, angle);
    let upper = arc(radius, centre, -angle, FRAC_PI_2);
    revolve(&[lower, upper].concat(), &mut builder);
    let lying = |point: DVec3| DVec3::new(point.y, -point.x, point.z);
    builder.mapped(lying, lying)
}

/// Tenths of a millimetre as millimetres.
pub(super) fn millimetres(tenths: u16) -> f64 {
    f64::from(tenths) / 10.0
}

/// Points of a profile (distance from the axis, height) along the circle about the axis at height `centre`, from one
/// angle above the horizontal to another.
fn arc(radius: f64, centre: f64, from: f64, to: f64) -> Vec<DVec2> {
    let steps = libm::ceil((to - from) / (PI / 24.0) - 1e-9).max(1.0);
    let point = |step: f64| {
        let angle = from + (to - from) * step / steps;
        // On the axis exactly: there the surface closes.
        let distance = if FRAC_PI_2 - angle.abs() < 1e-9 { 0.0 } else { radius * libm::cos(angle) };
        DVec2::new(distance, centre + radius * libm::sin(angle))
    };
    (0..=steps as u32).map(|step| point(f64::from(step))).collect()
}

/// Adds the part under a convex profile, if there is one, and empties the profile.
fn add_hull(profile: &mut Vec<DVec2>, builder: &mut ShapeBuilder) {
    if profile.len() > 1 {
        builder.hulls.push(hull_of(profile));
    }
    profile.clear();
}

/// The solid of revolution under a convex profile, from its lowest point to its highest.
fn hull_of(profile: &[DVec2]) -> Hull {
    let ring = |radius: f64| if radius > 0.0 { SIDES } else { 1 };
    let mut hull = Hull::default();
    let mut starts = Vec::new();
    for &DVec2 { x: radius, y: height } in profile {
        starts.push(hull.points.len() as u16);
        hull.points.extend((0..ring(radius)).map(|side| on_circle(side, SIDES, radius, height)));
    }
    let corner = |row: usize, side: usize| starts[row] + (side % ring(profile[row].x)) as u16;
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
    if ring(profile[0].x) > 1 {
        hull.faces.push((0..SIDES).map(|side| corner(0, side)).collect());
    }
    if ring(profile[top].x) > 1 {
        hull.faces.push((0..SIDES).rev().map(|side| corner(top, side)).collect());
    }
    hull
}

/// A hollow slice between two heights (inner radius, outer radius, height), cut into wedges like a cake.
fn wedges(low: [f64; 3], high: [f64; 3]) -> impl Iterator<Item = Hull> {
    let stride = SIDES / WEDGES;
    (0..WEDGES).map(move |wedge| {
        let sides = wedge * stride..=(wedge + 1) * stride;
        let sector = |[inner, outer, height]: [f64; 3]| -> Vec<DVec3> {
            let outside = sides.clone().map(|side| on_circle(side, SIDES, outer, height));
            let inside =
                [*sides.end(), *sides.start()].map(|side| on_circle(side, SIDES, inner * HOLE, height));
            outside.chain(inside).collect()
        };
        prismatoid(&sector(low), &sector(high))
    })
}

/// The convex body between two polygons with parallel sides, clockwise from above, the lower one first.
fn prismatoid(low: &[DVec3], high: &[DVec3]) -> Hull {
    let mut hull = Hull::default();
    let mut index_of = |point: DVec3| {
        let known = hull.points.iter().position(|&other| other == point);
        known.unwrap_or_else(|| {
            hull.points.push(point);
            hull.points.len() - 1
        }) as u16
    };
    let low: Vec<u16> = low.iter().map(|&point| index_of(point)).collect();
    let high: Vec<u16> = high.iter().map(|&point| index_of(point)).collect();
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
fn on_circle(side: usize, sides: usize, radius: f64, height: f64) -> DVec3 {
    if radius == 0.0 {
        return DVec3::new(0.0, height, 0.0);
    }
    let angle = TAU * (side % sides) as f64 / sides as f64;
    DVec3::new(radius * libm::cos(angle), height, radius * libm::sin(angle))
}

/// Adds the surface that a profile sweeps about the axis: a closed line, counter-clockwise with the axis on its left.
fn revolve(profile: &[DVec2], builder: &mut ShapeBuilder) {
    let mut profile = profile.to_vec();
    profile.dedup();
    if profile.first() == profile.last() {
        profile.pop();
    }
    let count = profile.len();
    let outward = |line: usize| -> DVec2 {
        let (a, b) = (profile[line % count], profile[(line + 1) % count]);
        DVec2::new(b.y - a.y, a.x - b.x).normalize_or_zero()
    };
    for line in 0..count {
        let (a, b) = (profile[line], profile[(line + 1) % count]);
        if a.x == 0.0 && b.x == 0.0 {
            continue;
        }
        let own = outward(line);
        let smoothed =
            |other: DVec2| if own.dot(other) > SMOOTH { (own + other).normalize_or_zero() } else { own };
        let (at_a, at_b) = (smoothed(outward(line + count - 1)), smoothed(outward(line + 1)));
        for side in 0..DRAWN_SIDES {
            let corner = |point: DVec2, normal: DVec2, side: usize| {
                let direction = on_circle(side, DRAWN_SIDES, 1.0, 0.0);
                Corner {
                    at: on_circle(side, DRAWN_SIDES, point.x, point.y),
                    normal: DVec3::new(normal.x * direction.x, normal.y, normal.x * direction.z),
                }
            };
            let next = side + 1;
            builder.surface.add_curved([
                corner(a, at_a, side),
                corner(b, at_b, side),
                corner(b, at_b, next),
                corner(a, at_a, next),
            ]);
        }
    }
}
