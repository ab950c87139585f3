//! The file `puzzles.txt`, which `ludotheque puzzles` writes and pages read.

use crate::setting::{read_setting, write_setting};
use search::{Puzzle, PuzzleGoal};
use std::fmt;
use table::Setup;

/// A puzzle, with the setting of its game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CatalogPuzzle {
    /// The number of seats, and the options.
    pub setup: Setup,
    /// The puzzle.
    pub puzzle: Puzzle,
}

impl fmt::Display for CatalogPuzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let CatalogPuzzle { setup, puzzle } = self;
        f.write_str("puzzle ")?;
        write_setting(f, setup)?;
        writeln!(f, " goal {} difficulty {}", puzzle.goal, puzzle.difficulty)?;
        writeln!(f, "line {}", puzzle.played.join(", "))?;
        for (index, ways) in puzzle.turns.iter().enumerate() {
            writeln!(f, "turn {}", ways.join(" or "))?;
            if let Some(reply) = puzzle.replies.get(index) {
                writeln!(f, "reply {reply}")?;
            }
        }
        Ok(())
    }
}

/// The line of a file of puzzles that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadPuzzleFile(String);

impl fmt::Display for BadPuzzleFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no puzzle: `{}`", self.0)
    }
}

impl std::error::Error for BadPuzzleFile {}

impl CatalogPuzzle {
    /// Reads a file of puzzles. Empty lines and lines that begin with `#` are skipped.
    pub fn read_all(text: &str) -> Result<Vec<CatalogPuzzle>, BadPuzzleFile> {
        let mut all: Vec<CatalogPuzzle> = Vec::new();
        for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let bad = || BadPuzzleFile(line.to_owned());
            let (word, rest) = line.split_once(' ').ok_or_else(bad)?;
            match (word, all.last_mut()) {
                ("puzzle", _) => all.push(heading(rest).ok_or_else(bad)?),
                ("line", Some(CatalogPuzzle { puzzle, .. })) => {
                    puzzle.played =
                        rest.split(", ").filter(|action| !action.is_empty()).map(str::to_owned).collect();
                }
                ("turn", Some(CatalogPuzzle { puzzle, .. })) => {
                    puzzle.turns.push(rest.split(" or ").map(str::to_owned).collect());
                }
                ("reply", Some(CatalogPuzzle { puzzle, .. })) => puzzle.replies.push(rest.to_owned()),
                _ => return Err(bad()),
            }
        }
        Ok(all)
    }
}

/// `2 seats variant=base goal force 2 difficulty 3`
fn heading(rest: &str) -> Option<CatalogPuzzle> {
    let words: Vec<&str> = rest.split(' ').collect();
    let [before @ .., "difficulty", difficulty] = &words[..] else { return None };
    let (setting, goal) = match before {
        [setting @ .., "goal", "force", turns] => (setting, PuzzleGoal::Force(turns.parse().ok()?)),
        [setting @ .., "goal", "keep"] => (setting, PuzzleGoal::Keep),
        _ => return None,
    };
    let setup = read_setting(setting)?;
    let difficulty = difficulty.parse().ok()?;
    let puzzle = Puzzle { played: Vec::new(), goal, difficulty, turns: Vec::new(), replies: Vec::new() };
    Some(CatalogPuzzle { setup, puzzle })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        let words = |words: &[&str]| words.iter().map(ToString::to_string).collect::<Vec<_>>();
        let puzzle = |goal| Puzzle {
            played: words(&["a1", "lose reserve"]),
            goal,
            difficulty: 3,
            turns: vec![words(&["b1, b2", "b2, b1"]), words(&["c1"])],
            replies: words(&["d1, d2"]),
        };
        let puzzles = [
            CatalogPuzzle { setup: Setup::new(2), puzzle: puzzle(PuzzleGoal::Force(2)) },
            CatalogPuzzle { setup: Setup::new(2).with("size", "small"), puzzle: puzzle(PuzzleGoal::Keep) },
        ];
        let file = format!("# A game.\n\n{}\n{}", puzzles[0], puzzles[1]);
        assert_eq!(CatalogPuzzle::read_all(&file), Ok(puzzles.to_vec()));
        assert!(file.contains("\npuzzle 2 seats size=small goal keep difficulty 3\n"), "{file}");
        assert!(file.contains("\nturn b1, b2 or b2, b1\nreply d1, d2\nturn c1\n"), "{file}");
    }

    #[test]
    fn files_with_errors_are_refused() {
        for text in [
            "turn a1",
            "puzzle 2 seats goal win difficulty 1",
            "puzzle two seats goal keep difficulty 1",
            "a",
        ] {
            assert!(CatalogPuzzle::read_all(text).is_err(), "{text}");
        }
    }
}
