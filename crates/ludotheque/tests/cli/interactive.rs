//! `trace` over a pipe: every answer comes before the next line is read.

use crate::conversation::Conversation;
use crate::{json, keys, ludotheque, stdout, strings};
use game::{Seat, Team};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::Value;
use std::collections::BTreeSet;
use table::Setup;

/// Plays a random game by the listed actions alone; returns the input and the output.
fn random_game(id: &str, seats: u8, arguments: &str, seed: u64) -> (Vec<String>, Vec<String>) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut trace = Conversation::begin(arguments);
    let (mut said, mut answers) = (Vec::new(), vec![trace.answer()]);
    loop {
        let position = json(answers.last().unwrap());
        assert_eq!(keys(&position), ["actions", "outcome", "position", "seats"]);
        let actions = strings(&position["actions"]);
        if actions.is_empty() {
            check_end(id, &position, seats);
            break;
        }
        assert!(actions.is_sorted_by(|one, other| one.as_bytes() < other.as_bytes()), "{actions:?}");
        let to_act = position["seats"].as_array().unwrap();
        assert!(!to_act.is_empty() && to_act.iter().all(|seat| seat.as_u64() < Some(seats.into())));
        assert!(position["outcome"].is_null(), "{position}");
        said.push(actions[rng.random_range(0..actions.len())].to_owned());
        trace.say(&format!("{}\n", said.last().unwrap()));
        answers.push(trace.answer());
    }
    trace.say(&format!("{}\n", said[0]));
    let refusal = json(&trace.answer());
    let article = refusal["illegal"].as_str().unwrap_or_else(|| panic!("no article: {refusal}"));
    assert!(stdout(&mut ludotheque(&format!("rules {id} {article}"))).starts_with(&format!("{article} · ")));
    trace.end();
    (said, answers)
}

/// No seat may act, and a place is one more than the number of teams that did better.
fn check_end(id: &str, position: &Value, seats: u8) {
    assert!(position["seats"].as_array().unwrap().is_empty(), "{position}");
    let game = catalog::find(id).unwrap().kind.start(&Setup::new(seats)).unwrap();
    let places: Vec<u64> =
        position["outcome"].as_array().unwrap().iter().map(|place| place.as_u64().unwrap()).collect();
    assert_eq!(places.len(), usize::from(seats));
    for place in &places {
        let better = Seat::all(seats).filter(|seat| places[seat.index()] < *place);
        let teams: BTreeSet<Team> = better.map(|seat| game.team(seat)).collect();
        assert_eq!(*place, teams.len() as u64 + 1, "{id}: {places:?}");
    }
}

/// Every number of seats with every option of every game that lists its actions.
fn settings() -> Vec<(&'static str, u8, String)> {
    let mut settings = Vec::new();
    for game in catalog::GAMES.iter().filter(|game| game.search.is_some()) {
        let info = game.info();
        for seats in info.seats.clone() {
            let plain = format!("trace {} --seats {seats}", info.id);
            for (key, value) in info
                .options
                .iter()
                .flat_map(|option| option.choices.iter().map(|choice| (option.key, choice.value)))
            {
                // Some options are for some numbers of seats only.
                if game.kind.start(&Setup::new(seats).with(key, value)).is_ok() {
                    settings.push((info.id, seats, format!("{plain} --set {key}={value}")));
                }
            }
            settings.push((info.id, seats, plain));
        }
    }
    settings
}

#[test]
fn whole_games_are_driven_by_the_listed_actions() {
    for (seed, (id, seats, arguments)) in (1..).zip(settings()) {
        let (said, answers) = random_game(id, seats, &arguments, seed);
        // The same in one go.
        let bulk = stdout(ludotheque(&arguments).write_stdin(said.join("\n") + "\n"));
        assert!(said.len() > 10 && bulk.lines().eq(answers.iter()), "{arguments}, seed {seed}");
    }
}

#[test]
fn answers_do_not_wait_for_the_line_after() {
    let mut trace = Conversation::begin("trace basik");
    trace.answer();
    trace.say("b2\nc");
    assert_eq!(
        json(&trace.answer())["seats"],
        serde_json::json!([1]),
        "though half of the next line is here"
    );
    trace.say("3\nnonsense\nd");
    assert_eq!(json(&trace.answer())["seats"], serde_json::json!([0]));
    assert!(json(&trace.answer())["illegal"].is_null());
    trace.say("4");
    trace.say("\n");
    assert_eq!(json(&trace.answer())["position"], "...r1/..b1./.r1../.... b 18,19");
    trace.end();
}

#[test]
fn the_last_line_needs_no_end() {
    let mut trace = Conversation::begin("trace basik");
    trace.answer();
    trace.say("b2");
    trace.hang_up();
    assert_eq!(json(&trace.answer())["seats"], serde_json::json!([1]));
    trace.end();
}
