//! Weights improved by matches.

use super::SEEDS;
use crate::progress::progress;
use anyhow::Result;
use rayon::prelude::*;
use search::{Climb, DuelPlay, Rivals, Tuning};
use table::AnyGame;

/// How matches are played and what they move.
pub struct Matches {
    pub rounds: u32,
    /// Games in a round.
    pub games: u32,
    /// Nodes for an action.
    pub nodes: u64,
    /// Random actions before each game.
    pub opening: u32,
    pub reach: f64,
    pub gain: f64,
    /// How much the length of games counts.
    pub length: f64,
    pub seed: u64,
}

impl Matches {
    /// The weights that were found. A match is one opening from all sides; they are played on all processors, and what
    /// each says is added up in their order.
    pub fn learn(&self, tuning: &dyn Tuning, start: &dyn AnyGame, first: &[i32]) -> Result<Vec<i32>> {
        let sides = tuning.sides(start.typed());
        let matches = self.games.div_ceil(sides.len() as u32);
        let climb =
            Climb { steps: self.rounds, matches, reach: self.reach, gain: self.gain, seed: self.seed };
        let progress = progress(u64::from(self.rounds) * u64::from(matches) * sides.len() as u64, "games")?;
        let compare = |step: u32, rivals: &[Rivals]| -> Vec<f64> {
            let seed = self.seed.wrapping_mul(SEEDS).wrapping_add(u64::from(step) * u64::from(matches));
            let numbered = rivals.par_iter().enumerate();
            let answer = |(number, Rivals { one, other }): (usize, &Rivals)| {
                // Longer by one every other time, so that each side comes to act first.
                let opening = self.opening + number as u32 % 2;
                let play = DuelPlay { nodes: self.nodes, opening, seed: seed.wrapping_add(number as u64) };
                let worth = sides.iter().map(|side| {
                    let duelled = tuning.duel(start.typed(), *side, one, other, play);
                    progress.inc(1);
                    duelled.worth(self.length)
                });
                2.0 * worth.sum::<f64>() / sides.len() as f64 - 1.0
            };
            numbered.map(answer).collect()
        };
        let found = climb.run(first, compare);
        progress.finish_and_clear();
        Ok(found)
    }
}
