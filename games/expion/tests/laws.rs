//! EX*PION obeys the laws that every game must obey, at every seat count; its rulebooks, code and tests cite each
//! other.

use expion::{Action, Cell, Chameleon, Expion};
use game::{Game, NoOptions};
use testkit::{check_articles, check_encoding, laws, perft_suite, playouts_allocate_nothing, playthrough};

const FOLDER: &str = env!("CARGO_MANIFEST_DIR");

/// Actions that the notation can say, most of them absurd: from every cell and every missing corner, one step in all
/// eight directions, and up to four cells straight on.
fn universe() -> Vec<Action> {
    let cells: Vec<Cell> = (0..81).map(|i| Cell::at(i % 9, i / 9)).collect();
    let mut actions = vec![Action::Pass];
    for from in cells.iter().copied() {
        for to in cells.iter().copied() {
            let (columns, rows) = (from.column().abs_diff(to.column()), from.row().abs_diff(to.row()));
            let (silent, called) = (Chameleon::Silent, Chameleon::Called);
            match (columns.min(rows), columns.max(rows)) {
                (0, 1) => actions.extend([
                    Action::Move { from, to, chameleon: silent },
                    Action::Move { from, to, chameleon: called },
                    Action::Push { from, to, chameleon: silent },
                    Action::Push { from, to, chameleon: called },
                ]),
                (0, 2..=3) => actions.extend([
                    Action::Move { from, to, chameleon: silent },
                    Action::Move { from, to, chameleon: called },
                    Action::Push { from, to, chameleon: silent },
                ]),
                (0, 0 | 4) => actions.push(Action::Move { from, to, chameleon: silent }),
                (1, 1) => actions.push(Action::Push { from, to, chameleon: silent }),
                _ => {}
            }
        }
    }
    actions
}

/// A thousand games with a sample of the absurd, and fewer with all of it.
fn obey(seats: u8) {
    laws::<Expion>(seats).universe(universe().into_iter().step_by(13)).check_search();
    laws::<Expion>(seats).games(40).universe(universe()).check();
}

#[test]
fn two_seats_obey_the_laws() {
    obey(2);
}

#[test]
fn three_seats_obey_the_laws() {
    obey(3);
}

#[test]
fn four_seats_obey_the_laws() {
    obey(4);
}

#[test]
fn random_games_allocate_nothing() {
    for seats in 2..=4 {
        playouts_allocate_nothing::<Expion>(&NoOptions {}, seats);
    }
}

#[test]
fn ids_observations_and_symmetries_are_sound() {
    let settings = [2, 3, 4].map(|seats| (NoOptions {}, seats));
    check_encoding::<Expion>(FOLDER, &settings, 60);
}

#[test]
fn perft_figures() {
    perft_suite::<Expion>(include_str!("perft.txt"));
}

#[test]
fn golden_games() {
    for seats in 2..=4 {
        playthrough::<Expion>(FOLDER, &format!("{seats}-seats"), &NoOptions {}, seats, 1);
    }
}

#[test]
fn rulebooks_code_and_tests_cite_the_same_articles() {
    check_articles(FOLDER, &Expion::INFO);
}
