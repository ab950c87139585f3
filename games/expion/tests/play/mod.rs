//! Playing a case by hand: a position, an action, and what must come of it.

#![allow(clippy::unwrap_used, dead_code, unused_imports)] // a test says why by failing, and not every one asks everything

use expion::Expion;
use game::{Game, NoOptions};
pub use testkit::{act, refuses, to_act};

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

/// The legal actions, sorted.
pub fn listed(game: &Expion) -> Vec<String> {
    let mut names = testkit::listed(game);
    names.sort();
    names
}

/// The legal actions of the marble on a cell, sorted.
pub fn listed_from(game: &Expion, cell: &str) -> Vec<String> {
    listed(game).into_iter().filter(|action| action.starts_with(cell)).collect()
}

/// The game is over by `article`, with these places.
pub fn over(game: &Expion, article: &str, places: &[u8]) {
    testkit::is_over(game, article, places, "pass");
    assert_eq!(game.ended_by(), Some(article));
}
