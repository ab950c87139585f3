//! How bots stack: they list places where a block would stand, simulate the best of them, and lay the block there with the
//! tremor of their level.

use crate::gesture::Gesture;
use crate::physics::Pace;
use crate::physics::candidates::{self, Candidate};
use crate::physics::per_block::PerBlock;
use crate::physics::{StaticTower, place};
use crate::{Block, Ground, Hands, Tower};
use rand::{Rng, RngExt};
use rapier3d::glamx::DVec2;

/// What a placement must achieve besides that the tower stands.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Nothing.
    Stand,
    /// Raise the tower (S28, S34).
    Rise,
}

/// The placement that a bot chooses.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The movement of its hand.
    pub gesture: Gesture,
    /// The stability margin that it expects the tower to have afterwards, in micrometres.
    pub margin: u32,
}

/// How well a level stacks.
struct Skill {
    /// The number of candidates that it considers.
    candidates: usize,
    /// The number of placements that it simulates.
    trials: usize,
    /// The standard deviation of its hand when it lets go, in millimetres and in degrees.
    tremor: [f64; 2],
    /// How far above the tower it lets go, in millimetres.
    drop: f64,
    /// At which pace it lowers a block, where hands tremble.
    pace: Pace,
    /// The largest error of its estimate of how well a block can be built on, in millimetres.
    error: f64,
    /// The number of blocks of the market that it compares on the tower.
    compared: usize,
}

/// By how much a placement must raise the tower, in micrometres: what counts as higher (S28), and a little more to be sure.
const RISE: u32 = 600;
/// Larger margins than this matter less, in millimetres: few hands tremble so much.
const SAFE: f64 = 6.0;
/// The cost of a millimetre of height, in millimetres of margin.
const HEIGHT_COST: f64 = 0.012;

/// The margin of an ordinary placement, in millimetres.
const ORDINARY_MARGIN: f64 = 9.0;
/// The deviation even of the steadiest hand, in millimetres.
const LEAST_DEVIATION: f64 = 0.4;
/// What a calm hand trembles by, in millimetres and about as many degrees.
const TREMOR: f64 = 0.8;
/// How far above the tower a person lets go, in millimetres.
const RELEASE: f64 = 1.0;

const SKILLS: [Skill; 8] = [
    Skill {
        candidates: 6,
        trials: 0,
        tremor: [11.0, 14.0],
        drop: 9.0,
        pace: pace(90.0, 3),
        error: 40.0,
        compared: 0,
    },
    Skill {
        candidates: 12,
        trials: 0,
        tremor: [5.5, 7.0],
        drop: 4.0,
        pace: pace(70.0, 5),
        error: 24.0,
        compared: 0,
    },
    Skill {
        candidates: 24,
        trials: 0,
        tremor: [4.0, 5.0],
        drop: 3.0,
        pace: pace(55.0, 8),
        error: 18.0,
        compared: 0,
    },
    Skill {
        candidates: 40,
        trials: 1,
        tremor: [3.0, 3.5],
        drop: 2.0,
        pace: pace(45.0, 11),
        error: 13.0,
        compared: 1,
    },
    Skill {
        candidates: 70,
        trials: 1,
        tremor: [2.2, 2.5],
        drop: 1.2,
        pace: pace(36.0, 14),
        error: 9.0,
        compared: 1,
    },
    Skill {
        candidates: 110,
        trials: 2,
        tremor: [1.5, 1.5],
        drop: 0.8,
        pace: pace(28.0, 18),
        error: 6.0,
        compared: 2,
    },
    Skill {
        candidates: 180,
        trials: 3,
        tremor: [0.8, 0.8],
        drop: 0.4,
        pace: pace(22.0, 22),
        error: 3.0,
        compared: 3,
    },
    Skill {
        candidates: 260,
        trials: 5,
        tremor: [0.25, 0.25],
        drop: 0.2,
        pace: pace(18.0, 26),
        error: 0.0,
        compared: 4,
    },
];

const fn pace(lowering: f64, waiting: usize) -> Pace {
    Pace { lowering, waiting }
}

