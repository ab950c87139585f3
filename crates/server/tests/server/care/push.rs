//! Push messages, from the turn of a game to the text in the browser; calendars.

use super::push_service::{Browser, PushService, Pushed};
use crate::home::{Home, on_both};
use crate::site::{Site, config};
use crate::visitor::Visitor;
use serde_json::{Value, json};
use server::{CareConfig, Config};
use std::time::Duration;

pub fn care() -> CareConfig {
    CareConfig {
        push_anywhere: true,
        retry: Duration::from_millis(20),
        public_url: Some("https://games.example".to_owned()),
        ..CareConfig::default()
    }
}

pub async fn house(home: &Home) -> Site {
    Site::with(home, Config { care: care(), ..config() }).await
}

/// A game of two at which Bob is away, and the table.
async fn game(ada: &mut Visitor, bob: &mut Visitor, clock: Value) -> String {
    let wanted = json!({"game": "pebbles", "seats": ["me", "open"], "open": true, "clock": clock});
    let table = ada.table(wanted).await;
    bob.command(&table, json!({"do": "join"})).await.is(200);
    table
}

/// A whole turn: a pebble is taken, and the turn ended.
pub async fn turn(person: &mut Visitor, table: &str) {
    for action in ["take", "stop"] {
        let frame = person.look(table).await;
        let prompt = &frame["game"]["prompts"][0];
        let request =
            json!({"do": "act", "seat": prompt["seat"], "prompt": prompt["prompt"], "action": action});
        person.command(table, request).await.is(200);
    }
}

fn of<'a>(pushed: &'a [Pushed], browser: &str) -> Vec<&'a Pushed> {
    pushed.iter().filter(|one| one.browser == browser).collect()
}

