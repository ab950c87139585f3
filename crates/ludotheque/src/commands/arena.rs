//! `ludotheque arena GAME BOT BOT…`

use crate::arena::{Limit, Played, Rating, Thought, Tournament, rate};
use crate::setting::{OptionArguments, TableArguments, game_id};
use crate::threads::processors;
use anyhow::{Context as _, Result};
use catalog::Entry;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Let bots play each other in all seat orders, and rate them
///
/// One bot for each seat. All orders around the table are played equally often, from the same random openings. The
/// ratings are on the Elo scale, around the mean of all, each with the interval that holds the truth 95 times in 100.
/// With --nodes (which is the default) and the same seed, the games are the same every time.
///
/// `cmd:PROGRAM ARGS` is a bot too: a program that speaks the engine protocol (see `ludotheque engine`), started anew
/// for every game. One that answers more than a second after the limit (or not within a minute, with --nodes), plays
/// an illegal action, says what is no answer or ends forfeits that game, and the tournament goes on. Every bot's
/// illegal actions are counted, and its late ones: those that come more than 20 ms after the limit.
#[derive(Args)]
pub struct Arguments {
    /// The game's id; `ludotheque games` lists them
    #[arg(value_parser = game_id())]
    game: &'static Entry,
    /// The bots, one for each seat: as `ludotheque games` lists them, or `cmd:PROGRAM ARGS`
    #[arg(required = true, value_name = "BOT")]
    bots: Vec<String>,
    /// How many seats play: as many as there are bots
    #[arg(long, short, value_name = "N")]
    seats: Option<u8>,
    #[command(flatten)]
    options: OptionArguments,
    /// How many games, rounded up to a multiple of the number of seat orders
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// Milliseconds for an action
    #[arg(long, value_name = "MS", conflicts_with = "nodes")]
    time: Option<u64>,
    /// Nodes for an action [default: 1000]
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// What is random
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Random actions at the start of each game, for variety
    #[arg(long, value_name = "N", default_value_t = 2)]
    opening: u32,
    /// How many games are played at once; with --time, no more than processors [default: the processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Write the record of every game into this folder
    #[arg(long, value_name = "FOLDER")]
    records: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report<'a> {
    game: &'static str,
    seats: u8,
    games: usize,
    bots: Vec<Standing<'a>>,
    forfeits: Vec<Forfeit<'a>>,
}

/// A bot that was sent away from a game.
#[derive(Serialize)]
struct Forfeit<'a> {
    /// The number of the game, counted from 1.
    game: usize,
    seat: u8,
    bot: &'a str,
    why: &'a str,
}

/// No more of them are told to people.
const TOLD: usize = 10;

#[derive(Serialize)]
struct Standing<'a> {
    bot: &'a str,
    elo: f64,
    elo_low: f64,
    elo_high: f64,
    /// Points against rivals, as a share: a win 1, a draw ½.
    score: f64,
    wins: usize,
    draws: usize,
    losses: usize,
    /// How often it had each place.
    places: Vec<usize>,
    /// Milliseconds for an action: the mean, and the most.
    mean_ms: f64,
    slowest_ms: f64,
    /// How many actions it chose, how many came late, how many were illegal.
    actions: u32,
    late: u32,
    illegal: u32,
    /// How many games it forfeited.
    forfeits: usize,
}

