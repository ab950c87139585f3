//! Bots of eight levels: they estimate the risk of a block on a tower, bid accordingly, and place it with the tremor of their
//! level.

use crate::auction::{Auction, AuctionKind};
use crate::modes::{ModeState, REDS, reds};
use crate::stack::{self, Goal};
use crate::table::HALF_MILLIMETRE;
use crate::task::{Due, Selling, Stopping, Task};
use crate::{Action, Bausack, Block, Blocks, Mode};
use game::{Bot, BotSpec, Budget, Game, Seat, Text};
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The bots, the weakest first.
pub const BOTS: &[BotSpec<Bausack>] = &[
    level(
        "level1",
        Text {
            fr: "Une main d'enfant, à un centimètre près ; achète au hasard.",
            en: "A child's hand, a centimetre off; buys at random.",
        },
        |seed| Builder::of(1, seed),
    ),
    level(
        "level2",
        Text {
            fr: "Une main tremblante, à cinq millimètres près.",
            en: "A trembling hand, five millimetres off.",
        },
        |seed| Builder::of(2, seed),
    ),
    level(
        "level3",
        Text {
            fr: "Une main peu sûre, à quatre millimètres près.",
            en: "An unsteady hand, four millimetres off.",
        },
        |seed| Builder::of(3, seed),
    ),
    level(
        "level4",
        Text {
            fr: "Une main à trois millimètres près ; vend ce qui gêne.",
            en: "A hand three millimetres off; sells what harms.",
        },
        |seed| Builder::of(4, seed),
    ),
    level(
        "level5",
        Text {
            fr: "Une main à deux millimètres près ; vend ce qui gêne.",
            en: "A hand two millimetres off; sells what harms.",
        },
        |seed| Builder::of(5, seed),
    ),
    level(
        "level6",
        Text {
            fr: "Une main sûre, qui essaie deux poses avant la bonne.",
            en: "A steady hand that tries two placements in its mind.",
        },
        |seed| Builder::of(6, seed),
    ),
    level(
        "level7",
        Text {
            fr: "Une main très sûre, à moins d'un millimètre.",
            en: "A very steady hand, less than a millimetre off.",
        },
        |seed| Builder::of(7, seed),
    ),
    level(
        "level8",
        Text {
            fr: "La main la plus sûre : elle ne tremble presque pas.",
            en: "The steadiest hand: it hardly trembles.",
        },
        |seed| Builder::of(8, seed),
    ),
];

/// Up to this level, a bot plays like a child: it sells any block, and bids at random, never much.
const CHILDLIKE: u8 = 1;
/// The most beans that such a bot bids.
const CHILDLIKE_BID: u8 = 4;
/// From this level on, a bot sells blocks that harm others.
const HARMFUL: u8 = 4;
/// Half the number of swaps that the first level would try when it arranges its line; each level tries twice as many.
const SWAPS: usize = 4;
/// The value of an ordinary placement, in beans.
const ORDINARY_PRICE: f64 = 3.0;
/// By how much a block raises a tower on average, in micrometres.
const BLOCK_HEIGHT: u32 = 30_000;

const fn level(id: &'static str, summary: Text, make: fn(u64) -> Box<dyn Bot<Bausack>>) -> BotSpec<Bausack> {
    BotSpec { id, summary, seats: 2..=8, make }
}

/// A bot of a level.
struct Builder {
    level: u8,
    rng: Xoshiro256PlusPlus,
    /// Whether it has put its line of this round in order.
    is_arranged: bool,
}

impl Builder {
    fn of(level: u8, seed: u64) -> Box<dyn Bot<Bausack>> {
        Box::new(Builder { level, rng: Xoshiro256PlusPlus::seed_from_u64(seed), is_arranged: false })
    }

    /// A placement of one of the blocks that may be placed, or giving up; `None` if it finds neither.
    fn build(&mut self, game: &Bausack, due: &Due, budget: &Budget<'_>) -> Option<Action> {
        let tower = &game.table.plots[due.plot].tower;
        let mut go_on = || !budget.is_stopped();
        let all: Vec<Block> = due.task.placeable().iter().collect();
        let level = self.level;
        let block = stack::pick(tower, goal(game), &all, level, &mut go_on, &mut self.rng)?;
        let ground = game.play.rules().demand().ground();
        let choice = stack::choose(tower, ground, goal(game), block, level, &mut go_on, &mut self.rng);
        match (choice, &due.task) {
            (Some(choice), _) => Some(Action::Place(block, choice.gesture)),
            // Without a good placement it gives up, where that is allowed.
            (None, Task::TryAgain { .. }) => Some(Action::Pass),
            (None, Task::Rebuild { .. }) => Some(Action::Done),
            (None, Task::BuildFreely { .. }) => Some(Action::Stop),
            (None, _) => None,
        }
    }

    /// The risk of that block on the tower of a seat, placed by a hand like its own: the levels of others are unknown.
    fn risk(&self, game: &Bausack, seat: Seat, block: Block, budget: &Budget<'_>) -> f64 {
        let mut go_on = || !budget.is_stopped();
        stack::risk(&game.table.plots[seat.index()].tower, goal(game), block, self.level, &mut go_on)
    }

