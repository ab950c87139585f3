//! The messages of the engine protocol: one JSON object a line, with a single field that names the request.

use game::Seat;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The version of the protocol; raised when an old program would misunderstand a new one.
pub const PROTOCOL: u32 = 1;

/// A request.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Request {
    /// Identify yourself; do you support this version?
    Hello(Hello),
    /// Start a new game, with a new bot.
    New(NewGame),
    /// Replace the position; the bot and its tables stay.
    Position(ActionList),
    /// Add one entry.
    Play(String),
    /// Choose an action.
    Go(Go),
    /// Analyse the position.
    Analysis(Go),
    /// Stop searching and answer at once.
    Stop(Empty),
    /// Exit.
    Quit(Empty),
}

impl Request {
    /// The hello request of this version.
    pub fn hello() -> Self {
        Request::Hello(Hello { protocol: PROTOCOL })
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Hello {
    pub protocol: u32,
}

/// A game to start. Missing fields are as the engine was started.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct NewGame {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seats: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub options: Option<BTreeMap<String, String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub actions: Vec<String>,
}

/// The entries that lead from the opening to a position.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ActionList {
    pub actions: Vec<String>,
}

/// The limits of a search, the seat, and how many variations to report.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct Go {
    /// Milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The seat to search for, where several may act.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// How many variations to report.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lines: Option<usize>,
}

/// A request without fields.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Empty {}

/// The answer to a hello request.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct HelloAnswer {
    pub protocol: u32,
    pub engine: String,
    pub game: String,
    pub rules: u32,
    pub seats: u8,
    pub options: BTreeMap<String, String>,
    pub bot: String,
    pub bots: Vec<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_read_as_they_are_written() {
        for line in [
            r#"{"hello":{"protocol":1}}"#,
            r#"{"new":{"game":"stones","seats":3,"options":{"size":"big"},"seed":7,"actions":["take 1"]}}"#,
            r#"{"new":{}}"#,
            r#"{"position":{"actions":["take 1","1 !resign"]}}"#,
            r#"{"play":"take 1"}"#,
            r#"{"go":{"time":50,"seat":1}}"#,
            r#"{"analysis":{"nodes":500,"lines":3}}"#,
            r#"{"stop":{}}"#,
            r#"{"quit":{}}"#,
        ] {
            let request: Request = serde_json::from_str(line).unwrap();
            assert_eq!(serde_json::to_string(&request).unwrap(), line);
        }
    }

    #[test]
    fn invalid_requests_are_refused() {
        for line in [
            r#"{"go":{"tme":50}}"#,
            r#"{"go":{"time":-1}}"#,
            r#"{"go":{},"stop":{}}"#,
            r#"{"stop":{"now":true}}"#,
            r#"{"position":{}}"#,
            r#"{"dance":{}}"#,
            r#""stop""#,
            r#"[{"stop":{}}]"#,
            "stop",
        ] {
            assert!(serde_json::from_str::<Request>(line).is_err(), "{line}");
        }
    }
}
