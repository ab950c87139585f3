//! `engine`: requests and answers, also during a search.

use crate::conversation::Conversation;
use crate::{error_output, json, keys, ludotheque, stdout, strings};
use serde_json::Value;
use std::time::{Duration, Instant};

const LEAST: &str = r#"{"hello":{"protocol":1}}"#;

impl Conversation {
    fn ask(&mut self, request: &str) -> Value {
        self.say(&format!("{request}\n"));
        json(&self.answer())
    }
}

/// Whether a line matches a pattern in which `…` stands for anything.
fn fits(pattern: &str, mut line: &str) -> bool {
    let parts: Vec<&str> = pattern.split('…').collect();
    let (Some(first), Some(last)) = (parts.first(), parts.last()) else { return false };
    if parts.len() == 1 {
        return pattern == line;
    }
    let Some(rest) = line.strip_prefix(first).and_then(|rest| rest.strip_suffix(last)) else { return false };
    line = rest;
    parts[1..parts.len() - 1].iter().all(|part| match line.split_once(part) {
        Some((_, rest)) => {
            line = rest;
            true
        }
        None => false,
    })
}

#[test]
fn the_session_in_the_documentation_is_a_real_one() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/protocol-engine.md");
    let text = std::fs::read_to_string(path).unwrap();
    let (_, session) = text.split_once("```session basik\n").unwrap();
    let (session, _) = session.split_once("```").unwrap();
    let mut engine = Conversation::begin("engine basik");
    let mut answers = 0;
    for line in session.lines() {
        match line.split_at(2) {
            ("> ", request) => engine.say(&format!("{request}\n")),
            ("< ", pattern) => {
                let answer = engine.answer();
                assert!(fits(pattern, &answer), "{pattern}\n{answer}");
                json(&answer);
                answers += 1;
            }
            _ => panic!("{line}"),
        }
    }
    assert!(answers > 10, "{session}");
    engine.end();
}

