//! How people come to a table and go: links, the open list, bots, other devices, rematches.

use crate::home::{Home, on_both};
use crate::site::Site;
use crate::visitor::Viewer;
use serde_json::{Value, json};

/// The token of the link to a seat, as the host sees it.
fn link(frame: &Value, seat: u64) -> String {
    let links = frame["table"]["links"].as_array().unwrap();
    let link = links.iter().find(|link| link["seat"] == seat).unwrap();
    link["token"].as_str().unwrap().to_owned()
}

fn names(frame: &Value) -> Vec<&str> {
    let seats = frame["table"]["seats"].as_array().unwrap();
    seats.iter().map(|seat| seat["name"].as_str().or(seat["bot"].as_str()).unwrap_or("")).collect()
}

async fn a_table_fills_by_link_and_from_the_open_list(home: &Home) {
    let site = Site::open(home).await;
    let (mut ada, mut bob, mut cyd) =
        (site.guest("Ada").await, site.guest("Bob").await, site.guest("Cyd").await);
    let table = ada.table(json!({"game": "pebbles", "seats": ["me", "link", "open"], "open": true})).await;
    let mut hosts = ada.enter(&table).await;
    assert_eq!(hosts.frame["table"]["status"], "waiting");

    let listed = cyd.get("/api/tables?game=pebbles&free=true&status=waiting").await.is(200).json();
    assert_eq!(listed.as_array().unwrap().len(), 1);
    assert_eq!(listed[0]["id"], table);
    assert!(listed[0].get("links").is_none(), "a list gives no links: {listed}");

    let token = link(&hosts.frame, 1);
    let mut bobs = bob.enter_with(&table, json!({"token": token})).await;
    assert_eq!(bobs.done(json!({"do": "join", "token": token})).await["seat"], 1);
    // A link is used once.
    let mut cyds = cyd.enter(&table).await;
    assert_eq!(cyds.refused(json!({"do": "join", "token": token})).await, "bad_link");
    assert_eq!(
        cyds.refused(json!({"do": "act", "seat": 0, "prompt": 0, "action": "take"})).await,
        "not_playing"
    );
    assert_eq!(cyds.done(json!({"do": "join"})).await["seat"], 2);
    for viewer in [&mut hosts, &mut bobs, &mut cyds] {
        let frame = viewer.until(|frame| frame["table"]["status"] == "playing").await;
        assert_eq!(names(frame), ["Ada", "Bob", "Cyd"]);
        assert!(frame["table"].get("links").is_none());
    }
    let mut dan = site.guest("Dan").await;
    assert_eq!(dan.command(&table, json!({"do": "join"})).await.is(409).code(), "not_waiting");
    let listed = dan.get("/api/tables?free=true&status=waiting").await.is(200).json();
    assert_eq!(listed, json!([]));
    site.close().await;
}

async fn a_private_table_is_seen_by_link_only(home: &Home) {
    let site = Site::open(home).await;
    let (mut ada, mut eve) = (site.guest("Ada").await, site.guest("Eve").await);
    let table = ada.table(json!({"game": "pebbles", "seats": ["me", {"screen": "Grandma"}]})).await;
    let mut hosts = ada.enter(&table).await;
    let watch = hosts.done(json!({"do": "watch_link"})).await["token"].as_str().unwrap().to_owned();

    eve.get(&format!("/api/tables/{table}")).await.is(404);
    eve.get(&format!("/api/tables/{table}/record")).await.is(404);
    let mut outside = eve.socket(&table).await.unwrap();
    assert_eq!(outside.refused(json!({"do": "enter", "version": protocol::VERSION})).await, "no_table");
    assert_eq!(outside.next().await, None, "the socket of a stranger is closed");
    assert_eq!(eve.get("/api/tables").await.is(200).json(), json!([]), "it is in no list");
    assert_eq!(
        eve.command(&table, json!({"do": "chat", "channel": "watchers", "text": "Hi"})).await.is(404).code(),
        "no_table"
    );

    // To watch, the link may be used by many, as often as they like.
    for name in ["Eve", "Fay", "Eve again"] {
        let mut watcher = site.guest(name).await;
        let viewer = watcher.enter_with(&table, json!({"token": watch})).await;
        assert_eq!(viewer.frame["game"]["own"], json!([]));
        assert!(viewer.frame["game"].get("prompts").is_none());
        let asked = watcher.command(&table, json!({"do": "watch_link"})).await.is(403).code();
        assert_eq!(asked, "not_seated");
        watcher.get(&format!("/api/tables/{table}?token={watch}")).await.is(200);
        assert_eq!(watcher.command(&table, json!({"do": "join", "token": watch})).await.code(), "bad_link");
    }
    site.close().await;
}

