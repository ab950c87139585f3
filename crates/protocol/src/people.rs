//! People: the bodies of requests about names, accounts, programs, ratings and friends.

use crate::is_false;
use serde::{Deserialize, Serialize};

/// The person of a session.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Me {
    /// The name shown.
    pub name: String,
    /// Whether the person has an account.
    pub account: bool,
}

/// A name.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Name {
    /// The name.
    pub name: String,
}

/// A name and its password.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    /// The name.
    pub name: String,
    /// The password.
    pub password: String,
}

/// How to log out.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LogOut {
    /// On every device.
    #[serde(default)]
    pub everywhere: bool,
}

/// A program of an account.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Program {
    /// Its id, to revoke it.
    pub id: String,
    /// Its name.
    pub name: String,
    /// When its token expires, as Unix time in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub expires: Option<i64>,
    /// Its token, shown when it is made and never again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub token: Option<String>,
}

/// A person's rating at a game.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Rating {
    /// The name of the person.
    pub name: String,
    /// The game and the number of seats, as `game/2`.
    pub pool: String,
    /// The Glicko-2 rating.
    pub rating: f64,
    /// Its uncertainty.
    pub deviation: f64,
    /// The number of rated games.
    pub games: i64,
    /// Whether it is a program.
    pub program: bool,
    /// Whether it is too uncertain to be ranked.
    #[serde(default, skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<bool>", optional))]
    pub provisional: bool,
}

/// How strong the person in a seat is.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Copy, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SeatRating {
    /// The Glicko-2 rating; after a rated game, that after it.
    pub rating: f64,
    /// Its uncertainty.
    pub deviation: f64,
    /// How the game at this table changed it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub change: Option<f64>,
}

/// A person's page, as the viewer may see it.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Profile {
    /// The name shown.
    pub name: String,
    /// Whether it is a program.
    pub program: bool,
    /// Whether it is the viewer.
    pub own: bool,
    /// Since when the name is known here, as Unix time in milliseconds.
    pub since: i64,
    /// The ratings, by game and number of seats.
    pub ratings: Vec<Rating>,
    /// How they changed, the latest first.
    pub history: Vec<RatingPoint>,
    /// What the person is to the viewer.
    pub friend: FriendState,
    /// Whether the person is here now, if the viewer may see it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub here: Option<bool>,
    /// Whether the viewer has blocked the person.
    pub blocked: bool,
    /// Whether the viewer may ask the person to be a friend.
    pub may_befriend: bool,
    /// Whether the viewer may challenge the person.
    pub may_challenge: bool,
    /// How the games of the two ended, by game and number of seats.
    pub meetings: Vec<Meetings>,
}

/// A rating after a game.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RatingPoint {
    /// The game and the number of seats, as `game/2`.
    pub pool: String,
    /// When, as Unix time in milliseconds.
    pub at: i64,
    /// The rating.
    pub rating: f64,
}

/// What a person is to another.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FriendState {
    /// Nothing of all this.
    #[default]
    None,
    /// The viewer has asked, and waits for the answer.
    Asked,
    /// The person asks the viewer.
    Asking,
    /// They are friends.
    Friends,
}

/// How the finished games of two people ended.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Meetings {
    /// The game and the number of seats, as `game/2`.
    pub pool: String,
    /// How often the viewer came before the person.
    pub won: u32,
    /// How often behind.
    pub lost: u32,
    /// How often neither.
    pub drawn: u32,
    /// How often they were of one team.
    pub together: u32,
}

/// A person's friends.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FriendList {
    /// The friends, by name.
    pub friends: Vec<Friend>,
    /// The names of those whom the person has asked.
    pub asked: Vec<String>,
    /// The names of those who ask.
    pub asking: Vec<String>,
    /// Who may see that the person is here.
    pub presence: PresenceShown,
}

/// A friend.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Friend {
    /// The name.
    pub name: String,
    /// Whether the friend is here now, as far as the friend shows it.
    pub here: bool,
}

/// Who may see that a person is here.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PresenceShown {
    /// Nobody.
    Nobody,
    /// Friends.
    Friends,
    /// Everybody.
    Everybody,
}

/// The choice of who may see it.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Presence {
    /// Who.
    pub presence: PresenceShown,
}

/// The token of a link to a person, and whose it is.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FriendLink {
    /// The name of the person.
    pub name: String,
    /// What the link says after `#`.
    pub token: String,
}
