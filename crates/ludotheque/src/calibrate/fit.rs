//! Fitting levels so that the steps between them are even.

use super::measure::LEVELS;
use anyhow::{Context as _, Result};
use catalog::CatalogGame;
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use search::{Level, LevelDuelSettings};
use table::Setup;

/// How levels are fitted.
pub struct Fit {
    /// The share of the points that each level should win against the one below it.
    pub score: f64,
    /// How many games each comparison takes.
    pub games: u64,
    /// Nodes for an action, unless the level sets fewer.
    pub nodes: u64,
    pub opening: u32,
    pub seed: u64,
    pub threads: usize,
}

/// A fitted share may differ from the wanted one by this much.
const NEAR: f64 = 0.025;
/// The highest number of attempts for a level.
const TRIES: u32 = 8;

/// Fits the levels of a game in a setting: from the second on, each is fitted to the one below it. Calls `found` with each
/// level and the share of the points that it wins against the one below.
///
/// A level with noise is fitted by its noise, one without by its nodes. The highest level is not fitted: its share shows
/// whether the steps can be larger.
pub fn fit(
    game: &CatalogGame,
    setup: &Setup,
    fit: &Fit,
    mut found: impl FnMut(Level, Option<f64>) -> Result<()>,
) -> Result<()> {
    let search = game.search.with_context(|| format!("{} can't list its actions", game.info().name))?;
    let start = game.kind.start(setup)?;
    let pool = ThreadPoolBuilder::new().num_threads(fit.threads).build()?;
    let score = |level: Level, below: Level| -> f64 {
        let duel = |number: u64| {
            let seed = fit.seed.wrapping_mul(1 << 32).wrapping_add(number);
            search.duel(
                start.typed(),
                [level, below],
                LevelDuelSettings { nodes: fit.nodes, opening: fit.opening, seed },
            )
        };
        let duels = fit.games.div_ceil(2);
        pool.install(|| (0..duels).into_par_iter().map(duel).sum::<f64>()) / duels as f64
    };
    let mut below = search.level(start.typed(), 1);
    found(below, None)?;
    for number in 2..=LEVELS {
        let template = search.level(start.typed(), number);
        let (level, share) = match template {
            Level::FULL => (template, score(template, below)),
            _ => fitted(template, fit.score, |level| score(level, below)),
        };
        found(level, Some(share))?;
        below = level;
    }
    Ok(())
}

/// The level, fitted as near to the wanted share as possible, and its share.
fn fitted(template: Level, wanted: f64, score: impl Fn(Level) -> f64) -> (Level, f64) {
    // The parameter that is searched: the level is the stronger the higher it is.
    let (least, most) = if template.noise > 0 { (1.0 / 6000.0, 1.0 / 5.0) } else { (20.0, 60_000.0) };
    let level_with = |parameter: f64| match template.noise {
        0 => Level { nodes: parameter as u64, ..template },
        _ => Level { noise: (1.0 / parameter) as i32, ..template },
    };
    let mut parameter: f64 =
        if template.noise > 0 { 1.0 / f64::from(template.noise) } else { template.nodes as f64 };
    let (mut too_weak, mut too_strong) = (None, None);
    let mut best = (template, f64::INFINITY);
    for _ in 0..TRIES {
        let level = level_with(parameter);
        let share = score(level);
        if (share - wanted).abs() < (best.1 - wanted).abs() {
            best = (level, share);
        }
        if (share - wanted).abs() <= NEAR || level == level_with(if share < wanted { most } else { least }) {
            break;
        }
        *(if share < wanted { &mut too_weak } else { &mut too_strong }) = Some(parameter);
        parameter = match (too_weak, too_strong) {
            (Some(weak), Some(strong)) => f64::sqrt(weak * strong),
            (Some(weak), None) => (weak * 2.0).min(most),
            (None, Some(strong)) => (strong / 2.0).max(least),
            (None, None) => parameter,
        };
    }
    best
}

/// A level as Rust source, for the table of a game.
pub fn source(level: Level) -> String {
    if level == Level::FULL {
        return "Level::FULL,".to_owned();
    }
    let Level { depth, quiescence, noise, max_loss, nodes } = level;
    let nodes = match nodes {
        0..10_000 => nodes.to_string(),
        _ => format!("{}_{:03}", nodes / 1000, nodes % 1000),
    };
    format!(
        "Level {{ depth: {depth}, quiescence: {quiescence}, noise: {noise}, max_loss: {max_loss}, nodes: {nodes} }},"
    )
}