async fn bots_take_the_empty_seats(home: &Home) {
    let site = Site::open(home).await;
    let (mut ada, mut bob) = (site.guest("Ada").await, site.guest("Bob").await);
    let table =
        ada.table(json!({"game": "pebbles", "seats": ["me", "open", "link", "open"], "open": true})).await;
    let mut hosts = ada.enter(&table).await;
    let mut bobs = bob.enter(&table).await;
    bobs.done(json!({"do": "join", "seat": 3})).await;
    assert_eq!(bobs.refused(json!({"do": "start", "bot": "random"})).await, "not_host");
    assert_eq!(hosts.refused(json!({"do": "start", "bot": "nobody"})).await, "setup");
    hosts.done(json!({"do": "start", "bot": "random"})).await;
    hosts.until(|frame| frame["table"]["status"] == "playing").await;
    assert_eq!(names(&hosts.frame), ["Ada", "random", "random", "Bob"]);
    tokio::join!(hosts.play_on(), bobs.play_on());
    assert_eq!(hosts.frame["table"]["places"].as_array().unwrap().len(), 4);
    assert_eq!(hosts.frame["table"]["places"], bobs.frame["table"]["places"]);
    site.close().await;
}

async fn no_bot_sits_where_only_people_see(home: &Home) {
    let site = Site::open(home).await;
    let mut ada = site.guest("Ada").await;
    let beach = |seats: Value| json!({"game": "pebbles", "seats": seats, "options": {"heap": "beach"}});
    let refused = ada.post("/api/tables", beach(json!(["me", {"bot": "random"}]))).await;
    assert_eq!(refused.is(409).code(), "people_only");
    let mut wanted = beach(json!(["me", "open"]));
    wanted["on_timeout"] = json!({"bot": "random"});
    assert_eq!(ada.post("/api/tables", wanted).await.is(409).code(), "people_only");
    let table = ada.table(beach(json!(["me", "open"]))).await;
    let mut hosts = ada.enter(&table).await;
    assert_eq!(hosts.refused(json!({"do": "start", "bot": "random"})).await, "people_only");
    site.close().await;
}

async fn bots_play_at_every_seat_count(home: &Home) {
    let site = Site::open(home).await;
    for game in ["pebbles", "envelopes"] {
        for seats in 2..=4 {
            for bot in ["random", "greedy", "level1", "best"] {
                let mut ada = site.stranger();
                let mut wanted = vec![json!({"bot": bot}); seats];
                wanted[seats - 1] = json!("me");
                let table = ada.table(json!({"game": game, "seats": wanted})).await;
                let mut viewer = ada.enter(&table).await;
                viewer.play_on().await;
                assert_eq!(viewer.frame["table"]["places"].as_array().unwrap().len(), seats, "{game} {bot}");
            }
        }
    }
    site.close().await;
}

async fn a_seat_is_left_before_the_start(home: &Home) {
    let site = Site::open(home).await;
    let (mut ada, mut bob) = (site.guest("Ada").await, site.guest("Bob").await);
    let table = ada.table(json!({"game": "pebbles", "seats": ["me", "link", "link"]})).await;
    let mut hosts = ada.enter(&table).await;
    let token = link(&hosts.frame, 2);
    let mut bobs = bob.enter_with(&table, json!({"token": token})).await;
    bobs.done(json!({"do": "join", "token": token})).await;
    hosts.until(|frame| frame["table"]["seats"][2]["kind"].is_null()).await;
    assert_eq!(bobs.refused(json!({"do": "leave", "seat": 0})).await, "not_yours");
    bobs.done(json!({"do": "leave", "seat": 2})).await;
    let frame = hosts.until(|frame| frame["table"]["seats"][2]["kind"] == "link").await;
    let renewed = link(frame, 2);
    assert_ne!(renewed, token, "the old link is worthless");
    assert_eq!(bob.command(&table, json!({"do": "join", "token": token})).await.code(), "bad_link");
    bob.command(&table, json!({"do": "join", "token": renewed})).await.is(200);
    assert_eq!(bob.command(&table, json!({"do": "abort"})).await.code(), "not_host");
    ada.command(&table, json!({"do": "abort"})).await.is(200);
    hosts.until(|frame| frame["table"]["status"] == "aborted").await;
    assert_eq!(bob.command(&table, json!({"do": "join"})).await.code(), "not_waiting");
    site.close().await;
}

