//! A block in the hand, before it becomes a placement: what a page draws thirty times a second (S9).
//!
//! The page feeds the targets of the hand; the simulation that will also judge the placement returns where every block is.
//! The targets that were fed are the gesture, so that simulating it again gives the same bits. The gesture leaves out the
//! time while the block is clear of everything and the time while nothing moves, so that players need not hurry. A hand that
//! trembles never keeps still: its gesture begins where it last rested in the air.

use crate::gesture::{LONGEST, Path, TARGETS_A_SECOND, Target};
use crate::physics::{self, Clearance, Grip, Phase, Simulation};
use crate::{Action, Block, Gesture, Ground, Pose, Standing, Tower, WHOLE_TURN};
use game::{Malformed, Rehearsal};
use serde::{Deserialize, Serialize};

/// The most thirtieths of a second that one input may ask for.
const MOST: usize = 60;
/// The time between two computations of the stability margin, in thirtieths of a second.
const MARGIN_INTERVAL: u32 = 6;
/// A held block that is less high above its landing counts as laid, in micrometres.
const NEARLY_LAID: i32 = 1_500;
/// After so many thirtieths of a second without a movement in the air, a hand that trembles is rested.
const RESTED: usize = 30;
/// The most thirtieths of a second on the way through the air that the gesture of such a hand tells.
const WAY: usize = 180;
/// Movements in a thirtieth of a second that are invisible: micrometres, and parts of a turn.
const STILL: (u32, u32) = (2, (WHOLE_TURN / 100_000) as u32);
/// A block that is farther than this from where it stood is out of its place, in micrometres (S9).
const OUT_OF_PLACE: i64 = 500;
/// So is one that has turned by more than a degree: the cosine of half of it.
const TURNED: f64 = 0.999_961_92;
const INPUT_NOTATION: &str =
    r#"{"targets":[[x,y,z,i,j,k,w]],"let_go":true,"pass":2}, in micrometres and parts of 2^30"#;

/// A place in micrometres and a unit quaternion in parts of 2³⁰: x, y, z, then x, y, z, w.
#[cfg_attr(test, derive(ts_rs::TS))]
#[derive(Copy, Clone, Serialize, Deserialize)]
pub(crate) struct PoseRow([i32; 7]);

/// What a page feeds to the hand. Fields that are left out are empty.
#[cfg_attr(test, derive(ts_rs::TS))]
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct HandInput {
    /// Where the hand wants the block in each thirtieth of a second since the last input.
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    targets: Vec<PoseRow>,
    /// Whether the hand lets go after that.
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    let_go: bool,
    /// How many thirtieths of a second pass after that, while the block falls, or a replayed hand moves.
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pass: usize,
}

/// The hand and the tower as a page draws them.
#[cfg_attr(test, derive(ts_rs::TS))]
#[derive(Serialize)]
pub(crate) struct HandState {
    phase: HandPhase,
    /// Where the block is; none once it has fallen and was removed.
    held: Option<PoseRow>,
    /// The target that the hand has reached.
    aim: PoseRow,
    /// Where the block would first touch something if it came straight down; none once it is let go.
    landing: Option<PoseRow>,
    /// The blocks of the tower that are not where they were: number and pose.
    moved: Vec<(u8, PoseRow)>,
    /// S9: whether a block of the tower is out of its place, so that the one in the hand can't be put back.
    disturbed: bool,
    /// The blocks that fell and were removed.
    gone: Vec<u8>,
    /// The blocks that fell, the first to fall first.
    fallen: Vec<u8>,
    /// The stability margin of the tower as it stands, in micrometres; the block counts once it is let go.
    margin: u32,
    /// For a steady hand whose block is nearly laid: the margin with it, in micrometres.
    forecast: Option<u32>,
    /// How far the highest block of the tower is from where it stood, along x and z, in micrometres.
    lean: [i32; 2],
    /// How fast the fastest block of the tower moves, in micrometres a second.
    sway: u32,
    /// Whether the hand trembles: then it moves even while it is wanted nowhere else, and the landing is not for the eyes.
    trembles: bool,
    /// The highest point of the held block, in micrometres.
    top: u32,
    /// How many thirtieths of a second the hand may still take.
    left: usize,
    /// Nature's answer to the placement, once all blocks are at rest.
    answer: Option<String>,
}

/// The phase of a block in the hand.
#[cfg_attr(test, derive(ts_rs::TS))]
#[derive(Copy, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum HandPhase {
    /// Held, clear of everything: nothing is simulated.
    Air,
    /// Held, near something.
    Held,
    /// Let go, and something moves.
    Moving,
    /// At rest.
    Over,
}

