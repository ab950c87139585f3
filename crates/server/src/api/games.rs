//! The games: lists and rulebooks.

use super::content::Content;
use super::extract::Path;
use crate::error::Result;
use crate::server::Server;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use protocol::{OpenGame, Refusal, ShelfGame};
use std::collections::HashMap;
use std::sync::Arc;
use table::Kind;

/// The list of the games and the rulebooks, as they are sent.
pub(crate) struct Library {
    list: Content,
    games: HashMap<&'static str, Content>,
}

impl Library {
    /// All of them, compressed once.
    pub fn new(kinds: &[&'static dyn Kind]) -> Self {
        let list: Vec<ShelfGame> = kinds.iter().map(|kind| ShelfGame::from(*kind)).collect();
        let game = |kind: &&'static dyn Kind| {
            let info = kind.info();
            let game = OpenGame { game: ShelfGame::from(*kind), rulebook: info.rulebook };
            (info.id, json(&game))
        };
        Library { list: json(&list), games: kinds.iter().map(game).collect() }
    }
}

fn json(value: &impl serde::Serialize) -> Content {
    let text = serde_json::to_string(value).expect("a description of a game is plain data");
    Content::of_text("application/json", text)
}

/// Lists the games.
#[utoipa::path(get, path = "/api/games", responses((status = 200, body = Vec<ShelfGame>)))]
pub async fn list(State(server): State<Arc<Server>>, headers: HeaderMap) -> Response {
    server.library.list.answer(&headers)
}

/// A game with its rulebook in both languages.
#[utoipa::path(get, path = "/api/games/{id}", responses((status = 200, body = OpenGame), (status = 404, body = Refusal)))]
pub async fn one(
    State(server): State<Arc<Server>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response> {
    let game = server.library.games.get(&*id).ok_or_else(Refusal::no_such)?;
    Ok(game.answer(&headers))
}
