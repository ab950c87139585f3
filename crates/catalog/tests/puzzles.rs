//! Every puzzle is proven again.
#![allow(clippy::unwrap_used, reason = "a test that meets the impossible should panic")]

use catalog::{CatalogGame, CatalogPuzzle, GAMES};
use std::collections::BTreeSet;

const FEWEST: usize = 12;

/// The games that have puzzles, with the file.
fn files() -> Vec<(&'static CatalogGame, String)> {
    let file = |game: &'static CatalogGame| {
        let path = format!("{}/../../games/{}/puzzles.txt", env!("CARGO_MANIFEST_DIR"), game.info().id);
        Some((game, std::fs::read_to_string(path).ok()?))
    };
    GAMES.iter().filter_map(file).collect()
}

#[test]
fn the_solution_wins_and_nothing_else_does() {
    for (game, file) in files() {
        for (number, CatalogPuzzle { setup, puzzle }) in (1..).zip(CatalogPuzzle::read_all(&file).unwrap()) {
            let start = game.kind.start(&setup).unwrap();
            let checked = game.search.unwrap().check_puzzle(start.typed(), &puzzle);
            assert_eq!(checked, Ok(()), "{}, puzzle {number}", game.info().name);
        }
    }
}

#[test]
fn a_wrong_solution_is_detected() {
    for (game, file) in files() {
        let CatalogPuzzle { setup, mut puzzle } = CatalogPuzzle::read_all(&file).unwrap().swap_remove(0);
        let start = game.kind.start(&setup).unwrap();
        let mut position = start.fork();
        for action in &puzzle.played {
            let seat = position.turn().seats().first().unwrap();
            position.apply(game::Actor::Seat(seat), action).unwrap();
        }
        let seat = position.turn().seats().first().unwrap();
        let right = puzzle.turns[0][0].clone();
        let other = position.actions(seat).0.into_iter().find(|action| !right.starts_with(action.as_str()));
        puzzle.turns[0] = vec![other.unwrap()];
        assert!(game.search.unwrap().check_puzzle(start.typed(), &puzzle).is_err(), "{}", game.info().name);
    }
}

#[test]
fn puzzles_go_from_easy_to_hard_and_no_two_are_alike() {
    assert!(files().len() >= 3, "the puzzles were not found");
    for (game, file) in files() {
        let name = game.info().name;
        let puzzles = CatalogPuzzle::read_all(&file).unwrap();
        assert!(puzzles.len() >= FEWEST, "{name}: {}", puzzles.len());
        for chapter in puzzles.chunk_by(|one, next| one.setup == next.setup) {
            let difficulties: Vec<u8> = chapter.iter().map(|entry| entry.puzzle.difficulty).collect();
            assert!(
                difficulties.is_sorted() && difficulties.iter().all(|level| (1..=5).contains(level)),
                "{name}"
            );
            assert!(BTreeSet::from_iter(&difficulties).len() >= 3, "{name}: {difficulties:?}");
        }
        let lines: BTreeSet<String> = puzzles.iter().map(|entry| entry.puzzle.played.join(", ")).collect();
        assert_eq!(lines.len(), puzzles.len(), "{name}");
    }
}

#[test]
fn the_file_names_the_command_that_writes_it() {
    for (game, file) in files() {
        let chapters: BTreeSet<String> = CatalogPuzzle::read_all(&file)
            .unwrap()
            .iter()
            .map(|entry| format!("{:?}", entry.setup))
            .collect();
        let command = format!("# ludotheque puzzles {} ", game.info().id);
        let commands = file.lines().filter(|line| line.starts_with(&command)).count();
        assert_eq!(commands, chapters.len(), "{}", game.info().name);
    }
}
