//! `ludotheque tune GAME`

use crate::progress::progress;
use crate::setting::Setting;
use crate::tuning::{Lessons, Matches, SEEDS, WeightsFile};
use anyhow::{Context as _, Result};
use clap::{Args, ValueEnum};
use rayon::prelude::*;
use search::{DuelPlay, Duelled, SelfPlay, Tuning, write_weights};
use std::io::Write as _;
use std::path::PathBuf;
use table::{AnyGame, Setup};

/// Learn the weights of a game's evaluation from self-play
///
/// The output is the file of weights that the game is compiled with. Knowing nothing at first, bots play a round of
/// games; weights are fitted to what became of the positions, and the next round is played with them. How surprising
/// the results are then is told in between: 0.6931 to who knows nothing, 0 to who knows all.
///
/// With --by matches, weights that are good already are improved: in each round (SPSA), sets that are changed a little
/// at random play those that are changed the other way round, both sides of the same openings, and the weights go where
/// the games are won.
///
/// The same seed gives the same weights, whatever the present ones are unless they are begun with.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    setting: Setting,
    /// How it learns
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
    /// What is random
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// One action in so many is random; fewer should be where one slip decides the game
    #[arg(long, value_name = "N", default_value_t = SelfPlay::USUAL.stray, value_parser = clap::value_parser!(u32).range(1..))]
    stray: u32,
    /// One player in so many has whims, for who only ever meets its like never learns what beats it
    #[arg(long, value_name = "N", default_value_t = SelfPlay::USUAL.whims, value_parser = clap::value_parser!(u32).range(1..))]
    whims: u32,
    /// Begin with the present weights instead of knowing nothing; matches always do
    #[arg(long)]
    from_present: bool,
    /// Begin with the weights of this file
    #[arg(long, value_name = "FILE", conflicts_with = "from_present")]
    from: Option<PathBuf>,
    /// Which share of the way to the fitted weights each round goes: a short one forgets less of what was known before
    #[arg(long, value_name = "SHARE", default_value_t = 1.0)]
    step: f64,
    /// Random actions before a match: they unbalance games that would be drawn
    #[arg(long, value_name = "N", default_value_t = 6)]
    opening: u32,
    /// How far a match changes each weight, as a share of it
    #[arg(long, value_name = "SHARE", default_value_t = 0.25)]
    reach: f64,
    /// How far the first rounds of matches go at most, as a share of each weight
    #[arg(long, value_name = "SHARE", default_value_t = 0.2)]
    gain: f64,
    /// How much quick wins and slow defeats count in matches: something where one side nearly always wins
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
    /// Fitted to what became of positions
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
        let begun = self.from.as_ref().map(|path| WeightsFile::read(path, tuning)).transpose()?;
        let (first, before) = match begun {
            Some(file) => (file.weights, file.commands),
            None if self.from_present || self.by == By::Matches => (present.to_vec(), Vec::new()),
            None => (vec![0; present.len()], Vec::new()),
        };
        let mut out = std::io::stdout().lock();
        write!(out, "{}", self.heading(&before))?;
        let weights = match self.by {
            By::Lessons => {
                let play = SelfPlay { nodes: self.nodes, stray: self.stray, whims: self.whims };
                let (games, rounds, step) = (self.games(), self.rounds(), self.step);
                Lessons { games, rounds, play, step, seed: self.seed }
                    .learn(tuning, &*start, first, &mut out)?
            }
            By::Matches => Matches {
                rounds: u32::try_from(self.rounds())?,
                games: u32::try_from(self.games())?,
                nodes: self.nodes,
                opening: self.opening,
                reach: self.reach,
                gain: self.gain,
                length: self.length,
                seed: self.seed,
            }
            .learn(tuning, &*start, &first)?,
        };
        if self.duel > 0 {
            let told = self.duel(tuning, &*start, &weights, present)?;
            writeln!(out, "# against the present weights: {told}")?;
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

    /// Tells how often the new weights beat the present ones: each side has them equally often, from the same openings.
    fn duel(&self, tuning: &dyn Tuning, start: &dyn AnyGame, new: &[i32], present: &[i32]) -> Result<String> {
        const OPENING: u32 = 4;
        let sides = tuning.sides(start.typed());
        let games = self.duel.next_multiple_of(sides.len() as u64);
        let progress = progress(games, "games")?;
        let duels: Vec<Duelled> = (0..games)
            .into_par_iter()
            .map(|number| {
                let round = number / sides.len() as u64;
                let seed = self.seed.wrapping_mul(SEEDS).wrapping_sub(1 + round);
                // Longer by one every other time, so that each side comes to act first.
                let opening = OPENING + (round % 2) as u32;
                let play = DuelPlay { nodes: self.duel_nodes, opening, seed };
                let side = sides[number as usize % sides.len()];
                let duelled = tuning.duel(start.typed(), side, new, present, play);
                progress.inc(1);
                duelled
            })
            .collect();
        progress.finish_and_clear();
        let rewards: Vec<f64> = duels.iter().map(|duel| f64::from(duel.reward)).collect();
        let (mean, doubt) = mean_and_doubt(&rewards);
        let elo = |share: f64| -400.0 * (1.0 / share.clamp(0.001, 0.999) - 1.0).log10();
        let mut told = format!(
            "{:.1} % of the points in {games} games, Elo {:+.0} ({:+.0} to {:+.0})",
            mean * 100.0,
            elo(mean),
            elo(mean - doubt),
            elo(mean + doubt)
        );
        if self.length > 0.0 {
            // A pair is one opening from all sides: what the opening gives one takes from the other.
            let worths: Vec<f64> = duels.iter().map(|duel| duel.worth(self.length)).collect();
            let pairs: Vec<f64> =
                worths.chunks(sides.len()).map(|pair| pair.iter().sum::<f64>() / pair.len() as f64).collect();
            let (mean, doubt) = mean_and_doubt(&pairs);
            told += &format!(
                "; with --length {}, {:.2} ± {:.2} % (50 is even)",
                self.length,
                mean * 100.0,
                doubt * 100.0
            );
        }
        Ok(told)
    }

    /// What the file is, and the command that writes it, after those that wrote what it begins with.
    fn heading(&self, before: &[String]) -> String {
        let info = self.setting.game.info();
        let Setup { seats, options } = self.setting.setup();
        let named: String = options.iter().map(|(key, value)| format!(", {key} {value}")).collect();
        let set: String = options.iter().map(|(key, value)| format!(" --set {key}={value}")).collect();
        let (games, nodes, rounds, seed) = (self.games(), self.nodes, self.rounds(), self.seed);
        let how = match self.by {
            By::Lessons => {
                let told = |name: &str, value: u32, usual: u32| {
                    if value == usual { String::new() } else { format!(" --{name} {value}") }
                };
                let stray = told("stray", self.stray, SelfPlay::USUAL.stray);
                let whims = told("whims", self.whims, SelfPlay::USUAL.whims);
                let from = if self.from_present { " --from-present" } else { "" };
                let step = if self.step == 1.0 { String::new() } else { format!(" --step {}", self.step) };
                format!("{stray}{whims}{from}{step}")
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

/// The mean, and how far from it the truth lies 19 times in 20 at most.
fn mean_and_doubt(values: &[f64]) -> (f64, f64) {
    let count = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / count;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count;
    (mean, 1.96 * (variance / count).sqrt())
}
