//! Floods, crowds and slow visitors.

use super::table_with;
use crate::home::Home;
use crate::site::{Site, config};
use crate::visitor::PATIENCE;
use serde_json::json;
use server::{Config, Limits};
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::http::HeaderValue;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn floods_are_refused() {
    let home = Home::sqlite();
    let limits = Limits { commands_per_second: 5, sockets_per_person: 3, ..Limits::default() };
    let (site, mut ada, table) = table_with(&home, limits).await;
    let mut adas = ada.enter(&table).await;
    // Nonsense counts as much as sense.
    for number in 0..100 {
        let text = if number % 2 == 0 {
            "nonsense"
        } else {
            "{\"do\":\"chat\",\"channel\":\"watchers\",\"text\":\"x\"}"
        };
        adas.send(Message::Text(text.into())).await;
    }
    let mut refused = 0;
    let mut answers = 0;
    while answers < 100 {
        let message = adas.next().await.unwrap();
        answers += u64::from(message["type"] != "frame");
        refused += u64::from(message["code"] == "too_many");
    }
    assert!((80..=95).contains(&refused), "{refused} of 100 were refused");
    // Sockets are counted, and given back.
    let second = ada.enter(&table).await;
    let third = ada.enter(&table).await;
    assert!(ada.socket(&table).await.is_err(), "a fourth socket");
    site.guest("Eve").await.enter(&table).await;
    second.drop_dead();
    third.drop_dead();
    let again = async {
        while ada.socket(&table).await.is_err() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(PATIENCE, again).await.expect("the places are given back");
    // Passwords can't be tried for ever.
    let mut tried = Vec::new();
    for _ in 0..25 {
        let wrong = json!({"name": "Ada", "password": "wrong"});
        tried.push(ada.post("/api/login", wrong).await.0.status);
    }
    assert!(tried.contains(&429), "{tried:?}");
    site.close().await;
}

/// Behind a proxy of this machine, whose requests are not counted: what a client writes before the proxy's entry does not
/// make it pass for the proxy.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_passes_for_the_proxy() {
    let home = Home::sqlite();
    let limits = Limits { requests_per_second: 1, ..Limits::default() };
    let trusted_proxies = vec!["127.0.0.0/8".parse().unwrap()];
    let site = Site::with(&home, Config { limits, trusted_proxies, ..config() }).await;
    for (number, before) in
        [&b""[..], b"127.0.0.1, ", b"\xff, ", b"::1, ", b"\"\xc3\x28\", "].into_iter().enumerate()
    {
        let mut visitor = site.stranger();
        let forwarded = [before, format!("6.6.6.{number}").as_bytes()].concat();
        visitor.headers.insert("x-forwarded-for", HeaderValue::from_bytes(&forwarded).unwrap());
        let mut answers = Vec::new();
        for _ in 0..12 {
            answers.push(visitor.get("/api/me").await.0.status);
        }
        assert!(answers.contains(&429), "{before:?}: {answers:?}");
    }
    site.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_slow_are_not_waited_for() {
    let home = Home::sqlite();
    let moment = Duration::from_millis(300);
    let limits = Limits { request_timeout: moment, enter_timeout: moment, ..Limits::default() };
    let (site, mut ada, table) = table_with(&home, limits).await;
    // A head that never ends, nothing at all, a body that never ends.
    let starts = [
        "GET /api/me HTTP/1.1\r\nHost: x\r\nX-Slow: ",
        "",
        "POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"game\":",
        "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n",
    ];
    for start in starts {
        let mut stream = TcpStream::connect(&site.server.authority).await.unwrap();
        stream.write_all(start.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        let ended = timeout(PATIENCE, stream.read_to_end(&mut answer)).await;
        assert!(ended.is_ok(), "the house still waits after {start:?}");
        if start.starts_with("POST") {
            assert!(answer.starts_with(b"HTTP/1.1 408"), "{}", String::from_utf8_lossy(&answer));
        }
    }
    // A socket that never says what it wants.
    let mut silent = ada.socket(&table).await.unwrap();
    assert_eq!(silent.next().await.unwrap()["type"], "refused");
    assert!(silent.next().await.is_none());
    // Who is in may be silent.
    let mut viewer = ada.enter(&table).await;
    tokio::time::sleep(2 * moment).await;
    viewer.act("take").await;
    site.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_house_turns_people_away_and_recovers() {
    let home = Home::sqlite();
    let limits = Limits { sockets: 4, ..Limits::default() };
    let (site, mut ada, table) = table_with(&home, limits).await;
    let mut inside = Vec::new();
    let crowd = async {
        while let Ok(viewer) = ada.socket(&table).await {
            inside.push(viewer);
        }
    };
    timeout(PATIENCE, crowd).await.expect("the house is never full");
    assert!((3..=4).contains(&inside.len()), "{} are inside", inside.len());
    inside.clear();
    let mut eve = site.stranger();
    let again = async {
        while eve.socket(&table).await.is_err() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(PATIENCE, again).await.expect("the house is full for ever");
    site.close().await;
}
