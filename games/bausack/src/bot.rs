//! Bots of eight levels: they estimate the risk of a block on a tower, bid accordingly, and place it with the tremor of their
//! level.

mod auctions;

use crate::modes::ModeState;
use crate::stack::{self, Goal};
use crate::task::{Due, Stopping, Task};
use crate::{Action, Bausack, Block, Mode};
use game::{Bot, BotSpec, Budget, Game, Seat, Text};
use rand::{Rng, SeedableRng};
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
/// Half the number of swaps that the first level would try when it arranges its line; each level tries twice as many.
const SWAPS: usize = 4;

const fn level(id: &'static str, summary: Text, make: fn(u64) -> Box<dyn Bot<Bausack>>) -> BotSpec<Bausack> {
    BotSpec { id, summary, seats: 2..=8, make }
}

/// A bot of a level.
struct Builder {
    level: u8,
    rng: Xoshiro256PlusPlus,
}

impl Builder {
    fn of(level: u8, seed: u64) -> Box<dyn Bot<Bausack>> {
        Box::new(Builder { level, rng: Xoshiro256PlusPlus::seed_from_u64(seed) })
    }

    /// A placement of one of the blocks that may be placed, or giving up; `None` if it finds neither.
    fn build(&mut self, game: &Bausack, due: &Due, budget: &Budget<'_>) -> Option<Action> {
        let tower = &game.table.plots[due.plot].tower;
        let mut go_on = || !budget.is_stopped();
        let all: Vec<Block> = due.task.placeable().iter().collect();
        let level = self.level;
        let block = stack::pick(tower, goal(game), &all, level, &mut go_on, &mut self.rng)?;
        let ground = game.play.rules().demand().ground();
        let (hands, goal) = (game.table.hands, goal(game));
        let choice = stack::choose_with(hands, tower, ground, goal, block, level, &mut go_on, &mut self.rng);
        match (choice, &due.task) {
            (Some(choice), _) => Some(Action::Place(block, choice.gesture)),
            // Without a good placement it gives up, where that is allowed.
            (None, Task::TryAgain { .. }) => Some(Action::Pass),
            (None, Task::Rebuild { .. }) => Some(Action::Done),
            (None, Task::BuildFreely { .. }) => Some(Action::Stop),
            (None, _) => None,
        }
    }

    /// S18: a good order of its line; the better the bot, the longer it looks.
    fn arrange(&self, game: &Bausack, seat: Seat, line: &[Block]) -> Action {
        let ModeState::Chain(chain) = &game.play else { return Action::Done };
        if self.level <= CHILDLIKE {
            return Action::Done;
        }
        let order = chain.race(&game.table).order(seat, SWAPS << self.level);
        if order == line { Action::Done } else { Action::Arrange(order) }
    }
}

impl Bot<Bausack> for Builder {
    fn choose(&mut self, game: &Bausack, seat: Seat, budget: &Budget<'_>) -> Action {
        let due = game.due_of(seat);
        let is_childlike = self.level <= CHILDLIKE;
        let chosen = due.and_then(|due| match &due.task {
            Task::Arrange { line } => Some(self.arrange(game, seat, line)),
            Task::Call { auction, beans } => Some(self.call(game, auction, *beans, budget)),
            Task::KeepOrGive { block, to } => {
                let [keep, give] = self.keep_or_give(game, seat, *block, budget);
                if keep >= give { Some(Action::Keep) } else { to.first().map(Action::Give) }
            }
            // S30: if the giver makes the tower fall, the giver is out.
            Task::SelfOrGiver { block } => Some(if self.places_itself(game, seat, *block, budget) {
                Action::Myself
            } else {
                Action::Giver
            }),
            Task::Give { block, to } => self.receiver(game, *block, *to, budget).map(Action::Give),
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
