//! Where a block could be laid on a tower, from the faces of both.

use super::drop::straight;
use super::frame::Point;
use super::outline::{longest, outline, room};
use super::placement::whole_pose;
use super::planes::{Cover, planes};
use super::sides::{Side, arc, sides, yaw};
use super::solid::{CENTIMETRES, Solid};
use super::wobble::{Body, Stance};
use crate::gesture::Path;
use crate::{Block, Pose};
use rapier3d::math::{Pose as At, Real, Rotation, Vector};
use std::f64::consts::FRAC_PI_4;

/// A level place on top of a block of a tower.
pub struct Perch {
    body: usize,
    normal: Point,
    corners: Vec<Point>,
    outline: Vec<[f64; 2]>,
    centre: Point,
    room: f64,
    cover: Cover,
}

/// A way to lay a block: over which point, turned how.
#[derive(Copy, Clone, Debug)]
pub struct Layout {
    /// Where its centre of mass comes down, along x and z, in millimetres.
    pub over: [f64; 2],
    /// How it is turned.
    pub turn: Rotation,
}

/// Faces steeper than this are no perch: the cosine of 12°.
const LEVEL: f64 = 0.978;
/// A perch has more room than this about its middle, in millimetres.
const LEAST: f64 = 1.5;
/// Perches that are looked at: the best ones.
const MOST: usize = 10;
/// How far above everything a block begins to come down, in centimetres.
const ABOVE: Real = 2.0;
/// What a next block might weigh, in milligrams, and how high its centre is, in millimetres.
const NEXT: (f64, f64) = (25_000.0, 15.0);

/// The level places of a tower, the highest and roomiest first.
pub fn perches(stance: &Stance) -> Vec<Perch> {
    let mut perches: Vec<Perch> = Vec::new();
    for (index, body) in stance.bodies.iter().enumerate() {
        let level = planes(body.block).iter().map(|plane| (plane, body.frame.aim(plane.normal)));
        let level = level.filter(|(_, normal)| normal[1] > LEVEL);
        perches.extend(level.filter_map(|(plane, normal)| {
            let corners = plane.corners.iter().map(|&corner| body.frame.place(corner)).collect();
            Perch::over(index, normal, corners, plane.cover)
        }));
    }
    let worth = |perch: &Perch| perch.centre[1] + 3.0 * perch.room.min(12.0);
    perches.sort_by(|a, b| worth(b).total_cmp(&worth(a)));
    perches.truncate(MOST);
    perches
}

/// Ways to lay a block on a tower, those that look best first.
pub fn layouts(stance: &Stance, block: Block) -> Vec<Layout> {
    if stance.bodies.is_empty() {
        return sides(block).iter().map(|side| Layout { over: [0.0; 2], turn: side.turn }).collect();
    }
    let perches = perches(stance);
    let lean = stance.margin().map_or([0.0; 2], |margin| margin.towards);
    let mut layouts: Vec<(usize, Layout)> = Vec::new();
    for (perch_rank, perch) in perches.iter().enumerate() {
        let mut spots = perch.spots(lean);
        let middle = |other: &Perch| [0, 2].map(|axis| (perch.centre[axis] + other.centre[axis]) / 2.0);
        // A bridge over two perches of one height.
        let level =
            |other: &&Perch| other.body != perch.body && (other.centre[1] - perch.centre[1]).abs() < 0.5;
        spots.extend(perches[perch_rank + 1..].iter().filter(level).map(middle));
        for (spot_rank, over) in spots.into_iter().enumerate() {
            for (side_rank, side) in sides(block).iter().enumerate() {
                for yaw_rank in 0..4 {
                    let rank = 3 * perch_rank + 2 * spot_rank + 3 * side_rank + [0, 2, 5, 6][yaw_rank];
                    let turn = perch.turn(side, yaw_rank);
                    layouts.push((rank, Layout { over, turn }));
                }
            }
        }
    }
    layouts.sort_by_key(|layout| layout.0);
    layouts.into_iter().map(|layout| layout.1).collect()
}

/// Where a block comes to touch the tower when it is lowered straight down; `None` where it would pass by the tower.
pub fn landing(stance: &Stance, block: Block, layout: &Layout) -> Option<Pose> {
    let (from, way) = descent(stance, block, layout);
    let at = raised(&from, -way);
    let rests = stance.bodies.is_empty() || !Solid::of(block).touches_table(&at);
    rests.then(|| whole_pose(&at))
}

/// The path of a hand that lowers a block straight down and lets go so many millimetres above what it would touch.
pub fn lowered(stance: &Stance, block: Block, layout: &Layout, drop: f64) -> Path {
    let (from, way) = descent(stance, block, layout);
    let to = raised(&from, drop as Real * CENTIMETRES - way);
    straight(&[whole_pose(&from), whole_pose(&to)])
}

