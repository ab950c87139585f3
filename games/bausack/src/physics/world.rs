//! The simulated world of one plot: a table and wooden blocks, moved by the engine in fixed small steps.
//!
//! The engine's own settings are made for people-sized things in metres and are far too soft for towers of blocks of 3 cm.
//! Each of ours is a constant here with its reason; `docs/physics.md` has the figures.

use super::FRICTION;
use super::patch::PatchDispatcher;
use super::solid::{Solid, displacement};
use super::work::Work;
use rapier3d::geometry::ContactPair;
use rapier3d::math::{Pose, Real, Vector};
use rapier3d::prelude::*;

/// Steps in a second. At 120 a tower of twenty odd blocks trembles; 240 is also a multiple of the 30 targets of a hand.
pub const STEPS_A_SECOND: u32 = 240;
/// Gravity, in centimetres a second squared. In centimetres the sizes of blocks are near 1, where the engine is most precise.
const GRAVITY: Real = -981.0;
/// The length that the engine takes for one metre, in centimetres: its tolerances are meant for boxes of that size.
const LENGTH_UNIT: Real = 5.0;
/// With 8 iterations of the solver, twelve cuboids fall at 0.94 of the overhang that theory allows; with 16, at 0.995.
const SOLVER_ITERATIONS: usize = 16;
/// Passes over all contacts in each iteration that push overlapping blocks apart.
const PASSES: usize = 4;
/// Passes over all contacts in each iteration without that push: they take away the energy that it put in.
const STABILIZING_PASSES: usize = 4;
/// Contacts between blocks as springs, in hertz: as stiff as the steps allow (8 × 240), or a high stack sags and leans.
const CONTACT_HERTZ: Real = 1920.0;
/// Contacts with the table: stiffer still, since the table itself does not move.
const TABLE_HERTZ: Real = 3840.0;
/// Over-damped: wood on wood does not bounce back from an overlap.
const CONTACT_DAMPING: Real = 2.0;
/// Contacts are detected 1 mm ahead (in length units), before blocks overlap.
const PREDICTION: Real = 0.02;
/// Overlaps below 0.25 mm (in length units) are ignored.
const SLOP: Real = 0.005;
/// A contact is computed anew when the pair has moved by 0.5 mm (in length units): ten times cheaper at rest, and the
/// lever arms of a resting stack stay the same.
const RECYCLING: Real = 0.01;
/// A ball of wood that rolls on wood is slowed as if uphill by this slope.
pub const ROLLING_RESISTANCE: Real = 0.003;
/// A block that moves slower than this sways with its tower, and is damped, in centimetres a second.
const SWAY_SPEED: Real = 5.0;
/// The damping of swaying: the share of its speed that a block loses in a second. The engine's contacts lose next to
/// nothing: without this, a tower of twenty blocks swings for six seconds when touched, where one of wood stands still
/// within one.
const USUAL_DAMPING: Real = 8.0;
/// The same for a tower that does not come to rest, and for the stability check: it stops the chatter of round blocks,
/// which have facets here.
const STRONG_DAMPING: Real = 40.0;
/// The slope of the table during a stability check: 0.03 degrees. A block that is balanced on a point falls.
const CHECK_SLOPE: Real = 0.0005;
/// A block that moves slower than this may fall asleep, in length units a second: 1 cm/s. At a quarter of it, half of the
/// towers of odd blocks never fell asleep.
const SLEEP_SPEED: Real = 0.2;
/// How long a block must be that slow before it falls asleep, in seconds.
const TIME_UNTIL_SLEEP: Real = 0.5;
/// Half of the table's width, in centimetres: a block thrown off a tower of 1 m lands on it.
const TABLE_HALF_WIDTH: Real = 200.0;

/// A block's number in a world, in the order of insertion.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct BodyId(pub usize);

/// How a world treats blocks that sway.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Damping {
    /// As wood does.
    Usual,
    /// More strongly, because they have moved for long enough.
    Strong,
    /// More strongly, and on a table that leans a little: for a stability check.
    Check,
}

/// The work of a step for each block that is awake, and for each point of contact.
const BLOCK_WORK: u64 = 3_000;
const POINT_WORK: u64 = 700;

/// A table and blocks on it.
pub struct World {
    pub(super) engine: PhysicsWorld,
    damping: Damping,
    work: Work,
    table: ColliderHandle,
    bodies: Vec<Body>,
}

/// A block in a world.
struct Body {
    handle: RigidBodyHandle,
    collider: ColliderHandle,
    reach: Real,
    rolls: Option<Real>,
}

impl Default for World {
    fn default() -> Self {
        World::tilted(0.0)
    }
}

impl World {
    /// A table with a slope towards +x, for experiments.
    pub fn tilted(slope: Real) -> Self {
        World::new(slope, Work::default())
    }

