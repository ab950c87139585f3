//! The stacking bot: it looks for places where a block would stand, tries the best in its head, and lays the block there
//! with a hand that trembles.

use crate::gesture::Gesture;
use crate::physics::candidates::{self, Layout};
use crate::physics::{Stance, place};
use crate::{Block, Ground, Tower};
use rand::{Rng, RngExt};
use std::sync::OnceLock;

/// What a placement must do besides standing.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Nothing.
    Stand,
    /// Raise the tower (S28, S34).
    Rise,
}

/// What the bot would do.
#[derive(Clone, Debug)]
pub struct Choice {
    /// How its hand moves.
    pub gesture: Gesture,
    /// The margin that it expects the tower to have afterwards, in micrometres.
    pub margin: u32,
}

/// How well a level stacks.
struct Skill {
    /// Layouts that it thinks of.
    looks: usize,
    /// Placements that it tries in its head.
    trials: usize,
    /// How far its hand is off when it lets go, in millimetres and in degrees.
    tremor: [f64; 2],
    /// How far above the tower it lets go, in millimetres.
    drop: f64,
    /// How wrong it may be about how handy a block is, in millimetres.
    mistake: f64,
    /// Blocks of the market that it compares on the tower.
    compared: usize,
}

/// The least that counts as higher, in micrometres (S28), and a little more to be sure.
const RISE: u32 = 600;
/// Margins beyond this matter less, in millimetres: few hands tremble so much.
const SAFE: f64 = 6.0;
/// What a millimetre of height costs, in millimetres of margin.
const RISING: f64 = 0.012;

/// The margin of an ordinary placement, in millimetres.
const ORDINARY: f64 = 9.0;
/// What even the steadiest hand misjudges, in millimetres.
const MISJUDGED: f64 = 0.4;

const SKILLS: [Skill; 8] = [
    Skill { looks: 6, trials: 0, tremor: [11.0, 14.0], drop: 9.0, mistake: 40.0, compared: 0 },
    Skill { looks: 12, trials: 0, tremor: [5.5, 7.0], drop: 4.0, mistake: 24.0, compared: 0 },
    Skill { looks: 24, trials: 0, tremor: [4.0, 5.0], drop: 3.0, mistake: 18.0, compared: 0 },
    Skill { looks: 40, trials: 1, tremor: [3.0, 3.5], drop: 2.0, mistake: 13.0, compared: 1 },
    Skill { looks: 70, trials: 1, tremor: [2.2, 2.5], drop: 1.2, mistake: 9.0, compared: 1 },
    Skill { looks: 110, trials: 2, tremor: [1.5, 1.5], drop: 0.8, mistake: 6.0, compared: 2 },
    Skill { looks: 180, trials: 3, tremor: [0.8, 0.8], drop: 0.4, mistake: 3.0, compared: 3 },
    Skill { looks: 260, trials: 5, tremor: [0.25, 0.25], drop: 0.2, mistake: 0.0, compared: 4 },
];

fn skill(level: u8) -> &'static Skill {
    &SKILLS[usize::from(level.clamp(1, 8) - 1)]
}

/// A layout that should stand.
struct Idea {
    layout: Layout,
    margin: f64,
    worth: f64,
    /// The margin of what could be built on it.
    promise: f64,
}

