//! Those who turn what takes care of people against the house or against each other.

use crate::care::desk::{assert_banned, name_host, sanction};
use crate::care::letters::{house as house_with_mail, token};
use crate::care::push_service::Browser;
use crate::care::smtp_sink::SmtpSink;
use crate::home::Home;
use crate::site::{PASSWORD, Site};
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD as BASE64;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio_tungstenite::tungstenite::http::header;

/// The house speaks with no address of its own network, however it is named.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn push_messages_reach_no_private_address() {
    let home = Home::sqlite();
    let site = Site::open(&home).await;
    let mut eve = site.guest("Eve").await;
    let browser = Browser::new(1);
    let (p256dh, auth) = (BASE64.encode(&browser.point), BASE64.encode(browser.auth));
    let private = site.server.authority.clone();
    for endpoint in [
        format!("http://{private}/api/logout"),
        format!("https://{private}/"),
        "https://127.0.0.1/".to_owned(),
        "https://[::1]/".to_owned(),
        "https://[::ffff:10.0.0.1]/".to_owned(),
        "https://169.254.169.254/latest/meta-data".to_owned(),
        "https://push.example:22/".to_owned(),
        "https://push.example@127.0.0.1/".to_owned(),
        "file:///etc/passwd".to_owned(),
        format!("https://push.example/{}", "x".repeat(2000)),
    ] {
        let new = json!({"endpoint": endpoint, "keys": {"p256dh": p256dh, "auth": auth}});
        assert_eq!(eve.post("/api/me/push", new).await.is(422).code(), "bad_subscription", "{endpoint}");
    }
    for (p256dh, auth) in
        [("", &*auth), (&*"A".repeat(87), &*auth), (&*p256dh, "AAAA"), (&*"B".repeat(9000), &*auth)]
    {
        let new = json!({"endpoint": "https://push.example/x", "keys": {"p256dh": p256dh, "auth": auth}});
        assert_eq!(eve.post("/api/me/push", new).await.is(422).code(), "bad_subscription");
    }
    // More browsers than there may be: the oldest go.
    for number in 0..15 {
        let endpoint = format!("https://push.example/{number}");
        let new = json!({"endpoint": endpoint, "keys": {"p256dh": p256dh, "auth": auth}});
        eve.post("/api/me/push", new).await.is(200);
    }
    assert_eq!(eve.get("/api/me/push").await.json()["browsers"], 10);
    site.close().await;
}

/// A push service that never answers, or floods of notices, hold nobody up.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_push_service_that_never_answers_delays_nobody() {
    let home = Home::sqlite();
    let site = crate::care::push::house(&home).await;
    let (mut ada, mut bob) = (site.guest("Ada").await, site.guest("Bob").await);
    let silent = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let browser = Browser::new(1);
    let endpoint = format!("http://{}/push", silent.local_addr().unwrap());
    let keys = json!({"p256dh": BASE64.encode(&browser.point), "auth": BASE64.encode(browser.auth)});
    bob.post("/api/me/push", json!({"endpoint": endpoint, "keys": keys})).await.is(200);
    let table = ada.table(json!({"game": "pebbles", "seats": ["me", "open"], "open": true})).await;
    bob.command(&table, json!({"do": "join"})).await.is(200);
    let mut adas = ada.enter(&table).await;
    adas.act("take").await;
    adas.act("stop").await;
    // Ada is answered, Bob plays, and the house closes, while the service is waited for.
    let mut bobs = bob.enter(&table).await;
    bobs.act("take").await;
    site.close().await;
}

