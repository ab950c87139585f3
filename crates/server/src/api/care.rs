//! What takes care of people over HTTP: notices, calendars, whose talk one does not read, reports, the host's desk.

use super::extract::Path;
use super::{Body, Visitor};
use crate::error::Result;
use crate::server::Server;
use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use protocol::{
    CalendarLink, Desk, DeskRequest, HouseNotice, Hush, Hushed, NewReport, NewSubscription, NoticeSettings,
    PushKey, Refusal, Unsubscribe,
};
use std::sync::Arc;

/// What the person wants to be told.
#[utoipa::path(get, path = "/api/me/notifications", responses((status = 200, body = NoticeSettings)))]
pub async fn settings(State(server): State<Arc<Server>>, visitor: Visitor) -> Result<Json<NoticeSettings>> {
    Ok(Json(server.notice_settings_of(&visitor.person.id).await?))
}

/// Changes what the person wants to be told.
#[utoipa::path(put, path = "/api/me/notifications", request_body = NoticeSettings, responses((status = 200, body = NoticeSettings), (status = 422, body = Refusal)))]
pub async fn set_settings(
    State(server): State<Arc<Server>>,
    visitor: Visitor,
    Body(new): Body<NoticeSettings>,
) -> Result<Json<NoticeSettings>> {
    server.set_notice_settings(&visitor.person, &new).await?;
    settings(State(server), visitor).await
}

/// The key that a browser needs to be told by push messages.
#[utoipa::path(get, path = "/api/me/push", responses((status = 200, body = PushKey)))]
pub async fn push_key(State(server): State<Arc<Server>>, visitor: Visitor) -> Result<Json<PushKey>> {
    Ok(Json(server.push_key(&visitor.person).await?))
}

/// Has a browser told by push messages.
#[utoipa::path(post, path = "/api/me/push", request_body = NewSubscription, responses((status = 200, body = PushKey), (status = 422, body = Refusal)))]
pub async fn subscribe(
    State(server): State<Arc<Server>>,
    visitor: Visitor,
    Body(new): Body<NewSubscription>,
) -> Result<Json<PushKey>> {
    server.subscribe(&visitor.person, new).await?;
    push_key(State(server), visitor).await
}

/// Has a browser told no more.
#[utoipa::path(delete, path = "/api/me/push", request_body = Unsubscribe, responses((status = 200, body = PushKey)))]
pub async fn unsubscribe(
    State(server): State<Arc<Server>>,
    visitor: Visitor,
    Body(Unsubscribe { endpoint }): Body<Unsubscribe>,
) -> Result<Json<PushKey>> {
    server.store.unsubscribe(&visitor.person.id, &crate::tokens::token_hash(&endpoint)).await?;
    push_key(State(server), visitor).await
}

/// The secret address of the person's calendar.
#[utoipa::path(get, path = "/api/me/calendar", responses((status = 200, body = CalendarLink)))]
pub async fn calendar_link(
    State(server): State<Arc<Server>>,
    visitor: Visitor,
) -> Result<Json<CalendarLink>> {
    Ok(Json(server.calendar_of(&visitor.person).await?))
}

/// Gives the calendar another address; the old one is worthless then.
#[utoipa::path(post, path = "/api/me/calendar", responses((status = 200, body = CalendarLink)))]
pub async fn renew_calendar(
    State(server): State<Arc<Server>>,
    visitor: Visitor,
) -> Result<Json<CalendarLink>> {
    Ok(Json(server.renew_calendar(&visitor.person).await?))
}

/// A calendar, for programs that have its address.
#[utoipa::path(get, path = "/api/calendar/{person}/{token}", responses((status = 200, body = String), (status = 404, body = Refusal)))]
pub async fn calendar(
    State(server): State<Arc<Server>>,
    Path((person, token)): Path<(String, String)>,
) -> Result<Response> {
    let text = server.calendar(&person, token.trim_end_matches(".ics")).await?;
    Ok(([(header::CONTENT_TYPE, "text/calendar; charset=utf-8")], text).into_response())
}

/// Those whose talk the person does not read.
#[utoipa::path(get, path = "/api/me/hushed", responses((status = 200, body = Vec<Hushed>)))]
pub async fn hushed(State(server): State<Arc<Server>>, visitor: Visitor) -> Result<Json<Vec<Hushed>>> {
    Ok(Json(server.hushed_by(&visitor.person).await?))
}

/// Spares the person somebody's talk.
#[utoipa::path(post, path = "/api/me/hushed", request_body = Hush, responses((status = 200, body = Vec<Hushed>), (status = 404, body = Refusal)))]
pub async fn hush(
    State(server): State<Arc<Server>>,
    visitor: Visitor,
    Body(whom): Body<Hush>,
) -> Result<Json<Vec<Hushed>>> {
    server.hush(&visitor.person, whom).await?;
    hushed(State(server), visitor).await
}

/// Lets the person read somebody's talk again.
#[utoipa::path(delete, path = "/api/me/hushed/{id}", responses((status = 200, body = Vec<Hushed>)))]
pub async fn unhush(
    State(server): State<Arc<Server>>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Json<Vec<Hushed>>> {
    server.unhush(&visitor.person, &id).await?;
    hushed(State(server), visitor).await
}

/// Tells the hosts something.
#[utoipa::path(post, path = "/api/reports", request_body = NewReport, responses((status = 200, body = Vec<HouseNotice>), (status = 404, body = Refusal)))]
pub async fn report(
    State(server): State<Arc<Server>>,
    visitor: Visitor,
    Body(new): Body<NewReport>,
) -> Result<Json<Vec<HouseNotice>>> {
    server.report(&visitor.person, new).await?;
    notices(State(server), visitor).await
}

/// What hosts have decided about the person.
#[utoipa::path(get, path = "/api/me/notices", responses((status = 200, body = Vec<HouseNotice>)))]
pub async fn notices(State(server): State<Arc<Server>>, visitor: Visitor) -> Result<Json<Vec<HouseNotice>>> {
    Ok(Json(server.notices_of(&visitor.person).await?))
}

/// Notes that the person has read what hosts have decided.
#[utoipa::path(post, path = "/api/me/notices", responses((status = 200, body = Vec<HouseNotice>)))]
pub async fn read_notices(
    State(server): State<Arc<Server>>,
    visitor: Visitor,
) -> Result<Json<Vec<HouseNotice>>> {
    server.store.read_sanctions(visitor.person.owner(), server.clock.now()).await?;
    notices(State(server), visitor).await
}

/// What lies on the host's desk; there is none for anybody else.
#[utoipa::path(get, path = "/api/desk", responses((status = 200, body = Desk), (status = 404, body = Refusal)))]
pub async fn desk(State(server): State<Arc<Server>>, visitor: Visitor) -> Result<Json<Desk>> {
    Ok(Json(server.desk(&visitor.person).await?))
}

/// Does something as a host.
#[utoipa::path(post, path = "/api/desk", request_body = DeskRequest, responses((status = 200, body = Desk), (status = 404, body = Refusal)))]
pub async fn at_desk(
    State(server): State<Arc<Server>>,
    visitor: Visitor,
    Body(request): Body<DeskRequest>,
) -> Result<Json<Desk>> {
    let (desk, person) = (server.clone(), visitor.person);
    // To the end, even if the client disconnects: what is done is written down.
    let done = server.spawn_tracked(async move { desk.at_desk(&person, request).await });
    Ok(Json(done.await.unwrap_or_else(|_| Err(Refusal::not_saved().into()))?))
}
