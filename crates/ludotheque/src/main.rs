//! The one binary of the house: read the rules, play, replay, measure.

mod analysis;
mod arena;
mod calibrate;
mod commands;
mod drawing;
mod engine;
mod examples;
mod explained;
mod input;
mod open_files;
mod position;
mod processor;
mod progress;
mod setting;
mod threads;
mod tuning;

use commands::tool;

use clap::{CommandFactory, FromArgMatches, Parser};
use std::io::Write as _;
use std::process::ExitCode;

/// A games library that is open day and night.
///
/// Games are named by their id (see `ludotheque games`), actions by the notation of their rulebook. Every refusal
/// cites the article that forbids the action; `ludotheque rules GAME ARTICLE` shows it.
#[derive(Parser)]
#[command(name = "ludotheque", version, arg_required_else_help = true)]
struct Arguments {
    #[command(subcommand)]
    command: commands::Command,
}

fn main() -> ExitCode {
    let matches = tool::add(examples::teach(Arguments::command())).get_matches();
    let done = match tool::called(&matches) {
        Some((tool, told)) => tool::run(tool, told).map(|()| ExitCode::SUCCESS),
        None => Arguments::from_arg_matches(&matches).unwrap_or_else(|error| error.exit()).command.run(),
    };
    match done {
        Ok(code) => code,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            complain(&error);
            ExitCode::FAILURE
        }
    }
}

/// Says on the standard error what went wrong. What files hold may be quoted in it: it must not command the terminal.
fn complain(error: &anyhow::Error) {
    let plain =
        format!("{error:#}").replace(|letter: char| letter.is_control() && letter != '\n', "\u{fffd}");
    // Where nobody listens, there is nobody to tell.
    let _ = writeln!(std::io::stderr(), "error: {plain}");
}

/// Whoever read our output has read enough.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let kind = cause.downcast_ref::<std::io::Error>().map(std::io::Error::kind);
        // JSON hides the error of the writer that it wrote to.
        kind.or_else(|| cause.downcast_ref::<serde_json::Error>()?.io_error_kind())
            == Some(std::io::ErrorKind::BrokenPipe)
    })
}
