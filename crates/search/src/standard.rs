//! The bots that any game can offer.

use crate::{
    AlphaBeta, AlphaBetaOptions, Best, Greedy, LateActions, LevelBot, MaxN, Mcts, Order, Random, Search,
    TableUse,
};
use game::{Bot, BotSpec, Game, Text};
use std::ops::RangeInclusive;

/// The given bots, and then those that every game offers: the best, the levels, and bots to measure others by.
macro_rules! with_standard_bots {
    ($($bot:expr),* $(,)?) => {
        [
            $($bot,)*
            best(),
            level::<G, 1>(),
            level::<G, 2>(),
            level::<G, 3>(),
            level::<G, 4>(),
            level::<G, 5>(),
            level::<G, 6>(),
            level::<G, 7>(),
            level::<G, 8>(),
            for_measurement("best:hand", |seed| Box::new(Best::hand(seed))),
            for_measurement("alphabeta:no-table", |seed| {
                alphabeta_with(seed, AlphaBetaOptions { table: TableUse::Off, ..G::ALPHABETA })
            }),
            for_measurement("alphabeta:no-order", |seed| {
                alphabeta_with(seed, AlphaBetaOptions { order: Order::Listed, ..G::ALPHABETA })
            }),
            for_measurement("alphabeta:no-quiescence", |seed| {
                alphabeta_with(seed, AlphaBetaOptions { quiescence: 0, ..G::ALPHABETA })
            }),
            for_measurement("alphabeta:whole", |seed| {
                alphabeta_with(seed, AlphaBetaOptions { late_actions: LateActions::Full, ..G::ALPHABETA })
            }),
            for_measurement("alphabeta:reduced", |seed| {
                alphabeta_with(seed, AlphaBetaOptions { late_actions: LateActions::Reduced, ..G::ALPHABETA })
            }),
        ]
    };
}

/// The bots of a game in which each seat plays for itself, from two seats to three or more.
///
/// A game offers them in one line: `pub const BOTS: &[BotSpec<Heaps>] = &search::standard();`.
pub const fn standard<G: Search>() -> [BotSpec<G>; 22] {
    with_standard_bots![
        random(),
        greedy(),
        uct(),
        mcts(),
        alphabeta(RangeInclusive::new(2, 2)),
        paranoid(RangeInclusive::new(3, *G::INFO.seats.end())),
        maxn(RangeInclusive::new(3, *G::INFO.seats.end())),
    ]
}

/// The bots of a game that has two sides at every number of seats.
pub const fn two_sided<G: Search>() -> [BotSpec<G>; 20] {
    with_standard_bots![random(), greedy(), uct(), mcts(), alphabeta(G::INFO.seats),]
}

/// [`Random`], at every number of seats; the game need not list its actions.
pub const fn random<G: Game>() -> BotSpec<G> {
    BotSpec {
        id: "random",
        summary: Text { fr: "Joue n'importe quel coup permis.", en: "Plays any legal action." },
        seats: G::INFO.seats,
        make: |seed| Box::new(Random::new(seed)),
    }
}

/// [`Greedy`], at every number of seats.
pub const fn greedy<G: Search>() -> BotSpec<G> {
    BotSpec {
        id: "greedy",
        summary: Text {
            fr: "Prend ce qui paraît le mieux tout de suite, sans penser à la suite.",
            en: "Takes what looks best at once, without a thought for what follows.",
        },
        seats: G::INFO.seats,
        make: |seed| Box::new(Greedy::new(seed)),
    }
}

/// [`Mcts::plain`], at every number of seats: the baseline of measurements.
pub const fn uct<G: Search>() -> BotSpec<G> {
    BotSpec {
        id: "uct",
        summary: Text {
            fr: "Joue au hasard des parties entières et suit ce qui gagne, sans rien savoir du jeu.",
            en: "Plays whole games at random and follows what wins, knowing nothing of the game.",
        },
        seats: G::INFO.seats,
        make: |seed| Box::new(Mcts::plain(seed)),
    }
}

/// [`Best`], at every number of seats.
pub const fn best<G: Search>() -> BotSpec<G> {
    BotSpec {
        id: "best",
        summary: Text {
            fr: "Pleine force : ce que la maison a de mieux pour ce jeu et ce nombre de places.",
            en: "Full strength: the best that the house has for this game and number of seats.",
        },
        seats: G::INFO.seats,
        make: |seed| Box::new(Best::new(seed)),
    }
}

/// [`LevelBot`] of level `N`, from 1 to 8, at every number of seats.
pub const fn level<G: Search, const N: usize>() -> BotSpec<G> {
    const IDS: [&str; 8] = ["level1", "level2", "level3", "level4", "level5", "level6", "level7", "level8"];
    BotSpec {
        id: IDS[N - 1],
        summary: G::LEVEL_SUMMARIES[N - 1],
        seats: G::INFO.seats,
        make: |seed| Box::new(LevelBot::numbered(N, seed)),
    }
}

/// [`Mcts`], at every number of seats.
pub const fn mcts<G: Search>() -> BotSpec<G> {
    BotSpec {
        id: "mcts",
        summary: Text {
            fr: "Joue au hasard des milliers de fins de partie et suit les débuts qui réussissent.",
            en: "Plays thousands of games out at random and follows the beginnings that succeed.",
        },
        seats: G::INFO.seats,
        make: |seed| Box::new(Mcts::new(seed)),
    }
}

/// [`AlphaBeta`], at the numbers of seats that make two sides.
pub const fn alphabeta<G: Search>(seats: RangeInclusive<u8>) -> BotSpec<G> {
    BotSpec {
        id: "alphabeta",
        summary: Text {
            fr: "Calcule toutes les suites, coup après coup, contre la meilleure défense.",
            en: "Works out every line, action by action, against the best defence.",
        },
        seats,
        make: |seed| Box::new(AlphaBeta::new(seed)),
    }
}

/// [`AlphaBeta`] under the name that it has at the numbers of seats that make more than two sides.
pub const fn paranoid<G: Search>(seats: RangeInclusive<u8>) -> BotSpec<G> {
    BotSpec {
        id: "paranoid",
        summary: Text {
            fr: "Calcule toutes les suites en croyant tous les autres ligués contre lui.",
            en: "Works out every line, believing that all the others play against it.",
        },
        seats,
        make: |seed| Box::new(AlphaBeta::new(seed)),
    }
}

/// [`MaxN`], at these numbers of seats: it makes sense from three on.
pub const fn maxn<G: Search>(seats: RangeInclusive<u8>) -> BotSpec<G> {
    BotSpec {
        id: "maxn",
        summary: Text {
            fr: "Calcule toutes les suites en croyant que chacun joue pour soi.",
            en: "Works out every line, believing that each seat plays for itself.",
        },
        seats,
        make: |seed| Box::new(MaxN::new(seed)),
    }
}

/// A bot that tables do not offer: the best without a network, or [`AlphaBeta`] with one option changed, to measure what
/// either gains.
const fn for_measurement<G: Search>(id: &'static str, make: fn(u64) -> Box<dyn Bot<G>>) -> BotSpec<G> {
    let summary = Text { fr: "Pour mesurer les autres.", en: "To measure the others by." };
    BotSpec { id, summary, seats: G::INFO.seats, make }
}

fn alphabeta_with<G: Search>(seed: u64, options: AlphaBetaOptions) -> Box<dyn Bot<G>> {
    Box::new(AlphaBeta::new(seed).with_options(options))
}