    /// A level table whose world counts its work.
    pub(super) fn counting(work: &Work) -> Self {
        World::new(0.0, work.clone())
    }

    fn new(slope: Real, work: Work) -> Self {
        let mut engine = PhysicsWorld::new();
        engine.gravity = gravity(slope);
        engine.integration_parameters = settings();
        engine.narrow_phase.set_query_dispatcher(PatchDispatcher { work: work.clone() });
        let body = engine.insert_body(RigidBodyBuilder::fixed().translation(Vector::new(0.0, -5.0, 0.0)));
        let top = ColliderBuilder::cuboid(TABLE_HALF_WIDTH, 5.0, TABLE_HALF_WIDTH).friction(FRICTION as Real);
        let table = engine.insert_collider(top, Some(body));
        World { engine, damping: Damping::Usual, work, table, bodies: Vec::new() }
    }

    /// Inserts a block in a pose. The results depend, in their last bits, on the order of insertion: keep it.
    pub fn insert(&mut self, solid: &Solid, at: Pose) -> BodyId {
        let handle = self.engine.insert_body(RigidBodyBuilder::dynamic().pose(at));
        let activation = self.engine.bodies[handle].activation_mut();
        activation.normalized_linear_threshold = SLEEP_SPEED;
        activation.time_until_sleep = TIME_UNTIL_SLEEP;
        let collider = ColliderBuilder::new(solid.shape.clone())
            .mass_properties(solid.mass)
            .friction(FRICTION as Real)
            .friction_combine_rule(CoefficientCombineRule::Average)
            .restitution(0.0);
        let collider = self.engine.insert_collider(collider, Some(handle));
        self.bodies.push(Body { handle, collider, reach: solid.reach, rolls: solid.rolls });
        BodyId(self.bodies.len() - 1)
    }

    /// Sets the damping for all further steps.
    pub fn set_damping(&mut self, damping: Damping) {
        self.damping = damping;
        self.engine.gravity = gravity(if damping == Damping::Check { CHECK_SLOPE } else { 0.0 });
        // Recycled contacts keep their lever arms: a block could tip by half a millimetre without any effect.
        self.engine.integration_parameters.contact_recycling = damping != Damping::Check;
    }

    /// Sets the sideways acceleration of the table for all further steps, in shares of gravity along x and z.
    pub fn accelerate_table(&mut self, [x, z]: [Real; 2]) {
        let Vector { y, .. } = gravity(0.0);
        self.engine.gravity = Vector::new(x * y, y, z * y);
    }

    /// Removes a block. Its number is not used again.
    pub fn remove(&mut self, body: BodyId) {
        self.engine.remove_body(self.bodies[body.0].handle);
    }

    /// Simulates 1/240 s.
    pub fn step(&mut self) {
        self.engine.step();
        self.count_work();
        self.resist_rolling();
        self.damp_sway();
    }

    fn count_work(&self) {
        let awake = self.awake() as u64;
        if awake == 0 {
            return;
        }
        let pairs = self.engine.contact_pairs();
        let points =
            pairs.flat_map(|pair| pair.manifolds()).map(|manifold| manifold.points.len()).sum::<usize>();
        self.work.spend(awake * (BLOCK_WORK + awake) + points as u64 * POINT_WORK);
    }

    /// Pushes a block sideways from now on, with this share of its weight along x and z.
    pub(super) fn push(&mut self, body: BodyId, shares: [Real; 2]) {
        let Some(state) = self.engine.bodies.get_mut(self.bodies[body.0].handle) else { return };
        let weight = state.mass() * -GRAVITY;
        state.reset_forces(true);
        state.add_force(Vector::new(shares[0] * weight, 0.0, shares[1] * weight), true);
    }

