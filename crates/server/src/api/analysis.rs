//! Analysis over HTTP: what the strongest bot says of a position, reported as the search goes deeper.

use super::{Body, Visitor};
use crate::error::Result;
use crate::fair_queue::Share;
use crate::new_table::{judge_record, read_record};
use crate::server::Server;
use crate::worker_pool::{CancelFlag, Lane};
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use game::{Budget, Seat};
use protocol::{AnalysisReport, AnalysisRequest, Refusal};
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use table::{AnyGame, Kind};
use tokio::sync::mpsc;
use tokio_stream::StreamExt as _;
use tokio_stream::wrappers::UnboundedReceiverStream;

/// The longest search, in milliseconds.
pub(crate) const LONGEST: u64 = 10_000;
/// The most variations.
const MOST_VARIATIONS: usize = 5;

/// Analyses a position: one JSON object a line, as the search goes deeper. Disconnecting cancels it.
#[utoipa::path(post, path = "/api/analysis", request_body = AnalysisRequest, responses((status = 200, description = "One report a line, as the search goes deeper.", body = Vec<AnalysisReport>, content_type = "application/x-ndjson"), (status = 422, body = Refusal)))]
pub async fn analyse(
    State(server): State<Arc<Server>>,
    visitor: Visitor,
    Body(request): Body<AnalysisRequest>,
) -> Result<impl IntoResponse> {
    let permit = server
        .rate_limits
        .start_analysis(visitor.address, &visitor.person.id)
        .ok_or_else(Refusal::too_many)?;
    let share = visitor.person.share();
    let search = Search::prepare(&server, &share, &request).await?;
    let (sender, reports) = mpsc::unbounded_channel();
    let pool = server.clone();
    server.spawn_tracked(async move {
        // The answer ends when nobody can send any more: by then another analysis may begin.
        let last = sender.clone();
        // A gateway leaves it to those that work, unless none can be asked.
        if !pool.analyse_elsewhere(&request, &share, &sender).await {
            search.run(&pool, &share, sender).await;
        }
        drop(permit);
        drop(last);
    });
    let line = |report: AnalysisReport| {
        let mut line = serde_json::to_string(&report).expect("a report is plain data");
        line.push('\n');
        Ok::<_, Infallible>(line)
    };
    let body = axum::body::Body::from_stream(UnboundedReceiverStream::new(reports).map(line));
    Ok(([(header::CONTENT_TYPE, "application/x-ndjson")], body))
}

/// A search that was asked for: judged, and within the limits.
pub(crate) struct Search {
    kind: &'static dyn Kind,
    game: Box<dyn AnyGame>,
    seat: Seat,
    time: Duration,
    variations: usize,
}

impl Search {
    /// Judges a request.
    pub async fn prepare(server: &Server, share: &Share, request: &AnalysisRequest) -> Result<Self> {
        let (kind, game) = position(server, share, request).await?;
        let seat = game.turn().seats().first().ok_or_else(Refusal::not_playing)?;
        let time = Duration::from_millis(request.time.min(LONGEST));
        let variations = request.variations.clamp(1, MOST_VARIATIONS);
        Ok(Search { kind, game, seat, time, variations })
    }

    /// Searches on a thread of this node, until nobody listens any more or the server shuts down.
    pub async fn run(self, server: &Server, share: &Share, sender: mpsc::UnboundedSender<AnalysisReport>) {
        let Search { kind, game, seat, time, variations } = self;
        let search = move |cancel: &CancelFlag| {
            let Some(mut analyst) = kind.analyst(0) else { return };
            let end = cancel.or_after(time);
            let stop = || end() || sender.is_closed();
            analyst.analyse(&*game, seat, variations, &Budget::until(&stop), &mut |analysis| {
                // The client has disconnected: `stop` will say so.
                let _ = sender.send(AnalysisReport::of(seat, analysis));
            });
        };
        let cancel = CancelFlag::new();
        tokio::select! {
            _ = server.workers.run(Lane::Analysis, share, &cancel, search) => {}
            () = server.shutdown.cancelled() => {}
        }
    }
}

/// The position that a request is about: judged on the worker pool.
async fn position(
    server: &Server,
    share: &Share,
    request: &AnalysisRequest,
) -> Result<(&'static dyn Kind, Box<dyn AnyGame>)> {
    let record = read_record(&request.record)?;
    let kind = server.kind(&record.game).ok_or_else(Refusal::no_such)?;
    let table = judge_record(server, share, kind, record).await?;
    let step = request.step.unwrap_or(table.steps());
    let game = table.position_after(step).ok_or_else(Refusal::no_such)?;
    Ok((kind, game))
}
