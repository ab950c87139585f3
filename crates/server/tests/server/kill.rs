//! A house that is killed again and again while a crowd plays: nothing that was acknowledged is lost, nothing is done
//! twice, no table is stuck. `LUDOTHEQUE_TEST_KILLS` says how many times; `make soak` makes it a thousand.

use crate::games::GAMES;
use crate::home::{Home, on_both};
use crate::site::config;
use crate::town::Role;
use load::{Crowd, Plan, Tally, Transcript};
use rand::{RngExt as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;
use server::{Config, Nats, NatsOptions, Server};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use store::Store;
use table::{Event, LogEntry};
use tokio::net::TcpListener;
use tokio::signal::unix::SignalKind;

/// Where [`house`] listens, what it keeps, and what it is if it is one node of several.
const LISTEN: &str = "LUDOTHEQUE_TEST_LISTEN";
const KEEP: &str = "LUDOTHEQUE_TEST_KEEP";
const NATS: &str = "LUDOTHEQUE_TEST_NATS";
const ROLE: &str = "LUDOTHEQUE_TEST_ROLE";

/// How long the games may take to end once nobody is killed any more.
const PATIENCE: Duration = Duration::from_secs(90);

async fn what_was_acknowledged_survives_every_kill(home: &Home) {
    let kills = std::env::var("LUDOTHEQUE_TEST_KILLS").map_or(50, |count| count.parse().unwrap());
    let port = free_port();
    let url = format!("http://127.0.0.1:{port}");
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(u64::from(port));
    let mut house = start(port, &home.url);
    let plans = [
        Plan { remember: true, ..Plan::new(&url, "pebbles", 2, 6) },
        Plan { remember: true, bots: Some((1, "random".into())), ..Plan::new(&url, "pebbles", 3, 3) },
        Plan { remember: true, ..Plan::new(&url, "envelopes", 3, 4) },
        Plan { remember: true, bots: Some((1, "greedy".into())), ..Plan::new(&url, "envelopes", 2, 3) },
    ];
    let mut crowds = Vec::new();
    for plan in &plans {
        let crowd = Crowd::gather(plan).await.unwrap();
        crowd.play();
        crowds.push(crowd);
    }
    let start_of_kills = Instant::now();
    for _ in 0..kills {
        tokio::time::sleep(Duration::from_millis(rng.random_range(80..300))).await;
        kill(&mut house);
        house = start(port, &home.url);
    }
    let time = start_of_kills.elapsed();
    let (mut tally, mut transcripts) = (Tally::default(), Vec::new());
    for crowd in crowds {
        let (counted, told) = crowd.finish(PATIENCE).await.unwrap();
        tally.add(counted);
        transcripts.extend(told);
    }
    kill(&mut house);
    assert!(tally.faults.is_empty(), "{:#?}", tally.faults);
    let checked = check(&home.store().await, &transcripts).await;
    let Tally { acknowledged, repeated, reconnects, .. } = &tally;
    println!(
        "{kills} kills in {time:.1?}: {} actions acknowledged and kept, {repeated} of them sent again, {reconnects} \
         reconnects, {checked} tables played, refused {:?}",
        acknowledged.len(),
        tally.refusals
    );
    // The test is worth something only if the crowd was busy, and interrupted in the midst of it.
    assert!(acknowledged.len() > 5 * kills && *reconnects > kills as u64 && *repeated > 0);
}

on_both!(what_was_acknowledged_survives_every_kill);

/// Compares what the guests did and saw with what the house has kept; how many tables there were.
pub async fn check(store: &Store, transcripts: &[Transcript]) -> usize {
    let mut tables: BTreeMap<&str, Vec<&Transcript>> = BTreeMap::new();
    for told in transcripts {
        tables.entry(&told.table).or_default().push(told);
    }
    for (table, told) in &tables {
        let log: Vec<LogEntry> = store.log(table).await.unwrap().iter().map(entry).collect();
        let row = store.table(table).await.unwrap().unwrap();
        for told in told {
            check_one(told, &log, row.status == store::Status::Over);
        }
    }
    tables.len()
}

fn entry(row: &store::LogRow) -> LogEntry {
    LogEntry { at: row.at as u64, event: serde_json::from_str(&row.event).unwrap() }
}

fn check_one(told: &Transcript, log: &[LogEntry], over: bool) {
    let table = &told.table;
    assert!(told.over == over || told.acts.is_empty(), "table {table} is not over for everybody");
    let plays: Vec<(usize, Option<game::Seat>, &str)> = log
        .iter()
        .enumerate()
        .filter_map(|(index, entry)| match &entry.event {
            Event::Play { actor, action } => Some((index, actor.seat(), action.as_str())),
            Event::Declare { .. } => None,
        })
        .collect();
    // Every acknowledged action is at its place.
    for act in &told.acts {
        if let Some(entry) = act.entry {
            let kept = plays.iter().find(|(index, ..)| *index == entry);
            let expected = (entry, Some(act.seat), act.action.as_str());
            assert_eq!(kept, Some(&expected), "table {table}: an acknowledged action is lost");
        }
    }
    // What this guest's seat did is what the guest sent, each once and in order; only of what the last connection left
    // unanswered at the end of the game nothing is known.
    if let Some(seat) = told.acts.first().map(|act| act.seat) {
        let prompts: BTreeSet<u32> = told.acts.iter().map(|act| act.prompt).collect();
        assert_eq!(prompts.len(), told.acts.len(), "table {table}: a prompt was answered twice");
        let kept: Vec<&str> =
            plays.iter().filter(|(_, who, _)| *who == Some(seat)).map(|(_, _, action)| *action).collect();
        let sent: Vec<&str> = told.acts.iter().map(|act| act.action.as_str()).collect();
        assert_eq!(kept, sent, "table {table}, seat {seat}: kept and sent");
    }
    // What was told is what is kept.
    assert!(told.steps.len() <= plays.len(), "table {table}: more was told than is kept");
    for (step, (index, seat, action)) in told.steps.iter().zip(&plays) {
        let kept = table::Step { seat: *seat, action: Some((*action).to_owned()), at: step.at, left: None };
        assert!(load::agree(step, &kept), "table {table}, entry {index}: told {step:?}, kept {kept:?}");
    }
    if told.over {
        assert_eq!(told.steps.len(), plays.len(), "table {table}: the end was not told");
    }
}

/// A port that no connection of this machine is given by chance: those begin at 32768.
pub fn free_port() -> u16 {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(u64::from(std::process::id()) << 32 | nanos());
    (0..1000)
        .map(|_| rng.random_range(12_000..32_000))
        .find(|port| std::net::TcpListener::bind(("127.0.0.1", *port)).is_ok())
        .expect("a port is free")
}

fn nanos() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    u64::from(now.subsec_nanos())
}

