//! `ludotheque play GAME`: a table in the terminal.

use super::replay::ending;
use crate::drawing::drawing;
use crate::input::Input;
use crate::position::{in_words, sentence};
use crate::setting::{Setting, check_bot};
use anyhow::{Context as _, Result, bail};
use clap::Args;
use game::{Actor, Budget, Lang, Listing, Seat, Turn, rulebook};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use table::{AnyBot, ClockRule, Declaration, OneLine, Record, Refused, Table};

/// Play a game in the terminal, with people on this screen and bots
///
/// Type actions in the notation of the rulebook; an empty line lists them, `help` explains the rest. Seats without a
/// bot are played on this screen.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    setting: Setting,
    /// Give a seat, counted from 0, to a bot; may be repeated
    #[arg(long = "bot", value_name = "SEAT=BOT", value_parser = seat_bot)]
    bots: Vec<(Seat, String)>,
    /// Milliseconds for an action of a bot
    #[arg(long, value_name = "MS", default_value_t = 500)]
    time: u64,
    /// Save the record in this new file after every action
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// The language of refusals and articles
    #[arg(long, default_value = "en", value_name = "fr|en")]
    lang: Lang,
}

fn seat_bot(text: &str) -> Result<(Seat, String), &'static str> {
    let parsed =
        text.split_once('=').and_then(|(seat, bot)| Some((Seat(seat.parse().ok()?), bot.to_owned())));
    parsed.ok_or("a bot is given as SEAT=BOT, such as 1=random")
}

