//! What people do with a game: act, take back, resign, draw, abort, come and go.

use crate::home::{Home, on_both};
use crate::site::Site;
use crate::visitor::{Viewer, Visitor, told};
use serde_json::{Value, json};

/// A table of Pebbles for two that has begun, with both at it.
async fn two(site: &Site) -> (String, (Visitor, Viewer), (Visitor, Viewer)) {
    let (mut ada, mut bob) = (site.guest("Ada").await, site.guest("Bob").await);
    let table = ada.table(json!({"game": "pebbles", "seats": ["me", "open"], "open": true})).await;
    let mut adas = ada.enter(&table).await;
    let mut bobs = bob.enter(&table).await;
    bobs.done(json!({"do": "join"})).await;
    for viewer in [&mut adas, &mut bobs] {
        viewer.until(|frame| frame["table"]["status"] == "playing").await;
    }
    (table, (ada, adas), (bob, bobs))
}

fn say(seat: u8, word: &str) -> Value {
    match word {
        "draw" | "take_back" => json!({"do": "offer", "seat": seat, "offer": word}),
        "agree" | "decline" => json!({"do": "answer", "seat": seat, "accept": word == "agree"}),
        word => json!({"do": word, "seat": seat}),
    }
}

async fn actions_are_done_refused_or_stale(home: &Home) {
    let site = Site::open(home).await;
    let (table, (mut ada, mut adas), (_, mut bobs)) = two(&site).await;
    let (seat, prompt, actions) = adas.prompted().await;
    assert_eq!((seat, actions), (0, vec!["take".to_owned()]));
    let act = |seat: u64, prompt: u64, action: &str| json!({"do": "act", "seat": seat, "prompt": prompt, "action": action});

    // The rules forbid it: the article says which.
    let answer = adas.ask(act(0, prompt, "stop")).await;
    assert_eq!((&answer["code"], &answer["article"]), (&json!("illegal"), &json!("P3")));
    assert_eq!(answer["why"]["fr"], "Un au moins.");
    let answer = bobs.ask(act(1, prompt, "take")).await;
    assert_eq!((&answer["code"], &answer["article"]), (&json!("illegal"), &json!("P1")));
    assert_eq!(adas.refused(act(0, prompt, "dance")).await, "malformed");
    assert_eq!(adas.refused(act(0, prompt + 7, "take")).await, "stale");
    assert_eq!(bobs.refused(act(0, prompt, "take")).await, "not_yours");
    assert_eq!(adas.refused(act(5, prompt, "take")).await, "not_yours");
    assert_eq!(ada.look(&table).await["total"], 0, "nothing has changed");

    assert_eq!(adas.done(act(0, prompt, "take")).await["entry"], 0);
    assert_eq!(
        adas.done(act(0, prompt, "take")).await["entry"],
        0,
        "whoever asks again learns that it is done"
    );
    assert_eq!(adas.refused(act(0, prompt, "stop")).await, "stale", "another answer comes too late");
    assert_eq!(ada.look(&table).await["total"], 1, "nothing is done twice");
    // By request it is the same.
    let (_, prompt, _) = adas.until_steps(1).await.clone().prompt();
    let answer = ada.command(&table, act(0, prompt, "dance")).await.is(422);
    assert_eq!(answer.code(), "malformed");
    assert_eq!(ada.command(&table, act(0, prompt, "stop")).await.is(200).json()["entry"], 1);
    assert_eq!(adas.done(act(0, prompt, "stop")).await["entry"], 1, "even if somebody else is to act now");
    assert_eq!(adas.refused(act(0, prompt, "take")).await, "stale");
    assert_eq!(bobs.refused(act(0, prompt, "stop")).await, "not_yours");
    bobs.until_steps(2).await;
    assert_eq!(bobs.frame["game"]["turn"], json!({"seats": [1]}));
    assert_eq!(bobs.frame["steps"]["from"], 1);
    site.close().await;
}

trait Prompted {
    fn prompt(&self) -> (u64, u64, usize);
}

impl Prompted for Value {
    fn prompt(&self) -> (u64, u64, usize) {
        let prompt = &self["game"]["prompts"][0];
        let number = |key: &str| prompt[key].as_u64().unwrap();
        (number("seat"), number("prompt"), prompt["actions"].as_array().unwrap().len())
    }
}

async fn a_turn_is_taken_back_freely_or_by_consent(home: &Home) {
    let site = Site::open(home).await;
    let (_, (_, mut adas), (_, mut bobs)) = two(&site).await;
    assert_eq!(adas.refused(say(0, "take_back")).await, "nothing_to_take_back");
    adas.act("take").await;
    adas.act("take").await;
    // One's own unfinished turn.
    adas.done(say(0, "take_back")).await;
    bobs.until(|frame| frame["total"] == 1 && frame["log"] == 3).await;
    assert_eq!((bobs.frame["steps"]["from"].as_u64(), told(&bobs.frame).len()), (Some(1), 0));

    // A finished one if the other agrees.
    adas.until_steps(1).await;
    adas.act("stop").await;
    adas.done(say(0, "take_back")).await;
    let asked = json!({"by": 0, "offer": "take_back", "accepted": [0]});
    bobs.until(|frame| frame["game"]["offer"] == asked).await;
    assert_eq!(adas.refused(say(0, "agree")).await, "no_offer");
    bobs.done(say(1, "decline")).await;
    adas.until(|frame| frame["game"]["offer"].is_null()).await;
    assert_eq!(adas.frame["total"], 2);
    adas.done(say(0, "take_back")).await;
    bobs.done(say(1, "agree")).await;
    adas.until_steps(1).await;
    // A bot and a neighbour on the same screen agree at once.
    let mut cyd = site.guest("Cyd").await;
    let table =
        cyd.table(json!({"game": "pebbles", "seats": ["me", {"screen": "Dan"}, {"bot": "random"}]})).await;
    let mut cyds = cyd.enter(&table).await;
    cyds.act("take").await;
    cyds.act("stop").await;
    cyds.done(say(0, "take_back")).await;
    cyds.until_steps(1).await;
    site.close().await;
}

