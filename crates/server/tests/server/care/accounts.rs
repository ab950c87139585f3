//! Devices, a new password, everything of a person, the end of an account.

use crate::home::{Home, on_both};
use crate::site::{PASSWORD, Site};
use crate::visitor::Visitor;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::http::header::USER_AGENT;

pub async fn log_in(site: &Site, name: &str, password: &str) -> Visitor {
    let mut device = site.stranger();
    device.post("/api/login", json!({"name": name, "password": password})).await.is(200);
    device
}

async fn one_device_is_logged_out_and_the_others_stay(home: &Home) {
    let site = Site::open(home).await;
    let mut desk = site.account("Ada").await;
    let firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
    let mut phone = site.stranger().with(USER_AGENT, firefox);
    phone.post("/api/login", json!({"name": "Ada", "password": PASSWORD})).await.is(200);
    let table = phone.table(json!({"game": "pebbles", "seats": ["me", "open"]})).await;
    let mut open = phone.enter(&table).await;
    let mut desks = desk.enter(&table).await;
    let devices = desk.get("/api/me/devices").await.is(200).json();
    let of =
        |about: &str| devices.as_array().unwrap().iter().find(|one| one["about"] == about).unwrap().clone();
    assert_eq!(devices.as_array().unwrap().len(), 2);
    assert_eq!((&of("")["here"], &of("Firefox, Linux")["here"]), (&json!(true), &Value::Null));
    let path = format!("/api/me/devices/{}", of("Firefox, Linux")["id"].as_str().unwrap());
    let mut eve = site.account("Eve").await;
    assert_eq!(eve.ask("DELETE", &path, Vec::new()).await.is(404).code(), "no_such");
    phone.get("/api/me/devices").await.is(200);
    desk.ask("DELETE", &path, Vec::new()).await.is(200);
    assert_eq!(phone.clone().get("/api/me").await.json()["account"], false, "its cookie is worth nothing");
    while let Some(message) = open.next().await {
        assert!(message["type"] == "closing" || message["type"] == "frame", "{message}");
    }
    desks.done(json!({"do": "chat", "text": "still here"})).await;
    // Whoever logs out takes the copies of the cookie along.
    let mut copy = desk.clone();
    desk.post("/api/logout", json!({})).await.is(200);
    assert_eq!(copy.get("/api/me").await.json()["account"], false);
    site.close().await;
}

async fn a_new_password_asks_for_the_old_one(home: &Home) {
    let site = Site::open(home).await;
    let mut desk = site.account("Ada").await;
    let mut phone = log_in(&site, "Ada", PASSWORD).await;
    let change = |old: &str, new: &str, others: bool| json!({"old": old, "new": new, "others": others});
    let mut guest = site.guest("Bob").await;
    guest.post("/api/me/password", change(PASSWORD, "another password", false)).await.is(401);
    let wrong = desk.post("/api/me/password", change("not the one", "another password", false)).await.is(403);
    assert_eq!(wrong.code(), "wrong_own_password");
    let short = desk.post("/api/me/password", change(PASSWORD, "short", false)).await.is(422);
    assert_eq!(short.code(), "bad_password");
    desk.post("/api/me/password", change(PASSWORD, "another password", false)).await.is(200);
    assert_eq!(phone.get("/api/me").await.json()["account"], true, "the other device stays");
    desk.post("/api/me/password", change("another password", PASSWORD, true)).await.is(200);
    assert_eq!(phone.get("/api/me").await.json()["account"], false, "and now it does not");
    assert_eq!(desk.get("/api/me").await.json()["account"], true);
    assert_eq!(desk.get("/api/me/devices").await.json().as_array().unwrap().len(), 1);
    site.stranger().post("/api/login", json!({"name": "Ada", "password": "another password"})).await.is(401);
    log_in(&site, "Ada", PASSWORD).await;
    site.close().await;
}

