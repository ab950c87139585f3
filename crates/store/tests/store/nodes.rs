//! Several servers on one database: who opens the house, who takes which clock, and what they count together.

use store::{Beat, Error, PlayMillis, Rating, Store, TableRow, UnixMillis, Write};

use crate::home::{Home, account, action, guest, on_both, table};

fn beat(node: &str, now: i64) -> Beat {
    Beat { node: node.into(), now: UnixMillis(now), doors: true, hears: true, silence: 15_000 }
}

/// The first node after a silence moves the clocks, and only the first; nodes without doors do not open the house.
async fn the_first_beat_after_a_silence_moves_the_clocks_once(home: &Home) {
    let store = home.open().await;
    let first = store.beat(beat("a", 100_000)).await.unwrap();
    assert_eq!((first.closed_for, first.paused, first.nodes, first.others_that_hear), (0, 0, 1, 0));
    let second = store.beat(Beat { hears: false, ..beat("b", 110_000) }).await.unwrap();
    assert_eq!((second.closed_for, second.nodes, second.others_that_hear), (0, 2, 1));
    assert_eq!(store.beat(beat("a", 112_000)).await.unwrap().others_that_hear, 0);
    // A minute of nothing; a worker alone does not open.
    let worker = store.beat(Beat { doors: false, ..beat("w", 172_000) }).await.unwrap();
    assert_eq!((worker.closed_for, worker.paused), (0, 0));
    let opened = store.beat(beat("a", 172_000)).await.unwrap();
    assert_eq!((opened.closed_for, opened.paused), (60_000, 60_000));
    let other = store.beat(beat("b", 172_100)).await.unwrap();
    assert_eq!((other.closed_for, other.paused, other.nodes), (0, 60_000, 3));
    // The last one who leaves closes the house; whoever comes alone after that counts from there.
    store.leave("a", UnixMillis(180_000)).await.unwrap();
    store.leave("b", UnixMillis(181_000)).await.unwrap();
    let resumed = store.resume_clocks(UnixMillis(190_000)).await.unwrap();
    assert_eq!((resumed.closed_for, resumed.paused), (9_000, 69_000));
    store.close().await;
}

/// Of many nodes that begin at the same moment after a silence, one moves the clocks.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_of_many_nodes_opens_the_house() {
    let home = Home::postgres().await;
    let store = home.open().await;
    store.beat(beat("old", 1_000)).await.unwrap();
    store.close().await;
    let mut stores = Vec::new();
    for _ in 0..6 {
        stores.push(home.open().await);
    }
    let beats = stores.iter().zip(["a", "b", "c", "d", "e", "f"]);
    let beaten =
        futures_util::future::join_all(beats.map(|(store, node)| store.beat(beat(node, 101_000)))).await;
    let beaten: Vec<_> = beaten.into_iter().map(Result::unwrap).collect();
    assert_eq!(beaten.iter().filter(|beaten| beaten.closed_for == 100_000).count(), 1, "{beaten:?}");
    assert!(beaten.iter().all(|beaten| beaten.paused == 100_000), "{beaten:?}");
}

/// A table whose clock has run out is one node's until a moment, then another's if nothing was done.
async fn a_clock_that_is_due_is_taken_by_one_node(home: &Home) {
    let store = home.open().await;
    for (id, due) in [("late", Some(50)), ("later", Some(60)), ("not yet", Some(900)), ("none", None)] {
        let row = TableRow { due: due.map(PlayMillis), ..table(id, "ada", 1) };
        store.create(&row).await.unwrap();
    }
    let take =
        async |now, limit| store.take_due(PlayMillis(now), PlayMillis(now + 500), limit).await.unwrap();
    assert_eq!(take(40, 10).await, [""; 0]);
    assert_eq!(take(100, 1).await, ["late"]);
    assert_eq!(take(100, 10).await, ["later"]);
    assert_eq!(take(100, 10).await, [""; 0]);
    // The row is as it was: nobody who holds it has to read it again.
    assert_eq!(store.table("late").await.unwrap().unwrap().version, 0);
    let mut again = take(600, 10).await;
    again.sort();
    assert_eq!(again, ["late", "later"]);
    store.close().await;
}

async fn attempts_are_counted_together(home: &Home) {
    let store = home.open().await;
    let subjects = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    let count = async |names: &[&str], now| {
        store.count_attempt(subjects(names), UnixMillis(now), 1_000).await.unwrap()
    };
    assert_eq!(count(&["ada", "here"], 10).await, 1);
    assert_eq!(count(&["bob", "here"], 20).await, 2);
    assert_eq!(count(&["ada", "there"], 30).await, 2);
    store.forgive_attempt(subjects(&["ada", "there"])).await.unwrap();
    assert_eq!(count(&["ada"], 40).await, 2);
    // A new minute.
    assert_eq!(count(&["ada"], 1_010).await, 1);
    assert_eq!(store.remove_attempts(UnixMillis(1_000)).await.unwrap(), 3);
    assert_eq!(count(&["ada"], 1_020).await, 2);
    store.close().await;
}

