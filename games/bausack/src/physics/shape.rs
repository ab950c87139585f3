//! A block's body: convex parts for the physics and a surface to draw, made from a form of the catalogue.

use super::mesh::{Corner, Mesh, Surface};
use super::{extrude, revolve};
use crate::block::{CatalogueBlock, Form};
use rapier3d::glamx::{DVec3, Vec3};

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
    pub extent: [Vec3; 2],
}

/// A convex part of a body.
#[derive(Clone, Debug)]
pub enum Part {
    /// A ball.
    Ball {
        /// Its centre.
        centre: Vec3,
        /// Its radius.
        radius: f32,
    },
    /// A convex polyhedron.
    Hull {
        /// Its corners.
        points: Vec<Vec3>,
        /// Its flat faces: corners counter-clockwise from outside. Round faces are 24-gons.
        faces: Vec<Vec<u16>>,
    },
}

/// A body while it is being made, in millimetres from any origin.
#[derive(Clone, Debug, Default)]
pub(super) struct ShapeBuilder {
    pub hulls: Vec<Hull>,
    /// The centre and the radius of each ball.
    pub balls: Vec<(DVec3, f64)>,
    pub surface: Surface,
}

/// A convex polyhedron, as in [`Part::Hull`].
#[derive(Clone, Debug, Default)]
pub(super) struct Hull {
    pub points: Vec<DVec3>,
    pub faces: Vec<Vec<u16>>,
}

impl Shape {
    /// The body of a block of the catalogue.
    pub fn of(block: &CatalogueBlock) -> Shape {
        let builder = ShapeBuilder::of(&block.form);
        let properties = builder.surface.volume_properties();
        let centre = properties.centre;
        let from_centre = |point: DVec3| (point - centre).as_vec3();
        let hulls = builder.hulls.into_iter().map(|hull| Part::Hull {
            points: hull.points.into_iter().map(from_centre).collect(),
            faces: hull.faces,
        });
        let balls = builder.balls.into_iter();
        let balls = balls.map(|(at, radius)| Part::Ball { centre: from_centre(at), radius: radius as f32 });
        let parts: Vec<Part> = hulls.chain(balls).collect();
        let density = f64::from(block.colour.density()); // g/l is µg/mm³, and a millionth of it g/mm³
        Shape {
            extent: extent(&parts),
            parts,
            round: rolls(&block.form),
            mesh: builder.surface.mesh(centre),
            volume: properties.volume as f32,
            mass: (properties.volume * density / 1000.0) as u32,
            inertia: properties.inertia.map(|row| row.map(|moment| (moment * density / 1e6) as f32)),
        }
    }
}

impl ShapeBuilder {
    pub(super) fn of(form: &Form) -> ShapeBuilder {
        match *form {
            Form::Cuboid([x, y, z]) => {
                let [x, y, z] = [x as i16, y as i16, z as i16];
                extrude::cuboids(&[[[-x / 2, 0, -z / 2], [x - x / 2, y, z - z / 2]]])
            }
            Form::Cuboids(boxes) => extrude::cuboids(boxes),
            Form::Column { sides, radius, height } => extrude::column(sides, radius, height),
            Form::Extruded { pieces, depth } => extrude::extruded(pieces, depth),
            Form::Arch { size, opening } => extrude::arch(size, opening),
            Form::HalfArch { size, opening } => extrude::half_arch(size, opening),
            Form::HalfRound { radius, depth } => extrude::half_round(radius, depth),
            Form::QuarterRound { radius, depth } => extrude::quarter_round(radius, depth),
            Form::Drilled { size, hole } => extrude::drilled(size, hole),
            Form::ConvexHull(points) => extrude::convex_body(points),
            Form::Revolved(stations) => revolve::revolved(stations),
            Form::Ball(radius) => revolve::ball(radius),
            Form::HalfBall(radius) => revolve::half_ball(radius),
            Form::Knob { foot, neck, ball } => revolve::knob(foot, neck, ball),
            Form::DumbBell { ball, rod, length } => revolve::dumb_bell(ball, rod, length),
            Form::Stacked(forms) => stacked(forms),
        }
    }

    pub(super) fn moved(self, by: DVec3) -> ShapeBuilder {
        self.mapped(|point| point + by, |normal| normal)
    }

    /// The same body with every point mapped by `map` and every normal by `rotate`, its rotation. Reflections are not
    /// allowed: they would turn the surface inside out.
    pub(super) fn mapped(
        mut self,
        map: impl Fn(DVec3) -> DVec3,
        rotate: impl Fn(DVec3) -> DVec3,
    ) -> ShapeBuilder {
        for hull in &mut self.hulls {
            for point in &mut hull.points {
                *point = map(*point);
            }
        }
        for (centre, _) in &mut self.balls {
            *centre = map(*centre);
        }
        self.surface =
            self.surface.mapped(|corner| Corner { at: map(corner.at), normal: rotate(corner.normal) });
        self
    }
}

/// See [`Form::Stacked`]: each form stands on the highest point of the one before.
fn stacked(forms: &[Form]) -> ShapeBuilder {
    let mut all = ShapeBuilder::default();
    let mut top = 0.0;
    for form in forms {
        let part = ShapeBuilder::of(form);
        let heights = part.surface.triangles.iter().flatten().map(|corner| corner.at.y);
        let (low, high) =
            heights.fold((f64::MAX, f64::MIN), |(low, high), height| (low.min(height), high.max(height)));
        let mut part = part.moved(DVec3::new(0.0, top - low, 0.0));
        top += high - low;
        all.hulls.append(&mut part.hulls);
        all.balls.append(&mut part.balls);
        all.surface.triangles.append(&mut part.surface.triangles);
    }
    all
}

/// Whether a body of that form can roll.
fn rolls(form: &Form) -> bool {
    match form {
        Form::HalfRound { .. }
        | Form::QuarterRound { .. }
        | Form::Revolved(_)
        | Form::Ball(_)
        | Form::HalfBall(_)
        | Form::Knob { .. }
        | Form::DumbBell { .. } => true,
        Form::Stacked(forms) => forms.iter().any(rolls),
        Form::Cuboid(_)
        | Form::Cuboids(_)
        | Form::Column { .. }
        | Form::Extruded { .. }
        | Form::Arch { .. }
        | Form::HalfArch { .. }
        | Form::Drilled { .. }
        | Form::ConvexHull(_) => false,
    }
}

/// The least and the greatest coordinates of the parts.
fn extent(parts: &[Part]) -> [Vec3; 2] {
    let mut extent = [Vec3::MAX, Vec3::MIN];
    let mut cover = |point: Vec3, radius: f32| {
        extent = [extent[0].min(point - radius), extent[1].max(point + radius)];
    };
    for part in parts {
        match part {
            Part::Ball { centre, radius } => cover(*centre, *radius),
            Part::Hull { points, .. } => points.iter().for_each(|point| cover(*point, 0.0)),
        }
    }
    extent
}
