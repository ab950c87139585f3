//! Trois rouges gagnent: a duel at auction, won by three red blocks or by the other's fall (S33–S36).

use super::{Awaited, End, Ending, ModeRules, ModeSummary, are_seats};
use crate::auction::{Auction, AuctionKind, Sale};
use crate::placement::{Demand, Landed, Landing};
use crate::report::Measuring;
use crate::table::{BEANS, Table};
use crate::task::{Due, Selling, Task};
use crate::{Action, Block, Blocks};
use game::{Actor, BySeat, Seat, SeatSet};
use serde::{Deserialize, Serialize};

/// S35: the red blocks that win a round.
pub(crate) const REDS: usize = 3;

/// S36: the rounds that win.
pub(crate) const GOAL: u8 = 3;

/// A round of Trois rouges gagnent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Reds {
    /// Who began this round.
    first: Seat,
    /// Whose turn it is to sell.
    auctioneer: Seat,
    phase: Phase,
    /// The rounds that each seat has won.
    rounds: BySeat<u8>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Phase {
    /// S33: the auctioneer chooses a block.
    Sell,
    /// S33: an auction is running.
    Auction(Auction),
    /// S33: the winner keeps it or gives it away.
    Choose { seat: Seat, block: Block },
    /// The block must be placed.
    Place { seat: Seat, block: Block },
    /// S28, S34: the block has not raised the tower, nor does it touch a base; it must be tried again.
    Again { seat: Seat, block: Block },
}

/// How many red blocks a tower holds.
pub(crate) fn reds(blocks: Blocks) -> usize {
    blocks.iter().filter(|block| block.is_red()).count()
}

impl Reds {
    pub fn new(seats: u8) -> Self {
        let rounds = BySeat::new(seats, |_| 0);
        Reds { first: Seat(0), auctioneer: Seat(0), phase: Phase::Sell, rounds } // S12
    }

    fn rival(table: &Table, seat: Seat) -> Seat {
        seat.next(table.seats())
    }

    /// S35, S36: the winners of the round count it, and the loser starts the next.
    fn finish_round(&mut self, table: &mut Table, winners: SeatSet) -> Option<End> {
        for seat in winners.iter() {
            self.rounds[seat] += 1;
        }
        self.phase = Phase::Sell;
        if winners.iter().any(|seat| self.rounds[seat] >= GOAL) {
            return self.end(table, Ending::ThreeRounds);
        }
        let loser = Seat::all(table.seats()).find(|seat| !winners.contains(*seat));
        // A shared round has no loser: then the other seat starts.
        self.first = loser.unwrap_or_else(|| Reds::rival(table, self.first));
        self.auctioneer = self.first;
        table.tidy();
        table.beans = BySeat::new(table.seats(), |_| BEANS);
        None
    }

    /// S36: with the market empty, more reds, then the taller tower, else both.
    fn best(table: &Table) -> SeatSet {
        let count = |seat: Seat| reds(table.plots[seat.index()].blocks());
        let most = Seat::all(table.seats()).map(count).max();
        table.tallest(Seat::all(table.seats()).filter(|seat| Some(count(*seat)) == most).collect())
    }
}

impl ModeRules for Reds {
    fn demand(&self) -> Demand {
        Demand::RaiseOrBase
    }

    fn awaits(&self, table: &Table) -> Awaited {
        let (seat, task) = match &self.phase {
            Phase::Sell => (self.auctioneer, Task::Sell { from: table.market, selling: Selling::Reds }),
            Phase::Auction(auction) => {
                let beans = table.beans[auction.caller];
                (auction.caller, Task::Call { auction: auction.clone(), beans })
            }
            Phase::Choose { seat, block } => {
                let to = SeatSet::one(Reds::rival(table, *seat));
                (*seat, Task::KeepOrGive { block: *block, to })
            }
            Phase::Place { seat, block } => (*seat, Task::BuildWon { block: *block }),
            Phase::Again { seat, block } => (*seat, Task::TryAgain { block: *block }),
        };
        Awaited::Seat(Due { seat, plot: seat.index(), task })
    }