/// Whence a block comes down, and how far, in centimetres.
fn descent(stance: &Stance, block: Block, layout: &Layout) -> (At, Real) {
    let solid = Solid::of(block);
    let [x, z] = layout.over.map(|millimetres| millimetres as Real * CENTIMETRES);
    let spans: Vec<(Real, Real)> = stance.bodies.iter().map(|body| body.solid.span(&body.at)).collect();
    let top = spans.iter().fold(0.0, |top: Real, span| top.max(span.1));
    let low = solid.span(&At::from_parts(Vector::new(x, 0.0, z), layout.turn)).0;
    let from = At::from_parts(Vector::new(x, top + ABOVE - low, z), layout.turn);
    let mut way = top + ABOVE;
    let mut order: Vec<usize> = (0..spans.len()).collect();
    order.sort_by(|&a, &b| spans[b].1.total_cmp(&spans[a].1));
    for index in order {
        let body = &stance.bodies[index];
        if top + ABOVE - way >= spans[index].1 {
            break; // The others are lower than where it lies already.
        }
        let aside = Vector::new(body.at.translation.x - x, 0.0, body.at.translation.z - z).length();
        if aside < solid.reach + body.solid.reach {
            way = solid.fall(&from, body.solid, &body.at).map_or(way, |fall| way.min(fall));
        }
    }
    (from, way)
}

fn raised(at: &At, by: Real) -> At {
    At::from_parts(at.translation + Vector::new(0.0, by, 0.0), at.rotation)
}

/// The tower with one more block at a place, if that can stand, and how safely, in millimetres.
pub fn laid(stance: &Stance, block: Block, pose: &Pose) -> Option<(Stance, f64)> {
    let mut laid = stance.clone();
    laid.add(block, pose);
    if !laid.last_is_supported() {
        return None;
    }
    let margin = laid.margin()?.millimetres;
    Some((laid, margin))
}

/// How safely the tower would stand with a middling block more on the best of its perches, in millimetres.
pub fn promise(stance: &Stance) -> f64 {
    let on = |perch: &Perch| {
        let centre = [perch.centre[0], perch.centre[1] + NEXT.1, perch.centre[2]];
        stance
            .margin_under(NEXT.0, perch.body, &perch.corners, centre)
            .map_or(0.0, |margin| margin.millimetres)
    };
    // A perch under a roof is none.
    let bare = |perch: &&Perch| {
        let roof = |(index, body): (usize, &Body)| {
            let [x, y, z] = body.frame.at;
            index != perch.body && y > perch.centre[1] && room(&perch.outline, [x, z]) > 0.0
        };
        perch.cover == Cover::Bare && !stance.bodies.iter().enumerate().any(roof)
    };
    perches(stance).iter().filter(bare).take(3).map(on).fold(0.0, f64::max)
}

impl Layout {
    /// Over another point, and turned on by so many degrees about x, y and z.
    #[must_use]
    pub fn shaken(&self, over: [f64; 2], degrees: [f64; 3]) -> Layout {
        let [x, y, z] = degrees.map(|degrees| libm::sin(degrees.to_radians() / 2.0));
        let w = (1.0 - x * x - y * y - z * z).max(0.0).sqrt();
        let [x, y, z, w] = [x, y, z, w].map(|part| part as Real);
        Layout { over, turn: Rotation::from_xyzw(x, y, z, w) * self.turn }
    }
}

impl Perch {
    fn over(body: usize, normal: Point, corners: Vec<Point>, cover: Cover) -> Option<Perch> {
        let outline = outline(corners.iter().map(|&[x, _, z]| [x, z]).collect());
        let share = 1.0 / corners.len() as f64;
        let centre = [0, 1, 2].map(|axis| corners.iter().map(|corner| corner[axis]).sum::<f64>() * share);
        let room = room(&outline, [centre[0], centre[2]]);
        (room > LEAST).then_some(Perch { body, normal, corners, outline, centre, room, cover })
    }

    /// Points to lay a block over: the middle, away from where the tower leans, and towards the rim.
    fn spots(&self, lean: [f64; 2]) -> Vec<[f64; 2]> {
        let middle = [self.centre[0], self.centre[2]];
        let beside =
            |direction: [f64; 2], by: f64| [middle[0] + direction[0] * by, middle[1] + direction[1] * by];
        let angle = longest(&self.outline);
        let (along, across) = ([libm::cos(angle), -libm::sin(angle)], [libm::sin(angle), libm::cos(angle)]);
        let half = |direction: [f64; 2]| {
            let reach = |corner: &[f64; 2]| {
                (corner[0] - middle[0]) * direction[0] + (corner[1] - middle[1]) * direction[1]
            };
            self.outline.iter().map(reach).fold(0.0, f64::max) / 2.0
        };
        let back = [-lean[0], -lean[1]];
        let mut spots = vec![middle, beside(back, 3.0), beside(back, 7.0)];
        for direction in [along, across, along.map(|x| -x), across.map(|x| -x)] {
            spots.push(beside(direction, half(direction)));
        }
        spots.retain(|spot| room(&self.outline, *spot) > 0.0);
        spots
    }

    /// Flat on the perch, edges along edges, then by eighths of a turn.
    fn turn(&self, side: &Side, eighths: usize) -> Rotation {
        let about = longest(&self.outline) - side.along + [0.0, 2.0, 1.0, 3.0][eighths] * FRAC_PI_4;
        arc([0.0, 1.0, 0.0], self.normal) * yaw(about) * side.turn
    }
}
