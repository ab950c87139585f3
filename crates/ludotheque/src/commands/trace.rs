//! `ludotheque trace GAME`: the rules for programs.

use crate::setting::Setting;
use anyhow::Result;
use clap::Args;
use game::{Actor, Lang, Outcome, Seat, SeatSet, Turn};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::Serialize;
use std::io::{BufRead as _, BufReader, Write as _};
use table::{AnyGame, Refused};

/// Read actions from the standard input, one a line, and print one JSON line for the opening position and one after
/// each action: {"seats":[0],"position":"…","actions":["…"],"outcome":null}. The actions are sorted. Where several
/// seats may act at once, an action is written after its seat: `1 bid 3`. When the game is over, nobody may act and
/// the outcome holds the places by seat. A refused action prints {"illegal":"ARTICLE","why":"…"} and changes nothing;
/// the article is null where the line is no action at all. Empty lines are skipped.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    setting: Setting,
    /// What Nature does, in games of chance
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// The language of refusals
    #[arg(long, default_value = "en", value_name = "fr|en")]
    lang: Lang,
}

#[derive(Serialize)]
struct Position {
    seats: SeatSet,
    position: String,
    actions: Vec<String>,
    outcome: Option<Outcome>,
    /// What Nature did since the line before.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    nature: Vec<String>,
}

#[derive(Serialize)]
struct Refusal<'a> {
    illegal: Option<&'static str>,
    why: String,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    at: &'a [String],
}

impl Arguments {
    pub fn run(self) -> Result<()> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        let mut game = self.setting.start()?;
        let mut out = std::io::BufWriter::new(std::io::stdout().lock());
        let mut input = BufReader::new(std::io::stdin().lock());
        let nature = settle(&mut *game, &mut rng)?;
        print(&mut out, &Position::of(&*game, nature))?;
        loop {
            // Whoever waits for the answer gets it before we wait for the next line.
            if input.buffer().is_empty() {
                out.flush()?;
            }
            let mut line = Vec::new();
            if input.read_until(b'\n', &mut line)? == 0 {
                return Ok(());
            }
            let line = String::from_utf8_lossy(&line);
            let line = line.trim();
            if !line.is_empty() {
                match act(&mut *game, line) {
                    Ok(()) => {
                        let nature = settle(&mut *game, &mut rng)?;
                        print(&mut out, &Position::of(&*game, nature))?;
                    }
                    Err(refused) => print(&mut out, &refusal(&refused, self.lang))?,
                }
            }
        }
    }
}

/// Performs `3b-4c`, or `1 bid 3` for a seat in particular.
fn act(game: &mut dyn AnyGame, line: &str) -> Result<(), Refused> {
    let named = line.split_once(' ').and_then(|(seat, action)| Some((Seat(seat.parse().ok()?), action)));
    let (seat, action) = named.unwrap_or((game.turn().seats().first().unwrap_or(Seat(0)), line));
    game.apply(Actor::Seat(seat), action).map(|_| ())
}

fn settle(game: &mut dyn AnyGame, rng: &mut Xoshiro256PlusPlus) -> Result<Vec<String>> {
    let mut done = Vec::new();
    while game.turn() == Turn::Nature {
        let action = game.sample(Actor::Nature, rng);
        done.push(game.apply(Actor::Nature, &action)?);
    }
    Ok(done)
}

impl Position {
    fn of(game: &dyn AnyGame, nature: Vec<String>) -> Self {
        let seats = game.turn().seats();
        let named = |seat: Seat| {
            let prefix = if seats.len() > 1 { format!("{seat} ") } else { String::new() };
            game.actions(seat).0.into_iter().map(move |action| format!("{prefix}{action}"))
        };
        let mut actions: Vec<String> = seats.iter().flat_map(named).collect();
        actions.sort_unstable();
        Position { seats, position: game.position(), actions, outcome: game.turn().outcome(), nature }
    }
}

fn refusal(refused: &Refused, lang: Lang) -> Refusal<'_> {
    match refused {
        Refused::Illegal(illegal) => {
            Refusal { illegal: Some(illegal.article), why: illegal.why.get(lang).to_owned(), at: &illegal.at }
        }
        _ => Refusal { illegal: None, why: refused.to_string(), at: &[] },
    }
}

fn print(out: &mut impl std::io::Write, line: &impl Serialize) -> Result<()> {
    serde_json::to_writer(&mut *out, line)?;
    out.write_all(b"\n")?;
    Ok(())
}
