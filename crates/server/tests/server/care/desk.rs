//! Reports, and what hosts do about them.

use crate::home::{Home, on_both};
use crate::site::{PASSWORD, Site};
use crate::visitor::Visitor;
use serde_json::{Value, json};
use store::{Store, UnixMillis};

/// Makes an account a host, as `ludotheque host add` does while the house is open.
pub async fn name_host(home: &Home, name: &str) {
    let store = Store::open_beside(&home.url).await.unwrap();
    let user = store.user_by_name(name).await.unwrap().unwrap();
    store.set_host(&user.id, true, UnixMillis(1)).await.unwrap();
    store.close().await;
}

pub async fn sanction(host: &mut Visitor, kind: &str, who: Value, hours: Value) -> Value {
    let request = json!({"do": "sanction", "kind": kind, "who": who, "reason": "Be kind.", "hours": hours});
    host.post("/api/desk", request).await.is(200).json()
}

async fn a_report_comes_with_the_talk_around_it_and_hosts_act_on_it(home: &Home) {
    let site = Site::open(home).await;
    let (mut gus, mut ada, mut bob) =
        (site.account("Gus").await, site.account("Ada").await, site.account("Bob").await);
    gus.get("/api/desk").await.is(404);
    name_host(home, "gus").await;
    assert_eq!(gus.get("/api/me").await.json()["host"], true);
    for other in [&mut ada, &mut site.stranger()] {
        assert_eq!(other.get("/api/desk").await.is(404).code(), "no_such");
        other.post("/api/desk", json!({"do": "close", "report": "x"})).await.is(404);
    }
    let table = ada.table(json!({"game": "pebbles", "seats": ["me", "open"], "open": true})).await;
    let (mut adas, mut bobs) = (ada.enter(&table).await, bob.enter(&table).await);
    bobs.done(json!({"do": "join"})).await;
    for (viewer, text) in [(&mut adas, "hello"), (&mut bobs, "you are a fool")] {
        viewer.done(json!({"do": "chat", "text": text})).await;
    }
    adas.done(json!({"do": "chat", "text": "please"})).await;
    let report =
        |message: i64| json!({"table": table, "message": message, "reason": "insult", "note": "He is rude."});
    bob.post("/api/reports", report(1)).await.is(403);
    ada.post("/api/reports", report(99)).await.is(404);
    ada.post("/api/reports", json!({"name": "Bob", "reason": "cheating", "note": "x".repeat(501)}))
        .await
        .is(422);
    ada.post("/api/reports", report(1)).await.is(200);
    let desk = gus.get("/api/desk").await.is(200).json();
    let found = &desk["reports"][0];
    assert_eq!((&found["reporter"], &found["subject"]), (&json!("Ada"), &json!("Bob")));
    assert_eq!((&found["reason"], &found["note"]), (&json!("insult"), &json!("He is rude.")));
    let talk: Vec<(&str, bool)> = found["talk"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (one["text"].as_str().unwrap(), one["reported"] == true))
        .collect();
    assert_eq!(talk, [("hello", false), ("you are a fool", true), ("please", false)]);
    let who = json!({"report": found["id"]});
    // The message is removed for everybody at once; the report keeps it.
    gus.post("/api/desk", json!({"do": "remove", "report": found["id"]})).await.is(200);
    adas.until(|frame| frame["fresh"] == true && !frame.to_string().contains("fool")).await;
    // A warning is read once; a mute holds until it is lifted.
    sanction(&mut gus, "warning", who.clone(), Value::Null).await;
    let warned = json!([{"kind": "warning", "reason": "Be kind."}]);
    assert_eq!(bob.get("/api/me").await.json()["notices"], warned);
    assert_eq!(bob.post("/api/me/notices", json!(null)).await.is(200).json(), json!([]));
    sanction(&mut gus, "mute", who.clone(), json!(2)).await;
    assert_eq!(bobs.refused(json!({"do": "chat", "text": "what?"})).await, "muted");
    let muted = bob.get("/api/me").await.json()["notices"][0].clone();
    assert!(muted["kind"] == "mute" && muted["ends"].is_i64(), "{muted}");
    gus.post("/api/desk", json!({"do": "lift", "kind": "mute", "who": who.clone()})).await.is(200);
    gus.post("/api/desk", json!({"do": "lift", "kind": "mute", "who": who})).await.is(404);
    bobs.done(json!({"do": "chat", "text": "sorry"})).await;
    let desk = gus.post("/api/desk", json!({"do": "close", "report": found["id"]})).await.is(200).json();
    assert!(desk["reports"][0]["closed"].is_i64());
    let log: Vec<(&str, &str)> = desk["log"]
        .as_array()
        .unwrap()
        .iter()
        .rev()
        .map(|one| (one["action"].as_str().unwrap(), one["subject"].as_str().unwrap()))
        .collect();
    assert_eq!(log, ["remove", "warning", "mute", "lift", "close"].map(|action| (action, "Bob")));
    gus.post("/api/desk", json!({"do": "sanction", "kind": "ban", "who": {"name": "Gus"}, "reason": ""}))
        .await
        .is(403);
    site.close().await;
}

