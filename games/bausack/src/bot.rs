//! Bots of eight levels: they value a block by how well it would sit on a tower, bid accordingly, and place it with the
//! tremor of their level.

use crate::auction::{Auction, AuctionKind};
use crate::modes::{REDS, reds};
use crate::stack::{self, Goal};
use crate::table::HALF_MILLIMETRE;
use crate::task::{Due, Selling, Stopping, Task};
use crate::{Action, Bausack, Block, Blocks, Mode};
use game::{Bot, BotSpec, Budget, Game, Seat, Text};
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The bots, the weakest first.
pub const BOTS: &[BotSpec<Bausack>] = &[
    level("level1", |seed| Builder::of(1, seed)),
    level("level2", |seed| Builder::of(2, seed)),
    level("level3", |seed| Builder::of(3, seed)),
    level("level4", |seed| Builder::of(4, seed)),
    level("level5", |seed| Builder::of(5, seed)),
    level("level6", |seed| Builder::of(6, seed)),
    level("level7", |seed| Builder::of(7, seed)),
    level("level8", |seed| Builder::of(8, seed)),
];

/// Up to this level, a bot plays as a child does: it sells whatever it sees, and bids for fun, never much.
const CHILDISH: u8 = 1;
/// The most beans that such a bot bids.
const POCKET_MONEY: u8 = 4;
/// From this level on, a bot sells what harms others.
const CUNNING: u8 = 4;
/// The beans that an ordinary placement is worth.
const FAIR: f64 = 3.0;
/// By how much a block raises a tower, more or less, in micrometres.
const STOREY: u32 = 30_000;

const fn level(id: &'static str, make: fn(u64) -> Box<dyn Bot<Bausack>>) -> BotSpec<Bausack> {
    let summary = Text {
        fr: "Regarde où la pièce tiendrait, puis la pose d'une main plus ou moins sûre.",
        en: "Looks where the block would stand, then lays it with a more or less steady hand.",
    };
    BotSpec { id, summary, seats: 2..=8, make }
}

struct Builder {
    level: u8,
    chance: Xoshiro256PlusPlus,
}

impl Builder {
    fn of(level: u8, seed: u64) -> Box<dyn Bot<Bausack>> {
        Box::new(Builder { level, chance: Xoshiro256PlusPlus::seed_from_u64(seed) })
    }

    fn build(&mut self, game: &Bausack, due: &Due, budget: &Budget<'_>) -> Option<Action> {
        let tower = &game.table.plots[due.plot].tower;
        let mut go_on = || !budget.is_stopped();
        let all: Vec<Block> = due.task.placeable().iter().collect();
        let level = self.level;
        let block = stack::pick(tower, goal(game), &all, level, &mut go_on, &mut self.chance)?;
        let ground = game.play.rules().demand().ground();
        let choice = stack::choose(tower, ground, goal(game), block, level, &mut go_on, &mut self.chance);
        match (choice, &due.task) {
            (Some(choice), _) => Some(Action::Place(block, choice.gesture)),
            // Who knows no way stops where one may.
            (None, Task::TryAgain { .. }) => Some(Action::Pass),
            (None, Task::Rebuild { .. }) => Some(Action::Done),
            (None, Task::BuildFreely { .. }) => Some(Action::Stop),
            (None, _) => None,
        }
    }

    /// The chance that a hand like its own lets the tower of a seat fall with that block. Nobody knows how steady
    /// others are.
    fn risk(&self, game: &Bausack, seat: Seat, block: Block, budget: &Budget<'_>) -> f64 {
        let mut go_on = || !budget.is_stopped();
        stack::risk(&game.table.plots[seat.index()].tower, goal(game), block, self.level, &mut go_on)
    }

    /// S35: what a block is worth to a seat on its own tower, as a chance to win the round, and on the rival's.
    fn keep_or_give(&self, game: &Bausack, seat: Seat, block: Block, budget: &Budget<'_>) -> [f64; 2] {
        let rival = seat.next(game.table.seats());
        [seat, rival].map(|owner| {
            let reds = reds(game.table.plots[owner.index()].blocks());
            // Each red of those that are missing brings as much.
            let nearer = if block.is_red() { 1.0 / REDS.saturating_sub(reds).max(1) as f64 } else { 0.0 };
            let sign = if owner == seat { 1.0 } else { -1.0 };
            sign * (nearer - self.risk(game, owner, block, budget))
        })
    }

