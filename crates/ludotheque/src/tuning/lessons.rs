//! Weights fitted to what became of positions.

use super::SEEDS;
use crate::progress::progress;
use anyhow::Result;
use rayon::prelude::*;
use search::{Lesson, SelfPlay, Tuning, fit, loss, rescaled};
use std::io::Write;
use table::AnyGame;

/// How games are played and learned from.
pub struct Lessons {
    /// Games in a round.
    pub games: u64,
    pub rounds: u64,
    pub play: SelfPlay,
    /// Which share of the way to the fitted weights each round goes.
    pub step: f64,
    pub seed: u64,
}

impl Lessons {
    /// The weights that were learned; what each round was like is told to `out`.
    pub fn learn(
        &self,
        tuning: &dyn Tuning,
        start: &dyn AnyGame,
        mut weights: Vec<i32>,
        out: &mut impl Write,
    ) -> Result<Vec<i32>> {
        let mut last = Vec::new();
        for round in 1..=self.rounds {
            let lessons = self.round(tuning, start, &weights, round)?;
            let both = [last, lessons.clone()].concat();
            let fitted = fit(&both, tuning.features().len(), tuning.phases().len());
            let before = rescaled(&both, &weights);
            let step =
                |(before, fitted): (i32, i32)| before + (f64::from(fitted - before) * self.step) as i32;
            weights = before.into_iter().zip(fitted).map(step).collect();
            let surprise = loss(&both, &weights);
            writeln!(out, "# round {round}: {} positions, surprise {surprise:.4}", both.len())?;
            out.flush()?;
            last = lessons;
        }
        Ok(weights)
    }

    /// Plays a round with these weights, on all processors; the order of the games is that of their seeds.
    fn round(
        &self,
        tuning: &dyn Tuning,
        start: &dyn AnyGame,
        weights: &[i32],
        round: u64,
    ) -> Result<Vec<Lesson>> {
        let progress = progress(self.games, "games")?;
        let first = self.seed.wrapping_mul(SEEDS).wrapping_add((round - 1) * self.games);
        let lessons: Vec<Vec<Lesson>> = (0..self.games)
            .into_par_iter()
            .map(|number| {
                let lessons =
                    tuning.lessons_of(start.typed(), weights, self.play, first.wrapping_add(number));
                progress.inc(1);
                lessons
            })
            .collect();
        progress.finish_and_clear();
        Ok(lessons.concat())
    }
}
