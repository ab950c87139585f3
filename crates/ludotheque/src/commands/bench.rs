//! `ludotheque bench [GAME]`: random games, counted and timed.

use crate::cpu_time::cpu_seconds;
use crate::setting::{OptionArguments, Setting, TableArguments, game_id};
use anyhow::Result;
use catalog::CatalogGame;
use clap::Args;
use game::{MAX_SEATS, Seat};
use search::Tally;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Write as _;
use table::Setup;

/// Measure random games: speed, length, choices, results
///
/// Every legal action has the same chance. Everything runs on one thread, and rates are per second of CPU time. For
/// comparison, a few games are played by bots that look one action ahead. Without a game, all games are measured; without
/// seats or options, every setting of the game.
#[derive(Args)]
pub struct Arguments {
    /// The game's id; `ludotheque games` lists them
    #[arg(value_parser = game_id())]
    game: Option<&'static CatalogGame>,
    /// How many seats play [default: every number in turn]
    #[arg(long, short, value_name = "N")]
    seats: Option<u8>,
    #[command(flatten)]
    options: OptionArguments,
    /// Seconds of CPU time for each setting
    #[arg(long, value_name = "S", default_value_t = 2.0, value_parser = duration)]
    seconds: f64,
    /// The seed of everything random
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Also play many games at once, where the game has vectors of boards for it
    #[arg(long)]
    batch: bool,
    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
}

fn duration(text: &str) -> Result<f64, &'static str> {
    let seconds = text.parse().ok().filter(|seconds| (0.0..=86_400.0).contains(seconds));
    seconds.ok_or("seconds are a number from 0 to 86400, such as 0.5")
}

#[derive(Serialize)]
struct Report {
    game: &'static str,
    seats: u8,
    options: BTreeMap<String, String>,
    playouts: u64,
    playouts_per_s: f64,
    actions_per_s: f64,
    mean_length: f64,
    shortest: u32,
    longest: u32,
    /// Legal actions in a position, on average.
    branching: f64,
    /// For each seat, the share of games in which it had each place.
    places: Vec<Vec<f64>>,
    /// The share of games in which several teams came first.
    ties: f64,
    /// The share of games that each article ended.
    ended_by: BTreeMap<&'static str, f64>,
    /// The same game played by bots that look one action ahead.
    greedy: Summary,
    /// The same random games, many at once, where the game has vectors of boards.
    #[serde(skip_serializing_if = "Option::is_none")]
    batch: Option<BatchReport>,
}

/// What random games that are played at once come to.
#[derive(Serialize)]
struct BatchReport {
    /// How many are played at once.
    lanes: usize,
    playouts: u64,
    playouts_per_s: f64,
    actions_per_s: f64,
    mean_length: f64,
    /// For each seat, the share of games in which it had each place.
    places: Vec<Vec<f64>>,
}

/// Statistics of a sample of games.
#[derive(Serialize)]
struct Summary {
    mean_length: f64,
    first_places: Vec<f64>,
    ties: f64,
    ended_by: BTreeMap<&'static str, f64>,
}

impl Arguments {
    pub fn run(self) -> Result<()> {
        let mut out = std::io::stdout().lock();
        for setting in self.settings()? {
            let report = self.measure(&setting)?;
            if self.json {
                serde_json::to_writer(&mut out, &report)?;
                writeln!(out)?;
            } else {
                print(&mut out, &report)?;
                match &report.batch {
                    Some(batch) => print_batch(&mut out, batch, report.playouts_per_s)?,
                    None if self.batch => writeln!(out, "  batch: this game is played one at a time")?,
                    None => {}
                }
            }
            out.flush()?;
        }
        Ok(())
    }

    /// The chosen setting, or all that can be played.
    fn settings(&self) -> Result<Vec<Setting>> {
        let games = self.game.map_or_else(|| catalog::GAMES.iter().collect(), |game| vec![game]);
        let asked: Vec<Setting> = games.into_iter().flat_map(|game| self.settings_of(game)).collect();
        let possible = |setting: &&Setting| setting.search().is_ok() && setting.start().is_ok();
        let settings: Vec<Setting> = asked.iter().filter(possible).cloned().collect();
        if let (true, Some(first)) = (settings.is_empty(), asked.first()) {
            first.search()?;
            first.start()?;
        }
        Ok(settings)
    }

    fn settings_of(&self, game: &'static CatalogGame) -> Vec<Setting> {
        let counts = self.seats.map_or_else(|| game.info().seats.clone().collect(), |seats| vec![seats]);
        let mut chosen = vec![self.options.clone()];
        for option in game.info().options.iter().filter(|option| !self.options.has(option.key)) {
            let with = |chosen: &OptionArguments| {
                let chosen = chosen.clone();
                option.choices.iter().map(move |choice| chosen.clone().with(option.key, choice.value))
            };
            chosen = chosen.iter().flat_map(with).collect();
        }
        let table = |seats, options: &OptionArguments| TableArguments {
            seats: Some(seats),
            options: options.clone(),
        };
        let tables = counts.iter().flat_map(|seats| chosen.iter().map(move |options| table(*seats, options)));
        tables.map(|table| Setting { game, table }).collect()
    }

