//! The actions and their notation.

use crate::board::Cell;
use game::{Malformed, Text};
use std::fmt;
use std::str::FromStr;

/// What a seat does in its turn.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// `e1-e4`: a marble goes to a free cell (X9, X10).
    Move {
        /// Where the marble stood.
        from: Cell,
        /// Where it goes.
        to: Cell,
        /// Whether the ball counts for the captures.
        chameleon: Chameleon,
    },
    /// `e4>e5`: a marble steps onto the ball's cell and drives it one cell further (*pousser*, X12).
    Push {
        /// Where the marble stood.
        from: Cell,
        /// Where the ball stood.
        to: Cell,
        /// Whether the ball counts for the captures.
        chameleon: Chameleon,
    },
    /// `pass`: nothing, because nothing else is legal (X13).
    Pass,
}

/// X16: whether the mover counts the ball as a marble of his own (*fonction caméléon*).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Chameleon {
    /// The ball is only a ball.
    Silent,
    /// A final `*`: the ball captures too.
    Called,
}

impl Action {
    /// Where the marble comes from and where it arrives; nothing for a pass.
    pub const fn ends(&self) -> Option<(Cell, Cell)> {
        match *self {
            Action::Move { from, to, .. } | Action::Push { from, to, .. } => Some((from, to)),
            Action::Pass => None,
        }
    }
}

impl fmt::Display for Chameleon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Chameleon::Silent => "",
            Chameleon::Called => "*",
        })
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Move { from, to, chameleon } => write!(f, "{from}-{to}{chameleon}"),
            Action::Push { from, to, chameleon } => write!(f, "{from}>{to}{chameleon}"),
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
            let (cells, chameleon) = match text.strip_suffix('*') {
                Some(cells) => (cells, Chameleon::Called),
                None => (text, Chameleon::Silent),
            };
            let ends = |sign| {
                let (from, to) = cells.split_once(sign)?;
                Some((Cell::parse(from)?, Cell::parse(to)?))
            };
            match (ends('-'), ends('>')) {
                (Some((from, to)), _) => Some(Action::Move { from, to, chameleon }),
                (_, Some((from, to))) => Some(Action::Push { from, to, chameleon }),
                (None, None) => None,
            }
        };
        parse().ok_or_else(|| {
            let expected = Text {
                fr: "e1-e4 déplace, e4>e5 pousse l'EX*PION, une étoile à la fin annonce le caméléon, pass passe",
                en: "e1-e4 moves, e4>e5 pushes the ball, a final * calls the chameleon, pass passes",
            };
            Malformed::new(text, expected)
        })
    }
}