fn skill(level: u8) -> &'static Skill {
    &SKILLS[usize::from(level.clamp(1, 8) - 1)]
}

/// A candidate that should stand, with its score.
struct Scored {
    candidate: Candidate,
    margin: f64,
    score: f64,
    /// The margin with one more block on top; see [`candidates::margin_with_next`].
    next_margin: f64,
}

/// The best placement that a level (1 to 8) finds while `go_on` returns true, with the tremor of its hand. `None` if it finds
/// no way to lay the block without a fall, or if `go_on` returned false at once.
pub fn choose<R: Rng + ?Sized>(
    tower: &Tower,
    ground: Ground,
    goal: Goal,
    block: Block,
    level: u8,
    go_on: &mut dyn FnMut() -> bool,
    rng: &mut R,
) -> Option<Choice> {
    choose_with(Hands::Steady, tower, ground, goal, block, level, go_on, rng)
}

/// The same at a table where hands are of that kind. No bot looks at the tremor that Nature has drawn: it plans for a steady
/// hand, and goes as carefully as its level does.
#[allow(clippy::too_many_arguments)] // those of `choose`, and the hands
pub fn choose_with<R: Rng + ?Sized>(
    hands: Hands,
    tower: &Tower,
    ground: Ground,
    goal: Goal,
    block: Block,
    level: u8,
    go_on: &mut dyn FnMut() -> bool,
    rng: &mut R,
) -> Option<Choice> {
    let skill = skill(level);
    let statics = StaticTower::of(&tower.blocks);
    let found = search(tower, &statics, goal, block, skill.candidates, go_on);
    let mut best: Option<(&Scored, f64)> = None;
    for scored in found.iter().take(skill.trials) {
        if !go_on() {
            break;
        }
        let still =
            Gesture::Path(candidates::lowering_path(&statics, block, &scored.candidate, SKILLS[7].drop));
        let settled = place(tower, ground, block, &still);
        let stands = settled.fallen.is_empty() && !settled.bumped;
        if !stands || goal == Goal::Rise && settled.tower.height < tower.height + RISE {
            continue;
        }
        let margin = f64::from(settled.tower.margin) / 1000.0;
        // The simulated margin replaces the computed one.
        let score = scored.score + safety(margin) - safety(scored.margin);
        if best.is_none_or(|(_, known)| score > known) {
            best = Some((scored, score));
        }
        if margin > 0.8 * scored.margin.min(SAFE) {
            break;
        }
    }
    let chosen = match best {
        Some((scored, _)) => scored,
        // No simulated placement stood, or none was simulated.
        None => found.first()?,
    };
    let path = match hands {
        Hands::Steady => {
            let candidate = perturbed(&chosen.candidate, skill.tremor, rng);
            candidates::lowering_path(&statics, block, &candidate, skill.drop)
        }
        // Part of what a level is off by is the tremor that all hands have there.
        Hands::Natural | Hands::Party => {
            let error = skill.tremor.map(|deviation| (deviation - TREMOR).max(0.0));
            let candidate = perturbed(&chosen.candidate, error, rng);
            candidates::lowering_at(&statics, block, &candidate, skill.drop, skill.pace)
        }
    };
    let gesture = Gesture::Path(path);
    Some(Choice { gesture, margin: (chosen.margin * 1000.0) as u32 })
}

/// The gesture of a person who lays a block where it looks best, off by so many millimetres and degrees, at some pace; `None`
/// if it would not stand anywhere. Measurements use it.
pub fn lay<R: Rng + ?Sized>(
    tower: &Tower,
    block: Block,
    error: [f64; 2],
    pace: Pace,
    rng: &mut R,
) -> Option<Gesture> {
    let (statics, count) = (StaticTower::of(&tower.blocks), SKILLS[2].candidates);
    let found = search(tower, &statics, Goal::Stand, block, count, &mut || true);
    let candidate = perturbed(&found.first()?.candidate, error, rng);
    Some(Gesture::Path(candidates::lowering_at(&statics, block, &candidate, RELEASE, pace)))
}

