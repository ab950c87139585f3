//! How fast it is; not a check but a measurement:
//! `scripts/postgres.sh cargo test -p store speed -- --ignored --nocapture --test-threads 1`

use std::time::{Duration, Instant};

use store::{TableRow, Write};

use crate::home::{Home, action, table};

const TIME: Duration = Duration::from_secs(3);

#[tokio::test(flavor = "multi_thread")]
#[ignore = "a measurement"]
async fn sqlite() {
    for callers in [1, 50, 500] {
        measure(&Home::sqlite(), callers).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "a measurement"]
async fn postgres() {
    for callers in [1, 50, 500] {
        measure(&Home::postgres().await, callers).await;
    }
}

async fn measure(home: &Home, callers: usize) {
    let store = home.open().await;
    for number in 0..callers {
        store.create(&table(&format!("table {number}"), "ada", 1)).await.unwrap();
    }
    let mut next = vec![0; callers];
    for what in ["log and progress", "log and row"] {
        let start = Instant::now();
        let running: Vec<_> = (0..callers)
            .map(|number| {
                let (store, mut index) = (store.clone(), next[number]);
                tokio::spawn(async move {
                    let id = format!("table {number}");
                    let mut waits = Vec::new();
                    while start.elapsed() < TIME {
                        let row = (what == "log and row")
                            .then(|| TableRow { moves: index, ..table(&id, "ada", 1) });
                        let begun = Instant::now();
                        store.write(Write { row, ..action(&id, index) }).await.unwrap();
                        waits.push(begun.elapsed());
                        index += 1;
                    }
                    (index, waits)
                })
            })
            .collect();
        let mut waits = Vec::new();
        for (number, caller) in running.into_iter().enumerate() {
            let (index, mine) = caller.await.unwrap();
            next[number] = index;
            waits.extend(mine);
        }
        waits.sort_unstable();
        let at = |share: f64| waits[((waits.len() - 1) as f64 * share) as usize];
        println!(
            "{}, {what}, {callers} callers: {:.0} writes/s, p50 {:.1?}, p99 {:.1?}, p99.9 {:.1?}",
            store.backend(),
            waits.len() as f64 / start.elapsed().as_secs_f64(),
            at(0.5),
            at(0.99),
            at(0.999),
        );
    }
    store.close().await;
}
