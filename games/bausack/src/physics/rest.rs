//! When it is over: no block that counts has moved for a while.

use super::world::{BodyId, World};
use rapier3d::math::{Pose, Real};

/// Watches blocks for rest.
#[derive(Clone, Debug, Default)]
pub struct Rest {
    watched: Vec<Watched>,
}

/// A block, where it was, and for how many steps it has been near there.
#[derive(Clone, Debug)]
struct Watched {
    body: BodyId,
    from: Pose,
    calm: u32,
}

impl Rest {
    /// These blocks, from where they are now.
    pub fn begin(world: &World, bodies: impl Iterator<Item = BodyId>) -> Self {
        Rest { watched: bodies.map(|body| Watched { body, from: world.pose(body), calm: 0 }).collect() }
    }

    /// Looks at these blocks after a step: for how many steps no point of any of them has gone farther than `still`
    /// centimetres from where it was.
    pub fn watch(&mut self, world: &World, bodies: impl Iterator<Item = BodyId>, still: Real) -> u32 {
        let bodies: Vec<BodyId> = bodies.collect();
        self.watched.retain(|watched| bodies.contains(&watched.body));
        for body in bodies {
            match self.watched.iter_mut().find(|watched| watched.body == body) {
                Some(watched) if world.moved(body, &watched.from) < still => watched.calm += 1,
                Some(watched) => *watched = Watched { body, from: world.pose(body), calm: 0 },
                None => self.watched.push(Watched { body, from: world.pose(body), calm: 0 }),
            }
        }
        self.calm()
    }

    /// For how many steps none of the blocks has moved.
    pub fn calm(&self) -> u32 {
        self.watched.iter().map(|watched| watched.calm).min().unwrap_or(u32::MAX)
    }

    /// For how many steps a block has not moved.
    pub fn calm_of(&self, body: BodyId) -> u32 {
        self.watched.iter().find(|watched| watched.body == body).map_or(u32::MAX, |watched| watched.calm)
    }
}
