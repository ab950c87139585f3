//! `ludotheque calibrate`

use crate::calibrate::{Fit, LEVELS, Measurement, fit, settings, source};
use crate::progress::progress;
use crate::setting::{OptionArguments, TableArguments, game_id};
use crate::threads::processors;
use anyhow::{Context as _, Result, bail};
use catalog::{CatalogGame, LevelRatings};
use clap::Args;
use std::io::Write as _;
use std::path::PathBuf;
use table::Setup;

/// Measure how strong the levels of the bots are
///
/// In every setting for two seats, each level plays the one below it, from both seats of the same openings. The ratings
/// are on the Elo scale, around the mean of all levels, with 95 % confidence intervals. The same seed gives the same
/// games on every machine; only the milliseconds differ.
///
/// With --folder the tables are written to the files that the games are compiled with. With --fit nothing is measured:
/// the levels are fitted, and printed as Rust source.
#[derive(Args)]
pub struct Arguments {
    /// Only this game; may be repeated
    #[arg(long = "game", value_name = "GAME", value_parser = game_id())]
    games_asked: Vec<&'static CatalogGame>,
    #[command(flatten)]
    options: OptionArguments,
    /// Games between each level and the one below it
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// Nodes for an action, unless the level sets fewer
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    nodes: u64,
    /// Random actions at the start of each game, for variety
    #[arg(long, value_name = "N", default_value_t = 2)]
    opening: u32,
    /// The seed of everything random
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many games are played in parallel [default: the processors]
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// Write GAME/levels.txt in this folder
    #[arg(long, value_name = "FOLDER")]
    folder: Option<PathBuf>,
    /// Fit the levels so that each wins this percentage of the points against the one below it
    #[arg(long, value_name = "SCORE", conflicts_with = "folder")]
    fit: Option<f64>,
}

impl Arguments {
    pub fn run(self) -> Result<()> {
        let games: Vec<&'static CatalogGame> = match &self.games_asked[..] {
            [] => catalog::GAMES.iter().collect(),
            asked => asked.to_vec(),
        };
        let mut out = std::io::stdout().lock();
        for game in games {
            let asked = TableArguments { seats: Some(2), options: self.options.clone() }.setup(game).options;
            if self.folder.is_some() && !asked.is_empty() {
                bail!("a file holds all settings of its game: --folder and --set don't go together");
            }
            let is_asked =
                |setup: &Setup| asked.iter().all(|(key, value)| setup.options.get(key) == Some(value));
            let has_levels = |setup: &Setup| {
                let bots = game.kind.bots();
                (1..=LEVELS).all(|level| {
                    let id = format!("level{level}");
                    bots.iter().any(|bot| bot.id == id && bot.seats.contains(&setup.seats))
                })
            };
            let settings: Vec<Setup> =
                settings(game).into_iter().filter(is_asked).filter(has_levels).collect();
            if settings.is_empty() {
                bail!("{} has no levels for two seats with these options", game.info().name);
            }
            if let Some(score) = self.fit {
                for setup in &settings {
                    self.fit(game, setup, score / 100.0, &mut out)?;
                }
                continue;
            }
            let mut file = self.heading(game);
            write!(out, "{file}")?;
            for setup in settings {
                let ratings = self.measure(game, setup)?;
                write!(out, "\n{ratings}")?;
                out.flush()?;
                file += &format!("\n{ratings}");
            }
            if let Some(folder) = &self.folder {
                let path = folder.join(game.info().id).join("levels.txt");
                let unwritable = || format!("{} can't be written", path.display());
                if let Some(folder) = path.parent() {
                    std::fs::create_dir_all(folder).with_context(unwritable)?;
                }
                std::fs::write(&path, file).with_context(unwritable)?;
            }
            writeln!(out)?;
        }
        Ok(out.flush()?)
    }

    fn threads(&self) -> usize {
        self.jobs.map_or_else(processors, usize::from)
    }

    fn measure(&self, game: &'static CatalogGame, setup: Setup) -> Result<LevelRatings> {
        let measure = Measurement {
            game,
            setup,
            games: self.games as usize,
            nodes: self.nodes,
            opening: self.opening,
            seed: self.seed,
            threads: self.threads(),
        };
        let progress = progress(measure.total() as u64, "games")?;
        let ratings = measure.ratings(|| progress.inc(1));
        progress.finish_and_clear();
        ratings
    }

    fn fit(&self, game: &CatalogGame, setup: &Setup, score: f64, out: &mut dyn std::io::Write) -> Result<()> {
        let asked = Fit {
            score,
            games: self.games.into(),
            nodes: self.nodes,
            opening: self.opening,
            seed: self.seed,
            threads: self.threads(),
        };
        let options: String = setup.options.iter().map(|(key, value)| format!(" {key}={value}")).collect();
        writeln!(out, "// {}, {} seats{options}", game.info().name, setup.seats)?;
        fit(game, setup, &asked, |level, share| {
            let share = share.map_or_else(String::new, |share| format!("// {:.0} %", 100.0 * share));
            writeln!(out, "{:<90} {share}", source(level))?;
            Ok(out.flush()?)
        })
    }

    /// The comment at the top of the file: what it is, and the command that writes it.
    fn heading(&self, game: &CatalogGame) -> String {
        let info = game.info();
        let Arguments { games, nodes, opening, seed, .. } = self;
        format!(
            "# The levels of {}, each in {games} games against the one below it. Written by\n\
             # ludotheque calibrate --game {} --games {games} --nodes {nodes} --opening {opening} --seed {seed} --folder games\n\
             # Elo around the mean of all, the interval that holds the truth 95 times in 100, points against the level\n\
             # below in hundredths, milliseconds an action (the median).\n",
            info.name, info.id
        )
    }
}
