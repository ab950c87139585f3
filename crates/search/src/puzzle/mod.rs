//! Puzzles: positions in which one turn alone does it, found in play and proven by search.

mod force;
mod hunt;
mod judge;
mod turns;

use crate::Search;
use judge::Judge;
use std::fmt;
use thiserror::Error;

/// A position, and the one way to win it. Actions are notation; those of one turn stand one after the other, `, `
/// between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// What leads to the position, from the opening.
    pub line: Vec<String>,
    /// What the seat to act is asked for.
    pub goal: PuzzleGoal,
    /// From 1, which a beginner finds, to 5, which only a deep search finds.
    pub difficulty: u8,
    /// The turns that do it, in all the orders in which their actions may be made.
    pub turns: Vec<Vec<String>>,
    /// What the other side plays between them, each turn the longest resistance.
    pub replies: Vec<String>,
}

/// A puzzle as it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hunted {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// How good its position looks to whoever has to find the win: see [`Search::evaluate`].
    pub looks: i32,
}

/// What a puzzle asks for, and how it is known that one turn alone does it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum PuzzleGoal {
    /// To win within so many turns of one's own, whatever the other side does. Everything that can be played was looked
    /// at: no other turn wins as soon.
    Force(u32),
    /// To play the only turn that wins at all. That it wins, and that no other does, was proven to the end of the game.
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

/// Why something is no puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadPuzzle {
    /// An action can't be played.
    #[error("`{0}` can't be played")]
    Action(String),
    /// It is won sooner than it says.
    #[error("it is won in fewer turns")]
    Sooner,
    /// Another turn does it too, or this one does not.
    #[error("turn {0} is not the only one")]
    NotOnly(usize),
    /// The last turn does not win.
    #[error("the last turn does not win")]
    NotWon,
    /// A search of the usual size does not settle it.
    #[error("a search does not settle it")]
    Open,
}

/// The nodes that a puzzle is worth; another search that is to confirm it may need a few more.
const PATIENCE: u64 = 600_000;
const PATIENCE_TO_CHECK: u64 = 4 * PATIENCE;

/// Plays a game between bots from `start` and gives the puzzles in how it ended, the last position first.
pub(crate) fn hunt<G: Search>(start: &G, seed: u64) -> Vec<Hunted> {
    hunt::hunt(start, seed)
}

/// Proves a puzzle again, from the opening position.
pub(crate) fn check<G: Search>(start: &G, puzzle: &Puzzle) -> Result<(), BadPuzzle> {
    let mut game = start.clone();
    puzzle.line.iter().try_for_each(|action| turns::play(&mut game, action))?;
    let seat = turns::mover(&game).ok_or(BadPuzzle::NotWon)?;
    let mut judge = Judge::new(seat, PATIENCE_TO_CHECK);
    let mut goal = puzzle.goal;
    if judge.is_sooner(&game, goal).ok_or(BadPuzzle::Open)? {
        return Err(BadPuzzle::Sooner);
    }
    for (number, ways) in (1..).zip(&puzzle.turns) {
        let is_last = number == puzzle.turns.len();
        let [way, ..] = &ways[..] else { return Err(BadPuzzle::NotOnly(number)) };
        // In the end there may be several ways to be done.
        let is_end = is_last && number > 1 && goal == PuzzleGoal::Force(1);
        if !is_end {
            let answers = judge.answers(&game, goal).ok_or(BadPuzzle::Open)?;
            let [only] = &answers[..] else { return Err(BadPuzzle::NotOnly(number)) };
            if turns::written(&only.ways) != *ways {
                return Err(BadPuzzle::NotOnly(number));
            }
        }
        turns::play_turn(&mut game, way)?;
        if let (Some(reply), false) = (puzzle.replies.get(number - 1), is_last) {
            turns::play_turn(&mut game, reply)?;
        }
        if let PuzzleGoal::Force(turns) = &mut goal {
            *turns -= 1;
        }
    }
    let is_done = match puzzle.goal {
        PuzzleGoal::Force(_) => judge.has_won(&game),
        PuzzleGoal::Keep => true,
    };
    if is_done { Ok(()) } else { Err(BadPuzzle::NotWon) }
}
