//! The shelf.

use crate::house::House;
use crate::protocol::Refusal;
use crate::refusal::Result;
use axum::Json;
use axum::extract::{Path, State};
use game::{Info, OptionInfo, Text};
use serde::Serialize;
use std::sync::Arc;
use table::Kind;

/// A game as the shelf shows it.
#[derive(Serialize, utoipa::ToSchema)]
pub struct Box {
    id: &'static str,
    name: &'static str,
    author: &'static str,
    #[schema(value_type = Object)]
    summary: Text,
    seats: [u8; 2],
    age: u8,
    minutes: [u8; 2],
    rules_version: u32,
    #[schema(value_type = Object)]
    options: &'static [OptionInfo],
    bots: Vec<BotOffer>,
}

/// A bot that takes a seat.
#[derive(Serialize, utoipa::ToSchema)]
pub struct BotOffer {
    id: &'static str,
    #[schema(value_type = Object)]
    summary: Text,
    seats: [u8; 2],
}

/// A game with its rulebook.
#[derive(Serialize, utoipa::ToSchema)]
pub struct OpenBox {
    #[serde(flatten)]
    game: Box,
    #[schema(value_type = Object)]
    rulebook: Text,
}

impl Box {
    fn of(kind: &dyn Kind) -> Self {
        let Info { id, name, author, summary, seats, age, minutes, rules_version, options, .. } =
            kind.info().clone();
        let bot = |bot: table::BotInfo| BotOffer {
            id: bot.id,
            summary: bot.summary,
            seats: [*bot.seats.start(), *bot.seats.end()],
        };
        Box {
            id,
            name,
            author,
            summary,
            seats: [*seats.start(), *seats.end()],
            age,
            minutes: [*minutes.start(), *minutes.end()],
            rules_version,
            options,
            bots: kind.bots().into_iter().map(bot).collect(),
        }
    }
}

/// The games of the house.
#[utoipa::path(get, path = "/api/games", responses((status = 200, body = Vec<Box>)))]
pub async fn list(State(house): State<Arc<House>>) -> Json<Vec<Box>> {
    Json(house.kinds.iter().map(|kind| Box::of(*kind)).collect())
}

/// A game with its rulebook in both languages.
#[utoipa::path(get, path = "/api/games/{id}", responses((status = 200, body = OpenBox), (status = 404, body = Refusal)))]
pub async fn one(State(house): State<Arc<House>>, Path(id): Path<String>) -> Result<Json<OpenBox>> {
    let kind = house.kind(&id).ok_or_else(Refusal::no_such)?;
    Ok(Json(OpenBox { game: Box::of(kind), rulebook: kind.info().rulebook }))
}
