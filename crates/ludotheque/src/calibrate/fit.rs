//! Finding levels that make a ladder of even steps.

use super::measure::LEVELS;
use anyhow::{Context as _, Result};
use catalog::Entry;
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use search::{Level, LevelDuel};
use table::Setup;

/// How levels are fitted.
pub struct Fit {
    /// The share of the points that each level is to have against the one below it.
    pub score: f64,
    /// How many games decide each comparison.
    pub games: u64,
    /// Nodes for an action, where the level does not set fewer.
    pub nodes: u64,
    pub opening: u32,
    pub seed: u64,
    pub threads: usize,
}

/// How near to the wanted share is near enough.
const NEAR: f64 = 0.025;
/// No level is tried with more numbers.
const TRIES: u32 = 8;

/// Looks for other numbers for the levels of a game in a setting: from the second on, each fitted to the one before it.
/// `found` is told each of them, with the share of the points that it has against the one before.
///
/// A level that makes mistakes is fitted by their size, one that makes none by its nodes. The highest has no number:
/// what is left between it and the one below it shows whether the steps can be larger.
pub fn fit(
    game: &Entry,
    setup: &Setup,
    fit: &Fit,
    mut found: impl FnMut(Level, Option<f64>) -> Result<()>,
) -> Result<()> {
    let study = game.study.with_context(|| format!("{} can't list its actions", game.info().name))?;
    let start = game.kind.start(setup)?;
    let pool = ThreadPoolBuilder::new().num_threads(fit.threads).build()?;
    let score = |level: Level, below: Level| -> f64 {
        let duel = |number: u64| {
            let seed = fit.seed.wrapping_mul(1 << 32).wrapping_add(number);
            study.duel(
                start.typed(),
                [level, below],
                LevelDuel { nodes: fit.nodes, opening: fit.opening, seed },
            )
        };
        let duels = fit.games.div_ceil(2);
        pool.install(|| (0..duels).into_par_iter().map(duel).sum::<f64>()) / duels as f64
    };
    let mut below = study.level(start.typed(), 1);
    found(below, None)?;
    for number in 2..=LEVELS {
        let template = study.level(start.typed(), number);
        let (level, share) = match template {
            Level::FULL => (template, score(template, below)),
            _ => fitted(template, fit.score, |level| score(level, below)),
        };
        found(level, Some(share))?;
        below = level;
    }
    Ok(())
}

/// The level with the number that comes nearest to the wanted share, and its own.
fn fitted(template: Level, wanted: f64, score: impl Fn(Level) -> f64) -> (Level, f64) {
    // A knob that makes the level the stronger the higher it is.
    let (least, most) = if template.noise > 0 { (1.0 / 6000.0, 1.0 / 5.0) } else { (20.0, 60_000.0) };
    let turned = |knob: f64| match template.noise {
        0 => Level { nodes: knob as u64, ..template },
        _ => Level { noise: (1.0 / knob) as i32, ..template },
    };
    let mut knob: f64 =
        if template.noise > 0 { 1.0 / f64::from(template.noise) } else { template.nodes as f64 };
    let (mut too_weak, mut too_strong) = (None, None);
    let mut best = (template, f64::INFINITY);
    for _ in 0..TRIES {
        let level = turned(knob);
        let share = score(level);
        if (share - wanted).abs() < (best.1 - wanted).abs() {
            best = (level, share);
        }
        if (share - wanted).abs() <= NEAR || level == turned(if share < wanted { most } else { least }) {
            break;
        }
        *(if share < wanted { &mut too_weak } else { &mut too_strong }) = Some(knob);
        knob = match (too_weak, too_strong) {
            (Some(weak), Some(strong)) => f64::sqrt(weak * strong),
            (Some(weak), None) => (weak * 2.0).min(most),
            (None, Some(strong)) => (strong / 2.0).max(least),
            (None, None) => knob,
        };
    }
    best
}

/// A level as a game's source has it.
pub fn row(level: Level) -> String {
    if level == Level::FULL {
        return "Level::FULL,".to_owned();
    }
    let Level { sight, loud, noise, slack, nodes } = level;
    let nodes = match nodes {
        0..10_000 => nodes.to_string(),
        _ => format!("{}_{:03}", nodes / 1000, nodes % 1000),
    };
    format!("Level {{ sight: {sight}, loud: {loud}, noise: {noise}, slack: {slack}, nodes: {nodes} }},")
}
