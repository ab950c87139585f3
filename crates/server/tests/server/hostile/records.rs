//! Records that cost more than they are worth.

use crate::home::{Home, on_both};
use crate::site::Site;
use serde_json::json;

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

on_both!(a_long_record_freezes_nobody);
