//! Positions that somebody sets up: which article forbids the ones that the notation does not read.

use crate::board::{Cell, side};
use crate::legal::text;
use crate::position::{COLOURS, pawns};
use game::{Illegal, Seat};

/// The longest text of a position: a pile on each of 25 cells, and four reserves.
const LONGEST: usize = 100;

/// The article that forbids a position, if its text has the form of one.
pub(crate) fn forbidden(notation: &str, seats: u8) -> Option<Illegal> {
    let words: Vec<&str> = notation.split(' ').collect();
    let [rows, _, reserves] = words[..] else { return None };
    if notation.len() > LONGEST
        || !(2..=4).contains(&seats)
        || rows.split('/').count() != usize::from(side(seats))
    {
        return None;
    }
    let mut owned = vec![0_u32; seats.into()];
    for (seat, count) in reserves.split(',').enumerate() {
        *owned.get_mut(seat)? += count.parse::<u8>().map(u32::from).ok()?;
    }
    let mut too_high = Vec::new();
    for (from_top, row) in rows.split('/').enumerate() {
        let (mut column, mut letters) = (0, row.chars());
        while let Some(letter) = letters.next() {
            if column == side(seats) {
                return None;
            }
            if letter != '.' {
                let seat = COLOURS.iter().position(|colour| *colour == letter)?;
                let height = letters.next()?.to_digit(10)?;
                *owned.get_mut(seat)? += height;
                if height > 3 {
                    too_high.push(Cell::at(column, side(seats) - 1 - from_top as u8));
                }
            }
            column += 1;
        }
    }
    if !too_high.is_empty() {
        return Some(Illegal::new("B5", text::AT_MOST_THREE).at(too_high));
    }
    let too_many = |seat: &Seat| owned[seat.index()] > pawns(seats).into();
    Seat::all(seats).find(too_many).map(|_| Illegal::new("B1", text::TOO_MANY_PAWNS))
}
