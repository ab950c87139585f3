//! The world of one plot: a table and wooden blocks, moved by the engine in fixed small steps.
//!
//! The engine's own settings are made for people-sized things in metres and are far too soft for towers of blocks of 3 cm.
//! Each of ours stands here with its reason; `docs/physics.md` has the figures.

use super::patch::Patches;
use super::solid::{Solid, apart};
use rapier3d::geometry::ContactPair;
use rapier3d::math::{Pose, Real, Vector};
use rapier3d::prelude::*;

/// Steps in a second. At 120 a tower of twenty odd blocks trembles; 240 is also a multiple of the 30 targets of a hand.
pub const STEPS_A_SECOND: u32 = 240;
/// Gravity, in centimetres a second squared. In centimetres a block is about as large as the engine's rounding likes it.
const GRAVITY: Real = -981.0;
/// What the engine should take for one metre: a block of 5 cm is what it calls a man-sized box.
const LENGTH_UNIT: Real = 5.0;
/// With 8 rounds of the solver, twelve cuboids fall at 0.94 of the overhang that theory allows; with 16, at 0.995.
const SOLVER_ROUNDS: usize = 16;
/// Sweeps over all contacts in each round, pushing apart what overlaps.
const SWEEPS: usize = 4;
/// Sweeps over all contacts in each round, without that push: they take away the energy that it put in.
const CALM_SWEEPS: usize = 4;
/// Contacts between blocks as springs, in hertz: as stiff as the steps allow (8 × 240), or a high stack sags and leans.
const CONTACT_HERTZ: Real = 1920.0;
/// Contacts with the table: stiffer still, since nothing below it gives way.
const TABLE_HERTZ: Real = 3840.0;
/// Over-damped: wood on wood does not bounce back from an overlap.
const CONTACT_DAMPING: Real = 2.0;
/// Contacts are known 1 mm ahead (in length units): a block does not find its neighbour too late.
const PREDICTION: Real = 0.02;
/// What counts as no overlap at all, 0.25 mm (in length units).
const SLOP: Real = 0.005;
/// A contact is looked at again when the pair has moved by 0.5 mm (in length units): ten times cheaper at rest, and the
/// lever arms of a resting stack stay as they are.
const RECYCLING: Real = 0.01;
/// Friction of wood on wood, sanded and unvarnished.
pub const FRICTION: Real = 0.45;
/// A ball of wood that rolls on wood is slowed as if uphill by this slope.
pub const ROLLING_RESISTANCE: Real = 0.003;
/// A block that moves slower than this is one that sways with its tower, in centimetres a second.
const SWAYING: Real = 5.0;
/// The share of its speed that swaying loses in a second. The engine's contacts lose next to nothing: without this, a
/// tower of twenty blocks swings for six seconds when touched, where one of wood stands still within one.
const SWAY_LOSS: Real = 8.0;
/// The same for a tower that will not come to rest, and for the proof that it has: facets of round blocks chatter on each
/// other, and this takes it from them.
const LATE_LOSS: Real = 40.0;
/// How much the table leans while a tower is proved, as a slope: 0.03 degrees. What stands on the tip of a needle falls.
const BREATH: Real = 0.0005;
/// What moves slower than this may fall asleep, in length units a second: 1 cm/s. At a quarter of it, half of the towers
/// of odd blocks stayed awake for good.
const SLEEPY: Real = 0.2;
/// For how long it must, in seconds.
const DROWSY: Real = 0.5;
/// Half of the table's width, in centimetres: a block thrown off a tower of 1 m lands on it.
const TABLE: Real = 200.0;

/// A block's number in a world: the order in which they were put there.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct BodyId(pub usize);

/// What a world is for at the moment.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Care {
    /// Blocks move as they do.
    Usual,
    /// They have moved for long enough: what sways is slowed down more.
    Late,
    /// So it is in a proof, and there is a breath of wind too.
    Proof,
}

