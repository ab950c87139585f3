//! Commands that games bring along: `ludotheque NAME SCRIPT [WORD]…`

use super::read_text;
use anyhow::{Result, anyhow};
use clap::{Arg, ArgMatches, Command};
use game::Tool;
use std::io::Write as _;

/// Adds the commands of the games.
pub fn add(command: Command) -> Command {
    catalog::GAMES.iter().flat_map(|entry| entry.tools).fold(command, |command, tool| {
        let script = Arg::new("script").required(true).help("The script; `-` is the standard input");
        let words = Arg::new("words").num_args(0..).help("What else the command is told");
        command.subcommand(
            Command::new(tool.name).about(tool.summary).after_help(tool.help).arg(script).arg(words),
        )
    })
}

/// The command of a game that was called, if it was one, with what it was told.
pub fn called(matches: &ArgMatches) -> Option<(&'static Tool, &ArgMatches)> {
    let (name, told) = matches.subcommand()?;
    Some((catalog::tool(name)?, told))
}

/// Runs it.
pub fn run(tool: &Tool, told: &ArgMatches) -> Result<()> {
    let script = told.get_one::<String>("script").map_or("-", String::as_str);
    let words: Vec<String> = told.get_many("words").into_iter().flatten().cloned().collect();
    let text = (tool.run)(&words, &read_text(script)?).map_err(|problem| anyhow!("{script}: {problem}"))?;
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(())
}
