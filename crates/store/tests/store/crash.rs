//! A program that is killed while it writes: what it was told is there.

use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};
use std::time::Duration;

use store::{LogRow, Store};

use crate::home::{Home, action, on_both, table};

/// The address that [`child`] writes to.
const ADDRESS: &str = "LUDOTHEQUE_TEST_CHILD";
const TABLES: usize = 20;

async fn the_killed_lose_nothing(home: &Home) {
    let store = home.open().await;
    for number in 0..TABLES {
        store.create(&table(&format!("table {number}"), "ada", 1)).await.unwrap();
    }
    store.heartbeat(1_000).await.unwrap();
    store.close().await;
    let mut acknowledged = [0; TABLES];
    // In a crowd it dies in the midst of a transaction; alone, right after one.
    for (how, changes) in [("", 40), ("#alone", 17), ("", 70), ("#alone", 17), ("", 100), ("", 130)] {
        for line in killed(&format!("{}{how}", home.url), changes) {
            let (number, index) = line.split_once(' ').unwrap();
            acknowledged[number.parse::<usize>().unwrap()] = index.parse::<usize>().unwrap() + 1;
        }
        let store = home.open().await;
        store.open_doors(1_000).await.unwrap();
        for (number, acknowledged) in acknowledged.iter_mut().enumerate() {
            let log = store.log(&format!("table {number}")).await.unwrap();
            assert!(log.len() >= *acknowledged, "table {number}: {} of {acknowledged}", log.len());
            assert!(log.iter().map(|row| row.index).eq(0..log.len() as i64), "table {number} has gaps");
            *acknowledged = log.len();
        }
        store.ping().await.unwrap();
        store.close().await;
    }
    // The clocks of the tables stood still once, for the time since the only heartbeat.
    let store = home.open().await;
    assert_eq!(store.open_doors(4_000).await.unwrap(), 3_000);
    assert_eq!(store.open_doors(4_000).await.unwrap(), 0);
    assert_eq!(store.table("table 0").await.unwrap().unwrap().zero, Some(3_001));
    store.close().await;
}

/// Killed while it opens the doors, again and again: the clocks are set forward by the time that passed, once.
async fn doors_opened_by_the_killed_are_opened_once(home: &Home) {
    let store = home.open().await;
    store.create(&table("t", "ada", 0)).await.unwrap();
    store.heartbeat(0).await.unwrap();
    store.close().await;
    for round in 0..5 {
        let told = killed(&format!("{}#doors", home.url), 3 + 7 * round);
        let last: i64 = told.last().unwrap().parse().unwrap();
        // All the table's time was closed time, acknowledged or not: with the doors open, its zero is now.
        let store = home.open().await;
        let now = last + 1_000_000;
        assert!((1..=1_000_000).contains(&store.open_doors(now).await.unwrap()));
        assert_eq!(store.table("t").await.unwrap().unwrap().zero, Some(now));
        store.close().await;
    }
}

/// Starts [`child`], kills it some time after it was told of so many changes, and hands back all that it was told of.
fn killed(url: &str, changes: usize) -> Vec<String> {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "crash::child", "--ignored", "--nocapture"])
        .env(ADDRESS, url)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap());
    let mut told = Vec::new();
    let mut begun = false;
    while told.len() < changes {
        let mut line = String::new();
        assert_ne!(lines.read_line(&mut line).unwrap(), 0, "the child ended by itself");
        match line.trim() {
            "begun" => begun = true,
            line if begun => told.push(line.to_owned()),
            _ => {}
        }
    }
    std::thread::sleep(Duration::from_millis(changes as u64 % 17));
    // SIGKILL: nothing is flushed, nothing is said.
    child.kill().unwrap();
    child.wait().unwrap();
    let mut rest = String::new();
    lines.read_to_string(&mut rest).unwrap();
    // The last line may be cut off.
    let whole = rest.split_inclusive('\n').filter_map(|line| line.strip_suffix('\n'));
    told.extend(whole.map(str::to_owned));
    told
}

/// It writes until it is killed, and tells what was acknowledged.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "not a test, but the program that the others kill"]
async fn child() {
    let Ok(url) = std::env::var(ADDRESS) else { return };
    let (url, how) = url.split_once('#').unwrap_or((&url, "crowd"));
    let store = Store::open(url).await.unwrap();
    println!("\nbegun");
    if how == "doors" {
        let mut now = store.table("t").await.unwrap().unwrap().zero.unwrap();
        loop {
            now += 10;
            store.open_doors(now).await.unwrap();
            println!("{now}");
        }
    }
    if how == "alone" {
        write(store, 0, Duration::from_millis(10)).await;
        return;
    }
    let writers = (0..TABLES).map(|number| tokio::spawn(write(store.clone(), number, Duration::ZERO)));
    for writer in writers.collect::<Vec<_>>() {
        writer.await.unwrap();
    }
}

async fn write(store: Store, number: usize, pause: Duration) {
    let id = format!("table {number}");
    let log: Vec<LogRow> = store.log(&id).await.unwrap();
    for index in log.len() as i64.. {
        store.write(action(&id, index)).await.unwrap();
        println!("{number} {index}");
        if !pause.is_zero() {
            tokio::time::sleep(pause).await;
        }
    }
}

on_both!(the_killed_lose_nothing, doors_opened_by_the_killed_are_opened_once);
