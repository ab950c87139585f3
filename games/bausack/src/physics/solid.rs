//! A block as a rigid body of the engine: centimetres and kilograms.

use super::patch::PatchDispatcher;
use super::per_block::PerBlock;
use super::shape::{Part, Shape};
use super::work::Work;
use crate::Block;
use rapier3d::math::{Matrix, Pose, Real, Vector};
use rapier3d::parry::bounding_volume::{Aabb, BoundingVolume};
use rapier3d::parry::query::{PersistentQueryDispatcher, ShapeCastOptions, cast_shapes};
use rapier3d::prelude::{MassProperties, SharedShape};

/// Engine units in a millimetre: the engine counts in centimetres.
pub(super) const CENTIMETRES: Real = 0.1;

/// Engine units in a gram: the engine counts in kilograms.
const KILOGRAMS: Real = 0.001;

/// Blocks nearer than this touch, in centimetres: 0.1 mm, the thickness of a sheet of paper.
pub(super) const TOUCHING: Real = 0.01;

/// A rigid body that can be inserted into a world. Cheap to clone: the shape is shared.
#[derive(Clone)]
pub struct Solid {
    pub(super) shape: SharedShape,
    pub(super) mass: MassProperties,
    /// The distance of its farthest point from its centre of mass.
    pub(super) reach: Real,
    /// The radius on which it rolls, if it does.
    pub(super) rolls: Option<Real>,
}

impl Solid {
    /// A cuboid of so many millimetres and grams, for experiments.
    pub fn cuboid(size: [Real; 3], grams: Real) -> Self {
        let half = Vector::from(size) * CENTIMETRES / 2.0;
        let corners: Vec<Vector> = (0..8)
            .map(|corner| {
                half * Vector::from([1, 2, 4].map(|bit| if corner & bit == 0 { -1.0 } else { 1.0 }))
            })
            .collect();
        let shape = SharedShape::convex_hull(&corners).expect("a cuboid is solid");
        let mut mass = shape.mass_properties(1.0);
        mass.set_mass(grams * KILOGRAMS, true);
        Solid { shape, mass, reach: half.length(), rolls: None }
    }

