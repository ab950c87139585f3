//! La Bonne Pile: every block must raise the tower, gifts may be poisoned, and one may stop in time (S28–S32).

use super::{Awaited, End, Ending, ModeRules, ModeSummary, are_seats};
use crate::auction::{Auction, AuctionKind};
use crate::placement::{Demand, Landed, Landing};
use crate::report::Measuring;
use crate::table::Table;
use crate::task::{Due, Selling, Stopping, Task};
use crate::{Action, Block, Blocks};
use game::{Actor, BySeat, Seat, SeatSet};
use serde::{Deserialize, Serialize};

/// A game of La Bonne Pile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Pile {
    /// Whose turn it is to sell.
    seller: Seat,
    phase: Phase,
    /// S31: the seats whose towers are stopped.
    stopped: SeatSet,
    /// The seats that are out: by their own fall, or by a gift that made another's tower fall (S30).
    out: SeatSet,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Phase {
    /// S29: the seller chooses a block and an auction, or stops first (S31).
    Sell,
    /// S29: an auction is running.
    Auction(Auction),
    /// S29: the block has to be given away.
    Give { giver: Seat, block: Block },
    /// S30: the receiver says who places the gift.
    Offer { giver: Seat, receiver: Seat, block: Block },
    /// A block must be placed on its owner's tower, by its owner or by who gave it.
    Place { placer: Seat, owner: Seat, block: Block, attempt: Attempt },
    /// S30: the blocks that a gift brought down are put up again.
    Rebuild { seat: Seat, blocks: Blocks },
    /// S32: the last seat that builds goes on alone; perhaps with a block that it must try again (S28).
    Alone { seat: Seat, again: Option<Block> },
}

/// Whether a block has already failed to raise the tower (S28).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Attempt {
    First,
    Again,
}

impl Pile {
    pub fn new() -> Self {
        Pile { seller: Seat(0), phase: Phase::Sell, stopped: SeatSet::EMPTY, out: SeatSet::EMPTY } // S12
    }

    /// The seats that sell and bid.
    fn playing(&self, table: &Table) -> SeatSet {
        self.out.iter().fold(table.staying(), SeatSet::without)
    }

    /// The seats that sell and bid, and whose towers are not stopped.
    fn building(&self, table: &Table) -> SeatSet {
        self.stopped.iter().fold(self.playing(table), SeatSet::without)
    }

    /// S29: the seats that may be given a block.
    fn receivers(&self, table: &Table, giver: Seat) -> SeatSet {
        self.building(table).without(giver)
    }

    fn stopping(table: &Table, seat: Seat) -> Stopping {
        if table.plots[seat.index()].tower.blocks.is_empty() { Stopping::NoTower } else { Stopping::Possible }
    }

    /// The next seller, the last builder, or the end.
    fn advance(&mut self, table: &Table) -> Option<End> {
        self.seller = table.following(self.seller, self.playing(table));
        self.continue_or_end(table)
    }

    /// S32: the next phase, or the end, by the number of seats that still build and of blocks on the market.
    fn continue_or_end(&mut self, table: &Table) -> Option<End> {
        let building = self.building(table);
        self.phase = match building.first() {
            Some(seat) if building.len() == 1 => Phase::Alone { seat, again: None },
            _ => Phase::Sell,
        };
        if building.is_empty() || table.market.is_empty() {
            return self.end(table, Ending::NobodyBuilds);
        }
        None
    }

    /// Puts a seat out: its tower is demolished and its beans are lost.
    fn put_out(&mut self, table: &mut Table, seat: Seat) {
        self.out = self.out.with(seat);
        table.demolish(seat);
        table.beans[seat] = 0;
    }

    /// S30: what follows when a block that `placer` placed on the tower of `owner` falls, or is given up.
    fn on_failed_placement(
        &mut self,
        table: &mut Table,
        placer: Seat,
        owner: Seat,
        block: Block,
        fallen: Blocks,
    ) -> Option<End> {
        self.put_out(table, placer);
        table.market = table.market.with(block);
        if placer != owner && !fallen.is_empty() {
            self.phase = Phase::Rebuild { seat: owner, blocks: fallen };
            return None;
        }
        self.advance(table)
    }
}

impl ModeRules for Pile {
    fn demand(&self) -> Demand {
        Demand::Raise
    }

    fn is_gift(&self, seat: Seat, plot: u8) -> bool {
        seat.0 != plot
    }

