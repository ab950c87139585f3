//! Thieves of sessions and of programs' tokens.

use crate::home::{Home, on_both};
use crate::site::{PASSWORD, Site};
use crate::visitor::Visitor;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::http::header;

/// A request that was begun before and arrives after a change of the account undoes nothing.
async fn a_late_request_undoes_no_logout_and_no_claim(home: &Home) {
    let site = Site::open(home).await;
    let mut ada = site.account("Ada").await;
    let thief = ada.clone();
    let name = rename_late(&site, &mut ada, thief).await;
    assert_eq!(name, "Ada");
    site.close().await;
}

/// The thief's `PUT /api/me` is recognised before the logout and its body comes after it; the name of the account then.
async fn rename_late(site: &Site, ada: &mut Visitor, thief: Visitor) -> String {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    let mut stream = tokio::net::TcpStream::connect(&site.server.authority).await.unwrap();
    let body = r#"{"name":"Thief"}"#;
    let head = format!(
        "PUT /api/me HTTP/1.1\r\nhost: {}\r\ncookie: {}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
        site.server.authority,
        thief.cookie(),
        body.len()
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    ada.post("/api/logout", json!({"everywhere": true})).await.is(200);
    stream.write_all(body.as_bytes()).await.unwrap();
    let mut answer = vec![0; 4096];
    let length = stream.read(&mut answer).await.unwrap();
    let answer = String::from_utf8_lossy(&answer[..length]);
    assert!(answer.starts_with("HTTP/1.1 409"), "{answer}");
    // The logout stands: neither cookie is good any more, and the name is Ada's still.
    let mut after = thief;
    assert_eq!(after.get("/api/me").await.is(200).json()["account"], false);
    ada.post("/api/login", json!({"name": "Ada", "password": PASSWORD})).await.is(200);
    ada.get("/api/me").await.is(200).json()["name"].as_str().unwrap().to_owned()
}

async fn a_programs_token_is_revoked_alone_and_with_all_sessions(home: &Home) {
    let site = Site::open(home).await;
    let mut ada = site.account("Ada").await;
    let mut made = Vec::new();
    for name in ["One", "Two"] {
        made.push(ada.post("/api/me/programs", json!({"name": name})).await.is(200).json());
    }
    let program = |made: &Value| {
        let bearer = format!("Bearer {}", made["token"].as_str().unwrap());
        site.stranger().with(header::AUTHORIZATION, &bearer)
    };
    let (mut one, mut two) = (program(&made[0]), program(&made[1]));
    one.get("/api/me").await.is(200);
    let mut eve = site.account("Eve").await;
    let path = format!("/api/me/programs/{}", made[0]["id"].as_str().unwrap());
    eve.ask("DELETE", &path, Vec::new()).await.is(404);
    one.get("/api/me").await.is(200);
    let left = ada.ask("DELETE", &path, Vec::new()).await.is(200).json();
    assert_eq!(left.as_array().unwrap().len(), 1);
    one.get("/api/me").await.is(401);
    // An open socket of a program ends with the logout, too.
    let table = two.table(json!({"game": "pebbles", "seats": ["me", {"screen": "Ed"}]})).await;
    let mut socket = two.enter(&table).await;
    ada.post("/api/logout", json!({"everywhere": true})).await.is(200);
    two.get("/api/me").await.is(401);
    while let Some(message) = socket.next().await {
        assert!(message["type"] == "closing" || message["type"] == "frame", "{message}");
    }
    site.close().await;
}

on_both!(
    a_late_request_undoes_no_logout_and_no_claim,
    a_programs_token_is_revoked_alone_and_with_all_sessions,
);
