//! Commands that games add: `ludotheque NAME SCRIPT [WORD]…`

use super::read_text;
use anyhow::{Result, anyhow};
use clap::{Arg, ArgMatches, Command};
use game::Tool;
use std::io::Write as _;

/// Adds the commands of the games.
pub fn add(command: Command) -> Command {
    catalog::GAMES.iter().flat_map(|game| game.tools).fold(command, |command, tool| {
        let script = Arg::new("script").required(true).help("The script; `-` is the standard input");
        let words = Arg::new("words").num_args(0..).help("Further arguments of the command");
        command.subcommand(
            Command::new(tool.name).about(tool.summary).after_help(tool.help).arg(script).arg(words),
        )
    })
}

/// The command of a game that was called, with its arguments; `None` if another command was called.
pub fn called(matches: &ArgMatches) -> Option<(&'static Tool, &ArgMatches)> {
    let (name, arguments) = matches.subcommand()?;
    Some((catalog::tool(name)?, arguments))
}

/// Runs a command of a game, and prints its output.
pub fn run(tool: &Tool, arguments: &ArgMatches) -> Result<()> {
    let script = arguments.get_one::<String>("script").map_or("-", String::as_str);
    let words: Vec<String> = arguments.get_many("words").into_iter().flatten().cloned().collect();
    let text = (tool.run)(&words, &read_text(script)?).map_err(|problem| anyhow!("{script}: {problem}"))?;
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(())
}
