//! What is asked of a seat: the one list from which actions are offered and judged.

use crate::auction::{Auction, AuctionKind};
use crate::gesture::Aim;
use crate::{Action, Block, Blocks, Gesture, Height};
use game::{Listing, Seat, SeatSet, Text};

/// Who must act, and how.
#[derive(Clone, Debug)]
pub(crate) struct Due {
    /// Who.
    pub seat: Seat,
    /// The plot on which the seat builds, if it builds.
    pub plot: usize,
    /// How.
    pub task: Task,
}

/// What a seat must do.
#[derive(Clone, Debug)]
pub(crate) enum Task {
    /// S13: a block of the market onto the tower of all.
    Build { from: Blocks },
    /// S16: the block that was drawn.
    BuildDrawn { block: Block },
    /// S17: a base.
    LayBase { from: Blocks },
    /// S18: a block into one's line.
    Draft { from: Blocks },
    /// S19: the first block of somebody's line.
    BuildFromLine { from: Blocks },
    /// S22, S29, S33: a block under the hammer.
    Sell { from: Blocks, selling: Selling },
    /// S23, S24, S29: a call.
    Call { auction: Auction, beans: u8 },
    /// S9: the block that one has acquired.
    BuildWon { block: Block },
    /// S28: once more, with a block that did not raise the tower.
    TryAgain { block: Block },
    /// S29: the block away.
    Give { block: Block, to: SeatSet },
    /// S33: the block away, or onto one's own tower.
    KeepOrGive { block: Block, to: SeatSet },
    /// S30: the gift with one's own hand, or with the giver's.
    SelfOrGiver { block: Block },
    /// S30: one's fallen blocks, as far as one likes.
    Rebuild { from: Blocks },
    /// S32: blocks of the market, as long as one likes.
    BuildFreely { from: Blocks, stopping: Stopping },
    /// S10: the height of one's real tower, of so many blocks.
    Measure { blocks: usize },
}

/// Under which rules a seat sells.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Selling {
    /// S22: to the highest bidder or in reverse.
    Knockout,
    /// S29: to the highest bidder or as a gift.
    Pile(Stopping),
    /// S31: as a gift; the seller's tower is stopped.
    Stopped,
    /// S33: to the highest bidder.
    Reds,
}

/// S31: whether a seat may stop its tower.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Stopping {
    /// It may.
    Possible,
    /// It has no tower yet.
    NoTower,
}

impl Selling {
    /// The auctions that it may choose.
    pub fn kinds(self) -> &'static [AuctionKind] {
        match self {
            Selling::Knockout => &[AuctionKind::High, AuctionKind::Reverse],
            Selling::Pile(_) => &[AuctionKind::High, AuctionKind::Gift],
            Selling::Stopped => &[AuctionKind::Gift],
            Selling::Reds => &[AuctionKind::High],
        }
    }

    /// The article that gives it the choice.
    pub fn article(self) -> &'static str {
        match self {
            Selling::Knockout => "S22",
            Selling::Pile(_) => "S29",
            Selling::Stopped => "S31",
            Selling::Reds => "S33",
        }
    }
}

impl Task {
    /// The blocks that may be placed now.
    pub fn placeable(&self) -> Blocks {
        match self {
            Task::Build { from }
            | Task::LayBase { from }
            | Task::BuildFromLine { from }
            | Task::Rebuild { from }
            | Task::BuildFreely { from, .. } => *from,
            Task::BuildDrawn { block } | Task::BuildWon { block } | Task::TryAgain { block } => {
                Blocks::one(*block)
            }
            Task::Draft { .. }
            | Task::Sell { .. }
            | Task::Call { .. }
            | Task::Give { .. }
            | Task::KeepOrGive { .. }
            | Task::SelfOrGiver { .. }
            | Task::Measure { .. } => Blocks::EMPTY,
        }
    }

