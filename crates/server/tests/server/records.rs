//! Records and studies: a game leaves the house, comes back as a table, is thought about.

use crate::games::GAMES;
use crate::home::{Home, on_both};
use crate::site::Site;
use serde_json::{Value, json};
use table::Record;

async fn a_record_replays_and_becomes_a_table(home: &Home) {
    let site = Site::open(home).await;
    let mut ada = site.guest("Ada").await;
    let table = ada.table(json!({"game": "pebbles", "seats": ["me", {"screen": "Ed"}]})).await;
    let mut adas = ada.enter(&table).await;
    for action in ["take", "take", "stop", "take"] {
        adas.act(action).await;
    }
    let answer = ada.get(&format!("/api/tables/{table}/record")).await.is(200);
    let text = answer.0.text();
    let record: Record = text.parse().unwrap();
    let replayed = record.replay(GAMES[0]).unwrap();
    assert_eq!(replayed.game().position(), "7 1 1");
    assert_eq!(record.names[&game::Seat(0)].as_str(), "Ada");

    // Others go on from there.
    let mut bob = site.guest("Bob").await;
    let wanted =
        |record: &str| json!({"game": "pebbles", "seats": [{"screen": "X"}, "me"], "record": record});
    let copy = bob.table(wanted(&text)).await;
    let mut bobs = bob.enter(&copy).await;
    assert_eq!(bobs.frame["total"], 4);
    assert_eq!(bobs.act("stop").await, 4);
    // The log is whole after a restart.
    site.close().await;
    let site = Site::open(home).await;
    bob.server = site.server.clone();
    assert_eq!(bob.look(&copy).await["total"], 5);

    let three = json!({"game": "pebbles", "seats": ["me", {"screen": "X"}, {"screen": "Y"}], "record": text});
    let over = format!("{}1 !resign\n", text.replace("\n\n", "\nresult: 1 2\n\n"));
    let refusals = [
        (wanted("nonsense"), "malformed"),
        (wanted(&text.replace(" take", " fly")), "malformed"),
        (wanted(&text.replace("pebbles", "envelopes")), "setup"),
        (three, "setup"),
        (wanted(&over), "setup"),
    ];
    for (wanted, code) in refusals {
        let answer = bob.post("/api/tables", wanted.clone()).await.is(422);
        assert_eq!(answer.code(), code, "{wanted}: {}", answer.json());
    }
    site.close().await;
}

async fn a_record_under_seal_is_not_given_out(home: &Home) {
    let site = Site::open(home).await;
    let mut ada = site.guest("Ada").await;
    let table =
        ada.table(json!({"game": "envelopes", "seats": ["me", {"bot": "random"}], "open": true})).await;
    let record = format!("/api/tables/{table}/record");
    let mut adas = ada.enter(&table).await;
    adas.act("bid 1").await;
    for visitor in [&mut ada, &mut site.stranger()] {
        assert_eq!(visitor.get(&record).await.is(409).code(), "not_over");
    }
    adas.play_on().await;
    let text = site.stranger().get(&record).await.is(200).0.text();
    let replayed = text.parse::<Record>().unwrap().replay(GAMES[1]).unwrap();
    assert!(replayed.turn().outcome().is_some());
    site.close().await;
}

async fn a_position_is_thought_about(home: &Home) {
    let site = Site::open(home).await;
    let mut ada = site.guest("Ada").await;
    let table = ada.table(json!({"game": "pebbles", "seats": ["me", {"screen": "Ed"}]})).await;
    let mut adas = ada.enter(&table).await;
    for action in ["take", "take", "take", "stop", "take", "stop"] {
        adas.act(action).await;
    }
    let record = ada.get(&format!("/api/tables/{table}/record")).await.is(200).0.text();
    // Six pebbles are left: who takes one leaves five, and wins.
    let question = json!({"record": record, "variations": 2, "time": 300});
    let answer = ada.post("/api/analysis", question).await.is(200);
    assert_eq!(answer.0.headers["content-type"], "application/x-ndjson");
    let text = answer.0.text();
    let reports: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let best = &reports.last().unwrap()["variations"][0];
    assert_eq!(best["actions"][0], "take");
    assert_eq!(best["actions"][1], "stop");
    assert!(best["wins"].as_i64().unwrap() > 0, "{best}");
    // Earlier positions of the same record too; not later ones.
    ada.post("/api/analysis", json!({"record": record, "step": 0, "time": 10})).await.is(200);
    ada.post("/api/analysis", json!({"record": record, "step": 99, "time": 10})).await.is(404);
    ada.post("/api/analysis", json!({"record": "nonsense"})).await.is(422);
    site.close().await;
}

on_both!(
    a_record_replays_and_becomes_a_table,
    a_record_under_seal_is_not_given_out,
    a_position_is_thought_about
);
