//! The view that boards draw.

use crate::board::{Camp, Cell, STRIDE};
use crate::effect::QUIET_LIMIT;
use crate::legal::Flanked;
use crate::position::{Expion, FirstCapture};
use game::{Game, Seat, SeatSet, Team};
use serde::Serialize;

/// Everything that a board needs to draw; EX*PION has no secrets, so all viewers see the same.
#[cfg_attr(test, derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize)]
pub struct View {
    /// The board, row by row from the top: a letter for a camp cell, `.` for a cell of the area, `*` for a special
    /// one, `#` where there is none.
    board: Vec<String>,
    /// The colours, their owners, and where their marbles stand, in camp and out.
    colours: Vec<Colour>,
    /// Where the ball is.
    ball: String,
    /// The seat that decides now, until the game is over.
    next: Option<Seat>,
    /// The seat whose marbles move now: another one if that one left and its partner plays on for it.
    turn: Option<Seat>,
    /// At three seats, the ally that plays next.
    ally: Option<Seat>,
    /// Those of them that capture.
    captures: Vec<Capture>,
    /// Whether the first capture has happened, after which marbles may go backward.
    first_capture: bool,
    /// X19: after so many more turns without a capture or a marble that leaves its camp the game ends.
    quiet_left: u8,
    /// X19: as many as that end it.
    quiet_limit: u8,
    /// The seats that left.
    gone: SeatSet,
    /// The article that ended the game.
    end: Option<&'static str>,
    /// The side that won.
    winner: Option<Team>,
}

/// The marbles of one camp.
#[cfg_attr(test, derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize)]
struct Colour {
    letter: char,
    seat: Seat,
    team: Team,
    marbles: Vec<String>,
}

/// What an action would capture.
#[cfg_attr(test, derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize)]
struct Capture {
    action: String,
    marbles: Vec<String>,
}

impl View {
    pub(crate) fn of(position: &Expion) -> View {
        let end = position.end();
        let mut view = View {
            board: (0..STRIDE).rev().map(board_row).collect(),
            colours: Vec::new(),
            ball: position.ball.to_string(),
            next: end.is_none().then(|| position.actor()),
            turn: end.is_none().then_some(position.next),
            ally: (position.seats == 3).then_some(position.ally),
            captures: Vec::new(),
            first_capture: position.first_capture == FirstCapture::Done,
            quiet_left: QUIET_LIMIT - position.quiet,
            quiet_limit: QUIET_LIMIT,
            gone: position.gone,
            end: position.ended_by(),
            winner: end.and_then(|end| end.winner()).map(|side| Team(side as u8)),
        };
        for seat in Seat::all(position.seats) {
            view.colours.extend(position.colours(seat).map(|colour| Colour::of(position, seat, colour)));
        }
        if end.is_none() {
            view.offer(position);
        }
        view
    }

    fn offer(&mut self, position: &Expion) {
        let flanked = Flanked::by(position.movable().side, position);
        for route in position.listing().iter() {
            let taken = position.captures(route, &flanked);
            if taken != 0 {
                let action = position.action_of(route).to_string();
                self.captures.push(Capture { action, marbles: names(Cell::each(taken)) });
            }
        }
    }
}

impl Colour {
    fn of(position: &Expion, seat: Seat, colour: Camp) -> Colour {
        Colour {
            letter: colour.letter(),
            seat,
            team: Team(colour.side() as u8),
            marbles: names(position.cells(colour)),
        }
    }
}

fn names(cells: impl Iterator<Item = Cell>) -> Vec<String> {
    cells.map(|cell| cell.to_string()).collect()
}

fn board_row(row: u8) -> String {
    let letter = |column| {
        let cell = Cell::at(column, row);
        match cell.camp() {
            Some(camp) => camp.letter(),
            None if cell.is_special() => '*',
            None if cell.exists() => '.',
            None => '#',
        }
    };
    (0..STRIDE).map(letter).collect()
}

#[cfg(test)]
mod tests {
    use super::View;

    #[test]
    fn the_types_of_the_page_are_current() {
        testkit::Declarations::of::<View>().check(concat!(env!("CARGO_MANIFEST_DIR"), "/web/types.ts"));
    }
}
