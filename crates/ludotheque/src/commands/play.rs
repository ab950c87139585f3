//! `ludotheque play GAME`: a table in the terminal.

use super::replay::ending;
use crate::setting::Setting;
use anyhow::{Context as _, Result, bail};
use clap::Args;
use game::{Budget, Lang, Seat, Turn, rulebook};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::BTreeMap;
use std::io::{BufRead as _, Write as _};
use std::path::PathBuf;
use std::time::{Duration, Instant};
use table::{AnyBot, ClockRule, OneLine, Record, Refused, Table, Word};

/// Play in the terminal: type actions in the notation of the rulebook; an empty line lists them, `help` explains the
/// rest. Seats without a bot are played on this screen.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    setting: Setting,
    /// Give a seat to a bot; may be repeated
    #[arg(long = "bot", value_name = "SEAT=BOT", value_parser = seat_bot)]
    bots: Vec<(Seat, String)>,
    /// Milliseconds that bots think
    #[arg(long, value_name = "MS", default_value_t = 500)]
    time: u64,
    /// Keep the record in this file, written anew after every action
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// The language of refusals and articles
    #[arg(long, default_value = "en", value_name = "fr|en")]
    lang: Lang,
}

fn seat_bot(text: &str) -> Result<(Seat, String), String> {
    let parsed =
        text.split_once('=').and_then(|(seat, bot)| Some((Seat(seat.parse().ok()?), bot.to_owned())));
    parsed.ok_or_else(|| "a bot is given as SEAT=BOT, such as 1=random".to_owned())
}

const HELP: &str = "  an action, as the rulebook writes it
  (nothing)      list what is legal
  B4             show an article (any number that a refusal cites)
  back           take your last action back
  resign, quit";

impl Arguments {
    pub fn run(self) -> Result<()> {
        let kind = self.setting.game.kind;
        let setup = self.setting.setup();
        let mut table = Table::open(kind, setup.clone(), ClockRule::None)?;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed());
        let mut bots: BTreeMap<Seat, Box<dyn AnyBot>> = BTreeMap::new();
        for (seat, id) in &self.bots {
            let known = kind.bots();
            let fits = known.iter().any(|bot| bot.id == id && bot.seats.contains(&setup.seats));
            if seat.0 >= setup.seats || !fits {
                bail!("there is no seat {seat} for a bot `{id}`; see `ludotheque games`");
            }
            bots.insert(*seat, kind.bot(id, seed()).context("the bot is known")?);
        }
        let mut out = std::io::stdout().lock();
        writeln!(out, "{}; `help` explains\n", kind.info().name)?;
        let mut lines = std::io::stdin().lock().lines();
        loop {
            table.settle(&mut rng, 0)?;
            self.save(&table)?;
            let Turn::Seats(seats) = table.turn() else { break };
            let seat = seats.first().context("somebody may act")?;
            if let Some(bot) = bots.get_mut(&seat) {
                let end = Instant::now() + Duration::from_millis(self.time);
                let late = || Instant::now() >= end;
                let action = bot.choose(table.game(), seat, &Budget::until(&late));
                let action = action.context("a bot plays its own game")?;
                table.act(seat, table.prompt(seat).context("the seat may act")?, &action, 0)?;
                writeln!(out, "seat {seat} plays {action}")?;
                continue;
            }
            write!(out, "\n{}\nseat {seat} > ", board(&table))?;
            out.flush()?;
            let Some(line) = lines.next() else { break };
            let line = line?;
            let answer = match line.trim() {
                "quit" => break,
                "help" => HELP.to_owned(),
                "" => {
                    let (mut actions, _) = table.actions(seat);
                    actions.sort();
                    actions.join("  ")
                }
                "resign" => said(table.say(seat, Word::Resign, 0).map(|_| ())),
                "back" => said(take_back(&mut table, seat)),
                word if rulebook::article(kind.info().rulebook.get(self.lang), word).is_some() => {
                    let article = rulebook::article(kind.info().rulebook.get(self.lang), word);
                    article.map_or(String::new(), |article| {
                        format!("{}\n{}", article.title, article.body.trim())
                    })
                }
                action => {
                    let prompt = table.prompt(seat).context("the seat may act")?;
                    match table.act(seat, prompt, action, 0).map(|_| ()) {
                        Err(Refused::Illegal(illegal)) => {
                            format!(
                                "{}: {} {}",
                                illegal.article,
                                illegal.why.get(self.lang),
                                illegal.at.join(" ")
                            )
                        }
                        result => said(result),
                    }
                }
            };
            if !answer.is_empty() {
                writeln!(out, "{answer}")?;
            }
        }
        self.save(&table)?;
        writeln!(out, "\n{}\n{}", board(&table), ending(&table))?;
        Ok(())
    }

    /// Writes the record beside the old one, then puts it in its place: never half a record.
    fn save(&self, table: &Table) -> Result<()> {
        let Some(file) = &self.save else { return Ok(()) };
        let mut record = Record::of(table);
        for (seat, bot) in &self.bots {
            record.names.extend(OneLine::new(&format!("bot {bot}")).map(|name| (*seat, name)));
        }
        let beside = file.with_extension("part");
        std::fs::write(&beside, record.to_string())
            .and_then(|()| std::fs::rename(&beside, file))
            .with_context(|| format!("{} can't be written", file.display()))
    }
}

/// The position with its rows below each other.
fn board(table: &Table) -> String {
    table.game().position().replace('/', "\n")
}

fn said(result: Result<(), Refused>) -> String {
    result.err().map(|refused| refused.to_string()).unwrap_or_default()
}

/// On one screen, everybody agrees: people have just said so, and bots always do.
fn take_back(table: &mut Table, seat: Seat) -> Result<(), Refused> {
    table.say(seat, Word::TakeBack, 0)?;
    for other in Seat::all(table.setup().seats).filter(|other| *other != seat) {
        if table.asked().is_some() {
            table.say(other, Word::Agree, 0)?;
        }
    }
    Ok(())
}

/// Another game every time.
fn seed() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| since.as_nanos() as u64)
}