async fn resigning_drawing_and_aborting(home: &Home) {
    let site = Site::open(home).await;
    let (_, (_, mut adas), (_, mut bobs)) = two(&site).await;
    adas.done(say(0, "draw")).await;
    bobs.until(|frame| frame["game"]["offer"]["offer"] == "draw").await;
    bobs.done(say(1, "decline")).await;
    adas.done(say(0, "draw")).await;
    assert_eq!(bobs.refused(say(1, "draw")).await, "offer_open");
    bobs.done(say(1, "agree")).await;
    adas.until_over().await;
    assert_eq!(adas.frame["table"]["places"], json!([1, 1]));
    assert_eq!(adas.refused(say(0, "resign")).await, "not_playing");

    let (table, (_, mut adas), (mut bob, mut bobs)) = two(&site).await;
    assert_eq!(bobs.refused(say(0, "resign")).await, "not_yours");
    assert_eq!(bobs.refused(say(1, "flag")).await, "bad_message", "that is for the clock to say");
    bobs.done(say(1, "resign")).await;
    adas.until_over().await;
    assert_eq!(adas.frame["table"]["places"], json!([1, 2]));
    assert_eq!(adas.frame["game"]["gone"], json!([1]));
    let over = bob.get("/api/tables?own=true&status=over").await.is(200).json();
    assert!(over.as_array().unwrap().iter().any(|row| row["id"] == *table), "it is in the history");

    let (_, (_, mut adas), (_, mut bobs)) = two(&site).await;
    adas.act("take").await;
    bobs.done(json!({"do": "abort"})).await;
    adas.until(|frame| frame["table"]["status"] == "aborted").await;
    assert!(adas.frame["table"].get("places").is_none());

    let (_, (_, mut adas), (_, mut bobs)) = two(&site).await;
    adas.act("take").await;
    adas.act("stop").await;
    bobs.act("take").await;
    assert_eq!(bobs.refused(json!({"do": "abort"})).await, "too_late");
    site.close().await;
}

async fn coming_back_with_what_was_seen(home: &Home) {
    let site = Site::open(home).await;
    let (table, (mut ada, mut adas), (_, mut bobs)) = two(&site).await;
    adas.act("take").await;
    let seen = adas.frame["seen"].clone();
    // The line is cut: the others see it, and play on.
    adas.drop_dead();
    bobs.until(|frame| frame["table"]["seats"][0]["away"] == true).await;
    ada.command(&table, json!({"do": "act", "seat": 0, "prompt": 1, "action": "stop"})).await.is(200);
    bobs.act("take").await;
    bobs.done(json!({"do": "chat", "text": "Where are you?"})).await;

    let mut back = ada.enter_with(&table, json!({"seen": seen})).await;
    assert!(back.frame.get("fresh").is_none());
    assert_eq!(back.frame["steps"]["from"], 1, "only what is new is told");
    assert_eq!(told(&back.frame), ["stop", "take"]);
    assert_eq!(back.frame["chat"][0]["text"], "Where are you?");
    bobs.until(|frame| frame["table"]["seats"][0]["away"].is_null()).await;
    // Who says nothing of what was seen, or something of another time, is told everything.
    let strange = back.frame["seen"].as_str().unwrap().split_once('.').unwrap().1;
    let strange = json!(format!("1.{strange}"));
    for seen in [json!(null), strange] {
        back = ada.enter_with(&table, json!({"seen": seen})).await;
        assert_eq!(back.frame["fresh"], true);
        assert_eq!(told(&back.frame), ["take", "stop", "take"]);
    }
    // After a restart too, nothing is missing.
    let seen = back.frame["seen"].clone();
    site.close().await;
    while back.next().await.is_some_and(|message| message["type"] != "closing") {}
    let site = Site::open(home).await;
    ada.server = site.server.clone();
    let back = ada.enter_with(&table, json!({"seen": seen})).await;
    assert_eq!(back.frame["fresh"], true);
    assert_eq!(told(&back.frame), ["take", "stop", "take"]);
    assert_eq!(back.frame["chat"][0]["text"], "Where are you?");
    site.close().await;
}

async fn who_watches_is_counted(home: &Home) {
    let site = Site::open(home).await;
    let (table, (_, mut adas), _) = two(&site).await;
    let mut eve = site.guest("Eve").await;
    let eves = eve.enter(&table).await;
    adas.until(|frame| frame["watchers"] == 1).await;
    eves.drop_dead();
    adas.until(|frame| frame.get("watchers").is_none()).await;
    site.close().await;
}

on_both!(
    actions_are_done_refused_or_stale,
    a_turn_is_taken_back_freely_or_by_consent,
    resigning_drawing_and_aborting,
    coming_back_with_what_was_seen,
    who_watches_is_counted,
);
