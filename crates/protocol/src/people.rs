//! People: the bodies of requests about names, accounts, programs and ratings.

use crate::care::HouseNotice;
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
    /// Whether the account is one of the hosts'.
    #[serde(default, skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<bool>", optional))]
    pub host: bool,
    /// What a host has decided about the person: what is in force, and what the person has not read yet.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<HouseNotice>>", optional))]
    pub notices: Vec<HouseNotice>,
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
}
