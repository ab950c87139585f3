//! When it is over: no block that counts has moved for a while.

use super::world::{BodyId, World};
use rapier3d::math::{Pose, Real};

/// Watches blocks for rest.
#[derive(Clone, Debug, Default)]
pub struct Rest {
    places: Vec<(BodyId, Pose)>,
    calm: u32,
}

impl Rest {
    /// These blocks, from where they are now.
    pub fn begin(world: &World, bodies: impl Iterator<Item = BodyId>) -> Self {
        Rest { places: bodies.map(|body| (body, world.pose(body))).collect(), calm: 0 }
    }

    /// Looks at these blocks after a step: for how many steps no point of any of them has gone farther than `still`
    /// centimetres from where it was.
    pub fn watch(&mut self, world: &World, bodies: impl Iterator<Item = BodyId> + Clone, still: Real) -> u32 {
        let same = bodies.clone().eq(self.places.iter().map(|(body, _)| *body));
        if same && self.places.iter().all(|(body, from)| world.moved(*body, from) < still) {
            self.calm += 1;
        } else {
            self.calm = 0;
            self.places = bodies.map(|body| (body, world.pose(body))).collect();
        }
        self.calm
    }
}