/// The best placement that a level (1 to 8) finds while `go_on` says yes, with the tremor of its hand. `None` if it knows
/// no way to lay the block without a fall, or had no time at all.
pub fn choose<R: Rng + ?Sized>(
    tower: &Tower,
    ground: Ground,
    goal: Goal,
    block: Block,
    level: u8,
    go_on: &mut dyn FnMut() -> bool,
    rng: &mut R,
) -> Option<Choice> {
    let skill = skill(level);
    let stance = Stance::of(&tower.blocks);
    let ideas = ideas(tower, &stance, goal, block, skill.looks, go_on);
    let mut best: Option<(&Idea, f64)> = None;
    for idea in ideas.iter().take(skill.trials) {
        if !go_on() {
            break;
        }
        let still = Gesture::Path(candidates::lowered(&stance, block, &idea.layout, SKILLS[7].drop));
        let settled = place(tower, ground, block, &still);
        let stands = settled.fallen.is_empty() && !settled.bumped;
        if !stands || goal == Goal::Rise && settled.tower.height < tower.height + RISE {
            continue;
        }
        let margin = f64::from(settled.tower.margin) / 1000.0;
        // What happened in the head counts for more than what was reckoned.
        let worth = idea.worth + safety(margin) - safety(idea.margin);
        if best.is_none_or(|(_, known)| worth > known) {
            best = Some((idea, worth));
        }
        if margin > 0.8 * idea.margin.min(SAFE) {
            break;
        }
    }
    let idea = match best {
        Some((idea, _)) => idea,
        // Nothing that was tried stood, or nothing was: the first will have to do.
        None => ideas.first()?,
    };
    let layout = trembling(&idea.layout, skill.tremor, rng);
    let gesture = Gesture::Path(candidates::lowered(&stance, block, &layout, skill.drop));
    Some(Choice { gesture, margin: (idea.margin * 1000.0) as u32 })
}

/// The margin in micrometres after the best placement that can be thought of while `go_on` says yes, nothing tried out:
/// what a block is worth on a tower. `None` if it would not stand anywhere.
pub fn worth(tower: &Tower, goal: Goal, block: Block, go_on: &mut dyn FnMut() -> bool) -> Option<u32> {
    let ideas = ideas(tower, &Stance::of(&tower.blocks), goal, block, SKILLS[4].looks, go_on);
    ideas.iter().map(|idea| (idea.margin * 1000.0) as u32).max()
}

/// What a hand of that level risks with a block on a tower: that it falls now, or, half as bad, that it bears nothing
/// more. A base can't fall.
pub fn risk(tower: &Tower, goal: Goal, block: Block, level: u8, go_on: &mut dyn FnMut() -> bool) -> f64 {
    let stance = Stance::of(&tower.blocks);
    let ideas = ideas(tower, &stance, goal, block, SKILLS[4].looks, go_on);
    let Some(best) = ideas.first() else { return 1.0 };
    let [now, before] = match tower.blocks.is_empty() {
        true => [0.0, 0.0],
        false => [slip(best.margin, level), slip(candidates::promise(&stance), level)],
    };
    let later = (slip(best.promise, level) - before).max(0.0);
    now + (1.0 - now) * later / 2.0
}

/// The risk of an ordinary placement of such a hand.
pub fn ordinary(level: u8) -> f64 {
    slip(ORDINARY, level).max(0.01)
}

/// How likely a hand is off by more than so many millimetres.
fn slip(margin: f64, level: u8) -> f64 {
    let [tremor, _] = skill(level).tremor;
    (-0.5 * (margin / (tremor + MISJUDGED)).powi(2)).exp()
}

/// The block of some that a builder of that level takes next: a good one looks at the handiest and takes the one that is
/// worth the most on the tower, a weak one takes what looks handy.
pub fn pick<R: Rng + ?Sized>(
    tower: &Tower,
    goal: Goal,
    blocks: &[Block],
    level: u8,
    go_on: &mut dyn FnMut() -> bool,
    rng: &mut R,
) -> Option<Block> {
    let skill = skill(level);
    let mut looks = |block: Block| {
        let mistake = skill.mistake * rng.random_range(0.0..1.0);
        f64::from(handiness(block)) / 1000.0 - mistake
    };
    let mut blocks: Vec<(f64, Block)> = blocks.iter().map(|&block| (looks(block), block)).collect();
    blocks.sort_by(|a, b| b.0.total_cmp(&a.0));
    let stance = Stance::of(&tower.blocks);
    let (mut best, mut compared) = (None, 0);
    for &(_, block) in &blocks {
        if compared >= skill.compared || !go_on() {
            break;
        }
        let Some(worth) =
            ideas(tower, &stance, goal, block, SKILLS[3].looks, go_on).first().map(|idea| idea.worth)
        else {
            continue;
        };
        compared += 1;
        if best.is_none_or(|(_, known)| worth > known) {
            best = Some((block, worth));
        }
    }
    best.map(|best| best.0).or(blocks.first().map(|first| first.1))
}

