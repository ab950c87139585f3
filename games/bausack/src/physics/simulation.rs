//! The simulation of one placement, from the grasp to rest: [`place`](super::place) runs it in one go, a page step by
//! step.

mod settling;

use super::hand::{Hand, STEPS_A_TARGET};
use super::pose::{engine_pose, interpolated, raised, whole_pose};
use super::possible::{self, Fallen};
use super::rest_detector::RestDetector;
use super::solid::Solid;
use super::stability::margin_within;
use super::stability_check::StabilityCheck;
use super::tremor::{Grip, Tremor};
use super::work::Work;
use super::world::{BodyId, STEPS_A_SECOND, World};
use crate::gesture::{TARGETS_A_SECOND, Target};
use crate::{Block, Ground, Pose, Settled, Standing, Tower};
use rapier3d::math::{Pose as EnginePose, Real};

/// A hand that keeps a large tower moving for more [`Work`] than this is made to let go: 40 blocks for 7 s.
const HELD_WORK: u64 = 750_000_000;
/// After so much work, what still moves has fallen.
const SETTLING_WORK: u64 = 1_250_000_000;
/// After so much, nobody can tell what became of the blocks: the placement is a fall.
const MAX_WORK: u64 = 1_600_000_000;
/// The work of the margin of the tower that is left then.
const LAST_WORK: u64 = 50_000_000;
/// The largest impulse on the table in a step that is no bump, in newton-seconds (S7): a block of 40 g at 1 m/s, flat.
const MAX_IMPULSE: Real = 0.04;
/// How far above everything a block begins that would otherwise overlap another, in centimetres.
const CLEAR: Real = 1.0;
/// How fast it then comes down to the first target, in centimetres a target: 30 cm/s.
const APPROACH: Real = 30.0 / TARGETS_A_SECOND as Real;
/// A block that comes nearer than this wakes the tower, in centimetres: 1 mm, the engine's prediction distance.
const NEAR: Real = 0.1;

/// A placement that is being simulated.
pub struct Simulation {
    world: World,
    /// The blocks of the tower, and then the block that is being placed.
    blocks: Vec<SimulatedBlock>,
    hand: Option<Hand>,
    /// How that hand trembles; none if it is steady.
    tremor: Option<Tremor>,
    /// Blocks that have fallen, in order.
    fallen: Vec<usize>,
    /// Whether the block in hand struck the table (S7).
    bumped: bool,
    still: RestDetector,
    slow: RestDetector,
    check: StabilityCheck,
    /// For how many steps the check has run.
    checked: u32,
    /// The number of checks that failed.
    failed: u32,
    /// For how many steps a fallen block has lain beside a tower that sleeps.
    lain: u32,
    /// For how many steps no hand has held the block.
    free: u32,
    /// All work since the grasp.
    work: Work,
    phase: Phase,
    fingerprint: u64,
}

/// The phase of a simulation.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The hand holds the block.
    Held,
    /// The block was let go, and something moves.
    Moving,
    /// All blocks came to rest, their poses were rounded to whole numbers, and the tower restored from these has to stand.
    Checking,
    /// All blocks are at rest, or the time is over.
    Over,
}

/// A block of a simulation.
struct SimulatedBlock {
    block: Block,
    solid: &'static Solid,
    /// Where it began, in whole numbers and for the engine.
    pose: Pose,
    at: EnginePose,
    /// Where it stood before the placement; none for the block that is being placed.
    stood: Option<(Pose, EnginePose)>,
    table_contact: TableContact,
    body: Body,
}

/// Whether a block may touch the table (S4, S34).
#[derive(Copy, Clone, PartialEq, Eq)]
enum TableContact {
    Allowed,
    Forbidden,
}

/// Whether the engine simulates a block.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Body {
    /// Not yet: nothing has come near the tower, so that no bit of its pose changes.
    Asleep,
    /// Yes, as this body.
    Awake(BodyId),
    /// No longer: it fell, and was removed.
    Removed,
}

impl Simulation {
    /// A placement whose steady hand holds the block at its first target.
    pub fn begin(tower: &Tower, ground: Ground, block: Block, first: &Target) -> Self {
        Simulation::begin_by(tower, ground, block, first, Grip::STEADY)
    }

