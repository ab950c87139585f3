//! Weights fitted to the results of self-play games.

use super::SEED_STRIDE;
use crate::progress::progress;
use anyhow::Result;
use rayon::prelude::*;
use search::{SelfPlay, TrainingSample, Tuning, fit, loss, rescaled};
use std::io::Write;
use table::AnyGame;

/// How training games are played and weights fitted.
pub struct Training {
    /// Games in a round.
    pub games: u64,
    pub rounds: u64,
    pub play: SelfPlay,
    /// How far each round moves towards the fitted weights: 1 is all the way.
    pub step: f64,
    pub seed: u64,
}

impl Training {
    /// Learns weights, beginning with `weights`, and writes a comment line about each round to `out`.
    pub fn learn(
        &self,
        tuning: &dyn Tuning,
        start: &dyn AnyGame,
        mut weights: Vec<i32>,
        out: &mut impl Write,
    ) -> Result<Vec<i32>> {
        let mut last = Vec::new();
        for round in 1..=self.rounds {
            let samples = self.round(tuning, start, &weights, round)?;
            let both = [last, samples.clone()].concat();
            let fitted = fit(&both, tuning.features().len(), tuning.phases().len());
            let before = rescaled(&both, &weights);
            let step =
                |(before, fitted): (i32, i32)| before + (f64::from(fitted - before) * self.step) as i32;
            weights = before.into_iter().zip(fitted).map(step).collect();
            let surprise = loss(&both, &weights);
            writeln!(out, "# round {round}: {} positions, surprise {surprise:.4}", both.len())?;
            out.flush()?;
            last = samples;
        }
        Ok(weights)
    }

    /// Plays a round with these weights, on all processors; the samples are in the order of the games.
    fn round(
        &self,
        tuning: &dyn Tuning,
        start: &dyn AnyGame,
        weights: &[i32],
        round: u64,
    ) -> Result<Vec<TrainingSample>> {
        let progress = progress(self.games, "games")?;
        let first = self.seed.wrapping_mul(SEED_STRIDE).wrapping_add((round - 1) * self.games);
        let samples: Vec<Vec<TrainingSample>> = (0..self.games)
            .into_par_iter()
            .map(|number| {
                let samples =
                    tuning.training_samples(start.typed(), weights, self.play, first.wrapping_add(number));
                progress.inc(1);
                samples
            })
            .collect();
        progress.finish_and_clear();
        Ok(samples.concat())
    }
}
