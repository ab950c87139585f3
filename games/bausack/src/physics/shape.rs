//! A block's body: a form of the catalogue, carved into convex parts and a surface to draw.

use super::frame::{Point, minus, plus};
use super::mesh::{Corner, Mesh, Surface};
use super::{lathe, saw};
use crate::block::{Entry, Form};

/// A block's body, in its own frame: millimetres, the origin at the centre of mass, y up as it lies in the catalogue.
#[derive(Clone, Debug)]
pub struct Shape {
    /// Convex parts that make up the body.
    pub parts: Vec<Part>,
    /// Whether it can roll.
    pub round: bool,
    /// The surface to draw.
    pub mesh: Mesh,
    /// Cubic millimetres.
    pub volume: f32,
    /// Milligrams.
    pub mass: u32,
    /// The inertia tensor about the centre of mass, in g·mm².
    pub inertia: [[f32; 3]; 3],
    /// The least and the greatest coordinates of the parts.
    pub extent: [[f32; 3]; 2],
}

/// A convex part of a body.
#[derive(Clone, Debug)]
pub enum Part {
    /// A ball.
    Ball {
        /// Its centre.
        centre: [f32; 3],
        /// Its radius.
        radius: f32,
    },
    /// A convex polyhedron.
    Hull {
        /// Its corners.
        points: Vec<[f32; 3]>,
        /// Its flat faces: corners counter-clockwise from outside. Round faces are 24-gons.
        faces: Vec<Vec<u16>>,
    },
}

/// A body while it is being made, wherever its origin may be.
#[derive(Clone, Debug, Default)]
pub(super) struct Rough {
    pub hulls: Vec<Hull>,
    pub balls: Vec<(Point, f64)>,
    pub surface: Surface,
}

/// A convex polyhedron, as in [`Part::Hull`].
#[derive(Clone, Debug, Default)]
pub(super) struct Hull {
    pub points: Vec<Point>,
    pub faces: Vec<Vec<u16>>,
}

impl Shape {
    /// Carves a block.
    pub fn of(entry: &Entry) -> Shape {
        let rough = Rough::of(&entry.form);
        let bulk = rough.surface.bulk();
        let centre = bulk.centre;
        let narrow = |point: Point| minus(point, centre).map(|x| x as f32);
        let hulls = rough.hulls.into_iter().map(|hull| Part::Hull {
            points: hull.points.into_iter().map(narrow).collect(),
            faces: hull.faces,
        });
        let balls = rough.balls.into_iter();
        let balls = balls.map(|(at, radius)| Part::Ball { centre: narrow(at), radius: radius as f32 });
        let parts: Vec<Part> = hulls.chain(balls).collect();
        let density = f64::from(entry.colour.density()); // g/l is µg/mm³, and a millionth of it g/mm³
        Shape {
            extent: extent(&parts),
            parts,
            round: rolls(&entry.form),
            mesh: rough.surface.mesh(centre),
            volume: bulk.volume as f32,
            mass: (bulk.volume * density / 1000.0) as u32,
            inertia: bulk.inertia.map(|row| row.map(|moment| (moment * density / 1e6) as f32)),
        }
    }
}

impl Rough {
    pub(super) fn of(form: &Form) -> Rough {
        match *form {
            Form::Cuboid([x, y, z]) => {
                let [x, y, z] = [x as i16, y as i16, z as i16];
                saw::joined(&[[[-x / 2, 0, -z / 2], [x - x / 2, y, z - z / 2]]])
            }
            Form::Joined(boxes) => saw::joined(boxes),
            Form::Column { sides, radius, height } => saw::column(sides, radius, height),
            Form::Sawn { pieces, depth } => saw::sawn(pieces, depth),
            Form::Arch { size, opening } => saw::arch(size, opening),
            Form::HalfArch { size, opening } => saw::half_arch(size, opening),
            Form::HalfRound { radius, depth } => saw::half_round(radius, depth),
            Form::QuarterRound { radius, depth } => saw::quarter_round(radius, depth),
            Form::Drilled { size, hole } => saw::drilled(size, hole),
            Form::Solid(points) => saw::solid(points),
            Form::Turned(stations) => lathe::turned(stations),
            Form::Ball(radius) => lathe::ball(radius),
            Form::HalfBall(radius) => lathe::half_ball(radius),
            Form::Knob { foot, neck, ball } => lathe::knob(foot, neck, ball),
            Form::DumbBell { ball, rod, length } => lathe::dumb_bell(ball, rod, length),
            Form::Stacked(forms) => stacked(forms),
        }
    }

    pub(super) fn moved(self, by: Point) -> Rough {
        self.mapped(|point| plus(point, by), |normal| normal)
    }

    /// Turned and moved: `turn` may turn only, so that inside stays inside.
    pub(super) fn mapped(mut self, map: impl Fn(Point) -> Point, turn: impl Fn(Point) -> Point) -> Rough {
        for hull in &mut self.hulls {
            for point in &mut hull.points {
                *point = map(*point);
            }
        }
        for (centre, _) in &mut self.balls {
            *centre = map(*centre);
        }
        self.surface =
            self.surface.mapped(|corner| Corner { at: map(corner.at), normal: turn(corner.normal) });
        self
    }
}

/// Each form on the highest point of the one before.
fn stacked(forms: &[Form]) -> Rough {
    let mut all = Rough::default();
    let mut top = 0.0;
    for form in forms {
        let part = Rough::of(form);
        let heights = part.surface.triangles.iter().flatten().map(|corner| corner.at[1]);
        let (low, high) =
            heights.fold((f64::MAX, f64::MIN), |(low, high), height| (low.min(height), high.max(height)));
        let mut part = part.moved([0.0, top - low, 0.0]);
        top += high - low;
        all.hulls.append(&mut part.hulls);
        all.balls.append(&mut part.balls);
        all.surface.triangles.append(&mut part.surface.triangles);
    }
    all
}

fn rolls(form: &Form) -> bool {
    match form {
        Form::HalfRound { .. }
        | Form::QuarterRound { .. }
        | Form::Turned(_)
        | Form::Ball(_)
        | Form::HalfBall(_)
        | Form::Knob { .. }
        | Form::DumbBell { .. } => true,
        Form::Stacked(forms) => forms.iter().any(rolls),
        Form::Cuboid(_)
        | Form::Joined(_)
        | Form::Column { .. }
        | Form::Sawn { .. }
        | Form::Arch { .. }
        | Form::HalfArch { .. }
        | Form::Drilled { .. }
        | Form::Solid(_) => false,
    }
}

fn extent(parts: &[Part]) -> [[f32; 3]; 2] {
    let mut extent = [[f32::MAX; 3], [f32::MIN; 3]];
    let mut cover = |point: &[f32; 3], radius: f32| {
        for (axis, x) in point.iter().enumerate() {
            extent[0][axis] = extent[0][axis].min(x - radius);
            extent[1][axis] = extent[1][axis].max(x + radius);
        }
    };
    for part in parts {
        match part {
            Part::Ball { centre, radius } => cover(centre, *radius),
            Part::Hull { points, .. } => points.iter().for_each(|point| cover(point, 0.0)),
        }
    }
    extent
}
