//! The lobby over HTTP: looking for a game, taking what another looks for, withdrawing.

use super::extract::Path;
use super::{Body, Visitor};
use crate::error::Result;
use crate::server::Server;
use axum::Json;
use axum::extract::State;
use protocol::{NewSeek, Refusal, SeekInfo, Sought, TakeSeek};
use std::sync::Arc;

/// What people look for.
#[utoipa::path(get, path = "/api/seeks", responses((status = 200, body = Vec<SeekInfo>)))]
pub async fn list(State(server): State<Arc<Server>>, visitor: Visitor) -> Result<Json<Vec<SeekInfo>>> {
    Ok(Json(server.seeks_for(&visitor.person).await?))
}

/// Looks for a game.
#[utoipa::path(post, path = "/api/seeks", request_body = NewSeek, responses((status = 200, body = Sought), (status = 422, body = Refusal)))]
pub async fn seek(
    State(server): State<Arc<Server>>,
    visitor: Visitor,
    Body(wanted): Body<NewSeek>,
) -> Result<Json<Sought>> {
    if !server.rate_limits.allow_table(visitor.address) {
        return server.count(Err(Refusal::too_many().into()));
    }
    let maker = server.clone();
    // To the end, even if the client disconnects.
    let made = server.spawn_tracked(async move { maker.seek(&visitor.person, wanted).await });
    server.count(made.await.unwrap_or_else(|_| Err(Refusal::not_saved().into()))).map(Json)
}

/// Takes what another looks for.
#[utoipa::path(post, path = "/api/seeks/{id}", request_body = TakeSeek, responses((status = 200, body = Sought), (status = 409, body = Refusal)))]
pub async fn take(
    State(server): State<Arc<Server>>,
    visitor: Visitor,
    Path(id): Path<String>,
    Body(taken): Body<TakeSeek>,
) -> Result<Json<Sought>> {
    if !server.rate_limits.allow_table(visitor.address) {
        return server.count(Err(Refusal::too_many().into()));
    }
    let taker = server.clone();
    let made = server.spawn_tracked(async move { taker.take_seek(&visitor.person, &id, taken.page).await });
    server.count(made.await.unwrap_or_else(|_| Err(Refusal::not_saved().into()))).map(Json)
}

/// Withdraws what the person looks for.
#[utoipa::path(delete, path = "/api/seeks/{id}", responses((status = 200, body = Vec<SeekInfo>), (status = 409, body = Refusal)))]
pub async fn withdraw(
    State(server): State<Arc<Server>>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Json<Vec<SeekInfo>>> {
    server.withdraw_seek(&visitor.person, &id).await?;
    Ok(Json(server.seeks_for(&visitor.person).await?))
}
