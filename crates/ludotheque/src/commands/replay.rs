//! `ludotheque replay FILE` and `ludotheque verify FILE…`

use super::read_record;
use anyhow::{Context as _, Result};
use clap::Args;
use game::{Actor, Lang};
use std::io::Write as _;
use std::process::ExitCode;
use table::{Event, Table};

/// Show a record, position by position
///
/// Every entry is checked again; a record with an illegal entry is refused, with its line.
#[derive(Args)]
pub struct ReplayArguments {
    /// The record; `-` is the standard input
    file: String,
}

impl ReplayArguments {
    pub fn run(self) -> Result<()> {
        let (record, end) = read_record(&self.file)?;
        let mut out = std::io::BufWriter::new(std::io::stdout().lock());
        let info = end.kind().info();
        writeln!(out, "{}, {} seats, clock {}", info.name, record.setup.seats, record.clock)?;
        for (seat, name) in &record.names {
            writeln!(out, "seat {seat}: {name}")?;
        }
        let mut table = Table::open(end.kind(), record.setup.clone(), record.clock)?;
        writeln!(out, "\n{:>4}  {:<14}  {}", "", "", table.game().position())?;
        for (number, entry) in (1..).zip(&record.log) {
            table = table.replay([entry.clone()])?;
            let what = match &entry.event {
                Event::Play { actor: Actor::Seat(seat), action } => format!("{seat} {action}"),
                Event::Play { actor: Actor::Nature, action } => format!("* {action}"),
                Event::Declare { seat, declaration } => format!("{seat} !{declaration}"),
            };
            writeln!(out, "{number:>4}  {what:<14}  {}", table.game().position())?;
        }
        writeln!(out, "\n{}", ending(&table, Lang::En))?;
        out.flush()?;
        Ok(())
    }
}

/// The result of a table in a sentence, or that the game goes on.
pub fn ending(table: &Table, lang: Lang) -> String {
    let [goes_on, over, by, seat] = match lang {
        Lang::En => ["the game goes on", "over", " by ", "seat"],
        Lang::Fr => ["la partie continue", "fini", " selon ", "joueur"],
    };
    let Some(outcome) = table.turn().outcome() else { return goes_on.to_owned() };
    let places: Vec<String> =
        outcome.places().iter().map(|(number, place)| format!("{seat} {number} place {place}")).collect();
    let why = table.game().ended_by().map(|article| format!("{by}{article}")).unwrap_or_default();
    let colon = match lang {
        Lang::En => ":",
        Lang::Fr => " :",
    };
    format!("{over}{why}{colon} {}", places.join(", "))
}

/// Check every entry of records again
///
/// Checks that every action was legal and that the result is the one of the rules; if not, names the line and the article.
/// Where Nature's actions can be computed again, such as the fall of a tower, they are compared. Fails if any record is
/// not valid.
#[derive(Args)]
pub struct VerifyArguments {
    /// The records; `-` is the standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
}

impl VerifyArguments {
    /// Prints for every record whether it is valid; the exit code is a failure if one is not.
    pub fn run(self) -> Result<ExitCode> {
        let mut code = ExitCode::SUCCESS;
        let mut out = std::io::stdout().lock();
        for file in &self.files {
            let judged = read_record(file).and_then(|(record, table)| {
                let compared = record.recompute_nature(table.kind()).with_context(|| file.to_owned())?;
                Ok((record, table, compared))
            });
            match judged {
                Ok((record, table, compared)) => {
                    let nature = match compared {
                        0 => String::new(),
                        count => format!(", Nature asked again {count} times"),
                    };
                    let entries = record.log.len();
                    writeln!(out, "{file}: ok, {entries} entries{nature}, {}", ending(&table, Lang::En))?;
                }
                Err(error) => {
                    crate::print_error(&error);
                    code = ExitCode::FAILURE;
                }
            }
        }
        Ok(code)
    }
}
