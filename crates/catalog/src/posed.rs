//! Puzzles as files: what `ludotheque puzzles` writes and pages read.

use search::{Puzzle, PuzzleGoal};
use std::collections::BTreeMap;
use std::fmt;
use table::Setup;

/// A puzzle in a setting of its game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Posed {
    /// The number of seats, and the options.
    pub setup: Setup,
    /// The puzzle.
    pub puzzle: Puzzle,
}

impl fmt::Display for Posed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Posed { setup, puzzle } = self;
        write!(f, "puzzle {} seats", setup.seats)?;
        for (key, value) in &setup.options {
            write!(f, " {key}={value}")?;
        }
        writeln!(f, " goal {} difficulty {}", puzzle.goal, puzzle.difficulty)?;
        writeln!(f, "line {}", puzzle.line.join(", "))?;
        for (index, ways) in puzzle.turns.iter().enumerate() {
            writeln!(f, "turn {}", ways.join(" or "))?;
            if let Some(reply) = puzzle.replies.get(index) {
                writeln!(f, "reply {reply}")?;
            }
        }
        Ok(())
    }
}

/// Why a text is no list of puzzles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadPosed(String);

impl fmt::Display for BadPosed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no puzzle: `{}`", self.0)
    }
}

impl std::error::Error for BadPosed {}

impl Posed {
    /// Reads the puzzles of a file. Empty lines and lines that begin with `#` say nothing.
    pub fn read_all(text: &str) -> Result<Vec<Posed>, BadPosed> {
        let mut all: Vec<Posed> = Vec::new();
        for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let bad = || BadPosed(line.to_owned());
            let (word, told) = line.split_once(' ').ok_or_else(bad)?;
            match (word, all.last_mut()) {
                ("puzzle", _) => all.push(heading(told).ok_or_else(bad)?),
                ("line", Some(Posed { puzzle, .. })) => {
                    puzzle.line =
                        told.split(", ").filter(|action| !action.is_empty()).map(str::to_owned).collect();
                }
                ("turn", Some(Posed { puzzle, .. })) => {
                    puzzle.turns.push(told.split(" or ").map(str::to_owned).collect());
                }
                ("reply", Some(Posed { puzzle, .. })) => puzzle.replies.push(told.to_owned()),
                _ => return Err(bad()),
            }
        }
        Ok(all)
    }
}

/// `2 seats variant=base goal force 2 difficulty 3`
fn heading(told: &str) -> Option<Posed> {
    let words: Vec<&str> = told.split(' ').collect();
    let [seats, "seats", options @ .., "difficulty", difficulty] = &words[..] else { return None };
    let (options, goal) = match options {
        [options @ .., "goal", "force", turns] => (options, PuzzleGoal::Force(turns.parse().ok()?)),
        [options @ .., "goal", "keep"] => (options, PuzzleGoal::Keep),
        _ => return None,
    };
    let pair = |word: &&str| word.split_once('=').map(|(key, value)| (key.to_owned(), value.to_owned()));
    let options: Option<BTreeMap<String, String>> = options.iter().map(pair).collect();
    let setup = Setup { seats: seats.parse().ok()?, options: options? };
    let difficulty = difficulty.parse().ok()?;
    let puzzle = Puzzle { line: Vec::new(), goal, difficulty, turns: Vec::new(), replies: Vec::new() };
    Some(Posed { setup, puzzle })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        let words = |words: &[&str]| words.iter().map(ToString::to_string).collect::<Vec<_>>();
        let puzzle = |goal| Puzzle {
            line: words(&["a1", "lose reserve"]),
            goal,
            difficulty: 3,
            turns: vec![words(&["b1, b2", "b2, b1"]), words(&["c1"])],
            replies: words(&["d1, d2"]),
        };
        let posed = [
            Posed { setup: Setup::new(2), puzzle: puzzle(PuzzleGoal::Force(2)) },
            Posed { setup: Setup::new(2).with("size", "small"), puzzle: puzzle(PuzzleGoal::Keep) },
        ];
        let file = format!("# A game.\n\n{}\n{}", posed[0], posed[1]);
        assert_eq!(Posed::read_all(&file), Ok(posed.to_vec()));
        assert!(file.contains("\npuzzle 2 seats size=small goal keep difficulty 3\n"), "{file}");
        assert!(file.contains("\nturn b1, b2 or b2, b1\nreply d1, d2\nturn c1\n"), "{file}");
    }

    #[test]
    fn what_is_no_puzzle_is_refused() {
        for text in [
            "turn a1",
            "puzzle 2 seats goal win difficulty 1",
            "puzzle two seats goal keep difficulty 1",
            "a",
        ] {
            assert!(Posed::read_all(text).is_err(), "{text}");
        }
    }
}
