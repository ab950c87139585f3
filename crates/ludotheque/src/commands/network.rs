//! `ludotheque network`: checks, timing and matches of networks.

use crate::cpu_time::cpu_seconds;
use crate::networks::{Check, DataFile, Match, MatchResult, load, player};
use crate::setting::Setting;
use crate::threads::processors;
use anyhow::{Context as _, Result, bail};
use clap::{Args, Subcommand};
use search::{DuelLimit, Network};
use std::path::PathBuf;

/// Check, time and match networks, which judge positions for the strongest bots
///
/// `ludotheque selfplay` plays the games from which training/train.py learns one.
#[derive(Subcommand)]
pub enum Command {
    Check(CheckArguments),
    Bench(BenchArguments),
    Match(MatchArguments),
}

/// Tell what a network is, and compare it with how games ended
#[derive(Args)]
pub struct CheckArguments {
    #[command(flatten)]
    setting: Setting,
    /// `best`, the network of the setting, or the file of a network
    network: String,
    /// A file of positions; those at its end are asked about
    #[arg(long, value_name = "FILE")]
    data: Option<PathBuf>,
    /// How many positions
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    positions: u64,
    /// What training computed for the last positions of the file: 32-bit numbers, log-odds
    #[arg(long, value_name = "FILE", requires = "data")]
    floats: Option<PathBuf>,
    /// Fail if the network is further off from these numbers, on average, in thousandths of log-odds
    #[arg(long, value_name = "ODDS", requires = "floats", default_value_t = 60.0)]
    tolerance: f64,
}

/// Time evaluations: by a network, and by the game itself
#[derive(Args)]
pub struct BenchArguments {
    #[command(flatten)]
    setting: Setting,
    /// `hand`, `best`, or files of networks
    #[arg(required = true, value_name = "JUDGE")]
    judges: Vec<String>,
}

/// Play a match at equal time of the processor
///
/// A player is `hand` (no network), `best` (the network of the setting) or the file of a network; `@margin=300,divisor=3`
/// behind it changes how it searches, and a bare `@` lets `hand` search as networks do. Each opening of random actions is
/// played once with the first player on each side, all others being the second. 50 % is even at any number of seats.
#[derive(Args)]
pub struct MatchArguments {
    #[command(flatten)]
    setting: Setting,
    /// The first player
    one: String,
    /// The second player
    other: String,
    /// Milliseconds of the processor for an action
    #[arg(long, value_name = "MS", default_value_t = 100)]
    time: u32,
    /// Nodes for an action, instead of time
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Games
    #[arg(long, value_name = "N", default_value_t = 200)]
    games: u64,
    /// Begin no opening after so many seconds
    #[arg(long, value_name = "S", default_value_t = u64::MAX)]
    seconds: u64,
    /// Random actions before the players take over
    #[arg(long, value_name = "N", default_value_t = 4)]
    opening: u32,
    /// Threads, each with a game [default: all processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// The seed of openings and players
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl Command {
    pub fn run(self) -> Result<()> {
        match self {
            Command::Check(arguments) => arguments.run(),
            Command::Bench(arguments) => arguments.run(),
            Command::Match(arguments) => arguments.run(),
        }
    }
}

impl CheckArguments {
    fn run(self) -> Result<()> {
        let (search, start) = (self.setting.search()?, self.setting.start()?);
        let network = load(&self.network, search, &*start)?.context("a network is asked for")?;
        let Network { inputs, provenance, .. } = &*network;
        let (rows, hidden, buckets) = (network.rows(), network.hidden(), network.buckets());
        println!("{inputs}: {rows} rows, {hidden} neurons, {buckets} buckets\n{provenance}");
        let Some(data) = &self.data else { return Ok(()) };
        let shape = search.input_shape(start.typed()).context("this game has no inputs for networks")?;
        let floats = self.floats.as_ref().map(std::fs::read).transpose()?;
        let floats: Option<Vec<f32>> = floats.map(|bytes| {
            let numbers = bytes.as_chunks().0.iter();
            numbers.map(|bytes| f32::from_le_bytes(*bytes)).collect()
        });
        let mut data = DataFile::open(data, &shape)?;
        let check = Check::of(&network, &mut data, self.positions, floats.as_deref())?;
        let Check { positions, loss, hand_loss, errors, reliability } = check;
        println!("{positions} positions: log loss {loss:.4}, without the network {hand_loss:.4}");
        for (tenth, (count, chances, results)) in reliability.tenths.iter().enumerate() {
            let share = |sum: &f64| 100.0 * sum / (*count).max(1) as f64;
            let (said, won) = (share(chances), share(results));
            println!(
                "{:>3} to {:>3} %: said {said:5.1} %, won {won:5.1} %, {count}",
                10 * tenth,
                10 * tenth + 10
            );
        }
        if let Some((mean, worst)) = errors {
            println!("off from the training by {mean:.1} thousandths on average, {worst:.1} at most");
            if mean > self.tolerance {
                bail!("the network is not the one that was trained");
            }
        }
        Ok(())
    }
}

impl BenchArguments {
    fn run(self) -> Result<()> {
        let (search, start) = (self.setting.search()?, self.setting.start()?);
        for judge in &self.judges {
            let network = load(judge, search, &*start)?;
            let seconds = search.evaluation_seconds(start.typed(), network, &cpu_seconds);
            println!(
                "{judge}: {:.0} ns an evaluation, {:.2} million a second",
                1e9 * seconds,
                1e-6 / seconds
            );
        }
        Ok(())
    }
}

impl MatchArguments {
    fn run(self) -> Result<()> {
        let (search, start) = (self.setting.search()?, self.setting.start()?);
        let players = [&self.one, &self.other].map(|name| player(name, search, &*start));
        let [one, other] = players;
        let (one, other) = (one?, other?);
        let threads = self.threads.map_or_else(processors, usize::from);
        let limit = match self.nodes {
            Some(nodes) => DuelLimit::Nodes(nodes),
            None => DuelLimit::Seconds(f64::from(self.time) / 1000.0),
        };
        let MatchArguments { games, seconds, opening, seed, .. } = self;
        let plan = Match { limit, games, seconds, opening, threads, seed };
        let result = plan.play(search, &*start, [&one, &other])?;
        let MatchResult { games, won, drawn, lost, mean, margin, first, efforts } = result;
        println!(
            "{} {} against {}: {games} games, {won}/{drawn}/{lost}, {:.1} ± {:.1} %, first in {:.1} %",
            self.setting.game.info().id,
            self.one,
            self.other,
            100.0 * mean,
            100.0 * margin,
            100.0 * first
        );
        for (name, effort) in [&self.one, &self.other].into_iter().zip(efforts) {
            let actions = effort.actions.max(1) as f64;
            println!(
                "  {name}: {:.0} nodes/s, {:.0} nodes and {:.1} ms an action, depth {:.2}",
                effort.nodes as f64 / effort.seconds.max(1e-9),
                effort.nodes as f64 / actions,
                1000.0 * effort.seconds / actions,
                effort.depth as f64 / actions
            );
        }
        Ok(())
    }
}
