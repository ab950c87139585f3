//! Whether a page finds what Nature answers: counted, never obeyed.

use crate::home::{Home, on_both};
use crate::site::Site;
use crate::visitor::{Visitor, told};
use serde_json::json;

/// How many expectations were met, and how many were not.
async fn counted(site: &Site) -> (u64, u64) {
    let text = Visitor::new(&site.metrics).get("/metrics").await.is(200).0.text();
    let count = |agree: &str| {
        let start = format!("ludotheque_referee_agreements_total{{agree=\"{agree}\"}} ");
        text.lines().find_map(|line| line.strip_prefix(&start)).map_or(0, |count| count.parse().unwrap())
    };
    (count("yes"), count("no"))
}

async fn what_a_page_finds_is_compared_with_what_the_house_finds(home: &Home) {
    let expect = |entry: u64, action: &str| json!({"do": "predict", "entry": entry, "action": action});
    let site = Site::open(home).await;
    let (mut ada, mut bob) = (site.guest("Ada").await, site.guest("Bob").await);
    let table = ada.table(json!({"game": "envelopes", "seats": ["me", "open"], "open": true})).await;
    let (mut adas, mut bobs) = (ada.enter(&table).await, bob.enter(&table).await);
    bobs.done(json!({"do": "join"})).await;
    // Nature offers a prize, both bid, and Nature answers with the next prize.
    adas.act("bid 1").await;
    let last = bobs.act("bid 0").await;
    adas.until(|frame| frame["total"] == 4).await;
    let answer = told(&ada.look(&table).await).pop().unwrap();
    assert!(answer.starts_with("prize "), "{answer}");
    assert_eq!(counted(&site).await, (0, 0));
    // Only whoever did what Nature answers is heard, and once.
    assert_eq!(adas.refused(expect(last + 1, &answer)).await, "not_yours");
    assert_eq!(bobs.refused(expect(last + 90, &answer)).await, "not_yours");
    assert_eq!(bobs.refused(expect(0, &answer)).await, "not_yours");
    assert_eq!(bobs.refused(expect(last + 1, &"x".repeat(10_001))).await, "bad_message");
    assert_eq!(counted(&site).await, (0, 0));
    bobs.done(expect(last + 1, &answer)).await;
    assert_eq!(bobs.refused(expect(last + 1, &answer)).await, "bad_message");
    assert_eq!(counted(&site).await, (1, 0));
    // What is found wrong changes nothing at the table.
    adas.act("bid 0").await;
    let last = bobs.act("bid 1").await;
    adas.until(|frame| frame["total"] == 7).await;
    bobs.done(expect(last + 1, "prize 700")).await;
    assert_eq!(counted(&site).await, (1, 1));
    assert!(!told(&ada.look(&table).await).contains(&"prize 700".to_owned()));
    site.close().await;
}

on_both!(what_a_page_finds_is_compared_with_what_the_house_finds);
