//! A block in the hand, before it becomes a placement: what a page draws thirty times a second (S9).
//!
//! The page says where the hand wants the block; the same wood that will judge the placement says where everything is. The
//! targets that were fed are the gesture, so whoever simulates it again gets the same bits. Two kinds of time are not part
//! of it: while the block is in free air, and while nothing moves. Nobody is hurried.

use crate::gesture::{LONGEST, Path, Target};
use crate::physics::{self, Air, Phase, Placement};
use crate::{Action, Block, Gesture, Ground, Pose, Standing, Tower, WHOLE_TURN};
use game::{Malformed, Rehearsal};
use serde::{Deserialize, Serialize};

/// The most thirtieths of a second that one wish may ask for.
const MOST: usize = 60;
/// Between two looks at the wobble meter, in thirtieths of a second.
const LOOKS: u32 = 6;
/// A held block that is less high above where it would touch is about to be laid, in micrometres.
const ABOUT: i32 = 1_500;
/// Movements in a thirtieth of a second that nobody sees: micrometres, and parts of a turn.
const STILL: (u32, u32) = (2, (WHOLE_TURN / 100_000) as u32);
const WISHES: &str =
    r#"{"targets":[[x,y,z,i,j,k,w]],"let_go":true,"pass":2}, in micrometres and parts of 2^30"#;

/// What a page says.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wish {
    /// Where the hand wants the block in each thirtieth of a second since the last wish.
    #[serde(default)]
    targets: Vec<[i32; 7]>,
    /// After those, the hand opens.
    #[serde(default)]
    let_go: bool,
    /// So many thirtieths of a second pass without the hand: the block falls, or a recorded hand moves.
    #[serde(default)]
    pass: usize,
}

/// What a page draws.
#[derive(Serialize)]
struct Shown {
    /// How far it has come.
    phase: Stage,
    /// Where the block is.
    held: Option<[i32; 7]>,
    /// Where the hand wants it, as far as it got.
    aim: [i32; 7],
    /// Where it would touch something if it came straight down, while it is held.
    landing: Option<[i32; 7]>,
    /// The blocks of the tower that are not where they were: number and place.
    moved: Vec<(u8, [i32; 7])>,
    /// The blocks that lay on the table and were picked up.
    gone: Vec<u8>,
    /// The blocks that touched the table without leave, the first to do so first.
    fallen: Vec<u8>,
    /// How safely it all stands, in micrometres.
    margin: u32,
    /// The highest point of the held block, in micrometres.
    top: u32,
    /// How many thirtieths of a second are left to the hand.
    left: usize,
    /// What Nature will answer, as soon as all is at rest.
    answer: Option<String>,
}

#[derive(Copy, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Stage {
    /// In free air: no time passes for the tower.
    Air,
    /// Held, near something.
    Held,
    /// Let go, and something moves.
    Moving,
    /// At rest.
    Over,
}

/// A block in the hand over a tower.
pub(crate) struct Carried {
    tower: Tower,
    ground: Ground,
    block: Block,
    air: Air,
    /// Where the hand is.
    aim: Target,
    /// The targets since the block came near something.
    path: Vec<Target>,
    placement: Option<Placement>,
    /// A recorded hand: its targets that are still to come, the next one last.
    script: Option<Vec<Target>>,
    quiet: bool,
    margin: u32,
    looked: u32,
}

impl Carried {
    /// A hand takes up a block.
    pub fn new(tower: &Tower, ground: Ground, block: Block) -> Self {
        let air = Air::around(tower, block);
        Carried {
            aim: air.above(),
            margin: tower.margin,
            tower: tower.clone(),
            ground,
            block,
            air,
            path: Vec::new(),
            placement: None,
            script: None,
            quiet: false,
            looked: 0,
        }
    }

    /// A hand that does once more what it did.
    pub fn again(tower: &Tower, ground: Ground, block: Block, gesture: &Gesture) -> Self {
        let mut carried = Carried::new(tower, ground, block);
        let mut script = match gesture {
            Gesture::Path(path) => path.targets().to_vec(),
            Gesture::Drop(aim) => physics::drop(tower, block, *aim).targets().to_vec(),
        };
        script.reverse();
        if let Some(first) = script.pop() {
            carried.begin(first);
        }
        carried.script = Some(script);
        carried
    }

    /// What came of it, once all is at rest.
    fn settled(&self) -> Option<crate::Settled> {
        self.placement.as_ref().filter(|placement| placement.phase() == Phase::Over).map(Placement::settled)
    }

    fn begin(&mut self, first: Target) {
        self.placement = Some(Placement::begin(&self.tower, self.ground, self.block, &first));
        self.path = vec![first];
        self.aim = first;
        self.quiet = false;
    }

    fn stage(&self) -> Stage {
        match self.placement.as_ref().map(Placement::phase) {
            None => Stage::Air,
            Some(Phase::Held) => Stage::Held,
            Some(Phase::Moving | Phase::Proving) => Stage::Moving,
            Some(Phase::Over) => Stage::Over,
        }
    }

    /// The hand goes on its way to a wish for a thirtieth of a second.
    fn carry(&mut self, wish: &Pose) {
        let next = physics::towards(&self.aim, wish);
        match self.stage() {
            Stage::Air if self.air.is_free(&next) => self.aim = next,
            Stage::Air => {
                self.begin(self.aim);
                self.follow(next);
            }
            Stage::Held => {
                self.follow(next);
                self.rise_into_the_air();
            }
            Stage::Moving | Stage::Over => {}
        }
    }

