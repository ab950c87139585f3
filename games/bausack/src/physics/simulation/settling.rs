//! The simulation after the hand has let go: which blocks rest, which have fallen, and the check that the tower stands.

use super::{Body, Fallen, Phase, SETTLING_WORK, SimulatedBlock, Simulation, possible};
use crate::Standing;
use crate::physics::pose::engine_pose;
use crate::physics::rest_detector::RestDetector;
use crate::physics::snap::{AtRest, snap_unmoved};
use crate::physics::stability_check::StabilityCheck;
use crate::physics::work::Work;
use crate::physics::world::{BodyId, Damping, STEPS_A_SECOND, World};
use rapier3d::glamx::DVec2;
use rapier3d::math::Real;

/// How long a tower may take to come to rest after the block was let go, in steps: 4 s. Rest usually takes 0.2 s, and a
/// fall less than 2 s.
const TIMEOUT: u32 = 4 * STEPS_A_SECOND;
/// After which time swaying is damped more strongly, in steps: 2 s.
const LATE: u32 = 2 * STEPS_A_SECOND;
/// A block that moves by less than this is still, in centimetres: 0.05 mm at its farthest point. A block that trembles
/// within it is at rest; a tower that begins to topple, even slowly, is not.
const STILL: Real = 0.005;
/// A block that moves by less than this is slow, in centimetres: 0.5 mm. The engine's contacts creep, each by a tenth of a
/// millimetre a second, and high towers tremble by as much; where the statics says that the tower stands, slow is at rest.
const SLOW: Real = 0.05;
/// For how long blocks must have been slow, in steps: 0.15 s.
const SLOW_STEPS: u32 = STEPS_A_SECOND * 3 / 20;
/// For how long blocks must have been still, in steps: 0.2 s.
const STILL_STEPS: u32 = STEPS_A_SECOND / 5;
/// The time between two computations of the statics of a slow tower, in steps: 0.05 s.
const STATICS_INTERVAL: u32 = STEPS_A_SECOND / 20;
/// How long a block that fell beside a sleeping tower stays visible, in steps: 0.25 s.
const LIE_STEPS: u32 = STEPS_A_SECOND / 4;
/// A block that is faster than this at the timeout is still moving, in centimetres a second.
const MOVING: Real = 2.0;
/// What is balanced on a point is pushed to where it would fall, as a share of its weight: as if the table leaned by 0.4
/// degrees.
const PUSH: Real = 0.007;

/// Whether blocks have rested for so many steps, or for some intervals longer.
fn is_due(rested: u32, steps: u32) -> bool {
    rested.checked_sub(steps).is_some_and(|longer| longer.is_multiple_of(STATICS_INTERVAL))
}

impl SimulatedBlock {
    /// Where it stood before the placement.
    fn stood(&self) -> Option<Standing> {
        self.stood.map(|(pose, _)| Standing { block: self.block, pose })
    }
}

impl Simulation {
    /// Decides what follows from a step without a hand.
    pub(super) fn after_free_step(&mut self) {
        self.free += 1;
        match self.phase {
            Phase::Checking => self.continue_check(),
            _ if self.is_out_of_time() => self.on_timeout(),
            _ => self.detect_rest(),
        }
    }

    fn is_out_of_time(&self) -> bool {
        self.free >= TIMEOUT || self.work.spent() > SETTLING_WORK
    }

    /// Begins the stability check if all blocks are at rest. Blocks with a sure margin may creep.
    fn detect_rest(&mut self) {
        if self.free == LATE {
            self.world.set_damping(Damping::Strong);
        }
        let awake: Vec<BodyId> = self.standing().filter_map(|index| self.body(index)).collect();
        let still = self.still.update(&self.world, awake.iter().copied(), STILL);
        let slow = self.slow.update(&self.world, awake.iter().copied(), SLOW);
        if self.free.is_multiple_of(STATICS_INTERVAL) && self.is_tower_untouched() {
            self.put_tower_to_sleep();
        } else if awake.is_empty() && self.lain < LIE_STEPS {
            self.lain += 1;
        } else if awake.is_empty() || is_due(still, STILL_STEPS) || is_due(slow, SLOW_STEPS) {
            self.try_to_rest(still >= STILL_STEPS);
        }
    }