    /// The solid of a block of the catalogue, made once.
    pub fn of(block: Block) -> &'static Self {
        static SOLIDS: PerBlock<Solid> = PerBlock::new();
        SOLIDS.get_or_init(block, || Solid::from_shape(block.shape()))
    }

    fn from_shape(shape: &Shape) -> Self {
        let parts: Vec<(Pose, SharedShape)> = shape.parts.iter().map(engine_part).collect();
        let reach = shape.parts.iter().fold(0.0, |most: Real, part| most.max(reach(part)));
        let shared = match <[_; 1]>::try_from(parts) {
            Ok([(at, part)]) if at == Pose::IDENTITY => part,
            Ok(one) => SharedShape::compound(one.to_vec()),
            Err(several) => SharedShape::compound(several),
        };
        let grams = shape.mass as Real * 0.001;
        // g·mm² to kg·cm².
        let inertia =
            shape.inertia.map(|row| row.map(|moment| moment * KILOGRAMS * CENTIMETRES * CENTIMETRES));
        let inertia = Matrix::from_cols_array_2d(&inertia);
        let mass = MassProperties::with_inertia_matrix(Vector::ZERO, grams * KILOGRAMS, inertia);
        // Balls roll on their radius; what else is round rolls on about half of its size.
        let rolls = shape.round.then_some(match shape.parts[..] {
            [Part::Ball { radius, .. }] => radius * CENTIMETRES,
            _ => reach * 0.5,
        });
        Solid { shape: shared, mass, reach, rolls }
    }

    /// The heights of its lowest and its highest point in a pose.
    pub fn span(&self, at: &Pose) -> (Real, Real) {
        let bounds = self.bounding_box(at);
        (bounds.mins.y, bounds.maxs.y)
    }

    /// A bound of how far any point of it moves from one pose to another.
    pub fn displacement(&self, from: &Pose, to: &Pose) -> Real {
        displacement(from, to, self.reach)
    }

    /// Whether it touches the table in a pose.
    pub fn touches_table(&self, at: &Pose) -> bool {
        at.translation.y < self.reach + TOUCHING && self.span(at).0 < TOUCHING
    }

    /// Whether it touches or overlaps another.
    pub fn touches(&self, at: &Pose, other: &Solid, other_at: &Pose) -> bool {
        self.contacts(at, other, other_at, TOUCHING).iter().any(|contact| contact.gap < TOUCHING)
    }

    /// The points where it comes nearer than `prediction` to another.
    pub fn contacts(&self, at: &Pose, other: &Solid, other_at: &Pose, prediction: Real) -> Vec<Contact> {
        self.counted_contacts(at, other, other_at, prediction, &Work::default())
    }

    /// The same, with the work counted.
    pub(super) fn counted_contacts(
        &self,
        at: &Pose,
        other: &Solid,
        other_at: &Pose,
        prediction: Real,
        work: &Work,
    ) -> Vec<Contact> {
        let distance = at.translation.distance(other_at.translation);
        if distance > self.reach + other.reach + prediction {
            return Vec::new();
        }
        let mut manifolds = Vec::new();
        let between = at.inv_mul(other_at);
        let known = PatchDispatcher { work: work.clone() }.contact_manifolds(
            &between,
            &*self.shape,
            &*other.shape,
            prediction,
            &mut manifolds,
            &mut None,
        );
        known.expect("the engine knows balls and hulls");
        manifolds
            .iter()
            .flat_map(|manifold| manifold.points.iter().map(move |point| (manifold.local_n1, point)))
            .map(|(normal, point)| Contact {
                point: *at * point.local_p1,
                normal: at.rotation * normal,
                gap: point.dist,
            })
            .collect()
    }

    /// The least distance between its surface and another's if it is less than `most`, negative if they overlap, and by a
    /// centimetre if by more than `deepest`.
    pub(super) fn gap(
        &self,
        at: &Pose,
        (other, other_at): (&Solid, &Pose),
        most: Real,
        deepest: Real,
        work: &Work,
    ) -> Option<Real> {
        if at.translation.distance(other_at.translation) > self.reach + other.reach + most {
            return None;
        }
        let dispatcher = PatchDispatcher { work: work.clone() };
        let gap = dispatcher.gap(&at.inv_mul(other_at), &*self.shape, &*other.shape, most, deepest);
        gap.expect("the engine knows balls and hulls").filter(|gap| *gap < most)
    }

    /// How far it can go straight down until it meets another; `None` if it misses the other.
    pub fn fall(&self, at: &Pose, other: &Solid, other_at: &Pose) -> Option<Real> {
        let options = ShapeCastOptions { max_time_of_impact: 1_000.0, ..ShapeCastOptions::default() };
        let down = Vector::new(0.0, -1.0, 0.0);
        let hit = cast_shapes(at, down, &*self.shape, other_at, Vector::ZERO, &*other.shape, options);
        hit.expect("the engine knows balls and hulls").map(|hit| hit.time_of_impact)
    }

    fn bounding_box(&self, at: &Pose) -> Aabb {
        match self.shape.as_compound() {
            // The engine's box of a compound is the box of its rotated box: too large.
            Some(compound) => compound
                .shapes()
                .iter()
                .map(|(place, part)| part.compute_aabb(&(*at * *place)))
                .reduce(|all, one| all.merged(&one))
                .expect("a compound has parts"),
            None => self.shape.compute_aabb(at),
        }
    }
}

/// A bound of how far any point moves that is at most `reach` from the origin.
pub(super) fn displacement(from: &Pose, to: &Pose, reach: Real) -> Real {
    let turn = to.rotation * from.rotation.inverse();
    let chord = 2.0 * turn.xyz().length();
    (to.translation - from.translation).length() + chord * reach
}

/// A point where two solids touch or come near each other.
#[derive(Copy, Clone, Debug)]
pub struct Contact {
    /// A point of the first, in centimetres.
    pub point: Vector,
    /// The direction from the first to the second.
    pub normal: Vector,
    /// How far apart they are there, in centimetres; negative if they overlap.
    pub gap: Real,
}

/// A part as a shape of the engine, and its pose within the block.
fn engine_part(part: &Part) -> (Pose, SharedShape) {
    match part {
        Part::Ball { centre, radius } => {
            (Pose::from_translation(*centre * CENTIMETRES), SharedShape::ball(radius * CENTIMETRES))
        }
        Part::Hull { points, .. } => {
            let points: Vec<Vector> = points.iter().map(|corner| *corner * CENTIMETRES).collect();
            let hull = SharedShape::convex_hull(&points).expect("the catalogue's parts are solid");
            (Pose::IDENTITY, hull)
        }
    }
}

/// The distance of the part's farthest point from the block's centre of mass.
fn reach(part: &Part) -> Real {
    match part {
        Part::Ball { centre, radius } => (*centre * CENTIMETRES).length() + radius * CENTIMETRES,
        Part::Hull { points, .. } => {
            points.iter().fold(0.0, |most: Real, corner| most.max((*corner * CENTIMETRES).length()))
        }
    }
}
