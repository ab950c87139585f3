//! `ludotheque puzzles GAME`

use crate::progress::progress;
use crate::setting::Setting;
use crate::tuning::SEED_STRIDE;
use anyhow::{Result, bail};
use catalog::CatalogPuzzle;
use clap::Args;
use rayon::prelude::*;
use search::{FoundPuzzle, Puzzle};
use std::io::Write as _;

/// Find positions with a single winning turn
///
/// Bots play games and make mistakes; the ends of these games are searched for positions with a single winning turn. The
/// output is the file of puzzles that the pages of the game have, the easiest first. A goal of `force 2` is a win within
/// two turns, whatever the other side does: proven by exhaustive search, and no other turn wins as soon. A goal of `keep`
/// is the only turn that wins at all, proven to the end of the game. The same seed gives the same puzzles.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    setting: Setting,
    /// How many puzzles
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u16).range(1..=1000))]
    count: u16,
    /// How many games are played
    #[arg(long, value_name = "N", default_value_t = 150)]
    games: u64,
    /// The seed of everything random
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Skip positions whose evaluation for the seat to act is higher than this, in thousandths of log-odds
    #[arg(long = "looks", value_name = "ODDS")]
    max_evaluation: Option<i32>,
}

impl Arguments {
    pub fn run(self) -> Result<()> {
        let search = self.setting.search()?;
        let start = self.setting.start()?;
        let setup = self.setting.setup();
        if setup.seats != 2 {
            bail!("puzzles are for two seats");
        }
        let progress = progress(self.games, "games")?;
        let first = self.seed.wrapping_mul(SEED_STRIDE);
        let mut found: Vec<Vec<FoundPuzzle>> = (0..self.games)
            .into_par_iter()
            .map(|number| {
                let puzzles = search.find_puzzles(start.typed(), first.wrapping_add(number));
                progress.inc(1);
                puzzles
            })
            .collect();
        progress.finish_and_clear();
        for of_game in &mut found {
            of_game.retain(|found| self.max_evaluation.is_none_or(|most| found.evaluation <= most));
        }
        let chosen = choose(found, usize::from(self.count));
        let mut out = std::io::stdout().lock();
        write!(out, "{}", self.heading())?;
        for puzzle in chosen {
            write!(out, "\n{}", CatalogPuzzle { setup: setup.clone(), puzzle })?;
        }
        Ok(out.flush()?)
    }

    /// The comment at the top of the file: what it is, and the command that writes it.
    fn heading(&self) -> String {
        let info = self.setting.game.info();
        let setup = self.setting.setup();
        let set: String = setup.options.iter().map(|(key, value)| format!(" --set {key}={value}")).collect();
        let Arguments { count, games, seed, .. } = self;
        let looks = self.max_evaluation.map(|most| format!(" --looks {most}")).unwrap_or_default();
        format!(
            "# {}: puzzles. Written by\n\
             # ludotheque puzzles {}{set} --count {count} --games {games} --seed {seed}{looks}\n\
             # force N: wins within N turns; all that can be played was looked at, no other turn wins as soon.\n\
             # keep: the only turn that wins at all, proven to the end of the game.\n",
            info.name, info.id
        )
    }
}

/// Chooses equally many puzzles of each difficulty: first those whose goal and length are rare among the chosen, and among
/// these the one with the lowest evaluation. No two have the same solution or come from the same game, where one might
/// give away the other. The easiest come first.
fn choose(mut found: Vec<Vec<FoundPuzzle>>, count: usize) -> Vec<Puzzle> {
    let mut chosen: Vec<Puzzle> = Vec::new();
    let mut difficulty = HARDEST;
    let mut missed = 0;
    while chosen.len() < count && missed < HARDEST {
        let alike = |puzzle: &Puzzle| {
            let same = |other: &&Puzzle| other.goal == puzzle.goal && other.turns.len() == puzzle.turns.len();
            chosen.iter().filter(same).count()
        };
        let is_new = |puzzle: &Puzzle| chosen.iter().all(|other| other.turns != puzzle.turns);
        let places = found.iter().enumerate().flat_map(|(game, of_game)| {
            of_game.iter().enumerate().map(move |(place, candidate)| (candidate, game, place))
        });
        let fitting = places
            .filter(|(candidate, ..)| candidate.puzzle.difficulty == difficulty && is_new(&candidate.puzzle))
            .min_by_key(|(candidate, ..)| (alike(&candidate.puzzle), candidate.evaluation))
            .map(|(_, game, place)| (game, place));
        match fitting {
            Some((game, place)) => {
                chosen.push(std::mem::take(&mut found[game]).swap_remove(place).puzzle);
                missed = 0;
            }
            None => missed += 1,
        }
        difficulty = if difficulty == 1 { HARDEST } else { difficulty - 1 };
    }
    chosen.sort_by_key(|puzzle| (puzzle.difficulty, puzzle.turns.len()));
    chosen
}

/// The greatest difficulty.
const HARDEST: u8 = 5;
