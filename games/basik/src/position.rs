//! The position: which piles stand where, what is in reserve, whose turn it is. And its notation.

use crate::board::{Cell, Cells, board, side};
use crate::effect::QUIET_LIMIT;
use game::{Seat, SeatSet};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A position of Basik.
///
/// What belongs to a seat is kept in playing order *from the seat to act*: index 0 is its own, index 1 that of the
/// seat after it. Each turn rotates them, so the rules need no seat numbers.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Saved", into = "Saved")]
pub struct Basik {
    /// The cells that each seat occupies, from the seat to act.
    pub(crate) colour: [Cells; 4],
    /// Where a pile has 1 or 3 pawns. The bit of [`RESERVE`] is always set: a reserve offers piles of one pawn.
    pub(crate) low: Cells,
    /// Where a pile has 2 or 3 pawns.
    pub(crate) high: Cells,
    /// The pawns still in each reserve, from the seat to act.
    pub(crate) reserve: [u8; 4],
    /// How many seats play.
    pub(crate) seats: u8,
    /// The seat to act.
    pub(crate) next: Seat,
    /// B19: actions since a placement or a removed pile.
    pub(crate) quiet: u8,
    /// B18: passes in a row.
    pub(crate) passes: u8,
    /// The seats that left the game.
    pub(crate) gone: SeatSet,
}

/// The cell, off every board, from which a pawn of the reserve comes.
pub(crate) const RESERVE: u8 = 31;

/// The letters of the colours, by seat (B2): red, blue, yellow, green.
pub(crate) const COLOURS: [char; 4] = ['r', 'b', 'y', 'g'];

/// B1: the pawns with which each seat starts.
pub(crate) const fn pawns(seats: u8) -> u8 {
    if seats == 4 { 16 } else { 20 }
}

impl Basik {
    /// B1, B2: the empty board, full reserves, seat 0 to act.
    pub(crate) const fn opening(seats: u8) -> Self {
        Basik {
            colour: [0; 4],
            low: 1 << RESERVE,
            high: 0,
            reserve: [pawns(seats); 4],
            seats,
            next: Seat(0),
            quiet: 0,
            passes: 0,
            gone: SeatSet::EMPTY,
        }
    }

    /// The index of the data of `seat`.
    fn slot(&self, seat: Seat) -> usize {
        ((seat.0 + self.seats - self.next.0) % self.seats) as usize
    }

    /// The cells that `seat` occupies.
    pub fn cells(&self, seat: Seat) -> Cells {
        self.colour[self.slot(seat)]
    }

    /// The pawns that `seat` has in reserve.
    pub fn reserve(&self, seat: Seat) -> u8 {
        self.reserve[self.slot(seat)]
    }

    /// How many pawns stand on a cell.
    #[inline(always)]
    pub fn height(&self, cell: Cell) -> u8 {
        (self.low >> cell.0 & 1 | (self.high >> cell.0 & 1) << 1) as u8
    }

    /// The seat whose pile stands on a cell.
    pub fn owner(&self, cell: Cell) -> Option<Seat> {
        Seat::all(self.seats).find(|seat| self.cells(*seat) & cell.bit() != 0)
    }

    /// Every cell of the board.
    pub fn board(&self) -> Cells {
        board(self.seats)
    }

    /// Every occupied cell.
    #[inline(always)]
    pub fn occupied(&self) -> Cells {
        (self.low | self.high) & !(1 << RESERVE)
    }

    fn set_pile(&mut self, cell: Cell, seat: Seat, height: u8) {
        self.colour[self.slot(seat)] |= cell.bit();
        self.low |= Cells::from(height & 1) << cell.0;
        self.high |= Cells::from(height >> 1) << cell.0;
    }

    /// All pawns of `seat` on the board.
    pub fn pawns_on_board(&self, seat: Seat) -> u8 {
        let cells = self.cells(seat);
        ((self.low & cells).count_ones() + 2 * (self.high & cells).count_ones()) as u8
    }
}