/// A block in the hand over a tower.
pub(crate) struct HeldBlock {
    tower: Tower,
    ground: Ground,
    block: Block,
    clearance: Clearance,
    /// Where the hand is.
    aim: Target,
    /// The targets since the block came near something.
    path: Vec<Target>,
    /// The simulation, once the block has come near something.
    simulation: Option<Simulation>,
    /// In a replay, the targets that are still to come, the next one last.
    replayed: Option<Vec<Target>>,
    /// Which hand it is.
    grip: Grip,
    /// For a hand that trembles: whether it is clear of everything.
    in_air: bool,
    /// Whether nothing moves while the hand keeps still.
    is_still: bool,
    margin: u32,
    forecast: Option<u32>,
    /// How fast the tower moves.
    sway: u32,
    /// The thirtieths of a second that were simulated.
    simulated: u32,
}

impl HeldBlock {
    /// A block that was just taken into the hand.
    pub fn new(tower: &Tower, ground: Ground, block: Block, grip: Grip) -> Self {
        let clearance = Clearance::around(tower, block);
        let mut held = HeldBlock {
            aim: if grip.trembles() { clearance.start_beside() } else { clearance.start() },
            margin: tower.margin,
            tower: tower.clone(),
            ground,
            block,
            clearance,
            path: Vec::new(),
            simulation: None,
            replayed: None,
            is_still: false,
            grip,
            in_air: false,
            forecast: None,
            sway: 0,
            simulated: 0,
        };
        if grip.trembles() {
            held.begin(held.aim);
            held.in_air = true;
        }
        held
    }

    /// A replay of a gesture.
    pub fn replay(tower: &Tower, ground: Ground, block: Block, gesture: &Gesture, grip: Grip) -> Self {
        let mut held = HeldBlock::new(tower, ground, block, grip);
        held.in_air = false;
        let mut targets = match gesture {
            Gesture::Path(path) => path.targets().to_vec(),
            Gesture::Drop(aim) => physics::drop(tower, block, *aim).targets().to_vec(),
        };
        targets.reverse();
        if let Some(first) = targets.pop() {
            held.begin(first);
        }
        held.replayed = Some(targets);
        held
    }

    /// The result of the placement, once all blocks are at rest.
    fn settled(&self) -> Option<crate::Settled> {
        let over = self.simulation.as_ref().filter(|simulation| simulation.phase() == Phase::Over);
        over.map(Simulation::settled)
    }

    /// Begins the simulation.
    fn begin(&mut self, first: Target) {
        let (tower, grip) = (&self.tower, self.grip);
        self.simulation = Some(Simulation::begin_by(tower, self.ground, self.block, &first, grip));
        self.path = vec![first];
        self.aim = first;
        self.is_still = false;
    }

    fn phase(&self) -> HandPhase {
        match self.simulation.as_ref().map(Simulation::phase) {
            None => HandPhase::Air,
            Some(Phase::Held) if self.in_air => HandPhase::Air,
            Some(Phase::Held) => HandPhase::Held,
            Some(Phase::Moving | Phase::Checking) => HandPhase::Moving,
            Some(Phase::Over) => HandPhase::Over,
        }
    }

    /// Moves the hand towards a pose for a thirtieth of a second.
    fn carry(&mut self, wish: &Pose) {
        let next = physics::next_target(&self.aim, wish);
        match self.phase() {
            HandPhase::Air | HandPhase::Held if self.grip.trembles() => {
                self.follow(next);
                self.rest_in_air();
            }
            HandPhase::Air if self.clearance.is_clear(&next) => self.aim = next,
            HandPhase::Air => {
                self.begin(self.aim);
                self.follow(next);
            }
            HandPhase::Held => {
                self.follow(next);
                self.stop_if_clear();
            }
            HandPhase::Moving | HandPhase::Over => {}
        }
    }

    /// Simulates a thirtieth of a second in which the hand moves to a target, unless nothing would change.
    fn follow(&mut self, next: Target) {
        let same = next == self.aim;
        let Some(simulation) = self.simulation.as_mut() else { return };
        if same && self.is_still && !self.grip.trembles() {
            return;
        }
        let before = simulation.poses();
        simulation.carry(&next);
        let after = simulation.poses();
        self.is_still = same && is_still(&before, &after);
        self.sway = sway(&before, &after, self.tower.blocks.len());
        self.path.push(next);
        self.aim = next;
        self.update_margin();
        // S9: what falls opens the hand; a replayed one did what it did.
        if self.path.len() >= LONGEST || (self.replayed.is_none() && self.has_fallen()) {
            self.let_go();
        }
    }

    fn has_fallen(&self) -> bool {
        self.simulation.as_ref().is_some_and(|simulation| !simulation.fallen().is_empty())
    }

