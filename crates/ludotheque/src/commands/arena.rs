//! `ludotheque arena GAME BOT BOT…`

use crate::arena::{Forfeit, Journal, Late, Limit, Pairing, PairingList, PlayedGame, Report, Tournament};
use crate::progress::progress;
use crate::setting::{OptionArguments, TableArguments, game_id};
use crate::threads::processors;
use anyhow::{Context as _, Result, bail};
use catalog::CatalogGame;
use clap::{Args, Parser};
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Let bots play each other in all seat orders, and rate them
///
/// Name one bot for each seat, or with --seats one for each side where partners play. All seat orders are played equally
/// often, from the same random openings. The ratings are on the Elo scale, around the mean of all, with 95 % confidence
/// intervals. With --nodes (the default) and the same seed, the games are the same every time.
///
/// `cmd:PROGRAM ARGS` is a bot too: a program that speaks the engine protocol (see `ludotheque engine`), started anew
/// for every game. It forfeits the game if it answers more than a second after the limit (or not within a minute, with
/// --nodes), plays an illegal action, sends an invalid answer or exits; the tournament goes on. The report counts every
/// bot's illegal actions and its late ones, which come more than 20 ms after the limit.
///
/// With --list the pairings of a file are played on the same threads, so that no processor waits for the last game of a
/// pairing. Each line has the arguments of one tournament, from the game on; lines that begin with # are skipped. With
/// --journal the run can be interrupted at any moment: the same command resumes with the missing games.
#[derive(Args)]
pub struct Arguments {
    /// The game's id; `ludotheque games` lists them
    #[arg(value_parser = game_id(), required_unless_present = "list")]
    game: Option<&'static CatalogGame>,
    /// The bots, one for each seat or for each side: as `ludotheque games` lists them, or `cmd:PROGRAM ARGS`
    #[arg(required_unless_present = "list", value_name = "BOT")]
    bots: Vec<String>,
    /// How many seats play [default: as many as there are bots]
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
    /// The seed of everything random
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Random actions at the start of each game, for variety
    #[arg(long, value_name = "N", default_value_t = 2)]
    opening: u32,
    /// How many games are played in parallel; with --time, at most one for each processor [default: the processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Write the record of every game into this folder
    #[arg(long, value_name = "FOLDER")]
    records: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Play every pairing of this file, and print a line of JSON for each as soon as it is complete
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "bots", "records"])]
    list: Option<PathBuf>,
    /// Store every game of a list in this file, and play only those that it does not have
    #[arg(long, value_name = "FILE", conflicts_with = "game")]
    journal: Option<PathBuf>,
    /// Start no game of a list after this many seconds, and report what is known of every pairing
    #[arg(long, value_name = "SECONDS", conflicts_with = "game")]
    stop_after: Option<u64>,
}

/// How many forfeits the text lists.
const LISTED: usize = 10;

impl Arguments {
    pub fn run(self) -> Result<()> {
        match &self.list {
            Some(list) => self.run_list(list),
            None => self.run_one(),
        }
    }

    fn run_one(self) -> Result<()> {
        let tournament = self.tournament()?;
        tournament.check()?;
        if let Some(folder) = &self.records {
            // Fails before the games are played, not after.
            std::fs::create_dir_all(folder).with_context(|| unwritable(folder))?;
        }
        let progress = progress(tournament.total_games() as u64, "games")?;
        let played = tournament.play(|| progress.inc(1))?;
        progress.finish_and_clear();
        if let Some(folder) = &self.records {
            write_records(folder, &played).with_context(|| unwritable(folder))?;
        }
        let results: Vec<_> = played.iter().map(|game| &game.result).collect();
        let report = Report::new(&tournament, &results);
        let mut out = std::io::stdout().lock();
        if self.json {
            serde_json::to_writer(&mut out, &report)?;
            writeln!(out)?;
            return Ok(());
        }
        print(&report, &mut out)
    }

