//! Thieves of sessions and of programs' tokens.

use crate::home::{Home, on_both};
use crate::site::{PASSWORD, Site};
use crate::visitor::Visitor;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::sleep;
use tokio_tungstenite::tungstenite::http::header;

/// A request that was begun before and arrives after a change of the account does nothing for that account.
async fn a_late_request_undoes_no_logout_and_no_claim(home: &Home) {
    let site = Site::open(home).await;
    let mut ada = site.account("Ada").await;
    let table = ada.table(json!({"game": "pebbles", "seats": ["me", {"screen": "Ed"}]})).await;
    let command = format!("/api/tables/{table}");
    let act = json!({"do": "act", "seat": 0, "prompt": 0, "action": "take"});
    let requests = [
        ("PUT", "/api/me", json!({"name": "Thief"})),
        ("POST", "/api/me/account", json!({"name": "Thief", "password": PASSWORD})),
        ("POST", "/api/me/programs", json!({"name": "Sleeper"})),
        ("POST", "/api/tables", json!({"game": "pebbles", "seats": ["me", {"screen": "Ed"}]})),
        ("POST", &command, act),
        ("POST", &command, json!({"do": "transfer_seat", "seat": 0})),
        ("POST", "/api/logout", json!({"everywhere": true})),
    ];
    let mut late = Vec::new();
    for (method, path, body) in &requests {
        late.push(Late::begin(&site, &ada, method, path, body).await);
    }
    let mut thief = ada.clone();
    // The heads have been read.
    sleep(Duration::from_millis(300)).await;
    ada.post("/api/logout", json!({"everywhere": true})).await.is(200);
    for request in late {
        request.finish().await;
    }
    assert_eq!(thief.get("/api/me").await.is(200).json()["account"], false);
    ada.post("/api/login", json!({"name": "Ada", "password": PASSWORD})).await.is(200);
    let me = ada.get("/api/me").await.is(200).json();
    assert_eq!(me, json!({"name": "Ada", "account": true}), "no name was changed, nobody logged out again");
    assert_eq!(ada.get("/api/me/programs").await.is(200).json(), json!([]), "no program was left behind");
    assert_eq!(ada.get("/api/tables?own=true").await.is(200).json().as_array().unwrap().len(), 1);
    assert_eq!(ada.look(&table).await["total"], 0, "nobody has acted");
    site.close().await;
}

/// A request whose head was sent, and whose body comes later.
struct Late {
    stream: TcpStream,
    body: String,
}

impl Late {
    async fn begin(site: &Site, visitor: &Visitor, method: &str, path: &str, body: &Value) -> Late {
        let mut stream = TcpStream::connect(&site.server.authority).await.unwrap();
        let body = body.to_string();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\ncookie: {}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
            site.server.authority,
            visitor.cookie(),
            body.len()
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        Late { stream, body }
    }

    async fn finish(mut self) {
        self.stream.write_all(self.body.as_bytes()).await.unwrap();
        let mut answer = [0; 12];
        self.stream.read_exact(&mut answer).await.unwrap();
        assert!(answer.starts_with(b"HTTP/1.1 "));
    }
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
