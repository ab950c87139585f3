//! One placement, from the grasp to the rest: what [`place`](super::place) runs in one go and a page step by step.

mod settling;

use super::hand::{Hand, STEPS_A_TARGET, between};
use super::proof::Proof;
use super::rest::Rest;
use super::solid::Solid;
use super::wobble::margin;
use super::world::{BodyId, STEPS_A_SECOND, World};
use crate::gesture::{TARGETS_A_SECOND, Target};
use crate::{Block, Ground, Pose, Settled, Standing, Tower};
use rapier3d::math::{Pose as At, Real, Rotation, Vector};

/// The most work that a placement may be, in blocks awake times steps: 40 blocks for 8 s. A hand that keeps a large
/// tower moving for longer gets tired and lets go.
const EFFORT: u64 = 40 * 8 * STEPS_A_SECOND as u64;
/// The blow on the table that is borne in a step, in newton-seconds (S7): a block of 40 g at 1 m/s, flat.
const BORNE: Real = 0.04;
/// How far above everything a block is grasped that would otherwise begin inside another, in centimetres.
const CLEAR: Real = 1.0;
/// How fast it then comes down to the first target, in centimetres a target: 30 cm/s.
const COMING: Real = 30.0 / TARGETS_A_SECOND as Real;
/// A block that comes nearer than this wakes the tower, in centimetres: 1 mm, where the engine begins to look.
const NEAR: Real = 0.1;

/// A placement that goes on.
pub struct Placement {
    world: World,
    /// The tower, and then the block that is being placed.
    blocks: Vec<Member>,
    hand: Option<Hand>,
    /// Blocks that have fallen, in order.
    fallen: Vec<usize>,
    bumped: bool,
    still: Rest,
    slow: Rest,
    proof: Proof,
    /// For how many steps the proof has gone on.
    proved: u32,
    /// Proofs that failed.
    failed: u32,
    /// For how many steps a fallen block has lain beside a tower that sleeps.
    lain: u32,
    free: u32,
    effort: u64,
    phase: Phase,
    fingerprint: u64,
}

/// How far a placement has come.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The hand holds the block.
    Held,
    /// The block was let go, and something moves.
    Moving,
    /// All came to rest and was written down in whole numbers; a tower restored from them has to stand.
    Proving,
    /// All is at rest, or the time is over.
    Over,
}

/// A block that takes part.
struct Member {
    block: Block,
    solid: &'static Solid,
    /// Where it began, in whole numbers and for the engine.
    pose: Pose,
    at: At,
    /// Where it stood when all was at rest; none for the block that is being placed.
    stood: Option<(Pose, At)>,
    leave: Leave,
    body: Body,
}

/// Whether a block may touch the table (S4, S34).
#[derive(Copy, Clone, PartialEq, Eq)]
enum Leave {
    ToTouchTheTable,
    None,
}

#[derive(Copy, Clone, PartialEq, Eq)]
enum Body {
    /// The engine does not know of it: nothing has come near the tower yet, so not even its last bit changes.
    Asleep,
    /// It moves as the engine will have it.
    Awake(BodyId),
    /// It fell, and was picked up.
    Gone,
}

impl Placement {
    /// A hand with the block in it comes to its first target.
    pub fn begin(tower: &Tower, ground: Ground, block: Block, first: &Target) -> Self {
        let mut blocks = restored(tower, ground);
        let leave = match ground {
            Ground::Base if !blocks.is_empty() => Leave::None,
            Ground::Base | Ground::AlsoThePlaced => Leave::ToTouchTheTable,
        };
        let solid = Solid::of(block);
        let target = engine_pose(&first.pose());
        let at = clear_of(&blocks, solid, target);
        let mut world = World::default();
        let held = world.put(solid, at);
        let (pose, body) = (first.pose(), Body::Awake(held));
        blocks.push(Member { block, solid, pose, at, stood: None, leave, body });
        let hand = Hand::grasp(&mut world, held);
        let mut placement = Placement::new(world, blocks, Some(hand));
        let way = at.translation.y - target.translation.y;
        let steps = (way / COMING).ceil().max(1.0);
        for step in 1..=steps as u32 {
            placement.carry_to(between(&at, &target, step as Real / steps));
        }
        placement
    }

    /// A tower without a hand, all of it awake: what would become of it by itself.
    pub fn awoken(tower: &Tower, ground: Ground) -> Self {
        let mut placement = Placement::new(World::default(), restored(tower, ground), None);
        placement.wake();
        placement.begin_proof();
        placement
    }

    /// A tower without a hand, all of it awake, whose table is about to [`sway`](Self::sway).
    pub fn shaken(tower: &Tower, ground: Ground) -> Self {
        let mut placement = Placement::new(World::default(), restored(tower, ground), None);
        placement.wake();
        placement
    }