/// A link to a new password works once, for its own account, and not after another one was set.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_link_to_a_new_password_works_once_whoever_hurries() {
    let home = Home::sqlite();
    let sink = SmtpSink::open(0).await;
    let site = house_with_mail(&home, &sink).await;
    let mut ada = site.account("Ada").await;
    ada.put("/api/me/email", json!({"address": "ada@a.example", "password": PASSWORD})).await.is(200);
    let letters = sink.until(1).await;
    let confirm = token(&letters[0], "confirm");
    // A link that confirms sets no password.
    let mut eve = site.stranger();
    eve.post("/api/reset", json!({"token": confirm, "password": "eve's password"})).await.is(403);
    ada.post("/api/confirm", json!({"token": confirm})).await.is(200);
    for _ in 0..2 {
        eve.post("/api/forgotten", json!({"name": "Ada"})).await.is(200);
    }
    let letters = sink.until(3).await;
    let (first, second) = (token(&letters[1], "reset"), token(&letters[2], "reset"));
    let tries: Vec<_> = (0..4)
        .map(|number| {
            let (mut stranger, link) = (site.stranger(), first.clone());
            let password = format!("new password {number}");
            tokio::spawn(async move {
                stranger.post("/api/reset", json!({"token": link, "password": password})).await.0.status
            })
        })
        .collect();
    let mut done = 0;
    for one in tries {
        let status = one.await.unwrap();
        assert!(status == 200 || status == 403, "{status}");
        done += usize::from(status == 200);
    }
    assert_eq!(done, 1);
    // The other letter is worthless now.
    eve.post("/api/reset", json!({"token": second, "password": "eve's password"})).await.is(403);
    for odd in ["", "x", &"A".repeat(5000)] {
        eve.post("/api/reset", json!({"token": odd, "password": "eve's password"})).await.is(403);
    }
    // Letters are not sent without end.
    for _ in 0..12 {
        eve.post("/api/forgotten", json!({"name": "Ada"})).await;
    }
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert!(sink.letters().len() <= 6, "{}", sink.letters().len());
    site.close().await;
}

/// A ban holds for the person's programs, for sockets that are open, and for guests of the address if the host says so.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_ban_holds_for_programs_open_sockets_and_guests() {
    let home = Home::sqlite();
    let site = Site::open(&home).await;
    let (mut gus, mut bob) = (site.account("Gus").await, site.account("Bob").await);
    name_host(&home, "Gus").await;
    let made = bob.post("/api/me/programs", json!({"name": "Robot"})).await.is(200).json();
    let bearer = format!("Bearer {}", made["token"].as_str().unwrap());
    let mut robot = site.stranger().with(header::AUTHORIZATION, &bearer);
    let table = robot.table(json!({"game": "pebbles", "seats": ["me", {"screen": "Ed"}]})).await;
    let mut socket = robot.enter(&table).await;
    sanction(&mut gus, "ban", json!({"name": "Robot"}), Value::Null).await;
    while let Some(message) = socket.next().await {
        assert!(message["type"] == "closing" || message["type"] == "frame", "{message}");
    }
    for visitor in [&mut robot, &mut bob] {
        assert_eq!(visitor.get("/api/tables").await.is(403).code(), "banned");
        assert!(visitor.socket(&table).await.is_err());
    }
    assert_banned(&mut bob).await;
    for (path, body) in [
        ("/api/me/programs", json!({"name": "Two"})),
        ("/api/reports", json!({"name": "Gus", "reason": "other"})),
    ] {
        assert_eq!(bob.post(path, body).await.is(403).code(), "banned");
    }
    // Guests of this address may still come, until the host says otherwise.
    site.guest("Eve").await;
    let request =
        json!({"do": "sanction", "kind": "ban", "who": {"name": "Bob"}, "reason": "", "guests": true});
    gus.post("/api/desk", request).await.is(200);
    let mut guest = site.stranger();
    assert_eq!(guest.put("/api/me", json!({"name": "Zoe"})).await.is(403).code(), "banned");
    gus.get("/api/tables").await.is(200);
    site.close().await;
}

