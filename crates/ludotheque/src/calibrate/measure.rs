//! Measuring the strength of the levels: each plays the one below it.

use crate::arena::{Limit, PlayedGame, Tournament, rate};
use anyhow::Result;
use catalog::{CatalogGame, LevelRating, LevelRatings};
use std::time::Duration;
use table::Setup;

/// How many levels there are.
pub const LEVELS: usize = 8;

/// Every setting of a game for two seats: all its options, each with every choice.
pub fn settings(game: &CatalogGame) -> Vec<Setup> {
    let info = game.info();
    let mut settings = if info.seats.contains(&2) { vec![Setup::new(2)] } else { Vec::new() };
    for option in info.options {
        let chosen = |setup: &Setup| -> Vec<Setup> {
            option.choices.iter().map(|choice| setup.clone().with(option.key, choice.value)).collect()
        };
        settings = settings.iter().flat_map(chosen).collect();
    }
    settings.retain(|setup| game.kind.start(setup).is_ok());
    settings
}

/// The measurement of the levels in one setting.
pub struct Measurement {
    pub game: &'static CatalogGame,
    pub setup: Setup,
    /// How many games each level plays against the one below it.
    pub games: usize,
    /// Nodes for an action, unless the level sets fewer.
    pub nodes: u64,
    /// How many random actions precede each game.
    pub opening: u32,
    pub seed: u64,
    /// How many games are played in parallel.
    pub threads: usize,
}

impl Measurement {
    /// The total number of games.
    pub fn total(&self) -> usize {
        (1..LEVELS).map(|level| self.step(level).total_games()).sum()
    }

    /// Plays all games, and calls `done` after each.
    pub fn ratings(&self, done: impl Fn() + Sync) -> Result<LevelRatings> {
        let (mut games, mut scores, mut took) = (Vec::new(), vec![None], vec![Vec::new(); LEVELS]);
        for level in 1..LEVELS {
            let step = self.step(level);
            step.check()?;
            let played = step.play(&done)?;
            scores.push(Some(100.0 * score(&played)));
            for game in played {
                let of_level = |&(one, other, points): &(usize, usize, f64)| {
                    (level - 1 + one, level - 1 + other, points)
                };
                games.push(game.result.points.iter().map(of_level).collect());
                for (bot, times) in game.took.into_iter().enumerate() {
                    took[level - 1 + bot].extend(times);
                }
            }
        }
        let ratings = rate(LEVELS, &games, self.seed);
        let levels =
            ratings.iter().zip(scores).zip(&mut took).enumerate().map(|(index, ((rating, score), took))| {
                LevelRating {
                    level: index + 1,
                    elo: rating.elo.round() as i32,
                    interval: (rating.interval.0.round() as i32, rating.interval.1.round() as i32),
                    score,
                    millis: 1000.0 * median(took).as_secs_f64(),
                }
            });
        Ok(LevelRatings {
            setup: self.setup.clone(),
            games: self.step(1).total_games(),
            levels: levels.collect(),
        })
    }

    /// The tournament between that level and the next.
    fn step(&self, level: usize) -> Tournament {
        Tournament {
            game: self.game,
            setup: self.setup.clone(),
            bots: [level, level + 1].map(|level| format!("level{level}")).to_vec(),
            limit: Limit::Nodes(self.nodes),
            opening: self.opening,
            seed: self.seed.wrapping_add((level as u64) << 40),
            games: self.games,
            threads: self.threads,
        }
    }
}

/// The share of the points of the second of two bots.
fn score(played: &[PlayedGame]) -> f64 {
    let points = played.iter().flat_map(|game| &game.result.points);
    let points: Vec<f64> =
        points.map(|&(one, _, points)| if one == 1 { points } else { 1.0 - points }).collect();
    points.iter().sum::<f64>() / points.len().max(1) as f64
}

fn median(times: &mut [Duration]) -> Duration {
    times.sort();
    times.get(times.len() / 2).copied().unwrap_or_default()
}