    /// A step passes while the table pulls sideways with these shares of gravity, along x and z.
    pub fn sway(&mut self, shares: [Real; 2]) {
        self.world.sway(shares);
        self.step();
    }

    fn new(world: World, blocks: Vec<Member>, hand: Option<Hand>) -> Self {
        Placement {
            phase: if hand.is_some() { Phase::Held } else { Phase::Moving },
            world,
            blocks,
            hand,
            fallen: Vec::new(),
            bumped: false,
            still: Rest::default(),
            slow: Rest::default(),
            proof: Proof::default(),
            proved: 0,
            failed: 0,
            lain: 0,
            free: 0,
            effort: 0,
            fingerprint: 0,
        }
    }

    /// A thirtieth of a second passes while the hand goes for a target.
    pub fn carry(&mut self, target: &Target) {
        self.carry_to(engine_pose(&target.pose()));
    }

    fn carry_to(&mut self, target: At) {
        let (Some(mut hand), Some(held)) = (self.hand.take(), self.placed()) else { return };
        hand.set_out(target);
        for step in 1..=STEPS_A_TARGET {
            hand.aim(&mut self.world, step);
            self.step();
            self.bumped |= self.world.blow(held) > BORNE;
        }
        self.hand = Some(hand);
        if self.effort > EFFORT {
            self.let_go();
        }
    }

    /// The hand opens.
    pub fn let_go(&mut self) {
        if let Some(hand) = self.hand.take() {
            hand.let_go(&mut self.world);
            self.phase = Phase::Moving;
            self.world.wake();
        }
    }

    /// A thirtieth of a second passes after the hand has opened, unless all is over before.
    pub fn settle(&mut self) -> Phase {
        for _ in 0..STEPS_A_TARGET {
            if matches!(self.phase, Phase::Held | Phase::Over) {
                break;
            }
            self.step();
            self.look();
        }
        self.phase
    }

    /// Which blocks there are and where they are now, those picked up excepted; the one being placed is the last.
    pub fn poses(&self) -> Vec<Standing> {
        let here = (0..self.blocks.len()).filter(|index| self.blocks[*index].body != Body::Gone);
        here.map(|index| self.standing_at(index)).collect()
    }

    /// The blocks that have touched the table without leave, the first to do so first.
    pub fn fallen(&self) -> Vec<Block> {
        self.fallen.iter().map(|index| self.blocks[*index].block).collect()
    }

    /// How far it has come.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// What came of it. Lets go and waits for rest first, if need be.
    pub fn finish(mut self) -> Settled {
        self.let_go();
        while self.settle() != Phase::Over {}
        self.settled()
    }

    /// What came of it, once it is over.
    pub fn settled(&self) -> Settled {
        let standing: Vec<usize> = self.standing().collect();
        let blocks: Vec<Standing> = standing.iter().map(|index| self.standing_at(*index)).collect();
        let mut touching: Vec<(Block, Block)> = Vec::new();
        for (nth, one) in standing.iter().enumerate() {
            for other in standing[nth + 1..].iter().filter(|other| self.touch(*one, **other)) {
                let (one, other) = (self.blocks[*one].block, self.blocks[*other].block);
                touching.push((one.min(other), one.max(other)));
            }
        }
        touching.sort_unstable();
        let grounded = standing.iter().filter(|index| self.touches_table(**index));
        Settled {
            fallen: self.fallen.iter().map(|index| self.blocks[*index].block).collect(),
            bumped: self.bumped,
            grounded: grounded.map(|index| self.blocks[*index].block).collect(),
            touching,
            hash: self.fingerprint,
            tower: measured(blocks),
        }
    }

    fn step(&mut self) {
        self.wake_if_near();
        self.world.step();
        self.effort += self.world.awake() as u64;
        for index in 0..self.blocks.len() {
            let held = self.phase == Phase::Held && index == self.blocks.len() - 1;
            let counts = self.blocks[index].leave == Leave::None && self.body(index).is_some() && !held;
            if counts && !self.fallen.contains(&index) && self.touches_table(index) {
                self.fallen.push(index);
            }
        }
    }

    /// The tower sleeps until the block is so near that the next step could bring them together.
    fn wake_if_near(&mut self) {
        if self.blocks.first().is_some_and(|base| base.body == Body::Asleep) && self.is_near() {
            self.wake();
        }
    }

    /// Whether the block that is being placed could touch one of the tower within a step.
    fn is_near(&self) -> bool {
        let Some((placed, tower)) = self.blocks.split_last() else { return false };
        let Body::Awake(body) = placed.body else { return false };
        let at = self.world.pose(body);
        let margin = NEAR + self.world.speed(body) / STEPS_A_SECOND as Real;
        let mut others = (0..tower.len()).filter(|index| tower[*index].body != Body::Gone);
        others
            .any(|index| !placed.solid.contacts(&at, tower[index].solid, &self.at(index), margin).is_empty())
    }