async fn everything_of_a_person_and_nothing_of_others(home: &Home) {
    let site = Site::open(home).await;
    let (mut ada, mut bob) = (site.account("Ada").await, site.account("Bob").await);
    site.guest("Eve").await.get("/api/me/export").await.is(401);
    let mut ids = Vec::new();
    for _ in 0..3 {
        let table = ada.table(json!({"game": "pebbles", "seats": ["me", "open"], "open": true})).await;
        let (mut adas, mut bobs) = (ada.enter(&table).await, bob.enter(&table).await);
        bobs.done(json!({"do": "join"})).await;
        adas.done(json!({"do": "chat", "text": "mine"})).await;
        bobs.done(json!({"do": "chat", "text": "his"})).await;
        adas.act("take").await;
        ids.push(table);
    }
    bob.table(json!({"game": "pebbles", "seats": ["me", {"screen": "Flo"}]})).await;
    ada.post("/api/me/programs", json!({"name": "Robot"})).await.is(200);
    let all = ada.get("/api/me/export").await.is(200).json();
    assert_eq!((&all["format"], &all["name"]), (&json!("ludotheque-export-1"), &json!("Ada")));
    assert_eq!(all["programs"][0]["name"], "Robot");
    assert_eq!(all["devices"].as_array().unwrap().len(), 1);
    let said: Vec<&Value> = all["said"].as_array().unwrap().iter().map(|one| &one["text"]).collect();
    assert_eq!(said, ["mine", "mine", "mine"]);
    let tables = all["tables"].as_array().unwrap();
    let mut found: Vec<&str> = tables.iter().map(|one| one["table"]["id"].as_str().unwrap()).collect();
    found.sort_unstable();
    ids.sort_unstable();
    assert_eq!(found, ids);
    for one in tables {
        let record = one["record"].as_str().unwrap();
        assert!(record.contains("Ada") && record.contains("take"), "{record}");
    }
    let text = all.to_string();
    assert!(!text.contains("argon2") && !text.contains("Flo"), "{text}");
    site.close().await;
}

async fn a_deleted_account_leaves_its_games_with_a_blank_name(home: &Home) {
    let site = Site::open(home).await;
    let (mut ada, mut bob) = (site.account("Ada").await, site.account("Bob").await);
    let table =
        ada.table(json!({"game": "pebbles", "seats": ["me", "open"], "rated": true, "open": true})).await;
    let waiting = ada.table(json!({"game": "pebbles", "seats": ["me", "open"], "open": true})).await;
    let (mut adas, mut bobs) = (ada.enter(&table).await, bob.enter(&table).await);
    bobs.done(json!({"do": "join"})).await;
    adas.act("take").await;
    adas.act("stop").await;
    adas.done(json!({"do": "chat", "text": "I am Ada"})).await;
    bobs.act("take").await;
    assert_eq!(
        ada.post("/api/me/delete", json!({"password": "wrong"})).await.is(403).code(),
        "wrong_own_password"
    );
    assert_eq!(ada.get("/api/me").await.json()["account"], true);
    let mut copy = ada.clone();
    ada.post("/api/me/delete", json!({"password": PASSWORD})).await.is(200);
    assert_eq!(ada.get("/api/me").await.json()["account"], false);
    assert_eq!(copy.get("/api/me").await.json()["account"], false);
    // Bob has won, and sees no name and no word of hers.
    bobs.until(|frame| frame["table"]["seats"][0]["name"] == "").await;
    let frame = bob.look(&table).await;
    assert_eq!((&frame["table"]["status"], &frame["table"]["places"]), (&json!("over"), &json!([2, 1])));
    assert!(!frame.to_string().contains("Ada"), "{frame}");
    assert_eq!(bob.get(&format!("/api/tables/{waiting}")).await.json()["table"]["status"], "aborted");
    site.stranger().post("/api/login", json!({"name": "Ada", "password": PASSWORD})).await.is(401);
    bob.get("/api/ratings/Ada").await.is(404);
    // The name is free again, and brings nothing back.
    let mut other = site.account("Ada").await;
    assert_eq!(other.get("/api/tables?own=true").await.json(), json!([]));
    site.close().await;
}

on_both!(
    one_device_is_logged_out_and_the_others_stay,
    a_new_password_asks_for_the_old_one,
    everything_of_a_person_and_nothing_of_others,
    a_deleted_account_leaves_its_games_with_a_blank_name,
);
