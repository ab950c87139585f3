//! Knock-Out: every block is auctioned, and the last tower standing wins (S22–S27).

use super::{Awaited, End, Ending, ModeRules, ModeSummary, are_seats};
use crate::auction::{Auction, Sale};
use crate::placement::{Landed, Landing};
use crate::report::Measuring;
use crate::table::Table;
use crate::task::{Due, Selling, Task};
use crate::{Action, Block, Blocks};
use game::{Actor, BySeat, Seat, SeatSet};
use serde::{Deserialize, Serialize};

/// A game of Knock-Out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Knockout {
    /// Whose turn it is to sell.
    auctioneer: Seat,
    phase: Phase,
    /// The seats whose towers have fallen.
    out: SeatSet,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Phase {
    /// S22: the auctioneer chooses.
    Sell,
    /// S23, S24: an auction is running.
    Auction(Auction),
    /// The block has an owner, who must place it.
    Place { seat: Seat, block: Block },
}

impl Knockout {
    pub fn new() -> Self {
        Knockout { auctioneer: Seat(0), phase: Phase::Sell, out: SeatSet::EMPTY } // S12
    }

    /// The seats that play on. One that has no block yet has not fallen (S26).
    fn playing(&self, table: &Table) -> SeatSet {
        self.out.iter().fold(table.staying(), SeatSet::without)
    }

    /// S22, S26, S27: the next auctioneer, or the end.
    fn advance(&mut self, table: &Table) -> Option<End> {
        let playing = self.playing(table);
        self.phase = Phase::Sell;
        if playing.len() <= 1 {
            return self.end(table, Ending::LastTower);
        }
        if table.market.is_empty() {
            return self.end(table, Ending::MarketEmpty);
        }
        self.auctioneer = table.following(self.auctioneer, playing);
        None
    }
}

impl ModeRules for Knockout {
    fn awaits(&self, table: &Table) -> Awaited {
        let (seat, task) = match &self.phase {
            Phase::Sell => (self.auctioneer, Task::Sell { from: table.market, selling: Selling::Knockout }),
            Phase::Auction(auction) => {
                let beans = table.beans[auction.caller]; // S25: none is enough to play on
                (auction.caller, Task::Call { auction: auction.clone(), beans })
            }
            Phase::Place { seat, block } => (*seat, Task::BuildWon { block: *block }),
        };
        Awaited::Seat(Due { seat, plot: seat.index(), task })
    }

    fn measuring(&self, table: &Table) -> Measuring {
        let is_close = matches!(self.phase, Phase::Place { .. }) && table.market.is_empty(); // S27
        if is_close { Measuring::Needed } else { Measuring::Idle }
    }

    fn act(&mut self, table: &mut Table, _: Actor, action: &Action) -> Option<End> {
        match (&mut self.phase, action) {
            (Phase::Sell, Action::Sell(block, kind)) => {
                table.market = table.market.without(*block);
                let bidders = self.playing(table);
                self.phase =
                    Phase::Auction(Auction::open(*kind, *block, self.auctioneer, bidders, table.seats()));
            }
            (Phase::Auction(auction), _) => {
                let call = action.as_call().expect("nothing else is legal");
                if let Some(award) = auction.call(call) {
                    // S23: unsold, it is the auctioneer's for nothing.
                    debug_assert!(award.sale == Sale::Sold || award.seat == self.auctioneer);
                    table.pay(&award);
                    self.phase = Phase::Place { seat: award.seat, block: auction.block };
                }
            }
            _ => unreachable!("nothing else is legal"),
        }
        None
    }

    fn on_landed(&mut self, table: &mut Table, landed: &Landed) -> Option<End> {
        let seat = landed.seat;
        match landed.landing {
            Landing::Stands | Landing::TooLow => table.plots[landed.plot].stand(&landed.settled),
            Landing::Falls | Landing::Spoilt => {
                // S26: its blocks are for sale again, its beans are gone.
                self.out = self.out.with(seat);
                table.demolish(seat);
                table.market = table.market.with(landed.block);
                table.beans[seat] = 0;
            }
        }
        self.advance(table)
    }

    fn on_left(&mut self, table: &mut Table, seat: Seat) -> Option<End> {
        if self.out.contains(seat) {
            return None;
        }
        table.demolish(seat);
        table.beans[seat] = 0;
        match self.phase.clone() {
            // An auction is cancelled when a seat leaves: the auctioneer, or the next one, begins again.
            Phase::Auction(auction) => {
                table.market = table.market.with(auction.block);
                self.phase = Phase::Sell;
            }
            Phase::Place { seat: owner, block } if owner == seat => {
                table.market = table.market.with(block);
                return self.advance(table);
            }
            Phase::Place { .. } | Phase::Sell => {}
        }
        if self.playing(table).len() <= 1 || (self.phase == Phase::Sell && self.auctioneer == seat) {
            return self.advance(table);
        }
        None
    }

    fn score(&self, table: &Table) -> BySeat<u32> {
        table.ranked(self.playing(table))
    }

    fn is_sound(&self, seats: u8) -> bool {
        are_seats(self.out.iter().chain([self.auctioneer]), seats)
            && match &self.phase {
                Phase::Sell => true,
                Phase::Auction(auction) => auction.is_sound(seats),
                Phase::Place { seat, .. } => are_seats([*seat], seats),
            }
    }

    fn summary(&self, _: &Table) -> ModeSummary {
        let (auction, aside) = match &self.phase {
            Phase::Sell => (None, Blocks::EMPTY),
            Phase::Auction(auction) => (Some(auction.clone()), Blocks::one(auction.block)),
            Phase::Place { block, .. } => (None, Blocks::one(*block)),
        };
        ModeSummary { turn: Some(self.auctioneer), out: self.out, auction, aside, ..ModeSummary::default() }
    }
}