/// A table and blocks on it.
pub struct World {
    pub(super) engine: PhysicsWorld,
    care: Care,
    table: ColliderHandle,
    bodies: Vec<Body>,
}

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
    /// A table that leans, as a share of gravity that pulls along +x: for experiments.
    pub fn tilted(slope: Real) -> Self {
        let mut engine = PhysicsWorld::new();
        engine.gravity = gravity(slope);
        engine.integration_parameters = settings();
        engine.narrow_phase.set_query_dispatcher(Patches);
        let body = engine.insert_body(RigidBodyBuilder::fixed().translation(Vector::new(0.0, -5.0, 0.0)));
        let top = ColliderBuilder::cuboid(TABLE, 5.0, TABLE).friction(FRICTION);
        let table = engine.insert_collider(top, Some(body));
        World { engine, care: Care::Usual, table, bodies: Vec::new() }
    }

    /// Puts a block somewhere. The order in which blocks are put decides bits of what happens: keep it.
    pub fn put(&mut self, solid: &Solid, at: Pose) -> BodyId {
        let handle = self.engine.insert_body(RigidBodyBuilder::dynamic().pose(at));
        let activation = self.engine.bodies[handle].activation_mut();
        activation.normalized_linear_threshold = SLEEPY;
        activation.time_until_sleep = DROWSY;
        let collider = ColliderBuilder::new(solid.shape.clone())
            .mass_properties(solid.mass)
            .friction(FRICTION)
            .friction_combine_rule(CoefficientCombineRule::Average)
            .restitution(0.0);
        let collider = self.engine.insert_collider(collider, Some(handle));
        self.bodies.push(Body { handle, collider, reach: solid.reach, rolls: solid.rolls });
        BodyId(self.bodies.len() - 1)
    }

    /// From now on.
    pub fn take_care(&mut self, care: Care) {
        self.care = care;
        self.engine.gravity = gravity(if care == Care::Proof { BREATH } else { 0.0 });
        // Recycled contacts keep their lever arms: half a millimetre of tipping would go unnoticed.
        self.engine.integration_parameters.contact_recycling = care != Care::Proof;
    }

    /// From now on the table pulls sideways with these shares of gravity, along x and z.
    pub fn sway(&mut self, [x, z]: [Real; 2]) {
        let Vector { y, .. } = gravity(0.0);
        self.engine.gravity = Vector::new(x * y, y, z * y);
    }

    /// Takes a block away. Its number is not given again.
    pub fn take(&mut self, body: BodyId) {
        self.engine.remove_body(self.bodies[body.0].handle);
    }

    /// Lets 1/240 s pass.
    pub fn step(&mut self) {
        self.engine.step();
        self.resist_rolling();
        self.lose_sway();
    }

    /// The blocks in it, in order.
    pub fn bodies(&self) -> impl Iterator<Item = BodyId> + '_ {
        (0..self.bodies.len()).map(BodyId).filter(|body| self.engine.bodies.contains(self.handle(*body)))
    }

    /// Where a block is.
    pub fn pose(&self, body: BodyId) -> Pose {
        *self.engine.bodies[self.handle(body)].position()
    }

    /// The farthest that any point of a block has gone from where it was.
    pub fn moved(&self, body: BodyId, from: &Pose) -> Real {
        apart(from, &self.pose(body), self.bodies[body.0].reach)
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

    /// How hard a block struck the table, or lay on it, in the last step, in newton-seconds.
    pub fn blow(&self, body: BodyId) -> Real {
        let pair = self.engine.contact_pair(self.table, self.bodies[body.0].collider);
        // The engine's impulses are in kilograms times centimetres a second.
        pair.map_or(0.0, |pair| pair.total_impulse_magnitude() * 0.01)
    }

    /// A fingerprint of all that the engine carries from one step to the next, to the last bit.
    pub fn fingerprint(&self) -> u64 {
        let mut print = Fingerprint(0xcbf2_9ce4_8422_2325);
        for body in self.bodies() {
            let state = &self.engine.bodies[self.handle(body)];
            let Pose { rotation, translation, .. } = *state.position();
            print.eat(&[body.0 as Real, Real::from(u8::from(state.is_sleeping()))]);
            print.eat(&translation.to_array());
            print.eat(&rotation.to_array());
            print.eat(&state.linvel().to_array());
            print.eat(&state.angvel().to_array());
        }
        for pair in self.engine.contact_pairs() {
            for point in pair.manifolds().iter().flat_map(|manifold| &manifold.points) {
                print.eat(&point.local_p1.to_array());
                print.eat(&[point.dist, point.data.impulse]);
            }
        }
        print.0
    }

    pub(super) fn handle(&self, body: BodyId) -> RigidBodyHandle {
        self.bodies[body.0].handle
    }

    /// The engine knows no rolling resistance: without it a ball on a level plank rolls for ever.
    fn resist_rolling(&mut self) {
        for body in &self.bodies {
            let Some(radius) = body.rolls else { continue };
            let Some(state) = self.engine.bodies.get_mut(body.handle) else { continue };
            let turning = state.angvel();
            if state.is_sleeping() || turning == Vector::ZERO {
                continue;
            }
            let leaning = self.engine.narrow_phase.contact_pairs_with(body.collider);
            if leaning.into_iter().any(ContactPair::has_any_active_contact) {
                let slowed = 1.5 * ROLLING_RESISTANCE * -GRAVITY / radius / STEPS_A_SECOND as Real;
                let speed = turning.length();
                let share = if speed > slowed { 1.0 - slowed / speed } else { 0.0 };
                state.set_angvel(turning * share, false);
            }
        }
    }

    fn lose_sway(&mut self) {
        let loss = if self.care == Care::Usual { SWAY_LOSS } else { LATE_LOSS };
        let kept = 1.0 - loss / STEPS_A_SECOND as Real;
        for body in &self.bodies {
            let Some(state) = self.engine.bodies.get_mut(body.handle) else { continue };
            let (going, turning) = (state.linvel(), state.angvel());
            if !state.is_sleeping() && going.length() + turning.length() * body.reach < SWAYING {
                state.set_linvel(going * kept, false);
                state.set_angvel(turning * kept, false);
            }
        }
    }
}

/// Gravity seen from a table that leans towards +x.
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
        num_solver_iterations: SOLVER_ROUNDS,
        num_internal_pgs_iterations: SWEEPS,
        num_internal_stabilization_iterations: CALM_SWEEPS,
        contact_softness: SpringCoefficients::new(CONTACT_HERTZ, CONTACT_DAMPING),
        static_contact_softness: SpringCoefficients::new(TABLE_HERTZ, CONTACT_DAMPING),
        // What a contact bore in the last step is the best guess for this one: a stack at rest needs it whole.
        warmstart_coefficient: 1.0,
        normalized_prediction_distance: PREDICTION,
        normalized_allowed_linear_error: SLOP,
        contact_recycling: true,
        normalized_contact_recycle_distance: RECYCLING,
        // Clusters would undo the patches.
        contact_clustering: false,
        ..IntegrationParameters::default()
    }
}

/// FNV-1a over bits.
struct Fingerprint(u64);

impl Fingerprint {
    fn eat(&mut self, numbers: &[Real]) {
        for byte in numbers.iter().flat_map(|number| number.to_bits().to_le_bytes()) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}
