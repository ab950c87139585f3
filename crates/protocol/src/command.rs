//! What a client asks of a table.

use game::{Seat, SeatSet};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;
use table::Offer;

/// A message from a client.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Request {
    /// Chosen by the client; comes back with the answer.
    #[serde(default)]
    pub id: u64,
    /// What to do.
    #[serde(flatten)]
    pub command: Command,
}

impl Request {
    /// Reads a request. The commonest one, an action, is read without the detour that tagged enums take.
    pub fn read(text: &str) -> serde_json::Result<Request> {
        #[derive(Deserialize)]
        struct Act<'a> {
            #[serde(default)]
            id: u64,
            #[serde(rename = "do")]
            kind: &'a str,
            seat: Seat,
            prompt: u32,
            action: String,
        }
        match serde_json::from_str::<Act<'_>>(text) {
            Ok(Act { id, kind: "act", seat, prompt, action }) => {
                Ok(Request { id, command: Command::Act { seat, prompt, action } })
            }
            _ => serde_json::from_str(text),
        }
    }
}

/// What a client can ask of a table.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum Command {
    /// The first message of a socket: subscribes to the table, perhaps by a link, perhaps again after a lost connection.
    Enter {
        /// The version of the protocol that the client speaks; clients of version 1 sent none.
        #[serde(default)]
        version: u32,
        /// The token of a link to watch.
        #[serde(default)]
        token: Option<String>,
        /// `seen` of the last frame received, after a lost connection.
        #[serde(default)]
        seen: Option<Seen>,
    },
    /// Performs an action of the game.
    Act {
        /// The seat that acts.
        #[cfg_attr(feature = "openapi", schema(value_type = u8))]
        seat: Seat,
        /// The number that the seat was prompted with: no action is performed twice.
        prompt: u32,
        /// The action in notation.
        action: String,
    },
    /// Resigns.
    Resign {
        /// The seat that resigns.
        #[cfg_attr(feature = "openapi", schema(value_type = u8))]
        seat: Seat,
    },
    /// Offers a draw, or asks to take the last action back; within one's own unfinished turn it is taken back at once.
    Offer {
        /// The seat that offers.
        #[cfg_attr(feature = "openapi", schema(value_type = u8))]
        seat: Seat,
        /// What it offers.
        #[cfg_attr(feature = "openapi", schema(value_type = String))]
        offer: Offer,
    },
    /// Answers the open offer.
    Answer {
        /// The seat that answers.
        #[cfg_attr(feature = "openapi", schema(value_type = u8))]
        seat: Seat,
        /// Whether it accepts.
        accept: bool,
    },
    /// Replaces the conditional actions of a seat that is not to act, in a game by days: if what follows is as a line
    /// foresees, the server performs the seat's own actions of it. What was not foreseen cancels a line.
    Plan {
        /// The seat.
        #[cfg_attr(feature = "openapi", schema(value_type = u8))]
        seat: Seat,
        /// Lines of actions from the present position on, of whoever is to act; each ends with one of the seat. None
        /// cancels all plans.
        lines: Vec<Vec<String>>,
    },
    /// Shows the other viewers the live movement of a hand, of a seat that may act. It is passed on and not kept.
    Hand {
        /// The seat.
        #[cfg_attr(feature = "openapi", schema(value_type = u8))]
        seat: Seat,
        /// The movement, in the game's own format.
        movement: String,
    },
    /// Tells what the client's own computation says that Nature answers to its action; the server counts whether both
    /// agree.
    Predict {
        /// The index of Nature's answer in the log: the one after the action's.
        entry: usize,
        /// The answer in notation.
        action: String,
    },
    /// Sends a chat message.
    Chat {
        /// Who may read it.
        #[serde(default)]
        channel: Channel,
        /// The text.
        text: String,
    },
    /// Takes a seat: an open one, or that of a link.
    Join {
        /// Which; any free one if it is left out.
        #[serde(default)]
        #[cfg_attr(feature = "openapi", schema(value_type = Option<u8>))]
        seat: Option<Seat>,
        /// The token of the link.
        #[serde(default)]
        token: Option<String>,
    },
    /// Gives a seat up before the start.
    Leave {
        /// The seat.
        #[cfg_attr(feature = "openapi", schema(value_type = u8))]
        seat: Seat,
    },
    /// Starts at once: bots take the empty seats. Only for the host.
    Start {
        /// The id of the bot.
        bot: String,
    },
    /// Ends the table without a result, before everybody has acted.
    Abort {},
    /// Opens another table for the same people, seats rotated.
    Rematch {},
    /// Opens another table that goes on from the position of this one under today's rules, for the same people: only
    /// where this table can no longer be judged.
    Continue {},
    /// Asks for a link that gives an own seat to the one who opens it, such as one's own other device. Links given out
    /// before stop working.
    TransferSeat {
        /// The seat.
        #[cfg_attr(feature = "openapi", schema(value_type = u8))]
        seat: Seat,
    },
    /// Asks for the token of the link to watch, for those who play.
    WatchLink {},
}

/// How much of a table a viewer has been sent: comes with every frame, opaque to clients, and is quoted after a lost
/// connection. It travels as a short text.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(type = "string"))]
pub struct Seen {
    /// Which counting `seq` belongs to; a new one begins whenever the server loads the table anew.
    pub epoch: u64,
    /// Grows with every change.
    pub seq: u64,
    /// The length of the log.
    pub log: usize,
    /// The number of chat messages.
    pub chat: i64,
    /// The viewer's seats.
    pub own: SeatSet,
    /// Whether the game was over, so that nothing was concealed.
    pub over: bool,
}

impl fmt::Display for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Seen { epoch, seq, log, chat, own, over } = self;
        write!(f, "{epoch:x}.{seq}.{log}.{chat}.{}.{}", own.bits(), u8::from(*over))
    }
}

impl FromStr for Seen {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const EXPECTED: &str = "not a mark of a frame";
        let mut parts = text.split('.');
        let mut next = || parts.next().ok_or(EXPECTED);
        let seen = Seen {
            epoch: u64::from_str_radix(next()?, 16).map_err(|_| EXPECTED)?,
            seq: next()?.parse().map_err(|_| EXPECTED)?,
            log: next()?.parse().map_err(|_| EXPECTED)?,
            chat: next()?.parse().map_err(|_| EXPECTED)?,
            own: seats(next()?.parse().map_err(|_| EXPECTED)?),
            over: next()? == "1",
        };
        if parts.next().is_none() { Ok(seen) } else { Err(EXPECTED) }
    }
}

fn seats(bits: u8) -> SeatSet {
    Seat::all(u8::BITS as u8).filter(|seat| bits >> seat.0 & 1 == 1).collect()
}

impl Serialize for Seen {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A mark that can't be read is that of no frame: the next frame is complete.
impl<'de> Deserialize<'de> for Seen {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(feature = "openapi")]
impl utoipa::PartialSchema for Seen {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        String::schema()
    }
}

#[cfg(feature = "openapi")]
impl utoipa::ToSchema for Seen {}

/// Who may read a chat message.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Channel {
    /// All players and spectators.
    #[default]
    Table,
    /// The seats that the rules let confer, and nobody else.
    Allies {
        /// The seats.
        #[cfg_attr(feature = "openapi", schema(value_type = Vec<u8>))]
        seats: SeatSet,
    },
    /// The spectators; the players read it when the game is over.
    Watchers,
}
