//! Basik obeys the laws that every game must obey, at every seat count; its rulebooks, code and tests cite each other.

use basik::{Action, Basik, Cell};
use game::{Game, NoOptions};
use testkit::{check_articles, check_encoding, laws, perft_suite, playouts_allocate_nothing, playthrough};

const FOLDER: &str = env!("CARGO_MANIFEST_DIR");

/// Every action that the notation can say.
fn universe() -> Vec<Action> {
    let cells: Vec<Cell> = (0..25).map(|i| Cell::at(i % 5, i / 5)).collect();
    let pairs = cells.iter().flat_map(|from| cells.iter().map(|to| (*from, *to)));
    let carried = pairs.flat_map(|(from, to)| {
        [Action::Stack { from, to }, Action::Move { from, to }, Action::Substitute { from, to }]
    });
    carried.chain(cells.iter().copied().map(Action::Place)).chain([Action::Pass]).collect()
}

#[test]
fn two_seats_obey_the_laws() {
    laws::<Basik>(2).universe(universe()).check_search();
}

#[test]
fn three_seats_obey_the_laws() {
    laws::<Basik>(3).universe(universe()).check_search();
}

#[test]
fn four_seats_obey_the_laws() {
    laws::<Basik>(4).universe(universe()).check_search();
}

#[test]
fn random_games_allocate_nothing() {
    for seats in 2..=4 {
        playouts_allocate_nothing::<Basik>(&NoOptions {}, seats);
    }
}

#[test]
fn ids_observations_and_symmetries_are_sound() {
    let settings = [2, 3, 4].map(|seats| (NoOptions {}, seats));
    check_encoding::<Basik>(FOLDER, &settings, 200);
}

#[test]
fn perft_figures() {
    perft_suite::<Basik>(include_str!("perft.txt"));
}

#[test]
fn golden_games() {
    for seats in 2..=4 {
        playthrough::<Basik>(FOLDER, &format!("{seats}-seats"), &NoOptions {}, seats, 1);
    }
}

#[test]
fn rulebooks_code_and_tests_cite_the_same_articles() {
    check_articles(FOLDER, &Basik::INFO);
}
