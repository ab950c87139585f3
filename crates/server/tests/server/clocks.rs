//! Time: who lets it run out has lost, or is relieved by a bot; while the house is closed it stands still.

use crate::home::{Home, on_both, run};
use crate::site::Site;
use serde_json::json;

async fn who_runs_out_of_time_has_lost(home: &Home) {
    let site = Site::open(home).await;
    let mut ada = site.guest("Ada").await;
    let clock = json!({"fischer": {"start": 1, "increment": 0}});
    let table =
        ada.table(json!({"game": "pebbles", "seats": ["me", {"screen": "Ed"}], "clock": clock})).await;
    let mut adas = ada.enter(&table).await;
    assert_eq!(adas.frame["game"]["clocks"]["running"], json!([0]));
    adas.until_over().await;
    assert_eq!(adas.frame["table"]["places"], json!([2, 1]));
    assert_eq!(adas.frame["game"]["gone"], json!([0]));
    site.close().await;
}

async fn a_bot_relieves_who_runs_out_of_time(home: &Home) {
    let site = Site::open(home).await;
    let (mut ada, mut bob) = (site.guest("Ada").await, site.guest("Bob").await);
    let clock = json!({"per_action": {"limit": 1}});
    let wanted = json!({"game": "pebbles", "seats": ["me", "open"], "open": true, "clock": clock,
                        "on_timeout": {"bot": "random"}});
    let table = ada.table(wanted).await;
    let mut adas = ada.enter(&table).await;
    bob.command(&table, json!({"do": "join"})).await.is(200);
    // Nobody ever acts: both are relieved, and the bots play to the end.
    adas.until_over().await;
    assert!(adas.frame["game"].get("gone").is_none(), "nobody has left");
    for seat in 0..2 {
        assert_eq!(adas.frame["table"]["seats"][seat]["kind"], "bot");
    }
    site.close().await;
}

async fn the_list_of_ones_tables_tells_who_is_waited_for_and_how_long(home: &Home) {
    const DAY: i64 = 24 * 3_600_000;
    let site = Site::open(home).await;
    let (mut ada, mut bob) = (site.guest("Ada").await, site.guest("Bob").await);
    let clock = json!({"per_action": {"limit": 3 * DAY / 1000}});
    let wanted = json!({"game": "pebbles", "seats": ["me", "open"], "open": true, "clock": clock});
    let table = ada.table(wanted).await;
    let waiting = ada.get("/api/tables?own=true").await.is(200).json();
    assert!(waiting[0].get("to_act").is_none(), "nobody is to act before the game begins: {waiting}");
    bob.command(&table, json!({"do": "join"})).await.is(200);
    let mut adas = ada.enter(&table).await;
    let began = adas.frame["table"]["created"].as_i64().unwrap();
    for to_act in [json!([0]), json!([1])] {
        for person in [&mut ada, &mut bob] {
            let own = person.get("/api/tables?own=true&status=playing").await.is(200).json();
            assert_eq!(own[0]["to_act"], to_act);
            let left = own[0]["due"].as_i64().unwrap() - began;
            assert!((3 * DAY..3 * DAY + 60_000).contains(&left), "{left}");
        }
        if to_act == json!([0]) {
            adas.act("take").await;
            adas.act("stop").await;
        }
    }
    let open = bob.get("/api/tables?status=playing").await.is(200).json();
    assert_eq!(open[0]["to_act"], json!([1]), "the rows of open tables know it too");
    site.close().await;
}

async fn clocks_stand_still_while_the_house_is_closed(home: &Home) {
    const HOUR: i64 = 3_600_000;
    let site = Site::open(home).await;
    let mut ada = site.guest("Ada").await;
    let clock = json!({"fischer": {"start": 60, "increment": 5}});
    let table =
        ada.table(json!({"game": "pebbles", "seats": ["me", {"screen": "Ed"}], "clock": clock})).await;
    let mut adas = ada.enter(&table).await;
    adas.act("take").await;
    adas.act("stop").await;
    let before = adas.frame["game"]["clocks"]["left"].clone();
    assert!(before[0].as_u64().unwrap() > 60_000, "a turn is rewarded: {before}");
    site.close().await;

    // As if all of it had been an hour earlier.
    let mut stranger = home.stranger().await;
    run(&mut stranger, &format!("UPDATE tables SET started_at = started_at - {HOUR}, due = due - {HOUR}"))
        .await;
    run(&mut stranger, &format!("UPDATE house SET heartbeat = heartbeat - {HOUR}")).await;
    let site = Site::open(home).await;
    ada.server = site.server.clone();
    let mut adas = ada.enter(&table).await;
    assert_eq!(adas.frame["table"]["status"], "playing");
    let after = &adas.frame["game"]["clocks"];
    assert_eq!(after["left"][0], before[0], "the clock that stood stands");
    let lost = before[1].as_i64().unwrap() - after["left"][1].as_i64().unwrap();
    assert!((0..30_000).contains(&lost), "the clock that ran lost {lost} ms");
    assert_eq!(after["running"], json!([1]));
    adas.act("take").await;
    site.close().await;
}

async fn a_clock_that_ran_out_rings_without_anybody_there(home: &Home) {
    let site = Site::open(home).await;
    let mut ada = site.guest("Ada").await;
    let clock = json!({"fischer": {"start": 2, "increment": 0}});
    let table =
        ada.table(json!({"game": "pebbles", "seats": ["me", {"screen": "Ed"}], "clock": clock})).await;
    site.close().await;
    let site = Site::open(home).await;
    ada.server = site.server.clone();
    let mut adas = ada.enter(&table).await;
    adas.until_over().await;
    assert_eq!(adas.frame["table"]["places"], json!([2, 1]));
    site.close().await;
}

async fn bots_go_on_after_a_restart(home: &Home) {
    let site = Site::open(home).await;
    let mut ada = site.guest("Ada").await;
    // Nature and a bot have to act before anybody else can.
    let table = ada.table(json!({"game": "envelopes", "seats": [{"bot": "random"}, "me"]})).await;
    site.close().await;
    let site = Site::open(home).await;
    ada.server = site.server.clone();
    let mut adas = ada.enter(&table).await;
    adas.play_on().await;
    site.close().await;
}

on_both!(
    who_runs_out_of_time_has_lost,
    a_bot_relieves_who_runs_out_of_time,
    the_list_of_ones_tables_tells_who_is_waited_for_and_how_long,
    clocks_stand_still_while_the_house_is_closed,
    a_clock_that_ran_out_rings_without_anybody_there,
    bots_go_on_after_a_restart,
);
