//! Those who fill the house: what nobody needs expires, and limits hold when many ask at once.

use crate::home::{Home, on_both};
use crate::site::{Site, config};
use crate::visitor::{PATIENCE, Visitor};
use serde_json::{Value, json};
use server::{Config, Expiry, Limits};
use std::time::Duration;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

/// The id in somebody's cookie.
fn id(visitor: &Visitor) -> String {
    let cookie = visitor.cookie();
    cookie.split_once('=').unwrap().1.split('.').next().unwrap().to_owned()
}

async fn what_nobody_needs_expires(home: &Home) {
    let site = Site::open(home).await;
    let (mut ada, bob) = (site.guest("Ada").await, site.guest("Bob").await);
    let mut cyd = site.guest("Cyd").await;
    let two = json!({"game": "pebbles", "seats": ["me", "open"], "open": true});
    let waiting = ada.table(two.clone()).await;
    let aborted = ada.table(json!({"game": "pebbles", "seats": ["me", {"screen": "Ed"}]})).await;
    ada.enter(&aborted).await.act("take").await;
    ada.command(&aborted, json!({"do": "abort"})).await.is(200);
    let playing = ada.table(json!({"game": "pebbles", "seats": ["me", {"screen": "Ed"}]})).await;
    ada.enter(&playing).await.act("take").await;
    let over = ada.table(two).await;
    cyd.command(&over, json!({"do": "join"})).await.is(200);
    cyd.command(&over, json!({"do": "resign", "seat": 1})).await.is(200);
    let rematch = json!({"do": "rematch"});
    let next = ada.command(&over, rematch.clone()).await.is(200).json()["table"].clone();
    let next = next.as_str().unwrap().to_owned();
    let people = [id(&ada), id(&bob), id(&cyd)];
    site.close().await;

    let now = Some(Duration::ZERO);
    let expiry = Expiry { waiting: now, aborted: now, guests: now, interval: Duration::from_secs(1) };
    let site = Site::with(home, Config { expiry, ..config() }).await;
    ada.server = site.server.clone();
    let swept = async {
        for table in [&waiting, &aborted, &next] {
            while ada.get(&format!("/api/tables/{table}")).await.0.status != 404 {
                sleep(Duration::from_millis(20)).await;
            }
        }
        while home.store_beside().await.user(&people[1]).await.unwrap().is_some() {
            sleep(Duration::from_millis(20)).await;
        }
        while !ada.look(&over).await["table"]["next"].is_null() {
            sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(PATIENCE, swept).await.expect("nothing expires");
    assert_eq!(ada.look(&playing).await["total"], 1, "a game that was begun is kept");
    assert_eq!(ada.look(&over).await["table"]["status"], "over");
    let store = home.store_beside().await;
    for person in [&people[0], &people[2]] {
        assert!(store.user(person).await.unwrap().is_some(), "who has a table is kept");
    }
    assert!(store.log(&aborted).await.unwrap().is_empty());
    // Whoever was away for so long is a guest as before, and may begin anew.
    let mut bob = bob;
    bob.server = site.server.clone();
    assert_eq!(bob.get("/api/me").await.is(200).json()["account"], false);
    assert_eq!(id(&bob), people[1]);
    ada.command(&over, rematch).await.is(200);
    site.close().await;
}

/// A game that could go on for ever ends without a result before its log fills the disk.
async fn a_log_has_so_many_entries(home: &Home) {
    let limits = Limits { entries_per_table: 6, ..config().limits };
    let site = Site::with(home, Config { limits, ..config() }).await;
    let mut ada = site.guest("Ada").await;
    let table = ada.table(json!({"game": "pebbles", "seats": ["me", {"screen": "Ed"}]})).await;
    let mut adas = ada.enter(&table).await;
    for entries in [2, 4, 6] {
        adas.act("take").await;
        adas.done(json!({"do": "offer", "seat": 0, "offer": "take_back"})).await;
        adas.until(|frame| frame["log"] == entries).await;
    }
    adas.until(|frame| frame["table"]["status"] == "aborted").await;
    assert_eq!(
        adas.refused(json!({"do": "act", "seat": 0, "prompt": 6, "action": "take"})).await,
        "not_playing"
    );
    site.close().await;
}

/// Nobody says more than so much, at however many tables; nor does an address, with however many names.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn talk_has_its_limits() {
    let home = Home::sqlite();
    let limits = Limits { messages_per_minute: 5, uncounted: Vec::new(), ..config().limits };
    let site = Site::with(&home, Config { limits, ..config() }).await;
    let mut said = Vec::new();
    for guest in 0..5 {
        let mut guest = site.guest(&format!("Guest {guest}")).await;
        let tables = [
            guest.table(json!({"game": "pebbles", "seats": ["me", "link"]})).await,
            guest.table(json!({"game": "pebbles", "seats": ["me", "link"]})).await,
        ];
        let mut done = 0;
        for table in tables.iter().cycle().take(8) {
            let answer = guest.command(table, json!({"do": "chat", "text": "Hello"})).await;
            done += usize::from(answer.0.status == 200);
        }
        said.push(done);
    }
    assert_eq!(said[..4], [5; 4], "each has said so much");
    assert!(said[4] <= 1, "their address has said as much as it may: {said:?}");
    site.close().await;
}

/// Sends the same request eight times at once; how many are granted.
async fn at_once(mut requests: Vec<(Visitor, String, Value)>) -> usize {
    let mut tasks = JoinSet::new();
    for (mut visitor, path, body) in requests.drain(..) {
        tasks.spawn(async move { visitor.post(&path, body).await.0.status });
    }
    tasks.join_all().await.into_iter().filter(|status| *status == 200).count()
}

async fn of_many_requests_at_once_one_takes_the_last_place(home: &Home) {
    let site = Site::open(home).await;
    let mut ada = site.account("Ada").await;
    // The thirtieth waiting table.
    let wanted = json!({"game": "pebbles", "seats": ["me", "open"], "open": true});
    let mut table = String::new();
    for _ in 0..29 {
        table = ada.table(wanted.clone()).await;
    }
    let ask = |path: &str, body: Value| vec![(ada.clone(), path.to_owned(), body); 8];
    assert_eq!(at_once(ask("/api/tables", wanted)).await, 1, "the thirtieth table");
    // The twentieth program.
    for number in 0..19 {
        ada.post("/api/me/programs", json!({"name": format!("Program {number}")})).await.is(200);
    }
    let programs = (20..28).map(|number| {
        (ada.clone(), "/api/me/programs".to_owned(), json!({"name": format!("Program {number}")}))
    });
    assert_eq!(at_once(programs.collect()).await, 1, "the twentieth program");
    // The last seat.
    let mut guests = Vec::new();
    for number in 0..8 {
        let guest = site.guest(&format!("Guest {number}")).await;
        guests.push((guest, format!("/api/tables/{table}"), json!({"do": "join"})));
    }
    assert_eq!(at_once(guests).await, 1, "the last seat");
    site.close().await;
}

on_both!(
    what_nobody_needs_expires,
    a_log_has_so_many_entries,
    of_many_requests_at_once_one_takes_the_last_place
);
