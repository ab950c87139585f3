//! What travels between a person and a table: the same messages by WebSocket and by HTTP.
//!
//! The person sends a [`Request`]; it is answered by one [`Message::Done`] or [`Message::Refused`] with the same `id`.
//! The house sends a [`TableFrame`] after every change, complete for that viewer. `docs/protocol.md` tells it to people
//! who write clients; the TypeScript of the web app is generated from these types.

use game::{Seat, SeatSet, Text};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use table::{ClockRule, Frame, Told, Word};

/// A message from a person.
#[derive(Clone, Debug, Deserialize, Serialize, utoipa::ToSchema, ts_rs::TS)]
pub struct Request {
    /// Comes back with the answer.
    #[serde(default)]
    pub id: u64,
    /// What to do.
    #[serde(flatten)]
    pub command: Command,
}

/// What a person may ask of a table.
#[derive(Clone, Debug, Deserialize, Serialize, utoipa::ToSchema, ts_rs::TS)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum Command {
    /// The first message of a socket: look at the table, perhaps by a link, perhaps again after a drop.
    Enter {
        /// The token of a link to watch.
        #[serde(default)]
        token: Option<String>,
        /// The frame seen last.
        #[serde(default)]
        seen: Option<Seen>,
    },
    /// Performs an action of the game, in notation.
    Act {
        /// Whose.
        #[schema(value_type = u8)]
        seat: Seat,
        /// The number that the seat was prompted with: nothing is done twice.
        prompt: u32,
        /// What.
        action: String,
    },
    /// Says a word to the table: `resign`, `take_back`, `draw`, `agree`, `decline`.
    Say {
        /// Who.
        #[schema(value_type = u8)]
        seat: Seat,
        /// What.
        #[schema(value_type = String)]
        word: Word,
    },
    /// Shows the others what the hand of a seat that may act is doing. It is passed on and forgotten.
    Show {
        /// Whose hand.
        #[schema(value_type = u8)]
        seat: Seat,
        /// In the game's own words.
        what: String,
    },
    /// Says what Nature will answer, or has answered, to one's action, as one's own reckoning has it: it is counted whether
    /// the house finds the same.
    Expect {
        /// The place of the answer in the log: the one after the action's.
        entry: usize,
        /// The answer, in notation.
        action: String,
    },
    /// Talks.
    Talk {
        /// To whom.
        #[serde(default)]
        channel: Channel,
        /// What.
        text: String,
    },
    /// Takes a seat: an open one, or that of a link.
    Join {
        /// Which; any free one if none is named.
        #[serde(default)]
        #[schema(value_type = Option<u8>)]
        seat: Option<Seat>,
        /// The token of the link.
        #[serde(default)]
        token: Option<String>,
    },
    /// Gives a seat up before the start.
    Leave {
        /// Which.
        #[schema(value_type = u8)]
        seat: Seat,
    },
    /// Starts without waiting: bots take the empty seats. For the host.
    Start {
        /// Which bot.
        bot: String,
    },
    /// Ends the table without a result, before everybody has acted.
    Abort {},
    /// Opens another table for the same people, seats rotated.
    Rematch {},
    /// Asks for a link that gives an own seat to whoever opens it: oneself on another device, say.
    HandOver {
        /// Which.
        #[schema(value_type = u8)]
        seat: Seat,
    },
}

/// How much of a table a viewer has been told: comes with every frame, and is quoted when coming back after a drop.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize, Serialize, utoipa::ToSchema, ts_rs::TS)]
pub struct Seen {
    /// Which counting `seq` belongs to; a new one begins whenever the house opens the table anew.
    pub epoch: u64,
    /// Grows with every change.
    pub seq: u64,
    /// How many entries the log had.
    pub log: usize,
    /// How many words had been said.
    pub talk: i64,
    /// The viewer's seats.
    #[schema(value_type = Vec<u8>)]
    pub own: SeatSet,
    /// Whether there was anything left to conceal.
    pub over: bool,
}