    fn measuring(&self, table: &Table) -> Measuring {
        let is_placing = matches!(self.phase, Phase::Place { .. } | Phase::Again { .. });
        let is_close = is_placing && table.market.is_empty(); // S36
        if is_close { Measuring::Needed } else { Measuring::Idle }
    }

    fn act(&mut self, table: &mut Table, _: Actor, action: &Action) -> Option<End> {
        self.phase = match (self.phase.clone(), action) {
            (Phase::Sell, Action::Sell(block, _)) => {
                table.market = table.market.without(*block);
                let (bidders, seats) = (table.staying(), table.seats());
                let auction = Auction::open(AuctionKind::High, *block, self.auctioneer, bidders, seats);
                Phase::Auction(if table.edition.is_today() { auction.with_last_word() } else { auction })
            }
            (Phase::Auction(mut auction), _) => {
                let award = auction.call(action.as_call().expect("nothing else is legal"));
                match award {
                    None => Phase::Auction(auction),
                    Some(award) => {
                        table.pay(&award);
                        let (seat, block) = (award.seat, auction.block);
                        match award.sale {
                            Sale::Sold => Phase::Choose { seat, block },
                            Sale::Unsold => Phase::Place { seat, block },
                        }
                    }
                }
            }
            (Phase::Choose { seat, block }, Action::Keep) => Phase::Place { seat, block },
            (Phase::Choose { block, .. }, Action::Give(seat)) => Phase::Place { seat: *seat, block },
            // S28: giving up is a fall.
            (Phase::Again { seat, .. }, Action::Pass) => {
                return self.finish_round(table, SeatSet::one(Reds::rival(table, seat)));
            }
            _ => unreachable!("nothing else is legal"),
        };
        None
    }

    fn on_landed(&mut self, table: &mut Table, landed: &Landed) -> Option<End> {
        let Landed { seat, plot, block, landing, ref settled, .. } = *landed;
        match landing {
            Landing::Falls | Landing::Spoilt => {
                self.finish_round(table, SeatSet::one(Reds::rival(table, seat)))
            } // S35
            Landing::TooLow => {
                table.plots[plot].stand(settled);
                self.phase = Phase::Again { seat, block };
                None
            }
            Landing::Stands => {
                table.plots[plot].stand(settled);
                if reds(table.plots[plot].blocks()) >= REDS {
                    return self.finish_round(table, SeatSet::one(seat)); // S35
                }
                if table.market.is_empty() {
                    return self.finish_round(table, Reds::best(table)); // S36
                }
                self.auctioneer = Reds::rival(table, self.auctioneer);
                self.phase = Phase::Sell;
                None
            }
        }
    }

    /// Two play: when one leaves, `Bausack::leave` has already ended the game.
    fn on_left(&mut self, table: &mut Table, _: Seat) -> Option<End> {
        self.end(table, Ending::Left)
    }

    fn score(&self, table: &Table) -> BySeat<u32> {
        BySeat::new(table.seats(), |seat| u32::from(self.rounds[seat]))
    }

    fn is_sound(&self, seats: u8) -> bool {
        are_seats([self.first, self.auctioneer], seats)
            && self.rounds.count() == seats
            && match &self.phase {
                Phase::Sell => true,
                Phase::Auction(auction) => auction.is_sound(seats),
                Phase::Choose { seat, .. } | Phase::Place { seat, .. } | Phase::Again { seat, .. } => {
                    are_seats([*seat], seats)
                }
            }
    }

    fn summary(&self, _: &Table) -> ModeSummary {
        let (auction, aside) = match &self.phase {
            Phase::Sell => (None, Blocks::EMPTY),
            Phase::Auction(auction) => (Some(auction.clone()), Blocks::one(auction.block)),
            Phase::Choose { block, .. } | Phase::Place { block, .. } | Phase::Again { block, .. } => {
                (None, Blocks::one(*block))
            }
        };
        ModeSummary {
            turn: Some(self.auctioneer),
            rounds: Some(self.rounds),
            auction,
            aside,
            ..ModeSummary::default()
        }
    }
}
