//! Thieves of seats, and of what was said there.

use crate::home::{Home, on_both};
use crate::site::{PASSWORD, Site};
use crate::visitor::Visitor;
use serde_json::{Value, json};

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

on_both!(a_seats_link_dies_with_every_change_of_its_holder, a_new_holder_reads_no_private_words_of_the_past);
