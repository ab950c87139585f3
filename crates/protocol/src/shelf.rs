//! The shelf: the games that are there, as lists show them.

use game::{Info, OptionInfo, Text};
use serde::Serialize;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use table::{BotInfo, Kind, Setup};

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
    /// The set-ups that the rules refuse.
    pub refused: Vec<RefusedSetup>,
    /// The bots that it offers.
    pub bots: Vec<ShelfBot>,
}

/// Options that the rules refuse at some numbers of seats.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RefusedSetup {
    /// The choice of each option that takes part; one or two.
    pub options: BTreeMap<String, String>,
    /// The numbers of seats.
    pub seats: Vec<u8>,
}

/// The single choices, and the pairs of choices, that the rules of a game refuse.
fn refused_setups(kind: &dyn Kind) -> Vec<RefusedSetup> {
    let Info { options, seats, .. } = kind.info();
    let plays = |chosen: &BTreeMap<String, String>, seats: u8| {
        kind.start(&Setup { seats, options: chosen.clone() }).is_ok()
    };
    let choices: Vec<(&str, &str)> = options
        .iter()
        .flat_map(|option| option.choices.iter().map(|choice| (option.key, choice.value)))
        .collect();
    // A choice may need another one beside it: then it is not the choice itself that is refused.
    let refuses = |chosen: &BTreeMap<String, String>, seats: u8| {
        let helped = |(key, value): &(&str, &str)| {
            let mut more = chosen.clone();
            more.insert((*key).to_owned(), (*value).to_owned());
            plays(&more, seats)
        };
        !plays(chosen, seats) && !choices.iter().filter(|(key, _)| !chosen.contains_key(*key)).any(helped)
    };
    let mut found: Vec<RefusedSetup> = Vec::new();
    let mut look = |pair: &[(&str, &str)]| {
        let chosen = pair.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
        let known = |count: &u8| {
            let part = |other: &&RefusedSetup| {
                other
                    .options
                    .iter()
                    .all(|(key, value)| pair.iter().any(|(own, choice)| own == key && choice == value))
            };
            found.iter().filter(part).any(|other| other.seats.contains(count))
        };
        let seats: Vec<u8> =
            seats.clone().filter(|count| refuses(&chosen, *count) && !known(count)).collect();
        if !seats.is_empty() {
            found.push(RefusedSetup { options: chosen, seats });
        }
    };
    for choice in &choices {
        look(&[*choice]);
    }
    for (index, one) in choices.iter().enumerate() {
        for other in choices.iter().skip(index + 1).filter(|other| other.0 != one.0) {
            look(&[*one, *other]);
        }
    }
    found
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
            refused: refused_setups(kind),
            bots: kind.bots().into_iter().map(ShelfBot::from).collect(),
        }
    }
}
