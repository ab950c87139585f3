//! What an engine knows between two requests, and how it answers them.

use super::words::{Go, Greeting, Hello, Moves, New, PROTOCOL, Request};
use crate::explained::Explained;
use crate::position::{Position, Refusal, named, print};
use crate::setting::check_bot;
use crate::threads::crew;
use anyhow::{Context as _, Result, bail};
use catalog::Entry;
use game::{Budget, Crew, Lang, Seat, Turn};
use serde::Serialize;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use table::{AnyBot, ClockRule, Refused, Setup, Table, Word};

/// A game under way, and who thinks about it.
pub struct Session {
    game: &'static Entry,
    /// The seats and options that a new game has unless it says otherwise.
    usual: Setup,
    /// The id of the bot.
    id: String,
    seed: u64,
    threads: usize,
    lang: Lang,
    table: Table,
    bot: Box<dyn AnyBot>,
    /// Who explains; made when first asked.
    analyst: Option<Box<dyn AnyBot>>,
}

/// An answer besides positions.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Answer<'a> {
    Hello(Greeting),
    Analysis(Explained),
    BestAction(&'a str),
    Error(String),
}

/// The refusal of an entry of a list.
#[derive(Serialize)]
struct RefusedEntry {
    #[serde(flatten)]
    refusal: Refusal,
    /// Its index.
    #[serde(skip_serializing_if = "Option::is_none")]
    entry: Option<usize>,
}

impl Session {
    pub fn new(
        game: &'static Entry,
        usual: Setup,
        id: String,
        seed: u64,
        threads: usize,
        lang: Lang,
    ) -> Result<Self> {
        let table = Table::open(game.kind, usual.clone(), ClockRule::None)?;
        let Some(bot) = game.kind.bot(&id, seed) else {
            check_bot(game, &usual, &id)?;
            bail!("{} has no bot `{id}`", game.info().name);
        };
        Ok(Session { game, usual, id, seed, threads, lang, table, bot, analyst: None })
    }

    /// Answers a request; its thought ends when `stop` says so. Fails only where nobody reads the answer.
    pub fn answer(&mut self, request: Request, stop: &AtomicBool, out: &mut impl Write) -> Result<()> {
        match request {
            Request::Hello(Hello { protocol: PROTOCOL }) => print(out, &Answer::Hello(self.greeting())),
            Request::Hello(Hello { protocol }) => {
                error(out, format!("this program speaks version {PROTOCOL} of the protocol, not {protocol}"))
            }
            Request::New(new) => match self.begin(&new) {
                Ok(Ok(())) => self.show(out),
                Ok(Err(refused)) => print(out, &refused),
                Err(why) => error(out, format!("{why:#}")),
            },
            Request::Position(Moves { actions }) => {
                match opened(self.game, self.table.setup().clone(), &actions, self.lang) {
                    Ok(Ok(table)) => {
                        self.table = table;
                        self.show(out)
                    }
                    Ok(Err(refused)) => print(out, &refused),
                    Err(why) => error(out, format!("{why:#}")),
                }
            }
            Request::Play(text) => match perform(&mut self.table, &text) {
                Ok(()) => self.show(out),
                Err(refused) => {
                    print(out, &RefusedEntry { refusal: Refusal::of(&refused, self.lang), entry: None })
                }
            },
            Request::Go(go) => self.think(&go, go.lines.unwrap_or(0), Thinker::Bot, stop, out),
            Request::Analysis(go) => {
                self.think(&go, go.lines.unwrap_or(1).max(1), Thinker::Analyst, stop, out)
            }
            // Both are obeyed where they are heard.
            Request::Stop(_) | Request::Quit(_) => Ok(()),
        }
    }

    /// Says what is wrong with a line that is no request.
    pub fn garbage(&self, why: &str, out: &mut impl Write) -> Result<()> {
        error(
            out,
            format!(
                "this is no request ({why}); requests are hello, new, position, play, go, analysis, stop, quit"
            ),
        )
    }

    fn greeting(&self) -> Greeting {
        let info = self.game.info();
        let setup = self.table.setup();
        Greeting {
            protocol: PROTOCOL,
            engine: concat!("ludotheque ", env!("CARGO_PKG_VERSION")).to_owned(),
            game: info.id.to_owned(),
            rules: info.rules_version,
            seats: setup.seats,
            options: setup.options.clone(),
            bot: self.id.clone(),
            bots: self.game.kind.bots().iter().map(|bot| bot.id.to_owned()).collect(),
        }
    }