/// Starts [`house`] and waits until it listens.
pub fn start(port: u16, keep: &str) -> Child {
    open(house_at(port, keep).env_remove("RUST_LOG"))
}

/// Starts [`house`] with a log of everything.
pub fn start_with_log(port: u16, keep: &str, log: File) -> Child {
    open(house_at(port, keep).env("RUST_LOG", "trace").stderr(log))
}

/// Starts [`house`] as a node of several.
pub fn start_node(role: Role, port: u16, keep: &str, nats: &str) -> Child {
    let role = if role == Role::Worker { "worker" } else { "gateway" };
    open(house_at(port, keep).env(NATS, nats).env(ROLE, role))
}

fn house_at(port: u16, keep: &str) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "kill::house", "--ignored", "--nocapture"]);
    command.env(LISTEN, format!("127.0.0.1:{port}")).env(KEEP, keep).stdout(Stdio::piped());
    command
}

fn open(command: &mut Command) -> Child {
    let mut child = command.spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
    assert!(lines.any(|line| line == "open"), "the house did not open");
    // After a minute the harness says that the test is still running, and ends it if nobody listens.
    std::thread::spawn(move || lines.for_each(drop));
    child
}

/// SIGKILL: nothing is flushed, nothing is said.
pub fn kill(house: &mut Child) {
    assert_eq!(house.try_wait().unwrap(), None, "the house ended by itself");
    house.kill().unwrap();
    house.wait().unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "not a test, but the house that the others kill"]
async fn house() {
    let (Ok(listen), Ok(keep)) = (std::env::var(LISTEN), std::env::var(KEEP)) else { return };
    if let Ok(wanted) = std::env::var("RUST_LOG") {
        let everything = tracing_subscriber::EnvFilter::new(format!("{wanted},{}", server::LOG_FILTER));
        tracing_subscriber::fmt().with_env_filter(everything).with_writer(std::io::stderr).init();
    }
    let listener = TcpListener::bind(listen).await.unwrap();
    let mut config = config();
    if let Ok(url) = std::env::var(NATS) {
        let options = NatsOptions { url, ..NatsOptions::default() };
        let doors = std::env::var(ROLE).unwrap() == "gateway";
        let nats = Some(Nats::connect(&options).await.unwrap());
        config = Config { nats, doors, works: !doors, ..config };
    }
    let server = Server::start(GAMES, Store::open(&keep).await.unwrap(), config).await.unwrap();
    let mut terminate = tokio::signal::unix::signal(SignalKind::terminate()).unwrap();
    println!("\nopen");
    server::serve(listener, server, async move {
        let _ = terminate.recv().await;
    })
    .await;
    // Nobody reads what the harness would say of this test.
    std::process::exit(0);
}