    /// How many beans a seat may pay to the highest bidder's auction, and still gain.
    fn price(&self, game: &Bausack, auction: &Auction, beans: u8, budget: &Budget<'_>) -> f64 {
        let (seat, block) = (auction.caller, auction.block);
        let ordinary = stack::ordinary(self.level);
        match game.mode() {
            Mode::Reds => {
                let [keep, give] = self.keep_or_give(game, seat, block, budget);
                // Where nobody has bid, the auctioneer has to place it: as if it were given to him (S33).
                let otherwise = if auction.last == 0 { give } else { keep.min(give) };
                // Beans are for this round alone: so much of it, so much of them.
                f64::from(beans) * (keep.max(give) - otherwise) / 2.0
            }
            Mode::Pile => {
                // S32: whoever is not ahead needs height, which takes a risk sooner or later.
                let height = if Self::lead(game, seat) > 0 { 0.0 } else { ordinary };
                FAIR * (height - self.risk(game, seat, block, budget)) / ordinary
            }
            // S26: the last tower wins, and nothing is ever gained by placing.
            Mode::Babel | Mode::Chain | Mode::Knockout => 0.0,
        }
    }

    /// A child likes to build: it wants most blocks and bids a few beans for them, but none that it sees no place
    /// for; and in reverse it soon takes what does stand.
    fn whim(&mut self, game: &Bausack, auction: &Auction, beans: u8, budget: &Budget<'_>) -> Action {
        let bid = auction.minimum();
        let stands = Self::stands(game, auction.caller, auction.block, budget);
        let most = beans.min(self.chance.random_range(1..=POCKET_MONEY));
        match auction.kind {
            AuctionKind::High if stands && bid <= most && self.chance.random_bool(0.75) => Action::Bid(bid),
            AuctionKind::Gift if bid <= most && self.chance.random_bool(0.2) => Action::Bid(bid),
            AuctionKind::High | AuctionKind::Gift => Action::Pass,
            AuctionKind::Reverse if bid <= beans && !stands => Action::Bid(bid),
            AuctionKind::Reverse if bid <= most && self.chance.random_bool(0.4) => Action::Bid(bid),
            AuctionKind::Reverse => Action::Accept,
        }
    }

    /// S24: what it is worth that another has to place it: one's own risk, one's share in the other's fall, and half
    /// an ordinary placement more: whatever stands is higher afterwards, and nobody gains by that (S26).
    fn ransom(&self, game: &Bausack, auction: &Auction, budget: &Budget<'_>) -> f64 {
        let own = self.risk(game, auction.caller, auction.block, budget);
        let others = auction.bidders.without(auction.caller);
        let share = f64::from(others.len().max(1)).powi(2);
        let higher = stack::ordinary(self.level) / 2.0;
        higher
            + own
            + others.iter().map(|other| self.risk(game, other, auction.block, budget)).sum::<f64>() / share
    }

    fn stands(game: &Bausack, seat: Seat, block: Block, budget: &Budget<'_>) -> bool {
        let tower = &game.table.plots[seat.index()].tower;
        stack::worth(tower, goal(game), block, &mut || !budget.is_stopped()).is_some()
    }

    /// S32: by how many micrometres a seat's tower is taller than all others; 0 if it is not (S11).
    fn lead(game: &Bausack, seat: Seat) -> u32 {
        let others = Seat::all(game.table.seats()).filter(|other| *other != seat);
        let tallest = others.map(|other| game.table.height(other)).max().unwrap_or(0);
        let lead = game.table.height(seat).saturating_sub(tallest);
        if lead > HALF_MILLIMETRE { lead } else { 0 }
    }

    /// S31: whether it is better to stop and let the others catch up, than to go on in turn with a placement of that
    /// risk, theirs being as risky.
    fn should_stop(game: &Bausack, seat: Seat, risk: f64) -> bool {
        let lead = Self::lead(game, seat);
        let storeys = 1 + lead / STOREY;
        let they_fall = 1.0 - (1.0 - risk).powi(i32::try_from(storeys).unwrap_or(i32::MAX));
        let they_fall_first = (1.0 - risk) / (2.0 - risk);
        lead > 0 && they_fall > they_fall_first
    }