    /// Whether the block is clear of everything, and nothing of the tower has moved.
    fn is_clear(&self) -> bool {
        let Some(simulation) = &self.simulation else { return true };
        let poses = simulation.poses();
        let Some((held, others)) = poses.split_last() else { return false };
        simulation.phase() == Phase::Held
            && others == self.tower.blocks
            && self.clearance.is_clear(&self.aim)
            && self.clearance.is_clear(&Target::nearest(&held.pose))
    }

    /// A hand that trembles begins anew where it has rested in the air, or after a long way through it.
    fn rest_in_air(&mut self) {
        self.in_air = self.is_clear();
        if !self.in_air {
            return;
        }
        let still = self.path.iter().rev().take_while(|target| **target == self.aim).count();
        if still > RESTED || self.path.len() > WAY {
            self.begin(self.aim);
        }
    }

    /// Discards the simulation if the block is clear of everything again and no block of the tower has moved.
    fn stop_if_clear(&mut self) {
        let unmoved = self.simulation.as_ref().is_some_and(|simulation| {
            let poses = simulation.poses();
            poses.len() == self.tower.blocks.len() + 1 && poses.starts_with(&self.tower.blocks)
        });
        if unmoved && self.clearance.is_clear(&self.aim) {
            self.simulation = None;
            self.path.clear();
        }
    }

    fn let_go(&mut self) {
        if self.simulation.is_none() {
            self.begin(self.aim);
        }
        if let Some(simulation) = self.simulation.as_mut() {
            simulation.release();
        }
    }

    /// Simulates a thirtieth of a second without a target.
    fn pass(&mut self) {
        match (self.phase(), self.replayed.as_mut().map(Vec::pop)) {
            (HandPhase::Held, Some(Some(next))) => {
                self.is_still = false;
                self.follow(next);
            }
            (HandPhase::Held, Some(None)) => self.let_go(),
            (HandPhase::Moving, _) => {
                let count = self.tower.blocks.len();
                if let Some(simulation) = self.simulation.as_mut() {
                    let before = simulation.poses();
                    // The stability check is invisible: it takes no time of the page.
                    while simulation.settle() == Phase::Checking {}
                    self.sway = sway(&before, &simulation.poses(), count);
                }
                self.update_margin();
            }
            _ => {}
        }
    }

    /// Computes the stability margin now and then.
    fn update_margin(&mut self) {
        self.simulated += 1;
        if self.simulated % MARGIN_INTERVAL != 1 && self.phase() != HandPhase::Over {
            return;
        }
        if let Some(simulation) = &self.simulation {
            let fallen = simulation.fallen();
            let mut blocks = simulation.poses();
            blocks.retain(|standing| !fallen.contains(&standing.block));
            self.forecast = None;
            if matches!(self.phase(), HandPhase::Held | HandPhase::Air)
                && let Some(mut held) = blocks.pop()
                && !self.grip.trembles()
            {
                // A block that is nearly laid counts as laid, in the eyes of a steady hand.
                let landing = self.clearance.landing(&held.pose);
                if held.pose.at[1] - landing.at[1] < NEARLY_LAID {
                    held.pose = landing;
                    self.forecast = Some(physics::margin(&[blocks.as_slice(), &[held]].concat()));
                }
            }
            // A tower that nothing has touched stands as it stood.
            let untouched = blocks == self.tower.blocks;
            self.margin = if untouched { self.tower.margin } else { physics::margin(&blocks) };
        }
    }

    fn state(&self) -> HandState {
        let phase = self.phase();
        let poses = self.simulation.as_ref().map(Simulation::poses).unwrap_or_default();
        let find = |block: Block| poses.iter().find(|standing| standing.block == block);
        let held = match phase {
            HandPhase::Air if !self.grip.trembles() => Some(self.aim.pose()),
            _ => find(self.block).map(|standing| standing.pose),
        };
        let moved = self.tower.blocks.iter().filter_map(|was| {
            find(was.block).filter(|now| now.pose != was.pose).map(|now| (now.block.number(), row(&now.pose)))
        });
        let disturbed =
            |was: &Standing| find(was.block).is_none_or(|now| is_out_of_place(&was.pose, &now.pose));
        let all = self.tower.blocks.iter().map(|standing| standing.block).chain([self.block]);
        let gone = all.filter(|block| phase != HandPhase::Air && find(*block).is_none()).map(Block::number);
        let is_held = matches!(phase, HandPhase::Air | HandPhase::Held);
        HandState {
            phase,
            landing: held.filter(|_| is_held).map(|pose| row(&self.clearance.landing(&self.meant(pose)))),
            top: held.map_or(0, |pose| self.clearance.top(&pose)),
            held: held.as_ref().map(row),
            aim: row(&self.aim.pose()),
            moved: moved.collect(),
            disturbed: phase != HandPhase::Air && self.tower.blocks.iter().any(disturbed),
            gone: gone.collect(),
            fallen: self
                .simulation
                .as_ref()
                .map(|simulation| simulation.fallen().into_iter().map(Block::number).collect())
                .unwrap_or_default(),
            margin: self.margin,
            forecast: self.forecast.filter(|_| phase == HandPhase::Held),
            lean: self.lean(&poses),
            sway: self.sway,
            trembles: self.grip.trembles(),
            left: if phase == HandPhase::Air { LONGEST } else { LONGEST - self.path.len() },
            answer: self.settled().map(|settled| Action::Rest(Box::new(settled)).to_string()),
        }
    }
}