    /// Plays the pairings of a file.
    fn run_list(&self, path: &Path) -> Result<()> {
        let text =
            std::fs::read_to_string(path).with_context(|| format!("{} can't be read", path.display()))?;
        let lines = (1..).zip(text.lines().map(str::trim));
        let pairings: Vec<Pairing> = lines
            .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
            .map(|(number, line)| pairing(line).with_context(|| format!("line {number}: {line}")))
            .collect::<Result<_>>()?;
        let threads = self.threads.map_or_else(processors, usize::from);
        let list = PairingList { pairings, threads, time: self.stop_after.map(Duration::from_secs) };
        let journal = self.journal.as_deref().map_or_else(|| Ok(Journal::none()), Journal::open)?;
        let progress = progress(list.len() as u64, "games")?;
        list.play(
            journal,
            |games| progress.inc(games as u64),
            |pairing, results| {
                let report = PairingReport {
                    pairing: &pairing.line,
                    report: Report::new(&pairing.tournament, results),
                };
                let line = serde_json::to_string(&report)?;
                progress.suspend(|| writeln!(std::io::stdout().lock(), "{line}"))?;
                Ok(())
            },
        )?;
        progress.finish_and_clear();
        Ok(())
    }

    fn tournament(&self) -> Result<Tournament> {
        let game = self.game.context("a game is named")?;
        let seats = self.seats.unwrap_or(u8::try_from(self.bots.len()).unwrap_or(u8::MAX));
        let table = TableArguments { seats: Some(seats), options: self.options.clone() };
        let limit = match (self.time, self.nodes) {
            (Some(millis), _) => Limit::Time(Duration::from_millis(millis)),
            (None, nodes) => Limit::Nodes(nodes.unwrap_or(1000)),
        };
        Ok(Tournament {
            game,
            setup: table.setup(game),
            bots: self.bots.clone(),
            limit,
            opening: self.opening,
            seed: self.seed,
            games: self.games as usize,
            threads: self.threads.map_or_else(processors, usize::from),
        })
    }
}

/// The arguments of one tournament, on a line of a list.
#[derive(Parser)]
#[command(no_binary_name = true)]
struct PairingArguments {
    #[command(flatten)]
    arguments: Arguments,
}

/// The report of a pairing of a list.
#[derive(Serialize)]
struct PairingReport<'a> {
    /// The line.
    pairing: &'a str,
    #[serde(flatten)]
    report: Report<'a>,
}

fn pairing(line: &str) -> Result<Pairing> {
    let words = shlex::split(line).context("a quotation mark is missing")?;
    let PairingArguments { arguments } = PairingArguments::try_parse_from(words)?;
    let Arguments { list, threads, records, .. } = &arguments;
    if list.is_some() || threads.is_some() || records.is_some() {
        bail!("a line names bots and says how they play, nothing else");
    }
    let tournament = arguments.tournament()?;
    tournament.check()?;
    Ok(Pairing { line: line.to_owned(), tournament })
}

/// Prints the report as text.
fn print(report: &Report<'_>, out: &mut impl Write) -> Result<()> {
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
             {} late, {} illegal of {}; {:.0} nodes/s)",
            bot.bot,
            bot.elo,
            bot.score * 100.0,
            places.join(" "),
            bot.mean_ms,
            bot.slowest_ms,
            bot.late,
            bot.illegal,
            bot.actions,
            bot.nodes_per_second
        )?;
    }
    for Forfeit { game, seat, bot, why, after } in report.forfeits.iter().take(LISTED) {
        let after = after.join(" ");
        writeln!(out, "game {game}, seat {seat}: {bot} forfeits: {} (after: {after})", printable(why))?;
    }
    if report.forfeits.len() > LISTED {
        writeln!(out, "and {} more forfeits", report.forfeits.len() - LISTED)?;
    }
    for Late { game, seat, bot, took_ms, busy_ms, after } in &report.late {
        let after = after.join(" ");
        writeln!(
            out,
            "game {game}, seat {seat}: {bot} took {took_ms:.1} ms, {busy_ms:.1} of them on a processor (after: {after})"
        )?;
    }
    Ok(())
}

/// Replaces control characters, so that the text of a program cannot control the terminal.
fn printable(text: &str) -> String {
    text.replace(char::is_control, "\u{fffd}")
}

fn unwritable(folder: &Path) -> String {
    format!("{} can't be written", folder.display())
}

fn write_records(folder: &Path, played: &[PlayedGame]) -> Result<()> {
    for (number, game) in (1..).zip(played) {
        std::fs::write(folder.join(format!("{number:04}.record")), game.record.to_string())?;
    }
    Ok(())
}
