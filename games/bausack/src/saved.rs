//! A position as it is stored, and what a stored one has to be.

use crate::modes::{End, ModeState};
use crate::placement::{Handling, PendingPlacement};
use crate::position::Bausack;
use crate::table::Table;
use crate::{Block, Blocks, Mode};
use serde::{Deserialize, Serialize};

/// A position as it is stored.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Saved {
    table: Table,
    play: ModeState,
    hand: Option<PendingPlacement>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    again: Option<Block>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tremor: Option<u64>,
    end: Option<End>,
}

impl From<Bausack> for Saved {
    fn from(Bausack { table, play, hand, again, tremor, end }: Bausack) -> Saved {
        Saved { table, play, hand, again, tremor, end }
    }
}

/// Fails unless each block is in one place and the seats and plots are those of the mode.
impl TryFrom<Saved> for Bausack {
    type Error = &'static str;

    fn try_from(Saved { table, play, hand, again, tremor, end }: Saved) -> Result<Self, &'static str> {
        let (mode, seats) = (play.mode(), table.seats());
        if !mode.seats().contains(&seats) {
            return Err("a table of that game has not so many seats");
        }
        if table.plots.len() != if mode == Mode::Babel { 1 } else { usize::from(seats) } {
            return Err("a wrong number of plots");
        }
        let position = Bausack { table, play, hand, again, tremor, end };
        if !position.play.rules().is_sound(seats)
            || position.hand.as_ref().is_some_and(|hand| hand.seat.0 >= seats)
        {
            return Err("a seat that the table has not");
        }
        if position.hand.as_ref().is_some_and(|hand| usize::from(hand.plot) >= position.table.plots.len()) {
            return Err("a plot that the table has not");
        }
        let is_placed = |hand: &PendingPlacement| matches!(hand.deed, Handling::Placed(_));
        if position.table.trembles()
            && position.tremor.is_none()
            && position.hand.as_ref().is_some_and(is_placed)
        {
            return Err("a hand whose tremor was not drawn");
        }
        let bag: Blocks = position.table.bag.blocks().collect();
        let mut seen = Blocks::EMPTY;
        for block in position.whereabouts() {
            if seen.contains(block) || !bag.contains(block) {
                return Err("a block that is in two places, or not of the bag");
            }
            seen = seen.with(block);
        }
        Ok(position)
    }
}

impl Bausack {
    /// The blocks in all places, each as often as it occurs.
    fn whereabouts(&self) -> Vec<Block> {
        let summary = self.play.rules().summary(&self.table);
        let towers =
            self.table.plots.iter().flat_map(|plot| &plot.tower.blocks).map(|standing| standing.block);
        let lines = summary.lines.into_iter().flatten();
        let fallen = self.hand.as_ref().map_or(Blocks::EMPTY, PendingPlacement::fallen);
        let aside = summary.aside.iter().chain(fallen.iter());
        self.table.market.iter().chain(towers).chain(lines).chain(aside).collect()
    }
}