    /// What it sells: what would sit well on its own tower, to be placed for nothing if nobody bids.
    fn sell(
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
            // S24: whoever outlasts the others makes them take what nobody wants.
            Selling::Knockout if self.level >= CUNNING && (beans[seat] > most || most == 0) => {
                let awkward = all.iter().copied().min_by_key(|block| stack::handiness(*block))?;
                Action::Sell(awkward, AuctionKind::Reverse)
            }
            // In reverse he may still take it for nothing, but others have paid for that.
            Selling::Knockout => Action::Sell(fitting, AuctionKind::Reverse),
            Selling::Pile(Stopping::Possible) if Self::should_stop(game, seat, risk) => Action::Stop,
            // S30: he may have to place it himself.
            Selling::Stopped => Action::Sell(fitting, AuctionKind::Gift),
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

    /// The block of some that it would like on a seat's tower.
    fn fitting(
        &mut self,
        game: &Bausack,
        seat: Seat,
        blocks: &[Block],
        budget: &Budget<'_>,
    ) -> Option<Block> {
        let tower = &game.table.plots[seat.index()].tower;
        stack::pick(tower, goal(game), blocks, self.level, &mut || !budget.is_stopped(), &mut self.chance)
    }

    fn call(&mut self, game: &Bausack, auction: &Auction, beans: u8, budget: &Budget<'_>) -> Action {
        if self.level <= CHILDISH {
            return self.whim(game, auction, beans, budget);
        }
        let bid = auction.minimum();
        // Nobody knows exactly; beginners least of all.
        let blur = self.chance.random_range(-1.0..1.0) * (9.0 - f64::from(self.level)) / 7.0;
        let most = match auction.kind {
            AuctionKind::High => self.price(game, auction, beans, budget),
            // S30: whoever receives it may have its giver place it, and fall: nobody should want to give.
            AuctionKind::Gift => 0.0,
            AuctionKind::Reverse => FAIR * self.ransom(game, auction, budget) / stack::ordinary(self.level),
        };
        let bids = bid <= beans && most > 0.0 && f64::from(bid) <= (most + blur).round();
        match auction.kind {
            AuctionKind::High | AuctionKind::Reverse if bids => Action::Bid(bid),
            AuctionKind::High | AuctionKind::Gift => Action::Pass,
            AuctionKind::Reverse => Action::Accept,
        }
    }
}

impl Bot<Bausack> for Builder {
    fn choose(&mut self, game: &Bausack, seat: Seat, budget: &Budget<'_>) -> Action {
        let due = game.due().filter(|due| due.seat == seat);
        let is_child = self.level <= CHILDISH;
        let chosen = due.and_then(|due| match &due.task {
            Task::Call { auction, beans } => Some(self.call(game, auction, *beans, budget)),
            Task::KeepOrGive { block, to } => {
                let [keep, give] = self.keep_or_give(game, seat, *block, budget);
                if keep >= give { Some(Action::Keep) } else { to.first().map(Action::Give) }
            }
            // S30: when the giver's hand falls, the giver is out. Children want to do it themselves.
            Task::SelfOrGiver { block } if is_child && Self::stands(game, seat, *block, budget) => {
                Some(Action::Myself)
            }
            Task::SelfOrGiver { .. } => Some(Action::Giver),
            // S30: the giver may have to place it there.
            Task::Give { block, to } => {
                let risk = |to: &Seat| self.risk(game, *to, *block, budget);
                to.iter().min_by(|one, other| risk(one).total_cmp(&risk(other))).map(Action::Give)
            }
            Task::BuildFreely { stopping: Stopping::Possible, .. } if Self::lead(game, seat) > 0 => {
                Some(Action::Stop)
            }
            Task::Sell { from, selling } if !is_child => self.sell(game, seat, *from, *selling, budget),
            Task::Draft { from } if !is_child => {
                from.iter().max_by_key(|block| stack::handiness(*block)).map(Action::Take)
            }
            _ => self.build(game, &due, budget),
        });
        let legal = chosen.filter(|action| game.clone().apply(game::Actor::Seat(seat), action).is_ok());
        legal.unwrap_or_else(|| game.sample(game::Actor::Seat(seat), &mut self.chance as &mut dyn Rng))
    }
}

/// What a placement must do in this game.
fn goal(game: &Bausack) -> Goal {
    match game.mode() {
        Mode::Babel | Mode::Chain | Mode::Knockout => Goal::Stand,
        Mode::Pile | Mode::Reds => Goal::Rise,
    }
}
