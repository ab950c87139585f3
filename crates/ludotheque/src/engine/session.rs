//! The state of an engine between requests, and its answers.

use super::protocol::{ActionList, Go, Hello, HelloAnswer, NewGame, PROTOCOL, Request};
use crate::analysis::AnalysisReport;
use crate::position::{Position, Refusal, named, print};
use crate::setting::check_bot;
use crate::threads::run_on_threads;
use anyhow::{Context as _, Result, bail};
use catalog::CatalogGame;
use game::{Budget, Lang, Seat, Threads, Turn};
use serde::Serialize;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use table::{AnyBot, ClockRule, Declaration, Refused, Setup, Table};

/// A game in progress, and the bot that searches it.
pub struct Session {
    game: &'static CatalogGame,
    /// The seats and options of a new game that does not set them.
    default_setup: Setup,
    bot_id: String,
    seed: u64,
    threads: usize,
    lang: Lang,
    table: Table,
    bot: Box<dyn AnyBot>,
    /// The bot that analyses; made at the first request.
    analyst: Option<Box<dyn AnyBot>>,
}

/// An answer besides positions.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Answer<'a> {
    Hello(HelloAnswer),
    Analysis(AnalysisReport),
    BestAction(&'a str),
    Error(String),
}

/// The refusal of an entry.
#[derive(Serialize)]
struct RefusedEntry {
    #[serde(flatten)]
    refusal: Refusal,
    /// Its index, if it was part of a list.
    #[serde(skip_serializing_if = "Option::is_none")]
    entry: Option<usize>,
}

impl Session {
    pub fn new(
        game: &'static CatalogGame,
        default_setup: Setup,
        bot_id: String,
        seed: u64,
        threads: usize,
        lang: Lang,
    ) -> Result<Self> {
        let table = Table::open(game.kind, default_setup.clone(), ClockRule::None)?;
        let Some(bot) = game.kind.bot(&bot_id, seed) else {
            check_bot(game, &default_setup, &bot_id)?;
            bail!("{} has no bot `{bot_id}`", game.info().name);
        };
        Ok(Session { game, default_setup, bot_id, seed, threads, lang, table, bot, analyst: None })
    }

    /// Answers a request; its search ends when `stop` is set. Fails only if the answer cannot be written.
    pub fn answer(&mut self, request: Request, stop: &AtomicBool, out: &mut impl Write) -> Result<()> {
        match request {
            Request::Hello(Hello { protocol: PROTOCOL }) => print(out, &Answer::Hello(self.hello_answer())),
            Request::Hello(Hello { protocol }) => {
                error(out, format!("this program speaks version {PROTOCOL} of the protocol, not {protocol}"))
            }
            Request::New(new) => match self.new_game(&new) {
                Ok(Ok(())) => self.show(out),
                Ok(Err(refused)) => print(out, &refused),
                Err(why) => error(out, format!("{why:#}")),
            },
            Request::Position(ActionList { actions }) => {
                match table_after(self.game, self.table.setup().clone(), &actions, self.lang) {
                    Ok(Ok(table)) => {
                        self.table = table;
                        self.show(out)
                    }
                    Ok(Err(refused)) => print(out, &refused),
                    Err(why) => error(out, format!("{why:#}")),
                }
            }
            Request::Play(text) => match apply_entry(&mut self.table, &text) {
                Ok(()) => self.show(out),
                Err(refused) => {
                    print(out, &RefusedEntry { refusal: Refusal::of(&refused, self.lang), entry: None })
                }
            },
            Request::Go(go) => self.search(&go, go.lines.unwrap_or(0), Searcher::Bot, stop, out),
            Request::Analysis(go) => {
                self.search(&go, go.lines.unwrap_or(1).max(1), Searcher::Analyst, stop, out)
            }
            // The request reader handles both.
            Request::Stop(_) | Request::Quit(_) => Ok(()),
        }
    }

    /// Answers a line that is no request.
    pub fn invalid(&self, why: &str, out: &mut impl Write) -> Result<()> {
        error(
            out,
            format!(
                "this is no request ({why}); requests are hello, new, position, play, go, analysis, stop, quit"
            ),
        )
    }

    fn hello_answer(&self) -> HelloAnswer {
        let info = self.game.info();
        let setup = self.table.setup();
        HelloAnswer {
            protocol: PROTOCOL,
            engine: concat!("ludotheque ", env!("CARGO_PKG_VERSION")).to_owned(),
            game: info.id.to_owned(),
            rules: info.rules_version,
            seats: setup.seats,
            options: setup.options.clone(),
            bot: self.bot_id.clone(),
            bots: self.game.kind.bots().iter().map(|bot| bot.id.to_owned()).collect(),
        }
    }

    fn new_game(&mut self, new: &NewGame) -> Result<Result<(), RefusedEntry>> {
        let id = self.game.info().id;
        if new.game.as_deref().is_some_and(|asked| asked != id) {
            bail!("this engine plays {id}, nothing else");
        }
        let setup = Setup {
            seats: new.seats.unwrap_or(self.default_setup.seats),
            options: new.options.clone().unwrap_or_else(|| self.default_setup.options.clone()),
        };
        let table = match table_after(self.game, setup, &new.actions, self.lang)? {
            Ok(table) => table,
            Err(refused) => return Ok(Err(refused)),
        };
        check_bot(self.game, table.setup(), &self.bot_id)?;
        let seed = new.seed.unwrap_or(self.seed);
        self.bot = self.game.kind.bot(&self.bot_id, seed).context("the bot was there before")?;
        self.analyst = None;
        self.table = table;
        Ok(Ok(()))
    }