    fn wake(&mut self) {
        for member in self.blocks.iter_mut().filter(|member| member.body == Body::Asleep) {
            member.body = Body::Awake(self.world.put(member.solid, member.at));
        }
        // From letting go on, `Rest` says what rests. Before, what the hand has left alone may fall asleep.
        if self.phase != Phase::Held {
            self.world.wake();
        }
    }

    fn placed(&self) -> Option<BodyId> {
        self.body(self.blocks.len().checked_sub(1)?)
    }

    fn body(&self, index: usize) -> Option<BodyId> {
        match self.blocks[index].body {
            Body::Awake(body) => Some(body),
            Body::Asleep | Body::Gone => None,
        }
    }

    fn standing(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.blocks.len()).filter(|index| !self.fallen.contains(index))
    }

    fn at(&self, index: usize) -> At {
        self.body(index).map_or(self.blocks[index].at, |body| self.world.pose(body))
    }

    fn touches_table(&self, index: usize) -> bool {
        self.blocks[index].solid.touches_table(&self.at(index))
    }

    fn touch(&self, one: usize, other: usize) -> bool {
        self.blocks[one].solid.touches(&self.at(one), self.blocks[other].solid, &self.at(other))
    }

    /// The pose in whole numbers: to the last digit the one it began with, if it slept.
    fn standing_at(&self, index: usize) -> Standing {
        let Member { block, pose, .. } = self.blocks[index];
        Standing { block, pose: self.body(index).map_or(pose, |body| whole_pose(&self.world.pose(body))) }
    }
}

/// A world with the blocks of a tower in it, all of them awake: for experiments.
pub fn restore(tower: &Tower) -> World {
    let mut world = World::default();
    for Standing { block, pose } in &tower.blocks {
        world.put(Solid::of(*block), engine_pose(pose));
    }
    world.wake();
    world
}

/// The blocks of a tower where they stood, asleep.
fn restored(tower: &Tower, ground: Ground) -> Vec<Member> {
    let members = tower.blocks.iter().enumerate().map(|(index, Standing { block, pose })| {
        let (solid, at) = (Solid::of(*block), engine_pose(pose));
        let leave = match ground {
            Ground::Base if index == 0 => Leave::ToTouchTheTable,
            Ground::AlsoThePlaced if solid.touches_table(&at) => Leave::ToTouchTheTable,
            Ground::Base | Ground::AlsoThePlaced => Leave::None,
        };
        Member { block: *block, solid, pose: *pose, at, stood: Some((*pose, at)), leave, body: Body::Asleep }
    });
    members.collect()
}

/// Where a block is grasped: at the first target, or above everything if it would be inside something there.
fn clear_of(blocks: &[Member], solid: &Solid, target: At) -> At {
    let (low, _) = solid.span(&target);
    let inside = low < 0.0 || blocks.iter().any(|member| solid.touches(&target, member.solid, &member.at));
    if !inside {
        return target;
    }
    let top = blocks.iter().map(|member| member.solid.span(&member.at).1).fold(0.0, Real::max);
    let rise = (top + CLEAR - low).max(0.0);
    At::from_parts(target.translation + Vector::new(0.0, rise, 0.0), target.rotation)
}

/// The highest point in micrometres, of the pose in whole numbers: whoever restores the tower finds the same (S10).
fn height(standing: &Standing) -> u32 {
    let top = Solid::of(standing.block).span(&engine_pose(&standing.pose)).1;
    (f64::from(top) * 10_000.0).round().max(0.0) as u32
}

/// Micrometres to centimetres.
pub(super) fn engine_pose(pose: &Pose) -> At {
    let [x, y, z] = pose.at.map(|place| (f64::from(place) * 1e-4) as Real);
    let [i, j, k, w] = pose.turn.map(|part| (f64::from(part) / f64::from(crate::WHOLE_TURN)) as Real);
    At::from_parts(Vector::new(x, y, z), Rotation::from_xyzw(i, j, k, w))
}

/// Centimetres to micrometres.
pub(super) fn whole_pose(at: &At) -> Pose {
    let turn = at.rotation.to_array().map(f64::from);
    let length = turn.iter().map(|part| part * part).sum::<f64>().sqrt();
    let whole = f64::from(crate::WHOLE_TURN);
    Pose {
        at: at.translation.to_array().map(|place| (f64::from(place) * 1e4).round() as i32),
        turn: turn.map(|part| (part / length * whole).round() as i32),
    }
    .rounded()
}

/// A tower at rest, with its height and its margin.
fn measured(blocks: Vec<Standing>) -> Tower {
    Tower { height: blocks.iter().map(height).max().unwrap_or(0), margin: margin(&blocks), blocks }
}
