//! What a guest reads of the messages of the house; the rest is skipped.

use serde::Deserialize;
use serde_json::Value;

/// A message of the house.
pub enum Heard {
    Frame(Box<Frame>),
    Done(Done),
    Refused(Refused),
    Closing,
}

#[derive(Deserialize)]
pub struct Frame {
    /// To be quoted after a drop, whatever it says.
    pub seen: Value,
    pub table: TableInfo,
    pub frame: Position,
    pub line: Line,
}

#[derive(Deserialize)]
pub struct TableInfo {
    pub status: Status,
    pub seats: Vec<SeatInfo>,
    #[serde(default)]
    pub links: Vec<Link>,
    pub next: Option<String>,
}

#[derive(Copy, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    Waiting,
    Playing,
    Over,
    Aborted,
}

#[derive(Deserialize)]
pub struct SeatInfo {
    pub own: bool,
    pub arrived: bool,
}

#[derive(Deserialize)]
pub struct Link {
    pub token: String,
}

#[derive(Deserialize)]
pub struct Position {
    pub prompts: Vec<Prompt>,
}

#[derive(Deserialize)]
pub struct Prompt {
    pub seat: u8,
    pub prompt: u32,
    pub actions: Vec<String>,
}

#[derive(Deserialize)]
pub struct Line {
    pub from: usize,
    pub steps: Vec<Told>,
}

#[derive(Deserialize)]
pub struct Told {
    pub seat: Option<u8>,
    pub action: Option<String>,
}

#[derive(Deserialize)]
pub struct Done {
    pub id: u64,
    pub entry: Option<usize>,
    pub table: Option<String>,
}

#[derive(Deserialize)]
pub struct Refused {
    pub id: u64,
    pub code: String,
}

impl Heard {
    /// Reads a message. Its kind is read first: what is told of a frame is another `table` than that of an answer.
    pub fn read(text: &str) -> anyhow::Result<Self> {
        #[derive(Deserialize)]
        struct Kind<'a> {
            r#type: &'a str,
        }
        Ok(match serde_json::from_str::<Kind<'_>>(text)?.r#type {
            "frame" => Heard::Frame(serde_json::from_str(text)?),
            "done" => Heard::Done(serde_json::from_str(text)?),
            "refused" => Heard::Refused(serde_json::from_str(text)?),
            "closing" => Heard::Closing,
            other => anyhow::bail!("{other:?} is no message that a guest knows"),
        })
    }
}

impl TableInfo {
    /// Whether the viewer has come to a seat.
    pub fn has_sat_down(&self) -> bool {
        self.seats.iter().any(|seat| seat.own && seat.arrived)
    }

    /// Whether a seat is kept for the viewer.
    pub fn is_invited(&self) -> bool {
        self.seats.iter().any(|seat| seat.own && !seat.arrived)
    }
}
