//! Contact patches: where two flat faces meet, the whole polygon in which they overlap carries the load.
//!
//! The engine keeps four points of such a polygon. That is enough for boxes, but discs, rings and arches rock on four points
//! of their rims. This dispatcher gives the engine all corners of the polygon, as several manifolds of four points at most,
//! and leaves every contact that is not face on face to the engine.

use super::polygon::{PatchPoint, clip, keep_convex_hull, mean, simplify};
use super::work::Work;
use rapier3d::geometry::{ContactData, ContactManifoldData};
use rapier3d::math::{Pose, Real, Vector};
use rapier3d::parry::bounding_volume::{Aabb, BoundingVolume};
use rapier3d::parry::query::details::{ContactManifoldsWorkspace, NormalConstraints};
use rapier3d::parry::query::{
    ClosestPoints, Contact, ContactManifold, DefaultQueryDispatcher, NonlinearRigidMotion,
    PersistentQueryDispatcher, QueryDispatcher, ShapeCastHit, ShapeCastOptions, ShapeDistance,
    ShapeIntersection, TrackedContact, Unsupported,
};
use rapier3d::parry::shape::{PackedFeatureId, Shape};

type Manifold = ContactManifold<ContactManifoldData, ContactData>;

/// Two faces lie on each other when their normals are opposite within 3 degrees: beyond that, no patch is within the
/// prediction distance anyway.
const FLAT: Real = 0.9986;
/// Patches in one plane within half a degree are one patch.
const COPLANAR: Real = 0.99995;
/// A patch is not computed anew while its points slide by less than this, in centimetres: 0.05 mm.
const SLIDE: Real = 0.005;
/// Patches in one plane within this are one patch, in centimetres.
const LEVEL: Real = 4.0 * SLIDE;
/// A new point takes over the impulse of an old one within this distance, in centimetres.
const SAME: Real = 20.0 * SLIDE;
/// Faces that overlap by more than this are not those that touch, in centimetres: 1 mm.
const DEEPEST: Real = 0.1;
/// The overlap of shapes of which one is inside the other, in centimetres.
const INSIDE: Real = -1.0;
/// The corners of a patch that are kept. A round face has 24; where one in three is missing, the patch is 3 % narrower.
const CORNERS: usize = 16;
/// The points of one manifold: what the engine's solver takes.
const POINTS: usize = 4;

/// The work of finding the contacts of two bodies that are near each other, whatever they are.
const PAIR_WORK: u64 = 150;
/// The work of updating the points that are known, for each.
const UPDATE_WORK: u64 = 15;
/// The work of comparing the boxes around two convex parts.
const BOX_WORK: u64 = 15;
/// The work of comparing two faces, and of cutting one by the other, for each corner.
const FACE_WORK: u64 = 2;
const CORNER_WORK: u64 = 40;
/// The work of leaving two convex parts to the engine, and how much more it is for each of their faces.
const ENGINE_WORK: u64 = 2_000;
const ENGINE_FACE_WORK: u64 = 30;

/// The engine's contact detection, with whole patches where two faces lie on each other. It counts its work.
#[derive(Clone, Debug, Default)]
pub(super) struct PatchDispatcher {
    pub work: Work,
}

/// Points of contact with the same normal.
struct Patch {
    normal: Vector,
    /// The distance of the plane from the origin along the normal, in the frames of the first and the second shape.
    level: [Real; 2],
    kind: Kind,
    points: Vec<PatchPoint>,
}

/// How a patch was found.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Kind {
    /// Face on face, here.
    Flat,
    /// Anything else, by the engine.
    Other,
}

/// A flat face: its outward normal and its corners, in order.
struct Face {
    normal: Vector,
    corners: Vec<Vector>,
}