    /// S35: the value of a block for a seat, as a probability to win the round, on its own tower and on the rival's.
    fn keep_or_give(&self, game: &Bausack, seat: Seat, block: Block, budget: &Budget<'_>) -> [f64; 2] {
        let rival = seat.next(game.table.seats());
        [seat, rival].map(|owner| {
            let reds = reds(game.table.plots[owner.index()].blocks());
            // Each of the missing red blocks counts the same.
            let nearer = if block.is_red() { 1.0 / REDS.saturating_sub(reds).max(1) as f64 } else { 0.0 };
            let sign = if owner == seat { 1.0 } else { -1.0 };
            sign * (nearer - self.risk(game, owner, block, budget))
        })
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
                ORDINARY_PRICE * (height - self.risk(game, seat, block, budget)) / ordinary
            }
            // S26: the last tower wins, and nothing is ever gained by placing.
            Mode::Babel | Mode::Chain | Mode::Knockout => 0.0,
        }
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
    fn lead(game: &Bausack, seat: Seat) -> u32 {
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

    /// What it sells: a block that suits its own tower, which it places for nothing if nobody bids.
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
            // S24: with more beans than the others it can make them take a block that nobody wants.
            Selling::Knockout if self.level >= HARMFUL && (beans[seat] > most || most == 0) => {
                let awkward = all.iter().copied().min_by_key(|block| stack::handiness(*block))?;
                Action::Sell(awkward, AuctionKind::Reverse)
            }
            // In reverse it may still take the block for nothing, after others have paid.
            Selling::Knockout => Action::Sell(fitting, AuctionKind::Reverse),
            Selling::Pile(Stopping::Possible) if Self::should_stop(game, seat, risk) => Action::Stop,
            // S30: it may have to place the block itself.
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

    /// S18: a better order of its line, if it finds one; the better the bot, the longer it looks.
    fn arrange(&mut self, game: &Bausack, seat: Seat) -> Action {
        let ModeState::Chain(chain) = &game.play else { return Action::Done };
        if self.is_arranged || self.level <= CHILDLIKE {
            return Action::Done;
        }
        self.is_arranged = true;
        let race = chain.race(&game.table);
        let order = race.better(seat, SWAPS << self.level, &mut self.rng);
        order.map_or(Action::Done, Action::Arrange)
    }

    /// What it calls in an auction.
    fn call(&mut self, game: &Bausack, auction: &Auction, beans: u8, budget: &Budget<'_>) -> Action {
        if self.level <= CHILDLIKE {
            return self.childlike_call(game, auction, beans, budget);
        }
        let bid = auction.minimum();
        // The estimate has an error, larger at lower levels.
        let error = self.rng.random_range(-1.0..1.0) * (9.0 - f64::from(self.level)) / 7.0;
        let most = match auction.kind {
            AuctionKind::High => self.price(game, auction, beans, budget),
            // S30: the receiver may let the giver place it and fall: a gift is no gain.
            AuctionKind::Gift => 0.0,
            AuctionKind::Reverse => {
                ORDINARY_PRICE * self.reverse_value(game, auction, budget) / stack::ordinary_risk(self.level)
            }
        };
        let bids = bid <= beans && most > 0.0 && f64::from(bid) <= (most + error).round();
        match auction.kind {
            AuctionKind::High | AuctionKind::Reverse if bids => Action::Bid(bid),
            AuctionKind::High | AuctionKind::Gift => Action::Pass,
            AuctionKind::Reverse => Action::Accept,
        }
    }
}

impl Bot<Bausack> for Builder {
    fn choose(&mut self, game: &Bausack, seat: Seat, budget: &Budget<'_>) -> Action {
        let due = game.due_of(seat);
        let is_childlike = self.level <= CHILDLIKE;
        if due.as_ref().is_some_and(|due| !matches!(due.task, Task::Arrange { .. })) {
            self.is_arranged = false;
        }
        let chosen = due.and_then(|due| match &due.task {
            Task::Arrange { .. } => Some(self.arrange(game, seat)),
            Task::Call { auction, beans } => Some(self.call(game, auction, *beans, budget)),
            Task::KeepOrGive { block, to } => {
                let [keep, give] = self.keep_or_give(game, seat, *block, budget);
                if keep >= give { Some(Action::Keep) } else { to.first().map(Action::Give) }
            }
            // S30: if the giver makes the tower fall, the giver is out. A childlike bot places the block itself.
            Task::SelfOrGiver { block } if is_childlike && Self::stands(game, seat, *block, budget) => {
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
            Task::Sell { from, selling } if !is_childlike => self.sell(game, seat, *from, *selling, budget),
            Task::Draft { from } if !is_childlike => {
                from.iter().max_by_key(|block| stack::handiness(*block)).map(Action::Take)
            }
            _ => self.build(game, &due, budget),
        });
        let legal = chosen.filter(|action| game.clone().apply(game::Actor::Seat(seat), action).is_ok());
        legal.unwrap_or_else(|| game.sample(game::Actor::Seat(seat), &mut self.rng as &mut dyn Rng))
    }
}

/// What a placement must achieve in this mode.
fn goal(game: &Bausack) -> Goal {
    match game.mode() {
        Mode::Babel | Mode::Chain | Mode::Knockout => Goal::Stand,
        Mode::Pile | Mode::Reds => Goal::Rise,
    }
}
