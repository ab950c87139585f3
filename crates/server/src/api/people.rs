//! People over HTTP: names, accounts, programs, ratings.

use super::extract::{Path, Query};
use super::{Body, Visitor};
use crate::error::Result;
use crate::person::Person;
use crate::rating::pool;
use crate::server::Server;
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{AppendHeaders, IntoResponse};
use protocol::{Credentials, LogOut, Me, Name, Program, Rating, Refusal};
use serde::Deserialize;
use std::sync::Arc;
use store::{User, UserKind};

/// Which leaderboard.
#[derive(Deserialize, utoipa::IntoParams)]
pub struct Board {
    /// Of which game.
    game: String,
    /// At how many seats.
    seats: usize,
    /// How many at most.
    limit: Option<i64>,
}

fn rating_of(name: &str, kind: UserKind, rating: store::Rating) -> Rating {
    Rating {
        name: name.to_owned(),
        pool: rating.pool,
        rating: rating.rating,
        deviation: rating.deviation,
        games: rating.games,
        program: kind == UserKind::Bot,
    }
}

fn program(user: User, token: Option<String>) -> Program {
    Program { id: user.id, name: user.name, expires: user.expires.map(|expires| expires.0), token }
}

/// A person as it is shown to itself.
pub(super) fn shown(person: &Person) -> Json<Me> {
    Json(Me { name: person.name.clone(), account: person.has_account(), host: false, notices: Vec::new() })
}

/// What the browser says of itself, in short.
fn about(headers: &HeaderMap) -> String {
    let agent = headers.get(header::USER_AGENT).and_then(|agent| agent.to_str().ok());
    crate::care::about(agent.unwrap_or_default())
}

pub(super) fn with_cookie(server: &Server, person: &Person, secure: bool) -> impl IntoResponse + use<> {
    (AppendHeaders([(header::SET_COOKIE, server.cookie(person, secure))]), shown(person))
}

/// The person of this session; a new client becomes a guest.
#[utoipa::path(get, path = "/api/me", responses((status = 200, body = Me)))]
pub async fn me(
    State(server): State<Arc<Server>>,
    visitor: Visitor,
    headers: HeaderMap,
) -> Result<impl IntoResponse> {
    let mut person = visitor.person;
    let mut cookie = None;
    let account = person.account().ok().cloned();
    let is_program = headers.contains_key(header::AUTHORIZATION);
    if let Some(user) = account.clone().filter(|_| person.device.is_none() && !is_program) {
        // A cookie of before devices were told apart.
        let network = person.network.clone();
        person = server.on_new_device(user, &about(&headers), &network).await?;
        cookie = Some((header::SET_COOKIE, server.cookie(&person, visitor.secure)));
    }
    let Json(mut me) = shown(&person);
    me.notices = server.notices_of(&person).await?;
    me.host = match account {
        Some(user) => server.store.is_host(&user.id).await?,
        None => false,
    };
    Ok((AppendHeaders(cookie), Json(me)))
}

/// Chooses a name.
#[utoipa::path(put, path = "/api/me", request_body = Name, responses((status = 200, body = Me), (status = 422, body = Refusal)))]
pub async fn rename(
    State(server): State<Arc<Server>>,
    visitor: Visitor,
    Body(name): Body<Name>,
) -> Result<Json<Me>> {
    Ok(shown(&server.rename(&visitor.person, &name.name).await?))
}

/// Makes an account of a guest.
#[utoipa::path(post, path = "/api/me/account", request_body = Credentials, responses((status = 200, body = Me), (status = 409, body = Refusal)))]
pub async fn claim(
    State(server): State<Arc<Server>>,
    visitor: Visitor,
    headers: HeaderMap,
    Body(credentials): Body<Credentials>,
) -> Result<impl IntoResponse> {
    if !server.rate_limits.allow_password(visitor.address, &credentials.name) {
        return Err(Refusal::too_many().into());
    }
    let person = server.claim(&visitor.person, &credentials.name, credentials.password).await?;
    let user = person.account()?.clone();
    let person = server.on_new_device(user, &about(&headers), &visitor.person.network).await?;
    Ok(with_cookie(&server, &person, visitor.secure))
}

