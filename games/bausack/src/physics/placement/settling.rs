//! From the moment when the hand opens: what rests, what has fallen, and the proof of it.

use super::{Body, EFFORT, Member, Phase, Placement, engine_pose};
use crate::Standing;
use crate::physics::draft::{Draft, put_back};
use crate::physics::proof::Proof;
use crate::physics::rest::Rest;
use crate::physics::world::{BodyId, Care, STEPS_A_SECOND, World};
use rapier3d::math::Real;

/// How long a tower may take to come to rest after the block was let go, in steps: 4 s. Rest takes 0.2 s as a rule, and a
/// fall less than 2 s.
const PATIENCE: u32 = 4 * STEPS_A_SECOND;
/// When it is late, in steps: 2 s.
const LATE: u32 = 2 * STEPS_A_SECOND;
/// What moves less than this has not moved, in centimetres: 0.05 mm at the farthest point of a block. Wood that trembles
/// within it is at rest; a tower that begins to topple is not, even if it takes its time.
const STILL: Real = 0.005;
/// What moves less than this is slow, in centimetres: 0.5 mm. In the engine joints creep, each by a tenth of a millimetre a
/// second, and high towers tremble by as much; where the statics says that the tower stands, such slowness is rest.
const SLOW: Real = 0.05;
/// For how long it must have been slow, in steps: 0.15 s.
const SLOWLY: u32 = STEPS_A_SECOND * 3 / 20;
/// For how long nothing must have moved, in steps: 0.2 s.
const CALM: u32 = STEPS_A_SECOND / 5;
/// Between two questions to the statics about a slow tower, in steps: 0.05 s.
const LOOK: u32 = STEPS_A_SECOND / 20;
/// How long one sees a block that fell beside a tower that sleeps, in steps: 0.25 s.
const LIE: u32 = STEPS_A_SECOND / 4;
/// What is faster than this when the time is over still moves, in centimetres a second.
const MOVING: Real = 2.0;

impl Member {
    /// Where it stood when all was at rest.
    fn stood(&self) -> Option<Standing> {
        self.stood.map(|(pose, _)| Standing { block: self.block, pose })
    }
}

impl Placement {
    /// A step has passed without a hand.
    pub(super) fn look(&mut self) {
        self.free += 1;
        match self.phase {
            Phase::Proving => self.watch_proof(),
            _ if self.is_out_of_time() => self.give_up(),
            _ => self.watch(),
        }
    }

    fn is_out_of_time(&self) -> bool {
        self.free >= PATIENCE || self.effort > 2 * EFFORT
    }

    /// Has all come to rest? Blocks of which the statics is sure may creep.
    fn watch(&mut self) {
        if self.free == LATE {
            self.world.take_care(Care::Late);
        }
        let awake: Vec<BodyId> = self.standing().filter_map(|index| self.body(index)).collect();
        let still = self.still.watch(&self.world, awake.iter().copied(), STILL);
        let slow = self.slow.watch(&self.world, awake.iter().copied(), SLOW);
        if self.free.is_multiple_of(LOOK) && self.stands_as_it_stood() {
            self.go_back_to_sleep();
        } else if awake.is_empty() && self.lain < LIE {
            self.lain += 1;
        } else if still >= CALM {
            let poses = if self.failed == 0 { self.put_back() } else { self.poses_now() };
            self.try_out(&poses);
        } else if slow >= SLOWLY && slow.is_multiple_of(LOOK) {
            let rests = |poses: &[Standing]| {
                let proof = Proof::of(poses);
                let mut standing = self.standing().enumerate();
                standing.all(|(nth, index)| {
                    let body = self.body(index).filter(|_| proof.doubts(nth));
                    body.is_none_or(|body| self.still.calm_of(body) >= CALM)
                })
            };
            let choices = [self.put_back(), self.poses_now()];
            if let Some(poses) = choices.iter().find(|poses| rests(poses)) {
                self.try_out(poses);
            }
        }
    }

    /// Whether the block that was let go has left the tower, and nothing else of it has moved.
    fn stands_as_it_stood(&self) -> bool {
        let Some((placed, tower)) = self.blocks.split_last() else { return false };
        if placed.stood.is_some() || tower.is_empty() || self.is_near() {
            return false;
        }
        let slow = (0..tower.len()).all(|index| {
            self.body(index).is_some_and(|body| self.slow.calm_of(body) >= SLOWLY)
                && !self.fallen.contains(&index)
                && self.draft(index).unmoved().is_some()
        });
        slow && {
            let proof = Proof::of(&tower.iter().filter_map(Member::stood).collect::<Vec<Standing>>());
            let calm = |index: usize| self.body(index).map_or(0, |body| self.still.calm_of(body));
            (0..tower.len()).all(|index| !proof.doubts(index) || calm(index) >= CALM)
        }
    }

