//! The delay with which those who have no seat see a rated game of a tournament while it is played: whoever watches can't
//! help whoever plays.

use crate::events::tournament_of;
use crate::room::Room;
use game::SeatSet;
use store::Status;
use table::{GameMillis, Table};

/// How many entries of the log they are behind.
pub(crate) const DELAY: usize = 6;

impl Room {
    /// Whether somebody with these seats sees the game later.
    pub(crate) fn is_delayed(&self, own: SeatSet) -> bool {
        let counts = self.row.rated && tournament_of(&self.row.host).is_some();
        own.is_empty() && counts && self.row.status == Status::Playing
    }

    /// The table as somebody with these seats sees it, and its time.
    pub(crate) fn seen_by(&self, own: SeatSet) -> (&Table, GameMillis) {
        match self.delayed.as_ref().filter(|_| self.is_delayed(own)) {
            Some(delayed) => (delayed, delayed.log().last().map_or(0, |last| last.at)),
            None => (&self.table, self.game_time()),
        }
    }

    /// Lets what is seen later follow the game: it costs a step for every entry.
    pub(crate) fn follow_delayed(&mut self) {
        if !self.is_delayed(SeatSet::EMPTY) {
            self.delayed = None;
            return;
        }
        let end = self.table.log().len().saturating_sub(DELAY);
        let table = &self.table;
        let begun =
            || Table::open_at(table.kind(), table.setup().clone(), table.clock(), table.start().clone()).ok();
        let Some(mut delayed) =
            self.delayed.take().filter(|delayed| delayed.log().len() <= end).or_else(begun)
        else {
            return;
        };
        let new = table.log()[delayed.log().len()..end].to_vec();
        if let Err(error) = delayed.extend(new) {
            tracing::error!(table = self.row.id, %error, "what was judged is judged otherwise");
        }
        self.delayed = Some(delayed);
    }
}