async fn a_turn_is_told_to_whoever_is_away_and_read_by_the_browser_alone(home: &Home) {
    let (site, service) = (house(home).await, PushService::open().await);
    let (mut ada, mut bob) = (site.guest("Ada").await, site.account("Bob").await);
    let (first, second, adas) = (Browser::new(1), Browser::new(2), Browser::new(3));
    let key = bob.get("/api/me/push").await.is(200).json();
    assert!(key["key"].as_str().unwrap().len() == 87 && key["browsers"] == 0, "{key}");
    for (browser, name) in [(&first, "first"), (&second, "second"), (&first, "first")] {
        bob.post("/api/me/push", browser.subscription(&service, name)).await.is(200);
    }
    assert_eq!(bob.get("/api/me/push").await.json()["browsers"], 2);
    ada.post("/api/me/push", adas.subscription(&service, "adas")).await.is(200);
    let table = game(&mut ada, &mut bob, json!("none")).await;
    // She is away herself when he sits down, and it is her turn.
    let told = service.until(1).await;
    assert_eq!(adas.decrypt(&of(&told, "adas")[0].body)["kind"], "turn");
    let adas_socket = ada.enter(&table).await;
    let before = 1;
    turn(&mut ada, &table).await;
    let pushed = service.until(before + 2).await;
    let got = of(&pushed, "first")[0];
    let text = first.decrypt(&got.body);
    assert_eq!((&text["kind"], &text["path"]), (&json!("turn"), &json!(format!("/table/{table}"))));
    assert_eq!(text["title"], "It is your turn");
    assert_eq!(second.decrypt(&of(&pushed, "second")[0].body), text);
    assert!(!String::from_utf8_lossy(&got.body).contains("turn"), "it is encrypted");
    assert_eq!(got.headers["content-encoding"], "aes128gcm");
    let authorization = got.headers["authorization"].to_str().unwrap();
    assert!(authorization.contains(&format!("k={}", key["key"].as_str().unwrap())), "{authorization}");
    // Whoever looks at the table is not told, whoever it is.
    let bobs_socket = bob.enter(&table).await;
    turn(&mut bob, &table).await;
    turn(&mut ada, &table).await;
    bobs_socket.drop_dead();
    // The service says that a browser is gone: it is told no more.
    assert_eq!(service.got().len(), before + 2);
    let other = game(&mut ada, &mut bob, json!("none")).await;
    service.until(before + 3).await;
    service.answer(&[410, 404]);
    turn(&mut ada, &other).await;
    service.until(before + 5).await;
    loop {
        if bob.get("/api/me/push").await.json()["browsers"] == 0 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    adas_socket.drop_dead();
    site.close().await;
}

async fn what_is_not_taken_is_sent_again_and_what_is_not_wanted_is_not_sent(home: &Home) {
    let (site, service) = (house(home).await, PushService::open().await);
    let (mut ada, mut bob) = (site.guest("Ada").await, site.account("Bob").await);
    let browser = Browser::new(5);
    bob.post("/api/me/push", browser.subscription(&service, "bobs")).await.is(200);
    service.answer(&[503, 429, 201]);
    let table = game(&mut ada, &mut bob, json!("none")).await;
    turn(&mut ada, &table).await;
    let pushed = service.until(3).await;
    assert_eq!(browser.decrypt(&pushed[2].body)["path"], format!("/table/{table}"));
    let mut settings = bob.get("/api/me/notifications").await.is(200).json();
    assert_eq!((&settings["turn"], &settings["mail_turn"]), (&json!(true), &json!(false)));
    for (field, odd) in [("quiet_from", "25:00"), ("zone", "Mars/Olympus"), ("zone", "../../etc/passwd")] {
        let mut odd_settings = settings.clone();
        odd_settings["quiet_until"] = "07:00".into();
        odd_settings[field] = odd.into();
        assert_eq!(bob.put("/api/me/notifications", odd_settings).await.is(422).code(), "bad_times");
    }
    // Cyd wants nothing to be told of turns.
    let mut cyd = site.guest("Cyd").await;
    cyd.post("/api/me/push", Browser::new(6).subscription(&service, "cyds")).await.is(200);
    let mut silent = settings.clone();
    silent["turn"] = false.into();
    cyd.put("/api/me/notifications", silent).await.is(200);
    let quiet = game(&mut ada, &mut cyd, json!("none")).await;
    turn(&mut ada, &quiet).await;
    // Quiet hours: all day.
    (settings["quiet_from"], settings["quiet_until"]) = ("00:00".into(), "00:00".into());
    bob.put("/api/me/notifications", settings.clone()).await.is(200);
    let held = game(&mut ada, &mut bob, json!("none")).await;
    turn(&mut ada, &held).await;
    (settings["quiet_from"], settings["quiet_until"]) = ("".into(), "".into());
    settings["lang"] = "fr".into();
    bob.put("/api/me/notifications", settings).await.is(200);
    // A rematch keeps a seat for Bob.
    ada.command(&table, json!({"do": "resign", "seat": 0})).await.is(200);
    let next = ada.command(&table, json!({"do": "rematch"})).await.is(200).json();
    let wanted = [format!("/table/{}", next["table"].as_str().unwrap()), format!("/table/{held}")];
    let mut told = Vec::new();
    for count in 4.. {
        let pushed = service.until(count).await;
        let text = browser.decrypt(&pushed[count - 1].body);
        let path = text["path"].as_str().unwrap().to_owned();
        // The turn of the table that was quiet is told once the hours are over; the switched-off one never.
        assert!(of(&pushed, "cyds").is_empty());
        if path == wanted[0] {
            assert_eq!(
                (&text["kind"], &text["title"]),
                (&json!("invitation"), &json!("Une place vous attend"))
            );
        }
        told.push(path);
        if wanted.iter().all(|one| told.contains(one)) {
            break;
        }
    }
    site.close().await;
}

async fn a_calendar_holds_the_games_by_days_at_a_secret_address(home: &Home) {
    let site = house(home).await;
    let (mut ada, mut bob) = (site.guest("Ada").await, site.account("Bob").await);
    let slow = game(&mut ada, &mut bob, json!({"per_action": {"limit": 259_200}})).await;
    let quick = game(&mut ada, &mut bob, json!({"per_action": {"limit": 60}})).await;
    for table in [&slow, &quick] {
        turn(&mut ada, table).await;
    }
    let path = bob.get("/api/me/calendar").await.is(200).json()["path"].as_str().unwrap().to_owned();
    let mut program = site.stranger();
    let answer = program.get(&path).await.is(200).0;
    assert!(answer.headers["content-type"].to_str().unwrap().starts_with("text/calendar"));
    let text = answer.text();
    assert!(text.starts_with("BEGIN:VCALENDAR\r\n") && text.ends_with("END:VCALENDAR\r\n"), "{text}");
    assert_eq!(text.matches("BEGIN:VEVENT").count(), 1, "{text}");
    assert!(
        text.contains(&format!("URL:https://games.example/table/{slow}")) && !text.contains(&quick),
        "{text}"
    );
    bob.post("/api/me/calendar", json!(null)).await.is(200);
    program.get(&path).await.is(404);
    program.get(&path[..path.len() - 2]).await.is(404);
    let renewed = bob.get("/api/me/calendar").await.json()["path"].as_str().unwrap().to_owned();
    assert!(program.get(&renewed).await.is(200).0.text().contains(&slow));
    site.close().await;
}

on_both!(
    a_turn_is_told_to_whoever_is_away_and_read_by_the_browser_alone,
    what_is_not_taken_is_sent_again_and_what_is_not_wanted_is_not_sent,
    a_calendar_holds_the_games_by_days_at_a_secret_address,
);
