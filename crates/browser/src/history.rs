//! The game that a page explores: the worker keeps it between requests, so that a step is applied once.

use crate::kind;
use game::{Actor, Seat, SeatSet};
use protocol::Frame;
use protocol::worker::{Attempted, Fault, GameHistory};
use table::{AnyGame, ClockRule, Setup, Start, Step, Table};

/// A game that the page asked about, without clocks.
pub(crate) struct Explored {
    game: String,
    setup: Setup,
    position: Option<String>,
    pub table: Table,
}

impl Explored {
    /// The game of a request: the one of the last request with its steps kept, or a new one.
    pub fn of(last: Option<Explored>, history: GameHistory) -> Result<Explored, Fault> {
        let GameHistory { game, setup, position, keep, added } = history;
        let same = |known: &Explored| {
            (&known.game, &known.setup, &known.position) == (&game, &setup, &position)
                && keep <= known.table.steps()
        };
        let mut explored = match last.filter(same) {
            Some(known) => known,
            None if keep > 0 => return Err(Fault::Failed("these steps are not known here".to_owned())),
            None => {
                let start = Start { rules_version: None, position: position.clone() };
                let table = Table::open_at(kind(&game)?, setup.clone(), ClockRule::None, start)?;
                Explored { game, setup, position, table }
            }
        };
        explored.table.rewind(keep);
        let entry = |step: &Step| {
            step.entry().ok_or_else(|| Fault::Failed("a step has a seat or an action".to_owned()))
        };
        let added = added.iter().map(entry).collect::<Result<Vec<_>, _>>()?;
        explored.table = explored.table.replay(added).map_err(|error| Fault::Failed(error.to_string()))?;
        Ok(explored)
    }

    /// The position after the first `at` steps, or after all of them.
    pub fn position(&self, at: Option<usize>) -> Result<Box<dyn AnyGame>, Fault> {
        match at {
            None => Ok(self.table.game().fork()),
            Some(at) => self.table.position_after(at).ok_or_else(|| too_few(at)),
        }
    }

    /// That position as the holder of the seats `own` sees it.
    pub fn frame(&self, at: Option<usize>, own: SeatSet) -> Result<Frame, Fault> {
        let at = at.unwrap_or(self.table.steps());
        Frame::past(&self.table, at, own).ok_or_else(|| too_few(at))
    }

    /// What an action of `seat` would do there.
    pub fn attempt(&self, at: Option<usize>, seat: Seat, action: &str) -> Result<Attempted, Fault> {
        let steps = at.unwrap_or(self.table.steps());
        let mut position = self.position(at)?;
        if seat.0 >= self.setup.seats {
            return Err(table::Refused::NotSeated(seat).into());
        }
        let action = position.apply(Actor::Seat(seat), action)?;
        let frame = Frame::explored(&*position, self.setup.seats, steps + 1, SeatSet::one(seat));
        Ok(Attempted { action, frame })
    }
}

fn too_few(at: usize) -> Fault {
    Fault::Failed(format!("the game has fewer than {at} steps"))
}
