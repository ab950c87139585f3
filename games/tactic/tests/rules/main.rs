//! A case or more for every article of the rulebook: a position, actions, and what becomes of it.

mod blockade;
mod board;
mod drawings;
mod end;
mod notation;
mod pieces;
mod turn;
mod variants;

use game::{Actor, Game, Illegal, Seat, Turn};
use tactic::Tactic;

/// The position of that text, in which `_` stands for an empty line and `_7` for seven of them.
fn position(text: &str) -> Tactic {
    spelled_out(text).parse().unwrap_or_else(|error| panic!("{error}"))
}

fn spelled_out(text: &str) -> String {
    let (lines, rest) = text.split_once(' ').expect("lines, then the other words");
    let mut number = 14;
    let mut spelled = Vec::new();
    for line in lines.split('/') {
        let empty = line.strip_prefix('_').map(|count| count.parse().unwrap_or(1));
        for _ in 0..empty.unwrap_or(1) {
            number -= 1;
            let width = match number {
                1 | 13 => 3,
                2 | 12 => 4,
                odd if odd % 2 == 1 => 6,
                _ => 7,
            };
            spelled.push(if empty.is_some() { ".".repeat(width) } else { line.to_owned() });
        }
    }
    format!("{} {rest}", spelled.join("/"))
}

/// What the seat to act may do, sorted.
fn actions(game: &Tactic) -> Vec<String> {
    let mut listed = Vec::new();
    if let Some(seat) = game.turn().seats().first() {
        game.actions(seat, &mut listed);
    }
    let mut names: Vec<String> = listed.iter().map(ToString::to_string).collect();
    names.sort();
    names
}

fn try_to(game: &mut Tactic, action: &str) -> Result<(), Illegal> {
    let seat = game.turn().seats().first().unwrap_or(Seat(0));
    game.apply(Actor::Seat(seat), &action.parse().expect("an action"))
}

/// Plays actions, separated by commas, of whoever is to act.
fn play(game: &mut Tactic, actions: &str) {
    for action in actions.split(", ") {
        try_to(game, action).unwrap_or_else(|refusal| panic!("{action} in {game}: {refusal}"));
    }
}

/// From one position by some actions to another.
fn leads(from: &str, actions: &str, to: &str) {
    let mut game = position(from);
    play(&mut game, actions);
    assert_eq!(game.to_string(), spelled_out(to), "after {actions}");
}

/// The action is refused by that article, which points at these places; nothing changes.
fn refuses(from: &str, action: &str, article: &str, at: &[&str]) {
    let mut game = position(from);
    let refusal = try_to(&mut game, action).expect_err(action);
    assert_eq!(
        (refusal.article, refusal.at),
        (article, at.iter().map(ToString::to_string).collect()),
        "{action}"
    );
    assert_eq!(game.to_string(), spelled_out(from));
}

/// The places of a game that is over.
fn places(game: &Tactic) -> Vec<u8> {
    match game.turn() {
        Turn::Over(outcome) => outcome.places().as_slice().to_vec(),
        going_on => panic!("not over: {going_on:?} in {game}"),
    }
}

/// The game is over by that article, with these points and places.
fn ends(game: &Tactic, article: &str, points: [u8; 2], expected: [u8; 2]) {
    assert_eq!(game.end().and_then(|end| end.article()), Some(article), "{game}");
    assert_eq!(game.points().as_slice(), points, "{game}");
    assert_eq!(places(game), expected, "{game}");
}
