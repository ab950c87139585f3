//! A puzzle is accepted where plain minimax finds a single winning action, and nowhere else.

use crate::naive::expectation;
use crate::tictactoe::TicTacToe;
use game::{Actor, Game, Turn};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use search::{AnySearch, BadPuzzle, Puzzle, PuzzleGoal, Search, SearchOf};
use std::marker::PhantomData;

const SEARCH: SearchOf<TicTacToe> = SearchOf(PhantomData);

fn puzzle(played: &[String], goal: PuzzleGoal, turns: &[&str], replies: &[&str]) -> Puzzle {
    let turns = turns.iter().map(|turn| vec![turn.to_string()]).collect();
    let replies = replies.iter().map(ToString::to_string).collect();
    Puzzle { played: played.to_vec(), goal, difficulty: 1, turns, replies }
}

/// Every position of a random game, with the actions before it.
fn positions(seed: u64) -> Vec<(Vec<String>, TicTacToe)> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let (mut game, mut played, mut found) = (TicTacToe::opening(), Vec::new(), Vec::new());
    while let Turn::Seats(seats) = game.turn() {
        found.push((played.clone(), game));
        let actor = Actor::Seat(seats.first().unwrap());
        let action = game.sample(actor, &mut rng);
        played.push(action.to_string());
        game.play(actor, &action);
    }
    // The first ones take plain minimax too long, and have nothing to find.
    found.into_iter().skip(rng.random_range(2..4)).collect()
}

#[test]
fn the_only_winning_action_is_a_puzzle_and_nothing_else() {
    let (mut accepted, mut refused) = (0, 0);
    for (played, game) in (0..40).flat_map(positions) {
        let seat = game.next();
        let mut actions = Vec::new();
        game.actions(seat, &mut actions);
        let wins = |action| {
            let mut next = game;
            next.play(Actor::Seat(seat), action);
            expectation(&next)[seat] == 1.0
        };
        let winning: Vec<_> = actions.iter().filter(|action| wins(action)).collect();
        for action in &actions {
            let candidate = puzzle(&played, PuzzleGoal::Keep, &[&action.to_string()], &[]);
            let is_only = winning == [action];
            let checked = SEARCH.check_puzzle(&TicTacToe::opening(), &candidate);
            assert_eq!(checked.is_ok(), is_only, "{game}: {action}: {checked:?}");
            *(if is_only { &mut accepted } else { &mut refused }) += 1;
        }
    }
    assert!(accepted > 20 && refused > 100, "{accepted} accepted, {refused} refused");
}

#[test]
fn a_fork_wins_in_two_turns() {
    // x . o
    // . o .
    // . . x
    let played: Vec<String> = ["0", "4", "8", "2"].map(str::to_owned).to_vec();
    let start = TicTacToe::opening();
    let check = |turns: &[&str], replies: &[&str], goal| {
        SEARCH.check_puzzle(&start, &puzzle(&played, goal, turns, replies))
    };
    // o has taken a corner and threatens 6: x must go there, and has two lines of its own by it.
    assert_eq!(check(&["6", "3"], &["7"], PuzzleGoal::Force(2)), Ok(()));
    assert_eq!(check(&["6", "7"], &["3"], PuzzleGoal::Force(2)), Ok(()));
    assert_eq!(check(&["6", "5"], &["7"], PuzzleGoal::Force(2)), Err(BadPuzzle::NotWon));
    assert_eq!(check(&["5", "3"], &["7"], PuzzleGoal::Force(2)), Err(BadPuzzle::NotOnly(1)));
    assert_eq!(check(&["6"], &[], PuzzleGoal::Force(1)), Err(BadPuzzle::NotOnly(1)));
    assert_eq!(check(&["6", "6"], &["7"], PuzzleGoal::Force(2)), Err(BadPuzzle::Action("6".to_owned())));
    assert_eq!(check(&["6", "3"], &["7"], PuzzleGoal::Force(3)), Err(BadPuzzle::Sooner));
}

#[test]
fn the_same_seed_finds_the_same_puzzles() {
    let start = TicTacToe::new(&game::NoOptions {}, 2).unwrap();
    for seed in 0..20 {
        let found = SEARCH.find_puzzles(&start, seed);
        assert_eq!(found, SEARCH.find_puzzles(&start, seed));
        for search::FoundPuzzle { puzzle, .. } in found {
            assert_eq!(SEARCH.check_puzzle(&start, &puzzle), Ok(()), "{puzzle:?}");
        }
    }
}
