//! The catalogue: the list of games, one line each. It is the only place in the platform that names them.

mod catalog_puzzle;
mod level_ratings;
mod setting;

pub use catalog_puzzle::{BadPuzzleFile, CatalogPuzzle};
pub use level_ratings::{BadLevelRatings, LevelRating, LevelRatings};

use game::{Info, Tool};
use search::{
    AnyEncoding, AnySearch, Encoding, EncodingOf, Search, SearchOf, Tuning, TuningOf, WeightedEvaluation,
};
use std::marker::PhantomData;
use table::{Erased, Kind};

/// The games that were built in, in the order of the shelf: all of them, except in a page, which loads one at a time.
pub static GAMES: &[CatalogGame] = &[
    #[cfg(feature = "basik")]
    CatalogGame::weighted(&Erased(basik::BOTS))
        .with_level_ratings(basik::LEVEL_RATINGS)
        .with_encoding::<basik::Basik>(),
    #[cfg(feature = "expion")]
    CatalogGame::weighted(&Erased(expion::BOTS))
        .with_level_ratings(expion::LEVEL_RATINGS)
        .with_encoding::<expion::Expion>(),
    #[cfg(feature = "tactic")]
    CatalogGame::weighted(&Erased(tactic::BOTS))
        .with_level_ratings(tactic::LEVEL_RATINGS)
        .with_encoding::<tactic::Tactic>(),
    #[cfg(feature = "bausack")]
    CatalogGame::unlisted(&Erased(bausack::BOTS)).with_tools(bausack::TOOLS),
];

/// A game of the catalogue, with its type erased.
pub struct CatalogGame {
    /// Its rules and bots.
    pub kind: &'static dyn Kind,
    /// Counting, measuring and puzzles, for games that list their actions.
    pub search: Option<&'static dyn AnySearch>,
    /// Learning of weights, for games with a weighted evaluation.
    pub tuning: Option<&'static dyn Tuning>,
    /// Actions as ids and positions as planes, for games that are given to programs that learn.
    pub encoding: Option<&'static dyn AnyEncoding>,
    /// The text of its `levels.txt`, the measured strength of its levels: see [`LevelRatings::read_all`].
    pub level_ratings: &'static str,
    /// Commands that this game adds to the command line.
    pub tools: &'static [Tool],
}

impl CatalogGame {
    /// A game whose actions cannot all be listed.
    pub const fn unlisted(kind: &'static dyn Kind) -> Self {
        CatalogGame { kind, search: None, tuning: None, encoding: None, level_ratings: "", tools: &[] }
    }

    /// A game that lists its actions.
    pub const fn listed<G: Search>(rules: &'static Erased<G>) -> Self {
        CatalogGame {
            kind: rules,
            search: Some(const { &SearchOf::<G>(PhantomData) }),
            tuning: None,
            encoding: None,
            level_ratings: "",
            tools: &[],
        }
    }

    /// A game that lists its actions and has a weighted evaluation.
    pub const fn weighted<G: WeightedEvaluation>(rules: &'static Erased<G>) -> Self {
        CatalogGame { tuning: Some(const { &TuningOf::<G>(PhantomData) }), ..CatalogGame::listed(rules) }
    }

    /// Adds the text of its `levels.txt`.
    pub const fn with_level_ratings(self, level_ratings: &'static str) -> Self {
        CatalogGame { level_ratings, ..self }
    }

    /// Adds its ids and planes; not in a page, which has no use for them and stays small.
    pub const fn with_encoding<G: Encoding>(self) -> Self {
        if cfg!(target_family = "wasm") {
            return self;
        }
        CatalogGame { encoding: Some(const { &EncodingOf::<G>(PhantomData) }), ..self }
    }

    /// Adds commands of its own.
    pub const fn with_tools(self, tools: &'static [Tool]) -> Self {
        CatalogGame { tools, ..self }
    }

    /// The game's name, seats, options and rulebook.
    pub fn info(&self) -> &'static Info {
        self.kind.info()
    }
}

/// The command with that name, if a game adds it.
pub fn tool(name: &str) -> Option<&'static Tool> {
    GAMES.iter().flat_map(|game| game.tools).find(|tool| tool.name == name)
}

/// The game with that id.
pub fn find(id: &str) -> Option<&'static CatalogGame> {
    GAMES.iter().find(|game| game.info().id == id)
}
