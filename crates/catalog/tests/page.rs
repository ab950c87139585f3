//! The interface of the browser crate, as a page uses it: JSON in, JSON out.

#![allow(clippy::unwrap_used)] // a test says why by failing

use browser::{Host, House};
use serde_json::{Value, json};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// A page whose clock advances by a millisecond at each reading.
#[derive(Default)]
struct Page {
    millis: AtomicU64,
    reports: Mutex<Vec<Value>>,
}

impl Host for Page {
    fn now(&self) -> f64 {
        self.millis.fetch_add(1, Ordering::Relaxed) as f64
    }

    fn report(&self, text: &str) {
        self.reports.lock().unwrap().push(serde_json::from_str(text).unwrap());
    }
}

#[derive(Default)]
struct Tester {
    page: Page,
    house: House,
}

impl Tester {
    fn answer(&mut self, ask: &Value) -> Value {
        serde_json::from_str(&self.house.answer(&self.page, &ask.to_string())).unwrap()
    }

    fn ok(&mut self, ask: &Value) -> Value {
        let mut answer = self.answer(ask);
        assert!(answer.get("ok").is_some(), "{ask}: {answer}");
        answer["ok"].take()
    }

    fn refused(&mut self, ask: &Value) -> Value {
        let mut answer = self.answer(ask);
        assert!(answer.get("refused").is_some(), "{ask}: {answer}");
        answer["refused"].take()
    }

    fn open(&mut self, game: &str, seats: u8) -> Value {
        let setup = json!({ "seats": seats, "options": {} });
        self.ok(&json!({ "ask": "open", "game": game, "setup": setup, "clock": "none", "seed": 1 }))
    }
}

fn line(game: &str, seats: u8, steps: &[(u8, &str)]) -> Value {
    let step = |(seat, action): &(u8, &str)| json!({ "seat": seat, "action": action, "at": 0 });
    let steps: Vec<Value> = steps.iter().map(step).collect();
    json!({ "game": game, "setup": { "seats": seats, "options": {} }, "steps": steps })
}

#[test]
fn the_shelf_tells_all_that_a_box_needs() {
    let mut tester = Tester::default();
    let games = serde_json::to_string_pretty(&browser::games()).unwrap();
    // Pages show the shelf before they have loaded any rules.
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/generated/shelf.json");
    testkit::golden(path, &format!("{games}\n"));
    let games: Vec<Value> = serde_json::from_str(&games).unwrap();
    assert_eq!(games.len(), catalog::GAMES.len());
    for game in games {
        assert!(game["seats"]["least"].as_u64() >= Some(2), "{game}");
        assert!(game["bots"].as_array().unwrap().iter().any(|bot| bot["id"] == "level8"), "{game}");
        let rulebook = tester.ok(&json!({ "ask": "rulebook", "game": game["id"] }));
        for lang in ["fr", "en"] {
            assert!(rulebook[lang].as_str().unwrap().contains("### "), "{}", game["id"]);
        }
    }
}

#[test]
fn a_seat_acts_and_the_frame_shows_it() {
    let mut tester = Tester::default();
    let table = tester.open("basik", 2);
    let frame = json!({ "ask": "frame", "table": table, "own": [0, 1], "now": 0 });
    let prompt = tester.ok(&frame)["prompts"][0].clone();
    assert_eq!((prompt["seat"].as_u64(), prompt["actions"].as_array().unwrap().len()), (Some(0), 16));
    let act = json!({ "ask": "act", "table": table, "seat": 0, "prompt": prompt["prompt"], "action": "b2", "now": 5 });
    assert_eq!(tester.ok(&act), Value::Null);
    assert_eq!(tester.refused(&act)["kind"], "stale", "it was done already");
    let again = json!({ "ask": "act", "table": table, "seat": 0, "prompt": 1, "action": "c2", "now": 5 });
    assert_eq!(tester.refused(&again)["article"], "B2", "the other seat is to act");
    let after = tester.ok(&frame);
    assert_eq!(after["view"]["piles"], json!([{ "cell": "b2", "seat": 0, "height": 1 }]));
    assert_eq!(after["turn"], json!({ "seats": [1] }));
    let told = tester.ok(&json!({ "ask": "told", "table": table, "own": [], "from": 0 }));
    assert_eq!(told, json!([{ "seat": 0, "action": "b2", "at": 5 }]));
}

