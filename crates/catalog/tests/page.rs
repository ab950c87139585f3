//! The worker of a page: text in, text out.

#![allow(clippy::unwrap_used)] // a test says why by failing

use browser::{Host, Worker};
use serde_json::{Value, json};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// A page whose clock advances by a millisecond whenever it is read.
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
    worker: Worker,
}

impl Tester {
    fn answer(&mut self, ask: &Value) -> Value {
        serde_json::from_str(&self.worker.answer(&self.page, &ask.to_string())).unwrap()
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

    fn open(&mut self, game: &str, seats: u8, bots: &[u8]) -> Value {
        let setup = json!({ "seats": seats, "options": {} });
        self.ok(
            &json!({ "ask": "open", "game": game, "setup": setup, "clock": "none", "bots": bots, "seed": 1 }),
        )
    }

    fn state(&mut self, table: &Value) -> Value {
        self.ok(&json!({ "ask": "state", "table": table, "now": 0, "seen": 0 }))
    }

    /// Acts for the seat whose turn it is, one that people hold.
    fn act(&mut self, table: &Value, action: &str) {
        let prompt = self.state(table)["frame"]["prompts"][0].clone();
        let (seat, prompt) = (&prompt["seat"], &prompt["prompt"]);
        self.ok(&json!({ "ask": "act", "table": table, "seat": seat, "prompt": prompt, "action": action, "now": 0 }));
    }
}

/// A game after some steps, all of them new to the worker.
fn history(game: &str, seats: u8, steps: &[(u8, &str)]) -> Value {
    json!({
        "game": game,
        "setup": { "seats": seats, "options": {} },
        "position": null,
        "keep": 0,
        "added": steps.iter().map(|(seat, action)| step(*seat, action)).collect::<Vec<_>>(),
    })
}

fn step(seat: u8, action: &str) -> Value {
    json!({ "seat": seat, "action": action, "at": 0 })
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
fn a_table_is_opened_played_and_shown() {
    let mut tester = Tester::default();
    let table = tester.open("basik", 2, &[]);
    let state = tester.state(&table);
    let prompt = &state["frame"]["prompts"][0];
    assert_eq!((&prompt["seat"], prompt["actions"].as_array().unwrap().is_empty()), (&json!(0), false));
    let act = json!({ "ask": "act", "table": table, "seat": 0, "prompt": prompt["prompt"], "action": "b2", "now": 5 });
    assert_eq!(tester.ok(&act), Value::Null);
    // A repeated action is not performed again.
    assert_eq!(tester.refused(&act)["code"], "stale");
    let after = tester.state(&table);
    assert_eq!(after["frame"]["view"]["piles"], json!(["b21", ""]));
    assert_eq!(after["frame"]["turn"], json!({ "seats": [1] }));
    assert_eq!(after["steps"], json!({ "from": 0, "added": [{ "seat": 0, "action": "b2", "at": 5 }] }));
    // Only what is new is sent to a page that has seen the rest.
    let later = tester.ok(&json!({ "ask": "state", "table": table, "now": 9, "seen": after["log"] }));
    assert_eq!(later["steps"], json!({ "from": 1, "added": [] }));
    assert_eq!(tester.ok(&json!({ "ask": "close", "table": table })), Value::Null);
    assert!(tester.answer(&act).get("failed").is_some());
}

#[test]
fn a_refusal_cites_its_article_in_both_languages() {
    let mut tester = Tester::default();
    let table = tester.open("basik", 2, &[]);
    tester.act(&table, "b2");
    let prompt = tester.state(&table)["frame"]["prompts"][0]["prompt"].clone();
    let act = |action| json!({ "ask": "act", "table": table, "seat": 1, "prompt": prompt, "action": action, "now": 0 });
    let refusal = tester.refused(&act("b2"));
    assert_eq!(
        (&refusal["code"], &refusal["article"], &refusal["at"]),
        (&json!("illegal"), &json!("B4"), &json!(["b2"]))
    );
    for code in [refusal, tester.refused(&act("z9"))] {
        for lang in ["fr", "en"] {
            assert!(code["why"][lang].as_str().is_some_and(|why| !why.is_empty()), "{code}");
        }
    }
    assert_eq!(tester.state(&table)["steps"]["added"].as_array().unwrap().len(), 1);
}

#[test]
fn what_an_action_would_do_is_shown_without_doing_it() {
    let mut tester = Tester::default();
    let game = history("basik", 2, &[(0, "b2"), (1, "d4")]);
    let attempt =
        |action| json!({ "ask": "attempt", "history": game, "at": null, "seat": 0, "action": action });
    let attempted = tester.ok(&attempt("b2-c3"));
    assert_eq!(attempted["action"], "b2-c3");
    let past = |at: Value| json!({ "ask": "past", "history": game, "at": at, "own": [0] });
    let now = tester.ok(&past(json!(null)));
    assert_eq!((&now["turn"], &now["view"]["piles"]), (&json!({ "seats": [0] }), &json!(["b21", "d41"])));
    let before = tester.ok(&past(json!(1)));
    assert_eq!((&before["turn"], before.get("prompts")), (&json!({ "seats": [1] }), None));
    assert!(tester.answer(&past(json!(3))).get("failed").is_some());
    let refusal = tester.refused(&attempt("b2-d2"));
    assert!(refusal["article"].as_str().unwrap().starts_with('B'), "{refusal}");
}

/// A page sends a step once and the worker applies it once, at step 10 as at step 400.
#[test]
fn a_step_is_applied_once_however_long_the_game() {
    let mut tester = Tester::default();
    let mut game = history("expion", 2, &[]);
    let mut applied = Vec::new();
    let mut seat = json!(0);
    let mut random = 9_u64;
    for steps in 0..=400 {
        let frame = tester.ok(&json!({ "ask": "past", "history": game, "at": null, "own": [0, 1] }));
        let count = tester.ok(&json!({ "ask": "applied" })).as_u64().unwrap();
        applied.push(count);
        let Some(prompt) = frame["prompts"].get(0) else { break };
        // Random actions make a long game of it: 600 steps on average.
        let actions = prompt["actions"].as_array().unwrap();
        seat.clone_from(&prompt["seat"]);
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let action = actions[(random >> 33) as usize % actions.len()].clone();
        game["keep"] = json!(steps);
        game["added"] = json!([{ "seat": seat, "action": action, "at": 0 }]);
    }
    assert_eq!(applied.len(), 401, "the game was over too early");
    for (step, pair) in applied.windows(2).enumerate() {
        assert_eq!(pair[1] - pair[0], 1, "at step {step}");
    }
    // Looking at an earlier step applies a bounded number of steps, and changes nothing.
    let all = applied.len() - 1;
    (game["keep"], game["added"]) = (json!(all), json!([]));
    let before = tester.ok(&json!({ "ask": "applied" })).as_u64().unwrap();
    tester.ok(&json!({ "ask": "past", "history": game, "at": all - 1, "own": [] }));
    let cost = tester.ok(&json!({ "ask": "applied" })).as_u64().unwrap() - before;
    assert!(cost < 16, "{cost}");
    // Another variation keeps what it shares.
    (game["keep"], game["added"]) = (json!(10), json!([]));
    tester.ok(&json!({ "ask": "past", "history": game, "at": null, "own": [] }));
    let cost = tester.ok(&json!({ "ask": "applied" })).as_u64().unwrap() - before;
    assert!(cost < 32, "{cost}");
    // What the worker has never seen it does not guess.
    game["keep"] = json!(300);
    assert!(
        tester
            .answer(&json!({ "ask": "past", "history": game, "at": null, "own": [] }))
            .get("failed")
            .is_some()
    );
}

#[test]
fn a_record_is_written_and_read_again() {
    let mut tester = Tester::default();
    let table = tester.open("basik", 2, &[]);
    let act = json!({ "ask": "act", "table": table, "seat": 0, "prompt": 0, "action": "b2", "now": 1500 });
    tester.ok(&act);
    let record =
        json!({ "ask": "record", "table": table, "names": ["Ada", " "], "started": "2026-05-01T20:00:00Z" });
    let record = tester.ok(&record).as_str().unwrap().to_owned();
    let loaded = tester.ok(&json!({ "ask": "load", "record": record, "bots": [1], "seed": 1 }));
    assert_eq!((&loaded["names"], &loaded["last"]), (&json!(["Ada", ""]), &json!(1500)));
    assert_eq!(tester.state(&loaded["table"])["bot"]["seat"], 1, "the bot is to act");
    let again = json!({ "ask": "record", "table": loaded["table"], "names": loaded["names"], "started": loaded["started"] });
    assert_eq!(tester.ok(&again), record);
    let spoilt = record.replace("0 b2", "0 z9");
    let refusal = tester.refused(&json!({ "ask": "load", "record": spoilt, "bots": [], "seed": 1 }));
    assert_eq!((&refusal["code"], &refusal["at"]), (&json!("bad_record"), &json!(["9"])));
}

#[test]
fn offers_are_answered_by_the_policy() {
    let mut tester = Tester::default();
    let declare = |table: &Value, seat: u8, what: &str| json!({ "ask": "declare", "table": table, "seat": seat, "declaration": what, "now": 0 });
    // On one screen a take-back is granted at once; a draw waits for the other's answer.
    let table = tester.open("basik", 2, &[]);
    tester.act(&table, "b2");
    tester.ok(&declare(&table, 0, "take_back"));
    let state = tester.state(&table);
    assert_eq!((&state["frame"]["turn"], &state["steps"]["added"]), (&json!({ "seats": [0] }), &json!([])));
    tester.ok(&declare(&table, 0, "draw"));
    assert_eq!(tester.state(&table)["frame"]["offer"]["offer"], "draw");
    tester.ok(&declare(&table, 1, "agree"));
    assert_eq!(tester.state(&table)["frame"]["turn"]["over"]["places"], json!([1, 1]));
    // A bot grants a take-back, and takes a draw only if its own search sees no more for it: never when it is winning.
    let table = tester.open("basik", 2, &[1]);
    tester.ok(&declare(&table, 0, "draw"));
    let state = tester.state(&table);
    assert!(state["frame"].get("offer").is_none(), "it has answered: {state}");
}

#[test]
fn a_clock_runs_out() {
    let mut tester = Tester::default();
    let clock = json!({ "fischer": { "start": 10, "increment": 0 } });
    let setup = json!({ "seats": 2, "options": {} });
    let table = tester.ok(
        &json!({ "ask": "open", "game": "basik", "setup": setup, "clock": clock, "bots": [], "seed": 1 }),
    );
    assert_eq!(tester.ok(&json!({ "ask": "tick", "table": table, "now": 9000 })), json!(false));
    assert_eq!(tester.ok(&json!({ "ask": "tick", "table": table, "now": 10_000 })), json!(true));
    assert_eq!(tester.state(&table)["frame"]["turn"]["over"]["places"], json!([2, 1]));
}

#[test]
fn every_bot_of_the_shelf_chooses_a_legal_action_and_the_best_explains_itself() {
    let mut tester = Tester::default();
    for game in catalog::GAMES.iter().filter(|game| game.search.is_some()) {
        let (id, seats) = (game.info().id, *game.info().seats.start());
        let opening = history(id, seats, &[]);
        for bot in game.kind.bots().iter().filter(|bot| bot.seats.contains(&seats)) {
            let choose = json!({ "ask": "choose", "history": opening, "seat": 0, "bot": bot.id, "seed": 7, "nodes": 500, "millis": null });
            let action = tester.ok(&choose);
            let attempt =
                json!({ "ask": "attempt", "history": opening, "at": null, "seat": 0, "action": action });
            tester.ok(&attempt);
        }
        let choose = json!({ "ask": "choose", "history": opening, "seat": 0, "bot": "best", "seed": 7, "nodes": null, "millis": 40 });
        tester.ok(&choose);
        let analyse = json!({ "ask": "analyse", "history": opening, "at": null, "variations": 3, "nodes": 20_000, "millis": null });
        let report = tester.ok(&analyse);
        assert_eq!((&report["seat"], report["variations"].as_array().unwrap().len()), (&json!(0), 3));
        assert_eq!(
            tester.page.reports.lock().unwrap().last(),
            Some(&report),
            "the last report is the answer"
        );
    }
}

#[test]
fn a_request_that_makes_no_sense_is_answered() {
    let mut tester = Tester::default();
    for ask in [
        json!({ "ask": "dance" }),
        json!({ "ask": "rulebook", "game": "nothing" }),
        json!({ "ask": "state", "table": 99, "now": 0, "seen": 0 }),
        json!({ "ask": "past", "history": history("basik", 2, &[(1, "b2")]), "at": null, "own": [] }),
        json!({ "ask": "choose", "history": history("basik", 2, &[]), "seat": 1, "bot": "best", "seed": 1, "nodes": 10, "millis": null }),
        json!({ "ask": "choose", "history": history("basik", 2, &[]), "seat": 0, "bot": "Bob", "seed": 1, "nodes": 10, "millis": null }),
        json!({ "ask": "feed", "wish": {} }),
    ] {
        assert!(tester.answer(&ask)["failed"].as_str().is_some_and(|why| !why.is_empty()), "{ask}");
    }
    let too_many = history("basik", 9, &[]);
    assert_eq!(
        tester.refused(&json!({ "ask": "past", "history": too_many, "at": null, "own": [] }))["code"],
        "setup"
    );
}