/// Logs in; what the person did as a guest goes to the account.
#[utoipa::path(post, path = "/api/login", request_body = Credentials, responses((status = 200, body = Me), (status = 401, body = Refusal)))]
pub async fn log_in(
    State(server): State<Arc<Server>>,
    visitor: Visitor,
    headers: HeaderMap,
    Body(credentials): Body<Credentials>,
) -> Result<impl IntoResponse> {
    if !server.rate_limits.allow_password(visitor.address, &credentials.name) {
        return Err(Refusal::too_many().into());
    }
    let person = server.log_in(&visitor.person, &credentials.name, credentials.password).await?;
    let user = person.account()?.clone();
    let person = server.on_new_device(user, &about(&headers), &visitor.person.network).await?;
    Ok(with_cookie(&server, &person, visitor.secure))
}

/// Logs out, on this device or on all.
#[utoipa::path(post, path = "/api/logout", request_body = LogOut, responses((status = 200, body = Me)))]
pub async fn log_out(
    State(server): State<Arc<Server>>,
    visitor: Visitor,
    Body(log_out): Body<LogOut>,
) -> Result<impl IntoResponse> {
    if log_out.everywhere {
        server.log_out_everywhere(&visitor.person).await?;
    } else if let Some(device) = &visitor.person.device {
        // Copies of its cookie are worth nothing either.
        server.log_device_out(&visitor.person, device).await?;
    }
    Ok(with_cookie(&server, &Person::new_guest(), visitor.secure))
}

/// Lists the person's programs.
#[utoipa::path(get, path = "/api/me/programs", responses((status = 200, body = Vec<Program>)))]
pub async fn programs(State(server): State<Arc<Server>>, visitor: Visitor) -> Result<Json<Vec<Program>>> {
    let programs = server.store.bots_of(&visitor.person.id).await?;
    Ok(Json(
        programs.into_iter().filter(|user| user.token.is_some()).map(|user| program(user, None)).collect(),
    ))
}

/// Adds a program: with `Authorization: Bearer TOKEN` it plays like a person.
#[utoipa::path(post, path = "/api/me/programs", request_body = Name, responses((status = 200, body = Program), (status = 401, body = Refusal)))]
pub async fn add_program(
    State(server): State<Arc<Server>>,
    visitor: Visitor,
    Body(name): Body<Name>,
) -> Result<Json<Program>> {
    let (user, token) = server.add_program(&visitor.person, &name.name).await?;
    Ok(Json(program(user, Some(token))))
}

/// Revokes the token of a program.
#[utoipa::path(delete, path = "/api/me/programs/{id}", responses((status = 200, body = Vec<Program>), (status = 404, body = Refusal)))]
pub async fn revoke_program(
    State(server): State<Arc<Server>>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Json<Vec<Program>>> {
    server.revoke_program(&visitor.person, &id).await?;
    programs(State(server), visitor).await
}

/// The strongest at a game.
#[utoipa::path(get, path = "/api/leaderboard", params(Board), responses((status = 200, body = Vec<Rating>)))]
pub async fn leaderboard(
    State(server): State<Arc<Server>>,
    Query(board): Query<Board>,
) -> Result<Json<Vec<Rating>>> {
    let pool = pool(&board.game, board.seats);
    let best = server.store.leaderboard(&pool, board.limit.unwrap_or(50).clamp(0, 200) as u32).await?;
    Ok(Json(best.into_iter().map(|(user, rating)| rating_of(&user.name, user.kind, rating)).collect()))
}

/// The ratings of a person.
#[utoipa::path(get, path = "/api/ratings/{name}", responses((status = 200, body = Vec<Rating>), (status = 404, body = Refusal)))]
pub async fn ratings(
    State(server): State<Arc<Server>>,
    Path(name): Path<String>,
) -> Result<Json<Vec<Rating>>> {
    let user = server.store.user_by_name(&name).await?.ok_or_else(Refusal::no_such)?;
    let ratings = server.store.ratings_of(&user.id).await?;
    Ok(Json(ratings.into_iter().map(|rating| rating_of(&user.name, user.kind, rating)).collect()))
}
