//! The bots that any game can offer.

use crate::{AlphaBeta, Greedy, MaxN, Mcts, Random, Search};
use game::{BotSpec, Game, Text};
use std::ops::RangeInclusive;

/// The bots of a game in which each seat plays for itself, from two seats to three or more.
///
/// A game offers them in one line: `pub const BOTS: &[BotSpec<Heaps>] = &search::standard();`.
pub const fn standard<G: Search>() -> [BotSpec<G>; 6] {
    let several = RangeInclusive::new(3, *G::INFO.seats.end());
    let more = RangeInclusive::new(3, *G::INFO.seats.end());
    [random(), greedy(), mcts(), alphabeta(RangeInclusive::new(2, 2)), paranoid(several), maxn(more)]
}

/// The bots of a game that has two sides at every number of seats.
pub const fn two_sided<G: Search>() -> [BotSpec<G>; 4] {
    [random(), greedy(), mcts(), alphabeta(G::INFO.seats)]
}

/// [`Random`], at every number of seats; it asks for no list of actions.
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

/// [`MaxN`], at the numbers of seats where it makes sense: from three on.
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