    /// The blocks in it, in order.
    pub fn bodies(&self) -> impl Iterator<Item = BodyId> + '_ {
        (0..self.bodies.len()).map(BodyId).filter(|body| self.engine.bodies.contains(self.handle(*body)))
    }

    /// Where a block is.
    pub fn pose(&self, body: BodyId) -> Pose {
        *self.engine.bodies[self.handle(body)].position()
    }

    /// A bound of how far any point of a block has moved from a pose.
    pub fn displacement(&self, body: BodyId, from: &Pose) -> Real {
        displacement(from, &self.pose(body), self.bodies[body.0].reach)
    }

    /// Whether a block sleeps.
    pub fn sleeps(&self, body: BodyId) -> bool {
        self.engine.bodies[self.handle(body)].is_sleeping()
    }

    /// Wakes every block, and lets none fall asleep again.
    pub fn wake(&mut self) {
        for body in &self.bodies {
            if let Some(state) = self.engine.bodies.get_mut(body.handle) {
                *state.activation_mut() = RigidBodyActivation::cannot_sleep();
                state.wake_up(true);
            }
        }
    }

    /// How fast a block moves, in centimetres a second.
    pub fn speed(&self, body: BodyId) -> Real {
        let state = &self.engine.bodies[self.handle(body)];
        state.linvel().length() + state.angvel().length() * self.bodies[body.0].reach
    }

    /// How many blocks are awake.
    pub fn awake(&self) -> usize {
        self.bodies().filter(|body| !self.sleeps(*body)).count()
    }

    /// The impulse between a block and the table in the last step, in newton-seconds.
    pub fn table_impulse(&self, body: BodyId) -> Real {
        let pair = self.engine.contact_pair(self.table, self.bodies[body.0].collider);
        // The engine's impulses are in kilograms times centimetres a second.
        pair.map_or(0.0, |pair| pair.total_impulse_magnitude() * 0.01)
    }

    /// A hash of everything that the engine carries from one step to the next, to the last bit.
    pub fn fingerprint(&self) -> u64 {
        let mut hash = Fingerprint(0xcbf2_9ce4_8422_2325);
        for body in self.bodies() {
            let state = &self.engine.bodies[self.handle(body)];
            let Pose { rotation, translation, .. } = *state.position();
            hash.add(&[body.0 as Real, Real::from(u8::from(state.is_sleeping()))]);
            hash.add(&translation.to_array());
            hash.add(&rotation.to_array());
            hash.add(&state.linvel().to_array());
            hash.add(&state.angvel().to_array());
        }
        for pair in self.engine.contact_pairs() {
            for point in pair.manifolds().iter().flat_map(|manifold| &manifold.points) {
                hash.add(&point.local_p1.to_array());
                hash.add(&[point.dist, point.data.impulse]);
            }
        }
        hash.0
    }

    pub(super) fn handle(&self, body: BodyId) -> RigidBodyHandle {
        self.bodies[body.0].handle
    }

    /// Applies rolling resistance, which the engine lacks: without it, a ball on a level plank never stops.
    fn resist_rolling(&mut self) {
        for body in &self.bodies {
            let Some(radius) = body.rolls else { continue };
            let Some(state) = self.engine.bodies.get_mut(body.handle) else { continue };
            let turning = state.angvel();
            if state.is_sleeping() || turning == Vector::ZERO {
                continue;
            }
            let contacts = self.engine.narrow_phase.contact_pairs_with(body.collider);
            if contacts.into_iter().any(ContactPair::has_any_active_contact) {
                let slowed = 1.5 * ROLLING_RESISTANCE * -GRAVITY / radius / STEPS_A_SECOND as Real;
                let speed = turning.length();
                let share = if speed > slowed { 1.0 - slowed / speed } else { 0.0 };
                state.set_angvel(turning * share, false);
            }
        }
    }

    /// Slows down blocks that sway.
    fn damp_sway(&mut self) {
        let damping = if self.damping == Damping::Usual { USUAL_DAMPING } else { STRONG_DAMPING };
        let kept = 1.0 - damping / STEPS_A_SECOND as Real;
        for body in &self.bodies {
            let Some(state) = self.engine.bodies.get_mut(body.handle) else { continue };
            let (velocity, turning) = (state.linvel(), state.angvel());
            if !state.is_sleeping() && velocity.length() + turning.length() * body.reach < SWAY_SPEED {
                state.set_linvel(velocity * kept, false);
                state.set_angvel(turning * kept, false);
            }
        }
    }
}

/// Gravity in the frame of a table with a slope towards +x.
fn gravity(slope: Real) -> Vector {
    let length = (1.0 + slope * slope).sqrt();
    Vector::new(-GRAVITY * slope / length, GRAVITY / length, 0.0)
}

fn settings() -> IntegrationParameters {
    let dt = 1.0 / STEPS_A_SECOND as Real;
    IntegrationParameters {
        dt,
        min_ccd_dt: dt / 100.0,
        length_unit: LENGTH_UNIT,
        num_solver_iterations: SOLVER_ITERATIONS,
        num_internal_pgs_iterations: PASSES,
        num_internal_stabilization_iterations: STABILIZING_PASSES,
        contact_softness: SpringCoefficients::new(CONTACT_HERTZ, CONTACT_DAMPING),
        static_contact_softness: SpringCoefficients::new(TABLE_HERTZ, CONTACT_DAMPING),
        // The impulses of the last step are the best guess for this one: a stack at rest needs them undiminished.
        warmstart_coefficient: 1.0,
        normalized_prediction_distance: PREDICTION,
        normalized_allowed_linear_error: SLOP,
        contact_recycling: true,
        normalized_contact_recycle_distance: RECYCLING,
        // Clustering would reduce the patches to four points again.
        contact_clustering: false,
        ..IntegrationParameters::default()
    }
}

/// An FNV-1a hash of the bits of numbers.
struct Fingerprint(u64);

impl Fingerprint {
    fn add(&mut self, numbers: &[Real]) {
        for byte in numbers.iter().flat_map(|number| number.to_bits().to_le_bytes()) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}
