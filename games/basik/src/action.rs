//! The five actions and their notation.

use crate::board::Cell;
use game::{Malformed, Text};
use std::fmt;
use std::str::FromStr;

/// What a seat does in its turn.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// `b2`: a pawn of the reserve onto an empty cell (*poser*, B4).
    Place(Cell),
    /// `b2+c3`: a pile onto a pile of one's own (*empiler*, B5).
    Stack {
        /// The pile that goes.
        from: Cell,
        /// The pile that grows.
        to: Cell,
    },
    /// `b2-c3`: a pile to an empty cell (*déplacer*, B6).
    Move {
        /// Where the pile stood.
        from: Cell,
        /// Where it goes.
        to: Cell,
    },
    /// `b2xc3`: as many pawns as it takes in the place of a smaller adverse pile (*éliminer par substitution*, B7).
    Substitute {
        /// The pile that is split.
        from: Cell,
        /// The pile that leaves the game.
        to: Cell,
    },
    /// `pass`: nothing, because nothing else is legal (B18).
    Pass,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Place(cell) => write!(f, "{cell}"),
            Action::Stack { from, to } => write!(f, "{from}+{to}"),
            Action::Move { from, to } => write!(f, "{from}-{to}"),
            Action::Substitute { from, to } => write!(f, "{from}x{to}"),
            Action::Pass => f.write_str("pass"),
        }
    }
}

impl FromStr for Action {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Self, Malformed> {
        let parse = || {
            if text == "pass" {
                return Some(Action::Pass);
            }
            if !text.is_ascii() {
                return None;
            }
            let from = Cell::parse(text.get(..2)?)?;
            let Some(to) = text.get(3..) else { return (text.len() == 2).then_some(Action::Place(from)) };
            let to = Cell::parse(to)?;
            match text.as_bytes()[2] {
                b'+' => Some(Action::Stack { from, to }),
                b'-' => Some(Action::Move { from, to }),
                b'x' => Some(Action::Substitute { from, to }),
                _ => None,
            }
        };
        parse().ok_or_else(|| {
            let expected = Text {
                fr: "b2 pose, b2+c3 empile, b2-c3 déplace, b2xc3 substitue, pass passe",
                en: "b2 places, b2+c3 stacks, b2-c3 moves, b2xc3 substitutes, pass passes",
            };
            Malformed::new(text, expected)
        })
    }
}
