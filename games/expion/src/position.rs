//! The position: which marbles stand where, where the ball is, whose turn it is.

use crate::board::{CENTRE, Camp, Cell, Cells, Rank, Side};
use game::{Seat, SeatSet};
use serde::{Deserialize, Serialize};

/// A position of EX*PION.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "crate::notation::Saved", into = "crate::notation::Saved")]
pub struct Expion {
    /// The marbles in the area, by side and by rank.
    pub(crate) out: [[Cells; 2]; 2],
    /// The marbles in their camps, by side; each stands for the area cell in front of it.
    pub(crate) home: [Cells; 2],
    /// Where the ball is; in a camp only when that ended the game (X17).
    pub(crate) ball: Cell,
    /// How many seats play.
    pub(crate) seats: u8,
    /// The seat whose turn it is.
    pub(crate) next: Seat,
    /// X7: at three seats the ally that plays next, now or after seat 0; else always seat 1.
    pub(crate) ally: Seat,
    /// X11: whether the first capture has happened.
    pub(crate) first_capture: FirstCapture,
    /// X19: turns since a capture or a marble that left its camp.
    pub(crate) quiet: u8,
    /// The seats that left the game.
    pub(crate) gone: SeatSet,
}

/// X11: whether a marble has been captured.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum FirstCapture {
    /// A marble goes backward only to capture.
    Awaited,
    /// Every marble may go backward.
    Done,
}

/// X3: the marbles of a colour.
pub(crate) const MARBLES: u32 = 7;

/// X5, X6, X7: the marbles that a seat may move.
#[derive(Copy, Clone, Debug)]
pub(crate) struct MovableMarbles {
    /// The side for which it plays.
    pub side: Side,
    /// For each colour of the side, all cells if the seat owns it, else none.
    pub owns: [Cells; 2],
}

impl MovableMarbles {
    /// The marbles of a seat at a table of `seats` seats.
    pub const fn of(seats: u8, seat: Seat) -> MovableMarbles {
        const BOTH: [Cells; 2] = [Cells::MAX; 2];
        const FALLING: [Cells; 2] = [Cells::MAX, 0];
        const RISING: [Cells; 2] = [0, Cells::MAX];
        let (side, owns) = match (seats, seat.0) {
            (2 | 3, 0) => (Side::NorthSouth, BOTH),
            (2, _) => (Side::EastWest, BOTH),
            (3, 1) => (Side::EastWest, FALLING),
            (3, _) => (Side::EastWest, RISING),
            (_, 0) => (Side::NorthSouth, FALLING),
            (_, 1) => (Side::EastWest, FALLING),
            (_, 2) => (Side::NorthSouth, RISING),
            (_, _) => (Side::EastWest, RISING),
        };
        MovableMarbles { side, owns }
    }

    /// Calls `act` in code that is compiled separately for each side, where the axis is a constant: a third faster.
    #[inline(always)]
    pub fn specialised<T>(self, act: impl FnOnce(MovableMarbles) -> T) -> T {
        match self.side {
            Side::NorthSouth => act(MovableMarbles { side: Side::NorthSouth, ..self }),
            Side::EastWest => act(MovableMarbles { side: Side::EastWest, ..self }),
        }
    }

    /// Whether the seat owns a colour.
    pub fn holds(&self, colour: Camp) -> bool {
        colour.side() == self.side && self.owns[colour.rank() as usize] != 0
    }
}

impl Expion {
    /// X3, X5–X7: full camps, the ball in the centre, seat 0 to act.
    pub(crate) const fn opening(seats: u8) -> Self {
        Expion {
            home: [Camp::North.edge() | Camp::South.edge(), Camp::East.edge() | Camp::West.edge()],
            ..Expion::bare(seats)
        }
    }

    /// The board without marbles.
    pub(crate) const fn bare(seats: u8) -> Self {
        Expion {
            out: [[0; 2]; 2],
            home: [0; 2],
            ball: CENTRE,
            seats,
            next: Seat(0),
            ally: Seat(1),
            first_capture: FirstCapture::Awaited,
            quiet: 0,
            gone: SeatSet::EMPTY,
        }
    }

