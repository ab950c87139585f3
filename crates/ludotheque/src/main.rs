//! The one binary of the house: read the rules, play, replay, measure.

mod arena;
mod commands;
mod setting;

use clap::{CommandFactory, FromArgMatches, Parser};
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
    let command = Arguments::command().after_help(examples());
    let arguments = Arguments::from_arg_matches(&command.get_matches()).unwrap_or_else(|error| error.exit());
    match arguments.command.run() {
        Ok(code) => code,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Whoever read our output has read enough.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause
            .downcast_ref::<std::io::Error>()
            .is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe)
    })
}

fn examples() -> String {
    let id = catalog::GAMES[0].info().id;
    format!(
        "Examples:
  ludotheque games                                   what is on the shelf
  ludotheque rules {id} --lang fr                   a rulebook, in French
  ludotheque play {id} --bot 1=mcts                 a game against a bot, in the terminal
  echo 'b2' | ludotheque trace {id}                 positions and legal actions as JSON, for programs
  ludotheque perft {id} --depth 4                   count action sequences
  ludotheque bench {id} --seats 2                   random games a second
  ludotheque arena {id} mcts alphabeta --games 200  let bots play each other, with Elo
  ludotheque verify game.record                      judge every action of a record again"
    )
}
