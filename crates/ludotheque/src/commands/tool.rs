//! Commands that games bring along: `ludotheque NAME SCRIPT [WORD]…`

use super::read_text;
use anyhow::{Result, anyhow, bail};
use std::io::Write as _;

/// Runs the command of a game; `-` is the standard input.
pub fn run(words: &[String]) -> Result<()> {
    let [name, rest @ ..] = words else { bail!("no command") };
    let tool = catalog::tool(name)
        .ok_or_else(|| anyhow!("there is no command `{name}`; `ludotheque --help` lists them"))?;
    let mut out = std::io::stdout().lock();
    match rest {
        [] => writeln!(out, "{}\n\n{}", tool.summary, tool.help)?,
        [help, ..] if ["-h", "--help"].contains(&help.as_str()) => {
            writeln!(out, "{}\n\n{}", tool.summary, tool.help)?;
        }
        [script, words @ ..] => {
            let text =
                (tool.run)(words, &read_text(script)?).map_err(|problem| anyhow!("{script}: {problem}"))?;
            out.write_all(text.as_bytes())?;
        }
    }
    out.flush()?;
    Ok(())
}
