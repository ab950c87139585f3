//! Whatever happens to the nodes of a house, and between them, while a crowd plays: nothing that was acknowledged is lost or
//! done twice, everybody sees the same in the end, and every table goes on.
//!
//! `LUDOTHEQUE_TEST_NODE_KILLS` says how many nodes are killed; `make soak` kills a thousand.

use crate::kill::check;
use crate::town::{Role, Town};
use load::{Crowd, Plan, Tally};
use rand::{RngExt as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use store::{Filter, Status, Store};

/// Three gateways and a worker.
const ROLES: [Role; 4] = [Role::Gateway, Role::Gateway, Role::Gateway, Role::Worker];

/// How long the games may take to end once nothing happens any more.
const PATIENCE: Duration = Duration::from_secs(120);

/// How long a table may be silent after a fault: far beyond what is printed, so that a busy machine proves nothing.
const LONGEST_SILENCE: Duration = Duration::from_secs(60);

async fn crowds(town: &Town) -> Vec<Crowd> {
    let plan = |game, seats, tables| Plan {
        remember: true,
        urls: town.gateways(),
        // The machine is to be busy with the faults, not with the actions.
        rate: Some(40.0),
        ..Plan::new("", game, seats, tables)
    };
    let plans = [
        plan("pebbles", 2, 4),
        Plan { bots: Some((1, "random".into())), ..plan("pebbles", 3, 3) },
        plan("envelopes", 3, 3),
        Plan { bots: Some((1, "greedy".into())), ..plan("envelopes", 2, 3) },
    ];
    let mut crowds = Vec::new();
    for plan in &plans {
        let crowd = Crowd::gather(plan).await.unwrap();
        crowd.play();
        crowds.push(crowd);
    }
    crowds
}

/// Everybody plays to the end; what was done and seen is compared with what is kept.
async fn finish(town: &Town, crowds: Vec<Crowd>) -> (Tally, usize) {
    let (mut tally, mut transcripts) = (Tally::default(), Vec::new());
    for crowd in crowds {
        let (counted, told) = crowd.finish(PATIENCE).await.unwrap();
        tally.add(counted);
        transcripts.extend(told);
    }
    assert!(tally.faults.is_empty(), "{:#?}", tally.faults);
    let store = Store::open_for_reading(&town.postgres.url()).await.unwrap();
    let checked = check(&store, &transcripts).await;
    (tally, checked)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_acknowledged_survives_every_kill_of_a_node() {
    let kills: usize = std::env::var("LUDOTHEQUE_TEST_NODE_KILLS").map_or(30, |count| count.parse().unwrap());
    let mut town = Town::open(&ROLES).await;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(u64::from(town.nodes[0].port));
    let crowds = crowds(&town).await;
    let began = Instant::now();
    for number in 1..=kills {
        tokio::time::sleep(Duration::from_millis(rng.random_range(80..400))).await;
        town.kill(rng.random_range(0..ROLES.len())).await;
        if number % 100 == 0 {
            println!("{number} kills in {:.0?}", began.elapsed());
        }
    }
    let time = began.elapsed();
    let (tally, checked) = finish(&town, crowds).await;
    println!(
        "{kills} nodes killed in {time:.1?}: {} actions acknowledged and kept, {} of them sent again, {} reconnects, \
         {checked} tables played, refused {:?}",
        tally.acknowledged.len(),
        tally.repeated,
        tally.reconnects,
        tally.refusals
    );
    assert!(tally.acknowledged.len() > 3 * kills && tally.reconnects as usize > kills);
}

/// How long the table that was silent for the longest needed to go on.
async fn longest_silence(store: &Store) -> Duration {
    let playing = Filter { status: Some(Status::Playing), limit: 1000, ..Filter::default() };
    let since = Instant::now();
    let mut silent: BTreeMap<String, i64> = BTreeMap::new();
    for row in store.tables(&playing).await.unwrap() {
        silent.insert(row.id, row.version);
    }
    while !silent.is_empty() {
        assert!(since.elapsed() < LONGEST_SILENCE, "these tables do not go on: {silent:?}");
        tokio::time::sleep(Duration::from_millis(50)).await;
        let ids: Vec<String> = silent.keys().cloned().collect();
        for (id, version) in store.versions(&ids).await.unwrap() {
            if silent[&id] != version {
                silent.remove(&id);
            }
        }
    }
    since.elapsed()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_house_outlives_what_happens_between_its_nodes() {
    let mut town = Town::open(&ROLES).await;
    let crowds = crowds(&town).await;
    // Long enough for a node to find out that it is cut off.
    let lasts = Duration::from_secs(8);
    for fault in [
        "a gateway is cut off from NATS",
        "a gateway is cut off from PostgreSQL",
        "a gateway is cut off from both",
        "the worker is cut off from both",
        "PostgreSQL closes a gateway's connections",
        "NATS is restarted",
        "PostgreSQL is restarted",
        "all nodes are restarted one after the other",
    ] {
        tokio::time::sleep(Duration::from_secs(1)).await;
        let (first, worker) = (&town.nodes[0], &town.nodes[3]);
        match fault {
            "a gateway is cut off from NATS" => first.nats.cut(),
            "a gateway is cut off from PostgreSQL" => first.postgres.cut(),
            "a gateway is cut off from both" => {
                first.nats.cut();
                first.postgres.cut();
            }
            "the worker is cut off from both" => {
                worker.nats.cut();
                worker.postgres.cut();
            }
            "PostgreSQL closes a gateway's connections" => first.postgres.close(),
            "NATS is restarted" => town.nats.restart().await,
            "PostgreSQL is restarted" => town.postgres.restart().await,
            _ => {
                for number in 0..ROLES.len() {
                    town.restart(number).await;
                }
            }
        }
        if fault.contains("cut off") || fault.contains("closes") {
            tokio::time::sleep(lasts).await;
        }
        for node in &town.nodes {
            node.nats.mend();
            node.postgres.mend();
        }
        let store = Store::open_for_reading(&town.postgres.url()).await.unwrap();
        println!("{fault}: the last table went on after {:.1?}", longest_silence(&store).await);
        store.close().await;
    }
    let (tally, checked) = finish(&town, crowds).await;
    println!(
        "{} actions acknowledged and kept, {} of them sent again, {} reconnects, {checked} tables played, refused {:?}",
        tally.acknowledged.len(),
        tally.repeated,
        tally.reconnects,
        tally.refusals
    );
    assert!(tally.acknowledged.len() > 100);
}