impl PersistentQueryDispatcher<ContactManifoldData, ContactData> for PatchDispatcher {
    fn contact_manifolds(
        &self,
        pos12: &Pose,
        shape1: &dyn Shape,
        shape2: &dyn Shape,
        prediction: Real,
        manifolds: &mut Vec<Manifold>,
        _: &mut Option<ContactManifoldsWorkspace>,
    ) -> Result<(), Unsupported> {
        let known: usize = manifolds.iter().map(|manifold| manifold.points.len()).sum();
        self.work.spend(PAIR_WORK + UPDATE_WORK * known as u64);
        if is_current(manifolds, pos12) {
            return Ok(());
        }
        let (parts1, parts2) = (parts(shape1), parts(shape2));
        let mut patches: Vec<Patch> = Vec::new();
        let boxes: Vec<Aabb> =
            parts1.iter().map(|(at, part)| part.compute_aabb(at).loosened(prediction)).collect();
        self.work.spend(BOX_WORK * (parts1.len() * parts2.len()) as u64);
        for (at2, part2) in &parts2 {
            let in1 = *pos12 * *at2;
            let around2 = part2.compute_aabb(&in1);
            for ((at1, part1), around1) in parts1.iter().zip(&boxes) {
                if around1.intersects(&around2)
                    && let Some(mut patch) =
                        self.patch_of(&(at1.inverse() * in1), *part1, *part2, prediction)?
                {
                    patch.transform(at1, at2, pos12);
                    add(&mut patches, patch);
                }
            }
        }
        let several = parts1.len() * parts2.len() > 1;
        for patch in patches.iter_mut().filter(|patch| patch.kind == Kind::Flat) {
            if several {
                keep_convex_hull(&mut patch.points, patch.normal);
            }
            simplify(&mut patch.points, CORNERS);
        }
        write_manifolds(&patches, pos12, manifolds);
        Ok(())
    }

    fn contact_manifold_convex_convex(
        &self,
        pos12: &Pose,
        shape1: &dyn Shape,
        shape2: &dyn Shape,
        normals1: Option<&dyn NormalConstraints>,
        normals2: Option<&dyn NormalConstraints>,
        prediction: Real,
        manifold: &mut Manifold,
    ) -> Result<(), Unsupported> {
        DefaultQueryDispatcher
            .contact_manifold_convex_convex(pos12, shape1, shape2, normals1, normals2, prediction, manifold)
    }
}

/// Whether the manifolds of the last step are still valid where the shapes are now; if so, updates their distances.
fn is_current(manifolds: &mut [Manifold], pos12: &Pose) -> bool {
    manifolds.iter().any(|manifold| !manifold.points.is_empty())
        && manifolds.iter_mut().all(|manifold| {
            manifold.points.is_empty() || manifold.try_update_contacts_eps(pos12, COPLANAR, SLIDE * SLIDE)
        })
}

/// The convex parts of a shape, with their poses in it.
fn parts(shape: &dyn Shape) -> Vec<(Pose, &dyn Shape)> {
    match shape.as_compound() {
        Some(compound) => compound.shapes().iter().map(|(at, part)| (*at, &**part)).collect(),
        None => vec![(Pose::IDENTITY, shape)],
    }
}

impl PatchDispatcher {
    /// The least distance between the surfaces of two shapes, negative if they overlap; `None` if it is more than
    /// `prediction`. Where moving them apart by `deepest` along the contact does not free them, they overlap by a centimetre:
    /// what the engine says of shapes that are deep inside each other can't be relied on.
    pub fn gap(
        &self,
        pos12: &Pose,
        shape1: &dyn Shape,
        shape2: &dyn Shape,
        prediction: Real,
        deepest: Real,
    ) -> Result<Option<Real>, Unsupported> {
        let (parts1, parts2) = (parts(shape1), parts(shape2));
        self.work.spend(PAIR_WORK + BOX_WORK * (parts1.len() * parts2.len()) as u64);
        let mut least: Option<Real> = None;
        for (at2, part2) in &parts2 {
            let in1 = *pos12 * *at2;
            let around2 = part2.compute_aabb(&in1).loosened(prediction);
            for (at1, part1) in &parts1 {
                if !part1.compute_aabb(at1).intersects(&around2) {
                    continue;
                }
                let between = at1.inverse() * in1;
                let patch = self.patch_of(&between, *part1, *part2, prediction)?;
                let apart = patch.as_ref().map_or(Vector::ZERO, |patch| patch.normal * deepest);
                let freed = Pose::from_parts(between.translation + apart, between.rotation);
                let is_inside =
                    DefaultQueryDispatcher.intersection_test(&freed, *part1, *part2)?.intersecting;
                let points = patch.iter().flat_map(|patch| &patch.points);
                let gap = points.map(|point| point.gap).chain(is_inside.then_some(INSIDE)).reduce(Real::min);
                least = least.into_iter().chain(gap).reduce(Real::min);
            }
        }
        Ok(least)
    }

