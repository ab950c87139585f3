//! The games as the shelf shows them.

use crate::refusal::Fault;
use game::{OptionInfo, Text};
use serde::Serialize;
use std::ops::RangeInclusive;
use table::Kind;

/// A box on the shelf.
#[cfg_attr(test, derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize)]
pub struct GameOnShelf {
    /// Its name in addresses and records.
    pub id: &'static str,
    /// Its name on the box.
    pub name: &'static str,
    /// Who made it.
    pub author: &'static str,
    /// One sentence.
    pub summary: Text,
    /// How many seats it may have.
    pub seats: Range,
    /// From which age.
    pub age: u8,
    /// About how long a game lasts, in minutes.
    pub minutes: Range,
    /// The version of its rules.
    pub rules_version: u32,
    /// What a table may choose.
    pub options: &'static [OptionInfo],
    /// Who plays when nobody else does.
    pub bots: Vec<BotOnShelf>,
}

/// From one number to another, both included.
#[cfg_attr(test, derive(ts_rs::TS))]
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Range {
    /// The least.
    pub least: u8,
    /// The most.
    pub most: u8,
}

/// A bot as a list shows it.
#[cfg_attr(test, derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize)]
pub struct BotOnShelf {
    /// The name that tables use.
    pub id: &'static str,
    /// How it thinks.
    pub summary: Text,
    /// The seat counts at which it can play.
    pub seats: Range,
}

impl From<RangeInclusive<u8>> for Range {
    fn from(range: RangeInclusive<u8>) -> Self {
        let (least, most) = range.into_inner();
        Range { least, most }
    }
}

/// Every game of the house, in the order of the shelf.
pub fn games() -> Vec<GameOnShelf> {
    let on_shelf = |entry: &catalog::Entry| {
        let info = entry.info();
        let bot =
            |bot: table::BotInfo| BotOnShelf { id: bot.id, summary: bot.summary, seats: bot.seats.into() };
        GameOnShelf {
            id: info.id,
            name: info.name,
            author: info.author,
            summary: info.summary,
            seats: info.seats.clone().into(),
            age: info.age,
            minutes: info.minutes.clone().into(),
            rules_version: info.rules_version,
            options: info.options,
            bots: entry.kind.bots().into_iter().map(bot).collect(),
        }
    };
    catalog::GAMES.iter().map(on_shelf).collect()
}

/// The game of that id.
pub fn kind(id: &str) -> Result<&'static dyn Kind, Fault> {
    let entry = catalog::find(id).ok_or_else(|| Fault::Failed(format!("there is no game `{id}`")))?;
    Ok(entry.kind)
}
