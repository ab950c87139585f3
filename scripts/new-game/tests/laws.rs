//! TITLE obeys the laws that every game must obey; its rulebooks, code and tests cite each other.

use game::{Game, NoOptions};
use NAME::{Action, TYPE};
use testkit::{check_articles, laws, perft_suite, playouts_allocate_nothing, playthrough};

const FOLDER: &str = env!("CARGO_MANIFEST_DIR");

#[test]
fn two_seats_obey_the_laws() {
    laws::<TYPE>(2).universe((0..=9).map(Action)).check_search();
}

#[test]
fn random_games_allocate_nothing() {
    playouts_allocate_nothing::<TYPE>(&NoOptions {}, 2);
}

#[test]
fn perft_figures() {
    perft_suite::<TYPE>(include_str!("perft.txt"));
}

#[test]
fn golden_games() {
    playthrough::<TYPE>(FOLDER, "2-seats", &NoOptions {}, 2, 1);
}

#[test]
fn rulebooks_code_and_tests_cite_the_same_articles() {
    check_articles(FOLDER, &TYPE::INFO);
}
