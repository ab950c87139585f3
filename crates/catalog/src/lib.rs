//! The list of games: one line each. The only place in the platform that names them.

mod ladder;
mod posed;

pub use ladder::{BadLadder, Ladder, Rung};
pub use posed::{BadPosed, Posed};

use game::{Info, Tool};
use search::{Search, Studied, Study, Tuned, Tuning, Weighed};
use std::marker::PhantomData;
use table::{Kind, Rules};

/// Every game that was built in, in the order of the shelf: all of them, but for a page, which loads one at a time.
pub static GAMES: &[Entry] = &[
    #[cfg(feature = "basik")]
    Entry::weighed(&Rules(basik::BOTS)).measured(basik::LADDERS),
    #[cfg(feature = "expion")]
    Entry::weighed(&Rules(expion::BOTS)).measured(expion::LADDERS),
    #[cfg(feature = "tactic")]
    Entry::weighed(&Rules(tactic::BOTS)).measured(tactic::LADDERS),
    #[cfg(feature = "bausack")]
    Entry::played(&Rules(bausack::BOTS)).with_tools(bausack::TOOLS),
];

/// A game of the house.
pub struct Entry {
    /// Its rules and bots.
    pub kind: &'static dyn Kind,
    /// What can be counted and measured, for games that list their actions.
    pub study: Option<&'static dyn Study>,
    /// How its evaluation learns, for games that weigh counts.
    pub tuning: Option<&'static dyn Tuning>,
    /// How strong the levels of its bots are, as a file: see [`Ladder::read_all`].
    pub ladders: &'static str,
    /// Commands that only this game has use for.
    pub tools: &'static [Tool],
}

impl Entry {
    /// A game whose actions can't all be listed.
    pub const fn played(kind: &'static dyn Kind) -> Self {
        Entry { kind, study: None, tuning: None, ladders: "", tools: &[] }
    }

    /// A game that lists its actions.
    pub const fn listed<G: Search>(rules: &'static Rules<G>) -> Self {
        Entry {
            kind: rules,
            study: Some(const { &Studied::<G>(PhantomData) }),
            tuning: None,
            ladders: "",
            tools: &[],
        }
    }

    /// A game that lists its actions and weighs counts.
    pub const fn weighed<G: Weighed>(rules: &'static Rules<G>) -> Self {
        Entry { tuning: Some(const { &Tuned::<G>(PhantomData) }), ..Entry::listed(rules) }
    }

    /// The same, the levels of whose bots were measured.
    pub const fn measured(self, ladders: &'static str) -> Self {
        Entry { ladders, ..self }
    }

    /// The same, with commands of its own.
    pub const fn with_tools(self, tools: &'static [Tool]) -> Self {
        Entry { tools, ..self }
    }

    /// What the shelf shows.
    pub fn info(&self) -> &'static Info {
        self.kind.info()
    }
}

/// The command of that name that one of the games brings.
pub fn tool(name: &str) -> Option<&'static Tool> {
    GAMES.iter().flat_map(|entry| entry.tools).find(|tool| tool.name == name)
}

/// The game of that id.
pub fn find(id: &str) -> Option<&'static Entry> {
    GAMES.iter().find(|entry| entry.info().id == id)
}