    fn show(&self, out: &mut impl Write) -> Result<()> {
        print(out, &Position::of(self.table.game(), Vec::new()))
    }

    fn search(
        &mut self,
        go: &Go,
        lines: usize,
        searcher: Searcher,
        stop: &AtomicBool,
        out: &mut impl Write,
    ) -> Result<()> {
        let seat = match self.seat_to_search(go, searcher) {
            Ok(seat) => seat,
            Err(why) => return error(out, format!("{why:#}")),
        };
        let start = Instant::now();
        let time = go.time.map(Duration::from_millis);
        let is_over = || stop.load(Ordering::Relaxed) || time.is_some_and(|time| start.elapsed() >= time);
        let time_used = || time.map_or(0.0, |time| start.elapsed().as_secs_f64() / time.as_secs_f64());
        let run = run_on_threads(self.threads);
        let budget = Budget::until(&is_over)
            .with_time_used(&time_used)
            .at_most(go.nodes.unwrap_or(u64::MAX))
            .with_threads(Threads::new(self.threads, &run));
        let bot = match searcher {
            Searcher::Bot => &mut self.bot,
            Searcher::Analyst => match &mut self.analyst {
                Some(analyst) => analyst,
                none => match self.game.kind.analyst(self.seed) {
                    Some(analyst) => none.insert(analyst),
                    None => return error(out, "this game has no bot that can analyse".to_owned()),
                },
            },
        };
        let mut best = None;
        let mut printed = Ok(());
        if lines > 0 {
            bot.analyse(self.table.game(), seat, lines, &budget, &mut |analysis| {
                best = analysis.lines.first().and_then(|line| line.actions.first()).cloned();
                if printed.is_ok() {
                    printed = print(out, &Answer::Analysis(analysis.into())).and_then(|()| Ok(out.flush()?));
                }
                if printed.is_err() {
                    stop.store(true, Ordering::Relaxed);
                }
            });
        }
        printed?;
        let best = best.or_else(|| bot.choose(self.table.game(), seat, &budget));
        let best = best.context("a bot plays its own game")?;
        let several = self.table.turn().seats().len() > 1;
        print(out, &Answer::BestAction(&if several { format!("{seat} {best}") } else { best }))
    }

    /// The seat to search for; fails if none may act.
    fn seat_to_search(&self, go: &Go, searcher: Searcher) -> Result<Seat> {
        let seats = match self.table.turn() {
            Turn::Over(_) => bail!("the game is over"),
            Turn::Nature => bail!("Nature is to act: play what it does, as `* ACTION`"),
            Turn::Seats(seats) => seats,
        };
        if searcher == Searcher::Bot {
            check_bot(self.game, self.table.setup(), &self.bot_id)?;
        }
        match go.seat {
            Some(seat) if seats.iter().any(|other| other == seat) => Ok(seat),
            Some(seat) => bail!("seat {seat} may not act now"),
            None => seats.first().context("a seat may act"),
        }
    }
}

/// Which bot searches.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Searcher {
    Bot,
    Analyst,
}

fn error(out: &mut impl Write, why: String) -> Result<()> {
    print(out, &Answer::Error(why))
}

/// A table after these entries; or the refusal of the first illegal entry, with its index.
fn table_after(
    game: &CatalogGame,
    setup: Setup,
    entries: &[String],
    lang: Lang,
) -> Result<Result<Table, RefusedEntry>> {
    let mut table = Table::open(game.kind, setup, ClockRule::None)?;
    for (index, text) in entries.iter().enumerate() {
        if let Err(refused) = apply_entry(&mut table, text) {
            let refusal = Refusal::of(&refused, lang);
            return Ok(Err(RefusedEntry { refusal, entry: Some(index) }));
        }
    }
    Ok(Ok(table))
}

/// Applies an entry: `ACTION`, `1 ACTION` where several seats may act, `* ACTION` for Nature, `1 !resign`.
fn apply_entry(table: &mut Table, text: &str) -> Result<(), Refused> {
    let to_act = table.turn().seats();
    let mut act = |seat: Seat, action: &str| {
        let prompt = table.prompt(seat).unwrap_or(0);
        table.act(seat, prompt, action, 0).map(|_| ())
    };
    let first = to_act.first().unwrap_or(Seat(0));
    match named(text) {
        Some((seat, "!resign")) => table.declare(seat, Declaration::Resign, 0).map(|_| ()),
        Some((seat, action)) if to_act.len() > 1 => act(seat, action),
        Some((seat, action)) => match act(first, text) {
            Err(Refused::Malformed(_)) => act(seat, action),
            result => result,
        },
        None => match text.strip_prefix("* ") {
            Some(action) => table.nature(action.trim_start(), 0).map(|_| ()),
            None => act(first, text),
        },
    }
}
