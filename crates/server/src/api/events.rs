//! Tournaments over HTTP.

use super::extract::{Path, Query};
use super::{Body, Visitor};
use crate::error::Result;
use crate::events;
use crate::server::Server;
use axum::Json;
use axum::extract::State;
use protocol::{EventCommand, EventFrame, EventInfo, EventStatus, NewEvent, Opened, Refusal};
use serde::Deserialize;
use std::sync::Arc;
use store::{TournamentFilter, TournamentStatus};

/// The most tournaments that a list holds.
const PAGE: u32 = 100;

/// Which tournaments to list.
#[derive(Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
pub struct Wanted {
    /// Only those of this status.
    status: Option<EventStatus>,
    /// Only those of this club.
    club: Option<String>,
    /// `true`: those that the person made or takes part in. Otherwise: those that are open to all.
    #[serde(default)]
    own: bool,
}

/// Makes a tournament.
#[utoipa::path(post, path = "/api/events", request_body = NewEvent, responses((status = 200, body = Opened), (status = 422, body = Refusal)))]
pub async fn make(
    State(server): State<Arc<Server>>,
    visitor: Visitor,
    Body(wanted): Body<NewEvent>,
) -> Result<Json<Opened>> {
    if !server.rate_limits.allow_table(visitor.address) {
        return server.count(Err(Refusal::too_many().into()));
    }
    let made = server.make_event(&visitor.person, &wanted).await;
    Ok(Json(Opened { id: server.count(made)? }))
}

/// Lists tournaments, the newest first.
#[utoipa::path(get, path = "/api/events", params(Wanted), responses((status = 200, body = Vec<EventInfo>)))]
pub async fn list(
    State(server): State<Arc<Server>>,
    visitor: Visitor,
    Query(wanted): Query<Wanted>,
) -> Result<Json<Vec<EventInfo>>> {
    let filter = TournamentFilter {
        status: wanted.status.map(|status| match status {
            EventStatus::Open => TournamentStatus::Open,
            EventStatus::Playing => TournamentStatus::Playing,
            EventStatus::Over => TournamentStatus::Over,
            EventStatus::Cancelled => TournamentStatus::Cancelled,
        }),
        host: None,
        user: wanted.own.then(|| visitor.person.id.clone()),
        club: wanted.club,
        limit: PAGE,
    };
    let found = server.store.tournaments(&filter).await?;
    let shown = |(row, count): &(store::TournamentRow, i64)| {
        let info = events::info(&server, row, usize::try_from(*count).unwrap_or(0), &visitor.person).ok()?;
        (wanted.own || info.terms.open).then_some(info)
    };
    Ok(Json(found.iter().filter_map(shown).collect()))
}

/// A tournament with its standings and tables.
#[utoipa::path(get, path = "/api/events/{id}", responses((status = 200, body = EventFrame), (status = 404, body = Refusal)))]
pub async fn one(
    State(server): State<Arc<Server>>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Json<EventFrame>> {
    Ok(Json(events::shown(&server, &id, &visitor.person).await?))
}

/// Enters a tournament, goes, begins or ends it; returns it as it is then.
#[utoipa::path(post, path = "/api/events/{id}", request_body = EventCommand, responses((status = 200, body = EventFrame), (status = 409, body = Refusal)))]
pub async fn command(
    State(server): State<Arc<Server>>,
    visitor: Visitor,
    Path(id): Path<String>,
    Body(command): Body<EventCommand>,
) -> Result<Json<EventFrame>> {
    let done = server.command_event(&id, &visitor.person, command).await;
    server.count(done)?;
    one(State(server), visitor, Path(id)).await
}
