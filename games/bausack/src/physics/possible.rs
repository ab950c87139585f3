//! Where blocks at rest can be at all: not inside each other, not below the table, not in the air. What an answer says of
//! touching blocks and of heights follows from where the blocks are.

use super::pose::engine_pose;
use super::simulation;
use super::solid::{Solid, TOUCHING};
use super::tremor::Grip;
use super::work::Work;
use crate::gesture::TARGETS_A_SECOND;
use crate::{Block, Gesture, Pose, Settled, Standing, Tower};
use rapier3d::math::{Pose as EnginePose, Real, Vector};

/// Blocks at rest overlap by less than this, in centimetres: 0.5 mm. The engine's own overlap by 0.12 mm at most.
const DEEPEST: Real = 0.05;
/// Bases with a smaller gap between them touch (S34): a millimetre, and its rounding.
const SIDE_BY_SIDE: Real = 0.1 + 1e-4;
/// How far the highest point may be from what an answer says, in micrometres.
const HEIGHT_ERROR: u32 = 2;
/// The most work that the judgement of an answer may take: a hundred blocks that lie as near to each other as they can take
/// a tenth of it.
const MOST_WORK: u64 = 1_000_000_000;
/// A hand carries a block within this of its targets, in centimetres: at 1 m/s it lags behind by 1 cm.
const LAG: Real = 3.0;
/// The same for a hand that trembles, sways and is slow.
const SLOW_LAG: Real = 20.0;
/// How far a block that was let go gets by itself, besides what it falls and what its speed gives it, in centimetres.
const ROLL: Real = 5.0;

/// Why blocks can't be at rest where an answer says that they are.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Impossible {
    /// A block is below the table.
    BelowTable(Block),
    /// Two blocks are inside each other.
    Overlapping(Block, Block),
    /// Nothing carries a block.
    Hanging(Block),
    /// The tower is not as high as that.
    Height,
    /// These blocks do not touch each other or the table as the answer says.
    Touching,
    /// A block has moved that nothing can have touched.
    Untouched(Block),
}

/// A block without anything that carries it, by its place.
pub(super) struct Fallen(pub usize);

/// Blocks that touch or overlap, by their places, with the least distance between their surfaces. For blocks on the table,
/// which may be bases side by side, nearly will do (S34).
fn pairs<'a>(blocks: &'a [Standing], work: &'a Work) -> impl Iterator<Item = (usize, usize, Real)> + use<'a> {
    let placed: Vec<(&Solid, EnginePose)> =
        blocks.iter().map(|standing| (Solid::of(standing.block), engine_pose(&standing.pose))).collect();
    let grounded: Vec<bool> = blocks.iter().map(on_table).collect();
    let all = (0..blocks.len()).flat_map(|upper| (0..upper).map(move |lower| (lower, upper)));
    all.filter_map(move |(lower, upper)| {
        let ((one, at), (other, other_at)) = (placed[lower], placed[upper]);
        let most = if grounded[lower] && grounded[upper] { SIDE_BY_SIDE } else { TOUCHING };
        one.gap(&at, (other, &other_at), most, DEEPEST, work).map(|gap| (lower, upper, gap))
    })
}

fn lowest(standing: &Standing) -> Real {
    Solid::of(standing.block).span(&engine_pose(&standing.pose)).0
}

fn on_table(standing: &Standing) -> bool {
    Solid::of(standing.block).touches_table(&engine_pose(&standing.pose))
}

/// The blocks that touch the table, in order.
pub(super) fn grounded(blocks: &[Standing]) -> Vec<Block> {
    blocks.iter().filter(|standing| on_table(standing)).map(|standing| standing.block).collect()
}

/// The blocks that touch each other, the lower number first, in order.
pub(super) fn touching(blocks: &[Standing], work: &Work) -> Vec<(Block, Block)> {
    let mut touching: Vec<(Block, Block)> = pairs(blocks, work).map(|pair| named(blocks, pair)).collect();
    touching.sort_unstable();
    touching
}

fn named(blocks: &[Standing], (one, other, _): (usize, usize, Real)) -> (Block, Block) {
    let (one, other) = (blocks[one].block, blocks[other].block);
    (one.min(other), one.max(other))
}

/// Whether these are the blocks that touch each other; whether bases touch that are nearly side by side is not told alike by
/// all versions.
fn are_touching(told: &[(Block, Block)], blocks: &[Standing], work: &Work) -> bool {
    let found: Vec<((Block, Block), Real)> =
        pairs(blocks, work).map(|pair| (named(blocks, pair), pair.2)).collect();
    found.iter().all(|(pair, gap)| *gap >= TOUCHING || told.contains(pair))
        && told.iter().all(|pair| found.iter().any(|(known, _)| known == pair))
}