/// Nobody exports, deletes, logs out or reads for another.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_takes_care_of_anothers_account() {
    let home = Home::sqlite();
    let site = Site::open(&home).await;
    let (mut ada, mut eve) = (site.account("Ada").await, site.account("Eve").await);
    let devices = ada.get("/api/me/devices").await.is(200).json();
    let path = format!("/api/me/devices/{}", devices[0]["id"].as_str().unwrap());
    eve.ask("DELETE", &path, Vec::new()).await.is(404);
    let text = eve.get("/api/me/export").await.is(200).0.text();
    assert!(!text.contains("Ada"), "{text}");
    assert_eq!(
        eve.post("/api/me/delete", json!({"password": "wrong"})).await.is(403).code(),
        "wrong_own_password"
    );
    // Ada's cookie with Eve's device, and the other way round, are nobody's.
    let (adas, eves) = (ada.cookie(), eve.cookie());
    let parts =
        |cookie: &str| cookie.split_once('=').unwrap().1.split('.').map(str::to_owned).collect::<Vec<_>>();
    let (a, e) = (parts(&adas), parts(&eves));
    for forged in [
        format!("ludotheque={}.{}.{}.{}", a[0], a[1], e[2], e[3]),
        format!("ludotheque={}.{}.{}.{}", a[0], a[1], e[2], a[3]),
        format!("ludotheque={}.{}.{}", a[0], a[1], a[3]),
        format!("ludotheque={}.9.{}.{}", a[0], a[2], a[3]),
    ] {
        let mut thief = site.stranger().with(header::COOKIE, &forged);
        thief.get("/api/me/devices").await.is(401);
    }
    // A program is no account: it neither exports nor deletes its owner.
    let made = ada.post("/api/me/programs", json!({"name": "Robot"})).await.is(200).json();
    let bearer = format!("Bearer {}", made["token"].as_str().unwrap());
    let mut robot = site.stranger().with(header::AUTHORIZATION, &bearer);
    robot.get("/api/me/export").await.is(401);
    robot.get("/api/me/devices").await.is(401);
    robot.post("/api/me/delete", json!({"password": PASSWORD})).await.is(401);
    // Exports are not made without end.
    let mut refused = 0;
    for _ in 0..10 {
        refused += usize::from(eve.get("/api/me/export").await.0.status == 429);
    }
    assert!(refused >= 4, "{refused}");
    site.close().await;
}

/// What was begun before an account ended, and arrives after it, adds nothing to it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_late_request_adds_nothing_to_a_deleted_account() {
    let home = Home::sqlite();
    let site = Site::open(&home).await;
    let (mut ada, mut bob) = (site.account("Ada").await, site.account("Bob").await);
    let table = bob.table(json!({"game": "pebbles", "seats": ["me", "open"], "open": true})).await;
    let late = [
        (format!("/api/tables/{table}"), json!({"do": "join"})),
        (
            "/api/tables".to_owned(),
            json!({"game": "pebbles", "seats": ["me", {"screen": "Ed"}], "open": true}),
        ),
        ("/api/me/programs".to_owned(), json!({"name": "Late"})),
        ("/api/reports".to_owned(), json!({"name": "Bob", "reason": "other"})),
        ("/api/me/password".to_owned(), json!({"old": PASSWORD, "new": "another password"})),
    ];
    let mut begun = Vec::new();
    for (path, body) in late {
        let mut stream = tokio::net::TcpStream::connect(&site.server.authority).await.unwrap();
        let body = body.to_string();
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: {}\r\ncookie: {}\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: {}\r\n\r\n",
            site.server.authority,
            ada.cookie(),
            body.len()
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        begun.push((path, stream, body));
    }
    tokio::time::sleep(Duration::from_millis(300)).await;
    ada.post("/api/me/delete", json!({"password": PASSWORD})).await.is(200);
    for (path, mut stream, body) in begun {
        stream.write_all(body.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        assert!(answer.starts_with("HTTP/1.1 4"), "{path}: {answer}");
    }
    let frame = bob.look(&table).await;
    assert_eq!(frame["table"]["seats"][1]["waiting"], true, "{frame}");
    assert_eq!(bob.get("/api/tables?name=Ada").await.is(404).code(), "no_such");
    bob.get("/api/ratings/Late").await.is(404);
    site.close().await;
}
