//! One file a command.

mod arena;
mod bench;
mod games;
mod perft;
mod play;
mod replay;
mod rules;
mod trace;
mod tune;

use anyhow::{Context as _, Result};
use clap::Subcommand;
use std::io::Read as _;
use std::process::ExitCode;
use table::{Record, Table};

#[derive(Subcommand)]
pub enum Command {
    /// List the games of the house
    Games(games::Arguments),
    /// Show a rulebook, or one of its articles
    Rules(rules::Arguments),
    /// Play a game in the terminal, with people on this screen and bots
    Play(play::Arguments),
    /// Read actions, print positions and legal actions as JSON lines
    Trace(trace::Arguments),
    /// Count the sequences of actions of a given length
    Perft(perft::Arguments),
    /// Measure random games: speed, length, choices, results
    Bench(bench::Arguments),
    /// Let bots play each other in all seat orders, and rate them
    Arena(arena::Arguments),
    /// Learn the weights of a game's evaluation from self-play
    Tune(tune::Arguments),
    /// Show a record, position by position
    Replay(replay::ReplayArguments),
    /// Judge every entry of records again
    Verify(replay::VerifyArguments),
}

impl Command {
    pub fn run(self) -> Result<ExitCode> {
        match self {
            Command::Games(arguments) => arguments.run()?,
            Command::Rules(arguments) => arguments.run()?,
            Command::Play(arguments) => arguments.run()?,
            Command::Trace(arguments) => arguments.run()?,
            Command::Perft(arguments) => arguments.run()?,
            Command::Bench(arguments) => arguments.run()?,
            Command::Arena(arguments) => arguments.run()?,
            Command::Tune(arguments) => arguments.run()?,
            Command::Replay(arguments) => arguments.run()?,
            Command::Verify(arguments) => return arguments.run(),
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Reads a record from a file, or from the standard input where the file is `-`, and judges it.
fn read_record(file: &str) -> Result<(Record, Table)> {
    let mut bytes = Vec::new();
    match file {
        "-" => std::io::stdin().lock().read_to_end(&mut bytes).map(|_| ())?,
        _ => bytes = std::fs::read(file).with_context(|| format!("{file} can't be read"))?,
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let line =
            1 + error.as_bytes()[..error.utf8_error().valid_up_to()].iter().filter(|b| **b == b'\n').count();
        anyhow::anyhow!("{file}: line {line}: this is not text (UTF-8)")
    })?;
    let record: Record = text.parse().with_context(|| file.to_owned())?;
    let entry = catalog::find(&record.game)
        .with_context(|| format!("{file}: line 2: the house has no game `{}`", record.game))?;
    let table = record.replay(entry.kind).with_context(|| file.to_owned())?;
    Ok((record, table))
}
