//! The shelf: the games that are there, as lists show them.

use game::{OptionInfo, Text};
use serde::Serialize;
use std::ops::RangeInclusive;
use table::{BotInfo, Kind};

/// A game on the shelf.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize)]
pub struct ShelfGame {
    /// Its id, in addresses and records.
    pub id: &'static str,
    /// The name on the box.
    pub name: &'static str,
    /// The author.
    pub author: &'static str,
    /// One sentence.
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    pub summary: Text,
    /// How many seats it may have.
    pub seats: Range,
    /// The least age.
    pub age: u8,
    /// About how long a game lasts, in minutes.
    pub minutes: Range,
    /// The version of its rules.
    pub rules_version: u32,
    /// What a table may choose.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<Object>))]
    pub options: &'static [OptionInfo],
    /// The bots that it offers.
    pub bots: Vec<ShelfBot>,
}

/// A game with its rulebook.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize)]
pub struct OpenGame {
    /// The game.
    #[serde(flatten)]
    pub game: ShelfGame,
    /// The rulebook in Markdown.
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    pub rulebook: Text,
}

/// From one number to another, both included.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Range {
    /// The least.
    pub least: u8,
    /// The most.
    pub most: u8,
}

/// A bot as lists show it.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize)]
pub struct ShelfBot {
    /// Its id, as tables use it.
    pub id: &'static str,
    /// How it thinks.
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    pub summary: Text,
    /// The numbers of seats at which it can play.
    pub seats: Range,
}

impl From<RangeInclusive<u8>> for Range {
    fn from(range: RangeInclusive<u8>) -> Self {
        let (least, most) = range.into_inner();
        Range { least, most }
    }
}

impl From<BotInfo> for ShelfBot {
    fn from(bot: BotInfo) -> Self {
        ShelfBot { id: bot.id, summary: bot.summary, seats: bot.seats.into() }
    }
}

impl From<&dyn Kind> for ShelfGame {
    fn from(kind: &dyn Kind) -> Self {
        let info = kind.info();
        ShelfGame {
            id: info.id,
            name: info.name,
            author: info.author,
            summary: info.summary,
            seats: info.seats.clone().into(),
            age: info.age,
            minutes: info.minutes.clone().into(),
            rules_version: info.rules_version,
            options: info.options,
            bots: kind.bots().into_iter().map(ShelfBot::from).collect(),
        }
    }
}
