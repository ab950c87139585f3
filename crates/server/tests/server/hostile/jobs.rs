//! Those who want all processors for themselves, and computations that fail.

use super::broken::GAMES;
use crate::home::{Home, on_both};
use crate::site::{Site, config};
use serde_json::json;
use server::Config;
use std::time::Duration;
use tokio::time::timeout;

/// One thread for bots, which think for `thinking` milliseconds.
async fn site(home: &Home, thinking: u64) -> Site {
    let config = Config { thinking: Duration::from_millis(thinking), workers: 1, ..config() };
    Site::with_games(home, GAMES, config).await
}

/// One guest has forty bots think at once. Whoever comes then is served next, not after all of them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_guests_many_bots_delay_nobody_elses() {
    let home = Home::sqlite();
    let site = site(&home, 200).await;
    let (mut hog, mut ada) = (site.guest("Hog").await, site.guest("Ada").await);
    let wanted = json!({"game": "pebbles", "seats": [{"bot": "slow"}, "me"]});
    let mut tables = Vec::new();
    for _ in 0..40 {
        tables.push(hog.table(wanted.clone()).await);
    }
    let table = ada.table(wanted).await;
    ada.enter(&table).await.until_steps(1).await;
    let mut waiting = 0;
    for table in &tables {
        waiting += usize::from(hog.look(table).await["total"] == 0);
    }
    assert!(waiting >= 10, "only {waiting} of 40 still waited when Ada's bot had acted");
    site.close().await;
}

/// An analysis takes ten seconds of the only processor for bots: bots do not wait for it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bots_wait_for_no_analysis() {
    let home = Home::sqlite();
    let site = site(&home, 20).await;
    let (mut eve, mut ada) = (site.guest("Eve").await, site.guest("Ada").await);
    let record = "ludotheque record 1\ngame: pebbles\nrules: 1\nseats: 2\nclock: none\n\n";
    let analysis = tokio::spawn(async move {
        eve.post("/api/analysis", json!({"record": record, "time": 10_000})).await.is(200);
    });
    // Its thread is busy before Ada comes.
    tokio::time::sleep(Duration::from_millis(300)).await;
    let table = ada.table(json!({"game": "pebbles", "seats": [{"bot": "random"}, "me"]})).await;
    ada.enter(&table).await.until(|frame| frame["total"].as_u64().unwrap() > 0).await;
    assert!(!analysis.is_finished(), "the bot has waited for the analysis");
    analysis.abort();
    site.close().await;
}

/// Sixty bots with a clock of a second share one processor: each waits for longer than its clock has, and loses nothing
/// by it. After a restart neither.
async fn a_bot_loses_no_time_by_waiting_for_a_processor(home: &Home) {
    let first = site(home, 1000).await;
    let mut ada = first.guest("Ada").await;
    let clock = json!({"fischer": {"start": 1, "increment": 0}});
    let wanted = json!({"game": "pebbles", "seats": [{"bot": "slow"}, "me"], "clock": clock});
    let mut tables = Vec::new();
    for _ in 0..60 {
        tables.push(ada.table(wanted.clone()).await);
    }
    first.close().await;
    let second = site(home, 1000).await;
    ada.server = second.server.clone();
    let mut slowest = 1000;
    for table in &tables {
        let mut adas = ada.enter(table).await;
        // Ada lets her own time run out: what counts is that the bot did not.
        let acted = |frame: &serde_json::Value| frame["total"].as_u64().unwrap() > 0;
        let frame = adas.until(acted).await;
        assert_ne!(frame["game"]["gone"], json!([0]), "the bot has lost on time at {table}");
        let left = frame["game"]["clocks"]["left"][0].as_u64().unwrap();
        slowest = slowest.min(left);
    }
    assert!((500..1000).contains(&slowest), "a bot is charged what it used: {slowest} ms are left");
    second.close().await;
}

/// A bot that panics plays on without its wits.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_that_fails_plays_any_legal_action() {
    let home = Home::sqlite();
    let site = site(&home, 20).await;
    let mut ada = site.guest("Ada").await;
    let table = ada.table(json!({"game": "pebbles", "seats": [{"bot": "broken"}, "me"]})).await;
    ada.enter(&table).await.play_on().await;
    site.close().await;
}

/// Where Nature never answers, the table ends: its job does not begin again for ever.
async fn a_table_without_an_answer_of_nature_ends(home: &Home) {
    let site = site(home, 20).await;
    let mut ada = site.guest("Ada").await;
    let table = ada.table(json!({"game": "envelopes", "seats": ["me", {"screen": "Bob"}]})).await;
    let mut adas = ada.enter(&table).await;
    let ended = adas.until(|frame| frame["table"]["status"] == "aborted");
    timeout(Duration::from_secs(20), ended).await.expect("the table is never ended");
    // The house goes on.
    let table = ada.table(json!({"game": "pebbles", "seats": ["me", {"screen": "Bob"}]})).await;
    ada.enter(&table).await.act("take").await;
    site.close().await;
}

on_both!(a_bot_loses_no_time_by_waiting_for_a_processor, a_table_without_an_answer_of_nature_ends);
