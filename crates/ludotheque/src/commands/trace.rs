//! `ludotheque trace GAME`: the rules for programs.

use super::sentence;
use crate::input::Input;
use crate::setting::Setting;
use anyhow::Result;
use clap::Args;
use game::{Actor, Lang, Outcome, Seat, SeatSet, Turn};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::Serialize;
use std::io::Write as _;
use table::{AnyGame, Refused};

/// Read actions, print positions and legal actions as JSON lines
///
/// Actions are read from the standard input, one a line, in the notation of the rulebook. One line is printed for the
/// opening position and one after each action: `{"seats":[0],"position":"…","actions":["…"],"outcome":null}`, the
/// actions sorted. When the game is over, nobody may act, and the outcome holds the place of each seat; those who tie
/// share one.
///
/// A refused action prints `{"illegal":"ARTICLE","why":"…"}` and changes nothing; the article is null where the line
/// is no action at all. Empty lines are skipped.
///
/// Where several seats may act at once, an action is written after its seat: `1 ACTION`. In games of chance, a fifth
/// field, "nature", lists what chance has done since the line before.
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
struct Refusal {
    illegal: Option<&'static str>,
    why: String,
}

impl Arguments {
    pub fn run(self) -> Result<()> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        let mut game = self.setting.start()?;
        let seats = self.setting.setup().seats;
        let mut out = std::io::BufWriter::with_capacity(1 << 16, std::io::stdout().lock());
        let mut input = Input::standard();
        let nature = settle(&mut *game, &mut rng)?;
        print(&mut out, &Position::of(&*game, nature))?;
        loop {
            // Whoever waits for the answer gets it before we wait for the next line.
            if !input.is_ready() {
                out.flush()?;
            }
            let Some(line) = input.line()? else { break };
            if line.is_empty() {
                continue;
            }
            match act(&mut *game, seats, &line) {
                Ok(()) => {
                    let nature = settle(&mut *game, &mut rng)?;
                    print(&mut out, &Position::of(&*game, nature))?;
                }
                Err(refused) => print(&mut out, &refusal(&refused, self.lang))?,
            }
        }
        out.flush()?;
        Ok(())
    }
}

/// Performs `ACTION` for the seat that is to act, or `1 ACTION` for a seat in particular: as they are listed, so that
/// an action whose notation begins with a number is not mistaken for the seat's where a single seat may act.
fn act(game: &mut dyn AnyGame, seats: u8, line: &str) -> Result<(), Refused> {
    let to_act = game.turn().seats();
    let mut apply = |seat: Seat, action: &str| match seat {
        _ if seat.0 >= seats => Err(Refused::NotSeated(seat)),
        _ => game.apply(Actor::Seat(seat), action).map(|_| ()),
    };
    let first = to_act.first().unwrap_or(Seat(0));
    let Some((seat, action)) = named(line) else { return apply(first, line) };
    if to_act.len() > 1 {
        return apply(seat, action);
    }
    match apply(first, line) {
        Err(Refused::Malformed(_)) => apply(seat, action),
        result => result,
    }
}

/// The seat and the action of `1 ACTION`.
fn named(line: &str) -> Option<(Seat, &str)> {
    let (seat, action) = line.split_once(' ')?;
    let seat = seat.parse().ok().filter(|_| seat.bytes().all(|digit| digit.is_ascii_digit()))?;
    Some((Seat(seat), action.trim_start()))
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

fn refusal(refused: &Refused, lang: Lang) -> Refusal {
    match refused {
        Refused::Illegal(illegal) => Refusal { illegal: Some(illegal.article), why: sentence(illegal, lang) },
        _ => Refusal { illegal: None, why: refused.to_string() },
    }
}

fn print(out: &mut impl std::io::Write, line: &impl Serialize) -> Result<()> {
    serde_json::to_writer(&mut *out, line)?;
    out.write_all(b"\n")?;
    Ok(())
}
