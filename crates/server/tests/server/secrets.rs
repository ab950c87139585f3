//! Sealed bids stay sealed: whatever they are, everybody else receives the same bytes.

use crate::home::{Home, on_both};
use crate::site::Site;
use crate::visitor::{Viewer, Visitor, counted};
use serde_json::{Value, json};

/// A game that was begun elsewhere: one prize is awarded, another one offered.
const BEGUN: &str = "ludotheque record 1\ngame: envelopes\nrules: 1\nseats: 3\nclock: none\n\n\
                     * prize 5\n0 bid 1\n1 bid 0\n2 bid 2\n* prize 3\n";

/// How many steps that was.
const STEPS: u64 = 5;

/// A game of Ada, Bob and Cyd, with Eve who watches.
struct Auction {
    table: String,
    people: Vec<Visitor>,
    viewers: Vec<Viewer>,
    /// What those who only ask were answered, after every bid.
    answers: Vec<Value>,
}

impl Auction {
    async fn begin(site: &Site) -> Auction {
        let mut people = Vec::new();
        for name in ["Ada", "Bob", "Cyd", "Eve"] {
            people.push(site.guest(name).await);
        }
        let wanted =
            json!({"game": "envelopes", "seats": ["me", "open", "open"], "open": true, "record": BEGUN});
        let table = people[0].table(wanted).await;
        for person in &mut people[1..3] {
            person.command(&table, json!({"do": "join"})).await.is(200);
        }
        let mut viewers = Vec::new();
        for person in &mut people {
            viewers.push(person.enter(&table).await);
        }
        Auction { table, people, viewers, answers: Vec::new() }
    }

    /// Somebody bids; everybody hears of it, or asks.
    async fn bid(&mut self, seat: usize, bid: &str) {
        self.viewers[seat].act(bid).await;
        let steps = self.viewers[seat].frame["total"].as_u64().unwrap();
        for viewer in &mut self.viewers {
            viewer.until(|frame| frame["total"].as_u64().unwrap() >= steps).await;
        }
        for person in &mut self.people[2..] {
            self.answers.push(plain(&person.look(&self.table).await));
            let record = person.get(&format!("/api/tables/{}/record", self.table)).await;
            self.answers.push(json!([record.0.status, record.0.text()]));
        }
    }

    /// Everything that Cyd and Eve received since the first bid, and what was answered to those who asked.
    fn received(&self) -> Vec<Vec<Value>> {
        let since = |frame: &Value| frame["total"].as_u64().is_some_and(|steps| steps > STEPS);
        let mut received: Vec<Vec<Value>> = Vec::new();
        for viewer in &self.viewers[2..] {
            let messages = viewer.received.iter().map(|text| counted(serde_json::from_str(text).unwrap()));
            let mut frames: Vec<Value> = messages.filter(since).map(|frame| plain(&frame)).collect();
            // Somebody came or went.
            frames.dedup();
            received.push(frames);
        }
        received.push(self.answers.clone());
        received
    }

    /// The table as Cyd and Eve see it once Nature has offered the next prize, whatever that is.
    async fn after_the_award(&mut self) -> Vec<Value> {
        let mut seen = Vec::new();
        for viewer in &mut self.viewers[2..] {
            viewer.until(|frame| frame["total"].as_u64().unwrap() == STEPS + 4).await;
        }
        for person in &mut self.people[2..] {
            let mut frame = plain(&person.look(&self.table).await);
            frame["game"]["view"]["prize"].take();
            frame["steps"]["added"].as_array_mut().unwrap().pop();
            seen.push(frame);
        }
        seen
    }
}

/// A frame without what differs from table to table and from moment to moment.
fn plain(frame: &Value) -> Value {
    fn strip(value: &mut Value) {
        match value {
            Value::Object(members) => {
                for key in ["at", "id", "created", "seen", "watchers", "away"] {
                    members.remove(key);
                }
                members.values_mut().for_each(strip);
            }
            Value::Array(items) => items.iter_mut().for_each(strip),
            _ => {}
        }
    }
    let mut frame = frame.clone();
    strip(&mut frame);
    frame
}

async fn nobody_else_can_tell_one_sealed_bid_from_another(home: &Home) {
    let site = Site::open(home).await;
    // Ada has sealed a bid; then Ada and Bob have.
    let mut expected = None;
    for (ada, bob) in
        [("bid 0", "bid 4"), ("bid 1", "bid 3"), ("bid 2", "bid 2"), ("bid 3", "bid 0"), ("bid 4", "bid 1")]
    {
        let mut auction = Auction::begin(&site).await;
        auction.bid(0, ada).await;
        auction.bid(1, bob).await;
        let received = auction.received();
        assert!(received.iter().all(|received| received.len() >= 2), "nothing was received: {received:?}");
        let expected = expected.get_or_insert_with(|| received.clone());
        assert_eq!(received, *expected, "{ada}, {bob}");
    }
    // After the award too: who lost has shown nothing.
    let mut expected = None;
    for bob in ["bid 0", "bid 1", "bid 2", "bid 3"] {
        let mut auction = Auction::begin(&site).await;
        for (seat, bid) in [(0, "bid 4"), (1, bob), (2, "bid 1")] {
            auction.bid(seat, bid).await;
        }
        let seen = auction.after_the_award().await;
        let expected = expected.get_or_insert_with(|| seen.clone());
        assert_eq!(seen, *expected, "{bob}");
    }
    // And the comparison can fail: what the winner paid is for all to see.
    let mut auction = Auction::begin(&site).await;
    for (seat, bid) in [(0, "bid 3"), (1, "bid 0"), (2, "bid 1")] {
        auction.bid(seat, bid).await;
    }
    assert_ne!(Some(auction.after_the_award().await), expected);
    site.close().await;
}

async fn at_the_end_everything_is_told(home: &Home) {
    let site = Site::open(home).await;
    let mut ada = site.guest("Ada").await;
    let table =
        ada.table(json!({"game": "envelopes", "seats": ["me", {"bot": "random"}], "open": true})).await;
    let mut adas = ada.enter(&table).await;
    let mut eves = site.guest("Eve").await.enter(&table).await;
    adas.play_on().await;
    eves.until_over().await;
    assert_eq!(eves.frame["fresh"], true, "the line is told again, unsealed");
    let steps = eves.frame["steps"]["added"].as_array().unwrap();
    let bids = steps.iter().filter(|step| step["action"].as_str().unwrap().starts_with("bid ")).count();
    assert_eq!(bids, 6);
    // Until then, a bid was a bid.
    for text in eves.received.iter().filter(|text| text.contains("\"status\":\"playing\"")) {
        assert!(!text.contains("\"action\":\"bid "), "{text}");
    }
    site.close().await;
}

on_both!(nobody_else_can_tell_one_sealed_bid_from_another, at_the_end_everything_is_told);
