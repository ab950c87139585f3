//! Playing a case by hand: a position, an action, and what must come of it.

#![allow(clippy::unwrap_used)] // a test says why by failing

use basik::{Action, Basik};
use game::{Actor, Game, Lang, NoOptions, Seat, Turn, rulebook};

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

pub fn to_act(game: &Basik) -> Seat {
    game.turn().seats().first().unwrap_or_else(|| panic!("{game} is over"))
}

pub fn listed(game: &Basik) -> Vec<String> {
    let mut actions = Vec::new();
    game.actions(to_act(game), &mut actions);
    actions.iter().map(ToString::to_string).collect()
}

/// The seat to act does it.
pub fn act(game: &mut Basik, action: &str) {
    let listed = listed(game);
    assert!(listed.iter().any(|legal| legal == action), "{action} is not listed in {game}: {listed:?}");
    let before = *game;
    let result = game.apply(Actor::Seat(to_act(game)), &action.parse().unwrap());
    result.unwrap_or_else(|refusal| panic!("{action} in {before}: {refusal}"));
}

/// `why`, an article and then cells, forbids the action to the seat to act, and nothing changes.
pub fn refuses(game: &Basik, action: &str, why: &str) {
    assert!(!listed(game).iter().any(|legal| legal == action), "{action} is listed in {game}");
    let mut after = *game;
    let refusal = after.apply(Actor::Seat(to_act(game)), &action.parse().unwrap()).unwrap_err();
    let said: Vec<&str> =
        [refusal.article].into_iter().chain(refusal.at.iter().map(String::as_str)).collect();
    assert_eq!(said.join(" "), why, "{action} in {game}");
    assert_eq!(after, *game);
    for lang in Lang::ALL {
        assert!(rulebook::article(Basik::INFO.rulebook.get(lang), refusal.article).is_some());
    }
}

/// The game is over by `article`, with these places; whatever one tries now is refused by the same article.
pub fn over(game: &Basik, article: &str, places: &[u8]) {
    let Turn::Over(outcome) = game.turn() else { panic!("{game} is not over") };
    assert_eq!(outcome.places().as_slice(), places, "{game}");
    let mut after = *game;
    for seat in Seat::all(game.seats()) {
        assert_eq!(after.apply(Actor::Seat(seat), &Action::Pass).unwrap_err().article, article);
    }
    assert_eq!(after, *game);
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
