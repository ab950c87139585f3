//! `ludotheque puzzles`: a file of puzzles, always the same one.

use crate::{error_output, ludotheque, stdout};
use catalog::CatalogPuzzle;

#[test]
fn the_file_names_the_command_that_writes_it() {
    let file = stdout(&mut ludotheque("puzzles basik --count 2 --games 8"));
    let command = file.lines().nth(1).unwrap();
    assert_eq!(command, "# ludotheque puzzles basik --count 2 --games 8 --seed 1");
    assert_eq!(stdout(&mut ludotheque(command.trim_start_matches("# ludotheque "))), file);
}

#[test]
fn every_puzzle_is_of_another_game_and_can_be_proven_again() {
    let file = stdout(&mut ludotheque("puzzles expion --count 4 --games 8 --seed 3"));
    let puzzles = CatalogPuzzle::read_all(&file).unwrap();
    assert!((1..=4).contains(&puzzles.len()), "{file}");
    let game = catalog::find("expion").unwrap();
    for (index, CatalogPuzzle { setup, puzzle }) in puzzles.iter().enumerate() {
        let start = game.kind.start(setup).unwrap();
        assert_eq!(game.search.unwrap().check_puzzle(start.typed(), puzzle), Ok(()), "{puzzle:?}");
        let opening = &puzzle.played[..8];
        assert!(puzzles[..index].iter().all(|other| &other.puzzle.played[..8] != opening), "{file}");
    }
}

#[test]
fn puzzles_are_for_two() {
    assert!(error_output(&mut ludotheque("puzzles basik --seats 3"), 1).contains("two seats"));
    assert!(error_output(&mut ludotheque("puzzles chess"), 2).contains("chess"));
}
