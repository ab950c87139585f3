//! How bots sell and bid: for what their towers need, in reverse for what nobody wants, and for gifts that harm.

use super::{Builder, CHILDLIKE, goal};
use crate::auction::{Auction, AuctionKind};
use crate::modes::{REDS, reds};
use crate::stack::{self, Prospects};
use crate::table::HALF_MILLIMETRE;
use crate::task::{Selling, Stopping};
use crate::{Action, Bausack, Block, Blocks, Mode};
use game::{Budget, Seat, SeatSet};
use rand::RngExt;

/// The most beans that a childlike bot bids.
const CHILDLIKE_BID: u8 = 4;
/// From this level on, a bot sells blocks that harm others.
const HARMFUL: u8 = 4;
/// The value of an ordinary placement, in beans.
const ORDINARY_PRICE: f64 = 3.0;
/// By how much a block raises a tower on average, in micrometres.
const BLOCK_HEIGHT: u32 = 30_000;
/// What a tower needs is judged with a hand of this level at most: even steady hands like to be safe.
const CAUTIOUS: u8 = 5;
/// How many of the most awkward blocks a bot looks at when it wants to harm.
const HORRORS: usize = 6;
/// A giver who may have to place the gift himself dares no greater risk.
const DARING: f64 = 0.3;

impl Builder {
    /// What that block does to the tower of a seat, placed by a hand like its own: the levels of others are unknown.
    fn prospects(&self, game: &Bausack, seat: Seat, block: Block, budget: &Budget<'_>) -> Prospects {
        let tower = &game.table.plots[seat.index()].tower;
        stack::prospects(tower, goal(game), block, self.level, &mut || !budget.is_stopped())
    }

    fn risk(&self, game: &Bausack, seat: Seat, block: Block, budget: &Budget<'_>) -> f64 {
        self.prospects(game, seat, block, budget).risk()
    }

    /// S35: the value of a block for a seat, as a probability to win the round, on its own tower and on the rival's.
    pub(super) fn keep_or_give(
        &self,
        game: &Bausack,
        seat: Seat,
        block: Block,
        budget: &Budget<'_>,
    ) -> [f64; 2] {
        let rival = seat.next(game.table.seats());
        [seat, rival].map(|owner| {
            let reds = reds(game.table.plots[owner.index()].blocks());
            // Each of the missing red blocks counts the same.
            let nearer = if block.is_red() { 1.0 / REDS.saturating_sub(reds).max(1) as f64 } else { 0.0 };
            let sign = if owner == seat { 1.0 } else { -1.0 };
            sign * (nearer - self.risk(game, owner, block, budget))
        })
    }

    /// How much better a seat's tower is to build on with that block, less the risk of laying it, as a probability. A base is
    /// compared with the middling block of the market.
    fn need(&self, game: &Bausack, seat: Seat, block: Block, budget: &Budget<'_>) -> f64 {
        let level = self.level.min(CAUTIOUS);
        let tower = &game.table.plots[seat.index()].tower;
        if tower.blocks.is_empty() {
            let mut market: Vec<Block> = game.table.market.iter().collect();
            market.sort_by_key(|block| stack::handiness(*block));
            let middling = market.get(market.len() / 2).copied().unwrap_or(block);
            return stack::base_risk(middling, level) - stack::base_risk(block, level);
        }
        let found = stack::prospects(tower, goal(game), block, level, &mut || !budget.is_stopped());
        (1.0 - found.now) * (found.before - found.after) - found.now
    }

    /// How scarce blocks as good as that one are: more than 1 if most of what is left on the market is worse, less if not.
    fn scarcity(game: &Bausack, block: Block) -> f64 {
        let good = stack::handiness(block);
        let worse = game.table.market.iter().filter(|other| stack::handiness(*other) < good).count();
        0.5 + worse as f64 / game.table.market.len().max(1) as f64
    }