    fn follow(&mut self, next: Target) {
        let same = next == self.aim;
        let Some(placement) = self.placement.as_mut() else { return };
        if same && self.quiet {
            return;
        }
        let before = placement.poses();
        placement.carry(&next);
        self.quiet = same && is_still(&before, &placement.poses());
        self.path.push(next);
        self.aim = next;
        self.look_now_and_then();
        if self.path.len() >= LONGEST {
            self.let_go();
        }
    }

    /// Far from everything again, and the tower none the wiser: nothing has happened yet.
    fn rise_into_the_air(&mut self) {
        let asleep = self.placement.as_ref().is_some_and(|placement| {
            let poses = placement.poses();
            poses.len() == self.tower.blocks.len() + 1 && poses.starts_with(&self.tower.blocks)
        });
        if asleep && self.air.is_free(&self.aim) {
            self.placement = None;
            self.path.clear();
        }
    }

    fn let_go(&mut self) {
        if self.placement.is_none() {
            self.begin(self.aim);
        }
        if let Some(placement) = self.placement.as_mut() {
            placement.let_go();
        }
    }

    /// A thirtieth of a second passes without a wish.
    fn pass(&mut self) {
        match (self.stage(), self.script.as_mut().map(Vec::pop)) {
            (Stage::Held, Some(Some(next))) => self.follow_script(next),
            (Stage::Held, Some(None)) => self.let_go(),
            (Stage::Moving, _) => {
                if let Some(placement) = self.placement.as_mut() {
                    // The proof that all stands shows nothing: nobody waits for it.
                    while placement.settle() == Phase::Proving {}
                }
                self.look_now_and_then();
            }
            _ => {}
        }
    }

    fn follow_script(&mut self, next: Target) {
        self.quiet = false;
        self.follow(next);
    }

    fn look_now_and_then(&mut self) {
        self.looked += 1;
        if self.looked % LOOKS != 1 && self.stage() != Stage::Over {
            return;
        }
        if let Some(placement) = &self.placement {
            let fallen = placement.fallen();
            let mut blocks = placement.poses();
            blocks.retain(|standing| !fallen.contains(&standing.block));
            if self.stage() == Stage::Held
                && let Some(held) = blocks.last_mut()
            {
                // A block that is about to be laid counts as laid; one that is higher up does not count.
                let landing = self.air.landing(&held.pose);
                match held.pose.at[1] - landing.at[1] {
                    ..ABOUT => held.pose = landing,
                    _ => blocks.truncate(blocks.len() - 1),
                }
            }
            self.margin = physics::margin(&blocks);
        }
    }

    fn shown(&self) -> Shown {
        let stage = self.stage();
        let poses = self.placement.as_ref().map(Placement::poses).unwrap_or_default();
        let find = |block: Block| poses.iter().find(|standing| standing.block == block);
        let held = match stage {
            Stage::Air => Some(self.aim.pose()),
            _ => find(self.block).map(|standing| standing.pose),
        };
        let moved = self.tower.blocks.iter().filter_map(|was| {
            find(was.block).filter(|now| now.pose != was.pose).map(|now| (now.block.number(), row(&now.pose)))
        });
        let all = self.tower.blocks.iter().map(|standing| standing.block).chain([self.block]);
        let gone = all.filter(|block| stage != Stage::Air && find(*block).is_none()).map(Block::number);
        let is_held = matches!(stage, Stage::Air | Stage::Held);
        Shown {
            phase: stage,
            landing: held.filter(|_| is_held).map(|pose| row(&self.air.landing(&pose))),
            top: held.map_or(0, |pose| self.air.top(&pose)),
            held: held.as_ref().map(row),
            aim: row(&self.aim.pose()),
            moved: moved.collect(),
            gone: gone.collect(),
            fallen: self
                .placement
                .as_ref()
                .map(|placement| placement.fallen().into_iter().map(Block::number).collect())
                .unwrap_or_default(),
            margin: self.margin,
            left: LONGEST - self.path.len(),
            answer: self.settled().map(|settled| Action::Rest(Box::new(settled)).to_string()),
        }
    }
}

impl Rehearsal for Carried {
    fn feed(&mut self, wish: &str) -> Result<String, Malformed> {
        let malformed = |_| Malformed::new(wish, WISHES);
        let Wish { targets, let_go, pass } = serde_json::from_str(wish).map_err(malformed)?;
        for [x, y, z, turn @ ..] in targets.into_iter().take(MOST) {
            // Whatever a page says is brought within reach by `towards`.
            let far = crate::pose::FARTHEST;
            let at = [x, y, z].map(|place| place.clamp(-far, far));
            let turn = turn.map(|part| part.clamp(-WHOLE_TURN, WHOLE_TURN));
            self.carry(&Pose { at, turn }.rounded());
        }
        if let_go {
            self.let_go();
        }
        (0..pass.min(MOST)).for_each(|_| self.pass());
        Ok(serde_json::to_string(&self.shown()).expect("whole numbers are plain data"))
    }

    fn action(&self) -> Option<String> {
        if self.script.is_some() || matches!(self.stage(), Stage::Air | Stage::Held) {
            return None;
        }
        let gesture = Gesture::Path(Path::new(self.path.clone())?);
        Some(format!("place {} {gesture}", self.block.number()))
    }
}

fn row(pose: &Pose) -> [i32; 7] {
    let ([x, y, z], [i, j, k, w]) = (pose.at, pose.turn);
    [x, y, z, i, j, k, w]
}

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
