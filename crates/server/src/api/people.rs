//! People by request: names, accounts, programs, ratings.

use super::{Body, Visitor};
use crate::house::House;
use crate::person::Person;
use crate::play::pool;
use crate::protocol::Refusal;
use crate::refusal::Result;
use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::{AppendHeaders, IntoResponse};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use store::{Rating, UserKind};

/// Who one is.
#[derive(Serialize, utoipa::ToSchema, ts_rs::TS)]
pub struct Me {
    /// Under which name.
    name: String,
    /// Whether with an account.
    account: bool,
}

/// A name.
#[derive(Deserialize, utoipa::ToSchema, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct Name {
    /// The name.
    name: String,
}

/// A name and its password.
#[derive(Deserialize, utoipa::ToSchema, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    /// The name.
    name: String,
    /// The password.
    password: String,
}

/// How to leave.
#[derive(Deserialize, utoipa::ToSchema, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct Leaving {
    /// On every device.
    #[serde(default)]
    everywhere: bool,
}

/// A program of an account.
#[derive(Serialize, utoipa::ToSchema, ts_rs::TS)]
pub struct Program {
    /// Its name.
    name: String,
    /// Its token, shown when it is made and never again.
    #[serde(skip_serializing_if = "Option::is_none")]
    token: Option<String>,
}

/// Which leaderboard.
#[derive(Deserialize, utoipa::IntoParams)]
pub struct Board {
    /// Of which game.
    game: String,
    /// At how many seats.
    seats: usize,
    /// How many at most.
    limit: Option<u32>,
}

/// Somebody's strength at a game.
#[derive(Serialize, utoipa::ToSchema, ts_rs::TS)]
pub struct Strength {
    /// Whose.
    name: String,
    /// The game and the number of seats, `game/2`.
    pool: String,
    /// Glicko-2.
    rating: f64,
    /// How uncertain it is.
    deviation: f64,
    /// After how many games.
    games: i64,
    /// Whether it is a program.
    program: bool,
}

impl Strength {
    fn of(name: &str, kind: UserKind, rating: Rating) -> Self {
        Strength {
            name: name.to_owned(),
            pool: rating.pool,
            rating: rating.rating,
            deviation: rating.deviation,
            games: rating.games,
            program: kind == UserKind::Bot,
        }
    }
}

fn shown(person: &Person) -> Json<Me> {
    Json(Me { name: person.name.clone(), account: person.has_account() })
}

fn with_cookie(house: &House, person: &Person, secure: bool) -> impl IntoResponse + use<> {
    (AppendHeaders([(header::SET_COOKIE, house.cookie(person, secure))]), shown(person))
}

/// Who one is; strangers become guests.
#[utoipa::path(get, path = "/api/me", responses((status = 200, body = Me)))]
pub async fn me(visitor: Visitor) -> Json<Me> {
    shown(&visitor.person)
}

/// Chooses a name.
#[utoipa::path(put, path = "/api/me", request_body = Name, responses((status = 200, body = Me), (status = 422, body = Refusal)))]
pub async fn rename(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    Body(name): Body<Name>,
) -> Result<Json<Me>> {
    Ok(shown(&house.rename(&visitor.person, &name.name).await?))
}

/// Makes an account of a guest: name and password bring the tables back on any device.
#[utoipa::path(post, path = "/api/me/account", request_body = Credentials, responses((status = 200, body = Me), (status = 409, body = Refusal)))]
pub async fn claim(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    Body(credentials): Body<Credentials>,
) -> Result<impl IntoResponse> {
    if !house.visits.may_try_password(visitor.address) {
        return Err(Refusal::too_many());
    }
    let person = house.claim(&visitor.person, &credentials.name, credentials.password).await?;
    Ok(with_cookie(&house, &person, visitor.secure))
}

/// Comes back to an account; what was done as a guest comes along.
#[utoipa::path(post, path = "/api/login", request_body = Credentials, responses((status = 200, body = Me), (status = 401, body = Refusal)))]
pub async fn log_in(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    Body(credentials): Body<Credentials>,
) -> Result<impl IntoResponse> {
    if !house.visits.may_try_password(visitor.address) {
        return Err(Refusal::too_many());
    }
    let person = house.log_in(&visitor.person, &credentials.name, credentials.password).await?;
    Ok(with_cookie(&house, &person, visitor.secure))
}

/// Leaves an account, on this device or on all.
#[utoipa::path(post, path = "/api/logout", request_body = Leaving, responses((status = 200, body = Me)))]
pub async fn log_out(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    Body(leaving): Body<Leaving>,
) -> Result<impl IntoResponse> {
    if leaving.everywhere {
        house.log_out_everywhere(&visitor.person).await?;
    }
    Ok(with_cookie(&house, &Person::stranger(), visitor.secure))
}

/// One's programs.
#[utoipa::path(get, path = "/api/me/programs", responses((status = 200, body = Vec<Program>)))]
pub async fn programs(State(house): State<Arc<House>>, visitor: Visitor) -> Result<Json<Vec<Program>>> {
    let programs = house.store.bots_of(&visitor.person.id).await?;
    Ok(Json(programs.into_iter().map(|user| Program { name: user.name, token: None }).collect()))
}

/// Gives a program a name and a token: with `Authorization: Bearer TOKEN` it takes seats like anybody.
#[utoipa::path(post, path = "/api/me/programs", request_body = Name, responses((status = 200, body = Program), (status = 401, body = Refusal)))]
pub async fn add_program(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    Body(name): Body<Name>,
) -> Result<Json<Program>> {
    let (user, token) = house.add_program(&visitor.person, &name.name).await?;
    Ok(Json(Program { name: user.name, token: Some(token) }))
}

/// The strongest at a game.
#[utoipa::path(get, path = "/api/leaderboard", params(Board), responses((status = 200, body = Vec<Strength>)))]
pub async fn leaderboard(
    State(house): State<Arc<House>>,
    Query(board): Query<Board>,
) -> Result<Json<Vec<Strength>>> {
    let pool = pool(&board.game, board.seats);
    let best = house.store.leaderboard(&pool, board.limit.unwrap_or(50).min(200)).await?;
    Ok(Json(best.into_iter().map(|(user, rating)| Strength::of(&user.name, user.kind, rating)).collect()))
}

/// Somebody's strength at every game.
#[utoipa::path(get, path = "/api/ratings/{name}", responses((status = 200, body = Vec<Strength>), (status = 404, body = Refusal)))]
pub async fn ratings(
    State(house): State<Arc<House>>,
    Path(name): Path<String>,
) -> Result<Json<Vec<Strength>>> {
    let user = house.store.user_by_name(&name).await?.ok_or_else(Refusal::no_such)?;
    let ratings = house.store.ratings_of(&user.id).await?;
    Ok(Json(ratings.into_iter().map(|rating| Strength::of(&user.name, user.kind, rating)).collect()))
}