    /// The most beans that a seat should pay in an auction to the highest bidder.
    fn price(&self, game: &Bausack, auction: &Auction, beans: u8, budget: &Budget<'_>) -> f64 {
        let (seat, block) = (auction.caller, auction.block);
        let ordinary = stack::ordinary_risk(self.level);
        match game.mode() {
            Mode::Reds => {
                let [keep, give] = self.keep_or_give(game, seat, block, budget);
                // S33: if nobody bids, the auctioneer places it for nothing; after a bid, the bidder does what harms most.
                let otherwise = match auction.last {
                    0 if seat == auction.seller => keep,
                    0 => give,
                    _ => keep.min(give),
                };
                // Beans are lost at the end of the round: the share of them that is paid is the probability that is gained.
                f64::from(beans) * (keep.max(give) - otherwise) / 2.0
            }
            Mode::Pile => {
                // S32: a seat that is not ahead needs height, which takes a risk sooner or later.
                let height = if Self::lead(game, seat) > 0 { 0.0 } else { ordinary };
                let worth = height - self.risk(game, seat, block, budget);
                ORDINARY_PRICE * worth * Self::scarcity(game, block) / ordinary
            }
            // S26: the last tower wins: a block is worth what it makes safer. Beans are kept for the next one, too.
            Mode::Knockout => {
                let need = self.need(game, seat, block, budget) * Self::scarcity(game, block);
                let cautious = stack::ordinary_risk(self.level.min(CAUTIOUS));
                (ORDINARY_PRICE * need / cautious).min(f64::from(beans) / 2.0 + 1.0)
            }
            Mode::Babel | Mode::Chain => 0.0,
        }
    }

    /// S30: what a gift is worth: by how much it harms a rival whose tower is weak, if it can be laid there safely. The
    /// taller a rival's tower, the more it matters.
    fn gift_price(&self, game: &Bausack, auction: &Auction, budget: &Budget<'_>) -> f64 {
        let rivals = Self::rivals(game, auction.caller);
        let worth =
            rivals.iter().map(|rival| self.harm(game, rival, auction.block, budget)).fold(0.0, f64::max);
        ORDINARY_PRICE * worth / stack::ordinary_risk(self.level)
    }

    /// How much a gift harms a seat, weighed by how tall its tower is among all; 0 if its giver might bring it down.
    fn harm(&self, game: &Bausack, rival: Seat, block: Block, budget: &Budget<'_>) -> f64 {
        let found = self.prospects(game, rival, block, budget);
        let heights = Seat::all(game.table.seats()).map(|seat| game.table.height(seat));
        let tallest = f64::from(heights.max().unwrap_or(0).max(1));
        let is_high = f64::from(game.table.height(rival)) / tallest;
        if found.now > DARING || game.table.plots[rival.index()].tower.blocks.len() < 2 {
            return 0.0;
        }
        (found.harm() - found.now).max(0.0) * is_high
    }

    /// S29: the seats that may be given something.
    fn rivals(game: &Bausack, seat: Seat) -> SeatSet {
        let summary = game.play.rules().summary(&game.table);
        let builds = |other: &Seat| {
            *other != seat && !summary.out.contains(*other) && !summary.stopped.contains(*other)
        };
        game.table.staying().iter().filter(builds).collect()
    }

    /// S29: whom it gives a block to: whoever is harmed most, if that is anybody, or whose tower is safest to lay it on.
    pub(super) fn receiver(
        &self,
        game: &Bausack,
        block: Block,
        to: SeatSet,
        budget: &Budget<'_>,
    ) -> Option<Seat> {
        let harm =
            |seat: Seat| self.harm(game, seat, block, budget) - self.risk(game, seat, block, budget) / 10.0;
        to.iter()
            .map(|seat| (seat, harm(seat)))
            .max_by(|one, other| one.1.total_cmp(&other.1))
            .map(|best| best.0)
    }

    /// S30: whether it places a gift itself: if that is hardly a risk. The giver would lay it as badly as he likes.
    pub(super) fn places_itself(
        &self,
        game: &Bausack,
        seat: Seat,
        block: Block,
        budget: &Budget<'_>,
    ) -> bool {
        if self.level <= CHILDLIKE {
            return Self::stands(game, seat, block, budget);
        }
        self.risk(game, seat, block, budget) < stack::ordinary_risk(self.level) / 2.0
    }

