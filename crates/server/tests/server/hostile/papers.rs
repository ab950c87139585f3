//! Forged and foreign papers, other people's seats, pages of other origins, messages that are none.

use super::table;
use crate::home::Home;
use serde_json::json;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::http::header::{AUTHORIZATION, COOKIE, HeaderName, ORIGIN};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn forged_and_foreign_papers_are_worth_nothing() {
    let (home, other_home) = (Home::sqlite(), Home::sqlite());
    let (site, ada, table) = table(&home).await;
    let (other_site, stranger, other_table) = super::table(&other_home).await;
    let genuine = ada.cookie();
    let (name, value) = genuine.split_once('=').unwrap();
    let parts: Vec<&str> = value.split('.').collect();
    let mut eve = site.guest("Eve").await;
    let (_, eves) =
        eve.cookie().split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned())).unwrap();
    let eves: Vec<&str> = eves.split('.').collect();
    let forged = [
        format!("{name}={}.{}.{}", parts[0], parts[1], eves[2]),
        format!("{name}={}.1.{}", parts[0], parts[2]),
        format!("{name}={}.{}.", parts[0], parts[1]),
        format!("{name}={}", parts[0]),
        format!("{name}={value}A"),
        format!("{name}="),
        format!("{name}={}", "A".repeat(4000)),
        // Another house signed it.
        stranger.cookie(),
    ];
    let act = json!({"do": "act", "seat": 0, "prompt": 0, "action": "take"});
    for cookie in forged {
        let mut thief = site.stranger().with(COOKIE, &cookie);
        assert_eq!(thief.command(&table, act.clone()).await.is(403).code(), "not_yours", "{cookie}");
        assert_ne!(thief.cookie(), cookie, "a new cookie is given to whom the old one does not name");
    }
    for token in ["", "x", "Bearer", "Bearer ", "Bearer x", "Basic QWRhOnB3", &format!("Bearer {value}")] {
        let mut thief = site.stranger().with(AUTHORIZATION, token);
        assert_eq!(thief.command(&table, act.clone()).await.is(401).code(), "no_account", "{token:?}");
        assert!(thief.socket(&table).await.is_err(), "{token:?}");
    }
    // Links of another table and another house, and such as never were.
    let mut ada = ada;
    let next = ada.table(json!({"game": "pebbles", "seats": ["me", "link"]})).await;
    let theirs = eve.table(json!({"game": "pebbles", "seats": ["me", "link"]})).await;
    let link = eve.look(&theirs).await["table"]["links"][0]["token"].as_str().unwrap().to_owned();
    let watch = ada.command(&table, json!({"do": "watch_link"})).await.is(200).json();
    let watch = watch["token"].as_str().unwrap().to_owned();
    for token in [link.as_str(), &watch, "", "AAAAAAAAAAAAAAAAAAAAAA", "💣", &"A".repeat(5000)] {
        let join = json!({"do": "join", "token": token});
        assert_eq!(eve.command(&next, join).await.is(403).code(), "bad_link", "{token}");
        let mut outside = eve.socket(&next).await.unwrap();
        assert_eq!(
            outside.refused(json!({"do": "enter", "version": protocol::VERSION, "token": token})).await,
            "no_table"
        );
    }
    assert_eq!(eve.command(&other_table, act.clone()).await.is(404).code(), "no_table");
    assert_eq!(ada.look(&table).await["total"], 0);
    assert_eq!(ada.look(&next).await["table"]["status"], "waiting");
    other_site.close().await;
    site.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_acts_for_another() {
    let home = Home::sqlite();
    let (site, mut ada, table) = table(&home).await;
    let mut eve = site.guest("Eve").await;
    let mut eves = eve.enter(&table).await;
    let prompt = 0;
    let attempts = [
        (json!({"do": "act", "seat": 0, "prompt": prompt, "action": "take"}), "not_yours"),
        (json!({"do": "act", "seat": 1, "prompt": prompt, "action": "take"}), "not_yours"),
        (json!({"do": "act", "seat": 7, "prompt": prompt, "action": "take"}), "not_yours"),
        (json!({"do": "resign", "seat": 0}), "not_yours"),
        (json!({"do": "offer", "seat": 0, "offer": "draw"}), "not_yours"),
        (json!({"do": "answer", "seat": 0, "accept": true}), "not_yours"),
        (json!({"do": "transfer_seat", "seat": 0}), "not_yours"),
        (json!({"do": "leave", "seat": 0}), "not_waiting"),
        (json!({"do": "start", "bot": "random"}), "not_waiting"),
        (json!({"do": "abort"}), "not_seated"),
        (json!({"do": "rematch"}), "not_over"),
        (json!({"do": "join"}), "not_waiting"),
        (json!({"do": "join", "seat": 0}), "not_waiting"),
        (json!({"do": "chat", "text": "I am Ada"}), "not_seated"),
        (json!({"do": "enter", "version": protocol::VERSION}), "bad_message"),
    ];
    for (attempt, code) in attempts {
        assert_eq!(eves.refused(attempt.clone()).await, code, "{attempt}");
        assert_eq!(eve.command(&table, attempt.clone()).await.code(), code, "{attempt}");
    }
    // Seats that no table has are no seats.
    for seat in [8, 64, 200, 255, 256, -1] {
        let attempt = json!({"do": "act", "seat": seat, "prompt": 0, "action": "take"});
        assert_eq!(eves.refused(attempt.clone()).await, "bad_message", "{attempt}");
        let channel = json!({"allies": {"seats": [seat]}});
        assert_eq!(eves.refused(json!({"do": "chat", "channel": channel, "text": "x"})).await, "bad_message");
    }
    let now = ada.look(&table).await;
    assert_eq!((&now["total"], now.get("chat")), (&json!(0), None));
    site.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn other_pages_can_do_nothing() {
    let home = Home::sqlite();
    let (site, ada, table) = table(&home).await;
    let act = json!({"do": "act", "seat": 0, "prompt": 0, "action": "take"});
    let elsewhere = [
        ada.with(ORIGIN, "http://evil.example"),
        ada.with(ORIGIN, "null"),
        ada.with(ORIGIN, &format!("http://{}.evil.example", site.server.authority)),
        ada.with(HeaderName::from_static("sec-fetch-site"), "cross-site"),
    ];
    for mut page in elsewhere {
        assert_eq!(page.command(&table, act.clone()).await.is(403).code(), "foreign");
        assert_eq!(page.put("/api/me", json!({"name": "Mallory"})).await.is(403).code(), "foreign");
        assert!(page.socket(&table).await.is_err());
    }
    // A form of another page sends no JSON.
    let text = HeaderName::from_static("content-type");
    let mut form = ada.with(text, "text/plain");
    assert!(form.command(&table, act.clone()).await.0.status >= 400);
    let mut own = ada.with(ORIGIN, &format!("http://{}", site.server.authority));
    let answer = own.command(&table, act).await.is(200);
    for (header, part) in [
        ("content-security-policy", "default-src 'self'"),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("cache-control", "no-store"),
    ] {
        assert!(answer.0.headers[header].to_str().unwrap().contains(part), "{header}");
    }
    assert!(answer.0.headers.get("access-control-allow-origin").is_none());
    own.socket(&table).await.unwrap();
    site.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_the_embedded_board_stands_in_frames_of_others() {
    let home = Home::sqlite();
    let (site, mut ada, table) = table(&home).await;
    for (path, ancestors) in [
        (format!("/embed/{table}"), "frame-ancestors *"),
        (format!("/table/{table}"), "frame-ancestors 'none'"),
        ("/".to_owned(), "frame-ancestors 'none'"),
        (format!("/api/tables/{table}"), "frame-ancestors 'none'"),
    ] {
        let answer = ada.get(&path).await;
        let policy = answer.0.headers["content-security-policy"].to_str().unwrap();
        assert!(policy.ends_with(ancestors) && policy.contains("default-src 'self'"), "{path}: {policy}");
    }
    let page = ada.get(&format!("/embed/{table}")).await;
    assert!(page.0.headers.get("set-cookie").is_none(), "a page in a frame sets no cookie");
    site.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn oversize_binary_and_malformed_messages() {
    let home = Home::sqlite();
    let (site, mut ada, table) = table(&home).await;
    let huge = "x".repeat(10 << 20);
    for message in [Message::Text(huge.clone().into()), Message::Binary(huge.clone().into_bytes().into())] {
        for entered in [false, true] {
            let mut viewer =
                if entered { ada.enter(&table).await } else { ada.socket(&table).await.unwrap() };
            // The house may hang up before it has heard it all.
            viewer.try_send(message.clone()).await;
            while viewer.next().await.is_some_and(|message| message["type"] == "frame") {}
            assert!(viewer.next().await.is_none(), "the socket is closed");
        }
    }
    let mut viewer = ada.enter(&table).await;
    viewer.send(Message::Binary(b"{\"do\":\"abort\"}".to_vec().into())).await;
    while let Some(message) = viewer.next().await {
        assert_ne!(message["type"], "done");
    }
    let malformed = [
        "",
        "{",
        "null",
        "[]",
        "0",
        "\"act\"",
        "{}",
        "{\"do\":\"fly\"}",
        "{\"do\":\"act\"}",
        "{\"do\":[]}",
        "{\"do\":\"act\",\"seat\":0,\"prompt\":-1,\"action\":\"take\"}",
        "{\"do\":\"act\",\"seat\":0,\"prompt\":99999999999,\"action\":\"take\"}",
        "{\"do\":\"act\",\"seat\":0,\"prompt\":0,\"action\":null}",
        "{\"id\":-1,\"do\":\"abort\"}",
        "{\"do\":\"offer\",\"seat\":0,\"offer\":\"cheat\"}",
        &"[".repeat(10_000),
    ];
    let mut viewer = ada.enter(&table).await;
    for text in malformed {
        viewer.send(Message::Text(text.into())).await;
        let answer = viewer.next().await.unwrap();
        assert_eq!((&answer["type"], &answer["code"]), (&json!("refused"), &json!("bad_message")), "{text}");
        let mut outside = ada.socket(&table).await.unwrap();
        outside.send(Message::Text(text.into())).await;
        assert_eq!(outside.next().await.unwrap()["code"], "bad_message", "{text}");
        assert!(outside.next().await.is_none(), "who does not enter is not let in");
        let answer = ada.ask("POST", &format!("/api/tables/{table}"), text.as_bytes().to_vec()).await;
        assert!((400..500).contains(&answer.0.status), "{text}: {}", answer.0.text());
    }
    let body = json!({"name": huge}).to_string().into_bytes();
    // Here too, it may hang up before it has heard it all.
    if let Ok(answer) = ada.server.ask("PUT", "/api/me", &ada.headers, body).await {
        assert_eq!(answer.status, 413, "{}", answer.text());
    }
    assert_eq!(ada.get("/api/me").await.is(200).json()["name"], "Ada");
    assert_eq!(ada.look(&table).await["total"], 0);
    site.close().await;
}
