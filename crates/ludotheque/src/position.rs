//! Positions and refusals as JSON lines, and parsing of actions with a seat.

use anyhow::Result;
use game::{Actor, Illegal, Lang, Outcome, Seat, SeatSet};
use serde::Serialize;
use table::{AnyGame, Refused};

/// A position and its legal actions.
#[derive(Serialize)]
pub struct Position {
    seats: SeatSet,
    position: String,
    actions: Vec<String>,
    outcome: Option<Outcome>,
    /// Nature's actions since the line before.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    nature: Vec<String>,
}

impl Position {
    pub fn of(game: &dyn AnyGame, nature: Vec<String>) -> Self {
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

/// Why an action was refused, with the article that forbids it; without one if the text is no action.
#[derive(Serialize)]
pub struct Refusal {
    illegal: Option<&'static str>,
    pub why: String,
}

impl Refusal {
    pub fn of(refused: &Refused, lang: Lang) -> Self {
        match refused {
            Refused::Illegal(illegal) => {
                Refusal { illegal: Some(illegal.article), why: sentence(illegal, lang) }
            }
            _ => Refusal { illegal: None, why: in_words(refused, lang) },
        }
    }
}

/// Why something is refused that no article forbids.
pub fn in_words(refused: &Refused, lang: Lang) -> String {
    let french = match refused {
        _ if lang == Lang::En => return refused.to_string(),
        Refused::Illegal(illegal) => return format!("{}: {}", illegal.article, sentence(illegal, lang)),
        Refused::Malformed(malformed) => {
            return format!("« {} » n’est pas un coup : {}", malformed.text, malformed.expected.fr);
        }
        Refused::NotSeated(seat) => return format!("la place {seat} ne joue pas ici"),
        Refused::OutOfTime(seat) => return format!("la place {seat} n’a plus de temps"),
        Refused::TimeLeft(seat) => return format!("la place {seat} a encore du temps"),
        Refused::Stale => "cela répond à une position d’avant : regardez de nouveau",
        Refused::Over => "la partie est finie",
        Refused::NothingToTakeBack => "il n’y a rien à reprendre",
        Refused::NoOffer => "il n’y a pas de proposition à laquelle répondre",
        Refused::OfferOpen => "une autre proposition attend sa réponse",
        Refused::TimeBackwards => "le temps recule",
    };
    french.to_owned()
}

/// Why an action is forbidden, with the cells concerned.
pub fn sentence(illegal: &Illegal, lang: Lang) -> String {
    let why = illegal.why.get(lang);
    if illegal.at.is_empty() { why.to_owned() } else { format!("{why} ({})", illegal.at.join(", ")) }
}

/// Performs `ACTION` for the seat to act, or `1 ACTION` for that seat. Where a single seat may act, the whole text is tried
/// first, because the notation of an action may begin with a number.
pub fn act(game: &mut dyn AnyGame, seats: u8, line: &str) -> Result<(), Refused> {
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
pub fn named(line: &str) -> Option<(Seat, &str)> {
    let (seat, action) = line.split_once(' ')?;
    let seat = seat.parse().ok().filter(|_| seat.bytes().all(|digit| digit.is_ascii_digit()))?;
    Some((Seat(seat), action.trim_start()))
}

/// Writes one JSON object and ends its line.
pub fn print(out: &mut impl std::io::Write, line: &impl Serialize) -> Result<()> {
    serde_json::to_writer(&mut *out, line)?;
    out.write_all(b"\n")?;
    Ok(())
}