/// Whether blocks can be at rest there, whatever the forces are.
pub(super) fn judge(blocks: &[Standing], work: &Work) -> Result<(), Impossible> {
    if let Some(below) = blocks.iter().find(|standing| lowest(standing) < -DEEPEST) {
        return Err(Impossible::BelowTable(below.block));
    }
    // The first pair of these ends it: many blocks in one place cost no more than two.
    let deep = |(_, _, gap): &(usize, usize, Real)| *gap < -DEEPEST;
    if let Some((one, other, _)) = pairs(blocks, work).find(deep) {
        return Err(Impossible::Overlapping(blocks[one].block, blocks[other].block));
    }
    carried(blocks, work).map_err(|Fallen(nth)| Impossible::Hanging(blocks[nth].block))
}

/// Whether each block touches the table, or one that is carried.
pub(super) fn carried(blocks: &[Standing], work: &Work) -> Result<(), Fallen> {
    let pairs: Vec<(usize, usize, Real)> = pairs(blocks, work).collect();
    let mut carried: Vec<bool> = blocks.iter().map(on_table).collect();
    loop {
        let mut found = false;
        for (one, other, _) in &pairs {
            if carried[*one] != carried[*other] {
                (carried[*one], carried[*other]) = (true, true);
                found = true;
            }
        }
        if !found {
            return carried.iter().position(|is| !is).map_or(Ok(()), |nth| Err(Fallen(nth)));
        }
    }
}

/// Whether an answer can be true of a tower on which a block was placed by a gesture, or from which one was taken. The
/// answers of [`super::place`] and [`super::wake`] are.
pub(crate) fn answer(
    tower: &Tower,
    placed: Option<(Block, &Gesture, Grip)>,
    settled: &Settled,
) -> Result<(), Impossible> {
    let work = Work::limited(MOST_WORK);
    let blocks = &settled.tower.blocks;
    judge(blocks, &work)?;
    if simulation::height(blocks).abs_diff(settled.tower.height) > HEIGHT_ERROR {
        return Err(Impossible::Height);
    }
    if grounded(blocks) != settled.grounded || !are_touching(&settled.touching, blocks, &work) {
        return Err(Impossible::Touching);
    }
    let Some((block, gesture, grip)) = placed else { return Ok(()) };
    let has_moved = |was: &&Standing| {
        let now = blocks.iter().find(|standing| standing.block == was.block);
        now.is_none_or(|now| now.pose != was.pose)
    };
    match tower.blocks.iter().find(has_moved) {
        Some(moved) if !can_touch(tower, block, gesture, grip) => Err(Impossible::Untouched(moved.block)),
        _ => Ok(()),
    }
}

/// Whether a block can touch any of a tower as a gesture carries it, or after it was let go.
fn can_touch(tower: &Tower, block: Block, gesture: &Gesture, grip: Grip) -> bool {
    let lag = if grip.trembles() { SLOW_LAG } else { LAG };
    let solid = Solid::of(block);
    let near = |at: Vector, reach: Real| {
        tower.blocks.iter().any(|standing| {
            let centre = engine_pose(&standing.pose).translation;
            centre.distance(at) < reach + solid.reach + Solid::of(standing.block).reach
        })
    };
    let path = match gesture {
        Gesture::Path(path) => path,
        Gesture::Drop(aim) => &super::drop(tower, block, *aim),
    };
    let places: Vec<Vector> = path.targets().iter().map(|target| place(&target.pose())).collect();
    if places.iter().any(|at| near(*at, lag)) {
        return true;
    }
    let Some(last) = places.last() else { return false };
    let speed = places.iter().rev().nth(1).map_or(0.0, |before| before.distance(*last));
    let falls = last.y;
    let flies = speed * TARGETS_A_SECOND as Real;
    let aside = ROLL + if grip.trembles() { lag } else { 0.0 } + 2.0 * solid.reach + falls + flies;
    tower.blocks.iter().any(|standing| {
        let centre = engine_pose(&standing.pose).translation;
        let away = Vector::new(centre.x - last.x, 0.0, centre.z - last.z).length();
        away < aside + solid.reach + Solid::of(standing.block).reach
    })
}

fn place(pose: &Pose) -> Vector {
    engine_pose(pose).translation
}
