//! What the server sends over a socket.

use crate::command::{Channel, Seen};
use crate::frame::Frame;
use crate::refusal::Refusal;
use crate::table::TableInfo;
use crate::{is_default, is_false};
use game::Seat;
use serde::{Deserialize, Serialize};
use table::Step;

/// A message from the server.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Message {
    /// The table as the viewer may see it.
    Frame(Box<TableFrame>),
    /// The live movement of a hand; only the latest is sent, and none is kept.
    Hand(Hand),
    /// The request is done, and durable.
    Done(Done),
    /// The request is not done; nothing has changed.
    Refused {
        /// The id of the request; 0 if the socket itself is refused.
        id: u64,
        /// The reason.
        #[serde(flatten)]
        refusal: Refusal,
    },
    /// The server closes the socket; clients may reconnect.
    Closing {
        /// The reason, for programs: `closing`, `logged_out`.
        code: String,
    },
}

impl Message {
    /// Reads a message of the server. Its type is read first: parts of it, such as views, are kept as text.
    pub fn read(text: &str) -> serde_json::Result<Message> {
        #[derive(Deserialize)]
        struct Head<'a> {
            r#type: &'a str,
        }
        #[derive(Deserialize)]
        struct Refused {
            id: u64,
            #[serde(flatten)]
            refusal: Refusal,
        }
        #[derive(Deserialize)]
        struct Closing {
            code: String,
        }
        Ok(match serde_json::from_str::<Head<'_>>(text)?.r#type {
            "frame" => Message::Frame(serde_json::from_str(text)?),
            "hand" => Message::Hand(serde_json::from_str(text)?),
            "done" => Message::Done(serde_json::from_str(text)?),
            "refused" => {
                let Refused { id, refusal } = serde_json::from_str(text)?;
                Message::Refused { id, refusal }
            }
            "closing" => Message::Closing { code: serde_json::from_str::<Closing>(text)?.code },
            other => return Err(serde::de::Error::custom(format_args!("unknown message type {other:?}"))),
        })
    }
}

/// The answer to a request that was carried out.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Done {
    /// The id of the request.
    pub id: u64,
    /// The index of the action in the log, from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub entry: Option<usize>,
    /// The seat that was taken.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<u8>))]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub seat: Option<Seat>,
    /// The id of another table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub table: Option<String>,
    /// The token of a link.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub token: Option<String>,
}

/// The live movement of a hand.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Hand {
    /// The seat.
    #[cfg_attr(feature = "openapi", schema(value_type = u8))]
    pub seat: Seat,
    /// The length of the log when it was made: later entries make it old.
    pub log: usize,
    /// The movement, in the game's own format.
    pub movement: String,
}

/// A table as one viewer may see it, complete but for the steps and chat messages that the viewer was sent before. What
/// is left out has its default value: `false`, empty, none.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TableFrame {
    /// How much has been sent with this frame.
    pub seen: Seen,
    /// The table around the game.
    pub table: TableInfo,
    /// The game; left out where the table can no longer be judged and its position not be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Object>))]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub game: Option<Frame>,
    /// The steps that led to the position.
    pub steps: Steps,
    /// The chat messages since the frame before.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<ChatMessage>>", optional))]
    pub chat: Vec<ChatMessage>,
    /// Whether all steps and messages are sent again with this frame: those known before are to be forgotten.
    #[serde(default, skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<bool>", optional))]
    pub fresh: bool,
    /// How many watch without a seat.
    #[serde(default, skip_serializing_if = "is_default")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<usize>", optional))]
    pub watchers: usize,
}

/// The steps of the game, relative to those sent before.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Steps {
    /// How many of the known steps still stand; the rest are to be forgotten.
    pub from: usize,
    /// The steps that follow.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<Object>))]
    pub added: Vec<Step>,
}

/// A chat message.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ChatMessage {
    /// Its number at the table.
    pub number: i64,
    /// When it was sent, as Unix time in milliseconds.
    pub at: i64,
    /// The seat of the author, if it has one.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<u8>))]
    pub seat: Option<Seat>,
    /// The name of the author.
    pub name: String,
    /// Who may read it.
    pub channel: Channel,
    /// The text.
    pub text: String,
}
