//! Talk that stays safe: hushed, switched off, filtered.

use crate::home::{Home, on_both};
use crate::site::{Site, config};
use crate::visitor::Viewer;
use serde_json::json;
use server::{CareConfig, Config};

/// What a viewer has in sight: the texts since everything was sent afresh.
fn shown(viewer: &Viewer) -> Vec<String> {
    let mut texts: Vec<String> = Vec::new();
    for frame in viewer.received.iter().map(|text| serde_json::from_str::<serde_json::Value>(text).unwrap()) {
        if frame["fresh"] == true {
            texts.clear();
        }
        let words = frame["chat"].as_array().cloned().unwrap_or_default();
        texts.extend(words.iter().map(|word| word["text"].as_str().unwrap().to_owned()));
    }
    texts
}

async fn nobody_reads_those_whom_they_have_hushed(home: &Home) {
    let site = Site::open(home).await;
    let (mut ada, mut bob, mut eve) =
        (site.guest("Ada").await, site.guest("Bob").await, site.guest("Eve").await);
    let table = ada.table(json!({"game": "pebbles", "seats": ["me", "open"], "open": true})).await;
    let (mut adas, mut bobs, mut eves) =
        (ada.enter(&table).await, bob.enter(&table).await, eve.enter(&table).await);
    bobs.done(json!({"do": "join"})).await;
    bobs.done(json!({"do": "chat", "text": "rude"})).await;
    adas.until(|frame| frame["chats"] == 1).await;
    assert_eq!(shown(&adas), ["rude"]);
    let number = adas.frame["chat"][0]["number"].clone();
    let list = ada.post("/api/me/hushed", json!({"table": table, "message": number})).await.is(200).json();
    assert_eq!(list[0]["name"], "Bob");
    adas.until(|frame| frame["fresh"] == true && frame["chats"] == 1).await;
    bobs.done(json!({"do": "chat", "text": "ruder"})).await;
    for viewer in [&mut adas, &mut eves] {
        viewer.until(|frame| frame["chats"] == 2).await;
    }
    assert_eq!(shown(&adas), Vec::<String>::new());
    assert_eq!(shown(&eves), ["rude", "ruder"], "others read on");
    assert!(ada.look(&table).await["chat"].is_null());
    let id = list[0]["id"].as_str().unwrap();
    assert_eq!(
        ada.ask("DELETE", &format!("/api/me/hushed/{id}"), Vec::new()).await.is(200).json(),
        json!([])
    );
    adas.until(|frame| frame["fresh"] == true && !frame["chat"].is_null()).await;
    assert_eq!(shown(&adas), ["rude", "ruder"]);
    // Nobody hushes themselves, and what is not to be read is not to be named either.
    bob.post("/api/me/hushed", json!({"table": table, "message": 0})).await.is(403);
    ada.post("/api/me/hushed", json!({"table": table, "message": 99})).await.is(404);
    let private = ada.table(json!({"game": "pebbles", "seats": ["me", {"screen": "Ed"}]})).await;
    eve.post("/api/me/hushed", json!({"table": private, "seat": 0})).await.is(404);
    site.close().await;
}

async fn the_host_of_a_table_switches_talk_off(home: &Home) {
    let site = Site::open(home).await;
    let (mut ada, mut bob) = (site.guest("Ada").await, site.guest("Bob").await);
    let table =
        ada.table(json!({"game": "pebbles", "seats": ["me", "open"], "open": true, "quiet": true})).await;
    let (mut adas, mut bobs) = (ada.enter(&table).await, bob.enter(&table).await);
    bobs.done(json!({"do": "join"})).await;
    assert_eq!(bobs.frame["table"]["quiet"], true);
    let hello = json!({"do": "chat", "text": "hello"});
    assert_eq!(bobs.refused(hello.clone()).await, "talk_off");
    assert_eq!(bobs.refused(json!({"do": "quiet", "quiet": false})).await, "not_host");
    adas.done(json!({"do": "quiet", "quiet": false})).await;
    bobs.until(|frame| frame["table"]["quiet"].is_null()).await;
    bobs.done(hello.clone()).await;
    adas.act("take").await;
    adas.act("stop").await;
    adas.done(json!({"do": "quiet", "quiet": true})).await;
    assert_eq!(adas.refused(hello).await, "talk_off");
    bobs.until(|frame| frame["table"]["quiet"] == true).await;
    bobs.act("take").await;
    site.close().await;
}

async fn a_word_that_the_operator_names_is_not_let_through(home: &Home) {
    let care = CareConfig { words: vec!["crétin".to_owned()], ..CareConfig::default() };
    let site = Site::with(home, Config { care, ..config() }).await;
    let mut ada = site.guest("Ada").await;
    let table = ada.table(json!({"game": "pebbles", "seats": ["me", {"screen": "Ed"}]})).await;
    let mut adas = ada.enter(&table).await;
    assert_eq!(adas.refused(json!({"do": "chat", "text": "Espèce de CRETIN !"})).await, "filtered");
    adas.done(json!({"do": "chat", "text": "Bien joué !"})).await;
    site.close().await;
}

on_both!(
    nobody_reads_those_whom_they_have_hushed,
    the_host_of_a_table_switches_talk_off,
    a_word_that_the_operator_names_is_not_let_through,
);
