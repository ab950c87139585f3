//! Finding puzzles in games between bots that make mistakes.

use super::solver::Solver;
use super::turns::{seat_to_act, turn_text};
use super::{FoundPuzzle, NODES_TO_FIND, Puzzle, PuzzleGoal};
use crate::{LevelBot, Search};
use game::{Actor, Bot, Budget, Turn};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::ops::RangeInclusive;

/// The number of random actions at the start, for variety.
const OPENING: u32 = 6;
/// The levels of the bots.
const LEVELS: RangeInclusive<usize> = 3..=7;
/// The nodes of the bots for an action.
const NODES: u64 = 3000;
/// Games are abandoned after this many actions.
const LONGEST: usize = 500;
/// How many turns before the end are searched for puzzles.
const LAST: usize = 12;

/// A position at the start of a turn, and the actions before it.
type Start<G> = (Vec<String>, G);

/// Plays a game between bots from `start` and returns the puzzles in its last turns, the last position first.
pub(super) fn find_puzzles<G: Search>(start: &G, seed: u64) -> Vec<FoundPuzzle> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let starts = play(start, &mut rng).unwrap_or_default();
    let puzzle_of = |(played, game): &Start<G>| {
        let seat = seat_to_act(game)?;
        let puzzle = Solver::new(seat, NODES_TO_FIND).puzzle_at(game)?;
        let difficulty = difficulty(game, &puzzle);
        Some(FoundPuzzle {
            puzzle: Puzzle { played: played.clone(), difficulty, ..puzzle },
            evaluation: game.evaluate()[seat],
        })
    };
    starts.iter().rev().take(LAST).filter_map(puzzle_of).collect()
}

/// Plays a game and returns the starts of its turns; `None` if it has no single winner.
fn play<G: Search>(start: &G, rng: &mut Xoshiro256PlusPlus) -> Option<Vec<Start<G>>> {
    let mut game = start.clone();
    let mut played: Vec<String> = Vec::new();
    let mut bots: Vec<LevelBot<G>> =
        (0..start.seats()).map(|_| LevelBot::numbered(rng.random_range(LEVELS), rng.random())).collect();
    let mut starts: Vec<Start<G>> = Vec::new();
    let mut last = None;
    while played.len() < LONGEST {
        let seat = match game.turn() {
            Turn::Over(outcome) => {
                let is_won = outcome.places().as_slice().iter().filter(|place| **place == 1).count() == 1;
                return is_won.then_some(starts);
            }
            Turn::Nature => return None,
            Turn::Seats(seats) => seats.first()?,
        };
        if last != Some(seat) {
            starts.push((played.clone(), game.clone()));
        }
        last = Some(seat);
        let action = if played.len() < OPENING as usize {
            game.sample(Actor::Seat(seat), rng)
        } else {
            bots[seat.index()].choose(&game, seat, &Budget::nodes(NODES))
        };
        played.push(action.to_string());
        game.play(Actor::Seat(seat), &action);
    }
    None
}

/// How hard the first turn is to find, from 1 to 5: by the lowest level that finds it in most attempts, and by the length
/// of the solution.
fn difficulty<G: Search>(game: &G, puzzle: &Puzzle) -> u8 {
    const ATTEMPTS: u64 = 3;
    const NODES: u64 = 20_000;
    let finds = |level: usize| {
        let found =
            (0..ATTEMPTS).filter(|seed| finds(game, puzzle, &mut LevelBot::numbered(level, *seed), NODES));
        2 * found.count() as u64 > ATTEMPTS
    };
    let by_level = match (1..=7).find(|level| finds(*level)) {
        Some(1..=2) => 1,
        Some(3..=4) => 2,
        Some(5..=6) => 3,
        Some(_) => 4,
        None => 5,
    };
    let by_length = match puzzle.goal {
        PuzzleGoal::Force(turns) => turns as u8,
        PuzzleGoal::Keep => puzzle.turns.len() as u8,
    };
    by_level.max(by_length)
}

fn finds<G: Search>(game: &G, puzzle: &Puzzle, bot: &mut LevelBot<G>, nodes: u64) -> bool {
    let Some(seat) = seat_to_act(game) else { return false };
    let mut game = game.clone();
    let mut turn = Vec::new();
    while seat_to_act(&game) == Some(seat) {
        let action = bot.choose(&game, seat, &Budget::nodes(nodes));
        game.play(Actor::Seat(seat), &action);
        turn.push(action);
    }
    puzzle.turns.first().is_some_and(|orders| orders.contains(&turn_text(&turn)))
}
