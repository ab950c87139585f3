//! Where puzzles come from: games between bots that make mistakes.

use super::judge::Judge;
use super::turns::{mover, write};
use super::{Hunted, PATIENCE, Puzzle, PuzzleGoal};
use crate::{Pupil, Search};
use game::{Actor, Bot, Budget, Turn};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::ops::RangeInclusive;

/// Random actions at the start, for variety.
const OPENING: u32 = 6;
/// The levels that play.
const LEVELS: RangeInclusive<usize> = 3..=7;
/// Their nodes for an action.
const NODES: u64 = 3000;
/// Longer games have lost their way.
const LONGEST: usize = 500;
/// So many turns before the end are looked at.
const LAST: usize = 12;

/// A position at the start of a turn, and what led to it.
type Start<G> = (Vec<String>, G);

pub(super) fn hunt<G: Search>(start: &G, seed: u64) -> Vec<Hunted> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let starts = play(start, &mut rng).unwrap_or_default();
    let pose = |(line, game): &Start<G>| {
        let seat = mover(game)?;
        let puzzle = Judge::new(seat, PATIENCE).pose(game)?;
        let difficulty = difficulty(game, &puzzle);
        Some(Hunted {
            puzzle: Puzzle { line: line.clone(), difficulty, ..puzzle },
            looks: game.evaluate()[seat],
        })
    };
    starts.iter().rev().take(LAST).filter_map(pose).collect()
}

/// Plays a game and gives the starts of its turns; nothing if nobody wins it.
fn play<G: Search>(start: &G, rng: &mut Xoshiro256PlusPlus) -> Option<Vec<Start<G>>> {
    let mut game = start.clone();
    let mut line: Vec<String> = Vec::new();
    let mut bots: Vec<Pupil<G>> =
        (0..start.seats()).map(|_| Pupil::numbered(rng.random_range(LEVELS), rng.random())).collect();
    let mut starts: Vec<Start<G>> = Vec::new();
    let mut last = None;
    while line.len() < LONGEST {
        let seat = match game.turn() {
            Turn::Over(outcome) => {
                let is_won = outcome.places().as_slice().iter().filter(|place| **place == 1).count() == 1;
                return is_won.then_some(starts);
            }
            Turn::Nature => return None,
            Turn::Seats(seats) => seats.first()?,
        };
        if last != Some(seat) {
            starts.push((line.clone(), game.clone()));
        }
        last = Some(seat);
        let action = if line.len() < OPENING as usize {
            game.sample(Actor::Seat(seat), rng)
        } else {
            bots[seat.index()].choose(&game, seat, &Budget::nodes(NODES))
        };
        line.push(action.to_string());
        game.play(Actor::Seat(seat), &action);
    }
    None
}

/// How hard the first turn is to find: which levels find it in most of a few attempts, and how far one has to see.
fn difficulty<G: Search>(game: &G, puzzle: &Puzzle) -> u8 {
    const ATTEMPTS: u64 = 3;
    const NODES: u64 = 20_000;
    let finds = |level: usize| {
        let found =
            (0..ATTEMPTS).filter(|seed| finds(game, puzzle, &mut Pupil::numbered(level, *seed), NODES));
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

fn finds<G: Search>(game: &G, puzzle: &Puzzle, bot: &mut Pupil<G>, nodes: u64) -> bool {
    let Some(seat) = mover(game) else { return false };
    let mut game = game.clone();
    let mut way = Vec::new();
    while mover(&game) == Some(seat) {
        let action = bot.choose(&game, seat, &Budget::nodes(nodes));
        game.play(Actor::Seat(seat), &action);
        way.push(action);
    }
    puzzle.turns.first().is_some_and(|ways| ways.contains(&write(&way)))
}