/// The largest stability margin in micrometres that a block leaves a tower, by statics alone, as far as `go_on` returns
/// true. `None` if it would not stand anywhere.
pub fn best_margin(tower: &Tower, goal: Goal, block: Block, go_on: &mut dyn FnMut() -> bool) -> Option<u32> {
    let found = search(tower, &StaticTower::of(&tower.blocks), goal, block, SKILLS[4].candidates, go_on);
    found.iter().map(|scored| (scored.margin * 1000.0) as u32).max()
}

/// What a block does to a tower when a hand of some level lays it as well as it can.
#[derive(Copy, Clone, Debug)]
pub struct Prospects {
    /// The probability that the tower falls now. A base can't fall.
    pub now: f64,
    /// The probability that the next block would fall without it; 0 for a base.
    pub before: f64,
    /// The probability that the next block falls after it.
    pub after: f64,
}

impl Prospects {
    /// The risk of the placement: that the tower falls now, and, counted half, that it falls with the next block because of
    /// it.
    pub fn risk(&self) -> f64 {
        self.now + (1.0 - self.now) * self.harm() / 2.0
    }

    /// By how much the next block falls more probably.
    pub fn harm(&self) -> f64 {
        (self.after - self.before).max(0.0)
    }
}

/// What a block does to a tower when a hand of that level lays it as well as it can.
pub fn prospects(
    tower: &Tower,
    goal: Goal,
    block: Block,
    level: u8,
    go_on: &mut dyn FnMut() -> bool,
) -> Prospects {
    let statics = StaticTower::of(&tower.blocks);
    let found = search(tower, &statics, goal, block, SKILLS[4].candidates, go_on);
    let Some(best) = found.first() else { return Prospects { now: 1.0, before: 0.0, after: 1.0 } };
    let [now, before] = match tower.blocks.is_empty() {
        true => [0.0, 0.0],
        false => [
            miss_probability(best.margin, level),
            miss_probability(candidates::margin_with_next(&statics), level),
        ],
    };
    Prospects { now, before, after: miss_probability(best.next_margin, level) }
}

/// The risk of building on a block that lies alone on the table.
pub fn base_risk(block: Block, level: u8) -> f64 {
    miss_probability(f64::from(handiness(block)) / 1000.0, level)
}

/// The risk of an ordinary placement by a hand of that level.
pub fn ordinary_risk(level: u8) -> f64 {
    miss_probability(ORDINARY_MARGIN, level).max(0.01)
}

/// The probability that a hand of that level is off by more than so many millimetres.
fn miss_probability(margin: f64, level: u8) -> f64 {
    let [tremor, _] = skill(level).tremor;
    (-0.5 * (margin / (tremor + LEAST_DEVIATION)).powi(2)).exp()
}

/// The block that a bot of that level takes next: a good bot compares those that are best to build on and takes the one with
/// the best score on the tower, a weak one takes what looks good to build on.
pub fn pick<R: Rng + ?Sized>(
    tower: &Tower,
    goal: Goal,
    blocks: &[Block],
    level: u8,
    go_on: &mut dyn FnMut() -> bool,
    rng: &mut R,
) -> Option<Block> {
    let skill = skill(level);
    let mut estimate = |block: Block| {
        let error = skill.error * rng.random_range(0.0..1.0);
        f64::from(handiness(block)) / 1000.0 - error
    };
    let mut blocks: Vec<(f64, Block)> = blocks.iter().map(|&block| (estimate(block), block)).collect();
    blocks.sort_by(|a, b| b.0.total_cmp(&a.0));
    let statics = StaticTower::of(&tower.blocks);
    let (mut best, mut compared) = (None, 0);
    for &(_, block) in &blocks {
        if compared >= skill.compared || !go_on() {
            break;
        }
        let found = search(tower, &statics, goal, block, SKILLS[3].candidates, go_on);
        let Some(score) = found.first().map(|scored| scored.score) else {
            continue;
        };
        compared += 1;
        if best.is_none_or(|(_, known)| score > known) {
            best = Some((block, score));
        }
    }
    best.map(|best| best.0).or(blocks.first().map(|first| first.1))
}