    /// The contacts of two convex shapes, in their own frames; `None` if there are none.
    fn patch_of(
        &self,
        pos12: &Pose,
        shape1: &dyn Shape,
        shape2: &dyn Shape,
        prediction: Real,
    ) -> Result<Option<Patch>, Unsupported> {
        if let Some((normal, points)) = self.flat_patch(pos12, shape1, shape2, prediction) {
            return Ok(Some(Patch { normal, level: [0.0; 2], kind: Kind::Flat, points }));
        }
        let faces = face_count(shape1) + face_count(shape2);
        self.work.spend(ENGINE_WORK + ENGINE_FACE_WORK * faces as u64);
        let mut found: Manifold = ContactManifold::with_data(0, 0, ContactManifoldData::default());
        DefaultQueryDispatcher
            .contact_manifold_convex_convex(pos12, shape1, shape2, None, None, prediction, &mut found)?;
        let points: Vec<PatchPoint> = found
            .points
            .iter()
            .map(|point| PatchPoint { on1: point.local_p1, on2: point.local_p2, gap: point.dist })
            .collect();
        Ok((!points.is_empty()).then_some(Patch {
            normal: found.local_n1,
            level: [0.0; 2],
            kind: Kind::Other,
            points,
        }))
    }

    /// The patch of the pair of opposite faces, among those that overlap when seen along their normal, that penetrate each
    /// other the least; `None` if there is no such pair.
    fn flat_patch(
        &self,
        pos12: &Pose,
        shape1: &dyn Shape,
        shape2: &dyn Shape,
        prediction: Real,
    ) -> Option<(Vector, Vec<PatchPoint>)> {
        let (count1, count2) = (face_count(shape1), face_count(shape2));
        self.work.spend(FACE_WORK * (count1 * count2) as u64);
        let normals2: Vec<Vector> =
            (0..count2).map(|face| pos12.rotation * face_normal(shape2, face)).collect();
        let mut best: Option<(Real, Vector, Vec<PatchPoint>)> = None;
        for face1 in 0..count1 {
            let normal1 = face_normal(shape1, face1);
            for (face2, normal2) in normals2.iter().enumerate() {
                if -normal1.dot(*normal2) < FLAT {
                    continue;
                }
                let (face1, face2) = (face(shape1, face1), face(shape2, face2));
                self.work.spend(CORNER_WORK * (face1.corners.len() + face2.corners.len()) as u64);
                let (normal, points) = overlap(pos12, &face1, &face2, prediction);
                let deepest = points.iter().fold(Real::MAX, |least, point| least.min(point.gap));
                let better = best.as_ref().is_none_or(|(least, _, _)| deepest > *least);
                if !points.is_empty() && deepest > -DEEPEST && better {
                    best = Some((deepest, normal, points));
                }
            }
        }
        best.map(|(_, normal, points)| (normal, points))
    }
}