    fn awaits(&self, table: &Table) -> Awaited {
        let own = |seat: Seat, task| Due { seat, plot: seat.index(), task };
        Awaited::Seat(match &self.phase {
            Phase::Sell => {
                let selling = if self.stopped.contains(self.seller) {
                    Selling::Stopped
                } else {
                    Selling::Pile(Pile::stopping(table, self.seller))
                };
                own(self.seller, Task::Sell { from: table.market, selling })
            }
            Phase::Auction(auction) => {
                let beans = table.beans[auction.caller];
                own(auction.caller, Task::Call { auction: auction.clone(), beans })
            }
            Phase::Give { giver, block } => {
                own(*giver, Task::Give { block: *block, to: self.receivers(table, *giver) })
            }
            Phase::Offer { receiver, block, .. } => own(*receiver, Task::SelfOrGiver { block: *block }),
            Phase::Place { placer, owner, block, attempt } => {
                let task = match attempt {
                    Attempt::First => Task::BuildWon { block: *block },
                    Attempt::Again => Task::TryAgain { block: *block },
                };
                Due { seat: *placer, plot: owner.index(), task }
            }
            Phase::Rebuild { seat, blocks } => own(*seat, Task::Rebuild { from: *blocks }),
            Phase::Alone { seat, again: Some(block) } => own(*seat, Task::TryAgain { block: *block }),
            Phase::Alone { seat, again: None } => {
                let stopping = Pile::stopping(table, *seat);
                own(*seat, Task::BuildFreely { from: table.market, stopping })
            }
        })
    }

    fn measuring(&self, table: &Table) -> Measuring {
        // S32
        let is_close = match self.phase {
            Phase::Alone { .. } => true,
            Phase::Place { .. } | Phase::Rebuild { .. } => table.market.is_empty(),
            Phase::Sell | Phase::Auction(_) | Phase::Give { .. } | Phase::Offer { .. } => false,
        };
        if is_close { Measuring::Needed } else { Measuring::Idle }
    }

    fn act(&mut self, table: &mut Table, _: Actor, action: &Action) -> Option<End> {
        match (self.phase.clone(), action) {
            (Phase::Sell, Action::Stop) => {
                // S31: the turn goes on; the seller still sells, if there is anybody to give to.
                self.stopped = self.stopped.with(self.seller);
                return self.continue_or_end(table);
            }
            (Phase::Alone { seat, .. }, Action::Stop) => {
                self.stopped = self.stopped.with(seat);
                return self.continue_or_end(table);
            }
            (Phase::Sell, Action::Sell(block, kind)) => {
                table.market = table.market.without(*block);
                // S31: a seat that has stopped bids for gifts only.
                let bidders = match kind {
                    AuctionKind::Gift => self.playing(table),
                    AuctionKind::High | AuctionKind::Reverse => self.building(table),
                };
                self.phase =
                    Phase::Auction(Auction::open(*kind, *block, self.seller, bidders, table.seats()));
            }
            (Phase::Auction(mut auction), _) => {
                let award = auction.call(action.as_call().expect("nothing else is legal"));
                let (kind, block) = (auction.kind, auction.block);
                self.phase = match award {
                    None => Phase::Auction(auction),
                    Some(award) => {
                        table.pay(&award);
                        let seat = award.seat;
                        match kind {
                            AuctionKind::Gift => Phase::Give { giver: seat, block },
                            AuctionKind::High | AuctionKind::Reverse => {
                                Phase::Place { placer: seat, owner: seat, block, attempt: Attempt::First }
                            }
                        }
                    }
                };
            }
            (Phase::Give { giver, block }, Action::Give(receiver)) => {
                self.phase = Phase::Offer { giver, receiver: *receiver, block };
            }
            (Phase::Offer { giver, receiver, block }, _) => {
                let placer = if *action == Action::Giver { giver } else { receiver };
                self.phase = Phase::Place { placer, owner: receiver, block, attempt: Attempt::First };
            }
            // S28: giving up is a fall.
            (Phase::Place { placer, owner, block, .. }, Action::Pass) => {
                return self.on_failed_placement(table, placer, owner, block, Blocks::EMPTY);
            }
            (Phase::Alone { seat, .. }, Action::Pass) => {
                self.put_out(table, seat);
                return self.continue_or_end(table);
            }
            (Phase::Rebuild { blocks, .. }, Action::Done) => {
                table.market = table.market.union(blocks);
                return self.advance(table);
            }
            _ => unreachable!("nothing else is legal"),
        }
        None
    }

