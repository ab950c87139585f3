//! The physics of wooden blocks: the only place that knows the engine and floating-point numbers.
//!
//! A tower at rest is a list of poses in whole numbers. [`place`] restores the blocks in these poses, simulates a hand that
//! places one more, and returns the poses of all blocks at rest. The result depends on the arguments alone: the same gesture
//! on the same tower gives the same bits on every machine, in a debug build and in a browser.
//!
//! `shape` is a block's body (`extrude`, `revolve` and `mesh` make it), `solid` the same for the engine, `world` the engine
//! with our settings (`patch` and `polygon` find contacts), `simulation` a placement (`hand`, `tremor`, `drop`, `clearance`,
//! `rest_detector`, `snap`, `stability_check`), `work` what it costs, `possible` what can't be. `statics` computes the stability margin of a tower without the engine
//! (`stability`, `linear_program`, `convex`); `candidates` finds places for a block (`planes`, `sides`).

pub mod candidates;
mod clearance;
pub(crate) mod convex;
mod drop;
mod extrude;
pub(crate) mod frame;
mod hand;
mod linear_program;
mod mesh;
mod patch;
pub(crate) mod per_block;
mod planes;
mod polygon;
mod pose;
pub(crate) mod possible;
mod rest_detector;
mod revolve;
pub mod shape;
pub(crate) mod sides;
mod simulation;
mod snap;
mod solid;
mod stability;
mod stability_check;
pub mod statics;
mod tremor;
mod work;
mod world;

pub use clearance::{Clearance, next_target};
pub use drop::{Pace, drop, straight_path};
pub use hand::{Hand, STEPS_A_TARGET};
pub use mesh::Mesh;
pub use pose::engine_pose;
pub use rest_detector::RestDetector;
pub use sides::resting_sides;
pub use simulation::{Phase, Simulation, restore, settled_at};
pub use solid::{Contact, Solid};
pub use stability::{StaticTower, Verdict, margin};
pub use tremor::Grip;
pub use work::Work;
pub use world::{BodyId, Damping, ROLLING_RESISTANCE, STEPS_A_SECOND, World};

use crate::{Block, Gesture, Ground, Settled, Tower};

/// The coefficient of friction of wood on wood, sanded and unvarnished.
pub const FRICTION: f64 = 0.45;

/// The engine, its version, and the version of our settings. Stored in records.
pub const ENGINE: &str = "rapier3d 0.36.1, settings 4";

/// The result of placing a block on a tower by a gesture of a steady hand. Pure, deterministic, and bounded in work whatever
/// the gesture.
pub fn place(tower: &Tower, ground: Ground, block: Block, gesture: &Gesture) -> Settled {
    place_by(tower, ground, block, gesture, Grip::STEADY)
}

/// The same by any hand.
pub fn place_by(tower: &Tower, ground: Ground, block: Block, gesture: &Gesture, grip: Grip) -> Settled {
    let dropped;
    let path = match gesture {
        Gesture::Path(path) => path,
        Gesture::Drop(aim) => {
            dropped = drop(tower, block, *aim);
            &dropped
        }
    };
    let (first, rest) = path.targets().split_first().expect("a path has targets");
    let mut simulation = Simulation::begin_by(tower, ground, block, first, grip);
    rest.iter().for_each(|target| simulation.carry(target));
    simulation.finish()
}

/// The result of simulating a tower that no hand touches, all of its blocks awake.
pub fn wake(tower: &Tower, ground: Ground) -> Settled {
    Simulation::awake(tower, ground).finish()
}

/// The result of a tap on the table, which then leans by so many hundredths of a degree for half a second, to each of four
/// sides in turn.
pub fn lean(tower: &Tower, ground: Ground, hundredths: u32) -> Settled {
    let mut simulation = Simulation::on_shaken_table(tower, ground);
    let slope = libm::tanf((hundredths as f32 / 100.0).to_radians());
    for [x, z] in statics::LEANING.map(|towards| towards.map(|part| part as f32)) {
        for step in 0..STEPS_A_SECOND / 2 {
            let share = if step == 0 { slope + stability_check::TAP } else { slope };
            simulation.shake([x * share, z * share]);
        }
    }
    simulation.shake([0.0; 2]);
    simulation.finish()
}

/// The result of shaking the table of a tower for a second, once to and fro along x and then along z, with accelerations of
/// up to so many hundredths of gravity.
pub fn shake(tower: &Tower, ground: Ground, strength: u32) -> Settled {
    let mut simulation = Simulation::on_shaken_table(tower, ground);
    let half = STEPS_A_SECOND / 2;
    for step in 0..STEPS_A_SECOND {
        let swing = libm::sinf(std::f32::consts::TAU * (step % half) as f32 / half as f32);
        let push = swing * strength as f32 / 100.0;
        simulation.shake(if step < half { [push, 0.0] } else { [0.0, push] });
    }
    simulation.shake([0.0; 2]);
    simulation.finish()
}
