//! The lobby: who looks for a game, and who is here.

use crate::people::SeatRating;
use crate::refusal::Refusal;
use crate::table::TableInfo;
use crate::{is_default, is_false};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use table::ClockRule;

/// A game that a person looks for. With a clock of a day or more for an action it is a game by days: it is looked for until it
/// is withdrawn. Otherwise it is looked for as long as the page is open.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewSeek {
    /// The id of the game.
    pub game: String,
    /// How many seats.
    pub seats: u8,
    /// The options that differ from the game's defaults.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// The clock; none if it is left out.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    pub clock: ClockRule,
    /// Whether it counts for ratings.
    #[serde(default)]
    pub rated: bool,
    /// After so many seconds anybody will do, however strong; until then, the nearer the better.
    #[serde(default)]
    pub patience: u32,
    /// Bots that take the free seats after a while.
    #[serde(default)]
    pub fill: Option<Fill>,
    /// The page that waits, as the lobby called it; a game by days needs none.
    #[serde(default)]
    pub page: Option<String>,
}

/// Bots that take the seats for which nobody came.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fill {
    /// After so many seconds.
    pub after: u32,
    /// Which bot.
    pub bot: String,
}

/// Taking what another looks for.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TakeSeek {
    /// The page that waits, as the lobby called it: needed where more people are to come, unless it is a game by days.
    #[serde(default)]
    pub page: Option<String>,
}

/// What became of it.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Sought {
    /// The person's own seek.
    pub seek: String,
    /// The table, if it has begun.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub table: Option<String>,
}

/// What somebody looks for, alone or with others who have joined. What is left out has its default value.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SeekInfo {
    /// Its id.
    pub id: String,
    /// The id of the game.
    pub game: String,
    /// How many seats.
    pub seats: u8,
    /// The options that differ from the game's defaults.
    #[serde(default, skip_serializing_if = "is_default")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<BTreeMap<String, String>>", optional))]
    pub options: BTreeMap<String, String>,
    /// The clock.
    #[serde(default, skip_serializing_if = "is_default")]
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    #[cfg_attr(feature = "typescript", ts(as = "Option<ClockRule>", optional))]
    pub clock: ClockRule,
    /// Whether it counts for ratings.
    #[serde(default, skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<bool>", optional))]
    pub rated: bool,
    /// Who wants to play it.
    pub people: Vec<Seeker>,
    /// The viewer's own seek in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub own: Option<String>,
    /// After how many seconds bots take the free seats.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub fill_after: Option<u32>,
    /// When it was made, as Unix time in milliseconds.
    pub created: i64,
}

/// Somebody who looks for a game.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Seeker {
    /// The name shown.
    pub name: String,
    /// Whether the name is that of an account or a program: it leads to a page.
    #[serde(default, skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<bool>", optional))]
    pub account: bool,
    /// Whether it is a program.
    #[serde(default, skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<bool>", optional))]
    pub program: bool,
    /// How strong, if there was a rated game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub rating: Option<SeatRating>,
}

/// Who is here now.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Here {
    /// How many people.
    pub count: usize,
    /// The names of those who let the viewer see it; not more than some dozens.
    pub people: Vec<HerePerson>,
}

/// Somebody who is here.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct HerePerson {
    /// The name shown.
    pub name: String,
    /// Whether the name leads to a page.
    pub account: bool,
    /// Whether it is a friend of the viewer.
    pub friend: bool,
}

/// What the server sends over the socket of the lobby.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum LobbyMessage {
    /// The first one: what the lobby calls this page.
    Entered {
        /// To be quoted by what this page looks for.
        page: String,
    },
    /// What has changed since the last one.
    Lobby {
        /// New seeks, and those that others have joined or left.
        added: Vec<SeekInfo>,
        /// The ids of those that are gone.
        gone: Vec<String>,
        /// Who is here.
        here: Here,
    },
    /// A seek of this page has led to a table.
    Paired {
        /// Which.
        seek: String,
        /// The table's id.
        table: String,
    },
    /// All tables at which a seat waits for the person: challenges, and games that others would like to play again.
    Challenges {
        /// The newest first.
        tables: Vec<TableInfo>,
    },
    /// The socket ends, and why.
    Refused {
        /// Why.
        refusal: Refusal,
    },
    /// The server closes.
    Closing {
        /// `closing` or `logged_out`.
        code: String,
    },
}
