//! The wobble meter: towers of real blocks, as the statics sees them.

use super::frame::{Frame, Point, wide};
use super::placement::engine_pose;
use super::shape::Part;
use super::solid::{CENTIMETRES, Solid, TOUCHING};
use super::statics::{self, Margin, Support, Touch, Weight};
use crate::{Block, Pose, Standing};
use rapier3d::math::{Pose as At, Vector};

/// A tower at rest: its weights, and where its blocks touch.
#[derive(Clone)]
pub struct Stance {
    pub(super) bodies: Vec<Body>,
    weights: Vec<Weight>,
    touches: Vec<Touch>,
}

/// A block somewhere.
#[derive(Copy, Clone)]
pub(super) struct Body {
    pub block: Block,
    pub solid: &'static Solid,
    pub at: At,
    pub frame: Frame,
}

/// How far every block's weight could be displaced before the tower falls, in micrometres; nothing if it should not
/// stand at all. See [`statics`].
pub fn margin(blocks: &[Standing]) -> u32 {
    Stance::of(blocks).margin().map_or(0, |margin| (margin.millimetres * 1000.0) as u32)
}

impl Stance {
    /// A tower at rest.
    pub fn of(blocks: &[Standing]) -> Stance {
        let mut stance = Stance { bodies: Vec::new(), weights: Vec::new(), touches: Vec::new() };
        for standing in blocks {
            stance.add(standing.block, &standing.pose);
        }
        stance
    }

    /// Puts one more block there.
    pub fn add(&mut self, block: Block, pose: &Pose) {
        let body = Body { block, solid: Solid::of(block), at: engine_pose(pose), frame: Frame::of(pose) };
        let index = self.bodies.len();
        self.touches.extend(touches(&self.bodies, index, &body));
        self.weights.push(Weight { mass: f64::from(block.mass()), centre: body.frame.at });
        self.bodies.push(body);
    }

    /// The highest point, in micrometres (S10).
    pub fn height(&self) -> u32 {
        let tops = self.bodies.iter().map(|body| body.solid.span(&body.at).1 / CENTIMETRES);
        (tops.fold(0.0, f32::max) * 1000.0) as u32
    }

    /// How safely it stands, if it does.
    pub fn margin(&self) -> Option<Margin> {
        statics::margin(&self.weights, &self.touches)
    }

    /// The blocks, by index, that don't stand with a margin of more than so many millimetres, whatever is below them.
    pub(super) fn doubtful(&self, millimetres: f64) -> Vec<usize> {
        statics::doubtful(&self.weights, &self.touches, millimetres)
    }

    /// Whether it could not stand even if all its weights were displaced by so many millimetres, whichever the direction.
    pub fn is_hopeless(&self, by: f64) -> bool {
        let directions = (0..16).map(|nth| f64::from(nth) * std::f64::consts::FRAC_PI_8);
        let ways = directions.map(|angle| [by * libm::cos(angle), by * libm::sin(angle)]);
        ways.chain([[0.0; 2]]).all(|[x, z]| {
            let mut weights = self.weights.clone();
            for weight in &mut weights {
                weight.centre = [weight.centre[0] + x, weight.centre[1], weight.centre[2] + z];
            }
            statics::margin(&weights, &self.touches).is_none()
        })
    }

    /// How safely it would stand with so many milligrams more on some points of a block, pressing as one.
    pub(super) fn margin_under(
        &self,
        mass: f64,
        block: usize,
        points: &[Point],
        centre: Point,
    ) -> Option<Margin> {
        let mut weights = self.weights.clone();
        let mut touches = self.touches.clone();
        let index = weights.len();
        weights.push(Weight { mass, centre });
        let up = [0.0, 1.0, 0.0];
        touches.extend(points.iter().map(|&at| Touch {
            block: index,
            on: Support::Block(block),
            at,
            push: up,
        }));
        statics::margin(&weights, &touches)
    }

    /// Whether the last block would stay where it is if all the others were glued to the table.
    pub(super) fn last_is_supported(&self) -> bool {
        let Some(last) = self.weights.len().checked_sub(1) else { return true };
        let own = self.touches.iter().filter(|touch| touch.block == last);
        let touches: Vec<Touch> = own.map(|touch| Touch { block: 0, on: Support::Table, ..*touch }).collect();
        statics::margin(&self.weights[last..], &touches).is_some()
    }
}

fn touches(bodies: &[Body], index: usize, body: &Body) -> Vec<Touch> {
    let mut touches = Vec::new();
    for (other, under) in bodies.iter().enumerate() {
        let contacts = under.solid.contacts(&under.at, body.solid, &body.at, TOUCHING);
        touches.extend(contacts.iter().filter(|contact| contact.gap < TOUCHING).map(|contact| Touch {
            block: index,
            on: Support::Block(other),
            at: millimetres(contact.point),
            push: point(contact.normal),
        }));
    }
    if body.solid.touches_table(&body.at) {
        let near = f64::from(TOUCHING / CENTIMETRES);
        let mut corners: Vec<Point> = Vec::new();
        for part in &body.block.shape().parts {
            match part {
                Part::Ball { centre, radius } => {
                    let [x, y, z] = body.frame.place(wide(*centre));
                    corners.push([x, y - f64::from(*radius), z]);
                }
                Part::Hull { points, .. } => {
                    corners.extend(points.iter().map(|&p| body.frame.place(wide(p))));
                }
            }
        }
        let on_table = corners.into_iter().filter(|corner| corner[1] < near);
        touches.extend(on_table.map(|at| Touch {
            block: index,
            on: Support::Table,
            at,
            push: [0.0, 1.0, 0.0],
        }));
    }
    touches
}

pub(super) fn millimetres(point: Vector) -> Point {
    point.to_array().map(|x| f64::from(x / CENTIMETRES))
}

fn point(direction: Vector) -> Point {
    direction.to_array().map(f64::from)
}
