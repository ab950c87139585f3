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

/// How often the range in which the right number lies is halved.
pub const HALVINGS: u32 = 7;

/// The levels of a game in a setting with other numbers, from the second on each fitted to the one before it; with
/// the share of the points that each then has.
///
/// A level that makes mistakes is fitted by their size, one that makes none by its nodes. The highest has no number:
/// what is left between it and the one below it shows whether the steps can be larger.
pub fn fit(game: &Entry, setup: &Setup, fit: &Fit, done: impl Fn() + Sync) -> Result<Vec<(Level, f64)>> {
    let study = game.study.with_context(|| format!("{} can't list its actions", game.info().name))?;
    let start = game.kind.start(setup)?;
    let pool = ThreadPoolBuilder::new().num_threads(fit.threads).build()?;
    let score = |level: Level, below: Level| -> f64 {
        let duel = |number: u64| {
            let seed = fit.seed.wrapping_mul(1 << 32).wrapping_add(number);
            let points = study.duel(
                start.typed(),
                [level, below],
                LevelDuel { nodes: fit.nodes, opening: fit.opening, seed },
            );
            done();
            points
        };
        let duels = fit.games.div_ceil(2);
        pool.install(|| (0..duels).into_par_iter().map(duel).sum::<f64>()) / duels as f64
    };
    let mut ladder = vec![(study.level(start.typed(), 1), f64::NAN)];
    for number in 2..=LEVELS {
        let (below, level) = (ladder[number - 2].0, study.level(start.typed(), number));
        if level == Level::FULL {
            ladder.push((level, score(level, below)));
            continue;
        }
        let (mut weak, mut strong) = knob_range(level);
        let mut fitted = (level, 0.0);
        for _ in 0..HALVINGS {
            let middle = (weak * strong).sqrt();
            let tried = with_knob(level, middle);
            fitted = (tried, score(tried, below));
            if fitted.1 < fit.score { weak = middle } else { strong = middle }
        }
        ladder.push(fitted);
    }
    Ok(ladder)
}

/// The numbers with which a level is weakest and strongest.
fn knob_range(level: Level) -> (f64, f64) {
    if level.noise > 0 { (4000.0, 10.0) } else { (30.0, 60_000.0) }
}

fn with_knob(level: Level, knob: f64) -> Level {
    match level.noise {
        0 => Level { nodes: knob as u64, ..level },
        _ => Level { noise: knob as i32, ..level },
    }
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