fn rated(id: &str, version: i64, user: &str, games: i64) -> Write {
    let rating = Rating {
        user: user.into(),
        pool: "pebbles/2".into(),
        rating: 1500.0 + games as f64,
        deviation: 100.0,
        volatility: 0.06,
        games,
        updated: UnixMillis(games),
    };
    Write { ratings: vec![rating], version, ..action(id, version) }
}

/// A rating that was computed from another than the stored one is refused, with all that came with it.
async fn nobody_is_rated_twice_from_the_same_rating(home: &Home) {
    let store = home.open().await;
    for id in ["t", "u"] {
        store.create(&table(id, "ada", 1)).await.unwrap();
    }
    store.write(rated("t", 0, "ada", 1)).await.unwrap();
    assert!(matches!(store.write(rated("u", 0, "ada", 1)).await, Err(Error::Conflict)));
    assert!(store.log("u").await.unwrap().is_empty());
    store.write(rated("u", 0, "ada", 2)).await.unwrap();
    assert!(matches!(store.write(rated("u", 1, "ada", 4)).await, Err(Error::Conflict)));
    let known = store.ratings("pebbles/2", &["ada".to_owned()]).await.unwrap();
    assert_eq!((known[0].games, known[0].rating), (2, 1502.0));
    // Two at the same moment: one of them.
    let (one, other) =
        tokio::join!(store.write(rated("t", 1, "ada", 3)), store.write(rated("u", 1, "ada", 3)));
    assert_eq!([one.is_ok(), other.is_ok()].iter().filter(|done| **done).count(), 1);
    store.close().await;
}

/// A rematch is there if and only if the table that led to it says so.
async fn a_rematch_is_opened_with_its_table_or_not_at_all(home: &Home) {
    let store = home.open().await;
    store.create(&table("t", "ada", 1)).await.unwrap();
    let row = TableRow { next: Some("n".into()), ..table("t", "ada", 1) };
    let write = |version, id| Write {
        table: "t".into(),
        version,
        row: Some(TableRow { next: Some(id), ..row.clone() }),
        opens: Some(table("n", "ada", 2)),
        ..Write::default()
    };
    assert!(matches!(store.write(write(1, "n".into())).await, Err(Error::Conflict)));
    assert_eq!(store.table("n").await.unwrap(), None);
    store.write(write(0, "n".into())).await.unwrap();
    assert_eq!(store.table("n").await.unwrap(), Some(table("n", "ada", 2)));
    assert_eq!(store.table("t").await.unwrap().unwrap().next.as_deref(), Some("n"));
    store.close().await;
}

async fn a_name_that_looks_like_a_taken_one_is_refused(home: &Home) {
    let store = home.open().await;
    store.add_user(&account("ada", "Coco")).await.unwrap();
    store.add_user(&guest("eve", "Eve")).await.unwrap();
    let worn = ["СоСо".to_owned(), "coco".to_owned()];
    let claimed = store.claim_account_unlike("eve", 0, "СоСо", &worn, "argon2").await;
    assert!(matches!(claimed, Err(Error::NameTaken)), "{claimed:?}");
    let renamed = store.rename_user_unlike("eve", 0, "СоСо", &worn).await;
    assert!(matches!(renamed, Err(Error::NameTaken)), "{renamed:?}");
    // One's own is not somebody else's.
    store.rename_user_unlike("ada", 0, "COCO", &["COCO".to_owned()]).await.unwrap();
    store.close().await;
}

/// Nodes that write the same tables at the same time, in every order, wait for each other and never give up.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nodes_that_write_the_same_tables_do_not_block_each_other() {
    let home = Home::postgres().await;
    let stores: [Store; 3] = [home.open().await, home.open().await, home.open().await];
    for number in 0..8 {
        stores[0].create(&table(&format!("t{number}"), "ada", number)).await.unwrap();
    }
    let play = async |store: &Store, shift: i64| {
        let (mut done, mut conflicts) = (0, 0);
        for round in 0..60 {
            let writes = (0..8).map(|number| async move {
                let id = format!("t{}", (number * 3 + round + shift) % 8);
                let version = store.table(&id).await.unwrap().unwrap().version;
                store.write(Write { log: Vec::new(), version, ..action(&id, version) }).await
            });
            for written in futures_util::future::join_all(writes).await {
                match written {
                    Ok(()) => done += 1,
                    Err(Error::Conflict) => conflicts += 1,
                    Err(error) => panic!("{error}"),
                }
            }
        }
        (done, conflicts)
    };
    let (a, b, c) = tokio::join!(play(&stores[0], 0), play(&stores[1], 3), play(&stores[2], 5));
    let mut versions = 0;
    for number in 0..8 {
        versions += stores[0].table(&format!("t{number}")).await.unwrap().unwrap().version;
    }
    assert_eq!(versions, a.0 + b.0 + c.0);
    assert!(a.1 + b.1 + c.1 > 0, "they never met");
}

on_both!(
    the_first_beat_after_a_silence_moves_the_clocks_once,
    a_clock_that_is_due_is_taken_by_one_node,
    attempts_are_counted_together,
    nobody_is_rated_twice_from_the_same_rating,
    a_rematch_is_opened_with_its_table_or_not_at_all,
    a_name_that_looks_like_a_taken_one_is_refused,
);