impl Arguments {
    pub fn run(self) -> Result<()> {
        let seats = self.seats.unwrap_or(u8::try_from(self.bots.len()).unwrap_or(u8::MAX));
        let table = TableArguments { seats: Some(seats), options: self.options };
        let limit = match (self.time, self.nodes) {
            (Some(millis), _) => Limit::Time(Duration::from_millis(millis)),
            (None, nodes) => Limit::Nodes(nodes.unwrap_or(1000)),
        };
        let tournament = Tournament {
            game: self.game,
            setup: table.setup(self.game),
            bots: self.bots,
            limit,
            opening: self.opening,
            seed: self.seed,
            games: self.games as usize,
            threads: self.threads.map_or_else(processors, usize::from),
        };
        tournament.check()?;
        if let Some(folder) = &self.records {
            // Better now than after a night of games.
            std::fs::create_dir_all(folder).with_context(|| unwritable(folder))?;
        }
        let style = ProgressStyle::with_template("{bar:30} {pos}/{len} games, {eta} left")?;
        let progress = ProgressBar::new(tournament.rounded() as u64).with_style(style);
        progress.enable_steady_tick(Duration::from_millis(200));
        let played = tournament.play(|| progress.inc(1))?;
        progress.finish_and_clear();
        if let Some(folder) = &self.records {
            write_records(folder, &played).with_context(|| unwritable(folder))?;
        }
        let points: Vec<_> = played.iter().map(|game| game.points.clone()).collect();
        let ratings = rate(tournament.bots.len(), &points, tournament.seed);
        let report = Report {
            game: self.game.info().id,
            seats: tournament.setup.seats,
            games: played.len(),
            bots: (0..tournament.bots.len())
                .map(|bot| standing(&tournament, &played, &ratings, bot))
                .collect(),
            forfeits: forfeits(&tournament, &played),
        };
        let mut out = std::io::stdout().lock();
        if self.json {
            serde_json::to_writer(&mut out, &report)?;
            writeln!(out)?;
            return Ok(());
        }
        writeln!(out, "{}, {} seats, {} games", report.game, report.seats, report.games)?;
        let width = report.bots.iter().map(|bot| bot.bot.chars().count()).max().unwrap_or(0).max(14);
        writeln!(
            out,
            "{:<width$} {:>7} {:>17}  {:>7}  {:<22} places",
            "bot", "Elo", "95 %", "score", "won/drawn/lost"
        )?;
        for bot in &report.bots {
            let results = format!("{}/{}/{}", bot.wins, bot.draws, bot.losses);
            let interval = format!("{:+.0} … {:+.0}", bot.elo_low, bot.elo_high);
            let places: Vec<String> = bot.places.iter().map(usize::to_string).collect();
            writeln!(
                out,
                "{:<width$} {:>+7.0} {interval:>17}  {:>6.1} %  {results:<22} {}   ({:.1} ms an action, at most {:.1}; \
                 {} late, {} illegal of {})",
                bot.bot,
                bot.elo,
                bot.score * 100.0,
                places.join(" "),
                bot.mean_ms,
                bot.slowest_ms,
                bot.late,
                bot.illegal,
                bot.actions
            )?;
        }
        for Forfeit { game, seat, bot, why } in report.forfeits.iter().take(TOLD) {
            writeln!(out, "game {game}, seat {seat}: {bot} forfeits: {}", printable(why))?;
        }
        if report.forfeits.len() > TOLD {
            writeln!(out, "and {} more forfeits", report.forfeits.len() - TOLD)?;
        }
        Ok(())
    }
}

fn standing<'a>(
    tournament: &'a Tournament,
    played: &[Played],
    ratings: &[Rating],
    bot: usize,
) -> Standing<'a> {
    let points: Vec<f64> = played
        .iter()
        .flat_map(|game| &game.points)
        .filter_map(|&(one, other, points)| match bot {
            _ if bot == one => Some(points),
            _ if bot == other => Some(1.0 - points),
            _ => None,
        })
        .collect();
    let count = |value: f64| points.iter().filter(|points| **points == value).count();
    let mut places = vec![0; tournament.bots.len()];
    for game in played {
        for (seat, place) in game.outcome.places().iter().filter(|(seat, _)| game.order[seat.index()] == bot)
        {
            debug_assert!(seat.0 < tournament.setup.seats);
            places[usize::from(*place) - 1] += 1;
        }
    }
    let thought = played.iter().map(|game| game.thought[bot]).fold(Thought::default(), Thought::and);
    Standing {
        bot: &tournament.bots[bot],
        elo: ratings[bot].elo,
        elo_low: ratings[bot].interval.0,
        elo_high: ratings[bot].interval.1,
        score: points.iter().sum::<f64>() / points.len().max(1) as f64,
        wins: count(1.0),
        draws: count(0.5),
        losses: count(0.0),
        places,
        mean_ms: thought.total.as_secs_f64() * 1000.0 / f64::from(thought.actions.max(1)),
        slowest_ms: thought.slowest.as_secs_f64() * 1000.0,
        actions: thought.actions,
        late: thought.late,
        illegal: thought.illegal,
        forfeits: played.iter().flat_map(|game| &game.forfeits).filter(|forfeit| forfeit.bot == bot).count(),
    }
}

fn forfeits<'a>(tournament: &'a Tournament, played: &'a [Played]) -> Vec<Forfeit<'a>> {
    let of_game = |(game, played): (usize, &'a Played)| {
        played.forfeits.iter().map(move |forfeit| Forfeit {
            game,
            seat: forfeit.seat.0,
            bot: &tournament.bots[forfeit.bot],
            why: &forfeit.why,
        })
    };
    (1..).zip(played).flat_map(of_game).collect()
}

/// What a program said must not command the terminal.
fn printable(text: &str) -> String {
    text.replace(char::is_control, "\u{fffd}")
}

fn unwritable(folder: &Path) -> String {
    format!("{} can't be written", folder.display())
}

fn write_records(folder: &Path, played: &[Played]) -> Result<()> {
    for (number, game) in (1..).zip(played) {
        std::fs::write(folder.join(format!("{number:04}.record")), game.record.to_string())?;
    }
    Ok(())
}