    /// The same by any hand.
    pub fn begin_by(tower: &Tower, ground: Ground, block: Block, first: &Target, grip: Grip) -> Self {
        let mut blocks = restored(tower, ground);
        let table_contact = match ground {
            Ground::Base if !blocks.is_empty() => TableContact::Forbidden,
            Ground::Base | Ground::AlsoThePlaced => TableContact::Allowed,
        };
        let solid = Solid::of(block);
        let target = engine_pose(&first.pose());
        let at = clear_of(&blocks, solid, target);
        let work = Work::limited(MAX_WORK);
        let mut world = World::counting(&work);
        let held = world.insert(solid, at);
        let (pose, body) = (first.pose(), Body::Awake(held));
        blocks.push(SimulatedBlock { block, solid, pose, at, stood: None, table_contact, body });
        let hand = Hand::grasp_with(&mut world, held, grip.hertz());
        let mut simulation = Simulation::new(world, work, blocks, Some(hand));
        simulation.tremor = Tremor::of(grip, f64::from(block.mass()));
        let way = at.translation.y - target.translation.y;
        let steps = (way / APPROACH).ceil().max(1.0);
        for step in 1..=steps as u32 {
            simulation.carry_to(interpolated(&at, &target, step as Real / steps));
        }
        simulation
    }

    /// A tower without a hand, all blocks awake, that is checked for stability.
    pub fn awake(tower: &Tower, ground: Ground) -> Self {
        let mut simulation = Simulation::on_shaken_table(tower, ground);
        simulation.begin_check();
        simulation
    }

    /// A tower without a hand, all blocks awake, whose table is about to be [shaken](Self::shake).
    pub fn on_shaken_table(tower: &Tower, ground: Ground) -> Self {
        let work = Work::limited(MAX_WORK);
        let mut simulation = Simulation::new(World::counting(&work), work, restored(tower, ground), None);
        simulation.wake();
        simulation
    }

    /// Simulates a step while the table accelerates sideways by these shares of gravity, along x and z.
    pub fn shake(&mut self, shares: [Real; 2]) {
        self.world.accelerate_table(shares);
        self.step();
    }

    fn new(world: World, work: Work, blocks: Vec<SimulatedBlock>, hand: Option<Hand>) -> Self {
        Simulation {
            phase: if hand.is_some() { Phase::Held } else { Phase::Moving },
            world,
            blocks,
            hand,
            tremor: None,
            fallen: Vec::new(),
            bumped: false,
            still: RestDetector::default(),
            slow: RestDetector::default(),
            check: StabilityCheck::default(),
            checked: 0,
            failed: 0,
            lain: 0,
            free: 0,
            work,
            fingerprint: 0,
        }
    }

    /// Simulates a thirtieth of a second in which the hand moves to a target.
    pub fn carry(&mut self, target: &Target) {
        let at = match &mut self.tremor {
            Some(tremor) => tremor.follow(target),
            None => engine_pose(&target.pose()),
        };
        self.carry_to(at);
    }

    fn carry_to(&mut self, target: EnginePose) {
        let (Some(mut hand), Some(held)) = (self.hand.take(), self.placed()) else { return };
        hand.set_target(target);
        for step in 1..=STEPS_A_TARGET {
            hand.move_anchor(&mut self.world, step);
            self.step();
            self.bumped |= self.world.table_impulse(held) > MAX_IMPULSE;
        }
        self.hand = Some(hand);
        if self.work.spent() > HELD_WORK {
            self.release();
        }
    }

    /// The hand lets go.
    pub fn release(&mut self) {
        if let Some(hand) = self.hand.take() {
            hand.release(&mut self.world);
            self.phase = Phase::Moving;
            self.world.wake();
        }
    }

    /// Simulates a thirtieth of a second without a hand, or less if the simulation is over before; returns the phase.
    pub fn settle(&mut self) -> Phase {
        for _ in 0..STEPS_A_TARGET {
            if matches!(self.phase, Phase::Held | Phase::Over) {
                break;
            }
            self.step();
            self.after_free_step();
            if self.work.spent() > MAX_WORK {
                self.give_up();
            }
        }
        self.phase
    }

    /// The poses of all blocks that are not removed; the one being placed is the last.
    pub fn poses(&self) -> Vec<Standing> {
        let here = (0..self.blocks.len()).filter(|index| self.blocks[*index].body != Body::Removed);
        here.map(|index| self.standing_at(index)).collect()
    }

    /// The blocks that have fallen, the first to fall first.
    pub fn fallen(&self) -> Vec<Block> {
        self.fallen.iter().map(|index| self.blocks[*index].block).collect()
    }

    /// The phase that it has reached.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// All work so far.
    pub fn work(&self) -> u64 {
        self.work.spent()
    }

    /// Simulates until it is over, with the hand open, and returns the result.
    pub fn finish(mut self) -> Settled {
        self.release();
        while self.settle() != Phase::Over {}
        self.settled()
    }

    /// The result, once it is over.
    pub fn settled(&self) -> Settled {
        let blocks: Vec<Standing> = self.standing().map(|index| self.standing_at(index)).collect();
        Settled {
            fallen: self.fallen(),
            bumped: self.bumped,
            grounded: possible::grounded(&blocks),
            touching: possible::touching(&blocks, &self.work),
            hash: self.fingerprint,
            tower: measured(blocks, &self.work),
        }
    }