async fn pairs_that_rate_each_other_are_listed(home: &Home) {
    let site = Site::open(home).await;
    let mut people = Vec::new();
    for name in ["Gus", "Ada", "Bob", "Cyd"] {
        people.push(site.account(name).await);
    }
    name_host(home, "Gus").await;
    let [gus, ada, bob, cyd] = people.as_mut_slice() else { panic!("four") };
    for round in 0..5 {
        let opponent = if round == 4 { &mut *cyd } else { &mut *bob };
        let table =
            ada.table(json!({"game": "pebbles", "seats": ["me", "open"], "rated": true, "open": true})).await;
        opponent.command(&table, json!({"do": "join"})).await.is(200);
        opponent.command(&table, json!({"do": "resign", "seat": 1})).await.is(200);
    }
    let desk = gus.get("/api/desk").await.is(200).json();
    let expected = json!([{"names": desk["pairs"][0]["names"], "together": 4, "games": desk["pairs"][0]["games"],
        "wins": desk["pairs"][0]["wins"], "same_address": true}]);
    assert_eq!(desk["pairs"], expected);
    let names = desk["pairs"][0]["names"].as_array().unwrap();
    let of = |name: &str| names.iter().position(|one| *one == name).unwrap();
    let at = |list: &str, name: &str| desk["pairs"][0][list][of(name)].as_i64().unwrap();
    assert_eq!((at("games", "Ada"), at("games", "Bob")), (5, 4));
    assert_eq!((at("wins", "Ada"), at("wins", "Bob")), (4, 0));
    site.close().await;
}

/// That a banned person comes in nowhere; what stays open is to read why, and to leave.
pub async fn assert_banned(visitor: &mut Visitor) {
    assert_eq!(visitor.get("/api/tables").await.is(403).code(), "banned");
    let me = visitor.get("/api/me").await.is(200).json();
    assert!(me["notices"].as_array().is_some_and(|all| all.iter().any(|one| one["kind"] == "ban")), "{me}");
    visitor.get("/api/me/export").await.is(200);
}

async fn a_ban_closes_the_house_until_it_ends(home: &Home) {
    let site = Site::open(home).await;
    let (mut gus, mut bob) = (site.account("Gus").await, site.account("Bob").await);
    name_host(home, "Gus").await;
    let table = bob.table(json!({"game": "pebbles", "seats": ["me", "open"]})).await;
    let mut bobs = bob.enter(&table).await;
    sanction(&mut gus, "ban", json!({"name": "bob"}), json!(24)).await;
    while let Some(message) = bobs.next().await {
        assert!(message["type"] == "closing" || message["type"] == "frame", "{message}");
    }
    assert_banned(&mut bob).await;
    let mut again = site.stranger();
    again.post("/api/login", json!({"name": "Bob", "password": PASSWORD})).await.is(200);
    assert_banned(&mut again).await;
    gus.post("/api/desk", json!({"do": "lift", "kind": "ban", "who": {"name": "Bob"}})).await.is(200);
    bob.get("/api/tables").await.is(200);
    site.close().await;
}

on_both!(
    a_report_comes_with_the_talk_around_it_and_hosts_act_on_it,
    pairs_that_rate_each_other_are_listed,
    a_ban_closes_the_house_until_it_ends,
);
