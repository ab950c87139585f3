//! A program that is killed while it writes: what it was told is there.

use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};
use std::time::Duration;

use store::{LogRow, PlayMillis, Resumed, Store, UnixMillis};

use crate::home::{Home, action, on_both, table};

/// The address that [`child`] writes to.
const ADDRESS: &str = "LUDOTHEQUE_TEST_CHILD";
const TABLES: usize = 20;

async fn the_killed_lose_nothing(home: &Home) {
    let store = home.open().await;
    for number in 0..TABLES {
        store.create(&table(&format!("table {number}"), "ada", 1)).await.unwrap();
    }
    store.heartbeat(UnixMillis(1_000)).await.unwrap();
    store.close().await;
    let mut acknowledged = [0; TABLES];
    // In a crowd it dies in the midst of a transaction; alone, right after one.
    for (how, changes) in [("", 40), ("#alone", 17), ("", 70), ("#alone", 17), ("", 100), ("", 130)] {
        for line in killed(&format!("{}{how}", home.url), changes) {
            let (number, index) = line.split_once(' ').unwrap();
            acknowledged[number.parse::<usize>().unwrap()] = index.parse::<usize>().unwrap() + 1;
        }
        let store = home.open().await;
        store.resume_clocks(UnixMillis(1_000)).await.unwrap();
        for (number, acknowledged) in acknowledged.iter_mut().enumerate() {
            let log = store.log(&format!("table {number}")).await.unwrap();
            assert!(log.len() >= *acknowledged, "table {number}: {} of {acknowledged}", log.len());
            assert!(log.iter().map(|row| row.index).eq(0..log.len() as i64), "table {number} has gaps");
            // The row is of the same transaction as the log.
            let row = store.table(&format!("table {number}")).await.unwrap().unwrap();
            assert_eq!(row.version, log.len() as i64, "table {number}");
            let last = log.last().map(|entry| PlayMillis(1_000 + entry.index));
            assert_eq!(row.due, last, "table {number}");
            *acknowledged = log.len();
        }
        store.ping().await.unwrap();
        store.close().await;
    }
    // The clocks of the tables stood still once, for the time since the only heartbeat.
    let store = home.open().await;
    let resumed = Resumed { closed_for: 3_000, paused: 3_000 };
    assert_eq!(store.resume_clocks(UnixMillis(4_000)).await.unwrap(), resumed);
    let resumed = Resumed { closed_for: 0, ..resumed };
    assert_eq!(store.resume_clocks(UnixMillis(4_000)).await.unwrap(), resumed);
    let started_at = PlayMillis(499 + acknowledged[0] as i64);
    assert_eq!(
        store.table("table 0").await.unwrap().unwrap().started_at,
        Some(started_at),
        "as last written"
    );
    store.close().await;
}

/// Killed while it resumes the clocks, again and again: the time that passed is counted once.
async fn clocks_resumed_by_the_killed_are_resumed_once(home: &Home) {
    let store = home.open().await;
    store.create(&table("t", "ada", 0)).await.unwrap();
    store.heartbeat(UnixMillis(0)).await.unwrap();
    store.close().await;
    let mut now = UnixMillis(0);
    for round in 0..5 {
        let told = killed(&format!("{}#{}", home.url, now.0), 3 + 7 * round);
        let last: i64 = told.last().unwrap().parse().unwrap();
        // All the time was closed time, acknowledged or not: the play time is still that of the start.
        let store = home.open().await;
        now = UnixMillis(last + 1_000_000);
        let resumed = store.resume_clocks(now).await.unwrap();
        assert!((1..=1_000_000).contains(&resumed.closed_for), "{resumed:?}");
        assert_eq!(now.to_play(resumed.paused), PlayMillis(0));
        assert_eq!(store.table("t").await.unwrap().unwrap().started_at, Some(PlayMillis(0)));
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
    if let Ok(now) = how.parse() {
        let mut now = UnixMillis(now);
        loop {
            now = now.plus(10);
            store.resume_clocks(now).await.unwrap();
            println!("{}", now.0);
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

on_both!(the_killed_lose_nothing, clocks_resumed_by_the_killed_are_resumed_once);
