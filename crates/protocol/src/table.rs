//! Tables: how they are described, and how a client asks for a new one.

use crate::{is_default, is_false};
use game::{Seat, SeatSet};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use table::ClockRule;
use table::policy::OnTimeout;

/// A table around its game. What is left out has its default value: `false`, empty, none.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TableInfo {
    /// Its id.
    pub id: String,
    /// The id of the game.
    pub game: String,
    /// The options that differ from the game's defaults.
    #[serde(default, skip_serializing_if = "is_default")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<BTreeMap<String, String>>", optional))]
    pub options: BTreeMap<String, String>,
    /// The clock.
    #[serde(default, skip_serializing_if = "is_default")]
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    #[cfg_attr(feature = "typescript", ts(as = "Option<ClockRule>", optional))]
    pub clock: ClockRule,
    /// The position in notation at which it began, if not the opening.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub position: Option<String>,
    /// How far it is.
    pub status: Status,
    /// Whether everybody may find and watch it.
    #[serde(default, skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<bool>", optional))]
    pub open: bool,
    /// Whether it counts for ratings.
    #[serde(default, skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<bool>", optional))]
    pub rated: bool,
    /// What happens when a clock runs out.
    #[serde(default, skip_serializing_if = "is_default")]
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    #[cfg_attr(feature = "typescript", ts(as = "Option<OnTimeout>", optional))]
    pub on_timeout: OnTimeout,
    /// When it was made, as Unix time in milliseconds.
    pub created: i64,
    /// When it ended, likewise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub ended: Option<i64>,
    /// The places at the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub places: Option<Vec<u8>>,
    /// The article by which it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub ended_by: Option<String>,
    /// Whether the viewer made it.
    #[serde(default, skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<bool>", optional))]
    pub hosting: bool,
    /// The seats.
    pub seats: Vec<SeatInfo>,
    /// The tokens of the links to empty seats, for the host.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<SeatLink>>", optional))]
    pub links: Vec<SeatLink>,
    /// The table of which it is the rematch or the continuation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub previous: Option<String>,
    /// Its rematch or continuation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub next: Option<String>,
    /// The version of the rules that it was played by, if today's program can't judge that one: the table is closed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub outdated_rules: Option<u32>,
    /// The seats that are to act; only in lists.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Vec<u8>>))]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub to_act: Option<SeatSet>,
    /// When the next clock runs out, as Unix time in milliseconds; only in lists.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub due: Option<i64>,
}

/// A link that gives a seat.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SeatLink {
    /// The seat.
    #[cfg_attr(feature = "openapi", schema(value_type = u8))]
    pub seat: Seat,
    /// The token to quote when joining.
    pub token: String,
}

/// A seat as others see it. What is left out has its default value.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SeatInfo {
    /// Who may sit or sits there; a person if it is left out.
    #[serde(default, skip_serializing_if = "is_default")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<SeatKind>", optional))]
    pub kind: SeatKind,
    /// The name shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub name: Option<String>,
    /// The id of the bot that plays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub bot: Option<String>,
    /// Whether the seat waits for its person, who has not come yet.
    #[serde(default, skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<bool>", optional))]
    pub waiting: bool,
    /// Whether the person is not connected to the table now.
    #[serde(default, skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<bool>", optional))]
    pub away: bool,
    /// Whether it is the viewer's.
    #[serde(default, skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<bool>", optional))]
    pub own: bool,
    /// What the holder has planned, line by line: told to the holder alone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<Vec<String>>>", optional))]
    pub plans: Vec<Vec<String>>,
}

/// Who may sit or sits in a seat.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SeatKind {
    /// The first to come.
    Open,
    /// The one who has the link.
    Link,
    /// A person.
    #[default]
    Person,
    /// Another person on the host's screen.
    Screen,
    /// A bot of the server.
    Bot,
}

/// How far a table is.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Seats are empty.
    Waiting,
    /// The game is played.
    Playing,
    /// The game has a result.
    Over,
    /// The game ended without a result.
    Aborted,
}

/// A table that a client asks for.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// The id of the game.
    pub game: String,
    /// The seats, in playing order.
    pub seats: Vec<NewSeat>,
    /// The options that differ from the game's defaults.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// The clock; none if it is left out.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    pub clock: ClockRule,
    /// Whether everybody may find and watch it.
    #[serde(default)]
    pub open: bool,
    /// Whether it counts for ratings.
    #[serde(default)]
    pub rated: bool,
    /// What happens when a clock runs out.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    pub on_timeout: OnTimeout,
    /// A game that was begun elsewhere, as a record: it goes on here.
    #[serde(default)]
    pub record: Option<String>,
}

/// Who shall sit in a seat of a new table.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum NewSeat {
    /// The person who makes the table.
    Me,
    /// Another person of that name, on the same screen.
    Screen(String),
    /// The first to come.
    Open,
    /// The one who has the link.
    Link,
    /// A bot of the server, by its id.
    Bot(String),
}

/// The answer to a [`NewTable`].
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Opened {
    /// The id of the new table.
    pub id: String,
}
