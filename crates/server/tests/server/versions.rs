//! Versions: clients of another protocol, tables of other rules, rows of an older schema.

use crate::home::{Home, on_both, run};
use crate::site::Site;
use crate::visitor::told;
use serde_json::json;
use tokio_tungstenite::tungstenite::http::HeaderName;

async fn a_client_of_another_version_is_refused_with_a_sentence(home: &Home) {
    let site = Site::open(home).await;
    let mut ada = site.guest("Ada").await;
    let table = ada.table(json!({"game": "pebbles", "seats": ["me", {"screen": "Bob"}]})).await;
    // Version 1 said nothing of versions; a later one is as foreign.
    for enter in
        [json!({"do": "enter"}), json!({"do": "enter", "version": 1}), json!({"do": "enter", "version": 3})]
    {
        let mut socket = ada.socket(&table).await.unwrap();
        let answer = socket.ask(enter).await;
        assert_eq!((&answer["type"], &answer["code"]), (&json!("refused"), &json!("outdated")));
        for lang in ["fr", "en"] {
            assert!(answer["why"][lang].as_str().unwrap().len() > 20, "{answer}");
        }
        assert_eq!(socket.next().await, None, "the socket is closed");
    }
    let answer = ada.get("/api/me").await.is(200);
    assert_eq!(answer.0.headers["ludotheque-protocol"], "2");
    let header = HeaderName::from_static("ludotheque-protocol");
    assert_eq!(ada.with(header.clone(), "1").get("/api/me").await.is(426).code(), "outdated");
    let renamed = ada.with(header.clone(), "1").put("/api/me", json!({"name": "Eve"})).await;
    assert_eq!(renamed.is(426).code(), "outdated");
    assert_eq!(ada.with(header, "2").get("/api/me").await.is(200).json()["name"], "Ada");
    site.close().await;
}

async fn a_table_of_other_rules_is_shown_closed_and_goes_on_from_its_position(home: &Home) {
    let site = Site::open(home).await;
    let mut ada = site.guest("Ada").await;
    let mut eve = site.guest("Eve").await;
    let table = ada.table(json!({"game": "pebbles", "seats": ["me", {"screen": "Bob"}]})).await;
    let lost = ada.table(json!({"game": "envelopes", "seats": ["me", {"screen": "Bob"}]})).await;
    let clock = json!({"per_action": {"limit": 3600}});
    let timed = json!({"game": "pebbles", "seats": ["me", {"screen": "Bob"}], "clock": clock});
    let timed = ada.table(timed).await;
    ada.enter(&table).await.act("take").await;
    ada.enter(&lost).await;
    site.close().await;
    // These were begun by a program whose rules had another version.
    let mut database = home.stranger().await;
    run(&mut database, "UPDATE tables SET rules_version = 99").await;
    run(&mut database, &format!("UPDATE tables SET due = 1 WHERE id = '{timed}'")).await;
    drop(database);

    let site = Site::open(home).await;
    (ada.server, eve.server) = (site.server.clone(), site.server.clone());
    let listed = ada.get("/api/tables?own=true").await.is(200).json();
    assert!(listed.as_array().unwrap().iter().all(|table| table["outdated_rules"] == 99), "{listed}");
    // One whose clock is due is closed without anybody looking.
    let closed = async {
        while ada.get("/api/tables?own=true&status=aborted").await.is(200).json()[0]["id"] != timed {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(crate::visitor::PATIENCE, closed).await.expect("the due table is closed");
    let frame = ada.look(&table).await;
    assert_eq!(
        (&frame["table"]["status"], &frame["table"]["outdated_rules"]),
        (&json!("aborted"), &json!(99))
    );
    assert_eq!(frame["game"]["view"]["heap"], 9, "the position is shown as it was");
    assert!(frame["game"].get("prompts").is_none(), "nobody is asked to act");
    eve.get(&format!("/api/tables/{table}")).await.is(404);
    // Over the socket too; nothing but going on is possible.
    let mut adas = ada.enter(&table).await;
    assert_eq!(adas.frame["table"]["outdated_rules"], 99);
    let act = json!({"do": "act", "seat": 0, "prompt": 1, "action": "take"});
    assert_eq!(adas.refused(act).await, "other_rules");
    assert_eq!(adas.refused(json!({"do": "rematch"})).await, "other_rules");
    assert_eq!(eve.command(&table, json!({"do": "continue"})).await.code(), "not_seated");
    let next = adas.done(json!({"do": "continue"})).await["table"].as_str().unwrap().to_owned();
    assert_eq!(adas.done(json!({"do": "continue"})).await["table"], next, "one continuation");
    let mut on = ada.enter(&next).await;
    assert_eq!(on.frame["game"]["view"]["heap"], 9);
    assert!(on.frame["table"].get("outdated_rules").is_none());
    assert_eq!(on.frame["table"]["previous"], table);
    on.act("take").await;
    let record = ada.get(&format!("/api/tables/{next}/record")).await.is(200);
    let text = String::from_utf8(record.0.body.to_vec()).unwrap();
    assert!(text.contains("\nrules: 1\n") && text.contains("\nposition: 9 1 0\n"), "{text}");
    // A position that today's rules can't read stays closed.
    let frame = ada.look(&lost).await;
    assert!(frame.get("game").is_none(), "{frame}");
    assert_eq!(ada.command(&lost, json!({"do": "continue"})).await.code(), "unreadable");
    assert_eq!(ada.command(&next, json!({"do": "continue"})).await.code(), "not_outdated");
    site.close().await;
}

async fn the_rows_know_what_is_due_and_who_is_to_act(home: &Home) {
    let site = Site::open(home).await;
    let mut ada = site.guest("Ada").await;
    let clock = json!({"fischer": {"start": 300, "increment": 0}});
    let seats = json!(["me", {"screen": "Bob"}]);
    let table = ada.table(json!({"game": "pebbles", "seats": seats, "clock": clock})).await;
    let list = "/api/tables?own=true&status=playing";
    let listed = ada.get(list).await.is(200).json();
    assert_eq!(listed[0]["to_act"], json!([0]));
    let due = listed[0]["due"].as_i64().unwrap();
    let mut adas = ada.enter(&table).await;
    adas.act("take").await;
    adas.act("stop").await;
    let listed = ada.get(list).await.is(200).json();
    assert_eq!(listed[0]["to_act"], json!([1]));
    assert!(listed[0]["due"].as_i64().unwrap() >= due);
    site.close().await;
    let row = home.store().await.table(&table).await.unwrap().unwrap();
    assert_eq!((row.to_act, row.pending, row.position.as_deref()), (Some(2), false, Some("9 0 1")));
    assert!(row.due.is_some() && row.version >= 3);
    // Without the columns, as in a database of an older program, a start fills them in.
    let mut database = home.stranger().await;
    run(&mut database, "UPDATE tables SET to_act = NULL, due = NULL, position = NULL, pending = 1").await;
    drop(database);
    let site = Site::open(home).await;
    ada.server = site.server.clone();
    let filled = async {
        while ada.get(list).await.is(200).json()[0].get("to_act").is_none() {
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(crate::visitor::PATIENCE, filled).await.expect("the row is completed");
    let back = ada.enter(&table).await;
    assert_eq!(told(&back.frame), ["take", "stop"]);
    site.close().await;
}

on_both!(
    a_client_of_another_version_is_refused_with_a_sentence,
    a_table_of_other_rules_is_shown_closed_and_goes_on_from_its_position,
    the_rows_know_what_is_due_and_who_is_to_act,
);
