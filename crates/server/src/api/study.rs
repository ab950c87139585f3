//! Analysis by request: what the strongest bot thinks of a position, told as it sees further.

use super::{Body, Visitor};
use crate::house::House;
use crate::protocol::Refusal;
use crate::refusal::Result;
use crate::workers::{Cancel, Errand};
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use game::{Analysis, Budget, Verdict};
use serde::{Deserialize, Serialize};
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use table::{AnyGame, Kind, Record};
use tokio::sync::mpsc;
use tokio_stream::StreamExt as _;
use tokio_stream::wrappers::UnboundedReceiverStream;

/// The most that one may ask for.
const LONGEST: u64 = 10_000;
const MOST_LINES: usize = 5;

/// A position to think about.
#[derive(Deserialize, utoipa::ToSchema, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct Inquiry {
    /// The game so far, as a record.
    record: String,
    /// After how many of its steps; after all of them if it is left out.
    step: Option<usize>,
    /// How many lines to tell.
    #[serde(default = "one")]
    lines: usize,
    /// For how many milliseconds to think.
    #[serde(default = "second")]
    time: u64,
}

fn one() -> usize {
    1
}

fn second() -> u64 {
    1000
}

/// What is thought of a position so far.
#[derive(Serialize, utoipa::ToSchema, ts_rs::TS)]
pub struct Thought {
    /// How many actions ahead was looked.
    depth: u32,
    /// At how many positions.
    nodes: u64,
    /// The best lines, the best first.
    lines: Vec<ThoughtLine>,
}

/// How the game may go on.
#[derive(Serialize, utoipa::ToSchema, ts_rs::TS)]
pub struct ThoughtLine {
    /// The actions in notation.
    actions: Vec<String>,
    /// The chance of the seat to act, from 0 to 1.
    chance: f32,
    /// The number of actions to a certain win, or to a certain loss if it is negative.
    certain: Option<i64>,
}

impl From<&Analysis<String>> for Thought {
    fn from(analysis: &Analysis<String>) -> Self {
        let line = |line: &game::Line<String>| ThoughtLine {
            actions: line.actions.clone(),
            chance: line.chance,
            certain: match line.verdict {
                Verdict::Open => None,
                Verdict::Wins(actions) => Some(i64::from(actions)),
                Verdict::Loses(actions) => Some(-i64::from(actions)),
            },
        };
        Thought {
            depth: analysis.depth,
            nodes: analysis.nodes,
            lines: analysis.lines.iter().map(line).collect(),
        }
    }
}

/// Thinks about a position: one JSON object a line, as it sees further. Hanging up stops it.
#[utoipa::path(post, path = "/api/study", request_body = Inquiry, responses((status = 200, body = Thought, content_type = "application/x-ndjson"), (status = 422, body = Refusal)))]
pub async fn study(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    Body(inquiry): Body<Inquiry>,
) -> Result<impl IntoResponse> {
    let (kind, game) = position(&house, &inquiry)?;
    let seat = game.turn().seats().first().ok_or_else(Refusal::not_playing)?;
    let place = house.visits.study(visitor.address, &visitor.person.id).ok_or_else(Refusal::too_many)?;
    let time = Duration::from_millis(inquiry.time.min(LONGEST));
    let lines = inquiry.lines.clamp(1, MOST_LINES);
    let (tell, told) = mpsc::unbounded_channel();
    let think = move |cancel: &Cancel| {
        let _place = place;
        let Some(mut analyst) = kind.analyst(0) else { return };
        let end = cancel.or_after(time);
        let stop = || end() || tell.is_closed();
        analyst.analyse(&*game, seat, lines, &Budget::until(&stop), &mut |analysis| {
            // Nobody listens any more: `stop` will say so.
            let _ = tell.send(Thought::from(analysis));
        });
    };
    let thinker = house.clone();
    house.errand(async move { thinker.workers.run(Errand::Study, &Cancel::new(), think).await });
    let line = |thought: Thought| {
        let mut line = serde_json::to_string(&thought).expect("a thought is plain data");
        line.push('\n');
        Ok::<_, Infallible>(line)
    };
    let body = axum::body::Body::from_stream(UnboundedReceiverStream::new(told).map(line));
    Ok(([(header::CONTENT_TYPE, "application/x-ndjson")], body))
}

fn position(house: &House, inquiry: &Inquiry) -> Result<(&'static dyn Kind, Box<dyn AnyGame>)> {
    let malformed = |error: &dyn std::fmt::Display| Refusal::plain("malformed", error);
    let record: Record = inquiry.record.parse().map_err(|error| malformed(&error))?;
    let kind = house.kind(&record.game).ok_or_else(Refusal::no_such)?;
    let table = record.replay(kind).map_err(|error| malformed(&error))?;
    let step = inquiry.step.unwrap_or(table.steps());
    let game = table.position_after(step).ok_or_else(Refusal::no_such)?;
    Ok((kind, game))
}
