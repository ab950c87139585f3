//! Tournaments and clubs: entering, rounds, those who do not come, kills, and what strangers may not.

use crate::home::{Home, on_both};
use crate::kill::{free_port, kill, start};
use crate::site::{PASSWORD, Site};
use crate::visitor::Visitor;
use rand::{RngExt as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};
use tokio_tungstenite::tungstenite::http::header::{AUTHORIZATION, HeaderMap, HeaderValue};

/// How long a tournament of the tests may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(180);

fn terms(format: &str) -> Value {
    let clock = json!({"fischer": {"start": 600, "increment": 5}});
    json!({"game": "pebbles", "seats": 2, "clock": clock, "format": format, "open": true})
}

fn with(mut terms: Value, more: Value) -> Value {
    terms.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    terms
}

async fn make(host: &mut Visitor, wanted: Value) -> String {
    host.post("/api/events", wanted).await.is(200).json()["id"].as_str().unwrap().to_owned()
}

/// Looks at a tournament until it is as it should be.
async fn until(visitor: &mut Visitor, id: &str, fits: impl Fn(&Value) -> bool) -> Value {
    let began = Instant::now();
    loop {
        let frame = visitor.get(&format!("/api/events/{id}")).await.is(200).json();
        if fits(&frame) {
            return frame;
        }
        assert!(began.elapsed() < PATIENCE, "waited in vain: {frame}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

async fn tell(visitor: &mut Visitor, id: &str, command: Value) -> Value {
    visitor.post(&format!("/api/events/{id}"), command).await.is(200).json()
}

/// The points by name.
fn points(frame: &Value) -> BTreeMap<String, f64> {
    let lines = frame["lines"].as_array().unwrap().iter();
    lines.map(|line| (line["name"].as_str().unwrap().to_owned(), line["points"].as_f64().unwrap())).collect()
}

async fn whoever_does_not_come_has_lost(home: &Home) {
    let site = Site::open(home).await;
    let (mut ada, mut bob, mut cy) =
        (site.guest("Ada").await, site.guest("Bob").await, site.guest("Cy").await);
    let event =
        make(&mut ada, json!({"name": "Evening", "terms": with(terms("round_robin"), json!({"wait": 1}))}))
            .await;
    for visitor in [&mut ada, &mut bob, &mut cy] {
        tell(visitor, &event, json!({"do": "join"})).await;
    }
    let refused = bob.post(&format!("/api/events/{event}"), json!({"do": "start"})).await;
    assert_eq!(refused.is(403).code(), "not_host");
    tell(&mut ada, &event, json!({"do": "start"})).await;
    // Round after round: whoever has a table comes to it, but for Cy, and the later one resigns.
    let mut done = BTreeSet::new();
    let frame = loop {
        let frame = until(&mut ada, &event, |frame| {
            frame["event"]["status"] == "over" || frame["round"].as_u64().unwrap() > done.len() as u64
        })
        .await;
        if frame["event"]["status"] == "over" {
            break frame;
        }
        done.insert(frame["round"].as_u64().unwrap());
        let table = frame["tables"]
            .as_array()
            .unwrap()
            .iter()
            .rev()
            .find(|table| table["table"].is_string())
            .unwrap();
        let id = table["table"].as_str().unwrap();
        let entrants: Vec<u64> =
            table["entrants"].as_array().unwrap().iter().map(|own| own.as_u64().unwrap()).collect();
        for (number, visitor) in [(0, &mut ada), (1, &mut bob)] {
            if entrants.contains(&number) {
                let left = visitor.command(id, json!({"do": "leave", "seat": 0})).await;
                assert_ne!(left.0.status, 200, "the seat of an entrant stays theirs");
                visitor.command(id, json!({"do": "join"})).await.is(200);
            }
        }
        if entrants.contains(&0) && entrants.contains(&1) {
            assert_eq!(ada.command(id, json!({"do": "abort"})).await.is(409).code(), "too_late");
            let seat = entrants.iter().position(|number| *number == 1).unwrap();
            bob.command(id, json!({"do": "resign", "seat": seat})).await.is(200);
        }
    };
    assert_eq!(done.len(), 3, "three play in three rounds");
    assert_eq!(points(&frame), [("Ada".into(), 2.0), ("Bob".into(), 1.0), ("Cy".into(), 0.0)].into());
    let forfeits =
        frame["tables"].as_array().unwrap().iter().filter(|table| table["forfeit"] == true).count();
    assert_eq!(forfeits, 2);
    assert_eq!(frame["lines"][0]["name"], "Ada");
    site.close().await;
}

async fn bots_play_a_tournament_by_themselves(home: &Home) {
    let site = Site::open(home).await;
    let mut ada = site.guest("Ada").await;
    let bots = json!(["random", "greedy", "random", "random", "greedy"]);
    let event =
        make(&mut ada, json!({"name": "Bots", "terms": terms("swiss"), "bots": bots, "starts": 1})).await;
    let frame = until(&mut ada, &event, |frame| frame["event"]["status"] == "over").await;
    let rounds = frame["rounds"].as_u64().unwrap();
    assert_eq!(
        frame["tables"].as_array().unwrap().len() as u64,
        rounds * 3,
        "two tables a round, and one without"
    );
    let total: f64 = points(&frame).values().sum();
    let of_lines: f64 =
        frame["lines"].as_array().unwrap().iter().map(|line| line["points"].as_f64().unwrap()).sum();
    assert!(total <= of_lines, "names of bots repeat");
    assert_eq!(of_lines, rounds as f64 * 3.0, "a point for every table and for every round without one");
    site.close().await;
}

async fn strangers_make_few_tournaments_and_enter_by_the_rules(home: &Home) {
    let site = Site::open(home).await;
    let (mut ada, mut eve) = (site.account("Ada").await, site.guest("Eve").await);
    for (wrong, code) in [
        (json!({"name": "", "terms": terms("swiss")}), "bad_title"),
        (json!({"name": "x".repeat(61), "terms": terms("swiss")}), "bad_title"),
        (json!({"name": "<b>", "terms": terms("swiss")}), "bad_title"),
        (json!({"name": "A", "terms": with(terms("swiss"), json!({"clock": "none"}))}), "bad_event"),
        (json!({"name": "A", "terms": with(terms("swiss"), json!({"rounds": 0}))}), "bad_event"),
        (json!({"name": "A", "terms": with(terms("swiss"), json!({"rounds": 100_000}))}), "bad_event"),
        (json!({"name": "A", "terms": terms("arena")}), "bad_event"),
        (json!({"name": "A", "terms": with(terms("swiss"), json!({"minutes": 5}))}), "bad_event"),
        (json!({"name": "A", "terms": with(terms("swiss"), json!({"game": "chess"}))}), "setup"),
        (json!({"name": "A", "terms": with(terms("swiss"), json!({"rated": true}))}), "rated_people"),
        (json!({"name": "A", "terms": terms("swiss"), "bots": vec!["random"; 17]}), "bad_event"),
        (json!({"name": "A", "terms": terms("swiss"), "bots": ["nobody"]}), "setup"),
        (json!({"name": "A", "terms": terms("swiss"), "club": "nowhere"}), "no_such"),
    ] {
        assert_eq!(eve.post("/api/events", wrong.clone()).await.code(), code, "{wrong}");
    }
    let mut events = Vec::new();
    for number in 0..3 {
        events.push(make(&mut eve, json!({"name": format!("E {number}"), "terms": terms("swiss")})).await);
    }
    let more = json!({"name": "One more", "terms": terms("swiss")});
    assert_eq!(eve.post("/api/events", more.clone()).await.is(429).code(), "too_many");
    let path = format!("/api/events/{}", events[0]);
    assert_eq!(eve.post(&path, json!({"do": "start"})).await.is(409).code(), "too_few");
    tell(&mut eve, &events[0], json!({"do": "end"})).await;
    make(&mut eve, more).await;
    assert_eq!(eve.post(&path, json!({"do": "join"})).await.is(409).code(), "not_open");

    // A program enters where programs may; a rated tournament takes one player of an account.
    let made = ada.post("/api/me/programs", json!({"name": "Adabot"})).await.is(200).json();
    let mut program =
        site.stranger().with(AUTHORIZATION, &format!("Bearer {}", made["token"].as_str().unwrap()));
    let people = format!("/api/events/{}", events[1]);
    assert_eq!(program.post(&people, json!({"do": "join"})).await.is(403).code(), "no_programs");
    let rated = with(terms("swiss"), json!({"rated": true, "programs": true}));
    let rated = make(&mut ada, json!({"name": "Rated", "terms": rated})).await;
    tell(&mut program, &rated, json!({"do": "join"})).await;
    let rated = format!("/api/events/{rated}");
    assert_eq!(ada.post(&rated, json!({"do": "join"})).await.is(409).code(), "rated_people");
    assert_eq!(eve.post(&rated, json!({"do": "join"})).await.is(409).code(), "rated_people");
    // Entering twice is entering once, and whoever leaves before the beginning was never there.
    for _ in 0..2 {
        assert_eq!(
            tell(&mut ada, &events[1], json!({"do": "join"})).await["lines"].as_array().unwrap().len(),
            1
        );
    }
    assert_eq!(tell(&mut ada, &events[1], json!({"do": "leave"})).await["lines"], json!([]));
    let listed = ada.get("/api/events?status=open").await.is(200).json();
    assert_eq!(listed.as_array().unwrap().len(), 4);
    site.close().await;
}

async fn clubs_are_joined_by_link_or_by_asking(home: &Home) {
    let site = Site::open(home).await;
    let (mut ada, mut bob, mut cy, mut gus) = (
        site.account("Ada").await,
        site.account("Bob").await,
        site.account("Cy").await,
        site.guest("Gus").await,
    );
    let wanted = json!({"name": "The Lamp", "about": "Tuesdays.", "open": true});
    assert_eq!(gus.post("/api/clubs", wanted.clone()).await.is(401).code(), "no_account");
    let club = ada.post("/api/clubs", wanted).await.is(200).json()["id"].as_str().unwrap().to_owned();
    let path = format!("/api/clubs/{club}");
    let frame = ada.get(&path).await.is(200).json();
    let link = frame["link"].as_str().unwrap().to_owned();
    let outside = bob.get(&path).await.is(200).json();
    assert!(outside.get("link").is_none() && outside["members"] == json!([]), "{outside}");
    let joined = bob.post(&path, json!({"do": "join", "token": link})).await.is(200).json();
    assert_eq!(joined["role"], "member");
    assert_eq!(cy.post(&path, json!({"do": "join"})).await.is(200).json()["role"], "asked");
    assert_eq!(cy.post(&path, json!({"do": "join", "token": "forged"})).await.is(403).code(), "bad_link");
    assert_eq!(gus.post(&path, json!({"do": "join", "token": link})).await.is(401).code(), "no_account");
    let closed = json!({"name": "Members", "terms": terms("swiss"), "club": club});
    assert_eq!(cy.post("/api/events", closed.clone()).await.is(403).code(), "members_only");
    let event = make(&mut bob, closed).await;
    let enter = format!("/api/events/{event}");
    assert_eq!(cy.post(&enter, json!({"do": "join"})).await.is(403).code(), "members_only");
    assert_eq!(bob.post(&path, json!({"do": "admit", "name": "Cy"})).await.is(403).code(), "not_host");
    ada.post(&path, json!({"do": "admit", "name": "Cy"})).await.is(200);
    tell(&mut cy, &event, json!({"do": "join"})).await;
    let frame = cy.get(&path).await.is(200).json();
    assert_eq!(
        (&frame["events"][0]["name"], frame["members"].as_array().unwrap().len()),
        (&json!("Members"), 3)
    );
    ada.post(&path, json!({"do": "renew"})).await.is(200);
    ada.post(&path, json!({"do": "remove", "name": "Cy"})).await.is(200);
    assert_eq!(cy.post(&path, json!({"do": "join", "token": link})).await.is(403).code(), "bad_link");
    ada.post(&path, json!({"do": "leave"})).await.is(200);
    assert_eq!(bob.get(&path).await.json()["role"], "host", "somebody decides");
    site.close().await;
}

async fn spectators_see_a_rated_game_of_a_tournament_later(home: &Home) {
    let site = Site::open(home).await;
    let (mut ada, mut bob, mut eve) =
        (site.account("Ada").await, site.account("Bob").await, site.guest("Eve").await);
    let rated = with(terms("round_robin"), json!({"rated": true}));
    let event = make(&mut ada, json!({"name": "Rated", "terms": rated})).await;
    for visitor in [&mut ada, &mut bob] {
        tell(visitor, &event, json!({"do": "join"})).await;
    }
    tell(&mut ada, &event, json!({"do": "start"})).await;
    let frame = until(&mut ada, &event, |frame| frame["tables"][0]["table"].is_string()).await;
    let table = frame["tables"][0]["table"].as_str().unwrap().to_owned();
    for visitor in [&mut ada, &mut bob] {
        visitor.command(&table, json!({"do": "join"})).await.is(200);
    }
    let (mut first, mut second) = (ada.enter(&table).await, bob.enter(&table).await);
    let mut watching = eve.enter(&table).await;
    for action in ["take", "take", "take"] {
        first.act(action).await;
    }
    for action in ["take", "take", "take"] {
        second.act(action).await;
    }
    first.act("take").await;
    watching.until(|frame| frame["log"] == 1).await;
    assert_eq!((&watching.frame["total"], &watching.frame["delay"]), (&json!(1), &json!(6)));
    assert_eq!(eve.look(&table).await["total"], 1);
    let record = format!("/api/tables/{table}/record");
    assert_eq!(eve.get(&record).await.is(409).code(), "not_over");
    ada.get(&record).await.is(200);
    assert_eq!(ada.look(&table).await["total"], 7, "who plays sees everything");
    for received in &watching.received {
        assert!(received.matches("\"action\":\"take\"").count() <= 1, "{received}");
    }
    tokio::join!(first.play_on(), second.play_on());
    watching.until_over().await;
    assert_eq!(
        watching.frame["total"],
        eve.look(&table).await["total"],
        "at its end everybody sees all of it"
    );
    assert!(watching.frame.get("delay").is_none());
    site.close().await;
}

/// A program that enters a tournament and plays whatever table it is given, however often the server stops.
async fn play(server: load::HttpClient, token: String, event: String) {
    let mut headers = HeaderMap::new();
    headers.insert(AUTHORIZATION, HeaderValue::from_str(&format!("Bearer {token}")).unwrap());
    let ask = async |method: &str, path: &str, body: Value| -> Option<Value> {
        let body = if body.is_null() { Vec::new() } else { body.to_string().into_bytes() };
        let answer = server.ask(method, path, &headers, body).await.ok()?;
        (answer.status == 200).then(|| answer.json().ok())?
    };
    let began = Instant::now();
    loop {
        assert!(began.elapsed() < PATIENCE, "the tournament does not end");
        tokio::time::sleep(Duration::from_millis(20)).await;
        let waiting =
            ask("GET", "/api/tables?own=true&status=waiting", Value::Null).await.unwrap_or(json!([]));
        for table in waiting.as_array().unwrap() {
            let path = format!("/api/tables/{}", table["id"].as_str().unwrap());
            ask("POST", &path, json!({"do": "join"})).await;
        }
        let playing =
            ask("GET", "/api/tables?own=true&status=playing", Value::Null).await.unwrap_or(json!([]));
        for table in playing.as_array().unwrap() {
            let path = format!("/api/tables/{}", table["id"].as_str().unwrap());
            let Some(frame) = ask("GET", &path, Value::Null).await else { continue };
            let prompt = &frame["game"]["prompts"][0];
            if let Some(action) = prompt["actions"][0].as_str() {
                let act = json!({"do": "act", "seat": prompt["seat"], "prompt": prompt["prompt"], "action": action});
                ask("POST", &path, act).await;
            }
        }
        if waiting == json!([]) && playing == json!([]) {
            let frame = ask("GET", &format!("/api/events/{event}"), Value::Null).await;
            if frame.is_some_and(|frame| frame["event"]["status"] == "over") {
                return;
            }
        }
    }
}

async fn a_tournament_of_forty_programs_survives_every_kill(home: &Home) {
    const ROUNDS: usize = 4;
    let port = free_port();
    let client = load::HttpClient::at(&format!("http://127.0.0.1:{port}")).unwrap();
    let mut house = start(port, &home.url);
    let (mut tokens, mut host) = (Vec::new(), None);
    for name in ["Ada", "Bob"] {
        let mut account = Visitor::new(&client);
        account.post("/api/me/account", json!({"name": name, "password": PASSWORD})).await.is(200);
        for number in 0..20 {
            let made =
                account.post("/api/me/programs", json!({"name": format!("{name} {number}")})).await.is(200);
            tokens.push(made.json()["token"].as_str().unwrap().to_owned());
        }
        host = Some(account);
    }
    let mut host = host.unwrap();
    let more = json!({"programs": true, "rounds": ROUNDS, "wait": 120});
    let event = make(&mut host, json!({"name": "Forty", "terms": with(terms("swiss"), more)})).await;
    for token in &tokens {
        let mut program = Visitor::new(&client).with(AUTHORIZATION, &format!("Bearer {token}"));
        tell(&mut program, &event, json!({"do": "join"})).await;
    }
    tell(&mut host, &event, json!({"do": "start"})).await;
    let programs: Vec<_> =
        tokens.into_iter().map(|token| tokio::spawn(play(client.clone(), token, event.clone()))).collect();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(u64::from(port));
    let mut kills = 0;
    while programs.iter().any(|program| !program.is_finished()) && kills < 10 {
        tokio::time::sleep(Duration::from_millis(rng.random_range(100..900))).await;
        kill(&mut house);
        kills += 1;
        house = start(port, &home.url);
    }
    for program in programs {
        program.await.unwrap();
    }
    let frame = until(&mut host, &event, |frame| frame["event"]["status"] == "over").await;
    kill(&mut house);
    assert!(kills > 2, "it was over before it was interrupted");

    let tables = frame["tables"].as_array().unwrap();
    assert_eq!(tables.len(), 20 * ROUNDS);
    // What the tournament says is what the rows of its tables say, each once; nothing else was opened for it.
    let store = home.store().await;
    let mut counted: BTreeMap<u64, f64> = BTreeMap::new();
    let mut seen = BTreeSet::new();
    for table in tables {
        let id = table["table"].as_str().unwrap();
        assert!(seen.insert(id.to_owned()), "a table is counted twice");
        assert_ne!(table["forfeit"], true, "everybody came: {table}");
        let row = store.table(id).await.unwrap().unwrap();
        assert_eq!(row.status, store::Status::Over);
        let places: Vec<u8> = serde_json::from_str(row.places.as_deref().unwrap()).unwrap();
        for (entrant, place) in table["entrants"].as_array().unwrap().iter().zip(&places) {
            *counted.entry(entrant.as_u64().unwrap()).or_default() += if *place == 1 { 1.0 } else { 0.0 };
        }
    }
    let filter =
        store::Filter { user: Some(format!("event.{event}")), limit: 1000, ..store::Filter::default() };
    assert_eq!(
        store.tables(&filter).await.unwrap().len(),
        tables.len(),
        "a table was opened that nobody counts"
    );
    for line in frame["lines"].as_array().unwrap() {
        let entrant = line["entrant"].as_u64().unwrap();
        assert_eq!(line["points"].as_f64(), counted.get(&entrant).copied(), "{line}");
        assert_eq!(line["played"], ROUNDS, "{line}");
    }
    for round in 1..=ROUNDS as u64 {
        let of_round = tables.iter().filter(|table| table["round"] == round);
        let numbers: BTreeSet<u64> = of_round
            .flat_map(|table| {
                table["entrants"].as_array().unwrap().iter().map(|number| number.as_u64().unwrap())
            })
            .collect();
        assert_eq!(numbers.len(), 40, "round {round}: everybody at one table");
    }
    println!("{kills} kills, {} tables, each counted once", tables.len());
}

on_both!(
    whoever_does_not_come_has_lost,
    bots_play_a_tournament_by_themselves,
    strangers_make_few_tournaments_and_enter_by_the_rules,
    clubs_are_joined_by_link_or_by_asking,
    spectators_see_a_rated_game_of_a_tournament_later,
    a_tournament_of_forty_programs_survives_every_kill,
);
