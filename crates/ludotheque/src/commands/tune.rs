//! `ludotheque tune GAME`

use crate::progress::progress;
use crate::setting::Setting;
use crate::tuning::{Matches, SEED_STRIDE, Training, WeightsFile};
use anyhow::{Context as _, Result};
use clap::{Args, ValueEnum};
use rayon::prelude::*;
use search::{DuelResult, DuelSettings, SelfPlay, Tuning, write_weights};
use std::io::Write as _;
use std::path::PathBuf;
use table::{AnyGame, Setup};

/// Learn the weights of a game's evaluation from self-play
///
/// The output is the file of weights that the game is compiled with. Bots play a round of games, at first with all weights
/// 0; weights are fitted to the results, and the next round is played with them. The log loss of each round is printed as
/// `surprise`: 0.6931 with all weights 0, 0 if every result were predicted.
///
/// With --by matches, good weights are improved by SPSA: in each round, weights with small random changes play those with
/// the opposite changes, on both sides of the same openings, and the weights move towards the winners.
///
/// The same seed gives the same weights; the present ones matter only if they are the start.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    setting: Setting,
    /// The method
    #[arg(long, value_enum, default_value_t = By::Lessons)]
    by: By,
    /// Games in a round [default: 2000, by matches 100]
    #[arg(long)]
    games: Option<u64>,
    /// Nodes for an action
    #[arg(long, value_name = "N", default_value_t = 200)]
    nodes: u64,
    /// Rounds of games [default: 4, by matches 400]; lessons are fitted to the last two
    #[arg(long)]
    rounds: Option<u64>,
    /// The seed of everything random
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// One action out of this many is random; use a higher number where a single mistake decides the game
    #[arg(long = "random-action-one-in", value_name = "N", default_value_t = SelfPlay::DEFAULT.random_action_one_in, value_parser = clap::value_parser!(u32).range(1..))]
    random_action_one_in: u32,
    /// One player out of this many plays with exploration noise on its weights, so that different strategies meet
    #[arg(long = "noisy-player-one-in", value_name = "N", default_value_t = SelfPlay::DEFAULT.noisy_player_one_in, value_parser = clap::value_parser!(u32).range(1..))]
    noisy_player_one_in: u32,
    /// Start with the present weights instead of 0; matches always do
    #[arg(long)]
    from_present: bool,
    /// Start with the weights of this file
    #[arg(long, value_name = "FILE", conflicts_with = "from_present")]
    from: Option<PathBuf>,
    /// How far each round moves towards the fitted weights, from 0 to 1: less forgets less of the earlier rounds
    #[arg(long, value_name = "SHARE", default_value_t = 1.0)]
    step: f64,
    /// Random actions before a match: they unbalance games that would otherwise be drawn
    #[arg(long, value_name = "N", default_value_t = 6)]
    opening: u32,
    /// By which share a match changes each weight
    #[arg(long, value_name = "SHARE", default_value_t = 0.25)]
    reach: f64,
    /// By which share the first rounds of matches move each weight at most
    #[arg(long, value_name = "SHARE", default_value_t = 0.2)]
    gain: f64,
    /// How much the length of games counts in matches; useful where one side nearly always wins
    #[arg(long, value_name = "SHARE", default_value_t = 0.0)]
    length: f64,
    /// Let the new weights play so many games against the present ones
    #[arg(long, value_name = "GAMES", default_value_t = 0)]
    duel: u64,
    /// Nodes for an action of these games
    #[arg(long, value_name = "N", default_value_t = 2000)]
    duel_nodes: u64,
}

/// How weights are learned.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
enum By {
    /// Fitted to the results of games
    Lessons,
    /// Improved by playing small changes against their opposites
    Matches,
}

impl Arguments {
    pub fn run(self) -> Result<()> {
        let info = self.setting.game.info();
        let tuning = self.setting.game.tuning;
        let tuning = tuning.with_context(|| format!("{} has no weights", info.name))?;
        let start = self.setting.start()?;
        let present = tuning.weights(start.typed());
        let from_file = self.from.as_ref().map(|path| WeightsFile::read(path, tuning)).transpose()?;
        let (first, before) = match from_file {
            Some(file) => (file.weights, file.commands),
            None if self.from_present || self.by == By::Matches => (present.to_vec(), Vec::new()),
            None => (vec![0; present.len()], Vec::new()),
        };
        let mut out = std::io::stdout().lock();
        write!(out, "{}", self.heading(&before))?;
        let weights = match self.by {
            By::Lessons => {
                let play = SelfPlay {
                    nodes: self.nodes,
                    random_action_one_in: self.random_action_one_in,
                    noisy_player_one_in: self.noisy_player_one_in,
                };
                let (games, rounds, step) = (self.games(), self.rounds(), self.step);
                Training { games, rounds, play, step, seed: self.seed }
                    .learn(tuning, &*start, first, &mut out)?
            }
            By::Matches => Matches {
                rounds: u32::try_from(self.rounds())?,
                games: u32::try_from(self.games())?,
                nodes: self.nodes,
                opening: self.opening,
                perturbation: self.reach,
                gain: self.gain,
                length: self.length,
                seed: self.seed,
            }
            .learn(tuning, &*start, &first)?,
        };
        if self.duel > 0 {
            let result = self.duel(tuning, &*start, &weights, present)?;
            writeln!(out, "# against the present weights: {result}")?;
        }
        write!(out, "{}", write_weights(&weights, tuning.features(), tuning.phases()))?;
        Ok(out.flush()?)
    }