    fn begin(&mut self, new: &New) -> Result<Result<(), RefusedEntry>> {
        let id = self.game.info().id;
        if new.game.as_deref().is_some_and(|asked| asked != id) {
            bail!("this engine plays {id}, nothing else");
        }
        let setup = Setup {
            seats: new.seats.unwrap_or(self.usual.seats),
            options: new.options.clone().unwrap_or_else(|| self.usual.options.clone()),
        };
        let table = match opened(self.game, setup, &new.actions, self.lang)? {
            Ok(table) => table,
            Err(refused) => return Ok(Err(refused)),
        };
        check_bot(self.game, table.setup(), &self.id)?;
        let seed = new.seed.unwrap_or(self.seed);
        self.bot = self.game.kind.bot(&self.id, seed).context("the bot was there before")?;
        self.analyst = None;
        self.table = table;
        Ok(Ok(()))
    }

    fn show(&self, out: &mut impl Write) -> Result<()> {
        print(out, &Position::of(self.table.game(), Vec::new()))
    }

    fn think(
        &mut self,
        go: &Go,
        lines: usize,
        thinker: Thinker,
        stop: &AtomicBool,
        out: &mut impl Write,
    ) -> Result<()> {
        let seat = match self.asking(go, thinker) {
            Ok(seat) => seat,
            Err(why) => return error(out, format!("{why:#}")),
        };
        let start = Instant::now();
        let time = go.time.map(Duration::from_millis);
        let is_over = || stop.load(Ordering::Relaxed) || time.is_some_and(|time| start.elapsed() >= time);
        let gone = || time.map_or(0.0, |time| start.elapsed().as_secs_f64() / time.as_secs_f64());
        let threads = crew(self.threads);
        let budget = Budget::until(&is_over)
            .with_gone(&gone)
            .at_most(go.nodes.unwrap_or(u64::MAX))
            .with_crew(Crew::new(self.threads, &threads));
        let bot = match thinker {
            Thinker::Bot => &mut self.bot,
            Thinker::Analyst => match &mut self.analyst {
                Some(analyst) => analyst,
                none => match self.game.kind.analyst(self.seed) {
                    Some(analyst) => none.insert(analyst),
                    None => return error(out, "nobody here can explain this game".to_owned()),
                },
            },
        };
        let mut best = None;
        let mut told = Ok(());
        if lines > 0 {
            bot.analyse(self.table.game(), seat, lines, &budget, &mut |analysis| {
                best = analysis.lines.first().and_then(|line| line.actions.first()).cloned();
                if told.is_ok() {
                    told = print(out, &Answer::Analysis(analysis.into())).and_then(|()| Ok(out.flush()?));
                }
                if told.is_err() {
                    stop.store(true, Ordering::Relaxed);
                }
            });
        }
        told?;
        let best = best.or_else(|| bot.choose(self.table.game(), seat, &budget));
        let best = best.context("a bot plays its own game")?;
        let several = self.table.turn().seats().len() > 1;
        print(out, &Answer::BestAction(&if several { format!("{seat} {best}") } else { best }))
    }

    /// The seat that an action is wanted of.
    fn asking(&self, go: &Go, thinker: Thinker) -> Result<Seat> {
        let seats = match self.table.turn() {
            Turn::Over(_) => bail!("the game is over"),
            Turn::Nature => bail!("Nature is to act: play what it does, as `* ACTION`"),
            Turn::Seats(seats) => seats,
        };
        if thinker == Thinker::Bot {
            check_bot(self.game, self.table.setup(), &self.id)?;
        }
        match go.seat {
            Some(seat) if seats.iter().any(|other| other == seat) => Ok(seat),
            Some(seat) => bail!("seat {seat} may not act now"),
            None => seats.first().context("somebody may act"),
        }
    }
}

/// Who thinks.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Thinker {
    Bot,
    Analyst,
}

fn error(out: &mut impl Write, why: String) -> Result<()> {
    print(out, &Answer::Error(why))
}

/// A table after these entries; the first one that it refuses, with its index.
fn opened(game: &Entry, setup: Setup, entries: &[String], lang: Lang) -> Result<Result<Table, RefusedEntry>> {
    let mut table = Table::open(game.kind, setup, ClockRule::None)?;
    for (index, text) in entries.iter().enumerate() {
        if let Err(refused) = perform(&mut table, text) {
            let refusal = Refusal::of(&refused, lang);
            return Ok(Err(RefusedEntry { refusal, entry: Some(index) }));
        }
    }
    Ok(Ok(table))
}

/// Performs an entry: `ACTION`, `1 ACTION` where several seats may act, `* ACTION` for Nature, `1 !resign`.
fn perform(table: &mut Table, text: &str) -> Result<(), Refused> {
    let to_act = table.turn().seats();
    let mut act = |seat: Seat, action: &str| {
        let prompt = table.prompt(seat).unwrap_or(0);
        table.act(seat, prompt, action, 0).map(|_| ())
    };
    let first = to_act.first().unwrap_or(Seat(0));
    match named(text) {
        Some((seat, "!resign")) => table.say(seat, Word::Resign, 0).map(|_| ()),
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