    /// The tower is what it was before the block came near, to the last digit, and that was proved then. While the block
    /// falls and lies there, the engine need not know of it.
    fn go_back_to_sleep(&mut self) {
        self.fingerprint = self.fingerprint.rotate_left(1) ^ self.world.fingerprint();
        for member in &mut self.blocks {
            if let (Body::Awake(body), Some((pose, at))) = (member.body, member.stood) {
                self.world.take(body);
                (member.pose, member.at, member.body) = (pose, at, Body::Asleep);
            }
        }
    }

    /// Fallen blocks are picked up, and the others are restored from whole numbers in a new world. What stands there is the
    /// answer; a block that leaned on a fallen one, or that its own swing alone kept from falling, goes on moving instead.
    fn try_out(&mut self, poses: &[Standing]) {
        self.fingerprint = self.fingerprint.rotate_left(1) ^ self.world.fingerprint();
        self.world = World::default();
        for index in &self.fallen {
            self.blocks[*index].body = Body::Gone;
        }
        let standing: Vec<usize> = self.standing().collect();
        for (index, Standing { pose, .. }) in standing.into_iter().zip(poses) {
            let member = &mut self.blocks[index];
            // What nothing came near sleeps on: not even a proof may change it.
            if member.body == Body::Asleep {
                continue;
            }
            (member.pose, member.at) = (*pose, engine_pose(pose));
            member.body = Body::Awake(self.world.put(member.solid, member.at));
        }
        self.begin_proof();
    }

    /// The blocks are in a new world, as they were written down.
    pub(super) fn begin_proof(&mut self) {
        self.world.wake();
        self.world.take_care(Care::Proof);
        self.still = Rest::default();
        self.slow = Rest::default();
        self.proof = Proof::of(&self.poses_now());
        self.proved = 0;
        self.phase = Phase::Proving;
    }

    fn watch_proof(&mut self) {
        self.proved += 1;
        let gone = |(nth, index): (usize, usize)| {
            let share = self.body(index).map_or(0.0, |body| self.world.moved(body, &self.blocks[index].at));
            (index, share / self.proof.within(nth))
        };
        let gone: Vec<(usize, Real)> = self.standing().enumerate().map(gone).collect();
        let awake = gone.iter().filter(|(index, _)| self.body(*index).is_some());
        let none_fell = self.world.bodies().count() == awake.count();
        if none_fell && gone.iter().all(|(_, share)| *share < 1.0) {
            if self.proved >= self.proof.steps() {
                self.end();
            }
        } else if self.is_out_of_time() {
            // What will not rest, and whatever goes with it, has left the tower (S5).
            if none_fell {
                self.fallen.extend(gone.iter().filter(|(_, share)| *share > 0.5).map(|(index, _)| index));
            }
            self.try_out(&self.written_down());
        } else {
            self.failed += 1;
            self.phase = Phase::Moving;
            self.world.take_care(if self.free < LATE { Care::Usual } else { Care::Late });
        }
    }

    /// The time is over. What still moves has left the tower (S5); the rest has to stand as it is.
    fn give_up(&mut self) {
        let moving = |index: &usize| self.body(*index).is_some_and(|body| self.world.speed(body) > MOVING);
        let left: Vec<usize> = self.standing().filter(moving).collect();
        self.fallen.extend(left);
        self.try_out(&self.poses_now());
    }

    /// Where the blocks that stand are, in whole numbers.
    fn poses_now(&self) -> Vec<Standing> {
        self.standing().map(|index| self.standing_at(index)).collect()
    }

    /// The same, but blocks that have not moved are where they stood.
    fn put_back(&self) -> Vec<Standing> {
        let drafts: Vec<Draft> = self.standing().map(|index| self.draft(index)).collect();
        let blocks = self.standing().map(|index| self.blocks[index].block);
        blocks.zip(put_back(&drafts)).map(|(block, pose)| Standing { block, pose }).collect()
    }

    fn draft(&self, index: usize) -> Draft {
        let Member { solid, stood, .. } = self.blocks[index];
        Draft { solid, now: self.at(index), stood }
    }

    /// The same, as it was written down last.
    fn written_down(&self) -> Vec<Standing> {
        let written = |index: usize| {
            let Member { block, pose, .. } = self.blocks[index];
            Standing { block, pose }
        };
        self.standing().map(written).collect()
    }

    /// It is over: blocks are where they began last.
    fn end(&mut self) {
        self.fingerprint = self.fingerprint.rotate_left(1) ^ self.world.fingerprint();
        for member in &mut self.blocks {
            member.body = Body::Asleep;
        }
        for index in &self.fallen {
            self.blocks[*index].body = Body::Gone;
        }
        self.phase = Phase::Over;
    }
}
