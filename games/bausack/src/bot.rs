//! Bots of eight levels: they value a block by how well it would sit on a tower, bid accordingly, and place it with the
//! tremor of their level.

use crate::auction::{Auction, AuctionKind};
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

/// From this level on, a bot chooses its blocks by their tower.
const CHOOSY: u8 = 3;
/// Up to this level, a bot bids as a child does: for fun, and never much.
const CHILDISH: u8 = 1;
/// The most beans that such a bot bids.
const POCKET_MONEY: u8 = 4;
/// A margin that is worth all that a bot would bid, in micrometres.
const COMFORT: u32 = 6_000;
/// What a block must be worth for a bot to want it on its own tower: a third of a comfortable margin.
const FITTING: f64 = 0.27;

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

    /// What a block is worth to a seat, from 0 (it falls) to 1.
    fn worth(game: &Bausack, seat: Seat, block: Block, budget: &Budget<'_>) -> f64 {
        let plot = if game.mode() == Mode::Babel { 0 } else { seat.index() };
        let mut go_on = || !budget.is_stopped();
        let margin = stack::worth(&game.table.plots[plot].tower, goal(game), block, &mut go_on);
        let red = if game.mode() == Mode::Reds && block.is_red() { 0.5 } else { 0.0 };
        margin.map_or(0.0, |margin| 0.15 + 0.35 * f64::from(margin.min(COMFORT)) / f64::from(COMFORT) + red)
    }

    /// A child likes to build: it wants most blocks and bids a few beans for them, but none that it sees no place
    /// for; and in reverse it soon takes what does stand.
    fn whim(&mut self, game: &Bausack, auction: &Auction, beans: u8, budget: &Budget<'_>) -> Action {
        let bid = auction.minimum();
        let stands = Self::worth(game, auction.caller, auction.block, budget) > 0.0;
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

    /// S32: whether a seat's tower is the tallest.
    fn is_ahead(game: &Bausack, seat: Seat) -> bool {
        let own = game.table.height(seat);
        let others = Seat::all(game.table.seats()).filter(|other| *other != seat);
        own > 0 && others.map(|other| game.table.height(other)).max().unwrap_or(0) + HALF_MILLIMETRE < own
    }

    /// What a bot that chooses sells: what would sit well on its own tower, to be placed for nothing if nobody bids; and
    /// if nothing would, what nobody wants: in reverse others pay for not having it (S24), as a gift they get it (S29).
    /// Whoever is ahead and sees nothing that fits stops (S31).
    fn sell(
        &mut self,
        game: &Bausack,
        seat: Seat,
        from: Blocks,
        selling: Selling,
        budget: &Budget<'_>,
    ) -> Option<Action> {
        let mut go_on = || !budget.is_stopped();
        let all: Vec<Block> = from.iter().collect();
        let tower = &game.table.plots[seat.index()].tower;
        let fitting = stack::pick(tower, goal(game), &all, self.level, &mut go_on, &mut self.chance)?;
        let fits = Self::worth(game, seat, fitting, budget) >= FITTING;
        let awkward = all.iter().copied().min_by_key(|block| stack::handiness(*block))?;
        Some(match selling {
            Selling::Knockout if !fits => Action::Sell(awkward, AuctionKind::Reverse),
            Selling::Pile(Stopping::Possible) if !fits && Self::is_ahead(game, seat) => Action::Stop,
            Selling::Pile(_) if !fits => Action::Sell(awkward, AuctionKind::Gift),
            Selling::Stopped => Action::Sell(awkward, AuctionKind::Gift),
            Selling::Knockout | Selling::Pile(_) | Selling::Reds => Action::Sell(fitting, AuctionKind::High),
        })
    }

    fn call(&mut self, game: &Bausack, auction: &Auction, beans: u8, budget: &Budget<'_>) -> Action {
        if self.level <= CHILDISH {
            return self.whim(game, auction, beans, budget);
        }
        let worth = Self::worth(game, auction.caller, auction.block, budget);
        // S26: who places less falls later, which takes experience to see; so does what a bean is good for.
        let eager = match game.mode() {
            Mode::Knockout => (8.0 - f64::from(self.level)) / 12.0,
            Mode::Babel | Mode::Chain | Mode::Pile | Mode::Reds => 1.0,
        };
        // Nobody knows exactly; beginners least of all.
        let blur = self.chance.random_range(-0.15..0.15) * (9.0 - f64::from(self.level)) / 4.0;
        let most = (eager * f64::from(beans) * (worth + blur).clamp(0.0, 1.0)).round() as u8;
        let bid = auction.minimum();
        match auction.kind {
            AuctionKind::High if bid <= most && bid <= beans => Action::Bid(bid),
            // A block that nobody wants is a fine gift.
            AuctionKind::Gift if bid <= beans && bid <= beans / 3 && worth < 0.3 => Action::Bid(bid),
            AuctionKind::High | AuctionKind::Gift => Action::Pass,
            // In reverse one pays for not having to place it.
            AuctionKind::Reverse if bid <= beans && worth + blur < 0.45 => Action::Bid(bid),
            AuctionKind::Reverse => Action::Accept,
        }
    }
}

impl Bot<Bausack> for Builder {
    fn choose(&mut self, game: &Bausack, seat: Seat, budget: &Budget<'_>) -> Action {
        let due = game.due().filter(|due| due.seat == seat);
        let chosen = due.and_then(|due| match &due.task {
            Task::Call { auction, beans } => Some(self.call(game, auction, *beans, budget)),
            Task::KeepOrGive { block, to } => {
                let keep = Self::worth(game, seat, *block, budget) > 0.3;
                if keep { Some(Action::Keep) } else { to.first().map(Action::Give) }
            }
            Task::SelfOrGiver { block } => {
                let myself = Self::worth(game, seat, *block, budget) > 0.2;
                Some(if myself { Action::Myself } else { Action::Giver })
            }
            Task::BuildFreely { stopping: Stopping::Possible, .. } if Self::is_ahead(game, seat) => {
                Some(Action::Stop)
            }
            Task::Sell { from, selling } if self.level >= CHOOSY => {
                self.sell(game, seat, *from, *selling, budget)
            }
            Task::Draft { from } if self.level >= CHOOSY => {
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
