//! Who people are: guests, accounts, programs, ratings.

use crate::home::{Home, on_both};
use crate::site::{PASSWORD, Site};
use crate::visitor::Visitor;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::http::header::AUTHORIZATION;

async fn a_guest_has_a_name_at_once_and_chooses_another(home: &Home) {
    let site = Site::open(home).await;
    let mut ada = site.stranger();
    let me = ada.get("/api/me").await.is(200).json();
    assert!(me["name"].as_str().unwrap().starts_with("Guest "));
    assert_eq!(ada.get("/api/me").await.json(), me, "the same at the second visit");
    ada.put("/api/me", json!({"name": "  Ada   Lovelace "})).await.is(200);
    assert_eq!(ada.get("/api/me").await.json(), json!({"name": "Ada Lovelace", "account": false}));
    for name in ["", " ", "<b>", "Ada\u{0}", "a\u{202e}b", "'; DROP TABLE users", "…", &"x".repeat(25)] {
        assert_eq!(ada.put("/api/me", json!({"name": name})).await.is(422).code(), "bad_name", "{name:?}");
    }
    for name in ["Zoë-Anaïs d'Été", "李", "Ада", "מרים", "x"] {
        ada.put("/api/me", json!({"name": name})).await.is(200);
        assert_eq!(ada.get("/api/me").await.json()["name"], name);
    }
    site.close().await;
}

async fn an_account_brings_the_tables_to_another_device(home: &Home) {
    let site = Site::open(home).await;
    let mut desk = site.guest("Ada").await;
    let first = desk.table(json!({"game": "pebbles", "seats": ["me", {"screen": "Ed"}]})).await;
    let mut copied = desk.clone();
    let credentials = json!({"name": "Ada", "password": PASSWORD});
    assert_eq!(
        desk.post("/api/me/account", json!({"name": "Ada", "password": "short"})).await.is(422).code(),
        "bad_password"
    );
    desk.post("/api/me/account", credentials.clone()).await.is(200);
    assert_eq!(desk.post("/api/me/account", credentials.clone()).await.is(409).code(), "has_account");
    assert_eq!(desk.get("/api/me").await.json(), json!({"name": "Ada", "account": true}));
    assert_eq!(
        copied.get("/api/me").await.json()["account"],
        false,
        "the guest's cookie is worth nothing now"
    );
    let mut other = site.stranger();
    let taken = json!({"name": "ADA", "password": PASSWORD});
    assert_eq!(other.post("/api/me/account", taken).await.is(409).code(), "name_taken");

    // On another device she first played as a guest: those seats come along, those in memory too.
    let mut phone = site.guest("Lady").await;
    let second = phone.table(json!({"game": "pebbles", "seats": ["me", {"screen": "Flo"}]})).await;
    let mut before = phone.enter(&second).await;
    before.act("take").await;
    let wrong = json!({"name": "Ada", "password": "not the one"});
    assert_eq!(phone.post("/api/login", wrong).await.is(401).code(), "wrong_password");
    let nobody = json!({"name": "Nobody", "password": PASSWORD});
    assert_eq!(phone.post("/api/login", nobody).await.is(401).code(), "wrong_password");
    phone.post("/api/login", credentials.clone()).await.is(200);
    for device in [&mut phone, &mut desk] {
        let own = device.get("/api/tables?own=true").await.is(200).json();
        let mut ids: Vec<&str> =
            own.as_array().unwrap().iter().map(|row| row["id"].as_str().unwrap()).collect();
        ids.sort_unstable();
        let mut expected = [first.as_str(), second.as_str()];
        expected.sort_unstable();
        assert_eq!(ids, expected);
    }
    let mut after = phone.enter(&second).await;
    assert_eq!(after.frame["game"]["own"], json!([0, 1]));
    after.act("stop").await;
    let mut adas = desk.enter(&second).await;
    adas.act("take").await;
    let row = "the seat stays hers after the table was written again";
    site.close().await;
    let kept = home.store().await.table(&second).await.unwrap().unwrap();
    let account = home.store().await.user_by_name("ada").await.unwrap().unwrap();
    assert!(kept.seats.iter().all(|seat| seat.user.as_ref() == Some(&account.id)), "{row}: {kept:?}");
}

async fn leaving_on_one_device_or_on_all(home: &Home) {
    let site = Site::open(home).await;
    let mut desk = site.account("Ada").await;
    let mut phone = site.stranger();
    phone.post("/api/login", json!({"name": "ada", "password": PASSWORD})).await.is(200);
    let mut tablet = site.stranger();
    tablet.post("/api/login", json!({"name": "ada", "password": PASSWORD})).await.is(200);
    tablet.post("/api/logout", json!({})).await.is(200);
    assert_eq!(tablet.get("/api/me").await.json()["account"], false);
    assert_eq!(phone.get("/api/me").await.json()["account"], true, "the other device is still hers");
    let table = phone.table(json!({"game": "pebbles", "seats": ["me", "open"]})).await;
    let mut open = phone.enter(&table).await;
    desk.post("/api/logout", json!({"everywhere": true})).await.is(200);
    let mut last = json!(null);
    while let Some(message) = open.next().await {
        last = message;
    }
    let bye = json!({"type": "closing", "code": "logged_out"});
    assert_eq!(last, bye, "whoever holds a stolen phone is no longer at her tables");
    for device in [&mut desk, &mut phone] {
        assert_eq!(device.get("/api/me").await.json()["account"], false);
    }
    desk.post("/api/login", json!({"name": "Ada", "password": PASSWORD})).await.is(200);
    assert_eq!(desk.get("/api/me").await.json()["account"], true);
    site.close().await;
}