/// Who hears what is said.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize, utoipa::ToSchema, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Channel {
    /// Everybody at the table, and who watches.
    #[default]
    Table,
    /// The seats that the rules let confer, unheard by the others.
    Allies {
        /// Which.
        #[schema(value_type = Vec<u8>)]
        seats: SeatSet,
    },
    /// Those who watch; the seats hear it when the game is over.
    Watchers,
}

/// A message from the house.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema, ts_rs::TS)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Message {
    /// The table as the viewer may see it.
    Frame(Box<TableFrame>),
    /// What the hand of a seat is doing; only the latest is told, and none of it is kept.
    Shown(Shown),
    /// What was asked is done, and will not be forgotten.
    Done {
        /// Of which request.
        id: u64,
        /// What the request gives, if anything.
        #[serde(flatten)]
        given: Given,
    },
    /// What was asked is not done; nothing has changed.
    Refused {
        /// Of which request.
        id: u64,
        /// Why not.
        #[serde(flatten)]
        refusal: Refusal,
    },
    /// The house closes the socket; come back later.
    Closing {
        /// Why.
        code: &'static str,
    },
}

/// What a hand is doing.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema, ts_rs::TS)]
pub struct Shown {
    /// Whose.
    #[schema(value_type = u8)]
    pub seat: Seat,
    /// After so many entries of the log: later ones make it old.
    pub log: usize,
    /// In the game's own words.
    pub what: String,
}

/// What a request may give.
#[derive(Clone, Debug, Default, Serialize, utoipa::ToSchema, ts_rs::TS)]
pub struct Given {
    /// The place of the action in the log, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub entry: Option<usize>,
    /// The seat that was taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<u8>)]
    #[ts(optional)]
    pub seat: Option<Seat>,
    /// The id of another table.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub table: Option<String>,
    /// The token of a link.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub token: Option<String>,
}

/// Why something is refused.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema, ts_rs::TS)]
pub struct Refusal {
    /// A word for programs.
    pub code: &'static str,
    /// The article of the rulebook that forbids it, where it is the rules that do.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub article: Option<&'static str>,
    /// A sentence for people.
    #[schema(value_type = Words)]
    pub why: Sentence,
    /// The cells or pieces concerned.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub at: Vec<String>,
}

/// A sentence in every language of the house.
#[derive(Clone, Debug, PartialEq, Serialize, ts_rs::TS)]
#[serde(untagged)]
pub enum Sentence {
    /// That the house knows beforehand.
    Known(Text),
    /// That is made on the spot.
    Made {
        /// In French.
        fr: String,
        /// In English.
        en: String,
    },
}

/// A text in both languages, as documentation shows it.
#[derive(utoipa::ToSchema)]
#[expect(dead_code, reason = "a description of `Sentence` and `Text` for the documentation of the API")]
pub struct Words {
    fr: String,
    en: String,
}

/// A table as one viewer may see it, complete but for the steps and words that the viewer has already been sent.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema, ts_rs::TS)]
pub struct TableFrame {
    /// How much has been told with this frame.
    pub seen: Seen,
    /// The table around the game.
    pub table: TableInfo,
    /// The game itself.
    #[schema(value_type = Object)]
    pub frame: Frame,
    /// What led to the position.
    pub line: Line,
    /// What was said since the frame before.
    pub talk: Vec<Spoken>,
    /// Whether all that was told before is told again here: forget it.
    pub fresh: bool,
    /// How many watch without a seat.
    pub watchers: usize,
}

/// The steps of the game: keep the first `from`, forget the rest, append these.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema, ts_rs::TS)]
pub struct Line {
    /// How many of the known steps stand.
    pub from: usize,
    /// Those that follow.
    #[schema(value_type = Vec<Object>)]
    pub steps: Vec<Told>,
}

/// Something said at the table.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema, ts_rs::TS)]
pub struct Spoken {
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// From which seat, if from one.
    #[schema(value_type = Option<u8>)]
    pub seat: Option<Seat>,
    /// By whom.
    pub name: String,
    /// To whom.
    pub channel: Channel,
    /// What.
    pub text: String,
}

