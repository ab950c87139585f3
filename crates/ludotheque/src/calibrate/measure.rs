//! How strong each level of a game is: every one plays the one below it.

use crate::arena::{Limit, Played, Tournament, rate};
use anyhow::Result;
use catalog::{Entry, Ladder, Rung};
use std::time::Duration;
use table::Setup;

/// How many levels there are.
pub const LEVELS: usize = 8;

/// Every setting of a game for two seats: all its options, each with every choice.
pub fn settings(game: &Entry) -> Vec<Setup> {
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

/// What is played to measure the levels in a setting.
pub struct Measure {
    pub game: &'static Entry,
    pub setup: Setup,
    /// How many games each level plays against the one below it.
    pub games: usize,
    /// Nodes for an action, where the level does not set fewer.
    pub nodes: u64,
    /// How many random actions precede each game.
    pub opening: u32,
    pub seed: u64,
    /// How many games are played at once.
    pub threads: usize,
}

impl Measure {
    /// How many games are played in all.
    pub fn total(&self) -> usize {
        (1..LEVELS).map(|level| self.step(level).rounded()).sum()
    }

    /// Plays all games; `done` is told of each.
    pub fn ladder(&self, done: impl Fn() + Sync) -> Result<Ladder> {
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
                games.push(game.sheet.points.iter().map(of_level).collect());
                for (bot, times) in game.took.into_iter().enumerate() {
                    took[level - 1 + bot].extend(times);
                }
            }
        }
        let ratings = rate(LEVELS, &games, self.seed);
        let rungs =
            ratings.iter().zip(scores).zip(&mut took).enumerate().map(|(index, ((rating, score), took))| {
                Rung {
                    level: index + 1,
                    elo: rating.elo.round() as i32,
                    interval: (rating.interval.0.round() as i32, rating.interval.1.round() as i32),
                    score,
                    millis: 1000.0 * median(took).as_secs_f64(),
                }
            });
        Ok(Ladder { setup: self.setup.clone(), games: self.step(1).rounded(), rungs: rungs.collect() })
    }

    /// The level of that number against the next.
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

/// The share of the points that the second of two bots has.
fn score(played: &[Played]) -> f64 {
    let points = played.iter().flat_map(|game| &game.sheet.points);
    let points: Vec<f64> =
        points.map(|&(one, _, points)| if one == 1 { points } else { 1.0 - points }).collect();
    points.iter().sum::<f64>() / points.len().max(1) as f64
}

fn median(times: &mut [Duration]) -> Duration {
    times.sort();
    times.get(times.len() / 2).copied().unwrap_or_default()
}