    fn measure(&self, setting: &Setting) -> Result<Report> {
        let search = setting.search()?;
        let game = setting.start()?;
        let Setup { seats, options } = setting.setup();
        let (tally, spent) = self.timed(|stop| search.sample_playouts(game.typed(), self.seed, stop));
        let playouts = tally.playouts.max(1) as f64;
        let stats = search.game_stats(game.typed(), self.seed, search::Players::Random, 2000);
        let in_batches = |encoding: &&dyn search::AnyEncoding| self.batch && encoding.lanes(game.typed()) > 1;
        let batch = setting.game.encoding.filter(in_batches).map(|encoding| {
            let (tally, spent) = self.timed(|stop| encoding.sample_playouts(game.typed(), self.seed, stop));
            BatchReport {
                lanes: encoding.lanes(game.typed()),
                playouts: tally.playouts,
                playouts_per_s: tally.playouts as f64 / spent,
                actions_per_s: tally.actions as f64 / spent,
                mean_length: tally.actions as f64 / tally.playouts as f64,
                places: places(&tally),
            }
        });
        Ok(Report {
            game: setting.game.info().id,
            seats,
            options,
            playouts: tally.playouts,
            playouts_per_s: tally.playouts as f64 / spent,
            actions_per_s: tally.actions as f64 / spent,
            mean_length: tally.actions as f64 / playouts,
            shortest: tally.shortest,
            longest: tally.longest,
            branching: stats.branching(),
            places: places(&tally),
            ties: stats.share(stats.ties),
            ended_by: ended_by(&stats),
            greedy: summary(&search.game_stats(game.typed(), self.seed, search::Players::Greedy, 500)),
            batch,
        })
    }

    /// What `sample` plays until the time is up, at least one batch, and the CPU time that it took.
    fn timed(&self, sample: impl Fn(&mut dyn FnMut(&Tally) -> bool) -> Tally) -> (Tally, f64) {
        let start = cpu_seconds();
        let mut stop = |tally: &Tally| tally.playouts > 0 && cpu_seconds() - start >= self.seconds;
        let tally = sample(&mut stop);
        (tally, (cpu_seconds() - start).max(1e-9))
    }
}

/// For each seat, the share of games in which it had each place.
fn places(tally: &Tally) -> Vec<Vec<f64>> {
    let seats = tally.placed.count();
    let share = |count: &u64| *count as f64 / tally.playouts.max(1) as f64;
    Seat::all(seats)
        .map(|seat| tally.placed[seat][..usize::from(seats)].iter().map(share).collect())
        .collect()
}

fn ended_by(stats: &search::GameStats) -> BTreeMap<&'static str, f64> {
    stats.ended_by.iter().map(|(article, count)| (*article, stats.share(*count))).collect()
}

fn summary(stats: &search::GameStats) -> Summary {
    let placed = &stats.tally.placed;
    let first = |seat: Seat| stats.share(placed[seat][0]);
    Summary {
        mean_length: stats.tally.actions as f64 / stats.tally.playouts.max(1) as f64,
        first_places: Seat::all(placed.count()).map(first).collect(),
        ties: stats.share(stats.ties),
        ended_by: ended_by(stats),
    }
}

fn print(out: &mut impl std::io::Write, report: &Report) -> Result<()> {
    let options: Vec<String> = report.options.iter().map(|(key, value)| format!(", {key}={value}")).collect();
    writeln!(out, "{}, {} seats{}", report.game, report.seats, options.concat())?;
    writeln!(
        out,
        "  {:.0} playouts/s, {:.2} million actions/s ({} playouts)",
        report.playouts_per_s,
        report.actions_per_s / 1e6,
        report.playouts
    )?;
    writeln!(
        out,
        "  random: length {:.2} ({} to {}), {:.2} actions a position",
        report.mean_length, report.shortest, report.longest, report.branching
    )?;
    print_places(out, &report.places)?;
    writeln!(out, "    first place shared {:.2} %, {}", report.ties * 100.0, ends(&report.ended_by))?;
    let greedy = &report.greedy;
    let firsts: Vec<String> =
        greedy.first_places.iter().map(|share| format!("{:.1}", share * 100.0)).collect();
    writeln!(
        out,
        "  greedy: length {:.1}, first by seat {} %, shared {:.1} %, {}",
        greedy.mean_length,
        firsts.join(" / "),
        greedy.ties * 100.0,
        ends(&greedy.ended_by)
    )?;
    Ok(())
}

fn print_places(out: &mut impl std::io::Write, places: &[Vec<f64>]) -> Result<()> {
    for (seat, places) in places.iter().enumerate() {
        let ranks: [&str; MAX_SEATS] = ["1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th"];
        let shares: Vec<String> =
            places.iter().zip(ranks).map(|(share, rank)| format!("{rank} {:.2} %", share * 100.0)).collect();
        writeln!(out, "    seat {seat}: {}", shares.join(", "))?;
    }
    Ok(())
}

fn print_batch(out: &mut impl std::io::Write, batch: &BatchReport, alone: f64) -> Result<()> {
    writeln!(
        out,
        "  batch of {}: {:.0} playouts/s ({:.1} times as many), {:.2} million actions/s, length {:.2} ({} playouts)",
        batch.lanes,
        batch.playouts_per_s,
        batch.playouts_per_s / alone,
        batch.actions_per_s / 1e6,
        batch.mean_length,
        batch.playouts
    )?;
    print_places(out, &batch.places)
}

fn ends(ended_by: &BTreeMap<&'static str, f64>) -> String {
    let shares: Vec<String> =
        ended_by.iter().map(|(article, share)| format!("{article} {:.2} %", share * 100.0)).collect();
    format!("ended by {}", shares.join(", "))
}
