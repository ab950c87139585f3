//! Where a block could be laid on a tower, from the faces of both.

use super::convex::{convex_hull, inner_distance, longest_edge_angle};
use super::drop::{Pace, paced_path, straight_path};
use super::planes::{Cover, planes};
use super::pose::{raised, whole_pose};
use super::sides::{Side, rotation_between, sides, yaw};
use super::solid::{CENTIMETRES, Solid};
use super::stability::{PlacedBlock, StaticTower};
use crate::gesture::Path;
use crate::{Block, Pose};
use rapier3d::glamx::{DVec2, DVec3, Vec3Swizzles as _};
use rapier3d::math::{Pose as EnginePose, Real, Rotation, Vector};
use std::f64::consts::FRAC_PI_4;

/// A level face of a block of a tower, on which another block could lie.
struct TopFace {
    /// The block, by its index in the tower.
    block: usize,
    normal: DVec3,
    corners: Vec<DVec3>,
    /// The face seen from above, along x and z.
    outline: Vec<DVec2>,
    centre: DVec3,
    /// The distance from its centre to its nearest edge, in millimetres.
    radius: f64,
    cover: Cover,
}

/// A way to lay a block.
#[derive(Copy, Clone, Debug)]
pub struct Candidate {
    /// Where its centre of mass comes down, along x and z, in millimetres.
    pub over: DVec2,
    /// How it is turned.
    pub rotation: Rotation,
}

/// The normal of a level face points up by more than this: the cosine of 12°.
const LEVEL: f64 = 0.978;
/// The least radius of a face that is considered, in millimetres.
const LEAST_RADIUS: f64 = 1.5;
/// The number of faces that are considered: the best ones.
const MOST_FACES: usize = 10;
/// How far above everything a block begins to come down, in centimetres.
const ABOVE: Real = 2.0;
/// A block of average size: its mass in milligrams, and the height of its centre in millimetres.
const AVERAGE_BLOCK: (f64, f64) = (25_000.0, 15.0);

/// The level faces of a tower, the highest and widest first.
fn top_faces(tower: &StaticTower) -> Vec<TopFace> {
    let mut faces: Vec<TopFace> = Vec::new();
    for (index, placed) in tower.blocks.iter().enumerate() {
        let level = planes(placed.block)
            .iter()
            .map(|plane| (plane, placed.frame.transform_vector3(plane.normal)))
            .filter(|(_, normal)| normal.y > LEVEL);
        faces.extend(level.filter_map(|(plane, normal)| {
            let corners = plane.corners.iter().map(|&corner| placed.frame.transform_point3(corner)).collect();
            TopFace::new(index, normal, corners, plane.cover)
        }));
    }
    let score = |face: &TopFace| face.centre.y + 3.0 * face.radius.min(12.0);
    faces.sort_by(|a, b| score(b).total_cmp(&score(a)));
    faces.truncate(MOST_FACES);
    faces
}

/// The ways to lay a block on a tower, the most promising first.
pub fn list(tower: &StaticTower, block: Block) -> Vec<Candidate> {
    if tower.blocks.is_empty() {
        let flat = |side: &Side| Candidate { over: DVec2::ZERO, rotation: side.rotation };
        return sides(block).iter().map(flat).collect();
    }
    let faces = top_faces(tower);
    let lean = tower.margin().map_or(DVec2::ZERO, |margin| margin.towards);
    let mut candidates: Vec<(usize, Candidate)> = Vec::new();
    for (face_rank, face) in faces.iter().enumerate() {
        let mut points = face.points(lean);
        // A bridge between two faces of one height.
        let level =
            |other: &&TopFace| other.block != face.block && (other.centre.y - face.centre.y).abs() < 0.5;
        let middle = |other: &TopFace| (face.centre.xz() + other.centre.xz()) / 2.0;
        points.extend(faces[face_rank + 1..].iter().filter(level).map(middle));
        for (point_rank, over) in points.into_iter().enumerate() {
            for (side_rank, side) in sides(block).iter().enumerate() {
                for yaw_rank in 0..4 {
                    let rank = 3 * face_rank + 2 * point_rank + 3 * side_rank + [0, 2, 5, 6][yaw_rank];
                    let rotation = face.rotation(side, yaw_rank);
                    candidates.push((rank, Candidate { over, rotation }));
                }
            }
        }
    }
    candidates.sort_by_key(|candidate| candidate.0);
    candidates.into_iter().map(|candidate| candidate.1).collect()
}

/// The pose in which a block first touches the tower when it is lowered straight down; `None` if it would miss the tower.
pub fn landing(tower: &StaticTower, block: Block, candidate: &Candidate) -> Option<Pose> {
    let (from, way) = descent(tower, block, candidate);
    let at = raised(&from, -way);
    let rests = tower.blocks.is_empty() || !Solid::of(block).touches_table(&at);
    rests.then(|| whole_pose(&at))
}

/// The path of a hand that lowers a block straight down and lets go so many millimetres above the first contact.
pub fn lowering_path(tower: &StaticTower, block: Block, candidate: &Candidate, drop: f64) -> Path {
    let (from, way) = descent(tower, block, candidate);
    let to = raised(&from, drop as Real * CENTIMETRES - way);
    straight_path(&[whole_pose(&from), whole_pose(&to)])
}

/// The path of a hand that does the same at a pace of its own.
pub fn lowering_at(tower: &StaticTower, block: Block, candidate: &Candidate, drop: f64, pace: Pace) -> Path {
    let (from, way) = descent(tower, block, candidate);
    paced_path(&from, &raised(&from, drop as Real * CENTIMETRES - way), pace)
}