    /// The colours that `seat` owns.
    pub fn colours(&self, seat: Seat) -> impl Iterator<Item = Camp> {
        let movable = MovableMarbles::of(self.seats, seat);
        Camp::ALL.into_iter().filter(move |colour| movable.holds(*colour))
    }

    /// The side for which `seat` plays.
    pub fn side(&self, seat: Seat) -> Side {
        MovableMarbles::of(self.seats, seat).side
    }

    /// The seats of a side.
    pub fn seats_of(&self, side: Side) -> SeatSet {
        Seat::all(self.seats).filter(|seat| self.side(*seat) == side).collect()
    }

    /// The seat that decides now: the one whose turn it is or, if that one left, its partner.
    pub fn actor(&self) -> Seat {
        if !self.gone.contains(self.next) {
            return self.next;
        }
        let partners = self.seats_of(self.side(self.next)).iter();
        partners.filter(|seat| !self.gone.contains(*seat)).last().unwrap_or(self.next)
    }

    /// The marbles of a colour in the area.
    pub fn out(&self, colour: Camp) -> Cells {
        self.out[colour.side() as usize][colour.rank() as usize]
    }

    /// The marbles of a colour in its camp, each named by the area cell in front of it.
    pub fn home(&self, colour: Camp) -> Cells {
        self.home[colour.side() as usize] & colour.edge()
    }

    /// The cells where the marbles of a colour stand: in its camp, then in the area.
    pub fn cells(&self, colour: Camp) -> impl Iterator<Item = Cell> {
        let home = Cell::each(self.home(colour)).map(move |front| front.shifted(-colour.forward().delta()));
        home.chain(Cell::each(self.out(colour)))
    }

    /// How many marbles a colour has left.
    pub fn marbles(&self, colour: Camp) -> u32 {
        self.out(colour).count_ones() + self.home(colour).count_ones()
    }

    /// X18: whether a side has no marble left.
    #[inline(always)]
    pub(crate) fn is_bare(&self, side: Side) -> bool {
        let [falling, rising] = self.out[side as usize];
        falling | rising | self.home[side as usize] == 0
    }

    /// Whether all seats of a side left.
    pub(crate) fn is_abandoned(&self, side: Side) -> bool {
        self.seats_of(side).iter().all(|seat| self.gone.contains(seat))
    }

    /// The colour of the marble on a cell.
    pub fn marble(&self, cell: Cell) -> Option<Camp> {
        match cell.camp() {
            Some(camp) => {
                let front = cell.step(camp.forward())?;
                (self.home(camp) & front.bit() != 0).then_some(camp)
            }
            None => Camp::ALL.into_iter().find(|colour| self.out(*colour) & cell.bit() != 0),
        }
    }

    /// Puts a marble on a free cell of the area or of its own camp.
    pub(crate) fn put(&mut self, colour: Camp, cell: Cell) {
        let (side, rank) = (colour.side() as usize, colour.rank() as usize);
        match cell.camp().and_then(|camp| cell.step(camp.forward())) {
            Some(front) => self.home[side] |= front.bit(),
            None => self.out[side][rank] |= cell.bit(),
        }
    }

    /// Every marble in the area.
    #[inline(always)]
    pub(crate) fn marbles_out(&self) -> Cells {
        let [[north, south], [east, west]] = self.out;
        north | south | east | west
    }

    /// X13: whether a seat has marbles left.
    #[inline(always)]
    pub(crate) fn has_marbles(&self, seat: Seat) -> bool {
        let MovableMarbles { side, owns: [falling, rising] } = MovableMarbles::of(self.seats, seat);
        let axis = side.axis();
        let out = self.out[side as usize];
        let home = self.home[side as usize];
        (out[Rank::Falling as usize] | home & axis.high) & falling
            | (out[Rank::Rising as usize] | home & axis.low) & rising
            != 0
    }
}