    /// Begins the stability check if the statics agrees that the blocks can rest here, and pushes what can't.
    fn try_to_rest(&mut self, is_still: bool) {
        let mut choices = vec![self.rounded_poses()];
        if self.failed == 0 || !is_still {
            choices.push(self.snapped_poses());
        }
        let mut falling = Vec::new();
        while let Some(poses) = choices.pop() {
            let check = StabilityCheck::of(&poses, &self.work);
            falling = self.falling(&check);
            let is_still_enough = |(nth, index): (usize, usize)| {
                let body = self.body(index).filter(|_| !is_still && check.is_unsure(nth));
                body.is_none_or(|body| self.still.still_steps_of(body) >= STILL_STEPS)
            };
            if falling.is_empty() && self.standing().enumerate().all(is_still_enough) {
                return self.restore_and_check(&poses);
            }
        }
        self.push(&falling);
    }

    /// The blocks that a check will not let stand, and where they fall to. A sleeping tower stays as it is.
    fn falling(&self, check: &StabilityCheck) -> Vec<(usize, DVec2)> {
        let standing: Vec<usize> = self.standing().collect();
        let falling = check.falling().map(|(nth, towards)| (standing[nth], towards));
        falling.filter(|(index, _)| self.body(*index).is_some()).collect()
    }

    /// Pushes blocks to where they will fall, and no others.
    fn push(&mut self, falling: &[(usize, DVec2)]) {
        for index in self.standing().collect::<Vec<_>>() {
            let Some(body) = self.body(index) else { continue };
            let towards =
                falling.iter().find(|(place, _)| *place == index).map_or(DVec2::ZERO, |(_, to)| *to);
            self.world.push(body, towards.to_array().map(|part| part as Real * PUSH));
        }
    }

    /// Whether the block that was let go is no longer near the tower, and no block of the tower has moved.
    fn is_tower_untouched(&self) -> bool {
        let Some((placed, tower)) = self.blocks.split_last() else { return false };
        if placed.stood.is_some() || tower.is_empty() || self.is_near() {
            return false;
        }
        let slow = (0..tower.len()).all(|index| {
            self.body(index).is_some_and(|body| self.slow.still_steps_of(body) >= SLOW_STEPS)
                && !self.fallen.contains(&index)
                && self.at_rest(index).unmoved().is_some()
        });
        slow && {
            let stood: Vec<Standing> = tower.iter().filter_map(SimulatedBlock::stood).collect();
            let check = StabilityCheck::of(&stood, &self.work);
            let steps = |index: usize| self.body(index).map_or(0, |body| self.still.still_steps_of(body));
            (0..tower.len()).all(|index| !check.is_unsure(index) || steps(index) >= STILL_STEPS)
        }
    }

    /// Takes the blocks of the tower out of the world: they are exactly where they were before the block came near, and that
    /// was checked then. Only the block that falls is simulated further.
    fn put_tower_to_sleep(&mut self) {
        self.fingerprint = self.fingerprint.rotate_left(1) ^ self.world.fingerprint();
        for block in &mut self.blocks {
            if let (Body::Awake(body), Some((pose, at))) = (block.body, block.stood) {
                self.world.remove(body);
                (block.pose, block.at, block.body) = (pose, at, Body::Asleep);
            }
        }
    }

    /// Removes fallen blocks, restores the others from poses in whole numbers in a new world, and begins the stability check
    /// there. A block that leaned on a fallen one, or that only its own movement kept from falling, goes on moving instead.
    fn restore_and_check(&mut self, poses: &[Standing]) {
        self.fingerprint = self.fingerprint.rotate_left(1) ^ self.world.fingerprint();
        self.world = World::counting(&self.work);
        for index in &self.fallen {
            self.blocks[*index].body = Body::Removed;
        }
        let standing: Vec<usize> = self.standing().collect();
        for (index, Standing { pose, .. }) in standing.into_iter().zip(poses) {
            let block = &mut self.blocks[index];
            // A sleeping tower stays asleep: not even the check may change it.
            if block.body == Body::Asleep {
                continue;
            }
            (block.pose, block.at) = (*pose, engine_pose(pose));
            block.body = Body::Awake(self.world.insert(block.solid, block.at));
        }
        self.begin_check();
    }

    /// Begins the stability check of the blocks in the world.
    pub(super) fn begin_check(&mut self) {
        self.world.wake();
        self.world.set_damping(Damping::Check);
        self.still = RestDetector::default();
        self.slow = RestDetector::default();
        self.check = StabilityCheck::of(&self.rounded_poses(), &self.work);
        self.checked = 0;
        self.phase = Phase::Checking;
        let falling = self.falling(&self.check);
        if falling.is_empty() {
            return;
        }
        if self.is_out_of_time() {
            self.fallen.extend(falling.iter().map(|(index, _)| *index));
            if self.work.spend(0) {
                self.restore_and_check(&self.last_poses());
            }
        } else {
            self.fail();
            self.push(&falling);
        }
    }

