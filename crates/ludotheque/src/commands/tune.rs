//! `ludotheque tune GAME`

use crate::setting::Setting;
use anyhow::{Context as _, Result};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use search::{DuelPlay, Lesson, SelfPlay, Tuning, fit, loss, rescaled, write_weights};
use std::io::Write as _;
use table::{AnyGame, Setup};

/// Learn the weights of a game's evaluation from self-play
///
/// The output is the file of weights that the game is compiled with. Knowing nothing at first, bots play a round of
/// games; weights are fitted to what became of the positions, and the next round is played with them. How surprising
/// the results are then is told in between: 0.6931 to who knows nothing, 0 to who knows all. The same seed gives the
/// same weights, whatever the present ones are unless they are begun with.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    setting: Setting,
    /// Games in a round
    #[arg(long, default_value_t = 2000)]
    games: u64,
    /// Nodes for an action
    #[arg(long, value_name = "N", default_value_t = 200)]
    nodes: u64,
    /// Rounds of games; the weights are fitted to the last two
    #[arg(long, default_value_t = 4)]
    rounds: u64,
    /// What is random
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// One action in so many is random; fewer should be where one slip decides the game
    #[arg(long, value_name = "N", default_value_t = SelfPlay::USUAL.stray, value_parser = clap::value_parser!(u32).range(1..))]
    stray: u32,
    /// One player in so many has whims, for who only ever meets its like never learns what beats it
    #[arg(long, value_name = "N", default_value_t = SelfPlay::USUAL.whims, value_parser = clap::value_parser!(u32).range(1..))]
    whims: u32,
    /// Begin with the present weights instead of knowing nothing
    #[arg(long)]
    from_present: bool,
    /// Which share of the way to the fitted weights each round goes: a short one forgets less of what was known before
    #[arg(long, value_name = "SHARE", default_value_t = 1.0)]
    step: f64,
    /// Let the new weights play so many games against the present ones
    #[arg(long, value_name = "GAMES", default_value_t = 0)]
    duel: u64,
    /// Nodes for an action of these games
    #[arg(long, value_name = "N", default_value_t = 2000)]
    duel_nodes: u64,
}

impl Arguments {
    pub fn run(self) -> Result<()> {
        let info = self.setting.game.info();
        let tuning = self.setting.game.tuning;
        let tuning = tuning.with_context(|| format!("{} has no weights", info.name))?;
        let start = self.setting.start()?;
        let present = tuning.weights(start.typed());
        let mut weights = if self.from_present { present.to_vec() } else { vec![0; present.len()] };
        let mut last = Vec::new();
        let mut out = std::io::stdout().lock();
        write!(out, "{}", self.heading())?;
        for round in 1..=self.rounds {
            let lessons = self.round(tuning, &*start, &weights, round)?;
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
        if self.duel > 0 {
            writeln!(out, "# surprise with the present weights: {:.4}", loss(&last, present))?;
            writeln!(
                out,
                "# against the present weights: {}",
                self.duel(tuning, &*start, &weights, present)?
            )?;
        }
        write!(out, "{}", write_weights(&weights, tuning.features(), tuning.phases()))?;
        Ok(out.flush()?)
    }

    /// Plays a round with these weights, on all processors; the order of the games is that of their seeds.
    fn round(
        &self,
        tuning: &dyn Tuning,
        start: &dyn AnyGame,
        weights: &[i32],
        round: u64,
    ) -> Result<Vec<Lesson>> {
        let progress = progress(self.games)?;
        let first = self.seed.wrapping_mul(SEEDS).wrapping_add((round - 1) * self.games);
        let lessons: Vec<Vec<Lesson>> = (0..self.games)
            .into_par_iter()
            .map(|number| {
                let play = SelfPlay { nodes: self.nodes, stray: self.stray, whims: self.whims };
                let lessons = tuning.lessons_of(start.typed(), weights, play, first.wrapping_add(number));
                progress.inc(1);
                lessons
            })
            .collect();
        progress.finish_and_clear();
        Ok(lessons.concat())
    }

    /// Tells how often the new weights beat the present ones: each side has them equally often, from the same openings.
    fn duel(&self, tuning: &dyn Tuning, start: &dyn AnyGame, new: &[i32], present: &[i32]) -> Result<String> {
        const OPENING: u32 = 4;
        let sides = tuning.sides(start.typed());
        let games = self.duel.next_multiple_of(sides.len() as u64);
        let progress = progress(games)?;
        let rewards: Vec<f64> = (0..games)
            .into_par_iter()
            .map(|number| {
                let seed = self.seed.wrapping_mul(SEEDS).wrapping_sub(1 + number / sides.len() as u64);
                let play = DuelPlay { nodes: self.duel_nodes, opening: OPENING, seed };
                let side = sides[number as usize % sides.len()];
                let reward = tuning.duel(start.typed(), side, new, present, play);
                progress.inc(1);
                f64::from(reward)
            })
            .collect();
        progress.finish_and_clear();
        let count = games as f64;
        let mean = rewards.iter().sum::<f64>() / count;
        let variance = rewards.iter().map(|reward| (reward - mean).powi(2)).sum::<f64>() / count;
        let doubt = 1.96 * (variance / count).sqrt();
        let elo = |share: f64| -400.0 * (1.0 / share.clamp(0.001, 0.999) - 1.0).log10();
        Ok(format!(
            "{:.1} % of the points in {games} games, Elo {:+.0} ({:+.0} to {:+.0})",
            mean * 100.0,
            elo(mean),
            elo(mean - doubt),
            elo(mean + doubt)
        ))
    }

    /// What the file is, and the command that writes it.
    fn heading(&self) -> String {
        let info = self.setting.game.info();
        let Setup { seats, options } = self.setting.setup();
        let named: String = options.iter().map(|(key, value)| format!(", {key} {value}")).collect();
        let set: String = options.iter().map(|(key, value)| format!(" --set {key}={value}")).collect();
        let Arguments { games, nodes, rounds, seed, .. } = self;
        let told = |name: &str, value: u32, usual: u32| {
            if value == usual { String::new() } else { format!(" --{name} {value}") }
        };
        let stray = told("stray", self.stray, SelfPlay::USUAL.stray);
        let whims = told("whims", self.whims, SelfPlay::USUAL.whims);
        let from = if self.from_present { " --from-present" } else { "" };
        let step = if self.step == 1.0 { String::new() } else { format!(" --step {}", self.step) };
        format!(
            "# {}, {seats} seats{named}: weights in thousandths of the logarithm of the odds, by phase. Written by\n\
             # ludotheque tune {} --seats {seats}{set} --games {games} --nodes {nodes} --rounds {rounds} --seed {seed}{stray}{whims}{from}{step}\n",
            info.name, info.id
        )
    }
}

/// So far apart are the games of two seeds.
const SEEDS: u64 = 1 << 32;

fn progress(games: u64) -> Result<ProgressBar> {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} games, {eta} left")?;
    Ok(ProgressBar::new(games).with_style(style))
}