#[test]
fn a_refusal_names_its_article_and_cells_and_changes_nothing() {
    let mut tester = Tester::default();
    let table = tester.open("basik", 2);
    let act = |seat, action| json!({ "ask": "act", "table": table, "seat": seat, "prompt": 0, "action": action, "now": 0 });
    tester.ok(&act(0, "b2"));
    let prompt =
        tester.ok(&json!({ "ask": "frame", "table": table, "own": [1], "now": 0 }))["prompts"][0]["prompt"]
            .clone();
    let on_top =
        json!({ "ask": "act", "table": table, "seat": 1, "prompt": prompt, "action": "b2", "now": 0 });
    let refusal = tester.refused(&on_top);
    assert_eq!(
        (&refusal["kind"], &refusal["article"], &refusal["at"]),
        (&json!("illegal"), &json!("B4"), &json!(["b2"]))
    );
    assert!(!refusal["why"]["fr"].as_str().unwrap().is_empty());
    let nonsense =
        json!({ "ask": "act", "table": table, "seat": 1, "prompt": prompt, "action": "z9", "now": 0 });
    assert_eq!(tester.refused(&nonsense)["kind"], "malformed");
    assert_eq!(tester.ok(&json!({ "ask": "frame", "table": table, "own": [], "now": 0 }))["steps"], 1);
}

#[test]
fn an_attempt_shows_what_would_happen_and_leaves_the_table_alone() {
    let mut tester = Tester::default();
    let steps = line("basik", 2, &[(0, "b2"), (1, "d4")]);
    let attempted = tester.ok(&json!({ "ask": "attempt", "line": steps, "seat": 0, "action": "b2-c3" }));
    assert_eq!(attempted["action"], "b2-c3");
    assert_eq!(attempted["frame"]["view"]["piles"][0]["cell"], "c3");
    let past = tester.ok(&json!({ "ask": "past", "line": steps, "own": [0] }));
    assert_eq!((&past["steps"], &past["view"]["piles"][0]["cell"]), (&json!(2), &json!("b2")));
    let refusal = tester.refused(&json!({ "ask": "attempt", "line": steps, "seat": 0, "action": "b2-d2" }));
    assert_eq!(refusal["article"], "B6");
}

#[test]
fn records_go_out_and_come_back() {
    let mut tester = Tester::default();
    let table = tester.open("basik", 2);
    let act = json!({ "ask": "act", "table": table, "seat": 0, "prompt": 0, "action": "b2", "now": 1500 });
    tester.ok(&act);
    let ask =
        json!({ "ask": "record", "table": table, "names": ["Ada", " "], "started": "2026-05-01T20:00:00Z" });
    let record = tester.ok(&ask);
    let loaded = tester.ok(&json!({ "ask": "load", "record": record, "seed": 1 }));
    assert_eq!((&loaded["names"], &loaded["last"]), (&json!(["Ada", ""]), &json!(1500)));
    let again = json!({ "ask": "record", "table": loaded["table"], "names": loaded["names"], "started": loaded["started"] });
    assert_eq!(tester.ok(&again), record);
    let spoilt = record.as_str().unwrap().replace("0 b2", "0 b9");
    let answer = tester.answer(&json!({ "ask": "load", "record": spoilt, "seed": 1 }));
    assert_eq!(answer["bad_record"]["line"], 9, "{answer}");
}