    fn games(&self) -> u64 {
        self.games.unwrap_or(if self.by == By::Matches { 100 } else { 2000 })
    }

    fn rounds(&self) -> u64 {
        self.rounds.unwrap_or(if self.by == By::Matches { 400 } else { 4 })
    }

    /// Plays the new weights against the present ones, on each side equally often, from the same openings; returns the
    /// result as text.
    fn duel(&self, tuning: &dyn Tuning, start: &dyn AnyGame, new: &[i32], present: &[i32]) -> Result<String> {
        const OPENING: u32 = 4;
        let sides = tuning.sides(start.typed());
        let games = self.duel.next_multiple_of(sides.len() as u64);
        let progress = progress(games, "games")?;
        let duels: Vec<DuelResult> = (0..games)
            .into_par_iter()
            .map(|number| {
                let round = number / sides.len() as u64;
                let seed = self.seed.wrapping_mul(SEED_STRIDE).wrapping_sub(1 + round);
                // Every other opening is one action longer, so that each side is the first to act.
                let opening = OPENING + (round % 2) as u32;
                let play = DuelSettings { nodes: self.duel_nodes, opening, seed };
                let side = sides[number as usize % sides.len()];
                let result = tuning.duel(start.typed(), side, new, present, play);
                progress.inc(1);
                result
            })
            .collect();
        progress.finish_and_clear();
        let rewards: Vec<f64> = duels.iter().map(|duel| f64::from(duel.reward)).collect();
        let (mean, margin) = mean_and_margin(&rewards);
        let elo = |share: f64| -400.0 * (1.0 / share.clamp(0.001, 0.999) - 1.0).log10();
        let mut text = format!(
            "{:.1} % of the points in {games} games, Elo {:+.0} ({:+.0} to {:+.0})",
            mean * 100.0,
            elo(mean),
            elo(mean - margin),
            elo(mean + margin)
        );
        if self.length > 0.0 {
            // A pair is one opening from all sides, which cancels the advantage that the opening gives.
            let points: Vec<f64> = duels.iter().map(|duel| duel.points(self.length)).collect();
            let pairs: Vec<f64> =
                points.chunks(sides.len()).map(|pair| pair.iter().sum::<f64>() / pair.len() as f64).collect();
            let (mean, margin) = mean_and_margin(&pairs);
            text += &format!(
                "; with --length {}, {:.2} ± {:.2} % (50 is even)",
                self.length,
                mean * 100.0,
                margin * 100.0
            );
        }
        Ok(text)
    }

    /// The comment at the top of the file: what it is, and the commands that write it.
    fn heading(&self, before: &[String]) -> String {
        let info = self.setting.game.info();
        let Setup { seats, options } = self.setting.setup();
        let named: String = options.iter().map(|(key, value)| format!(", {key} {value}")).collect();
        let set: String = options.iter().map(|(key, value)| format!(" --set {key}={value}")).collect();
        let (games, nodes, rounds, seed) = (self.games(), self.nodes, self.rounds(), self.seed);
        let how = match self.by {
            By::Lessons => {
                let if_changed = |name: &str, value: u32, usual: u32| {
                    if value == usual { String::new() } else { format!(" --{name} {value}") }
                };
                let random = if_changed(
                    "random-action-one-in",
                    self.random_action_one_in,
                    SelfPlay::DEFAULT.random_action_one_in,
                );
                let noisy = if_changed(
                    "noisy-player-one-in",
                    self.noisy_player_one_in,
                    SelfPlay::DEFAULT.noisy_player_one_in,
                );
                let from = if self.from_present { " --from-present" } else { "" };
                let step = if self.step == 1.0 { String::new() } else { format!(" --step {}", self.step) };
                format!("{random}{noisy}{from}{step}")
            }
            By::Matches => {
                let Arguments { opening, reach, gain, length, .. } = self;
                let length = if *length == 0.0 { String::new() } else { format!(" --length {length}") };
                format!(" --opening {opening} --reach {reach} --gain {gain}{length}")
            }
        };
        let by = if self.by == By::Matches { " --by matches" } else { "" };
        let from = self.from.as_ref().map_or(String::new(), |path| format!(" --from {}", path.display()));
        let before: String =
            before.iter().map(|command| format!("{command}\n# and from these by\n")).collect();
        format!(
            "# {}, {seats} seats{named}: weights in thousandths of the logarithm of the odds, by phase. Written by\n\
             {before}{}{} --seats {seats}{set}{by} --games {games} --nodes {nodes} --rounds {rounds} --seed {seed}{how}{from}\n",
            info.name,
            WeightsFile::COMMAND,
            info.id
        )
    }
}

/// The mean, and the margin of its 95 % confidence interval.
fn mean_and_margin(values: &[f64]) -> (f64, f64) {
    let count = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / count;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count;
    (mean, 1.96 * (variance / count).sqrt())
}