/// Where a block begins to come down, and how far it gets until it touches something, in centimetres.
fn descent(tower: &StaticTower, block: Block, candidate: &Candidate) -> (EnginePose, Real) {
    let solid = Solid::of(block);
    let [x, z] = candidate.over.to_array().map(|millimetres| millimetres as Real * CENTIMETRES);
    let spans: Vec<(Real, Real)> = tower.blocks.iter().map(|placed| placed.solid.span(&placed.at)).collect();
    let top = spans.iter().fold(0.0, |top: Real, span| top.max(span.1));
    let low = solid.span(&EnginePose::from_parts(Vector::new(x, 0.0, z), candidate.rotation)).0;
    let from = EnginePose::from_parts(Vector::new(x, top + ABOVE - low, z), candidate.rotation);
    let mut way = top + ABOVE;
    let mut order: Vec<usize> = (0..spans.len()).collect();
    order.sort_by(|&a, &b| spans[b].1.total_cmp(&spans[a].1));
    for index in order {
        let placed = &tower.blocks[index];
        if top + ABOVE - way >= spans[index].1 {
            break; // The others are lower than where it lies already.
        }
        let aside = Vector::new(placed.at.translation.x - x, 0.0, placed.at.translation.z - z).length();
        if aside < solid.reach + placed.solid.reach {
            way = solid.fall(&from, placed.solid, &placed.at).map_or(way, |fall| way.min(fall));
        }
    }
    (from, way)
}

/// The tower with one more block in a pose, and its stability margin in millimetres; `None` if it can't stand.
pub fn with_block(tower: &StaticTower, block: Block, pose: &Pose) -> Option<(StaticTower, f64)> {
    let mut higher = tower.clone();
    higher.add(block, pose);
    if !higher.last_is_supported() {
        return None;
    }
    let margin = higher.margin()?.millimetres;
    Some((higher, margin))
}

/// The stability margin that the tower would have with one more block of average size on the best of its top faces, in
/// millimetres; 0 if there is no such face.
pub fn margin_with_next(tower: &StaticTower) -> f64 {
    let (mass, height) = AVERAGE_BLOCK;
    let margin_on = |face: &TopFace| {
        let centre = face.centre + DVec3::new(0.0, height, 0.0);
        let margin = tower.margin_with_load(mass, face.block, &face.corners, centre);
        margin.map_or(0.0, |margin| margin.millimetres)
    };
    // A face with another block above it is not free.
    let is_free = |face: &&TopFace| {
        let is_above = |(index, placed): (usize, &PlacedBlock)| {
            let centre = placed.frame.translation;
            index != face.block
                && centre.y > face.centre.y
                && inner_distance(&face.outline, centre.xz()) > 0.0
        };
        face.cover == Cover::Bare && !tower.blocks.iter().enumerate().any(is_above)
    };
    top_faces(tower).iter().filter(is_free).take(3).map(margin_on).fold(0.0, f64::max)
}

impl Candidate {
    /// The same over another point, rotated further by so many degrees about x, y and z.
    #[must_use]
    pub fn perturbed(&self, over: DVec2, degrees: [f64; 3]) -> Candidate {
        let [x, y, z] = degrees.map(|degrees| libm::sin(degrees.to_radians() / 2.0));
        let w = (1.0 - x * x - y * y - z * z).max(0.0).sqrt();
        let [x, y, z, w] = [x, y, z, w].map(|part| part as Real);
        Candidate { over, rotation: Rotation::from_xyzw(x, y, z, w) * self.rotation }
    }
}

impl TopFace {
    /// A face, unless it is too small.
    fn new(block: usize, normal: DVec3, corners: Vec<DVec3>, cover: Cover) -> Option<TopFace> {
        let outline = convex_hull(corners.iter().map(|corner| corner.xz()).collect());
        let centre = corners.iter().sum::<DVec3>() * (1.0 / corners.len() as f64);
        let radius = inner_distance(&outline, centre.xz());
        (radius > LEAST_RADIUS).then_some(TopFace { block, normal, corners, outline, centre, radius, cover })
    }

    /// The points over which a block could be laid: the centre, points against the direction in which the tower falls
    /// most easily, and points towards the rim.
    fn points(&self, lean: DVec2) -> Vec<DVec2> {
        let middle = self.centre.xz();
        let angle = longest_edge_angle(&self.outline);
        let along = DVec2::new(libm::cos(angle), -libm::sin(angle));
        let across = DVec2::new(libm::sin(angle), libm::cos(angle));
        let half_width = |direction: DVec2| {
            let reach = |corner: &DVec2| (*corner - middle).dot(direction);
            self.outline.iter().map(reach).fold(0.0, f64::max) / 2.0
        };
        let mut points = vec![middle, middle - lean * 3.0, middle - lean * 7.0];
        for direction in [along, across, -along, -across] {
            points.push(middle + direction * half_width(direction));
        }
        points.retain(|point| inner_distance(&self.outline, *point) > 0.0);
        points
    }

    /// The rotation that lays a side flat on the face, the longest edges of both parallel, and then turned about the
    /// vertical by 0, 2, 1 or 3 eighths.
    fn rotation(&self, side: &Side, yaw_rank: usize) -> Rotation {
        let edges = longest_edge_angle(&self.outline) - side.edge_angle;
        let about = edges + [0.0, 2.0, 1.0, 3.0][yaw_rank] * FRAC_PI_4;
        rotation_between(DVec3::Y, self.normal) * yaw(about) * side.rotation
    }
}
