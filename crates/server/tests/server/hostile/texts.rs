//! Texts that a database or a reader may stumble over: they are taken or refused, and never a fault of the house.

use crate::home::{Home, on_both};
use crate::site::{PASSWORD, Site};
use serde_json::json;
use std::fmt::Write as _;

/// Percent-encoded, byte by byte.
fn encoded(text: &str) -> String {
    text.bytes().fold(String::new(), |mut encoded, byte| {
        write!(encoded, "%{byte:02X}").unwrap();
        encoded
    })
}

async fn no_text_is_a_fault_of_the_house(home: &Home) {
    let site = Site::open(home).await;
    let mut ada = site.account("Ada").await;
    let table = ada.table(json!({"game": "pebbles", "seats": ["me", {"screen": "Ed"}], "open": true})).await;
    let mut adas = ada.enter(&table).await;
    let mut eve = site.guest("Eve").await;
    for odd in [
        "\0",
        "a\0b",
        "\u{1}",
        "\u{7f}",
        "\u{202e}",
        "\u{fffe}",
        "\u{10ffff}",
        "\u{d7ff}",
        "'; DROP TABLE users; --",
        "\\u0000",
        "%00",
        &"x".repeat(5000),
        &"\u{1f4a3}".repeat(1500),
    ] {
        let text = encoded(odd);
        for path in [
            format!("/api/tables/{text}"),
            format!("/api/tables/{text}/record"),
            format!("/api/tables/{text}/socket"),
            format!("/api/tables?name={text}"),
            format!("/api/tables?game={text}"),
            format!("/api/tables?status={text}"),
            format!("/api/tables/{table}?token={text}"),
            format!("/api/games/{text}"),
            format!("/api/ratings/{text}"),
            format!("/api/leaderboard?game={text}&seats=2"),
            "/api/leaderboard?game=x&seats=18446744073709551615".to_owned(),
            "/api/tables?seats=-9223372036854775808&before=-9223372036854775808&limit=0".to_owned(),
            format!("/{text}"),
            format!("/assets/{text}.js"),
        ] {
            if path.len() < 30_000 {
                let answer = eve.get(&path).await;
                assert!(answer.0.status < 500, "{path:?}: {}", answer.0.text());
            }
        }
        let seats = json!(["me", "link"]);
        for (path, body) in [
            ("/api/tables", json!({"game": odd, "seats": seats})),
            ("/api/tables", json!({"game": "pebbles", "seats": ["me", {"screen": odd}]})),
            ("/api/tables", json!({"game": "pebbles", "seats": ["me", {"bot": odd}]})),
            ("/api/tables", json!({"game": "pebbles", "seats": seats, "options": {odd: odd}})),
            ("/api/tables", json!({"game": "pebbles", "seats": seats, "record": odd})),
            ("/api/tables", json!({"game": "pebbles", "seats": seats, "on_timeout": {"bot": odd}})),
            ("/api/analysis", json!({"record": odd})),
            ("/api/me/account", json!({"name": odd, "password": PASSWORD})),
            ("/api/login", json!({"name": odd, "password": odd})),
            ("/api/me/programs", json!({"name": odd})),
        ] {
            let answer = ada.post(path, body.clone()).await;
            assert!(answer.0.status < 500, "{path} {body}: {}", answer.0.text());
        }
        let answer = eve.put("/api/me", json!({"name": odd})).await;
        assert!(answer.0.status < 500, "{odd:?}: {}", answer.0.text());
        let revoked = ada.ask("DELETE", &format!("/api/me/programs/{text}"), Vec::new()).await;
        assert!(revoked.0.status < 500, "{odd:?}: {}", revoked.0.text());
        for request in [
            json!({"do": "act", "seat": 0, "prompt": 0, "action": odd}),
            json!({"do": "chat", "text": odd}),
            json!({"do": "hand", "seat": 0, "movement": odd}),
            json!({"do": "predict", "entry": 1, "action": odd}),
            json!({"do": "start", "bot": odd}),
            json!({"do": "join", "token": odd}),
        ] {
            if request.to_string().len() < 10_000 {
                let answer = adas.ask(request.clone()).await;
                assert_ne!(answer["code"], "not_saved", "{request}: {answer}");
                assert_ne!(answer["code"], "damaged", "{request}: {answer}");
            }
        }
    }
    ada.get("/healthz").await.is(200);
    adas.act("take").await;
    site.close().await;
}

on_both!(no_text_is_a_fault_of_the_house);
