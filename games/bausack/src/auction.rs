//! Auctions (*enchères*) as one state machine: to the highest bidder, in reverse, and for a gift (S23, S24, S29).

use crate::Block;
use crate::judge::text;
use game::{BySeat, Illegal, Seat, SeatSet};
use serde::{Deserialize, Serialize};
use std::fmt;

/// How a block is sold.
#[cfg_attr(test, derive(ts_rs::TS))]
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AuctionKind {
    /// S23: to the highest bidder, who places it (*au plus offrant*).
    High,
    /// S24: to the first seat that takes it instead of bidding one more (*à l'envers*).
    Reverse,
    /// S29: to the highest bidder, who gives it away (*cadeau*).
    Gift,
}

impl AuctionKind {
    /// Every kind.
    pub const ALL: [AuctionKind; 3] = [AuctionKind::High, AuctionKind::Reverse, AuctionKind::Gift];

    /// The article with its rules.
    pub const fn article(self) -> &'static str {
        match self {
            AuctionKind::High => "S23",
            AuctionKind::Reverse => "S24",
            AuctionKind::Gift => "S29",
        }
    }
}

impl fmt::Display for AuctionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            AuctionKind::High => "high",
            AuctionKind::Reverse => "reverse",
            AuctionKind::Gift => "gift",
        })
    }
}

/// A seat's call in an auction.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Call {
    /// A bid of so many beans.
    Bid(u8),
    /// Leaves the auction (S23).
    Pass,
    /// Takes the block (S24).
    Accept,
}

/// An auction that is running.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Auction {
    /// How it is sold.
    pub kind: AuctionKind,
    /// What is sold.
    pub block: Block,
    /// Who sells it: the auctioneer.
    pub seller: Seat,
    /// Whose call it is.
    pub caller: Seat,
    /// Who has not passed.
    pub bidders: SeatSet,
    /// Each seat's last bid; 0 as long as it has made none.
    pub bids: BySeat<u8>,
    /// The last bid of all; 0 if there was none.
    pub last: u8,
    /// Whether the seller is asked even if nobody else has bid.
    #[serde(default, skip_serializing_if = "LastWord::is_nobodys")]
    pub last_word: LastWord,
}

/// Who is asked once all others have passed without a bid.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LastWord {
    /// Nobody: the block stays with the seller (S23, S29).
    #[default]
    Nobody,
    /// The seller, who may bid to be allowed to give it away (S33).
    Seller,
}

impl LastWord {
    fn is_nobodys(&self) -> bool {
        *self == LastWord::Nobody
    }
}

/// The result of an auction.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Award {
    /// The seat that gets the block.
    pub seat: Seat,
    /// Whether it was sold.
    pub sale: Sale,
    /// The beans that each seat pays.
    pub pays: BySeat<u8>,
}

/// How an auction ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Sale {
    /// A seat bid for it, or took it.
    Sold,
    /// Nobody bid: it stays with the auctioneer.
    Unsold,
}

impl Auction {
    /// Opens an auction; the first call is that of the next bidder to the seller's left. There must be two bidders or more.
    pub fn open(kind: AuctionKind, block: Block, seller: Seat, bidders: SeatSet, seats: u8) -> Self {
        let caller = following(seller, bidders, seats);
        let (bids, last_word) = (BySeat::new(seats, |_| 0), LastWord::Nobody);
        Auction { kind, block, seller, caller, bidders, bids, last: 0, last_word }
    }

    /// S33: the same, but the seller is asked even if nobody else has bid.
    #[must_use]
    pub fn with_last_word(self) -> Self {
        Auction { last_word: LastWord::Seller, ..self }
    }

    /// Whether all seats that it names exist at a table of so many.
    pub(crate) fn is_sound(&self, seats: u8) -> bool {
        let named = self.bidders.iter().chain([self.seller, self.caller]);
        self.bids.count() == seats && named.into_iter().all(|seat| seat.0 < seats)
    }

    /// The lowest bid that the next caller may make; in reverse, the only one.
    pub fn minimum(&self) -> u8 {
        self.last.saturating_add(1)
    }

    /// The bids that a caller with so many beans may make.
    pub fn possible(&self, beans: u8) -> std::ops::RangeInclusive<u8> {
        match self.kind {
            AuctionKind::High | AuctionKind::Gift => self.minimum()..=beans,
            AuctionKind::Reverse => self.minimum()..=self.minimum().min(beans),
        }
    }

    /// Refuses a call that the caller, who has so many beans, may not make.
    pub fn judge(&self, call: Call, beans: u8) -> Result<(), Illegal> {
        let refuse = |article, why| Err(Illegal::new(article, why).at([self.block.number()]));
        match (self.kind, call) {
            (AuctionKind::High | AuctionKind::Gift, Call::Pass) | (AuctionKind::Reverse, Call::Accept) => {
                Ok(())
            }
            (AuctionKind::High | AuctionKind::Gift, Call::Accept) => refuse("S23", text::NOTHING_TO_ACCEPT),
            (AuctionKind::Reverse, Call::Pass) => refuse("S24", text::NO_PASSING),
            (AuctionKind::High | AuctionKind::Gift, Call::Bid(bid)) => {
                if bid < self.minimum() {
                    refuse("S23", text::BID_HIGHER)
                } else if bid > beans {
                    refuse("S3", text::TOO_FEW_BEANS)
                } else {
                    Ok(())
                }
            }
            (AuctionKind::Reverse, Call::Bid(bid)) => {
                if bid != self.minimum() {
                    refuse("S24", text::ONE_MORE)
                } else if bid > beans {
                    refuse("S24", text::MUST_ACCEPT)
                } else {
                    Ok(())
                }
            }
        }
    }

    /// Performs a legal call; returns the result once the auction is over.
    pub fn call(&mut self, call: Call) -> Option<Award> {
        let seats = self.bids.count();
        let caller = self.caller;
        self.caller = following(caller, self.bidders, seats);
        match call {
            Call::Bid(bid) => {
                self.bids[caller] = bid;
                self.last = bid;
                // S33: the seller's last word.
                (self.bidders == SeatSet::one(caller)).then(|| self.award(caller))
            }
            Call::Pass => {
                self.bidders = self.bidders.without(caller); // S23: a pass is final
                match (self.bidders.len(), self.bidders.first(), self.last_word) {
                    (0, ..) => Some(self.award(self.seller)), // S33
                    (1, Some(seat), LastWord::Seller) if self.last == 0 && seat == self.seller => None,
                    (1, Some(seat), _) => Some(self.award(seat)),
                    _ => None,
                }
            }
            Call::Accept => {
                let price = |payer| if payer == caller { 0 } else { self.bids[payer] }; // S24
                Some(Award { seat: caller, sale: Sale::Sold, pays: BySeat::new(seats, price) })
            }
        }
    }

    /// The block is for a seat, which pays the last bid, if there was any.
    fn award(&self, seat: Seat) -> Award {
        let sale = if self.last == 0 { Sale::Unsold } else { Sale::Sold };
        let price = |payer| if payer == seat { self.last } else { 0 };
        Award { seat, sale, pays: BySeat::new(self.bids.count(), price) }
    }
}

/// S12: the next of some seats, clockwise from a seat; itself if it is the only one, or if there is none.
pub(crate) fn following(seat: Seat, among: SeatSet, seats: u8) -> Seat {
    let mut next = seat.next(seats);
    while next != seat && !among.contains(next) {
        next = next.next(seats);
    }
    next
}
