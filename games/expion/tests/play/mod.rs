//! Playing a case by hand: a position, an action, and what must come of it.

#![allow(clippy::unwrap_used, dead_code)] // a test says why by failing, and not every one asks everything

use expion::{Action, Expion};
use game::{Actor, Game, Lang, NoOptions, Seat, Turn, rulebook};

/// Plays a table at so many seats, a case a line: `position | action | position after it`, or
/// `position | action | article cells` for a refusal, which lists the cells concerned. Positions are [`sketch`]es.
/// Lines that begin with `#` say what the next ones are about.
pub fn cases(seats: u8, table: &str) {
    for case in table.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let [before, action, then] = case.split('|').map(str::trim).collect::<Vec<_>>()[..] else {
            panic!("not a case: {case}")
        };
        let mut game = position(seats, before);
        if then.starts_with('X') {
            refuses(&game, action, then);
        } else {
            act(&mut game, action);
            assert_eq!(game.to_string(), sketch(then), "{case}");
        }
    }
}

/// The notation of a position from a list of what stands on it: `n:d4,f5 e:e5 x:c3 0 - 5`.
pub fn sketch(text: &str) -> String {
    let mut grid = [['.'; 9]; 9];
    for (row, column) in [(0, 0), (0, 8), (8, 0), (8, 8)] {
        grid[row][column] = '#';
    }
    let mut rest = Vec::new();
    for word in text.split_whitespace() {
        let Some((letter, cells)) = word.split_once(':') else {
            rest.push(word);
            continue;
        };
        for cell in cells.split(',') {
            let [column, row] = cell.as_bytes() else { panic!("no cell: {cell}") };
            let spot = &mut grid[(row - b'1') as usize][(column - b'a') as usize];
            assert_eq!(*spot, '.', "{cell} twice in {text}");
            *spot = letter.chars().next().unwrap();
        }
    }
    let rows: Vec<String> = grid.iter().rev().map(|row| row.iter().collect()).collect();
    format!("{} {}", rows.join("/"), rest.join(" "))
}

/// The position of a sketch.
pub fn position(seats: u8, text: &str) -> Expion {
    let position = Expion::read(seats, &sketch(text)).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(position.to_string(), sketch(text));
    position
}

pub fn opening(seats: u8) -> Expion {
    Expion::new(&NoOptions {}, seats).unwrap()
}

pub fn to_act(game: &Expion) -> Seat {
    game.turn().seats().first().unwrap_or_else(|| panic!("{game} is over"))
}

/// The legal actions, sorted.
pub fn listed(game: &Expion) -> Vec<String> {
    let mut actions = Vec::new();
    game.actions(to_act(game), &mut actions);
    let mut names: Vec<String> = actions.iter().map(ToString::to_string).collect();
    names.sort();
    names
}

/// The legal actions of the marble on a cell, sorted.
pub fn listed_from(game: &Expion, cell: &str) -> Vec<String> {
    listed(game).into_iter().filter(|action| action.starts_with(cell)).collect()
}

/// The seat to act does it.
pub fn act(game: &mut Expion, action: &str) {
    let listed = listed(game);
    assert!(listed.iter().any(|legal| legal == action), "{action} is not listed in {game}: {listed:?}");
    let before = *game;
    let result = game.apply(Actor::Seat(to_act(game)), &action.parse().unwrap());
    result.unwrap_or_else(|refusal| panic!("{action} in {before}: {refusal}"));
}

/// `why`, an article and then cells, forbids the action to the seat to act, and nothing changes.
pub fn refuses(game: &Expion, action: &str, why: &str) {
    assert!(!listed(game).iter().any(|legal| legal == action), "{action} is listed in {game}");
    let mut after = *game;
    let refusal = after.apply(Actor::Seat(to_act(game)), &action.parse().unwrap()).unwrap_err();
    let said: Vec<&str> =
        [refusal.article].into_iter().chain(refusal.at.iter().map(String::as_str)).collect();
    assert_eq!(said.join(" "), why, "{action} in {game}");
    assert_eq!(after, *game);
    for lang in Lang::ALL {
        assert!(rulebook::article(Expion::INFO.rulebook.get(lang), refusal.article).is_some());
    }
}

/// The game is over by `article`, with these places; whatever one tries now is refused by the same article.
pub fn over(game: &Expion, article: &str, places: &[u8]) {
    let Turn::Over(outcome) = game.turn() else { panic!("{game} is not over") };
    assert_eq!(outcome.places().as_slice(), places, "{game}");
    assert_eq!(game.ended_by(), Some(article));
    let mut after = *game;
    for seat in Seat::all(game.seats()) {
        assert_eq!(after.apply(Actor::Seat(seat), &Action::Pass).unwrap_err().article, article);
    }
    assert_eq!(after, *game);
}