    /// The call of a childlike bot: it bids a few beans for most blocks that would stand, and in reverse it soon takes a block
    /// that does.
    fn childlike_call(
        &mut self,
        game: &Bausack,
        auction: &Auction,
        beans: u8,
        budget: &Budget<'_>,
    ) -> Action {
        let bid = auction.minimum();
        let stands = Self::stands(game, auction.caller, auction.block, budget);
        let most = beans.min(self.rng.random_range(1..=CHILDLIKE_BID));
        match auction.kind {
            AuctionKind::High if stands && bid <= most && self.rng.random_bool(0.75) => Action::Bid(bid),
            AuctionKind::Gift if bid <= most && self.rng.random_bool(0.2) => Action::Bid(bid),
            AuctionKind::High | AuctionKind::Gift => Action::Pass,
            AuctionKind::Reverse if bid <= beans && !stands => Action::Bid(bid),
            AuctionKind::Reverse if bid <= most && self.rng.random_bool(0.4) => Action::Bid(bid),
            AuctionKind::Reverse => Action::Accept,
        }
    }

    /// S24: the value of making another seat place the block: its own risk, its share in the others' risk, and half the risk of
    /// an ordinary placement, because a higher tower is no gain (S26).
    fn reverse_value(&self, game: &Bausack, auction: &Auction, budget: &Budget<'_>) -> f64 {
        let own = self.risk(game, auction.caller, auction.block, budget);
        let others = auction.bidders.without(auction.caller);
        let share = f64::from(others.len().max(1)).powi(2);
        let higher = stack::ordinary_risk(self.level) / 2.0;
        higher
            + own
            + others.iter().map(|other| self.risk(game, other, auction.block, budget)).sum::<f64>() / share
    }

    /// Whether the block would stand anywhere on the tower of a seat.
    fn stands(game: &Bausack, seat: Seat, block: Block, budget: &Budget<'_>) -> bool {
        let tower = &game.table.plots[seat.index()].tower;
        stack::best_margin(tower, goal(game), block, &mut || !budget.is_stopped()).is_some()
    }

    /// S32: by how many micrometres a seat's tower is taller than all others; 0 if it is not (S11).
    pub(super) fn lead(game: &Bausack, seat: Seat) -> u32 {
        let others = Seat::all(game.table.seats()).filter(|other| *other != seat);
        let tallest = others.map(|other| game.table.height(other)).max().unwrap_or(0);
        let lead = game.table.height(seat).saturating_sub(tallest);
        if lead > HALF_MILLIMETRE { lead } else { 0 }
    }

    /// S31: whether it is better to stop and let the others catch up than to go on with a placement of that risk, if their
    /// placements have the same risk.
    fn should_stop(game: &Bausack, seat: Seat, risk: f64) -> bool {
        let lead = Self::lead(game, seat);
        let blocks = 1 + lead / BLOCK_HEIGHT;
        let they_fall = 1.0 - (1.0 - risk).powi(i32::try_from(blocks).unwrap_or(i32::MAX));
        let they_fall_first = (1.0 - risk) / (2.0 - risk);
        lead > 0 && they_fall > they_fall_first
    }