    /// Ends the check without success: the blocks go on moving.
    fn fail(&mut self) {
        self.failed += 1;
        self.phase = Phase::Moving;
        self.world.set_damping(if self.free < LATE { Damping::Usual } else { Damping::Strong });
    }

    /// Ends the check, with success or not, if it is time to.
    fn continue_check(&mut self) {
        for (nth, index) in self.standing().enumerate().collect::<Vec<_>>() {
            if let (Some(shares), Some(body)) = (self.check.push(nth, self.checked), self.body(index)) {
                self.world.push(body, shares);
            }
        }
        self.checked += 1;
        // How far each block has moved, as a share of what it may.
        let share = |(nth, index): (usize, usize)| {
            let body = self.body(index);
            let moved = body.map_or(0.0, |body| self.world.displacement(body, &self.blocks[index].at));
            (index, moved / self.check.tolerance(nth))
        };
        let shares: Vec<(usize, Real)> = self.standing().enumerate().map(share).collect();
        let awake = shares.iter().filter(|(index, _)| self.body(*index).is_some());
        let none_fell = self.world.bodies().count() == awake.count();
        if none_fell && shares.iter().all(|(_, share)| *share < 1.0) {
            if self.checked >= self.check.steps() {
                self.end();
            }
        } else if self.is_out_of_time() {
            // A block that does not come to rest, and those that move with it, have left the tower (S5).
            if none_fell {
                self.fallen.extend(shares.iter().filter(|(_, share)| *share > 0.5).map(|(index, _)| index));
            }
            self.restore_and_check(&self.last_poses());
        } else {
            self.fail();
            self.push(&[]);
        }
    }

    /// The time is over: a block that still moves has left the tower (S5), and the others have to stand as they are.
    fn on_timeout(&mut self) {
        let moving = |index: &usize| self.body(*index).is_some_and(|body| self.world.speed(body) > MOVING);
        let left: Vec<usize> = self.standing().filter(moving).collect();
        self.fallen.extend(left);
        self.restore_and_check(&self.rounded_poses());
    }

    /// The poses of the blocks that stand, in whole numbers.
    fn rounded_poses(&self) -> Vec<Standing> {
        self.standing().map(|index| self.standing_at(index)).collect()
    }

    /// The same, but blocks that have not moved are where they stood.
    fn snapped_poses(&self) -> Vec<Standing> {
        let at_rest: Vec<AtRest> = self.standing().map(|index| self.at_rest(index)).collect();
        let blocks = self.standing().map(|index| self.blocks[index].block);
        blocks.zip(snap_unmoved(&at_rest)).map(|(block, pose)| Standing { block, pose }).collect()
    }

    fn at_rest(&self, index: usize) -> AtRest {
        let SimulatedBlock { solid, stood, .. } = self.blocks[index];
        AtRest { solid, now: self.at(index), stood }
    }

    /// The poses in whole numbers from which the blocks were restored last.
    fn last_poses(&self) -> Vec<Standing> {
        let last = |index: usize| {
            let SimulatedBlock { block, pose, .. } = self.blocks[index];
            Standing { block, pose }
        };
        self.standing().map(last).collect()
    }

    /// Ends the simulation: the blocks are where they were restored last, if blocks can be there.
    fn end(&mut self) {
        if possible::judge(&self.last_poses(), &self.work).is_err() {
            return self.give_up();
        }
        self.fingerprint = self.fingerprint.rotate_left(1) ^ self.world.fingerprint();
        self.stop();
    }

    /// Ends the simulation where nobody can tell what becomes of the blocks: the last one has fallen, what fell before stays
    /// so, and the others are where they stood, unless nothing carries them there.
    pub(super) fn give_up(&mut self) {
        self.fingerprint = self.fingerprint.rotate_left(1) ^ 1;
        self.fallen.extend((0..self.blocks.len()).last().filter(|last| !self.fallen.contains(last)));
        for block in &mut self.blocks {
            if let Some((pose, at)) = block.stood {
                (block.pose, block.at) = (pose, at);
            }
        }
        let work = Work::default();
        while let Err(Fallen(nth)) = possible::carried(&self.last_poses(), &work) {
            let fallen = self.standing().nth(nth);
            self.fallen.extend(fallen);
        }
        self.stop();
    }

    fn stop(&mut self) {
        for block in &mut self.blocks {
            block.body = Body::Asleep;
        }
        for index in &self.fallen {
            self.blocks[*index].body = Body::Removed;
        }
        self.phase = Phase::Over;
    }
}
