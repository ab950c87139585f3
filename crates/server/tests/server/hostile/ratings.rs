//! Ratings that were not earned.

use crate::home::{Home, on_both};
use crate::site::Site;
use serde_json::json;
use tokio_tungstenite::tungstenite::http::header;

async fn a_rated_seat_stays_with_its_person_and_the_game_counts(home: &Home) {
    let site = Site::open(home).await;
    let (mut ada, mut bob, mut eve) =
        (site.account("Ada").await, site.account("Bob").await, site.account("Eve").await);
    let wanted = json!({"game": "pebbles", "seats": ["me", "open"], "open": true, "rated": true});
    let table = ada.table(wanted.clone()).await;
    bob.command(&table, json!({"do": "join"})).await.is(200);
    let link = bob.command(&table, json!({"do": "transfer_seat", "seat": 1})).await.is(200).json();
    let taken = eve.command(&table, json!({"do": "join", "token": link["token"]})).await;
    assert_eq!(taken.is(409).code(), "rated_people", "Eve does not play for Bob");
    // Once two seats have acted, nobody gets out of it.
    let (mut adas, mut bobs) = (ada.enter(&table).await, bob.enter(&table).await);
    adas.act("take").await;
    adas.act("stop").await;
    bobs.act("take").await;
    assert_eq!(adas.refused(json!({"do": "abort"})).await, "too_late");
    // Nobody is rated against their own program, nor two programs of one person against each other.
    // No bot wins a rating for somebody whose time has run out.
    let mut relieved = wanted.clone();
    relieved["clock"] = json!({"per_action": {"limit": 1}});
    relieved["on_timeout"] = json!({"bot": "random"});
    assert_eq!(ada.post("/api/tables", relieved).await.is(409).code(), "rated_people");
    let made = ada.post("/api/me/programs", json!({"name": "Adabot"})).await.is(200).json();
    let bearer = format!("Bearer {}", made["token"].as_str().unwrap());
    let mut program = site.stranger().with(header::AUTHORIZATION, &bearer);
    let table = ada.table(wanted).await;
    assert_eq!(program.command(&table, json!({"do": "join"})).await.is(409).code(), "rated_people");
    site.close().await;
}

on_both!(a_rated_seat_stays_with_its_person_and_the_game_counts);