/// The overlap of two faces, seen along the first one's normal.
fn overlap(pos12: &Pose, face1: &Face, face2: &Face, prediction: Real) -> (Vector, Vec<PatchPoint>) {
    let normal = face1.normal;
    let corners2: Vec<Vector> = face2.corners.iter().map(|corner| *pos12 * *corner).collect();
    let plane = normal.dot(mean(&face1.corners));
    let points = clip(&corners2, &face1.corners, normal)
        .into_iter()
        .filter_map(|point| {
            let gap = normal.dot(point) - plane;
            let on2 = pos12.inverse_transform_point(point);
            (gap < prediction).then_some(PatchPoint { on1: point - normal * gap, on2, gap })
        })
        .collect();
    (normal, points)
}

impl Patch {
    /// Transforms it from the frames of two parts to those of the shapes that they belong to.
    fn transform(&mut self, at1: &Pose, at2: &Pose, pos12: &Pose) {
        self.normal = at1.rotation * self.normal;
        for point in &mut self.points {
            point.on1 = *at1 * point.on1;
            point.on2 = *at2 * point.on2;
        }
        let first = self.points[0];
        let normal2 = pos12.rotation.inverse() * self.normal;
        self.level = [self.normal.dot(first.on1), normal2.dot(first.on2)];
    }

    /// Whether both are face on face in one plane.
    fn is_coplanar(&self, other: &Patch) -> bool {
        self.kind == Kind::Flat
            && other.kind == Kind::Flat
            && self.normal.dot(other.normal) > COPLANAR
            && self.level.iter().zip(other.level).all(|(mine, theirs)| (mine - theirs).abs() < LEVEL)
    }
}

/// Adds a patch, to the one in the same plane if there is one.
fn add(patches: &mut Vec<Patch>, patch: Patch) {
    match patches.iter_mut().find(|known| known.is_coplanar(&patch)) {
        Some(known) => known.points.extend(patch.points),
        None => patches.push(patch),
    }
}

/// Writes the patches as manifolds. Points take over the impulses of old points in the same place, so that the solver
/// starts a stack at rest from its solution. The list never shrinks: the engine identifies manifolds by their place in it.
fn write_manifolds(patches: &[Patch], pos12: &Pose, manifolds: &mut Vec<Manifold>) {
    let mut old: Vec<TrackedContact<ContactData>> =
        manifolds.iter().flat_map(|manifold| manifold.points.iter().copied()).collect();
    let mut filled = 0;
    for patch in patches {
        let points: Vec<TrackedContact<ContactData>> = patch
            .points
            .iter()
            .zip(0..)
            .map(|(patch_point, index)| {
                let id = PackedFeatureId::vertex(index);
                let mut point =
                    TrackedContact::new(patch_point.on1, patch_point.on2, id, id, patch_point.gap);
                if let Some(data) = take_nearest(&mut old, patch_point.on1) {
                    point.data = data;
                }
                point
            })
            .collect();
        // Neighbouring points go to different manifolds, so that each manifold supports on all sides.
        let count = points.len().div_ceil(POINTS);
        for offset in 0..count {
            if manifolds.len() == filled {
                manifolds.push(ContactManifold::with_data(0, 0, ContactManifoldData::default()));
            }
            let manifold = &mut manifolds[filled];
            filled += 1;
            manifold.local_n1 = patch.normal;
            manifold.local_n2 = pos12.rotation.inverse() * -patch.normal;
            manifold.points.clear();
            for point in points.iter().skip(offset).step_by(count) {
                manifold.points.push(*point);
            }
        }
    }
    for manifold in &mut manifolds[filled..] {
        manifold.points.clear();
    }
}

/// Removes the old point nearest to a place and returns its data; `None` if none is near enough.
fn take_nearest(old: &mut Vec<TrackedContact<ContactData>>, on1: Vector) -> Option<ContactData> {
    let distance = |point: &TrackedContact<ContactData>| point.local_p1.distance_squared(on1);
    let nearest = (0..old.len())
        .reduce(|best, index| if distance(&old[index]) < distance(&old[best]) { index } else { best })?;
    (distance(&old[nearest]) < SAME * SAME).then(|| old.remove(nearest).data)
}

