//! Playing a case by hand: a position, an action, and what must come of it.

#![allow(clippy::unwrap_used)] // a test says why by failing

use basik::Basik;
use game::{Game, NoOptions};
pub use testkit::{act, listed, refuses, to_act};

/// Plays a table, a case a line: `position | action | position after it`, or `position | action | article cells` for a
/// refusal, which lists the cells concerned. Lines that begin with `#` say what the next ones are about.
pub fn cases(table: &str) {
    for case in table.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let [before, action, then] = case.split(" | ").map(str::trim).collect::<Vec<_>>()[..] else {
            panic!("not a case: {case}")
        };
        let mut game = position(before);
        if then.starts_with('B') {
            refuses(&game, action, then);
        } else {
            act(&mut game, action);
            assert_eq!(game.to_string(), then, "{case}");
        }
    }
}

pub fn position(text: &str) -> Basik {
    let position: Basik = text.parse().unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(position.to_string(), text);
    position
}

pub fn opening(seats: u8) -> Basik {
    Basik::new(&NoOptions {}, seats).unwrap()
}

/// A position with so many actions behind it that brought neither a placement nor a removed pile (B19).
pub fn after_quiet(actions: u8, text: &str) -> Basik {
    let saved = serde_json::json!({ "position": text, "quiet": actions, "passes": 0, "gone": [] });
    serde_json::from_value(saved).unwrap()
}

/// The game is over with these places, and `article` says so.
pub fn over(game: &Basik, article: &str, places: &[u8]) {
    testkit::is_over(game, article, places, "pass");
}

/// A cell as its column and row, from 0.
pub type Spot = (i8, i8);

/// Every cell of a board, with its name.
pub fn cells(side: i8) -> impl Iterator<Item = (Spot, String)> {
    let spots = (0..side).flat_map(move |row| (0..side).map(move |column| (column, row)));
    spots.map(|(column, row)| ((column, row), format!("{}{}", (b'a' + column as u8) as char, row + 1)))
}

/// B3, by arithmetic.
pub fn are_neighbours(a: Spot, b: Spot) -> bool {
    (a.0 - b.0).abs() <= 1 && (a.1 - b.1).abs() <= 1 && a != b
}

/// B3, by arithmetic.
pub fn share_a_side(a: Spot, b: Spot) -> bool {
    (a.0 - b.0).abs() + (a.1 - b.1).abs() == 1
}

/// The cells of a board that `wanted` picks, by name.
pub fn names(side: i8, wanted: impl Fn(Spot) -> bool) -> Vec<String> {
    cells(side).filter(|(spot, _)| wanted(*spot)).map(|(_, name)| name).collect()
}