    /// What it sells: what suits its own tower, which it places for nothing if nobody bids; or what harms the others.
    pub(super) fn sell(
        &mut self,
        game: &Bausack,
        seat: Seat,
        from: Blocks,
        selling: Selling,
        budget: &Budget<'_>,
    ) -> Option<Action> {
        let all: Vec<Block> = from.iter().collect();
        let beans = &game.table.beans;
        let others = Seat::all(game.table.seats()).filter(|other| *other != seat);
        let most = others.map(|other| beans[other]).max().unwrap_or(0);
        let fitting = self.fitting(game, seat, &all, budget)?;
        let risk = self.risk(game, seat, fitting, budget);
        Some(match selling {
            // S24, S25: with beans to refuse it again, or without any, it offers what nobody wants; without a base it needs one.
            Selling::Knockout
                if self.level >= HARMFUL
                    && !game.table.plots[seat.index()].tower.blocks.is_empty()
                    && (beans[seat] >= most || beans[seat] == 0)
                    && self.rng.random_bool(0.7) =>
            {
                Action::Sell(self.horror(&all)?, AuctionKind::Reverse)
            }
            // What it needs it would rather have for nothing: few others bid for it.
            Selling::Knockout if self.need(game, seat, fitting, budget) > 0.0 => {
                Action::Sell(fitting, AuctionKind::High)
            }
            // In reverse it may still take the block for nothing, after others have paid.
            Selling::Knockout => Action::Sell(fitting, AuctionKind::Reverse),
            Selling::Pile(Stopping::Possible) if Self::should_stop(game, seat, risk) => Action::Stop,
            // S30: it may have to place the block itself.
            Selling::Stopped => Action::Sell(fitting, AuctionKind::Gift),
            Selling::Pile(_) if self.level >= HARMFUL && self.rng.random_bool(0.4) => {
                let gift = self.poison(game, seat, &all, budget);
                let kind = if gift.is_some() { AuctionKind::Gift } else { AuctionKind::High };
                Action::Sell(gift.unwrap_or(fitting), kind)
            }
            // S33: a red, if nobody can pay more for it.
            Selling::Reds if beans[seat] >= most => {
                let red: Vec<Block> = all.iter().copied().filter(|block| block.is_red()).collect();
                let red = self.fitting(game, seat, &red, budget);
                let red = red.filter(|red| self.keep_or_give(game, seat, *red, budget)[0] > 0.0);
                Action::Sell(red.unwrap_or(fitting), AuctionKind::High)
            }
            Selling::Pile(_) | Selling::Reds => Action::Sell(fitting, AuctionKind::High),
        })
    }

    /// One of the blocks that are hardest to build on.
    fn horror(&mut self, all: &[Block]) -> Option<Block> {
        let horrors = Self::horrors(all);
        let chosen = self.rng.random_range(0..horrors.len().max(1));
        horrors.get(chosen).copied()
    }

    fn horrors(all: &[Block]) -> Vec<Block> {
        let mut horrors = all.to_vec();
        horrors.sort_by_key(|block| stack::handiness(*block));
        horrors.truncate(HORRORS);
        horrors
    }

    /// The gift that harms the tallest of the rivals' towers most, if any does.
    fn poison(&self, game: &Bausack, seat: Seat, all: &[Block], budget: &Budget<'_>) -> Option<Block> {
        let rivals = Self::rivals(game, seat);
        let target = rivals.iter().max_by_key(|rival| game.table.height(*rival))?;
        let harms =
            Self::horrors(all).into_iter().map(|block| (block, self.harm(game, target, block, budget)));
        harms.filter(|harm| harm.1 > 0.0).max_by(|one, other| one.1.total_cmp(&other.1)).map(|best| best.0)
    }

    /// The one of some blocks that suits a seat's tower best.
    fn fitting(
        &mut self,
        game: &Bausack,
        seat: Seat,
        blocks: &[Block],
        budget: &Budget<'_>,
    ) -> Option<Block> {
        let tower = &game.table.plots[seat.index()].tower;
        stack::pick(tower, goal(game), blocks, self.level, &mut || !budget.is_stopped(), &mut self.rng)
    }

    /// What it calls in an auction.
    pub(super) fn call(
        &mut self,
        game: &Bausack,
        auction: &Auction,
        beans: u8,
        budget: &Budget<'_>,
    ) -> Action {
        if self.level <= CHILDLIKE {
            return self.childlike_call(game, auction, beans, budget);
        }
        let bid = auction.minimum();
        // The estimate has an error, larger at lower levels.
        let error = self.rng.random_range(-1.0..1.0) * (9.0 - f64::from(self.level)) / 7.0;
        let most = match auction.kind {
            AuctionKind::High => self.price(game, auction, beans, budget),
            AuctionKind::Gift => self.gift_price(game, auction, budget),
            AuctionKind::Reverse => {
                ORDINARY_PRICE * self.reverse_value(game, auction, budget) / stack::ordinary_risk(self.level)
            }
        };
        let bids = bid <= beans && most > 0.0 && f64::from(bid) <= (most + error).round();
        match (auction.kind, bids) {
            (_, true) => Action::Bid(bid),
            (AuctionKind::High | AuctionKind::Gift, false) => Action::Pass,
            (AuctionKind::Reverse, false) => Action::Accept,
        }
    }
}
