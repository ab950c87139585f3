//! What is asked of a seat: both the list of legal actions and the refusals follow from it.

use crate::auction::{Auction, AuctionKind};
use crate::gesture::Aim;
use crate::size::unlikeness;
use crate::{Action, Block, Blocks, Gesture, Height};
use game::{Listing, Seat, SeatSet, Text};
use serde::Serialize;
use std::fmt;

/// Which seat must act, and what it must do.
#[derive(Clone, Debug)]
pub(crate) struct Due {
    /// The seat.
    pub seat: Seat,
    /// The plot on which the seat builds, if it builds.
    pub plot: usize,
    /// What it must do.
    pub task: Task,
}

/// What a seat must do.
#[derive(Clone, Debug)]
pub(crate) enum Task {
    /// S13: place a block of the market on the common tower.
    Build { from: Blocks },
    /// S16: place the block that was drawn.
    BuildDrawn { block: Block },
    /// S17: lay a base.
    LayBase { from: Blocks },
    /// S18: take a block into one's line.
    Draft { from: Blocks },
    /// S18: put one's line in order, and say when one is done.
    Arrange { line: Vec<Block> },
    /// S4: lay a base again that did not stay where it was laid.
    LayAgain { block: Block },
    /// S19: place the first block of any seat's line.
    BuildFromLine { from: Blocks },
    /// S22, S29, S33: put a block up for auction.
    Sell { from: Blocks, selling: Selling },
    /// S23, S24, S29: call in an auction.
    Call { auction: Auction, beans: u8 },
    /// S9: place the block that one has acquired.
    BuildWon { block: Block },
    /// S28: place a block again that did not raise the tower, or give up.
    TryAgain { block: Block },
    /// S29: give the block away.
    Give { block: Block, to: SeatSet },
    /// S33: give the block away, or keep it for one's own tower.
    KeepOrGive { block: Block, to: SeatSet },
    /// S30: place the gift oneself, or let the giver place it.
    SelfOrGiver { block: Block },
    /// S30: place fallen blocks again, as many as one likes.
    Rebuild { from: Blocks },
    /// S32: place blocks of the market, as long as one likes.
    BuildFreely { from: Blocks, stopping: Stopping },
    /// S10: report the height of one's real tower, which may be this.
    Measure { likely: Height },
}

/// The kind of a task, by its name in views and positions.
#[cfg_attr(test, derive(ts_rs::TS))]
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum TaskKind {
    Build,
    BuildDrawn,
    LayBase,
    LayAgain,
    Draft,
    Arrange,
    BuildFromLine,
    Sell,
    Call,
    BuildWon,
    TryAgain,
    Give,
    KeepOrGive,
    SelfOrGiver,
    Rebuild,
    BuildFreely,
    Measure,
}

/// The same name as in a view.
impl fmt::Display for TaskKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
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
            Task::BuildDrawn { block }
            | Task::BuildWon { block }
            | Task::TryAgain { block }
            | Task::LayAgain { block } => Blocks::one(*block),
            Task::Draft { .. }
            | Task::Arrange { .. }
            | Task::Sell { .. }
            | Task::Call { .. }
            | Task::Give { .. }
            | Task::KeepOrGive { .. }
            | Task::SelfOrGiver { .. }
            | Task::Measure { .. } => Blocks::EMPTY,
        }
    }

    /// The same in the order in which they are offered: of bases, those most like a slab first (S17).
    pub fn offered(&self) -> Vec<Block> {
        let mut offered: Vec<Block> = self.placeable().iter().collect();
        if let Task::LayBase { .. } = self {
            offered.sort_by_key(|block| unlikeness(*block));
        }
        offered
    }

    /// The blocks that the task concerns.
    pub fn blocks(&self) -> Blocks {
        match self {
            Task::Arrange { line } => line.iter().copied().collect(),
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
            // S16, S9: drawn, or acquired for placing. S4: the same base again.
            Task::BuildDrawn { .. }
            | Task::BuildWon { .. }
            | Task::TryAgain { .. }
            | Task::LayAgain { .. } => false,
            Task::Draft { .. }
            | Task::Arrange { .. }
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

    /// Appends the legal placements, with the simplest gesture.
    pub fn list_placements(&self, out: &mut Vec<Action>) {
        let drop = |block| Action::Place(block, Gesture::Drop(Aim::default()));
        out.extend(self.offered().into_iter().map(drop));
    }

    /// Appends the legal actions besides placements; returns whether these are all legal actions of the task.
    pub fn list_others(&self, out: &mut Vec<Action>) -> Listing {
        match self {
            Task::Draft { from } => out.extend(from.iter().map(Action::Take)),
            Task::Arrange { line } => {
                // Of all orders, those that bring one block to the front.
                out.push(Action::Done);
                out.extend((1..line.len()).map(|from| {
                    let mut order = line.clone();
                    order[..=from].rotate_right(1);
                    Action::Arrange(order)
                }));
                return Listing::Partial;
            }
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
            | Task::LayAgain { .. }
            | Task::BuildFromLine { .. }
            | Task::BuildWon { .. }
            | Task::BuildFreely { .. } => {}
            Task::Measure { likely } => {
                out.push(Action::Height(*likely));
                return Listing::Partial;
            }
        }
        if self.placeable().is_empty() { Listing::Complete } else { Listing::Partial }
    }

    /// Its kind, for views and positions.
    pub fn kind(&self) -> TaskKind {
        match self {
            Task::Build { .. } => TaskKind::Build,
            Task::BuildDrawn { .. } => TaskKind::BuildDrawn,
            Task::LayBase { .. } => TaskKind::LayBase,
            Task::LayAgain { .. } => TaskKind::LayAgain,
            Task::Draft { .. } => TaskKind::Draft,
            Task::Arrange { .. } => TaskKind::Arrange,
            Task::BuildFromLine { .. } => TaskKind::BuildFromLine,
            Task::Sell { .. } => TaskKind::Sell,
            Task::Call { .. } => TaskKind::Call,
            Task::BuildWon { .. } => TaskKind::BuildWon,
            Task::TryAgain { .. } => TaskKind::TryAgain,
            Task::Give { .. } => TaskKind::Give,
            Task::KeepOrGive { .. } => TaskKind::KeepOrGive,
            Task::SelfOrGiver { .. } => TaskKind::SelfOrGiver,
            Task::Rebuild { .. } => TaskKind::Rebuild,
            Task::BuildFreely { .. } => TaskKind::BuildFreely,
            Task::Measure { .. } => TaskKind::Measure,
        }
    }

    /// The article that asks for it.
    pub fn article(&self) -> &'static str {
        match self {
            Task::Build { .. } => "S13",
            Task::BuildDrawn { .. } => "S16",
            Task::LayBase { .. } => "S17",
            Task::LayAgain { .. } => "S4",
            Task::Draft { .. } | Task::Arrange { .. } => "S18",
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
            Task::LayAgain { .. } => Text {
                fr: "La base n’est pas restée en place : reposez la même pièce, cela ne coûte rien.",
                en: "The base did not stay in place: lay the same block again, it costs nothing.",
            },
            Task::Arrange { .. } => Text {
                fr: "Mettez votre file dans l’ordre que vous voulez, puis dites que c’est fait.",
                en: "Put your line in the order that you like, then say that you are done.",
            },
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
                fr: "Cette pose ne compte pas : essayez encore avec cette pièce, ou renoncez.",
                en: "That was no placement: try again with that block, or give up.",
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
