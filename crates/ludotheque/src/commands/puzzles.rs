//! `ludotheque puzzles GAME`

use crate::progress::progress;
use crate::setting::Setting;
use anyhow::{Result, bail};
use catalog::Posed;
use clap::Args;
use rayon::prelude::*;
use search::{Hunted, Puzzle};
use std::io::Write as _;

/// Find positions in which one turn alone wins
///
/// Bots play games and make mistakes; how these games ended is searched for positions that one turn alone wins. The
/// output is the file of puzzles that the pages of the game have, the easiest first. A goal of `force 2` is a win within
/// two turns, whatever the other side does: everything was looked at, and no other turn wins as soon. A goal of `keep` is
/// the only turn that wins at all, proven to the end of the game. The same seed gives the same puzzles.
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
    /// What is random
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Leave out positions that look better than this to whoever has to find the win, in thousandths of the logarithm
    /// of the odds
    #[arg(long, value_name = "ODDS")]
    looks: Option<i32>,
}

impl Arguments {
    pub fn run(self) -> Result<()> {
        let study = self.setting.study()?;
        let start = self.setting.start()?;
        let setup = self.setting.setup();
        if setup.seats != 2 {
            bail!("puzzles are for two seats");
        }
        let progress = progress(self.games, "games")?;
        let first = self.seed.wrapping_mul(SEEDS);
        let mut hunted: Vec<Vec<Hunted>> = (0..self.games)
            .into_par_iter()
            .map(|number| {
                let puzzles = study.hunt(start.typed(), first.wrapping_add(number));
                progress.inc(1);
                puzzles
            })
            .collect();
        progress.finish_and_clear();
        for found in &mut hunted {
            found.retain(|hunted| self.looks.is_none_or(|most| hunted.looks <= most));
        }
        let chosen = choose(hunted, usize::from(self.count));
        let mut out = std::io::stdout().lock();
        write!(out, "{}", self.heading())?;
        for puzzle in chosen {
            write!(out, "\n{}", Posed { setup: setup.clone(), puzzle })?;
        }
        Ok(out.flush()?)
    }

    /// What the file is, and the command that writes it.
    fn heading(&self) -> String {
        let info = self.setting.game.info();
        let setup = self.setting.setup();
        let set: String = setup.options.iter().map(|(key, value)| format!(" --set {key}={value}")).collect();
        let Arguments { count, games, seed, .. } = self;
        let looks = self.looks.map(|most| format!(" --looks {most}")).unwrap_or_default();
        format!(
            "# {}: puzzles. Written by\n\
             # ludotheque puzzles {}{set} --count {count} --games {games} --seed {seed}{looks}\n\
             # force N: wins within N turns; all that can be played was looked at, no other turn wins as soon.\n\
             # keep: the only turn that wins at all, proven to the end of the game.\n",
            info.name, info.id
        )
    }
}

/// So far apart are the games of two seeds.
const SEEDS: u64 = 1 << 32;

/// As many of each difficulty as of the others; first those of a kind that is rare among them, and of these the one
/// that looks least like a win. No two have the same solution or are of one game, where they might give each other
/// away. The easiest come first.
fn choose(mut hunted: Vec<Vec<Hunted>>, count: usize) -> Vec<Puzzle> {
    let mut chosen: Vec<Puzzle> = Vec::new();
    let mut hardest = HARDEST;
    let mut missed = 0;
    while chosen.len() < count && missed < HARDEST {
        let alike = |puzzle: &Puzzle| {
            let same = |other: &&Puzzle| other.goal == puzzle.goal && other.turns.len() == puzzle.turns.len();
            chosen.iter().filter(same).count()
        };
        let is_new = |puzzle: &Puzzle| chosen.iter().all(|other| other.turns != puzzle.turns);
        let places = hunted.iter().enumerate().flat_map(|(game, found)| {
            found.iter().enumerate().map(move |(place, hunted)| (hunted, game, place))
        });
        let fitting = places
            .filter(|(hunted, ..)| hunted.puzzle.difficulty == hardest && is_new(&hunted.puzzle))
            .min_by_key(|(hunted, ..)| (alike(&hunted.puzzle), hunted.looks))
            .map(|(_, game, place)| (game, place));
        match fitting {
            Some((game, place)) => {
                chosen.push(std::mem::take(&mut hunted[game]).swap_remove(place).puzzle);
                missed = 0;
            }
            None => missed += 1,
        }
        hardest = if hardest == 1 { HARDEST } else { hardest - 1 };
    }
    chosen.sort_by_key(|puzzle| (puzzle.difficulty, puzzle.turns.len()));
    chosen
}

/// The greatest difficulty.
const HARDEST: u8 = 5;