impl Arguments {
    pub fn run(self) -> Result<()> {
        let kind = self.setting.game.kind;
        let mut table = Table::open(kind, self.setting.setup(), ClockRule::None)?;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed());
        let mut bots = self.bots()?;
        self.save.as_deref().map_or(Ok(()), check_new)?;
        let mut out = std::io::stdout().lock();
        writeln!(out, "{}; `help` explains", kind.info().name)?;
        let mut input = Input::standard();
        loop {
            table.run_nature(&mut rng, 0)?;
            self.save(&table)?;
            let Turn::Seats(seats) = table.turn() else { break };
            let seat = seats.first().context("a seat may act")?;
            let prompt = table.prompt(seat).context("the seat may act")?;
            if let Some(bot) = bots.get_mut(&seat) {
                let (start, time) = (Instant::now(), Duration::from_millis(self.time));
                let is_over = || start.elapsed() >= time;
                let time_used = || start.elapsed().as_secs_f64() / time.as_secs_f64();
                let action =
                    bot.choose(table.game(), seat, &Budget::until(&is_over).with_time_used(&time_used));
                let action = action.context("a bot plays its own game")?;
                table.act(seat, prompt, &action, 0)?;
                writeln!(out, "seat {seat} plays {action}")?;
                continue;
            }
            write!(out, "\n{}\nseat {seat} > ", drawing(&table.game().position()))?;
            out.flush()?;
            let Some(line) = input.line()? else { break };
            let answer = match line.as_str() {
                "quit" => break,
                "help" => self.help(),
                "" => action_list(&table, seat),
                "resign" => self.refusal_text(table.declare(seat, Declaration::Resign, 0).map(|_| ())),
                "back" => self.refusal_text(self.take_back(&mut table)),
                action => match table.act(seat, prompt, action, 0).map(|_| ()) {
                    Err(Refused::Illegal(illegal)) => {
                        format!("{}: {}", illegal.article, sentence(&illegal, self.lang))
                    }
                    // Actions take precedence: a cell may have the same name as an article.
                    Err(Refused::Malformed(malformed)) => {
                        self.article(action).unwrap_or_else(|| in_words(&malformed.into(), self.lang))
                    }
                    result => self.refusal_text(result),
                },
            };
            if !answer.is_empty() {
                writeln!(out, "{answer}")?;
            }
        }
        self.save(&table)?;
        writeln!(out, "\n{}\n{}", drawing(&table.game().position()), ending(&table, self.lang))?;
        Ok(())
    }

    fn refusal_text(&self, result: Result<(), Refused>) -> String {
        result.err().map(|refused| in_words(&refused, self.lang)).unwrap_or_default()
    }

    fn bots(&self) -> Result<BTreeMap<Seat, Box<dyn AnyBot>>> {
        let game = self.setting.game;
        let setup = self.setting.setup();
        let seats = setup.seats;
        let mut bots: BTreeMap<Seat, Box<dyn AnyBot>> = BTreeMap::new();
        for (seat, id) in &self.bots {
            if seat.0 >= seats {
                bail!("there is no seat {seat} for {id}: the seats are 0 to {}", seats - 1);
            }
            check_bot(game, &setup, id)?;
            let bot =
                game.kind.bot(id, seed().wrapping_add(u64::from(seat.0))).context("the bot is known")?;
            if bots.insert(*seat, bot).is_some() {
                bail!("seat {seat} is given to two bots");
            }
        }
        Ok(bots)
    }

    fn rulebook(&self) -> &'static str {
        self.setting.game.info().rulebook.get(self.lang)
    }

    fn help(&self) -> String {
        let number = rulebook::articles(self.rulebook()).last().map_or("", |article| article.number);
        format!(
            "  an action      as the rulebook writes it
  (nothing)      list what is legal
  {number:<14} show an article: any number that a refusal cites
  rules {number:<8} the same, where an article is called as an action is
  back           take back the last action that was made on this screen
  resign         leave the game
  quit           leave the terminal; what --save keeps is kept"
        )
    }

    /// The article that `B4` or `rules B4` asks for.
    fn article(&self, line: &str) -> Option<String> {
        let number = line.strip_prefix("rules ").unwrap_or(line).trim();
        let article = rulebook::article(self.rulebook(), number)?;
        Some(format!("{} · {}\n\n{}", article.number, article.title, article.body.trim()))
    }

    /// Takes back the last action that was not a bot's. All other seats agree at once: people share the screen, and bots
    /// always agree.
    fn take_back(&self, table: &mut Table) -> Result<(), Refused> {
        let is_person = |seat: &Seat| self.bots.iter().all(|(bot, _)| bot != seat);
        let people = table.actions_played().filter_map(|(actor, _)| match actor {
            Actor::Seat(seat) => Some(seat).filter(is_person),
            Actor::Nature => None,
        });
        let seat = people.last().ok_or(Refused::NothingToTakeBack)?;
        table.declare(seat, Declaration::TakeBack, 0)?;
        for other in Seat::all(table.setup().seats).filter(|other| *other != seat) {
            if table.offer().is_none() {
                break;
            }
            match table.declare(other, Declaration::Accept, 0) {
                // A seat that has left is not asked.
                Ok(_) | Err(Refused::NotSeated(_)) => {}
                Err(refused) => return Err(refused),
            }
        }
        Ok(())
    }

    /// Writes the record to a temporary file and renames it, so that the file is never incomplete.
    fn save(&self, table: &Table) -> Result<()> {
        let Some(file) = &self.save else { return Ok(()) };
        let mut record = Record::of(table);
        for (seat, bot) in &self.bots {
            record.names.extend(OneLine::new(&format!("bot {bot}")).map(|name| (*seat, name)));
        }
        let mut beside = file.clone().into_os_string();
        beside.push(".part");
        std::fs::write(&beside, record.to_string())
            .and_then(|()| std::fs::rename(&beside, file))
            .with_context(|| format!("{} can't be written", file.display()))
    }
}

/// Fails if the file exists and is not empty, or is not a regular file.
fn check_new(file: &Path) -> Result<()> {
    match std::fs::metadata(file) {
        Ok(found) if !found.is_file() || found.len() > 0 => {
            bail!("{} exists already: save under another name", file.display())
        }
        _ => Ok(()),
    }
}

fn action_list(table: &Table, seat: Seat) -> String {
    let (mut actions, listing) = table.actions(seat);
    actions.sort_unstable();
    match listing {
        Listing::Complete => actions.join("  "),
        Listing::Partial => {
            actions.join("  ") + "  … and more that can't be listed; the rulebook says how to write it"
        }
    }
}

/// A seed from the clock, so that every game differs.
fn seed() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| since.as_nanos() as u64)
}
