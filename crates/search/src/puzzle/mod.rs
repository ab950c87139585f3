//! Puzzles: positions with a single winning turn, found in games of bots and proven by search.

mod find;
mod forced_wins;
mod solver;
mod turns;

use crate::Search;
use solver::Solver;
use std::fmt;
use thiserror::Error;

/// A position with a single winning turn, and the solution. Actions are in notation; the actions of a turn are joined by
/// `, `.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The actions that lead from the opening to the position.
    pub played: Vec<String>,
    /// What the seat to act must reach.
    pub goal: PuzzleGoal,
    /// From 1 (a beginner finds it) to 5 (only a deep search finds it).
    pub difficulty: u8,
    /// The turns of the solution, each with all orders in which its actions may be played.
    pub turns: Vec<Vec<String>>,
    /// The turns of the other side between them: the longest resistance.
    pub replies: Vec<String>,
}

/// A puzzle found in a game, with the evaluation of its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundPuzzle {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The static evaluation for the seat that has to find the win: see [`Search::evaluate`].
    pub evaluation: i32,
}

/// The goal of a puzzle, and how it was proven that a single turn reaches it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum PuzzleGoal {
    /// To win within this many turns of one's own, whatever the other side does. Proven by exhaustive search: no other
    /// turn wins as soon.
    Force(u32),
    /// To play the only turn that wins. Proven to the end of the game: it wins, and no other turn does.
    Keep,
}

impl fmt::Display for PuzzleGoal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PuzzleGoal::Force(turns) => write!(f, "force {turns}"),
            PuzzleGoal::Keep => f.write_str("keep"),
        }
    }
}

/// What is wrong with a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadPuzzle {
    /// An action is illegal.
    #[error("`{0}` can't be played")]
    Action(String),
    /// It can be won in fewer turns.
    #[error("it is won in fewer turns")]
    Sooner,
    /// Another turn reaches the goal too, or this one does not.
    #[error("turn {0} is not the only one")]
    NotOnly(usize),
    /// The last turn does not win.
    #[error("the last turn does not win")]
    NotWon,
    /// The node limit was reached first.
    #[error("a search does not settle it")]
    Open,
}

/// The node limits to find a puzzle and to check one: checking may need a few more.
const NODES_TO_FIND: u64 = 600_000;
const NODES_TO_CHECK: u64 = 4 * NODES_TO_FIND;

/// Plays a game between bots from `start` and returns the puzzles in its last turns, the last position first.
pub(crate) fn find_puzzles<G: Search>(start: &G, seed: u64) -> Vec<FoundPuzzle> {
    find::find_puzzles(start, seed)
}

/// Checks a puzzle by proving it again; `start` is the opening position.
pub(crate) fn check<G: Search>(start: &G, puzzle: &Puzzle) -> Result<(), BadPuzzle> {
    let mut game = start.clone();
    puzzle.played.iter().try_for_each(|action| turns::play(&mut game, action))?;
    let seat = turns::seat_to_act(&game).ok_or(BadPuzzle::NotWon)?;
    let mut solver = Solver::new(seat, NODES_TO_CHECK);
    let mut goal = puzzle.goal;
    if solver.is_reached_sooner(&game, goal).ok_or(BadPuzzle::Open)? {
        return Err(BadPuzzle::Sooner);
    }
    for (number, orders) in (1..).zip(&puzzle.turns) {
        let is_last = number == puzzle.turns.len();
        let [turn, ..] = &orders[..] else { return Err(BadPuzzle::NotOnly(number)) };
        // The last turn need not be the only one that wins.
        let is_end = is_last && number > 1 && goal == PuzzleGoal::Force(1);
        if !is_end {
            let answers = solver.answers(&game, goal).ok_or(BadPuzzle::Open)?;
            let [only] = &answers[..] else { return Err(BadPuzzle::NotOnly(number)) };
            if turns::orders_text(&only.orders) != *orders {
                return Err(BadPuzzle::NotOnly(number));
            }
        }
        turns::play_turn(&mut game, turn)?;
        if let (Some(reply), false) = (puzzle.replies.get(number - 1), is_last) {
            turns::play_turn(&mut game, reply)?;
        }
        if let PuzzleGoal::Force(turns) = &mut goal {
            *turns -= 1;
        }
    }
    let is_done = match puzzle.goal {
        PuzzleGoal::Force(_) => solver.has_won(&game),
        PuzzleGoal::Keep => true,
    };
    if is_done { Ok(()) } else { Err(BadPuzzle::NotWon) }
}