    /// The blocks that it is about.
    pub fn blocks(&self) -> Blocks {
        match self {
            Task::Draft { from } | Task::Sell { from, .. } => *from,
            Task::Call { auction, .. } => Blocks::one(auction.block),
            Task::Give { block, .. } | Task::KeepOrGive { block, .. } | Task::SelfOrGiver { block } => {
                Blocks::one(*block)
            }
            _ => self.placeable(),
        }
    }

    /// S9: whether the block in hand may still be put back, before it is let go.
    pub fn may_put_back(&self) -> bool {
        match self {
            Task::Build { .. }
            | Task::LayBase { .. }
            | Task::BuildFromLine { .. }
            | Task::Rebuild { .. }
            | Task::BuildFreely { .. } => true,
            // S16, S9: drawn, or acquired for placing.
            Task::BuildDrawn { .. } | Task::BuildWon { .. } | Task::TryAgain { .. } => false,
            Task::Draft { .. }
            | Task::Sell { .. }
            | Task::Call { .. }
            | Task::Give { .. }
            | Task::KeepOrGive { .. }
            | Task::SelfOrGiver { .. }
            | Task::Measure { .. } => false,
        }
    }

    /// The seats that may be given the block.
    pub fn receivers(&self) -> SeatSet {
        match self {
            Task::Give { to, .. } | Task::KeepOrGive { to, .. } => *to,
            _ => SeatSet::EMPTY,
        }
    }

    /// Appends the placements that may be made, with the plainest gesture.
    pub fn list_placements(&self, out: &mut Vec<Action>) {
        out.extend(self.placeable().iter().map(|block| Action::Place(block, Gesture::Drop(Aim::default()))));
    }

    /// Appends what may be done besides placing blocks, and says whether that leaves nothing out.
    pub fn list_others(&self, out: &mut Vec<Action>) -> Listing {
        match self {
            Task::Draft { from } => out.extend(from.iter().map(Action::Take)),
            Task::Sell { from, selling } => {
                let kinds = selling.kinds();
                out.extend(
                    from.iter().flat_map(|block| kinds.iter().map(move |kind| Action::Sell(block, *kind))),
                );
                if let Selling::Pile(Stopping::Possible) = selling {
                    out.push(Action::Stop);
                }
            }
            Task::Call { auction, beans } => {
                out.push(match auction.kind {
                    AuctionKind::High | AuctionKind::Gift => Action::Pass,
                    AuctionKind::Reverse => Action::Accept,
                });
                out.extend(auction.possible(*beans).map(Action::Bid));
            }
            Task::TryAgain { .. } => out.push(Action::Pass),
            Task::Give { to, .. } => out.extend(to.iter().map(Action::Give)),
            Task::KeepOrGive { to, .. } => {
                out.push(Action::Keep);
                out.extend(to.iter().map(Action::Give));
            }
            Task::SelfOrGiver { .. } => out.extend([Action::Myself, Action::Giver]),
            Task::Rebuild { .. } => out.push(Action::Done),
            Task::BuildFreely { stopping: Stopping::Possible, .. } => out.push(Action::Stop),
            Task::Build { .. }
            | Task::BuildDrawn { .. }
            | Task::LayBase { .. }
            | Task::BuildFromLine { .. }
            | Task::BuildWon { .. }
            | Task::BuildFreely { .. } => {}
            Task::Measure { blocks } => {
                out.push(Action::Height(Height::likely(*blocks)));
                return Listing::Partial;
            }
        }
        if self.placeable().is_empty() { Listing::Complete } else { Listing::Partial }
    }

