//! Positions that somebody sets up: which article forbids the ones that the notation does not read.

use crate::judge::text;
use crate::notation::{BALL_ON_SPECIAL, FOREIGN_CAMP, NO_MARBLES, NO_MARBLES_AT_ALL, NOT_ONE_BALL, TOO_MANY};
use crate::position::Expion;
use game::Illegal;

/// The longest text of a position, in bytes.
const LONGEST: usize = 120;

/// The article that forbids a position, if its text has the form of one.
pub(crate) fn forbidden(notation: &str, seats: u8) -> Option<Illegal> {
    if notation.len() > LONGEST {
        return None;
    }
    match Expion::read_words(seats, notation) {
        Err(FOREIGN_CAMP) => Some(Illegal::new("X9", text::FOREIGN_CAMP)),
        Err(BALL_ON_SPECIAL) => Some(Illegal::new("X2", text::SPECIAL_CELL)),
        Err(NOT_ONE_BALL) => Some(Illegal::new("X3", text::ONE_BALL)),
        Err(TOO_MANY) => Some(Illegal::new("X3", text::SEVEN_MARBLES)),
        Err(NO_MARBLES_AT_ALL) => Some(Illegal::new("X18", text::NO_MARBLES)),
        Err(NO_MARBLES) => Some(Illegal::new("X13", text::NO_MARBLES)),
        _ => None,
    }
}
