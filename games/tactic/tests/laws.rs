//! Tactic obeys the laws that every game must obey, in every variant; its rulebooks, code and tests cite each other.

use game::Game;
use tactic::{Action, Options, Station, Tactic, Variant};
use testkit::{check_articles, check_encoding, laws, perft_suite, playouts_allocate_nothing, playthrough};

const FOLDER: &str = env!("CARGO_MANIFEST_DIR");

/// Everything that the notation can say, but of the moves between stations that no track joins only one in 23: enough
/// to meet every refusal, and few enough to be tried thousands of times.
fn universe() -> Vec<Action> {
    let stations: Vec<Station> = Station::all().collect();
    let joined = |from: Station, to: Station| {
        let (forward, lateral) = from.tracks();
        (forward | lateral) & to.bit() != 0
    };
    let pairs = stations.iter().flat_map(|from| stations.iter().map(|to| (*from, *to)));
    let pairs = pairs
        .enumerate()
        .filter(|(index, (from, to))| joined(*from, *to) || joined(*to, *from) || index.is_multiple_of(23));
    let moves = pairs.map(|(_, (from, to))| Action::Move { from, to });
    let entries = stations.iter().copied().map(Action::Enter);
    let losses = stations.iter().copied().map(Action::Lose);
    moves.chain(entries).chain(losses).chain([Action::LoseReserve, Action::Pass]).collect()
}

fn obeys(variant: Variant) {
    laws::<Tactic>(2).options(Options { variant }).universe(universe()).check_search();
}

#[test]
fn the_base_game_obeys_the_laws() {
    obeys(Variant::Base);
}

#[test]
fn the_capture_of_patrols_obeys_the_laws() {
    obeys(Variant::Capture);
}

#[test]
fn the_forced_passage_obeys_the_laws() {
    obeys(Variant::Passage);
}

#[test]
fn random_games_allocate_nothing() {
    for variant in Variant::ALL {
        playouts_allocate_nothing::<Tactic>(&Options { variant }, 2);
    }
}

#[test]
fn ids_observations_and_symmetries_are_sound() {
    let settings = Variant::ALL.map(|variant| (Options { variant }, 2));
    check_encoding::<Tactic>(FOLDER, &settings, 60);
}

#[test]
fn perft_figures() {
    perft_suite::<Tactic>(include_str!("perft.txt"));
}

#[test]
fn golden_games() {
    for variant in Variant::ALL {
        playthrough::<Tactic>(FOLDER, variant.id(), &Options { variant }, 2, 1);
    }
}

#[test]
fn rulebooks_code_and_tests_cite_the_same_articles() {
    check_articles(FOLDER, &Tactic::INFO);
}