async fn programs_take_seats_with_a_token(home: &Home) {
    let site = Site::open(home).await;
    let mut ada = site.account("Ada").await;
    let mut guest = site.guest("Gus").await;
    assert_eq!(guest.post("/api/me/programs", json!({"name": "Gusbot"})).await.is(401).code(), "no_account");
    let made = ada.post("/api/me/programs", json!({"name": "Adabot"})).await.is(200).json();
    let listed = ada.get("/api/me/programs").await.json();
    assert_eq!((&listed[0]["name"], &listed[0]["id"]), (&json!("Adabot"), &made["id"]));
    assert!(listed[0].get("token").is_none(), "the token is shown once");
    assert!(listed[0]["expires"].as_i64().is_some());
    let token = made["token"].as_str().unwrap();
    let mut program = site.stranger().with(AUTHORIZATION, &format!("Bearer {token}"));
    assert_eq!(program.get("/api/me").await.is(200).json()["name"], "Adabot");
    assert_eq!(program.post("/api/me/programs", json!({"name": "Child"})).await.is(401).code(), "no_account");

    let table = guest.table(json!({"game": "pebbles", "seats": ["me", "open"], "open": true})).await;
    let mut theirs = program.enter(&table).await;
    theirs.done(json!({"do": "join"})).await;
    let mut mine = guest.enter(&table).await;
    tokio::join!(theirs.play_on(), mine.play_on());
    assert_eq!(mine.frame["table"]["seats"][1]["name"], "Adabot");
    site.close().await;
}

/// Two accounts play a rated game which the second one gives up.
async fn rated_game(winner: &mut Visitor, loser: &mut Visitor) {
    let wanted = json!({"game": "pebbles", "seats": ["me", "open"], "open": true, "rated": true});
    let table = winner.table(wanted).await;
    loser.command(&table, json!({"do": "join"})).await.is(200);
    loser.command(&table, json!({"do": "resign", "seat": 1})).await.is(200);
}

/// Somebody's rating and deviation after so many games.
async fn rating(visitor: &mut Visitor, name: &str, games: u64) -> (f64, f64) {
    let ratings = visitor.get(&format!("/api/ratings/{name}")).await.is(200).json();
    assert_eq!((&ratings[0]["pool"], &ratings[0]["games"]), (&json!("pebbles/2"), &json!(games)));
    (ratings[0]["rating"].as_f64().unwrap(), ratings[0]["deviation"].as_f64().unwrap())
}

async fn ratings_move_the_right_way(home: &Home) {
    let site = Site::open(home).await;
    let (mut ada, mut bob, mut gus) =
        (site.account("Ada").await, site.account("Bob").await, site.guest("Gus").await);
    for seats in [json!(["me", {"bot": "random"}]), json!(["me", {"screen": "Ed"}]), json!(["me", "me"])] {
        let wanted = json!({"game": "pebbles", "seats": seats, "rated": true});
        assert_eq!(ada.post("/api/tables", wanted).await.is(409).code(), "rated_people");
    }
    let wanted = json!({"game": "pebbles", "seats": ["me", "open"], "open": true, "rated": true});
    assert_eq!(gus.post("/api/tables", wanted.clone()).await.is(409).code(), "rated_people");
    let table = ada.table(wanted).await;
    assert_eq!(gus.command(&table, json!({"do": "join"})).await.is(409).code(), "rated_people");
    assert_eq!(ada.command(&table, json!({"do": "join"})).await.is(409).code(), "rated_people");
    assert_eq!(
        ada.command(&table, json!({"do": "start", "bot": "random"})).await.is(409).code(),
        "rated_people"
    );
    ada.command(&table, json!({"do": "abort"})).await.is(200);

    let mut last = (1500.0, 1500.0, 350.0);
    for games in 1..=3 {
        rated_game(&mut ada, &mut bob).await;
        let ((winner, deviation), (loser, _)) =
            (rating(&mut gus, "Ada", games).await, rating(&mut gus, "bob", games).await);
        assert!(winner > last.0 && loser < last.1 && deviation < last.2, "game {games}: {winner} {loser}");
        last = (winner, loser, deviation);
    }
    let board = gus.get("/api/leaderboard?game=pebbles&seats=2").await.is(200).json();
    assert_eq!(board, json!([]), "three games prove little");
    for _ in 0..10 {
        rated_game(&mut bob, &mut ada).await;
        rated_game(&mut ada, &mut bob).await;
    }
    let board = gus.get("/api/leaderboard?game=pebbles&seats=2").await.is(200).json();
    let names: Vec<&Value> = board.as_array().unwrap().iter().map(|row| &row["name"]).collect();
    assert_eq!(names, ["Ada", "Bob"], "{board}");
    assert_eq!(gus.get("/api/leaderboard?game=pebbles&seats=3").await.json(), json!([]));
    assert_eq!(gus.get("/api/ratings/Nobody").await.is(404).code(), "no_such");
    site.close().await;
}

on_both!(
    a_guest_has_a_name_at_once_and_chooses_another,
    an_account_brings_the_tables_to_another_device,
    leaving_on_one_device_or_on_all,
    programs_take_seats_with_a_token,
    ratings_move_the_right_way,
);
