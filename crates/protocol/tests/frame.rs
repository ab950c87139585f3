//! Frames: what each viewer may know.

#![allow(clippy::unwrap_used)]

use game::{Seat, SeatSet};
use protocol::{Frame, FrameTurn};
use serde_json::Value;
use table::{ClockRule, Declaration, Erased, Setup, Table};
use testkit::tiny::Envelopes;

static ENVELOPES: Erased<Envelopes> = Erased(&[]);

const ONE: Seat = Seat(0);
const TWO: Seat = Seat(1);
const THREE: Seat = Seat(2);

fn bid_of_two(frame: &Frame) -> Value {
    serde_json::from_str::<Value>(frame.view.get()).unwrap()["bids"][1].clone()
}

#[test]
fn a_frame_shows_each_viewer_what_that_viewer_may_know() {
    let mut table = Table::open(&ENVELOPES, Setup::new(3), ClockRule::None).unwrap();
    table.nature("prize 3", 0).unwrap();
    let prompt = table.prompt(TWO).unwrap();
    table.act(TWO, prompt, "bid 2", 5).unwrap();
    let heard = |own| table.steps_seen_by(own, 1).map(|step| step.action.unwrap()).collect::<Vec<_>>();
    assert_eq!(heard(SeatSet::one(TWO)), ["bid 2"]);
    assert_eq!(heard(SeatSet::one(ONE)), ["bid"]);
    assert_eq!(heard(SeatSet::EMPTY), ["bid"]);

    let own = Frame::of(&table, SeatSet::one(TWO), 9);
    assert_eq!((bid_of_two(&own), own.prompts.len()), (serde_json::json!(2), 0));
    let watcher = Frame::of(&table, SeatSet::EMPTY, 9);
    assert_eq!((bid_of_two(&watcher), watcher.prompts.len()), (Value::Null, 0));
    let other = Frame::of(&table, SeatSet::one(ONE), 9);
    assert_eq!(bid_of_two(&other), Value::Null);
    assert_eq!(other.prompts[0].actions, ["bid 0", "bid 1", "bid 2", "bid 3", "bid 4"]);
    assert_eq!(other.turn, FrameTurn::Seats(SeatSet::one(ONE).with(THREE)));
    let screen = Frame::of(&table, SeatSet::one(TWO).with(THREE), 9);
    assert_eq!(bid_of_two(&screen), Value::Null, "the seat to act looks, and may not see the other's");

    table.declare(ONE, Declaration::Resign, 9).unwrap();
    table.declare(THREE, Declaration::Resign, 9).unwrap();
    let told: Vec<_> = table.steps_seen_by(SeatSet::EMPTY, 1).collect();
    assert_eq!(told[0].action.as_deref(), Some("bid 2"), "afterwards everything is told");
    assert_eq!((told[1].seat, told[1].action.as_deref()), (Some(ONE), None));
    assert!(matches!(Frame::of(&table, SeatSet::EMPTY, 9).turn, FrameTurn::Over { by: None, .. }));
}

#[test]
fn a_past_frame_is_that_of_the_steps_before() {
    let mut table = Table::open(&ENVELOPES, Setup::new(2), ClockRule::None).unwrap();
    table.nature("prize 3", 0).unwrap();
    let before = Frame::of(&table, SeatSet::one(ONE), 0);
    let prompt = table.prompt(ONE).unwrap();
    table.act(ONE, prompt, "bid 2", 5).unwrap();
    let past = Frame::past(&table, 1, SeatSet::one(ONE)).unwrap();
    assert_eq!((past.view.get(), &past.turn), (before.view.get(), &before.turn));
    assert_eq!(past.prompts, before.prompts);
    assert!(Frame::past(&table, 3, SeatSet::EMPTY).is_none());
}

#[test]
fn every_message_reads_as_it_was_written() {
    use protocol::{Done, Message, Refusal};
    for message in [
        Message::Done(Done { id: 7, entry: Some(3), ..Done::default() }),
        Message::Refused { id: 2, refusal: Refusal::stale() },
        Message::Closing { code: "closing".to_owned() },
    ] {
        let text = serde_json::to_string(&message).unwrap();
        let again = serde_json::to_string(&Message::read(&text).unwrap()).unwrap();
        assert_eq!(again, text);
    }
    assert!(Message::read(r#"{"type":"song"}"#).is_err());
}
