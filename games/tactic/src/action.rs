//! The actions and their notation. A turn is made of several of them (T9).

use crate::board::Station;
use game::{Malformed, Text};
use std::fmt;
use std::str::FromStr;

/// One decision of the seat to act.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// `3b-4c`: a patrol steps (T4), or a guard jumps (T7); whichever stands there.
    Move {
        /// Where the piece stood.
        from: Station,
        /// Where it goes.
        to: Station,
    },
    /// `@5c`: a guard of the reserve enters (T7).
    Enter(Station),
    /// `lose 5c`: a penalty takes the piece that stands there (T12, T18, T19).
    Lose(Station),
    /// `lose reserve`: a penalty takes a guard of the reserve (T12, T19).
    LoseReserve,
    /// `pass`: nothing, because nothing else is legal (T12, T18, T19).
    Pass,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Move { from, to } => write!(f, "{from}-{to}"),
            Action::Enter(to) => write!(f, "@{to}"),
            Action::Lose(station) => write!(f, "lose {station}"),
            Action::LoseReserve => f.write_str("lose reserve"),
            Action::Pass => f.write_str("pass"),
        }
    }
}

impl FromStr for Action {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Self, Malformed> {
        let parse = || match text {
            "pass" => Some(Action::Pass),
            "lose reserve" => Some(Action::LoseReserve),
            _ => {
                if let Some(to) = text.strip_prefix('@') {
                    return Some(Action::Enter(Station::parse(to)?));
                }
                if let Some(station) = text.strip_prefix("lose ") {
                    return Some(Action::Lose(Station::parse(station)?));
                }
                let (from, to) = text.split_once('-')?;
                Some(Action::Move { from: Station::parse(from)?, to: Station::parse(to)? })
            }
        };
        parse().ok_or_else(|| {
            let expected = Text {
                fr: "3b-4c fait un pas ou saute, @5c fait entrer un garde, lose 5c ou lose reserve perd une pièce, pass passe",
                en: "3b-4c steps or jumps, @5c enters a guard, lose 5c or lose reserve pays, pass passes",
            };
            Malformed::new(text, expected)
        })
    }
}
