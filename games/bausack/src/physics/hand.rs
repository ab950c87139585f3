//! The hand: a spring of limited force that holds a block, and gives way when the block meets another (S6, S9).
//!
//! The spring ties the block to an anchor that follows the targets of a [`Path`](crate::gesture::Path). The block is never
//! moved through others: held 10 mm inside a tower, it pushes with one newton at most.

use super::pose::interpolated;
use super::world::{BodyId, STEPS_A_SECOND, World};
use crate::gesture::TARGETS_A_SECOND;
use rapier3d::math::{Pose, Real};
use rapier3d::prelude::*;

/// The steps of the world between two targets.
pub const STEPS_A_TARGET: u32 = STEPS_A_SECOND / TARGETS_A_SECOND as u32;
/// The frequency of the spring, critically damped: at 8 Hz the block lags 2 mm behind a hand that moves 20 cm/s.
pub(super) const HOLD_HERTZ: Real = 8.0;
/// The strongest push or pull along an axis, in engine units (a hundredth of a newton): 1 N, two fingers' gentle grip.
const FORCE: Real = 100.0;
/// The strongest twist about an axis, in engine units (a ten-thousandth of a newton-metre): 0.02 N·m.
const TORQUE: Real = 200.0;

/// A hand with a block in it.
pub struct Hand {
    anchor: RigidBodyHandle,
    joint: ImpulseJointHandle,
    body: BodyId,
    from: Pose,
    to: Pose,
}

impl Hand {
    /// Takes hold of a block where it is. Gravity no longer acts on the block.
    pub fn grasp(world: &mut World, body: BodyId) -> Self {
        Hand::grasp_with(world, body, HOLD_HERTZ)
    }

    /// The same with a spring of another frequency.
    pub fn grasp_with(world: &mut World, body: BodyId, hertz: Real) -> Self {
        let (handle, at) = (world.handle(body), world.pose(body));
        let engine = &mut world.engine;
        engine.bodies[handle].set_gravity_scale(0.0, true);
        let anchor = engine.insert_body(RigidBodyBuilder::kinematic_position_based().pose(at));
        let pulse = std::f32::consts::TAU * hertz;
        let mut spring = GenericJointBuilder::new(JointAxesMask::empty());
        let axes = [JointAxis::LinX, JointAxis::LinY, JointAxis::LinZ].map(|axis| (axis, FORCE));
        let turns = [JointAxis::AngX, JointAxis::AngY, JointAxis::AngZ].map(|axis| (axis, TORQUE));
        for (axis, most) in axes.into_iter().chain(turns) {
            spring = spring
                .motor_model(axis, MotorModel::AccelerationBased)
                .motor_position(axis, 0.0, pulse * pulse, 2.0 * pulse)
                .motor_max_force(axis, most);
        }
        let joint = engine.insert_impulse_joint(anchor, handle, spring);
        Hand { anchor, joint, body, from: at, to: at }
    }

    /// Sets the next target.
    pub fn set_target(&mut self, target: Pose) {
        self.from = self.to;
        self.to = target;
    }

    /// Moves the anchor to where it is after so many of the [`STEPS_A_TARGET`] steps to the target.
    pub fn move_anchor(&self, world: &mut World, step: u32) {
        let at = interpolated(&self.from, &self.to, step as Real / STEPS_A_TARGET as Real);
        world.engine.bodies[self.anchor].set_next_kinematic_position(at);
        let handle = world.handle(self.body);
        world.engine.bodies[handle].wake_up(true);
    }

    /// Lets go. The block keeps its velocity, and gravity acts on it again.
    pub fn release(self, world: &mut World) {
        let handle = world.handle(self.body);
        world.engine.remove_impulse_joint(self.joint);
        world.engine.remove_body(self.anchor);
        world.engine.bodies[handle].set_gravity_scale(1.0, true);
    }
}