fn face_count(shape: &dyn Shape) -> usize {
    match (shape.as_convex_polyhedron(), shape.as_cuboid()) {
        (Some(hull), _) => hull.faces().len(),
        (None, Some(_)) => 6,
        (None, None) => 0,
    }
}

fn face_normal(shape: &dyn Shape, face: usize) -> Vector {
    match shape.as_convex_polyhedron() {
        Some(hull) => hull.faces()[face].normal,
        None => {
            let mut normal = Vector::ZERO;
            normal[face / 2] = if face.is_multiple_of(2) { 1.0 } else { -1.0 };
            normal
        }
    }
}

fn face(shape: &dyn Shape, index: usize) -> Face {
    let normal = face_normal(shape, index);
    let mut corners = Vec::new();
    if let Some(hull) = shape.as_convex_polyhedron() {
        let face = &hull.faces()[index];
        let first = face.first_vertex_or_edge as usize;
        let ids = &hull.vertices_adj_to_face()[first..first + face.num_vertices_or_edges as usize];
        corners.extend(ids.iter().map(|id| hull.points()[*id as usize]));
    } else if let Some(cuboid) = shape.as_cuboid() {
        let half = cuboid.half_extents;
        let (out, across, along) = (index / 2, (index / 2 + 1) % 3, (index / 2 + 2) % 3);
        for (side, end) in [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)] {
            let mut corner = Vector::ZERO;
            corner[out] = normal[out] * half[out];
            corner[across] = side * half[across];
            corner[along] = end * half[along];
            corners.push(corner);
        }
    }
    Face { normal, corners }
}

/// Every other query goes to the engine.
impl QueryDispatcher for PatchDispatcher {
    fn intersection_test(
        &self,
        pos12: &Pose,
        shape1: &dyn Shape,
        shape2: &dyn Shape,
    ) -> Result<ShapeIntersection, Unsupported> {
        DefaultQueryDispatcher.intersection_test(pos12, shape1, shape2)
    }

    fn distance(
        &self,
        pos12: &Pose,
        shape1: &dyn Shape,
        shape2: &dyn Shape,
    ) -> Result<ShapeDistance, Unsupported> {
        DefaultQueryDispatcher.distance(pos12, shape1, shape2)
    }

    fn contact(
        &self,
        pos12: &Pose,
        shape1: &dyn Shape,
        shape2: &dyn Shape,
        prediction: Real,
    ) -> Result<Option<Contact>, Unsupported> {
        DefaultQueryDispatcher.contact(pos12, shape1, shape2, prediction)
    }

    fn closest_points(
        &self,
        pos12: &Pose,
        shape1: &dyn Shape,
        shape2: &dyn Shape,
        most: Real,
    ) -> Result<ClosestPoints, Unsupported> {
        DefaultQueryDispatcher.closest_points(pos12, shape1, shape2, most)
    }

    fn cast_shapes(
        &self,
        pos12: &Pose,
        velocity: Vector,
        shape1: &dyn Shape,
        shape2: &dyn Shape,
        options: ShapeCastOptions,
    ) -> Result<Option<ShapeCastHit>, Unsupported> {
        DefaultQueryDispatcher.cast_shapes(pos12, velocity, shape1, shape2, options)
    }

    fn cast_shapes_nonlinear(
        &self,
        motion1: &NonlinearRigidMotion,
        shape1: &dyn Shape,
        motion2: &NonlinearRigidMotion,
        shape2: &dyn Shape,
        start: Real,
        end: Real,
        stop_at_penetration: bool,
    ) -> Result<Option<ShapeCastHit>, Unsupported> {
        DefaultQueryDispatcher.cast_shapes_nonlinear(
            motion1,
            shape1,
            motion2,
            shape2,
            start,
            end,
            stop_at_penetration,
        )
    }
}
