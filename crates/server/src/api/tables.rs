//! Tables over HTTP: opening, listing, looking, playing, exporting.

use super::extract::{Path, Query};
use super::{Body, Visitor};
use crate::archive;
use crate::care::record_text;
use crate::error::{ApiError, Result};
use crate::frames::list_entry;
use crate::server::Server;
use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use protocol::{Done, Message, NewTable, Opened, Refusal, Request, Status, TableFrame, TableInfo};
use serde::Deserialize;
use std::sync::Arc;
use store::Filter;

/// The most tables that a list holds.
const PAGE: i64 = 100;

/// Which tables to list.
#[derive(Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
pub struct Wanted {
    /// Only those of this game.
    game: Option<String>,
    /// Only those with so many seats.
    seats: Option<i64>,
    /// Only those of this status.
    status: Option<Status>,
    /// `true`: the person's own, past and present. Otherwise: those that are open to all.
    #[serde(default)]
    own: bool,
    /// Only the open tables of the person of this name.
    name: Option<String>,
    /// Only those with a seat for the first to come.
    #[serde(default)]
    free: bool,
    /// Only those made before this moment: for the next page.
    before: Option<i64>,
    /// How many at most.
    limit: Option<i64>,
}

/// The token of a link.
#[derive(Deserialize, utoipa::IntoParams)]
pub struct Link {
    /// The token.
    token: Option<String>,
}

/// Opens a table.
#[utoipa::path(post, path = "/api/tables", request_body = NewTable, responses((status = 200, body = Opened), (status = 422, body = Refusal)))]
pub async fn open(
    State(server): State<Arc<Server>>,
    visitor: Visitor,
    Body(wanted): Body<NewTable>,
) -> Result<Json<Opened>> {
    if !server.rate_limits.allow_table(visitor.address) {
        return server.count(Err(Refusal::too_many().into()));
    }
    let maker = server.clone();
    // To the end, even if the client disconnects.
    let opened = server.spawn_tracked(async move {
        let id = maker.open_table(&visitor.person, &wanted).await?;
        maker.clone().begin(&id).await?;
        Ok(id)
    });
    let id = server.count(opened.await.unwrap_or_else(|_| Err(Refusal::not_saved().into())))?;
    Ok(Json(Opened { id }))
}

/// Lists tables, the newest first.
#[utoipa::path(get, path = "/api/tables", params(Wanted), responses((status = 200, body = Vec<TableInfo>)))]
pub async fn list(
    State(server): State<Arc<Server>>,
    visitor: Visitor,
    Query(wanted): Query<Wanted>,
) -> Result<Json<Vec<TableInfo>>> {
    let named = match &wanted.name {
        Some(name) => Some(server.store.user_by_name(name).await?.ok_or_else(Refusal::no_such)?.id),
        None => None,
    };
    let filter = Filter {
        status: wanted.status.map(stored),
        game: wanted.game,
        seats: wanted.seats,
        user: if wanted.own { Some(visitor.person.id.clone()) } else { named },
        open: (!wanted.own).then_some(true),
        with_open_seat: wanted.free,
        before: wanted.before.map(store::UnixMillis),
        limit: wanted.limit.unwrap_or(PAGE).clamp(0, PAGE) as u32,
    };
    let rows = server.store.tables(&filter).await?;
    Ok(Json(rows.iter().map(|row| list_entry(&server, row, &visitor.person)).collect()))
}

fn stored(status: Status) -> store::Status {
    match status {
        Status::Waiting => store::Status::Waiting,
        Status::Playing => store::Status::Playing,
        Status::Over => store::Status::Over,
        Status::Aborted => store::Status::Aborted,
    }
}

/// A table as the person who asks may see it.
#[utoipa::path(get, path = "/api/tables/{id}", params(Link), responses((status = 200, body = TableFrame), (status = 404, body = Refusal)))]
pub async fn one(
    State(server): State<Arc<Server>>,
    visitor: Visitor,
    Path(id): Path<String>,
    Query(link): Query<Link>,
) -> Result<Json<TableFrame>> {
    server.load_hushes(&visitor.person).await?;
    let room = match server.room(&id).await {
        Err(ApiError(refusal)) if refusal.code == "other_rules" => {
            return archive::frame(&server, &id, &visitor.person, link.token.as_deref()).await.map(Json);
        }
        room => room?,
    };
    if !room.may_look(&visitor.person, link.token.as_deref()) {
        return Err(Refusal::no_table().into());
    }
    Ok(Json(room.frame(&visitor.person, None).ok_or_else(Refusal::no_table)?))
}

/// Carries a request out at a table: the same requests as over the socket.
#[utoipa::path(post, path = "/api/tables/{id}", request_body = Request, responses((status = 200, body = Message), (status = 422, body = Refusal)))]
pub async fn command(
    State(server): State<Arc<Server>>,
    visitor: Visitor,
    Path(id): Path<String>,
    Body(request): Body<Request>,
) -> Result<Json<Message>> {
    let done = server.perform_to_end(&id, &visitor.person, request.command).await?;
    Ok(Json(Message::Done(Done { id: request.id, ..done })))
}

/// The record of a table; while sealed actions are concealed, only after the game.
#[utoipa::path(get, path = "/api/tables/{id}/record", params(Link), responses((status = 200, body = String), (status = 404, body = Refusal)))]
pub async fn record(
    State(server): State<Arc<Server>>,
    visitor: Visitor,
    Path(id): Path<String>,
    Query(link): Query<Link>,
) -> Result<Response> {
    let room = server.room(&id).await?;
    if !room.may_look(&visitor.person, link.token.as_deref()) {
        return Err(Refusal::no_table().into());
    }
    if room.table.has_secrets() {
        return Err(Refusal::not_over().into());
    }
    let record = record_text(&room.row, &room.table);
    let disposition = format!("attachment; filename=\"{}-{}.txt\"", room.row.game, room.row.id);
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, disposition),
    ];
    Ok((headers, record).into_response())
}
