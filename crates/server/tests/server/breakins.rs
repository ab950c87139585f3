//! Break-ins: what a thief of seats, sessions and ratings may try.

use crate::home::{Home, on_both};
use crate::site::{PASSWORD, Site};
use crate::visitor::Visitor;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::http::header;

async fn token_of(visitor: &mut Visitor, table: &str) -> String {
    visitor.look(table).await["table"]["links"][0]["token"].as_str().unwrap().to_owned()
}

/// The host keeps the token of a seat's link. Once somebody else holds the seat, however they came to it, it is worthless.
async fn a_seats_link_dies_with_every_change_of_its_holder(home: &Home) {
    let site = Site::open(home).await;
    let (mut host, mut bob) = (site.guest("Host").await, site.guest("Bob").await);
    let table = host.table(json!({"game": "pebbles", "seats": ["me", "open", "open"], "open": true})).await;
    let kept = token_of(&mut host, &table).await;
    bob.command(&table, json!({"do": "join", "seat": 1})).await.is(200);
    let steal = |token: &str| json!({"do": "join", "token": token});
    assert_eq!(host.command(&table, steal(&kept)).await.is(403).code(), "bad_link", "after a join");
    bob.command(&table, json!({"do": "leave", "seat": 1})).await.is(200);
    assert_eq!(host.command(&table, steal(&kept)).await.is(403).code(), "bad_link", "after a leave");
    bob.command(&table, json!({"do": "join", "seat": 1})).await.is(200);
    // Each transfer makes a new link, and the one before dies.
    let transfer = json!({"do": "transfer_seat", "seat": 1});
    let first = bob.command(&table, transfer.clone()).await.is(200).json()["token"].clone();
    let second = bob.command(&table, transfer).await.is(200).json()["token"].clone();
    assert_ne!(first, second);
    let mut phone = site.guest("Bob's phone").await;
    let old = phone.command(&table, steal(first.as_str().unwrap())).await;
    assert_eq!(old.is(403).code(), "bad_link");
    phone.command(&table, steal(second.as_str().unwrap())).await.is(200);
    assert_eq!(bob.command(&table, steal(second.as_str().unwrap())).await.is(403).code(), "bad_link");
    // A guest who logs in takes the seat along, and the link made before is worthless.
    let made = phone.command(&table, json!({"do": "transfer_seat", "seat": 1})).await.is(200).json();
    site.account("Phone").await;
    phone.post("/api/login", json!({"name": "Phone", "password": PASSWORD})).await.is(200);
    let made = steal(made["token"].as_str().unwrap());
    assert_eq!(host.command(&table, made).await.is(403).code(), "bad_link", "after a merge");
    site.close().await;
}

/// Whoever takes a seat over does not read what its former holder was told in private.
async fn a_new_holder_reads_no_private_words_of_the_past(home: &Home) {
    let site = Site::open(home).await;
    let mut people = Vec::new();
    for name in ["Ada", "Bob", "Cyd", "Dan"] {
        people.push(site.guest(name).await);
    }
    let seats = json!(["me", "open", "open", "open"]);
    let options = json!({"teams": "pairs"});
    let table =
        people[0].table(json!({"game": "pebbles", "seats": seats, "options": options, "open": true})).await;
    for person in &mut people[1..] {
        person.command(&table, json!({"do": "join"})).await.is(200);
    }
    let private = json!({"do": "chat", "channel": {"allies": {"seats": [0, 2]}}, "text": "take three"});
    people[0].command(&table, private).await.is(200);
    let link = people[2].command(&table, json!({"do": "transfer_seat", "seat": 2})).await.is(200).json();
    let mut eve = site.guest("Eve").await;
    eve.command(&table, json!({"do": "join", "token": link["token"]})).await.is(200);
    let texts = |frame: &Value| frame["chat"].as_array().cloned().unwrap_or_default();
    assert_eq!(texts(&eve.look(&table).await).len(), 0, "what was said before is not hers");
    let later = json!({"do": "chat", "channel": {"allies": {"seats": [0, 2]}}, "text": "welcome"});
    people[0].command(&table, later).await.is(200);
    assert_eq!(texts(&eve.look(&table).await)[0]["text"], "welcome");
    assert_eq!(texts(&people[0].look(&table).await).len(), 2);
    site.close().await;
}

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