async fn a_seat_is_handed_over_to_another_device(home: &Home) {
    let site = Site::open(home).await;
    let (mut ada, mut phone) = (site.guest("Ada").await, site.guest("Ada's phone").await);
    let table = ada.table(json!({"game": "pebbles", "seats": ["me", {"screen": "Grandma"}]})).await;
    let mut desk = ada.enter(&table).await;
    desk.act("take").await;
    let token =
        desk.done(json!({"do": "transfer_seat", "seat": 0})).await["token"].as_str().unwrap().to_owned();
    let mut other = phone.enter_with(&table, json!({"token": token})).await;
    assert_eq!(other.refused(json!({"do": "transfer_seat", "seat": 0})).await, "not_yours");
    assert_eq!(other.done(json!({"do": "join", "token": token})).await["seat"], 0);
    other.act("stop").await;
    // The link was used, and the seat has moved.
    assert_eq!(phone.command(&table, json!({"do": "join", "token": token})).await.code(), "bad_link");
    desk.until_steps(2).await;
    assert_eq!(desk.frame["game"]["own"], json!([1]));
    assert_eq!(desk.refused(json!({"do": "transfer_seat", "seat": 0})).await, "not_yours");
    desk.act("take").await;
    site.close().await;
}

async fn a_rematch_rotates_the_seats(home: &Home) {
    let site = Site::open(home).await;
    let (mut ada, mut bob) = (site.guest("Ada").await, site.guest("Bob").await);
    let table =
        ada.table(json!({"game": "pebbles", "seats": ["me", "open", {"bot": "random"}], "open": true})).await;
    let mut adas = ada.enter(&table).await;
    let mut bobs = bob.enter(&table).await;
    bobs.done(json!({"do": "join"})).await;
    assert_eq!(adas.refused(json!({"do": "rematch"})).await, "not_over");
    adas.until(|frame| frame["table"]["status"] == "playing").await;
    adas.done(json!({"do": "resign", "seat": 0})).await;
    bobs.done(json!({"do": "resign", "seat": 1})).await;
    adas.until_over().await;
    assert_eq!(site.stranger().command(&table, json!({"do": "rematch"})).await.code(), "not_seated");

    let next = bobs.done(json!({"do": "rematch"})).await["table"].as_str().unwrap().to_owned();
    adas.until(|frame| frame["table"]["next"] == *next).await;
    assert_eq!(adas.done(json!({"do": "rematch"})).await["table"], *next, "both ask for the same one");
    let mut adas = ada.enter(&next).await;
    assert_eq!(names(&adas.frame), ["Bob", "random", "Ada"]);
    assert_eq!(adas.frame["table"]["previous"], *table);
    assert_eq!(adas.frame["table"]["status"], "waiting");
    assert_eq!(site.guest("Eve").await.command(&next, json!({"do": "join"})).await.code(), "no_seat");
    assert_eq!(adas.done(json!({"do": "join"})).await["seat"], 2);
    let mut bobs: Viewer = bob.enter(&next).await;
    tokio::join!(adas.play_on(), bobs.play_on());
    site.close().await;
}

on_both!(
    a_table_fills_by_link_and_from_the_open_list,
    a_private_table_is_seen_by_link_only,
    bots_take_the_empty_seats,
    no_bot_sits_where_only_people_see,
    bots_play_at_every_seat_count,
    a_seat_is_left_before_the_start,
    a_seat_is_handed_over_to_another_device,
    a_rematch_rotates_the_seats,
);