/// How well a block can be built on: the margin with one more block on it, alone on the table, in micrometres.
pub fn handiness(block: Block) -> u32 {
    static KNOWN: PerBlock<u32> = PerBlock::new();
    *KNOWN.get_or_init(block, || {
        let empty = StaticTower::of(&[]);
        let margin = |candidate: &Candidate| next_margin(&empty, block, candidate);
        let best = candidates::list(&empty, block).iter().map(margin).fold(0.0, f64::max);
        (best * 1000.0) as u32
    })
}

/// The stability margin with one more block on top of a candidate, in millimetres; 0 if the candidate does not stand.
fn next_margin(tower: &StaticTower, block: Block, candidate: &Candidate) -> f64 {
    let pose = candidates::landing(tower, block, candidate);
    let higher = pose.and_then(|pose| candidates::with_block(tower, block, &pose));
    higher.map_or(0.0, |(higher, _)| candidates::margin_with_next(&higher))
}

/// The candidates that should stand among the first `count`, the best first.
fn search(
    tower: &Tower,
    statics: &StaticTower,
    goal: Goal,
    block: Block,
    count: usize,
    go_on: &mut dyn FnMut() -> bool,
) -> Vec<Scored> {
    let mut found: Vec<Scored> = Vec::new();
    let consider = |candidate: Candidate, found: &mut Vec<Scored>| {
        let Some(pose) = candidates::landing(statics, block, &candidate) else { return };
        let Some((higher, margin)) = candidates::with_block(statics, block, &pose) else { return };
        if goal == Goal::Rise && higher.height() < tower.height + RISE {
            return;
        }
        // Of two with the same margin, the lower: the same displacement tips a high tower more easily.
        let rise = f64::from(higher.height().saturating_sub(tower.height)) / 1000.0;
        let score = safety(margin) - HEIGHT_COST * rise;
        found.push(Scored { candidate, margin, score, next_margin: 0.0 });
    };
    for candidate in candidates::list(statics, block).into_iter().take(count) {
        if !go_on() {
            break;
        }
        consider(candidate, &mut found);
    }
    sort(&mut found);
    // Points around the best one.
    for by in [4.0, 2.0, 1.0] {
        let Some(Candidate { over, rotation }) = found.first().map(|scored| scored.candidate) else { break };
        let DVec2 { x, y: z } = over;
        for over in [[x + by, z], [x - by, z], [x, z + by], [x, z - by]] {
            if count < SKILLS[5].candidates || !go_on() {
                break;
            }
            consider(Candidate { over: DVec2::from(over), rotation }, &mut found);
        }
        sort(&mut found);
    }
    // The margin with the next block counts as much as the margin now.
    found.truncate(12);
    for scored in &mut found {
        if !go_on() {
            break;
        }
        scored.next_margin = next_margin(statics, block, &scored.candidate);
        scored.score += safety(scored.next_margin);
    }
    sort(&mut found);
    found
}

/// The score of a margin in millimetres: more is better, but not by much beyond what hands tremble.
fn safety(margin: f64) -> f64 {
    margin.min(SAFE) + 0.25 * (margin.min(3.0 * SAFE) - SAFE).max(0.0)
}

fn sort(found: &mut [Scored]) {
    found.sort_by(|a, b| b.score.total_cmp(&a.score));
}

/// A candidate perturbed by a tremor with these standard deviations.
fn perturbed<R: Rng + ?Sized>(
    candidate: &Candidate,
    [millimetres, degrees]: [f64; 2],
    rng: &mut R,
) -> Candidate {
    // The sum of three uniform numbers is nearly normal, with a standard deviation of one.
    let mut normal = || (0..3).map(|_| rng.random_range(-1.0..1.0)).sum::<f64>();
    let DVec2 { x, y: z } = candidate.over;
    let over = DVec2::from([x + millimetres * normal(), z + millimetres * normal()]);
    let tilt = [degrees * normal() * 0.3, degrees * normal(), degrees * normal() * 0.3];
    candidate.perturbed(over, tilt)
}