async fn a_rated_seat_stays_with_its_person_and_the_game_counts(home: &Home) {
    let site = Site::open(home).await;
    let (mut ada, mut bob, mut eve) =
        (site.account("Ada").await, site.account("Bob").await, site.account("Eve").await);
    let wanted = json!({"game": "pebbles", "seats": ["me", "open"], "open": true, "rated": true});
    let table = ada.table(wanted.clone()).await;
    bob.command(&table, json!({"do": "join"})).await.is(200);
    let link = bob.command(&table, json!({"do": "transfer_seat", "seat": 1})).await.is(200).json();
    let taken = eve.command(&table, json!({"do": "join", "token": link["token"]})).await;
    assert_eq!(taken.is(409).code(), "rated_people", "Eve does not play for Bob");
    // Once two seats have acted, nobody gets out of it.
    let (mut adas, mut bobs) = (ada.enter(&table).await, bob.enter(&table).await);
    adas.act("take").await;
    adas.act("stop").await;
    bobs.act("take").await;
    assert_eq!(adas.refused(json!({"do": "abort"})).await, "too_late");
    // Nobody is rated against their own program, nor two programs of one person against each other.
    let made = ada.post("/api/me/programs", json!({"name": "Adabot"})).await.is(200).json();
    let bearer = format!("Bearer {}", made["token"].as_str().unwrap());
    let mut program = site.stranger().with(header::AUTHORIZATION, &bearer);
    let table = ada.table(wanted).await;
    assert_eq!(program.command(&table, json!({"do": "join"})).await.is(409).code(), "rated_people");
    site.close().await;
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

/// Nobody wears the name of an account, in other capitals, widths or letters.
async fn the_name_of_an_account_is_its_own(home: &Home) {
    let site = Site::open(home).await;
    let mut coco = site.account("Coco").await;
    let mut eve = site.guest("Eve").await;
    for name in ["Coco", "COCO", " coco ", "Ｃｏｃｏ", "\u{421}\u{43e}\u{441}\u{43e}"] {
        let answer = eve.put("/api/me", json!({"name": name})).await;
        assert_eq!(answer.is(409).code(), "name_taken", "{name}");
        let credentials = json!({"name": name, "password": PASSWORD});
        assert_eq!(eve.post("/api/me/account", credentials).await.is(409).code(), "name_taken", "{name}");
    }
    for name in ["Co\u{200b}co", "Co\u{202e}co", "C\u{43e}co"] {
        assert_eq!(eve.put("/api/me", json!({"name": name})).await.is(422).code(), "bad_name", "{name}");
    }
    coco.put("/api/me", json!({"name": "COCO"})).await.is(200);
    site.close().await;
}

/// A record of thousands of take-backs is judged or refused at once, and nobody waits for it.
async fn a_long_record_freezes_nobody(home: &Home) {
    let site = Site::open(home).await;
    let (mut ada, mut eve) = (site.guest("Ada").await, site.guest("Eve").await);
    let head = "ludotheque record 1\ngame: pebbles\nrules: 1\nseats: 2\nclock: none\n\n";
    let record = |turns: usize| format!("{head}{}", "0 take\n0 !takeback\n".repeat(turns));
    let table = |record: String| json!({"game": "pebbles", "seats": ["me", "link"], "record": record});
    assert_eq!(eve.post("/api/tables", table(record(9000))).await.is(413).code(), "too_large");
    assert_eq!(eve.post("/api/analysis", json!({"record": record(9000)})).await.is(413).code(), "too_large");
    let absurd = format!("{head}0 take ; 18446744073709551.615\n");
    assert_eq!(eve.post("/api/tables", table(absurd)).await.is(413).code(), "too_large");
    eve.table(table(record(2400))).await;
    let own = ada.table(json!({"game": "pebbles", "seats": ["me", {"screen": "Bob"}]})).await;
    ada.enter(&own).await.act("take").await;
    site.close().await;
}

on_both!(
    the_name_of_an_account_is_its_own,
    a_long_record_freezes_nobody,
    a_seats_link_dies_with_every_change_of_its_holder,
    a_new_holder_reads_no_private_words_of_the_past,
    a_late_request_undoes_no_logout_and_no_claim,
    a_rated_seat_stays_with_its_person_and_the_game_counts,
    a_programs_token_is_revoked_alone_and_with_all_sessions,
);