    fn on_landed(&mut self, table: &mut Table, landed: &Landed) -> Option<End> {
        let Landed { plot, block, landing, ref settled, fallen, .. } = *landed;
        match (&mut self.phase, landing) {
            (Phase::Place { .. }, Landing::Stands) => {
                table.plots[plot].stand(settled);
                self.advance(table)
            }
            (Phase::Place { attempt, .. }, Landing::TooLow) => {
                table.plots[plot].stand(settled);
                *attempt = Attempt::Again;
                None
            }
            (&mut Phase::Place { placer, owner, .. }, Landing::Falls) => {
                if placer != owner {
                    table.plots[plot].stand(settled); // S30: without the gift
                }
                self.on_failed_placement(table, placer, owner, block, fallen)
            }
            (Phase::Rebuild { blocks, .. }, Landing::TooLow) => {
                debug_assert!(blocks.contains(block));
                table.plots[plot].stand(settled);
                None
            }
            // S30: blocks that fall while a seat rebuilds put no seat out.
            (Phase::Rebuild { blocks, .. }, Landing::Stands | Landing::Falls) => {
                table.plots[plot].stand(settled);
                let standing = table.plots[plot].blocks();
                *blocks = blocks.union(fallen).iter().filter(|block| !standing.contains(*block)).collect();
                if blocks.is_empty() { self.advance(table) } else { None }
            }
            (Phase::Alone { again, .. }, Landing::Stands) => {
                *again = None;
                table.plots[plot].stand(settled);
                table.market = table.market.without(block);
                self.continue_or_end(table)
            }
            (Phase::Alone { again, .. }, Landing::TooLow) => {
                *again = Some(block);
                table.plots[plot].stand(settled);
                None
            }
            (Phase::Alone { .. }, Landing::Falls) => {
                self.put_out(table, landed.seat);
                self.continue_or_end(table)
            }
            _ => unreachable!("nothing was placed"),
        }
    }

    fn on_left(&mut self, table: &mut Table, seat: Seat) -> Option<End> {
        if self.out.contains(seat) {
            return None;
        }
        self.put_out(table, seat);
        let is_without_receiver = |giver| self.receivers(table, giver).is_empty();
        let (is_off, aside) = match &self.phase {
            Phase::Sell => (self.seller == seat, Blocks::EMPTY),
            // An auction is cancelled when a seat leaves: the seller, or the next one, begins again.
            Phase::Auction(auction) => (true, Blocks::one(auction.block)),
            Phase::Give { giver, block } => {
                (*giver == seat || is_without_receiver(*giver), Blocks::one(*block))
            }
            Phase::Offer { giver, receiver, block } => {
                (*giver == seat || *receiver == seat, Blocks::one(*block))
            }
            Phase::Place { placer, owner, block, .. } => {
                (*placer == seat || *owner == seat, Blocks::one(*block))
            }
            Phase::Rebuild { seat: builder, blocks } => (*builder == seat, *blocks),
            Phase::Alone { seat: builder, .. } => (*builder == seat, Blocks::EMPTY),
        };
        if is_off {
            let is_auction_of_another = matches!(self.phase, Phase::Auction(_)) && self.seller != seat;
            table.market = table.market.union(aside);
            return if is_auction_of_another { self.continue_or_end(table) } else { self.advance(table) };
        }
        if self.phase == Phase::Sell { self.continue_or_end(table) } else { None }
    }

    /// S32: by the height of the towers; all seats are equal if no tower stands.
    fn score(&self, table: &Table) -> BySeat<u32> {
        let has_tower = |seat: &Seat| !table.plots[seat.index()].tower.blocks.is_empty();
        table.ranked(self.playing(table).iter().filter(has_tower).collect())
    }

    fn is_sound(&self, seats: u8) -> bool {
        are_seats(self.out.iter().chain(self.stopped.iter()).chain([self.seller]), seats)
            && match &self.phase {
                Phase::Sell => true,
                Phase::Auction(auction) => auction.is_sound(seats),
                Phase::Give { giver: seat, .. } | Phase::Rebuild { seat, .. } | Phase::Alone { seat, .. } => {
                    are_seats([*seat], seats)
                }
                Phase::Offer { giver, receiver, .. } => are_seats([*giver, *receiver], seats),
                Phase::Place { placer, owner, .. } => are_seats([*placer, *owner], seats),
            }
    }

    fn summary(&self, _: &Table) -> ModeSummary {
        let (auction, aside) = match &self.phase {
            Phase::Sell | Phase::Alone { .. } => (None, Blocks::EMPTY),
            Phase::Auction(auction) => (Some(auction.clone()), Blocks::one(auction.block)),
            Phase::Give { block, .. } | Phase::Offer { block, .. } | Phase::Place { block, .. } => {
                (None, Blocks::one(*block))
            }
            Phase::Rebuild { blocks, .. } => (None, *blocks),
        };
        ModeSummary {
            turn: Some(self.seller),
            stopped: self.stopped,
            out: self.out,
            auction,
            aside,
            ..ModeSummary::default()
        }
    }
}
