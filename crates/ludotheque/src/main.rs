//! The command line program: rules, play, records, measurements, server.

mod analysis;
mod arena;
mod calibrate;
mod commands;
mod cpu_time;
mod drawing;
mod engine;
mod examples;
mod faster_build;
mod input;
mod networks;
mod open_files;
mod position;
mod progress;
mod setting;
mod threads;
mod tuning;

use commands::tool;

use clap::{CommandFactory, FromArgMatches, Parser};
use std::io::Write as _;
use std::process::ExitCode;

/// The server allocates and frees many small pieces for every action, which this allocator is made for.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

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
    faster_build::take_over();
    let matches = command().get_matches();
    let done = match tool::called(&matches) {
        Some((tool, arguments)) => tool::run(tool, arguments).map(|()| ExitCode::SUCCESS),
        None => Arguments::from_arg_matches(&matches).unwrap_or_else(|error| error.exit()).command.run(),
    };
    match done {
        Ok(code) => code,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            print_error(&error);
            ExitCode::FAILURE
        }
    }
}

/// The command line, with the examples and the commands that games add.
fn command() -> clap::Command {
    tool::add(examples::add_examples(Arguments::command()))
}

/// Prints an error to the standard error. Control characters are replaced, because the text may quote files.
fn print_error(error: &anyhow::Error) {
    let plain =
        format!("{error:#}").replace(|letter: char| letter.is_control() && letter != '\n', "\u{fffd}");
    // An error here cannot be reported anywhere.
    let _ = writeln!(std::io::stderr(), "error: {plain}");
}

/// Whether the error is a closed pipe: the reader of the output has exited, which is no failure.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let kind = cause.downcast_ref::<std::io::Error>().map(std::io::Error::kind);
        // serde_json wraps the error of the writer.
        kind.or_else(|| cause.downcast_ref::<serde_json::Error>()?.io_error_kind())
            == Some(std::io::ErrorKind::BrokenPipe)
    })
}
