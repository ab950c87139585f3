//! Tables by request: made, found, looked at, played at, exported.

use super::{Body, Visitor};
use crate::house::{House, seat_of};
use crate::protocol::{Message, NewTable, Refusal, Request, Status, TableFrame, TableInfo};
use crate::refusal::Result;
use crate::room::describe;
use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use store::Filter;
use table::{OneLine, Record};

/// The most tables that a list holds.
const PAGE: u32 = 100;

/// Where a new table is.
#[derive(Serialize, utoipa::ToSchema, ts_rs::TS)]
pub struct Opened {
    /// Its id.
    id: String,
}

/// Which tables to list.
#[derive(Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
pub struct Wanted {
    /// Only those of this game.
    game: Option<String>,
    /// Only those with so many seats.
    seats: Option<i64>,
    /// Only those that are so far.
    status: Option<Status>,
    /// `true`: one's own, in history and under way. Otherwise: those that are open to all.
    #[serde(default)]
    own: bool,
    /// Only the open tables of the person of this name.
    name: Option<String>,
    /// Only those where a seat waits for whoever comes first.
    #[serde(default)]
    free: bool,
    /// Only those made before this moment: for the next page.
    before: Option<i64>,
    /// How many at most.
    limit: Option<u32>,
}

/// The token of a link.
#[derive(Deserialize, utoipa::IntoParams)]
pub struct Link {
    /// The token.
    token: Option<String>,
}

/// Makes a table.
#[utoipa::path(post, path = "/api/tables", request_body = NewTable, responses((status = 200, body = Opened), (status = 422, body = Refusal)))]
pub async fn open(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    Body(wanted): Body<NewTable>,
) -> Result<Json<Opened>> {
    let maker = house.clone();
    // To the end, even if nobody waits: half a table is none.
    let opened = house.errand(async move {
        let id = maker.open_table(&visitor.person, &wanted).await?;
        maker.hold(&id).await?.follow_up();
        Ok(id)
    });
    let id = house.count(opened.await.unwrap_or_else(|_| Err(Refusal::not_saved())))?;
    Ok(Json(Opened { id }))
}

/// Lists tables, the newest first.
#[utoipa::path(get, path = "/api/tables", params(Wanted), responses((status = 200, body = Vec<TableInfo>)))]
pub async fn list(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    Query(wanted): Query<Wanted>,
) -> Result<Json<Vec<TableInfo>>> {
    let named = match &wanted.name {
        Some(name) => Some(house.store.user_by_name(name).await?.ok_or_else(Refusal::no_such)?.id),
        None => None,
    };
    let filter = Filter {
        status: wanted.status.map(stored),
        game: wanted.game,
        seats: wanted.seats,
        user: if wanted.own { Some(visitor.person.id.clone()) } else { named },
        open: (!wanted.own).then_some(true),
        waiting_for_people: wanted.free,
        before: wanted.before,
        limit: wanted.limit.unwrap_or(PAGE).min(PAGE),
    };
    let rows = house.store.tables(&filter).await?;
    let mut tables: Vec<TableInfo> = rows.iter().map(|row| describe(row, &visitor.person.id)).collect();
    let waiting = |table: &&mut TableInfo| wanted.own && table.status == Status::Playing;
    for table in tables.iter_mut().filter(waiting) {
        // A table that can't be read is in the list all the same.
        if let Ok(room) = house.hold(&table.id).await {
            *table = room.glance(&visitor.person);
        }
    }
    Ok(Json(tables))
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
    State(house): State<Arc<House>>,
    visitor: Visitor,
    Path(id): Path<String>,
    Query(link): Query<Link>,
) -> Result<Json<TableFrame>> {
    let room = house.hold(&id).await?;
    if !room.may_look(&visitor.person, link.token.as_deref()) {
        return Err(Refusal::no_table());
    }
    room.frame(&visitor.person, None).map(Json).ok_or_else(Refusal::no_table)
}

/// Does something at a table: the same requests as by socket.
#[utoipa::path(post, path = "/api/tables/{id}", request_body = Request, responses((status = 200, body = Message), (status = 422, body = Refusal)))]
pub async fn command(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    Path(id): Path<String>,
    Body(request): Body<Request>,
) -> Result<Json<Message>> {
    let given = house.perform(&id, &visitor.person, request.command).await?;
    Ok(Json(Message::Done { id: request.id, given }))
}

/// The record of a table: at any time without secrets of others, so after the game, or where there are none.
#[utoipa::path(get, path = "/api/tables/{id}/record", params(Link), responses((status = 200, body = String), (status = 404, body = Refusal)))]
pub async fn record(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    Path(id): Path<String>,
    Query(link): Query<Link>,
) -> Result<Response> {
    let room = house.hold(&id).await?;
    if !room.may_look(&visitor.person, link.token.as_deref()) {
        return Err(Refusal::no_table());
    }
    if room.table.has_secrets() {
        return Err(Refusal::not_over());
    }
    let mut record = Record::of(&room.table);
    for (seat, row) in room.row.seats.iter().map(|row| (seat_of(row.seat), row)) {
        let name = row.name.as_deref().or(row.bot.as_deref()).and_then(OneLine::new);
        record.names.extend(name.map(|name| (seat, name)));
    }
    let disposition = format!("attachment; filename=\"{}-{}.txt\"", room.row.game, room.row.id);
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, disposition),
    ];
    Ok((headers, record.to_string()).into_response())
}
