//! Wood that behaves: the only place that knows the engine and floating-point numbers.
//!
//! A tower at rest is a list of poses in whole numbers. [`place`] puts the blocks there, asleep, lets a hand come with one
//! more, and says where everything is when it has come to rest. It depends on nothing but what it is given: the same
//! gesture on the same tower gives the same bits on every machine, in a debug build and in a browser.

mod air;
mod balance;
pub mod candidates;
mod draft;
mod drop;
pub mod frame;
mod hand;
mod lathe;
mod mesh;
pub(crate) mod outline;
mod patch;
mod placement;
mod planes;
mod polygon;
mod proof;
mod rest;
mod saw;
pub mod shape;
mod sides;
mod solid;
pub mod statics;
mod wobble;
mod world;

pub use air::{Air, towards};
pub use drop::{drop, straight};
pub use hand::{Hand, STEPS_A_TARGET};
pub use mesh::Mesh;
pub use placement::{Phase, Placement, restore};
pub use rest::Rest;
pub use solid::{Contact, Solid};
pub use wobble::{Stance, margin};
pub use world::{BodyId, Care, FRICTION, ROLLING_RESISTANCE, STEPS_A_SECOND, World};

use crate::{Block, Gesture, Ground, Settled, Tower};

/// What judged: the engine, its version, and the version of our settings. Stored in records.
pub const ENGINE: &str = "rapier3d 0.36.1, settings 3";

/// What comes of a block placed on a tower by a gesture. Pure, deterministic, and bounded in work whatever the gesture.
pub fn place(tower: &Tower, ground: Ground, block: Block, gesture: &Gesture) -> Settled {
    let dropped;
    let path = match gesture {
        Gesture::Path(path) => path,
        Gesture::Drop(aim) => {
            dropped = drop(tower, block, *aim);
            &dropped
        }
    };
    let (first, rest) = path.targets().split_first().expect("a path has targets");
    let mut placement = Placement::begin(tower, ground, block, first);
    rest.iter().for_each(|target| placement.carry(target));
    placement.finish()
}

/// What becomes of a tower when every block of it is woken and nobody does anything.
pub fn wake(tower: &Tower, ground: Ground) -> Settled {
    Placement::awoken(tower, ground).finish()
}

/// What becomes of a tower when its table is shaken for a second, once to and fro along x and then along z, with so many
/// hundredths of gravity.
pub fn shake(tower: &Tower, ground: Ground, strength: u32) -> Settled {
    let mut placement = Placement::shaken(tower, ground);
    let half = STEPS_A_SECOND / 2;
    for step in 0..STEPS_A_SECOND {
        let swing = libm::sinf(std::f32::consts::TAU * (step % half) as f32 / half as f32);
        let push = swing * strength as f32 / 100.0;
        placement.sway(if step < half { [push, 0.0] } else { [0.0, push] });
    }
    placement.sway([0.0; 2]);
    placement.finish()
}