impl HeldBlock {
    /// Where the hand means the block to be: what trembles is somewhere else at every moment.
    fn meant(&self, held: Pose) -> Pose {
        if self.grip.trembles() { self.aim.pose() } else { held }
    }

    /// How far the highest block of the tower is from where it stood, along x and z.
    fn lean(&self, poses: &[Standing]) -> [i32; 2] {
        let Some(top) = self.tower.blocks.iter().max_by_key(|standing| standing.pose.at[1]) else {
            return [0; 2];
        };
        let now = poses.iter().find(|standing| standing.block == top.block).map_or(top.pose, |now| now.pose);
        [0, 2].map(|axis| now.at[axis] - top.pose.at[axis])
    }
}

impl Rehearsal for HeldBlock {
    fn feed(&mut self, input: &str) -> Result<String, Malformed> {
        let malformed = |_| Malformed::new(input, INPUT_NOTATION);
        let HandInput { targets, let_go, pass } = serde_json::from_str(input).map_err(malformed)?;
        for PoseRow([x, y, z, turn @ ..]) in targets.into_iter().take(MOST) {
            // Here the target becomes a pose; `next_target` brings it within reach.
            let far = crate::pose::FARTHEST;
            let at = [x, y, z].map(|place| place.clamp(-far, far));
            let turn = turn.map(|part| part.clamp(-WHOLE_TURN, WHOLE_TURN));
            self.carry(&Pose { at, turn }.rounded());
        }
        if let_go {
            self.let_go();
        }
        (0..pass.min(MOST)).for_each(|_| self.pass());
        Ok(serde_json::to_string(&self.state()).expect("numbers and texts can be serialized"))
    }

    fn action(&self) -> Option<String> {
        if self.replayed.is_some() || matches!(self.phase(), HandPhase::Air | HandPhase::Held) {
            return None;
        }
        let gesture = Gesture::Path(Path::new(self.path.clone())?);
        Some(format!("place {} {gesture}", self.block.number()))
    }
}

fn row(pose: &Pose) -> PoseRow {
    let ([x, y, z], [i, j, k, w]) = (pose.at, pose.turn);
    PoseRow([x, y, z, i, j, k, w])
}

/// S9: whether a block that stood there has been moved for good.
fn is_out_of_place(was: &Pose, now: &Pose) -> bool {
    let apart: i64 = was.at.iter().zip(now.at).map(|(was, is)| i64::from(was.abs_diff(is)).pow(2)).sum();
    let product = |one: &[i32; 4], other: &[i32; 4]| -> f64 {
        one.iter().zip(other).map(|(one, other)| f64::from(*one) * f64::from(*other)).sum()
    };
    let lengths = product(&was.turn, &was.turn) * product(&now.turn, &now.turn);
    apart > OUT_OF_PLACE.pow(2) || product(&was.turn, &now.turn).abs() < TURNED * lengths.sqrt()
}

/// How fast the fastest of the first `count` blocks has moved in a thirtieth of a second, in micrometres a second.
fn sway(before: &[Standing], after: &[Standing], count: usize) -> u32 {
    let moved = before.iter().take(count).filter_map(|was| {
        let now = after.iter().find(|now| now.block == was.block)?;
        was.pose.at.iter().zip(now.pose.at).map(|(a, b)| a.abs_diff(b)).max()
    });
    moved.max().unwrap_or(0).saturating_mul(TARGETS_A_SECOND as u32)
}

/// Whether no block has visibly moved.
fn is_still(before: &[Standing], after: &[Standing]) -> bool {
    before.len() == after.len()
        && before.iter().zip(after).all(|(before, after)| {
            let (was, is) = (before.pose, after.pose);
            was.at.iter().zip(is.at).all(|(a, b)| a.abs_diff(b) <= STILL.0)
                && was.turn.iter().zip(is.turn).all(|(a, b)| a.abs_diff(b) <= STILL.1)
        })
}

#[cfg(test)]
mod tests;
