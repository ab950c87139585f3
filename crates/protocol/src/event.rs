//! Tournaments and clubs: how they are described, and what clients ask of them.

use crate::{is_default, is_false};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use table::ClockRule;

/// Who plays whom in a tournament.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EventFormat {
    /// Everybody plays everybody.
    RoundRobin,
    /// Those who stand alike play each other, nobody twice.
    Swiss,
    /// Whoever is free plays whoever is free, until the time is over.
    Arena,
}

/// What is played in a tournament, and how.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EventTerms {
    /// The id of the game.
    pub game: String,
    /// The number of seats of a table.
    pub seats: u8,
    /// The options that differ from the game's defaults.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// The clock of every table.
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    pub clock: ClockRule,
    /// Who plays whom.
    pub format: EventFormat,
    /// The number of rounds; as many as usual if it is left out. An arena has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub rounds: Option<u32>,
    /// For how many minutes new tables begin in an arena.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub minutes: Option<u32>,
    /// After how many seconds those who have not come to a table have lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub wait: Option<u32>,
    /// Whether its games count for ratings.
    #[serde(default, skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<bool>", optional))]
    pub rated: bool,
    /// Whether programs of accounts may enter.
    #[serde(default, skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<bool>", optional))]
    pub programs: bool,
    /// Whether everybody finds it in the list; otherwise who has its address.
    #[serde(default, skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<bool>", optional))]
    pub open: bool,
}

/// A tournament that a client asks for.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewEvent {
    /// The name.
    pub name: String,
    /// What is played.
    pub terms: EventTerms,
    /// When it begins by itself, as Unix time in milliseconds; by hand if it is left out.
    #[serde(default)]
    pub starts: Option<i64>,
    /// The bots of the server that take part, by id.
    #[serde(default)]
    pub bots: Vec<String>,
    /// The id of the club that it is for.
    #[serde(default)]
    pub club: Option<String>,
}

/// How far a tournament is.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EventStatus {
    /// People may enter.
    Open,
    /// It is played.
    Playing,
    /// It was played to its end.
    Over,
    /// It ended before it began.
    Cancelled,
}

/// A tournament as lists show it.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct EventInfo {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What is played.
    pub terms: EventTerms,
    /// How far it is.
    pub status: EventStatus,
    /// When it was made, as Unix time in milliseconds.
    pub created: i64,
    /// When it begins by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub starts: Option<i64>,
    /// When an arena begins no more tables.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub until: Option<i64>,
    /// When it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub ended: Option<i64>,
    /// The number of entrants.
    pub entrants: u32,
    /// Whether the viewer made it.
    #[serde(default, skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<bool>", optional))]
    pub hosting: bool,
    /// The id of the club that it is for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub club: Option<String>,
}

/// A tournament with its standings and tables.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct EventFrame {
    /// The tournament.
    pub event: EventInfo,
    /// The present round; 0 before the first.
    pub round: u32,
    /// The number of rounds; 0 in an arena.
    pub rounds: u32,
    /// How it stands, the best first.
    pub lines: Vec<EventLine>,
    /// All tables, the oldest first.
    pub tables: Vec<EventTable>,
    /// The viewer's number, if the viewer takes part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub own: Option<u32>,
}

/// How an entrant stands.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct EventLine {
    /// The number by which tables name the entrant.
    pub entrant: u32,
    /// The name.
    pub name: String,
    /// The id of the bot of the server that plays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub bot: Option<String>,
    /// Whether the entrant has gone.
    #[serde(default, skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<bool>", optional))]
    pub absent: bool,
    /// The place; those between whom nothing decides share it.
    pub place: u32,
    /// The points.
    pub points: f64,
    /// How many tables were played.
    pub played: u32,
    /// How many of them were won.
    pub won: u32,
    /// How many rounds were without a table, or won without playing.
    pub idle: u32,
    /// Buchholz.
    pub buchholz: f64,
    /// Sonneborn-Berger.
    pub sonneborn: f64,
    /// The points against those who have as many.
    pub direct: f64,
    /// Wins in a row, in an arena.
    #[serde(default, skip_serializing_if = "is_default")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<u32>", optional))]
    pub streak: u32,
}

/// A table of a tournament, or an entrant without one.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct EventTable {
    /// The round, from 1.
    pub round: u32,
    /// The numbers of the entrants by seat; one alone has no table in this round.
    pub entrants: Vec<u32>,
    /// The id of the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub table: Option<String>,
    /// The places by seat, at its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub places: Option<Vec<u8>>,
    /// Whether it ended without having been played, since somebody did not come.
    #[serde(default, skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<bool>", optional))]
    pub forfeit: bool,
    /// Until when those who have not come may come, as Unix time in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub until: Option<i64>,
}

/// What a client asks of a tournament.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum EventCommand {
    /// Enters, or comes back after having gone.
    Join {},
    /// Goes: before the beginning without a trace, later as absent.
    Leave {},
    /// Begins it. Only for the host.
    Start {},
    /// Removes an entrant as if it had gone. Only for the host.
    Remove {
        /// The number.
        entrant: u32,
    },
    /// Ends it: before the beginning without a result, later as soon as the tables under way are played. Only for the
    /// host.
    End {},
}

/// A club as lists show it.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ClubInfo {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// A few sentences.
    pub about: String,
    /// Whether anybody may find it and ask to join.
    pub open: bool,
    /// The number of members.
    pub members: u32,
}

/// A club that a client asks for, or what is changed of one.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewClub {
    /// Its name.
    pub name: String,
    /// A few sentences.
    #[serde(default)]
    pub about: String,
    /// Whether anybody may find it and ask to join.
    #[serde(default)]
    pub open: bool,
}

/// A club with its people.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ClubFrame {
    /// The club.
    pub club: ClubInfo,
    /// What the viewer is in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub role: Option<ClubRole>,
    /// Its people; for members only.
    pub members: Vec<ClubMember>,
    /// The token of the link by which one joins, for members.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub link: Option<String>,
    /// Its tournaments, the newest first.
    pub events: Vec<EventInfo>,
    /// The tables at which members play now that everybody may watch.
    pub tables: Vec<crate::TableInfo>,
    /// The ratings of its members, the best first.
    pub ratings: Vec<crate::Rating>,
}

/// What somebody is in a club.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClubRole {
    /// Decides who is in it.
    Host,
    /// Is in it.
    Member,
    /// Has asked to be.
    Asked,
}

/// Somebody in a club.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ClubMember {
    /// The name.
    pub name: String,
    /// What the person is there.
    pub role: ClubRole,
}

/// What a client asks of a club.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum ClubCommand {
    /// Joins by the token of its link; without one, asks to.
    Join {
        /// The token.
        #[serde(default)]
        token: Option<String>,
    },
    /// Leaves it.
    Leave {},
    /// Lets somebody in who has asked. Only for a host.
    Admit {
        /// The name.
        name: String,
    },
    /// Removes somebody, or their request. Only for a host.
    Remove {
        /// The name.
        name: String,
    },
    /// Makes a new link; the old one stops working. Only for a host.
    Renew {},
}
