//! E-mail: an address that is confirmed, a forgotten password, turns in games by days.

use super::accounts::log_in;
use super::push::{care, turn};
use super::smtp_sink::{Letter, SmtpSink};
use crate::home::{Home, on_both};
use crate::site::{PASSWORD, Site, config};
use serde_json::json;
use server::{CareConfig, Config, MailConfig};

pub async fn house(home: &Home, sink: &SmtpSink) -> Site {
    let mail = MailConfig { url: sink.url.clone(), from: "House <house@games.example>".to_owned() };
    Site::with(home, Config { care: CareConfig { mail: Some(mail), ..care() }, ..config() }).await
}

/// The token of the link in a letter.
pub fn token(letter: &Letter, page: &str) -> String {
    let text = letter.text.replace("=\n", "").replace("=3D", "=");
    let link = format!("https://games.example/{page}#");
    let (_, rest) = text.split_once(&link).unwrap_or_else(|| panic!("{link} is not in {text}"));
    rest.split_whitespace().next().unwrap().to_owned()
}

async fn a_forgotten_password_is_replaced_once_by_a_letter_that_tells_nobody_anything(home: &Home) {
    let sink = SmtpSink::open(1).await;
    let site = house(home, &sink).await;
    let mut ada = site.account("Ada").await;
    let email = |address: &str, password: &str| json!({"address": address, "password": password});
    ada.put("/api/me/email", email("ada@a.example", "wrong")).await.is(403);
    assert_eq!(ada.put("/api/me/email", email("nonsense", PASSWORD)).await.is(422).code(), "bad_email");
    let known = ada.put("/api/me/email", email("ada@a.example", PASSWORD)).await.is(200).json();
    assert_eq!(known, json!({"offered": true, "address": "ada@a.example", "confirmed": false}));
    // The first try was refused for the time being.
    let letters = sink.until(1).await;
    assert_eq!(letters[0].to, ["ada@a.example"]);
    let mut stranger = site.stranger();
    // An address that is not confirmed gets nothing else. The answers are all the same.
    let mut answers = Vec::new();
    for name in ["Ada", "ada@a.example", "Nobody", "nobody@a.example"] {
        let mut other = stranger.clone();
        answers.push(
            other.post("/api/forgotten", json!({"name": name})).await.is(200).json()["account"].clone(),
        );
    }
    assert!(answers.iter().all(|answer| *answer == json!(false)));
    assert_eq!(stranger.post("/api/confirm", json!({"token": "x"})).await.is(403).code(), "bad_link");
    let confirm = json!({"token": token(&letters[0], "confirm")});
    stranger.post("/api/confirm", confirm.clone()).await.is(200);
    stranger.post("/api/confirm", confirm).await.is(403);
    assert_eq!(ada.get("/api/me/email").await.json()["confirmed"], true);
    stranger.post("/api/forgotten", json!({"name": "ADA@a.example"})).await.is(200);
    let letters = sink.until(2).await;
    assert_eq!(letters.len(), 2, "{letters:?}");
    let link = token(&letters[1], "reset");
    let reset = |token: &str, password: &str| json!({"token": token, "password": password});
    assert_eq!(stranger.post("/api/reset", reset(&link, "short")).await.is(422).code(), "bad_password");
    stranger.post("/api/reset", reset(&link, "a new password")).await.is(200);
    assert_eq!(ada.get("/api/me").await.json()["account"], false, "every session has ended");
    let again = stranger.post("/api/reset", reset(&link, "one more password")).await.is(403);
    assert_eq!(again.code(), "bad_link");
    site.stranger().post("/api/login", json!({"name": "Ada", "password": PASSWORD})).await.is(401);
    log_in(&site, "Ada", "a new password").await;
    site.close().await;
}

async fn a_turn_by_days_is_told_by_letter_if_that_is_wanted(home: &Home) {
    let sink = SmtpSink::open(0).await;
    let site = house(home, &sink).await;
    let (mut ada, mut bob) = (site.guest("Ada").await, site.account("Bob").await);
    bob.put("/api/me/email", json!({"address": "bob@b.example", "password": PASSWORD})).await.is(200);
    let letters = sink.until(1).await;
    bob.post("/api/confirm", json!({"token": token(&letters[0], "confirm")})).await.is(200);
    let mut settings = bob.get("/api/me/notifications").await.json();
    for (wanted, limit) in [(false, 259_200), (true, 60), (true, 259_200)] {
        settings["mail_turn"] = wanted.into();
        bob.put("/api/me/notifications", settings.clone()).await.is(200);
        let clock = json!({"per_action": {"limit": limit}});
        let seats = json!({"game": "pebbles", "seats": ["me", "open"], "open": true, "clock": clock});
        let table = ada.table(seats).await;
        bob.command(&table, json!({"do": "join"})).await.is(200);
        turn(&mut ada, &table).await;
        if wanted && limit > 60 {
            let letters = sink.until(2).await;
            assert!(letters[1].text.contains(&table), "{letters:?}");
            assert_eq!(letters.len(), 2, "{letters:?}");
        }
    }
    bob.put("/api/me/email", json!({"address": "", "password": PASSWORD})).await.is(200);
    assert_eq!(bob.get("/api/me/email").await.json()["address"], "");
    site.close().await;
}

on_both!(
    a_forgotten_password_is_replaced_once_by_a_letter_that_tells_nobody_anything,
    a_turn_by_days_is_told_by_letter_if_that_is_wanted,
);