#[test]
fn words_are_heard_and_a_take_back_needs_everybody() {
    let mut tester = Tester::default();
    let table = tester.open("basik", 2);
    tester.ok(&json!({ "ask": "act", "table": table, "seat": 0, "prompt": 0, "action": "b2", "now": 0 }));
    let say = |seat, word| json!({ "ask": "say", "table": table, "seat": seat, "word": word, "now": 0 });
    let frame = json!({ "ask": "frame", "table": table, "own": [0, 1], "now": 0 });
    assert_eq!(tester.refused(&say(1, "agree"))["kind"], "nothing_asked");
    tester.ok(&say(0, "take_back"));
    assert_eq!(tester.ok(&frame)["asked"]["question"], "take_back");
    tester.ok(&say(1, "agree"));
    assert_eq!(tester.ok(&frame)["steps"], 0);
    tester.ok(&say(1, "resign"));
    assert_eq!(tester.ok(&frame)["turn"]["over"]["places"], json!([1, 2]));
}

#[test]
fn a_clock_runs_out() {
    let mut tester = Tester::default();
    let clock = json!({ "fischer": { "start": 10, "increment": 0 } });
    let setup = json!({ "seats": 2, "options": {} });
    let table =
        tester.ok(&json!({ "ask": "open", "game": "basik", "setup": setup, "clock": clock, "seed": 1 }));
    assert_eq!(tester.ok(&json!({ "ask": "tick", "table": table, "now": 9000 })), Value::Null);
    assert_eq!(tester.ok(&json!({ "ask": "tick", "table": table, "now": 10_000 })), 0);
    assert!(
        tester.ok(&json!({ "ask": "frame", "table": table, "own": [], "now": 10_000 }))["turn"]["over"]
            .is_object()
    );
}

#[test]
fn every_bot_of_every_game_chooses_a_legal_action_within_its_nodes() {
    let mut tester = Tester::default();
    for entry in catalog::GAMES {
        let info = entry.info();
        for bot in entry.kind.bots() {
            let opening = line(info.id, *bot.seats.start(), &[]);
            let choose = json!({ "ask": "choose", "line": opening, "seat": 0, "bot": bot.id, "seed": 7, "nodes": 500, "millis": null });
            let action = tester.ok(&choose);
            let attempt = json!({ "ask": "attempt", "line": opening, "seat": 0, "action": action });
            assert_eq!(tester.ok(&attempt)["action"], action, "{} {}", info.id, bot.id);
        }
    }
}

#[test]
fn a_bot_answers_when_its_time_is_over_and_explains_itself_on_the_way() {
    let mut tester = Tester::default();
    let opening = line("basik", 2, &[]);
    let choose = json!({ "ask": "choose", "line": opening, "seat": 0, "bot": "best", "seed": 7, "nodes": null, "millis": 40 });
    assert!(tester.ok(&choose).is_string());
    let analyse = json!({ "ask": "analyse", "line": opening, "lines": 3, "nodes": 20_000, "millis": null });
    let thought = tester.ok(&analyse);
    assert_eq!((&thought["seat"], thought["lines"].as_array().unwrap().len()), (&json!(0), 3));
    assert_eq!(tester.page.reports.lock().unwrap().last(), Some(&thought));
}

#[test]
fn what_can_not_be_is_said_and_not_done() {
    let mut tester = Tester::default();
    for ask in [
        json!({ "ask": "dance" }),
        json!({ "ask": "rulebook", "game": "nothing" }),
        json!({ "ask": "frame", "table": 99, "own": [], "now": 0 }),
        json!({ "ask": "past", "line": line("basik", 9, &[]), "own": [] }),
        json!({ "ask": "past", "line": line("basik", 2, &[(1, "b2")]), "own": [] }),
        json!({ "ask": "choose", "line": line("basik", 2, &[]), "seat": 1, "bot": "best", "seed": 1, "nodes": 10, "millis": null }),
    ] {
        let answer = tester.answer(&ask);
        assert!(answer["failed"].is_string(), "{ask}: {answer}");
    }
}
