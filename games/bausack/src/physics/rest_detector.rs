//! Detects rest: for how many steps blocks have not moved.

use super::world::{BodyId, World};
use rapier3d::math::{Pose, Real};

/// Watches blocks, and counts the steps since each of them last moved.
#[derive(Clone, Debug, Default)]
pub struct RestDetector {
    watched: Vec<Watched>,
}

/// A block, where it was, and for how many steps it has stayed near there.
#[derive(Clone, Debug)]
struct Watched {
    body: BodyId,
    from: Pose,
    steps: u32,
}

impl RestDetector {
    /// Updates the counts after a step, for these blocks and no others; returns for how many steps no point of any of them
    /// has moved by `still` centimetres.
    pub fn update(&mut self, world: &World, bodies: impl Iterator<Item = BodyId>, still: Real) -> u32 {
        let bodies: Vec<BodyId> = bodies.collect();
        self.watched.retain(|watched| bodies.contains(&watched.body));
        for body in bodies {
            match self.watched.iter_mut().find(|watched| watched.body == body) {
                Some(watched) if world.displacement(body, &watched.from) < still => watched.steps += 1,
                Some(watched) => *watched = Watched { body, from: world.pose(body), steps: 0 },
                None => self.watched.push(Watched { body, from: world.pose(body), steps: 0 }),
            }
        }
        self.still_steps()
    }

    /// For how many steps none of the blocks has moved.
    pub fn still_steps(&self) -> u32 {
        self.watched.iter().map(|watched| watched.steps).min().unwrap_or(u32::MAX)
    }

    /// For how many steps a block has not moved.
    pub fn still_steps_of(&self, body: BodyId) -> u32 {
        self.watched.iter().find(|watched| watched.body == body).map_or(u32::MAX, |watched| watched.steps)
    }
}
