//! When it is over: no block that counts has moved for a while.

use super::world::{BodyId, STEPS_A_SECOND, World};
use rapier3d::math::{Pose, Real};

/// What moves less than this has not moved, in centimetres: 0.05 mm at the farthest point of a block. Wood that trembles
/// within it is at rest; a tower that begins to topple is not, even if it takes its time.
const STILL: Real = 0.005;
/// For how long nothing must have moved, in steps: 0.4 s.
const CALM: u32 = STEPS_A_SECOND * 2 / 5;

/// Watches for rest.
#[derive(Default)]
pub struct Rest {
    places: Vec<(BodyId, Pose)>,
    calm: u32,
}

impl Rest {
    /// Looks at these blocks after a step; tells whether they have come to rest.
    pub fn watch(&mut self, world: &World, bodies: impl Iterator<Item = BodyId> + Clone) -> bool {
        let same = bodies.clone().eq(self.places.iter().map(|(body, _)| *body));
        if same && self.places.iter().all(|(body, from)| world.moved(*body, from) < STILL) {
            self.calm += 1;
        } else {
            self.calm = 0;
            self.places = bodies.map(|body| (body, world.pose(body))).collect();
        }
        self.calm >= CALM
    }
}