    fn step(&mut self) {
        self.wake_if_near();
        self.world.step();
        for index in 0..self.blocks.len() {
            let held = self.phase == Phase::Held && index == self.blocks.len() - 1;
            let is_forbidden = self.blocks[index].table_contact == TableContact::Forbidden;
            let counts = is_forbidden && self.body(index).is_some() && !held;
            if counts && !self.fallen.contains(&index) && self.touches_table(index) {
                self.fallen.push(index);
            }
        }
    }

    /// Wakes the tower when the block is so near that they could touch within a step.
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
        let mut others = (0..tower.len()).filter(|index| tower[*index].body != Body::Removed);
        others.any(|index| {
            let (other, other_at) = (tower[index].solid, self.at(index));
            !placed.solid.counted_contacts(&at, other, &other_at, margin, &self.work).is_empty()
        })
    }

    fn wake(&mut self) {
        for block in self.blocks.iter_mut().filter(|block| block.body == Body::Asleep) {
            block.body = Body::Awake(self.world.insert(block.solid, block.at));
        }
        // After the release, the rest detectors say what rests. Before, the engine may put blocks to sleep.
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
            Body::Asleep | Body::Removed => None,
        }
    }

    fn standing(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.blocks.len()).filter(|index| !self.fallen.contains(index))
    }

    fn at(&self, index: usize) -> EnginePose {
        self.body(index).map_or(self.blocks[index].at, |body| self.world.pose(body))
    }

    fn touches_table(&self, index: usize) -> bool {
        self.blocks[index].solid.touches_table(&self.at(index))
    }

    /// A block with its pose in whole numbers: exactly the one it began with, if it is asleep.
    fn standing_at(&self, index: usize) -> Standing {
        let SimulatedBlock { block, pose, .. } = self.blocks[index];
        Standing { block, pose: self.body(index).map_or(pose, |body| whole_pose(&self.world.pose(body))) }
    }
}

/// A world with the blocks of a tower in it, all of them awake, for experiments.
pub fn restore(tower: &Tower) -> World {
    let mut world = World::default();
    for Standing { block, pose } in &tower.blocks {
        world.insert(Solid::of(*block), engine_pose(pose));
    }
    world.wake();
    world
}

/// The blocks of a tower where they stood, asleep.
fn restored(tower: &Tower, ground: Ground) -> Vec<SimulatedBlock> {
    let blocks = tower.blocks.iter().enumerate().map(|(index, Standing { block, pose })| {
        let (solid, at) = (Solid::of(*block), engine_pose(pose));
        let table_contact = match ground {
            Ground::Base if index == 0 => TableContact::Allowed,
            Ground::AlsoThePlaced if solid.touches_table(&at) => TableContact::Allowed,
            Ground::Base | Ground::AlsoThePlaced => TableContact::Forbidden,
        };
        let (block, pose, stood) = (*block, *pose, Some((*pose, at)));
        SimulatedBlock { block, solid, pose, at, stood, table_contact, body: Body::Asleep }
    });
    blocks.collect()
}

/// Where a block begins: at the first target, or above everything if it would overlap something there.
fn clear_of(blocks: &[SimulatedBlock], solid: &Solid, target: EnginePose) -> EnginePose {
    let (low, _) = solid.span(&target);
    let inside = low < 0.0 || blocks.iter().any(|block| solid.touches(&target, block.solid, &block.at));
    if !inside {
        return target;
    }
    let top = blocks.iter().map(|block| block.solid.span(&block.at).1).fold(0.0, Real::max);
    raised(&target, (top + CLEAR - low).max(0.0))
}

/// What is true of blocks that are at rest there, as an answer: how high they reach, and what touches what.
pub fn settled_at(blocks: Vec<Standing>) -> Settled {
    let work = Work::default();
    Settled {
        fallen: Vec::new(),
        bumped: false,
        grounded: possible::grounded(&blocks),
        touching: possible::touching(&blocks, &work),
        hash: 0,
        tower: measured(blocks, &work),
    }
}

/// The highest point of blocks in micrometres (S10), from their poses in whole numbers, so that it is the same after loading
/// the tower.
pub(super) fn height(blocks: &[Standing]) -> u32 {
    let top = |standing: &Standing| {
        let top = Solid::of(standing.block).span(&engine_pose(&standing.pose)).1;
        (f64::from(top) * 10_000.0).round().max(0.0) as u32
    };
    blocks.iter().map(top).max().unwrap_or(0)
}

/// A tower at rest, with its height and its stability margin.
fn measured(blocks: Vec<Standing>, work: &Work) -> Tower {
    let work = work.up_to(work.spent().saturating_add(LAST_WORK));
    Tower { height: height(&blocks), margin: margin_within(&blocks, &work), blocks }
}
