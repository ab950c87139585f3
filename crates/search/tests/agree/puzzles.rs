//! A puzzle is accepted where plain minimax finds one action alone that wins, and nowhere else.

use crate::naive::expectation;
use crate::tictactoe::TicTacToe;
use game::{Actor, Game, Turn};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use search::{BadPuzzle, Puzzle, PuzzleGoal, Search, Studied, Study};
use std::marker::PhantomData;

const STUDY: Studied<TicTacToe> = Studied(PhantomData);

fn puzzle(line: &[String], goal: PuzzleGoal, turns: &[&str], replies: &[&str]) -> Puzzle {
    let turns = turns.iter().map(|turn| vec![turn.to_string()]).collect();
    let replies = replies.iter().map(ToString::to_string).collect();
    Puzzle { line: line.to_vec(), goal, difficulty: 1, turns, replies }
}

/// Every position of a random game, with what led to it.
fn positions(seed: u64) -> Vec<(Vec<String>, TicTacToe)> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let (mut game, mut line, mut found) = (TicTacToe::opening(), Vec::new(), Vec::new());
    while let Turn::Seats(seats) = game.turn() {
        found.push((line.clone(), game));
        let actor = Actor::Seat(seats.first().unwrap());
        let action = game.sample(actor, &mut rng);
        line.push(action.to_string());
        game.play(actor, &action);
    }
    // The first ones take plain minimax too long, and have nothing to find.
    found.into_iter().skip(rng.random_range(2..4)).collect()
}

#[test]
fn the_only_winning_action_is_a_puzzle_and_nothing_else() {
    let (mut accepted, mut refused) = (0, 0);
    for (line, game) in (0..40).flat_map(positions) {
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
            let posed = puzzle(&line, PuzzleGoal::Keep, &[&action.to_string()], &[]);
            let is_only = winning == [action];
            let checked = STUDY.check_puzzle(&TicTacToe::opening(), &posed);
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
    let line: Vec<String> = ["0", "4", "8", "2"].map(str::to_owned).to_vec();
    let start = TicTacToe::opening();
    let check = |turns: &[&str], replies: &[&str], goal| {
        STUDY.check_puzzle(&start, &puzzle(&line, goal, turns, replies))
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
        let found = STUDY.hunt(&start, seed);
        assert_eq!(found, STUDY.hunt(&start, seed));
        for search::Hunted { puzzle, .. } in found {
            assert_eq!(STUDY.check_puzzle(&start, &puzzle), Ok(()), "{puzzle:?}");
        }
    }
}