/// The table around a game.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema, ts_rs::TS)]
pub struct TableInfo {
    /// Its id.
    pub id: String,
    /// The id of the game.
    pub game: String,
    /// The options that differ from the game's defaults.
    pub options: BTreeMap<String, String>,
    /// The clock.
    #[schema(value_type = Object)]
    pub clock: ClockRule,
    /// How far it is.
    pub status: Status,
    /// Whether everybody may find and watch it.
    pub open: bool,
    /// Whether it counts for ratings.
    pub rated: bool,
    /// What happens when a clock runs out.
    pub on_timeout: OnTimeout,
    /// When it was made, in milliseconds since 1970.
    pub created: i64,
    /// When it ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub ended: Option<i64>,
    /// The places at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub places: Option<Vec<u8>>,
    /// The article by which it ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub ended_by: Option<String>,
    /// Whether the viewer made it.
    pub hosting: bool,
    /// Who sits where.
    pub seats: Vec<SeatInfo>,
    /// The tokens of the links to empty seats, for the host.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<SeatLink>,
    /// The token of the link to watch, for those who play.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub watch: Option<String>,
    /// The table of which it is the rematch.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub previous: Option<String>,
    /// Its rematch.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub next: Option<String>,
    /// The seats that are to act; only in the list of the viewer's own tables.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schema(value_type = Option<Vec<u8>>)]
    pub to_act: Option<SeatSet>,
    /// When the first clock of those that run will run out, in milliseconds since 1970; likewise.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub due: Option<i64>,
}

/// A link that gives a seat.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema, ts_rs::TS)]
pub struct SeatLink {
    /// Which seat.
    #[schema(value_type = u8)]
    pub seat: Seat,
    /// What to quote when joining.
    pub token: String,
}

/// A seat as others see it.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema, ts_rs::TS)]
pub struct SeatInfo {
    /// Who may sit or sits there.
    pub kind: SeatKind,
    /// Under which name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub name: Option<String>,
    /// Which bot plays.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub bot: Option<String>,
    /// Whether the person has come to the table.
    pub arrived: bool,
    /// Whether the person looks at the table now.
    pub present: bool,
    /// Whether it is the viewer's.
    pub own: bool,
}

/// Who may sit or sits somewhere.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum SeatKind {
    /// Whoever comes first.
    Open,
    /// Whoever has the link.
    Link,
    /// A person.
    Person,
    /// Somebody beside the host, on the same screen.
    Screen,
    /// A bot of the house.
    Bot,
}

/// How far a table is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Seats are empty.
    Waiting,
    /// Everybody sits.
    Playing,
    /// There is a result.
    Over,
    /// There will be none.
    Aborted,
}

/// What happens when a clock runs out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum OnTimeout {
    /// The seat has lost.
    #[default]
    Forfeit,
    /// This bot plays on for it.
    Bot(String),
}

/// A table that somebody wants.
#[derive(Clone, Debug, Deserialize, Serialize, utoipa::ToSchema, ts_rs::TS)]
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
    #[schema(value_type = Object)]
    pub clock: ClockRule,
    /// Whether everybody may find and watch it.
    #[serde(default)]
    pub open: bool,
    /// Whether it counts for ratings.
    #[serde(default)]
    pub rated: bool,
    /// What happens when a clock runs out.
    #[serde(default)]
    pub on_timeout: OnTimeout,
    /// A game that was begun elsewhere, as a record: it goes on here.
    #[serde(default)]
    pub record: Option<String>,
}

/// Who shall sit somewhere.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, utoipa::ToSchema, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum NewSeat {
    /// The person who makes the table.
    Me,
    /// Somebody of that name beside them, on the same screen.
    Screen(String),
    /// Whoever comes first.
    Open,
    /// Whoever has the link.
    Link,
    /// A bot of the house, by its id.
    Bot(String),
}