    /// Its name, for views and positions.
    pub fn id(&self) -> &'static str {
        match self {
            Task::Build { .. } => "build",
            Task::BuildDrawn { .. } => "build-drawn",
            Task::LayBase { .. } => "lay-base",
            Task::Draft { .. } => "draft",
            Task::BuildFromLine { .. } => "build-from-line",
            Task::Sell { .. } => "sell",
            Task::Call { .. } => "call",
            Task::BuildWon { .. } => "build-won",
            Task::TryAgain { .. } => "try-again",
            Task::Give { .. } => "give",
            Task::KeepOrGive { .. } => "keep-or-give",
            Task::SelfOrGiver { .. } => "self-or-giver",
            Task::Rebuild { .. } => "rebuild",
            Task::BuildFreely { .. } => "build-freely",
            Task::Measure { .. } => "measure",
        }
    }

    /// The article that asks for it.
    pub fn article(&self) -> &'static str {
        match self {
            Task::Build { .. } => "S13",
            Task::BuildDrawn { .. } => "S16",
            Task::LayBase { .. } => "S17",
            Task::Draft { .. } => "S18",
            Task::BuildFromLine { .. } => "S19",
            Task::Sell { selling, .. } => selling.article(),
            Task::Call { auction, .. } => auction.kind.article(),
            Task::BuildWon { .. } => "S9",
            Task::TryAgain { .. } => "S28",
            Task::Give { .. } => "S29",
            Task::KeepOrGive { .. } => "S33",
            Task::SelfOrGiver { .. } | Task::Rebuild { .. } => "S30",
            Task::BuildFreely { .. } => "S32",
            Task::Measure { .. } => "S10",
        }
    }

    /// What to do, in a sentence.
    pub fn prompt(&self) -> Text {
        match self {
            Task::Build { .. } => Text {
                fr: "Choisissez une pièce du marché et posez-la sur la tour.",
                en: "Choose a block of the market and place it on the tower.",
            },
            Task::BuildDrawn { .. } => {
                Text { fr: "Posez la pièce tirée du sac.", en: "Place the block that was drawn." }
            }
            Task::LayBase { .. } => Text { fr: "Posez votre base.", en: "Lay your base." },
            Task::Draft { .. } => {
                Text { fr: "Prenez une pièce pour votre file.", en: "Take a block for your line." }
            }
            Task::BuildFromLine { .. } => Text {
                fr: "Posez sur votre tour la première pièce d'une file.",
                en: "Place the first block of a line on your tower.",
            },
            Task::Sell { .. } => {
                Text { fr: "Mettez une pièce aux enchères.", en: "Put a block up for auction." }
            }
            Task::Call { auction, .. } => match auction.kind {
                AuctionKind::High | AuctionKind::Gift => {
                    Text { fr: "Misez davantage, ou passez.", en: "Bid more, or pass." }
                }
                AuctionKind::Reverse => Text {
                    fr: "Misez un haricot de plus, ou prenez la pièce.",
                    en: "Bid one bean more, or take the block.",
                },
            },
            Task::BuildWon { .. } => {
                Text { fr: "Posez la pièce qui vous revient.", en: "Place the block that is yours." }
            }
            Task::TryAgain { .. } => Text {
                fr: "La tour n'a pas grandi : essayez encore avec cette pièce, ou renoncez.",
                en: "The tower has not grown: try again with that block, or give up.",
            },
            Task::Give { .. } => {
                Text { fr: "Offrez la pièce à un adversaire.", en: "Give the block to an opponent." }
            }
            Task::KeepOrGive { .. } => Text {
                fr: "Gardez la pièce, ou donnez-la à votre adversaire.",
                en: "Keep the block, or give it to your opponent.",
            },
            Task::SelfOrGiver { .. } => Text {
                fr: "Posez le cadeau vous-même, ou faites-le poser par qui vous l'offre.",
                en: "Place the gift yourself, or have its giver place it.",
            },
            Task::Rebuild { .. } => Text {
                fr: "Rebâtissez votre tour, et dites quand c'est fini.",
                en: "Rebuild your tower, and say when you are done.",
            },
            Task::BuildFreely { .. } => Text {
                fr: "Continuez votre tour librement, ou arrêtez-la.",
                en: "Go on building freely, or stop your tower.",
            },
            Task::Measure { .. } => Text {
                fr: "Les hauteurs vont compter : mesurez votre tour.",
                en: "Heights are about to count: measure your tower.",
            },
        }
    }
}
