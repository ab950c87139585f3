//! Tour de Babel: one common tower, and a bean for the seat that placed just before it falls (S13–S16).

use super::{Awaited, End, Ending, ModeRules, ModeSummary, are_seats};
use crate::placement::{Landed, Landing};
use crate::table::Table;
use crate::task::{Due, Task};
use crate::{Action, Blind, Block};
use game::{Actor, BySeat, Seat};
use serde::{Deserialize, Serialize};

/// S14: the beans that win.
pub(crate) const GOAL: u8 = 5;

/// A round of Tour de Babel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Babel {
    /// Who places next.
    next: Seat,
    /// Who last placed safely in this round.
    last: Option<Seat>,
    /// Where the block comes from.
    supply: Supply,
}

/// Where the next block comes from.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Supply {
    /// It is chosen (S13).
    Chosen,
    /// It will be drawn (S16).
    InTheBag,
    /// It was drawn, and must be placed (S16).
    Drawn(Block),
}

impl Babel {
    pub fn chosen() -> Self {
        Babel { next: Seat(0), last: None, supply: Supply::Chosen } // S12
    }

    pub fn blind() -> Self {
        Babel { supply: Supply::InTheBag, ..Babel::chosen() }
    }

    pub fn blind_or_not(&self) -> Blind {
        match self.supply {
            Supply::Chosen => Blind::No,
            Supply::InTheBag | Supply::Drawn(_) => Blind::Yes,
        }
    }

    fn put_back(&mut self) {
        if let Supply::Drawn(_) = self.supply {
            self.supply = Supply::InTheBag;
        }
    }

    /// S14: begins a new round with all blocks on the market.
    fn new_round(&mut self, table: &mut Table, starter: Seat) {
        table.tidy();
        self.last = None;
        self.next = starter;
    }

    /// S13: gives a bean to a seat, if there is one that has not left; returns the end of the game if that wins it.
    fn reward(&self, table: &mut Table, seat: Option<Seat>) -> Option<End> {
        let seat = seat.filter(|seat| !table.gone.contains(*seat))?;
        table.beans[seat] += 1;
        if table.beans[seat] < GOAL {
            return None;
        }
        self.end(table, Ending::FiveBeans)
    }
}

impl ModeRules for Babel {
    fn awaits(&self, table: &Table) -> Awaited {
        let task = match self.supply {
            Supply::InTheBag => return Awaited::Draw,
            Supply::Chosen => Task::Build { from: table.market },
            Supply::Drawn(block) => Task::BuildDrawn { block },
        };
        Awaited::Seat(Due { seat: self.next, plot: 0, task })
    }

    fn act(&mut self, _: &mut Table, _: Actor, action: &Action) -> Option<End> {
        if let Action::Draw(block) = action {
            self.supply = Supply::Drawn(*block);
        }
        None
    }

    fn on_landed(&mut self, table: &mut Table, landed: &Landed) -> Option<End> {
        let seat = landed.seat;
        let following = table.following(seat, table.staying());
        self.put_back();
        match landed.landing {
            Landing::Stands | Landing::TooLow => {
                table.plots[landed.plot].stand(&landed.settled);
                table.market = table.market.without(landed.block);
                self.last = Some(seat);
                self.next = following;
                if !table.market.is_empty() {
                    return None;
                }
                // S15: the tower of all blocks stands.
                let end = self.reward(table, Some(seat));
                self.new_round(table, following);
                end
            }
            Landing::Falls | Landing::Spoilt => {
                let end = self.reward(table, self.last);
                self.new_round(table, seat); // S14
                end
            }
        }
    }

    fn on_left(&mut self, table: &mut Table, seat: Seat) -> Option<End> {
        if self.next == seat {
            self.put_back();
            self.next = table.following(seat, table.staying());
        }
        None
    }

    fn score(&self, table: &Table) -> BySeat<u32> {
        BySeat::new(table.seats(), |seat| u32::from(table.beans[seat]))
    }

    fn is_sound(&self, seats: u8) -> bool {
        are_seats(self.last.into_iter().chain([self.next]), seats)
    }

    fn summary(&self, _: &Table) -> ModeSummary {
        ModeSummary { turn: Some(self.next), last: self.last, ..ModeSummary::default() }
    }
}
