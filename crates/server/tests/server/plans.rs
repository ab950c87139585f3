//! Conditional actions: they wait on the server, answer what was foreseen, and nobody else hears of them.

use crate::home::{Home, on_both};
use crate::site::Site;
use crate::visitor::{Viewer, Visitor};
use serde_json::{Value, json};

const LINE: [&str; 4] = ["take", "stop", "take", "stop"];

/// A game by days of Ada and Bob; Ada is to act.
async fn by_days(site: &Site) -> (Visitor, Visitor, String) {
    let (mut ada, mut bob) = (site.guest("Ada").await, site.guest("Bob").await);
    let clock = json!({"per_action": {"limit": 86_400}});
    let wanted = json!({"game": "pebbles", "seats": ["me", "open"], "open": true, "clock": clock});
    let table = ada.table(wanted).await;
    bob.command(&table, json!({"do": "join"})).await.is(200);
    (ada, bob, table)
}

fn plan(seat: u8, lines: &[&[&str]]) -> Value {
    json!({"do": "plan", "seat": seat, "lines": lines})
}

/// The plans of seat 1 as a viewer is told of them.
fn told(viewer: &Viewer) -> Value {
    viewer.frame["table"]["seats"][1]["plans"].clone()
}

async fn what_was_foreseen_is_answered_even_after_a_restart(home: &Home) {
    let site = Site::open(home).await;
    let (mut ada, mut bob, table) = by_days(&site).await;
    let mut bobs = bob.enter(&table).await;
    bobs.done(plan(1, &[&LINE])).await;
    bobs.until(|frame| !frame["table"]["seats"][1]["plans"].is_null()).await;
    assert_eq!(told(&bobs), json!([LINE]));
    let mut adas = ada.enter(&table).await;
    assert!(told(&adas).is_null(), "nobody else is told: {}", adas.frame);
    assert!(!adas.frame.to_string().contains("plans"));
    adas.act("take").await;
    assert!(told(&adas).is_null());
    site.close().await;

    let site = Site::open(home).await;
    (ada.server, bob.server) = (site.server.clone(), site.server.clone());
    let mut bobs = bob.enter(&table).await;
    assert_eq!(told(&bobs), json!([&LINE[1..]]), "what has come true is gone from the line");
    let mut adas = ada.enter(&table).await;
    adas.act("stop").await;
    // Bob's whole turn was performed at once.
    bobs.until_steps(4).await;
    let steps = ada.look(&table).await["steps"]["added"].clone();
    let done: Vec<(i64, &str)> = steps
        .as_array()
        .unwrap()
        .iter()
        .map(|step| (step["seat"].as_i64().unwrap(), step["action"].as_str().unwrap()))
        .collect();
    assert_eq!(done, [(0, "take"), (0, "stop"), (1, "take"), (1, "stop")]);
    assert!(told(&bobs).is_null(), "the line is used up");
    adas.prompted().await;
    site.close().await;
}

async fn a_wrong_guess_cancels_only_what_did_not_foresee_it(home: &Home) {
    let site = Site::open(home).await;
    let (mut ada, mut bob, table) = by_days(&site).await;
    let mut bobs = bob.enter(&table).await;
    let other = ["take", "take", "stop", "take", "stop"];
    bobs.done(plan(1, &[&LINE, &other])).await;
    let mut adas = ada.enter(&table).await;
    adas.act("take").await;
    adas.act("take").await;
    bobs.until_steps(2).await;
    assert_eq!(told(&bobs), json!([&other[2..]]));
    adas.act("take").await;
    bobs.until_steps(3).await;
    assert!(told(&bobs).is_null(), "nobody foresaw that");
    adas.act("stop").await;
    bobs.prompted().await;
    assert_eq!(bobs.frame["total"], 4, "nothing was done for Bob");
    // Whatever is taken back was not foreseen either.
    bobs.act("take").await;
    bobs.act("stop").await;
    bobs.done(plan(1, &[&LINE])).await;
    adas.prompted().await;
    adas.act("take").await;
    adas.done(json!({"do": "offer", "seat": 0, "offer": "take_back"})).await;
    bobs.until(|frame| frame["total"] == 6 && frame["table"]["seats"][1]["plans"].is_null()).await;
    site.close().await;
}

async fn only_legal_lines_of_ones_own_are_planned_in_games_by_days(home: &Home) {
    let site = Site::open(home).await;
    let (mut ada, mut bob, table) = by_days(&site).await;
    let (mut adas, mut bobs) = (ada.enter(&table).await, bob.enter(&table).await);
    assert_eq!(adas.refused(plan(0, &[&LINE])).await, "no_plans", "who is to act acts");
    assert_eq!(adas.refused(plan(1, &[&LINE])).await, "not_yours");
    assert_eq!(bobs.refused(plan(1, &[&["take", "stop"]])).await, "bad_message", "it ends with Ada's action");
    assert_eq!(bobs.refused(plan(1, &[&["take", "stop", "dance"]])).await, "malformed");
    assert_eq!(bobs.refused(plan(1, &[&["stop", "take"]])).await, "illegal");
    let long = ["take"; 17];
    assert_eq!(bobs.refused(plan(1, &[&long])).await, "bad_message");
    assert_eq!(bobs.refused(plan(1, &[&LINE[..]; 9])).await, "bad_message");
    let huge = "x".repeat(61);
    assert_eq!(bobs.refused(plan(1, &[&[huge.as_str(), "take"]])).await, "bad_message");
    assert!(told(&bobs).is_null());
    bobs.done(plan(1, &[&LINE])).await;
    bobs.done(plan(1, &[])).await;
    bobs.until(|frame| frame["table"]["seats"][1]["plans"].is_null()).await;

    let wanted = json!({"game": "pebbles", "seats": ["me", "open"], "open": true});
    let quick = ada.table(wanted).await;
    bob.command(&quick, json!({"do": "join"})).await.is(200);
    assert_eq!(bob.enter(&quick).await.refused(plan(1, &[&LINE])).await, "no_plans");
    site.close().await;
}

on_both!(
    what_was_foreseen_is_answered_even_after_a_restart,
    a_wrong_guess_cancels_only_what_did_not_foresee_it,
    only_legal_lines_of_ones_own_are_planned_in_games_by_days,
);
