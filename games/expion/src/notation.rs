//! A position as text, and as it is stored.

use crate::board::{Camp, Cell, STRIDE, Side};
use crate::effect::QUIET_LIMIT;
use crate::position::{Expion, FirstCapture, MARBLES};
use game::{Seat, SeatSet};
use serde::{Deserialize, Serialize};
use std::fmt::{self, Write as _};

/// The letters of the board without marbles, row by row from the bottom.
const EMPTY: [char; 81] = {
    let mut letters = ['.'; 81];
    let mut corners = [0, 8, 72, 80].as_slice();
    while let [corner, rest @ ..] = corners {
        letters[*corner] = '#';
        corners = rest;
    }
    letters
};

/// Nine rows from the top, the seat to act, `-` or `!` once a capture has happened, the count of X19; at three seats
/// also the ally that plays next (X7).
impl fmt::Display for Expion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut letters = EMPTY;
        for colour in Camp::ALL {
            for cell in self.cells(colour) {
                letters[cell.number() as usize] = colour.letter();
            }
        }
        letters[self.ball.number() as usize] = 'x';
        for (from_top, row) in letters.chunks(STRIDE as usize).rev().enumerate() {
            f.write_str(if from_top > 0 { "/" } else { "" })?;
            row.iter().try_for_each(|letter| f.write_char(*letter))?;
        }
        let mark = match self.first_capture {
            FirstCapture::Awaited => '-',
            FirstCapture::Done => '!',
        };
        write!(f, " {} {mark} {}", self.next, self.quiet)?;
        match (self.seats, self.ally) {
            (3, Seat(1)) => f.write_str(" e"),
            (3, _) => f.write_str(" w"),
            _ => Ok(()),
        }
    }
}

/// What is wrong with positions that an article forbids: see `set_up`.
pub(crate) const FOREIGN_CAMP: &str = "a marble in a camp not its own";
pub(crate) const BALL_ON_SPECIAL: &str = "the ball on a special cell";
pub(crate) const NOT_ONE_BALL: &str = "not one ball";
pub(crate) const TOO_MANY: &str = "more marbles than the box holds";
pub(crate) const NO_MARBLES_AT_ALL: &str = "no marbles";
pub(crate) const NO_MARBLES: &str = "a seat to act without marbles";

/// What is wrong with the text of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadPosition(String);

impl fmt::Display for BadPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BadPosition {}

impl Expion {
    /// The position of that notation at a table of `seats` seats: two and four seats write alike.
    pub fn read(seats: u8, text: &str) -> Result<Expion, BadPosition> {
        Expion::read_words(seats, text).map_err(|what| BadPosition(format!("{what} in `{text}`")))
    }

    /// The position, or what is wrong with it.
    pub(crate) fn read_words(seats: u8, text: &str) -> Result<Expion, &'static str> {
        if !(2..=4).contains(&seats) {
            return Err("not 2, 3 or 4 seats");
        }
        let mut words = text.split(' ');
        let mut word = |what: &'static str| words.next().ok_or(what);
        let mut position = Expion::bare(seats);
        position.read_rows(word("no rows")?)?;

        let next = word("no seat to act")?.parse().ok().filter(|next| *next < seats);
        position.next = Seat(next.ok_or("an unknown seat to act")?);
        position.first_capture = match word("no mark of a capture")? {
            "-" => FirstCapture::Awaited,
            "!" => FirstCapture::Done,
            _ => return Err("an unknown mark of a capture"),
        };
        let quiet = word("no count")?.parse().ok().filter(|quiet| *quiet <= QUIET_LIMIT);
        position.quiet = quiet.ok_or("a count that is not 0 to 200")?;
        if seats == 3 {
            position.ally = match word("no ally")? {
                "e" => Seat(1),
                "w" => Seat(2),
                _ => return Err("an unknown ally"),
            };
            if position.next != Seat(0) && position.next != position.ally {
                return Err("an ally to act that is not the one to play next");
            }
        }
        // There is one way to write a number, and nothing may follow.
        if position.to_string() != text {
            return Err("something that the notation does not write");
        }
        if Side::ALL.into_iter().all(|side| position.is_bare(side)) {
            return Err(NO_MARBLES_AT_ALL);
        }
        // X7, X13
        let waiting = if seats == 3 { position.ally } else { position.next };
        let can_play = position.has_marbles(position.next) && position.has_marbles(waiting);
        if position.end().is_none() && !can_play {
            return Err(NO_MARBLES);
        }
        Ok(position)
    }

    fn read_rows(&mut self, rows: &str) -> Result<(), &'static str> {
        let rows: Vec<&str> = rows.split('/').collect();
        if rows.len() != STRIDE as usize || rows.iter().any(|row| row.chars().count() != STRIDE as usize) {
            return Err("not nine rows of nine cells");
        }
        let mut balls = 0;
        for (from_top, row) in rows.iter().enumerate() {
            for (column, letter) in row.chars().enumerate() {
                let cell = Cell::at(column as u8, STRIDE - 1 - from_top as u8);
                let colour = Camp::ALL.into_iter().find(|colour| colour.letter() == letter);
                match (colour, letter) {
                    (_, '#') if !cell.exists() => {}
                    _ if !cell.exists() => return Err("a corner that is not #"),
                    (Some(colour), _) if cell.camp().is_some_and(|camp| camp != colour) => {
                        return Err(FOREIGN_CAMP);
                    }
                    (Some(colour), _) => self.put(colour, cell),
                    (_, 'x') if cell.is_special() => return Err(BALL_ON_SPECIAL),
                    (_, 'x') => {
                        self.ball = cell;
                        balls += 1;
                    }
                    (_, '.') => {}
                    _ => return Err("an unknown letter"),
                }
            }
        }
        if balls != 1 {
            return Err(NOT_ONE_BALL);
        }
        if Camp::ALL.into_iter().any(|colour| self.marbles(colour) > MARBLES) {
            return Err(TOO_MANY);
        }
        Ok(())
    }
}

/// A position as it is stored: its notation, and what the notation leaves out.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Saved {
    seats: u8,
    position: String,
    gone: SeatSet,
}

impl From<Expion> for Saved {
    fn from(position: Expion) -> Saved {
        Saved { seats: position.seats, position: position.to_string(), gone: position.gone }
    }
}

impl TryFrom<Saved> for Expion {
    type Error = BadPosition;
    fn try_from(saved: Saved) -> Result<Self, BadPosition> {
        let position = Expion { gone: saved.gone, ..Expion::read(saved.seats, &saved.position)? };
        if position.gone.iter().any(|seat| seat.0 >= position.seats) {
            return Err(BadPosition("a seat that left and never was".to_owned()));
        }
        // When all seats of a side have left, the game is over, and no other seat can leave.
        if Side::ALL.into_iter().all(|side| position.is_abandoned(side)) {
            return Err(BadPosition("no side has a seat left".to_owned()));
        }
        Ok(position)
    }
}
