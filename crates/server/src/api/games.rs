//! The games: lists and rulebooks.

use crate::error::Result;
use crate::server::Server;
use axum::Json;
use axum::extract::{Path, State};
use protocol::{OpenGame, Refusal, ShelfGame};
use std::sync::Arc;

/// Lists the games.
#[utoipa::path(get, path = "/api/games", responses((status = 200, body = Vec<ShelfGame>)))]
pub async fn list(State(server): State<Arc<Server>>) -> Json<Vec<ShelfGame>> {
    Json(server.kinds.iter().map(|kind| ShelfGame::from(*kind)).collect())
}

/// A game with its rulebook in both languages.
#[utoipa::path(get, path = "/api/games/{id}", responses((status = 200, body = OpenGame), (status = 404, body = Refusal)))]
pub async fn one(State(server): State<Arc<Server>>, Path(id): Path<String>) -> Result<Json<OpenGame>> {
    let kind = server.kind(&id).ok_or_else(Refusal::no_such)?;
    Ok(Json(OpenGame { game: ShelfGame::from(kind), rulebook: kind.info().rulebook }))
}