/// `..../..../.r1../.... b 19,20`: rows from the top, the seat to act, the reserves.
impl fmt::Display for Basik {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in (0..side(self.seats)).rev() {
            for column in 0..side(self.seats) {
                let cell = Cell::at(column, row);
                match self.owner(cell) {
                    Some(seat) => write!(f, "{}{}", COLOURS[seat.index()], self.height(cell))?,
                    None => f.write_str(".")?,
                }
            }
            f.write_str(if row > 0 { "/" } else { " " })?;
        }
        write!(f, "{} ", COLOURS[self.next.index()])?;
        for seat in Seat::all(self.seats) {
            let comma = if seat.0 > 0 { "," } else { "" };
            write!(f, "{comma}{}", self.reserve(seat))?;
        }
        Ok(())
    }
}

/// What is wrong with the text of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadPosition(String);

impl fmt::Display for BadPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BadPosition {}

impl FromStr for Basik {
    type Err = BadPosition;

    fn from_str(text: &str) -> Result<Self, BadPosition> {
        let bad = |what: &str| BadPosition(format!("{what} in `{text}`"));
        let [rows, next, reserves] =
            text.split(' ').collect::<Vec<_>>().try_into().map_err(|_| bad("not three parts"))?;
        let reserves: Vec<u8> = reserves
            .split(',')
            .map(|count| count.parse().map_err(|_| bad("a reserve is no number")))
            .collect::<Result<_, _>>()?;
        let seats = reserves.len() as u8;
        if !(2..=4).contains(&seats) {
            return Err(bad("not 2, 3 or 4 reserves"));
        }
        let seat_of = |letter: char| COLOURS[..seats as usize].iter().position(|colour| *colour == letter);
        let mut position = Basik::opening(seats);

        let rows: Vec<&str> = rows.split('/').collect();
        if rows.len() != side(seats) as usize {
            return Err(bad("a wrong number of rows"));
        }
        for (from_top, cells) in rows.iter().enumerate() {
            let row = side(seats) - 1 - from_top as u8;
            let mut column = 0;
            let mut letters = cells.chars();
            while let Some(letter) = letters.next() {
                if column == side(seats) {
                    return Err(bad("a row too long"));
                }
                if letter != '.' {
                    let seat = seat_of(letter).ok_or_else(|| bad("an unknown colour"))?;
                    let height = letters.next().and_then(|digit| digit.to_digit(10));
                    let height = height.filter(|height| (1..=3).contains(height));
                    let height = height.ok_or_else(|| bad("a height that is not 1, 2 or 3"))?;
                    position.set_pile(Cell::at(column, row), Seat(seat as u8), height as u8);
                }
                column += 1;
            }
            if column != side(seats) {
                return Err(bad("a row too short"));
            }
        }
        for seat in Seat::all(seats) {
            position.reserve[seat.index()] = reserves[seat.index()];
            if u32::from(reserves[seat.index()]) + u32::from(position.pawns_on_board(seat))
                > u32::from(pawns(seats))
            {
                return Err(bad("more pawns than the box holds"));
            }
        }
        let mut letter = next.chars();
        let next = letter.next().and_then(seat_of).filter(|_| letter.next().is_none());
        let next = next.ok_or_else(|| bad("an unknown seat to act"))?;
        position.colour[..seats as usize].rotate_left(next);
        position.reserve[..seats as usize].rotate_left(next);
        position.next = Seat(next as u8);
        if position.to_string() != text {
            return Err(bad("a number that is not written plainly"));
        }
        Ok(position)
    }
}

/// A position as it is stored: its notation, and the counters that the notation leaves out.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Saved {
    position: String,
    quiet: u8,
    passes: u8,
    gone: SeatSet,
}

impl From<Basik> for Saved {
    fn from(position: Basik) -> Saved {
        let Basik { quiet, passes, gone, .. } = position;
        Saved { position: position.to_string(), quiet, passes, gone }
    }
}

impl TryFrom<Saved> for Basik {
    type Error = BadPosition;
    fn try_from(saved: Saved) -> Result<Self, BadPosition> {
        let position: Basik = saved.position.parse()?;
        let known = SeatSet::all(position.seats);
        let is_known =
            saved.gone.iter().all(|seat| known.contains(seat)) && !saved.gone.contains(position.next);
        if !is_known || saved.quiet > QUIET_LIMIT || saved.passes > position.seats {
            return Err(BadPosition(format!("counters that no game comes to beside `{}`", saved.position)));
        }
        Ok(Basik { quiet: saved.quiet, passes: saved.passes, gone: saved.gone, ..position })
    }
}
