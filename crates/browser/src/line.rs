//! Lines: steps that lead to a position, wherever the table is to which they belong.

use crate::refusal::Fault;
use crate::shelf;
use game::{Actor, Seat, SeatSet};
use serde::{Deserialize, Serialize};
use table::{ClockRule, Entry, Event, Frame, Setup, Table, Told, Word};

/// A game from its beginning to some step.
#[cfg_attr(test, derive(ts_rs::TS))]
#[derive(Clone, Debug, Deserialize)]
pub struct Line {
    /// The game's id.
    pub game: String,
    /// Seats and options.
    pub setup: Setup,
    /// What was played.
    pub steps: Vec<Told>,
}

/// What an action would do.
#[cfg_attr(test, derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize)]
pub struct Attempted {
    /// The action in canonical notation.
    pub action: String,
    /// The table as whoever acted would see it.
    pub frame: Frame,
}

impl Line {
    /// A table without clocks on which the line was played.
    pub(crate) fn table(&self) -> Result<Table, Fault> {
        let table = Table::open(shelf::kind(&self.game)?, self.setup.clone(), ClockRule::None)?;
        let entry = |step: &Told| {
            let event = match (&step.action, step.seat) {
                (Some(action), seat) => {
                    Event::Play { actor: seat.map_or(Actor::Nature, Actor::Seat), action: action.clone() }
                }
                (None, Some(seat)) => Event::Say { seat, word: Word::Resign },
                (None, None) => return Err(Fault::Failed("Nature never leaves".to_owned())),
            };
            Ok(Entry { at: 0, event })
        };
        let log = self.steps.iter().map(entry).collect::<Result<Vec<_>, _>>()?;
        table.replay(log).map_err(|error| Fault::Failed(error.to_string()))
    }

    /// What an action of `seat` would do.
    pub(crate) fn attempt(&self, seat: Seat, action: &str) -> Result<Attempted, Fault> {
        let mut table = self.table()?;
        let prompt = table.prompt(seat).unwrap_or_default();
        let entry = table.act(seat, prompt, action, 0)?;
        let Event::Play { action, .. } = &entry.event else { unreachable!("acting is playing") };
        Ok(Attempted { action: action.clone(), frame: table.frame(SeatSet::one(seat), 0) })
    }
}
