//! What is said at a table, and who hears it.

use crate::home::{Home, on_both};
use crate::site::Site;
use crate::visitor::Viewer;
use serde_json::{Value, json};

fn talk(channel: &Value, text: &str) -> Value {
    json!({"do": "chat", "channel": channel, "text": text})
}

/// All that a viewer has heard.
fn heard(viewer: &Viewer) -> Vec<String> {
    let frames = viewer.received.iter().map(|text| serde_json::from_str::<Value>(text).unwrap());
    let words = frames.flat_map(|frame| frame["chat"].as_array().cloned().unwrap_or_default());
    words.map(|word| word["text"].as_str().unwrap().to_owned()).collect()
}

async fn everybody_hears_what_is_meant_for_them(home: &Home) {
    let site = Site::open(home).await;
    let mut people = Vec::new();
    for name in ["Ada", "Bob", "Cyd", "Dan", "Eve", "Fay"] {
        people.push(site.guest(name).await);
    }
    let options = json!({"teams": "pairs"});
    let seats = json!(["me", "open", "open", "open"]);
    let table =
        people[0].table(json!({"game": "pebbles", "seats": seats, "options": options, "open": true})).await;
    let mut viewers = Vec::new();
    for (number, person) in people.iter_mut().enumerate() {
        let mut viewer = person.enter(&table).await;
        if (1..4).contains(&number) {
            viewer.done(json!({"do": "join"})).await;
        }
        viewers.push(viewer);
    }
    viewers[0].until(|frame| frame["table"]["status"] == "playing").await;
    assert_eq!(viewers[0].frame["game"]["may_confer"], json!([[0, 2], [1, 3]]));

    viewers[0].done(talk(&json!("table"), "to all")).await;
    viewers[0].done(talk(&json!({"allies": {"seats": [0, 2]}}), "to Cyd")).await;
    viewers[3].done(talk(&json!({"allies": {"seats": [1, 3]}}), "to Bob")).await;
    viewers[4].done(talk(&json!("watchers"), "to Fay")).await;
    for seats in [json!([0, 1]), json!([1, 3]), json!([0]), json!([0, 1, 2, 3]), json!([])] {
        let refused = viewers[0].refused(talk(&json!({"allies": {"seats": seats}}), "psst")).await;
        assert_eq!(refused, "may_not_confer", "{seats}");
    }
    assert_eq!(
        viewers[4].refused(talk(&json!({"allies": {"seats": [0, 2]}}), "psst")).await,
        "may_not_confer"
    );
    assert_eq!(viewers[4].refused(talk(&json!("table"), "to all")).await, "not_seated");
    assert_eq!(viewers[1].refused(talk(&json!("watchers"), "help?")).await, "not_yours");
    viewers[1].done(talk(&json!("table"), "the last word")).await;

    let expected: [&[&str]; 6] = [
        &["to all", "to Cyd", "the last word"],
        &["to all", "to Bob", "the last word"],
        &["to all", "to Cyd", "the last word"],
        &["to all", "to Bob", "the last word"],
        &["to all", "to Fay", "the last word"],
        &["to all", "to Fay", "the last word"],
    ];
    for (viewer, expected) in viewers.iter_mut().zip(expected) {
        viewer.until(|frame| frame["chats"] == 5).await;
        assert_eq!(heard(viewer), expected);
    }
    // Once it is over the players hear what was said about them, but never what was said among others.
    viewers[0].done(json!({"do": "resign", "seat": 0})).await;
    viewers[2].done(json!({"do": "resign", "seat": 2})).await;
    viewers[0].until_over().await;
    let words: Vec<&Value> =
        viewers[0].frame["chat"].as_array().unwrap().iter().map(|word| &word["text"]).collect();
    assert_eq!(words, ["to all", "to Cyd", "to Fay", "the last word"]);
    site.close().await;
}

async fn odd_words_are_kept_as_they_are_or_refused(home: &Home) {
    let site = Site::open(home).await;
    let mut ada = site.guest("Ada").await;
    let table = ada.table(json!({"game": "pebbles", "seats": ["me", {"screen": "Ed"}]})).await;
    let mut adas = ada.enter(&table).await;
    let long = "é".repeat(500);
    let odd = [
        "'; DROP TABLE log; --",
        "\" OR \"\"=\"",
        "%s %n {} ${jndi:ldap://x} <script>alert(1)</script> \\ \\u0000 $1",
        "日本語 עברית \u{202e}txet 🪨🧑‍🤝‍🧑 ﷽ \u{feff} \u{10ffff}",
        &long,
    ];
    for (number, text) in odd.iter().enumerate() {
        adas.done(talk(&json!("table"), text)).await;
        let frame = adas.until(|frame| frame["chats"] == number + 1).await;
        assert_eq!(frame["chat"][0]["text"], *text);
    }
    for text in ["", "   ", "a\u{0}b", "a\nb", "\u{1b}[31m", &"é".repeat(501)] {
        assert_eq!(adas.refused(talk(&json!("table"), text)).await, "bad_chat", "{text:?}");
    }
    site.close().await;
    let kept = home.store().await.chat(&table).await.unwrap();
    assert!(kept.iter().map(|row| row.text.as_str()).eq(odd), "{kept:?}");
}

async fn what_a_hand_is_doing_is_passed_on_and_not_kept(home: &Home) {
    let show = |seat: u8, what: &str| json!({"do": "hand", "seat": seat, "movement": what});
    let site = Site::open(home).await;
    let (mut ada, mut bob, mut eve) =
        (site.guest("Ada").await, site.guest("Bob").await, site.guest("Eve").await);
    let table = ada.table(json!({"game": "pebbles", "seats": ["me", "open"], "open": true})).await;
    let (mut adas, mut bobs) = (ada.enter(&table).await, bob.enter(&table).await);
    bobs.done(json!({"do": "join"})).await;
    let mut eves = eve.enter(&table).await;
    adas.until(|frame| frame["table"]["status"] == "playing").await;
    let (seat, ..) = adas.prompted().await;
    assert_eq!(seat, 0);
    adas.done(show(0, "over the pile")).await;
    for viewer in [&mut bobs, &mut eves] {
        let shown = loop {
            let message = viewer.next().await.expect("the house goes on");
            if message["type"] == "hand" {
                break message;
            }
        };
        assert_eq!((&shown["seat"], &shown["movement"]), (&json!(0), &json!("over the pile")));
    }
    // Not for a seat that has nothing to do, nor for another's, nor at length.
    assert_eq!(bobs.refused(show(1, "me too")).await, "bad_message");
    assert_eq!(eves.refused(show(0, "mine")).await, "not_yours");
    assert_eq!(adas.refused(show(0, &"x".repeat(401))).await, "bad_message");
    // What was done by hand before an action is no news after it, nor for one's own eyes.
    let (_, _, actions) = adas.prompted().await;
    adas.act(&actions[0]).await;
    let mut again = eve.enter(&table).await;
    again.until_steps(1).await;
    let shown = |viewer: &Viewer| viewer.received.iter().any(|text| text.contains("over the pile"));
    assert!(!shown(&again) && !shown(&adas));
    site.close().await;
}

on_both!(
    what_a_hand_is_doing_is_passed_on_and_not_kept,
    everybody_hears_what_is_meant_for_them,
    odd_words_are_kept_as_they_are_or_refused
);