/// How well others can be laid on a block that lies alone on the table, in micrometres.
pub fn handiness(block: Block) -> u32 {
    static KNOWN: [OnceLock<u32>; Block::COUNT as usize] = [const { OnceLock::new() }; Block::COUNT as usize];
    *KNOWN[usize::from(block.number() - 1)].get_or_init(|| {
        let empty = Stance::of(&[]);
        let promise = |layout: &Layout| {
            let pose = candidates::landing(&empty, block, layout);
            let laid = pose.and_then(|pose| candidates::laid(&empty, block, &pose));
            laid.map_or(0.0, |(laid, _)| candidates::promise(&laid))
        };
        let best = candidates::layouts(&empty, block).iter().map(promise).fold(0.0, f64::max);
        (best * 1000.0) as u32
    })
}

/// Layouts that should stand, the best first.
fn ideas(
    tower: &Tower,
    stance: &Stance,
    goal: Goal,
    block: Block,
    looks: usize,
    go_on: &mut dyn FnMut() -> bool,
) -> Vec<Idea> {
    let mut ideas: Vec<Idea> = Vec::new();
    let consider = |layout: Layout, ideas: &mut Vec<Idea>| {
        let Some(pose) = candidates::landing(stance, block, &layout) else { return };
        let Some((laid, margin)) = candidates::laid(stance, block, &pose) else { return };
        if goal == Goal::Rise && laid.height() < tower.height + RISE {
            return;
        }
        // Of two that are as safe, the lower: what is high needs more room below.
        let rise = f64::from(laid.height().saturating_sub(tower.height)) / 1000.0;
        ideas.push(Idea { layout, margin, worth: safety(margin) - RISING * rise, promise: 0.0 });
    };
    for layout in candidates::layouts(stance, block).into_iter().take(looks) {
        if !go_on() {
            break;
        }
        consider(layout, &mut ideas);
    }
    rank(&mut ideas);
    // Around the best, a little to each side.
    for by in [4.0, 2.0, 1.0] {
        let Some(Layout { over: [x, z], turn }) = ideas.first().map(|idea| idea.layout) else { break };
        for over in [[x + by, z], [x - by, z], [x, z + by], [x, z - by]] {
            if looks < SKILLS[5].looks || !go_on() {
                break;
            }
            consider(Layout { over, turn }, &mut ideas);
        }
        rank(&mut ideas);
    }
    // What can be built on afterwards is worth as much as what stands now.
    ideas.truncate(12);
    for idea in &mut ideas {
        if !go_on() {
            break;
        }
        let pose = candidates::landing(stance, block, &idea.layout);
        let laid = pose.and_then(|pose| candidates::laid(stance, block, &pose));
        idea.promise = laid.map_or(0.0, |(laid, _)| candidates::promise(&laid));
        idea.worth += safety(idea.promise);
    }
    rank(&mut ideas);
    ideas
}

/// What a margin in millimetres is worth: more is better, but beyond what hands tremble not by much.
fn safety(margin: f64) -> f64 {
    margin.min(SAFE) + 0.25 * (margin.min(3.0 * SAFE) - SAFE).max(0.0)
}

fn rank(ideas: &mut [Idea]) {
    ideas.sort_by(|a, b| b.worth.total_cmp(&a.worth));
}

/// Where a hand that is off by so much lets go.
fn trembling<R: Rng + ?Sized>(layout: &Layout, [millimetres, degrees]: [f64; 2], rng: &mut R) -> Layout {
    // Three throws make a bell curve, with a standard deviation of one.
    let mut throw = || (0..3).map(|_| rng.random_range(-1.0..1.0)).sum::<f64>();
    let [x, z] = layout.over;
    let over = [x + millimetres * throw(), z + millimetres * throw()];
    let tilt = [degrees * throw() * 0.3, degrees * throw(), degrees * throw() * 0.3];
    layout.shaken(over, tilt)
}
