//! Frames: a table as one person sees it.

use crate::log::Millis;
use crate::table::{Asked, Table};
use game::{BySeat, Listing, Outcome, Seat, SeatSet, Turn, Viewer};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A table as one person sees it, complete: whatever was missed, the next frame is the truth.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Frame {
    /// The seats of the person for whom it is.
    pub own: SeatSet,
    /// Who may act now, or that it is over.
    pub turn: FrameTurn,
    /// What the board needs to draw, as that person may see it.
    pub view: Value,
    /// What the person is asked to do, for each own seat that may act.
    pub prompts: Vec<Prompt>,
    /// How many steps led to the position.
    pub steps: usize,
    /// The team of each seat.
    pub teams: BySeat<u8>,
    /// The clocks, if the table has any.
    pub clocks: Option<FrameClocks>,
    /// The question that is open.
    pub asked: Option<Asked>,
    /// The seats that left.
    pub gone: SeatSet,
    /// The groups of seats that may talk unheard by the others.
    pub may_confer: Vec<SeatSet>,
}

/// Who may act now, or that it is over.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FrameTurn {
    /// These seats.
    Seats(SeatSet),
    /// Chance or physics.
    Nature,
    /// Nobody.
    Over {
        /// The place of each seat.
        places: Outcome,
        /// The article by which it ended, if it has ended by one.
        by: Option<String>,
    },
}

/// A seat is asked to act.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prompt {
    /// The seat.
    pub seat: Seat,
    /// What its action must quote.
    pub prompt: u32,
    /// Its legal actions in notation.
    pub actions: Vec<String>,
    /// Whether there are others, which can't be listed.
    pub more: bool,
}

/// The clocks when the frame was made.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FrameClocks {
    /// The milliseconds that each seat has left.
    pub left: BySeat<Millis>,
    /// The seats whose time is running.
    pub running: SeatSet,
}

/// A step of the game as somebody heard it.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Told {
    /// Whose it was; nobody's if it was Nature's.
    pub seat: Option<Seat>,
    /// The action in notation, or as much of it as may be heard; nothing if the seat left the game.
    pub action: Option<String>,
    /// When, in milliseconds since the start.
    pub at: Millis,
}

impl Table {
    /// The table at `now` as somebody sees it who holds the seats `own`: perhaps none, perhaps several on one screen.
    pub fn frame(&self, own: SeatSet, now: Millis) -> Frame {
        let turn = self.turn();
        let count = self.setup().seats;
        let outcome = turn.outcome();
        // Of several seats on one screen, the one to act looks at the board.
        let eyes = own.iter().find(|seat| turn.seats().contains(*seat)).or_else(|| own.first());
        let viewer = match eyes {
            _ if outcome.is_some() => Viewer::Everything,
            Some(seat) => Viewer::Seat(seat),
            None => Viewer::Public,
        };
        let left = |seat| self.time_left(seat, now).unwrap_or_default();
        Frame {
            own,
            turn: match turn {
                Turn::Seats(seats) => FrameTurn::Seats(seats),
                Turn::Nature => FrameTurn::Nature,
                Turn::Over(places) => {
                    FrameTurn::Over { places, by: self.game().ended_by().map(str::to_owned) }
                }
            },
            view: self.view(viewer),
            prompts: own.iter().filter_map(|seat| self.asks(seat)).collect(),
            steps: self.steps(),
            teams: BySeat::new(count, |seat| self.game().team(seat).0),
            clocks: self
                .time_left(Seat(0), now)
                .map(|_| FrameClocks { left: BySeat::new(count, left), running: self.running() }),
            asked: self.asked(),
            gone: self.gone(),
            may_confer: self.game().may_confer(),
        }
    }

    fn asks(&self, seat: Seat) -> Option<Prompt> {
        let prompt = self.prompt(seat)?;
        let (actions, listing) = self.actions(seat);
        Some(Prompt { seat, prompt, actions, more: listing == Listing::Partial })
    }
}
