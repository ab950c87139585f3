//! A database that can't be written: clear answers, nothing lost, and work goes on when it can be again.

use crate::home::{Home, address, on_both, run};
use crate::site::Site;
use crate::visitor::Viewer;
use serde_json::{Value, json};
use std::fs::File;
use std::io::Write as _;
use std::path::Path;
use std::process::Command;

/// Where the small disk of [`child`] is mounted.
const DISK: &str = "LUDOTHEQUE_TEST_DISK";

fn act(viewer: &Viewer) -> Value {
    let prompt = &viewer.frame["game"]["prompts"][0];
    json!({"do": "act", "seat": prompt["seat"], "prompt": prompt["prompt"], "action": prompt["actions"][0]})
}

/// The log of a table as the store has it: the actions, in order.
async fn kept(home_url: &str, table: &str) -> Vec<String> {
    let store = store::Store::open(home_url).await.unwrap();
    let log = store.log(table).await.unwrap();
    let event = |row: &store::LogRow| serde_json::from_str::<Value>(&row.event).unwrap();
    log.iter().map(|row| event(row)["play"]["action"].as_str().unwrap().to_owned()).collect()
}

async fn a_locked_database_refuses_and_recovers(home: &Home) {
    let site = Site::open(home).await;
    let (mut ada, mut eve) = (site.guest("Ada").await, site.guest("Eve").await);
    let table = ada.table(json!({"game": "pebbles", "seats": ["me", {"screen": "Ed"}], "open": true})).await;
    let mut adas = ada.enter(&table).await;
    let mut eves = eve.enter(&table).await;
    adas.act("take").await;
    eves.until_steps(1).await;
    let mut stranger = home.stranger().await;
    let lock = if home.is_sqlite() {
        "BEGIN EXCLUSIVE"
    } else {
        "BEGIN; LOCK TABLE log, tables, chat, users IN EXCLUSIVE MODE"
    };
    run(&mut stranger, lock).await;
    let request = act(&adas);
    assert_eq!(adas.refused(request.clone()).await, "not_saved");
    let wanted = json!({"game": "pebbles", "seats": ["me", {"screen": "Ed"}]});
    assert_eq!(eve.post("/api/tables", wanted).await.is(503).code(), "not_saved");
    ada.get("/healthz").await.is(503);
    // What can be read is what was acknowledged.
    assert_eq!(ada.look(&table).await["total"], 1);
    run(&mut stranger, "ROLLBACK").await;
    assert_eq!(adas.done(request).await["entry"], 1, "the same action is done now");
    adas.until_steps(2).await;
    eves.until_steps(2).await;
    ada.get("/healthz").await.is(200);
    site.close().await;
    assert_eq!(kept(&home.url, &table).await, ["take", "take"]);
}

on_both!(a_locked_database_refuses_and_recovers);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_postgres_refuses_and_recovers() {
    let home = Home::postgres().await;
    let site = Site::open(&home).await;
    let mut ada = site.guest("Ada").await;
    let table = ada.table(json!({"game": "pebbles", "seats": ["me", {"screen": "Ed"}]})).await;
    let mut adas = ada.enter(&table).await;
    adas.act("take").await;
    let mut stranger = home.stranger().await;
    run(
        &mut stranger,
        "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS \
         $$ BEGIN RAISE EXCEPTION 'no space left on device' USING ERRCODE = '53100'; END $$; \
         CREATE TRIGGER full_disk BEFORE INSERT ON log EXECUTE FUNCTION full_disk()",
    )
    .await;
    let request = act(&adas);
    assert_eq!(adas.refused(request.clone()).await, "not_saved");
    assert_eq!(adas.refused(json!({"do": "resign", "seat": 0})).await, "not_saved");
    let now = ada.look(&table).await;
    assert_eq!((&now["total"], &now["table"]["status"]), (&json!(1), &json!("playing")));
    run(&mut stranger, "DROP TRIGGER full_disk ON log").await;
    assert_eq!(adas.done(request).await["entry"], 1);
    site.close().await;
    assert_eq!(kept(&home.url, &table).await, ["take", "take"]);
}

/// A small disk of memory, filled to the last byte; it is mounted in a namespace of its own, which ends with the child.
#[test]
fn a_full_disk_refuses_and_recovers() {
    let folder = tempfile::tempdir().unwrap();
    let program = std::env::current_exe().unwrap();
    let mount =
        "mount -t tmpfs -o size=3m tmpfs \"$0\" && exec \"$1\" --exact faults::child --ignored --nocapture";
    let run = |unshare: &[&str]| {
        let mut command = Command::new("unshare");
        command.args(unshare).args(["sh", "-c", mount]).arg(folder.path()).arg(&program);
        command.env(DISK, folder.path()).output().unwrap()
    };
    // Either root may mount, or everybody may be root in a world of their own.
    let mut output = run(&["--mount"]);
    if !output.status.success() && !String::from_utf8_lossy(&output.stdout).contains("running 1 test") {
        output = run(&["--user", "--map-root-user", "--mount"]);
    }
    let said =
        format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{said}");
    assert!(said.contains("the disk was full"), "{said}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "run by a_full_disk_refuses_and_recovers, on a small disk"]
async fn child() {
    let Some(disk) = std::env::var_os(DISK) else { return };
    let disk = Path::new(&disk);
    let home = Home::at(&address(disk));
    let site = Site::open(&home).await;
    let mut ada = site.guest("Ada").await;
    let table = ada.table(json!({"game": "pebbles", "seats": ["me", {"screen": "Ed"}]})).await;
    let mut adas = ada.enter(&table).await;
    let mut expected = vec!["take".to_owned()];
    adas.act("take").await;
    fill(&disk.join("ballast"));
    // What fits into the last pages is taken and kept.
    while adas.ask(json!({"do": "chat", "text": "x".repeat(500)})).await["type"] == "done" {}
    let refused = loop {
        let steps = expected.len();
        adas.until_steps(steps).await;
        let request = act(&adas);
        let answer = adas.ask(request.clone()).await;
        if answer["type"] == "refused" {
            assert_eq!(answer["code"], "not_saved", "{answer}");
            break request;
        }
        expected.push(request["action"].as_str().unwrap().to_owned());
    };
    ada.get("/healthz").await.is(503);
    assert_eq!(ada.look(&table).await["total"], expected.len());
    println!("the disk was full");
    // Somebody makes room.
    std::fs::remove_file(disk.join("ballast")).unwrap();
    assert_eq!(adas.done(refused.clone()).await["entry"], expected.len());
    expected.push(refused["action"].as_str().unwrap().to_owned());
    ada.get("/healthz").await.is(200);
    site.close().await;
    assert_eq!(kept(&home.url, &table).await, expected);
}

fn fill(path: &Path) {
    let mut file = File::create(path).unwrap();
    for size in [1 << 16, 1 << 12, 1] {
        while file.write_all(&vec![0; size]).is_ok() {}
    }
}
