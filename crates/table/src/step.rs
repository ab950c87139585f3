//! Steps: the actions of a game, and the seats that left it, as a viewer may know them.

use crate::log::{Declaration, Event, GameMillis, LogEntry};
use game::{Actor, Seat};
use serde::{Deserialize, Serialize};

/// One step of a game: an action, or a seat that left.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// The seat that acted or left; `None` for Nature.
    pub seat: Option<Seat>,
    /// The action in notation, or what was announced of a sealed one; `None` if the seat left the game.
    pub action: Option<String>,
    /// When, in milliseconds since the start.
    pub at: GameMillis,
    /// How the seat left, where it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub left: Option<Leaving>,
}

/// How a seat left a game.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Leaving {
    /// It resigned.
    Resigned,
    /// Its time ran out.
    OutOfTime,
}

impl Leaving {
    /// How a seat leaves by a declaration, if it does.
    pub(crate) fn by(declaration: Declaration) -> Option<Self> {
        match declaration {
            Declaration::Resign => Some(Leaving::Resigned),
            Declaration::OutOfTime => Some(Leaving::OutOfTime),
            _ => None,
        }
    }
}

impl Step {
    /// The event that replays the step on a table without clocks; `None` for one that is neither an action nor a seat
    /// that leaves.
    pub fn event(&self) -> Option<Event> {
        match (&self.action, self.seat) {
            (Some(action), seat) => {
                let actor = seat.map_or(Actor::Nature, Actor::Seat);
                Some(Event::Play { actor, action: action.clone() })
            }
            (None, Some(seat)) => Some(Event::Declare { seat, declaration: Declaration::Resign }),
            (None, None) => None,
        }
    }

    /// That event as an entry at time 0.
    pub fn entry(&self) -> Option<LogEntry> {
        self.event().map(|event| LogEntry { at: 0, event })
    }
}
