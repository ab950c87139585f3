//! Weights improved by matches.

use super::SEED_STRIDE;
use crate::progress::progress;
use anyhow::Result;
use rayon::prelude::*;
use search::{DuelSettings, Spsa, Tuning, WeightPair};
use table::AnyGame;

/// How matches are played and weights changed: see [`Spsa`].
pub struct Matches {
    pub rounds: u32,
    /// Games in a round.
    pub games: u32,
    /// Nodes for an action.
    pub nodes: u64,
    /// Random actions before each game.
    pub opening: u32,
    pub perturbation: f64,
    pub gain: f64,
    /// How much the length of games counts.
    pub length: f64,
    pub seed: u64,
}

impl Matches {
    /// Improves the weights `first`. A match is one opening played from all sides. Matches are played on all processors;
    /// their results are added up in a fixed order, so that the same seed gives the same weights.
    pub fn learn(&self, tuning: &dyn Tuning, start: &dyn AnyGame, first: &[i32]) -> Result<Vec<i32>> {
        let sides = tuning.sides(start.typed());
        let matches = self.games.div_ceil(sides.len() as u32);
        let spsa = Spsa {
            steps: self.rounds,
            matches,
            perturbation: self.perturbation,
            gain: self.gain,
            seed: self.seed,
        };
        let progress = progress(u64::from(self.rounds) * u64::from(matches) * sides.len() as u64, "games")?;
        let compare = |step: u32, pairs: &[WeightPair]| -> Vec<f64> {
            let seed = self.seed.wrapping_mul(SEED_STRIDE).wrapping_add(u64::from(step) * u64::from(matches));
            let numbered = pairs.par_iter().enumerate();
            let answer = |(number, WeightPair { plus, minus }): (usize, &WeightPair)| {
                // Every other opening is one action longer, so that each side is the first to act.
                let opening = self.opening + number as u32 % 2;
                let play =
                    DuelSettings { nodes: self.nodes, opening, seed: seed.wrapping_add(number as u64) };
                let points = sides.iter().map(|side| {
                    let result = tuning.duel(start.typed(), *side, plus, minus, play);
                    progress.inc(1);
                    result.points(self.length)
                });
                2.0 * points.sum::<f64>() / sides.len() as f64 - 1.0
            };
            numbered.map(answer).collect()
        };
        let found = spsa.run(first, compare);
        progress.finish_and_clear();
        Ok(found)
    }
}