#[test]
fn it_says_who_it_is() {
    let mut engine = Conversation::begin("engine basik --seats 3 --bot maxn");
    let hello = &engine.ask(LEAST)["hello"];
    assert_eq!(keys(hello), ["bot", "bots", "engine", "game", "options", "protocol", "rules", "seats"]);
    assert_eq!((&hello["bot"], &hello["seats"], &hello["protocol"]), (&"maxn".into(), &3.into(), &1.into()));
    assert!(strings(&hello["bots"]).contains(&"maxn"));
    let refused = engine.ask(r#"{"hello":{"protocol":2}}"#);
    assert!(refused["error"].as_str().unwrap().contains("version 1"), "{refused}");
    engine.end();
}

#[test]
fn nodes_and_a_seed_make_the_same_answers() {
    for bot in ["mcts", "alphabeta", "best", "level3"] {
        let once = |seed: u32| {
            let mut engine = Conversation::begin(&format!("engine basik --bot {bot}"));
            let new = format!(r#"{{"new":{{"seed":{seed},"actions":["b2","c3"]}}}}"#);
            let mut said = vec![engine.ask(&new)];
            for _ in 0..6 {
                let best = engine.ask(r#"{"go":{"nodes":300}}"#);
                assert_eq!(keys(&best), ["bestaction"]);
                let legal = said.last().unwrap()["actions"].clone();
                assert!(strings(&legal).contains(&best["bestaction"].as_str().unwrap()), "{best} of {legal}");
                said.push(engine.ask(&format!(r#"{{"play":{}}}"#, best["bestaction"])));
            }
            engine.end();
            said
        };
        assert_eq!(once(5), once(5), "{bot}");
    }
}

#[test]
fn a_new_game_begins_afresh() {
    let mut engine = Conversation::begin("engine basik --bot mcts");
    let mut game = || {
        engine.ask(r#"{"new":{"seats":3,"seed":9}}"#);
        let first = engine.ask(r#"{"go":{"nodes":200}}"#);
        engine.ask(r#"{"position":{"actions":["c3","d3","e3"]}}"#);
        (first, engine.ask(r#"{"go":{"nodes":200}}"#))
    };
    assert_eq!(game(), game());
    engine.end();
}

#[test]
fn stop_answers_at_once() {
    for bot in ["alphabeta", "mcts", "maxn --seats 3"] {
        let mut engine = Conversation::begin(&format!("engine basik --bot {bot}"));
        for request in [r#"{"go":{}}"#, r#"{"go":{"time":600000}}"#, r#"{"go":{"nodes":100000000000}}"#] {
            engine.say(&format!("{request}\n"));
            std::thread::sleep(Duration::from_millis(100));
            let start = Instant::now();
            let best = engine.ask(r#"{"stop":{}}"#);
            assert!(best["bestaction"].is_string(), "{best}");
            assert!(start.elapsed() < Duration::from_secs(5), "{bot}: {:?}", start.elapsed());
        }
        // All requests at once, and no reader of the answers.
        engine.say("{\"stop\":{}}\n{\"go\":{}}\n{\"stop\":{}}\n{\"stop\":{}}\n");
        assert!(json(&engine.answer())["bestaction"].is_string());
        assert!(engine.ask(LEAST)["hello"].is_object());
        engine.end();
    }
}

#[test]
fn time_is_kept() {
    let mut engine = Conversation::begin("engine basik");
    let start = Instant::now();
    let best = engine.ask(r#"{"go":{"time":200}}"#);
    let took = start.elapsed();
    assert!(best["bestaction"].is_string());
    // It starts no depth that it cannot finish, so it may answer before the time is over.
    assert!((Duration::from_millis(100)..Duration::from_secs(5)).contains(&took), "{took:?}");
    engine.end();
}

#[test]
fn what_is_asked_meanwhile_waits() {
    let mut engine = Conversation::begin("engine basik");
    engine.say("{\"go\":{}}\n{\"play\":\"b2\"}\n");
    std::thread::sleep(Duration::from_millis(100));
    engine.say("{\"stop\":{}}\n");
    assert!(json(&engine.answer())["bestaction"].is_string());
    assert_eq!(json(&engine.answer())["seats"], serde_json::json!([1]));
    engine.end();
}

#[test]
fn a_thought_does_not_outlive_the_driver() {
    for last in ["", "{\"quit\":{}}\n"] {
        for threads in [1, 2] {
            let mut engine = Conversation::begin(&format!("engine basik --threads {threads}"));
            engine.say("{\"go\":{}}\n{\"analysis\":{}}\n");
            std::thread::sleep(Duration::from_millis(100));
            engine.say(last);
            engine.hang_up();
            while !json(&engine.answer())["bestaction"].is_string() {}
            while !json(&engine.answer())["bestaction"].is_string() {}
            engine.end();
        }
    }
}

/// A full queue behind an endless search: it still notices the end of the input.
#[test]
fn a_flood_ends_a_thought() {
    let flood = format!("{{\"go\":{{}}}}\n{}", "{\"play\":\"b2\"}\n".repeat(3000));
    let answers = stdout(ludotheque("engine basik").write_stdin(flood));
    assert_eq!(answers.lines().count(), 3001);
}

#[test]
fn garbage_is_told_and_changes_nothing() {
    let mut engine = Conversation::begin("engine basik");
    let position = engine.ask(r#"{"position":{"actions":["b2"]}}"#);
    for (request, words) in [
        ("hello", "no request"),
        ("{}", "no request"),
        ("[]", "no request"),
        ("{\"go\":", "no request"),
        (r#"{"go":{"tme":5}}"#, "unknown field `tme`"),
        (r#"{"go":{"time":-5}}"#, "no request"),
        (r#"{"go":{},"play":"c3"}"#, "no request"),
        (r#"{"dance":{}}"#, "unknown variant `dance`"),
        (r#"{"go":{"seat":0}}"#, "seat 0 may not act now"),
        (r#"{"new":{"game":"chess"}}"#, "this engine plays basik"),
        (r#"{"new":{"seats":5}}"#, "2 to 4 seats"),
        (r#"{"new":{"options":{"size":"big"}}}"#, "no option `size`"),
    ] {
        let answer = engine.ask(request);
        assert_eq!(keys(&answer), ["error"], "{request}: {answer}");
        assert!(answer["error"].as_str().unwrap().contains(words), "{request}: {answer}");
    }
    for (request, article, entry) in [
        (r#"{"play":"b2"}"#, "B4".into(), Value::Null),
        (r#"{"play":"b9"}"#, Value::Null, Value::Null),
        (r#"{"play":"* b2"}"#, "B2".into(), Value::Null),
        (r#"{"play":"7 !resign"}"#, Value::Null, Value::Null),
        (r#"{"position":{"actions":["b2","c3","b2-b4","a1"]}}"#, "B6".into(), 2.into()),
        (r#"{"new":{"seats":3,"actions":["b2","b2"]}}"#, "B4".into(), 1.into()),
    ] {
        let answer = engine.ask(request);
        assert!(answer["why"].is_string() && answer["illegal"] == article, "{request}: {answer}");
        assert_eq!(answer["entry"], entry, "{request}: {answer}");
    }
    engine.say("\n  \n\u{fffd}\n");
    assert!(json(&engine.answer())["error"].is_string());
    let again = engine.ask(r#"{"position":{"actions":["b2"]}}"#);
    assert_eq!(again, position);
    engine.ask(r#"{"play":"0 !resign"}"#);
    assert_eq!(engine.ask(r#"{"go":{}}"#), serde_json::json!({"error": "the game is over"}));
    engine.end();
}

#[test]
fn analysis_sees_further_and_further() {
    let mut engine = Conversation::begin("engine basik --bot random");
    engine.say("{\"analysis\":{\"nodes\":5000,\"lines\":3}}\n");
    let mut depths = Vec::new();
    let best = loop {
        let line = json(&engine.answer());
        let Some(analysis) = line.get("analysis") else { break line["bestaction"].clone() };
        depths.push(analysis["depth"].as_u64().unwrap());
        let lines = analysis["lines"].as_array().unwrap();
        assert_eq!(lines.len(), 3);
        for line in lines {
            assert_eq!(keys(line), ["actions", "certain", "chance"]);
            assert!((0.0..=1.0).contains(&line["chance"].as_f64().unwrap()));
        }
    };
    assert!(best.is_string() && depths.len() > 2 && depths.is_sorted(), "{depths:?}");
    engine.end();
}

#[test]
fn what_can_t_be_started_is_refused() {
    for (arguments, code, words) in [
        ("engine", 2, "<GAME>"),
        ("engine chess", 2, "chess"),
        ("engine basik --bot deep", 1, "has no bot `deep`"),
        ("engine basik --seats 7", 1, "2 to 4 seats"),
        ("engine basik --threads 0", 2, "0 is not in 1..="),
    ] {
        let told = error_output(&mut ludotheque(arguments), code);
        assert!(told.contains(words), "{arguments}: {told}");
    }
    // `new` sets the number of seats: before it, the bot may not support the setting.
    let answers = stdout(
        ludotheque("engine basik --bot maxn")
            .write_stdin("{\"go\":{\"nodes\":10}}\n{\"new\":{\"seats\":2}}\n{\"new\":{\"seats\":3}}\n"),
    );
    let answers: Vec<Value> = answers.lines().map(json).collect();
    assert!(answers[0]["error"].as_str().unwrap().contains("no bot `maxn` for 2 seats"), "{answers:?}");
    assert!(answers[1]["error"].is_string() && answers[2]["position"].is_string(), "{answers:?}");
}
