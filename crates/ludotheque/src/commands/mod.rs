//! The subcommands, one file each.

mod analyse;
mod arena;
mod bench;
mod calibrate;
mod engine;
mod games;
mod health;
mod host;
mod load;
mod manual;
mod network;
mod perft;
mod play;
mod puzzles;
mod reach;
mod replay;
mod rules;
mod selfplay;
mod serve;
pub mod tool;
mod trace;
mod tune;

use anyhow::{Context as _, Result, bail};
use clap::Subcommand;
use std::io::Read;
use std::process::ExitCode;
use table::{Record, Table};

#[derive(Subcommand)]
pub enum Command {
    Games(games::Arguments),
    Rules(rules::Arguments),
    Play(play::Arguments),
    Trace(trace::Arguments),
    Perft(perft::Arguments),
    Bench(bench::Arguments),
    Reach(reach::Arguments),
    Arena(arena::Arguments),
    Engine(engine::Arguments),
    Tune(tune::Arguments),
    Selfplay(selfplay::Arguments),
    #[command(subcommand)]
    Network(network::Command),
    Calibrate(calibrate::Arguments),
    Puzzles(puzzles::Arguments),
    Replay(replay::ReplayArguments),
    Verify(replay::VerifyArguments),
    Analyse(analyse::Arguments),
    Serve(serve::ServeArguments),
    Work(serve::WorkArguments),
    Load(load::Arguments),
    Backup(serve::BackupArguments),
    Migrate(serve::MigrateArguments),
    Health(health::Arguments),
    #[command(subcommand)]
    Host(host::Command),
    Manual(manual::Arguments),
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
            Command::Reach(arguments) => arguments.run()?,
            Command::Arena(arguments) => arguments.run()?,
            Command::Engine(arguments) => arguments.run()?,
            Command::Tune(arguments) => arguments.run()?,
            Command::Selfplay(arguments) => arguments.run()?,
            Command::Network(command) => command.run()?,
            Command::Calibrate(arguments) => arguments.run()?,
            Command::Puzzles(arguments) => arguments.run()?,
            Command::Replay(arguments) => arguments.run()?,
            Command::Analyse(arguments) => arguments.run()?,
            Command::Serve(arguments) => arguments.run()?,
            Command::Work(arguments) => arguments.run()?,
            Command::Load(arguments) => arguments.run()?,
            Command::Backup(arguments) => arguments.run()?,
            Command::Migrate(arguments) => arguments.run()?,
            Command::Health(arguments) => arguments.run()?,
            Command::Host(command) => command.run()?,
            Command::Manual(arguments) => arguments.run()?,
            Command::Verify(arguments) => return arguments.run(),
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// The largest file that is read as a record.
const LARGEST_RECORD: u64 = 64 << 20;

/// Reads a record from a file, or from the standard input if the file is `-`, and replays it. Fails if it cannot be read or
/// an entry is illegal.
fn read_record(file: &str) -> Result<(Record, Table)> {
    let text = read_text(file)?;
    let record: Record = text.parse().with_context(|| file.to_owned())?;
    let game = catalog::find(&record.game)
        .with_context(|| format!("{file}: line 2: the house has no game `{}`", record.game))?;
    let table = record.replay(game.kind).with_context(|| file.to_owned())?;
    Ok((record, table))
}

fn read_text(file: &str) -> Result<String> {
    let source: Result<Box<dyn Read>, std::io::Error> = match file {
        "-" => Ok(Box::new(std::io::stdin().lock())),
        _ => std::fs::File::open(file).map(|file| Box::new(file) as Box<dyn Read>),
    };
    let mut bytes = Vec::new();
    source
        .and_then(|source| source.take(LARGEST_RECORD + 1).read_to_end(&mut bytes))
        .with_context(|| format!("{file} can't be read"))?;
    if bytes.len() as u64 > LARGEST_RECORD {
        bail!("{file}: this is too long for a record");
    }
    String::from_utf8(bytes).map_err(|error| {
        let text = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + text.iter().filter(|byte| **byte == b'\n').count();
        anyhow::anyhow!("{file}: line {line}: this is not text (UTF-8)")
    })
}
