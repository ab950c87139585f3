//! Writes that are based on a version, and the lists that the server works by.

use std::task::{Context, Waker};

use store::{Error, PlayMillis, Progress, Status, Store, TableRow, UnixMillis, Write};

use crate::home::{Home, account, action, entry, message, on_both, progress, run, table};

async fn write_at(store: &Store, version: i64, write: Write) -> store::Result<()> {
    store.write(Write { version, ..write }).await
}

/// A write that is based on another version than the stored one does nothing at all.
async fn a_stale_write_does_nothing(home: &Home) {
    let store = home.open().await;
    store.create(&TableRow { version: 3, ..table("t", "ada", 1) }).await.unwrap();
    let whole = Write {
        chat: vec![message(0, "hm")],
        row: Some(TableRow { moves: 9, ..table("t", "eve", 1) }),
        ..action("t", 0)
    };
    for version in [-1, 0, 2, 4, i64::MAX] {
        for write in [whole.clone(), action("t", 0), Write { log: Vec::new(), ..action("t", 0) }] {
            let outcome = write_at(&store, version, write).await;
            assert!(matches!(outcome, Err(Error::Conflict)), "{version}: {outcome:?}");
        }
    }
    assert_eq!(store.table("t").await.unwrap(), Some(TableRow { version: 3, ..table("t", "ada", 1) }));
    assert!(store.log("t").await.unwrap().is_empty() && store.chat("t").await.unwrap().is_empty());
    // With the right version, each kind of write raises it by one.
    let chat = Write { table: "t".into(), chat: vec![message(0, "hm")], ..Write::default() };
    for (version, write) in (3..).zip([action("t", 0), chat, Write { row: whole.row, ..action("t", 1) }]) {
        write_at(&store, version, write.clone()).await.unwrap();
        assert_eq!(store.table("t").await.unwrap().unwrap().version, version + 1);
        assert!(matches!(write_at(&store, version, write).await, Err(Error::Conflict)));
    }
    store.close().await;
}

/// While another program locks the database, these writes are queued: they are one batch then, in this order.
async fn as_one_batch(home: &Home, store: &Store, writes: Vec<Write>) -> Vec<store::Result<()>> {
    let mut stranger = home.stranger().await;
    let lock = match store.backend() {
        store::Backend::Sqlite => "BEGIN IMMEDIATE",
        store::Backend::Postgres => "BEGIN; LOCK TABLE house IN ACCESS EXCLUSIVE MODE",
    };
    run(&mut stranger, lock).await;
    let first = tokio::spawn({
        let store = store.clone();
        async move { store.heartbeat(UnixMillis(1)).await }
    });
    // Each of them is queued before the next: the first poll of a write does so.
    tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    let mut queued = Vec::new();
    for write in writes {
        let mut future = Box::pin({
            let store = store.clone();
            async move { store.write(write).await }
        });
        assert!(future.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
        queued.push(future);
    }
    run(&mut stranger, "ROLLBACK").await;
    first.await.unwrap().unwrap();
    futures_util::future::join_all(queued).await
}

/// Several writes of one table in one batch: each is based on the version that the one before it leaves.
async fn writes_of_one_table_in_one_batch(home: &Home) {
    let store = home.open().await;
    store.create(&table("t", "ada", 1)).await.unwrap();
    store.create(&table("u", "ada", 1)).await.unwrap();
    let row = TableRow { moves: 7, due: Some(PlayMillis(5)), ..table("t", "ada", 1) };
    let with_row = |index| Write { row: Some(row.clone()), progress: None, ..action("t", index) };
    let chat = |version| Write {
        table: "t".into(),
        version,
        chat: vec![message(version, "hm")],
        ..Write::default()
    };
    let writes = vec![action("t", 0), action("u", 0), with_row(1), action("t", 2), action("u", 1), chat(3)];
    for outcome in as_one_batch(home, &store, writes).await {
        outcome.unwrap();
    }
    // The row of the second write, with the progress of the third.
    let Progress { started_at, due, to_act, pending, position } = progress(2);
    let expected = TableRow { version: 4, started_at, due, to_act, pending, position, ..row.clone() };
    assert_eq!(store.table("t").await.unwrap(), Some(expected));
    assert_eq!(store.log("t").await.unwrap(), [0, 1, 2].map(|index| entry(index, "take")));
    assert_eq!(store.table("u").await.unwrap().unwrap().version, 2);

    // A row after progress is what counts; and one who comes with an old version spoils no other.
    let (stale, later) = (Write { version: 4, ..action("t", 9) }, Write { version: 6, ..action("t", 5) });
    let first = Write { version: 4, ..action("t", 3) };
    let last = Write { version: 5, ..with_row(4) };
    let ahead = Write { version: 9, ..action("u", 2) };
    let writes = vec![first, stale, last, action("nowhere", 0), ahead, action("u", 2), later];
    let outcomes = as_one_batch(home, &store, writes).await;
    let refused: Vec<bool> = outcomes.iter().map(|outcome| outcome.is_err()).collect();
    assert_eq!(refused, [false, true, false, true, true, false, false], "{outcomes:?}");
    assert!(matches!(outcomes[1], Err(Error::Conflict)) && matches!(outcomes[4], Err(Error::Conflict)));
    assert!(matches!(outcomes[3], Err(Error::Missing("table"))), "{outcomes:?}");
    assert_eq!(store.log("t").await.unwrap(), [0, 1, 2, 3, 4, 5].map(|index| entry(index, "take")));
    assert_eq!(store.table("t").await.unwrap().unwrap().version, 7);
    assert_eq!(store.table("u").await.unwrap().unwrap().version, 3);

    // The row last.
    let writes = vec![Write { version: 7, ..action("t", 6) }, Write { version: 8, ..with_row(7) }];
    for outcome in as_one_batch(home, &store, writes).await {
        outcome.unwrap();
    }
    assert_eq!(store.table("t").await.unwrap(), Some(TableRow { version: 9, ..row }));
    store.close().await;
}

/// Batches of every size, of all kinds of writes: what each says about its table is there.
async fn batches_of_every_size(home: &Home) {
    let store = home.open().await;
    let sizes = [1, 2, 5, 21, 90, 341, 400];
    for number in 0..400 {
        store.create(&table(&format!("table {number}"), "ada", number)).await.unwrap();
    }
    for (round, size) in (0..).zip(sizes) {
        let write = |number: i64| {
            let id = format!("table {number}");
            // Of smaller rounds, only the first tables were written.
            let version = sizes[..round as usize].iter().filter(|size| number < **size).count() as i64;
            let write = Write { version, ..action(&id, version) };
            match (number + round) % 3 {
                0 => write,
                1 => Write { progress: None, ..write },
                _ => Write { row: Some(TableRow { moves: round, ..table(&id, "ada", number) }), ..write },
            }
        };
        let writes: Vec<Write> = (0..size).map(write).collect();
        let before = store.table("table 0").await.unwrap().unwrap();
        for outcome in as_one_batch(home, &store, writes.clone()).await {
            outcome.unwrap();
        }
        for write in writes {
            let row = store.table(&write.table).await.unwrap().unwrap();
            assert_eq!(row.version, write.version + 1, "{}", write.table);
            match (write.row, write.progress) {
                (Some(given), _) => {
                    assert_eq!(TableRow { version: 0, ..row }, TableRow { version: 0, ..given });
                }
                (None, Some(given)) => {
                    let found = Progress {
                        started_at: row.started_at,
                        due: row.due,
                        to_act: row.to_act,
                        pending: row.pending,
                        position: row.position,
                    };
                    assert_eq!(found, given, "{}", write.table);
                }
                (None, None) if write.table == "table 0" => {
                    assert_eq!(row, TableRow { version: row.version, ..before.clone() });
                }
                (None, None) => {}
            }
        }
    }
    store.close().await;
}

async fn ids(store: &Store, now: i64, limit: u32) -> Vec<(String, i64)> {
    let due = store.due(PlayMillis(now), limit).await.unwrap();
    due.into_iter().map(|(id, due)| (id, due.0)).collect()
}

/// The tables whose clock has run out, and those at which the server has something to do.
async fn due_and_pending_tables(home: &Home) {
    let store = home.open().await;
    let due = |id: &str, due: Option<i64>| TableRow { due: due.map(PlayMillis), ..table(id, "ada", 5) };
    let over = TableRow { status: Status::Over, ..due("over", Some(1)) };
    for row in [due("late", Some(300)), due("early", Some(100)), due("never", None), over] {
        store.create(&row).await.unwrap();
    }
    assert_eq!(ids(&store, 99, 9).await, []);
    assert_eq!(ids(&store, 100, 9).await, [("early".into(), 100)]);
    assert_eq!(ids(&store, 999, 9).await, [("early".into(), 100), ("late".into(), 300)]);
    assert_eq!(ids(&store, 999, 1).await, [("early".into(), 100)]);
    let later = Progress { due: Some(PlayMillis(500)), ..Progress::default() };
    let write = |id: &str, progress| Write { table: id.into(), progress: Some(progress), ..Write::default() };
    store.write(write("early", later)).await.unwrap();
    assert_eq!(ids(&store, 999, 9).await, [("late".into(), 300), ("early".into(), 500)]);
    store.write(write("late", Progress::default())).await.unwrap();
    assert_eq!(ids(&store, 999, 9).await, [("early".into(), 500)]);

    assert!(store.pending(9, None).await.unwrap().is_empty());
    for (id, created) in [("c", 30), ("a", 10), ("b2", 20), ("b1", 20), ("d", 40)] {
        store.create(&TableRow { pending: true, ..table(id, "ada", created) }).await.unwrap();
    }
    store.add_user(&account("ada", "Ada")).await.unwrap();
    assert_eq!(store.pending(9, None).await.unwrap(), ["a", "b1", "b2", "c", "d"]);
    assert_eq!(store.pending(2, None).await.unwrap(), ["a", "b1"]);
    // The last one of a page may be done with when the next page is asked for.
    store.write(write("b1", Progress::default())).await.unwrap();
    assert_eq!(store.pending(2, Some("b1")).await.unwrap(), ["b2", "c"]);
    assert_eq!(store.pending(2, Some("c")).await.unwrap(), ["d"]);
    assert_eq!(store.pending(2, Some("d")).await.unwrap(), [""; 0]);
    store.close().await;
}

/// The indexes are used: otherwise every question would read all tables that were ever played.
async fn the_indexes_are_used(home: &Home) {
    let store = home.open().await;
    let mut stranger = home.stranger().await;
    if store.backend() == store::Backend::Postgres {
        // On a few rows PostgreSQL would read the whole table.
        run(&mut stranger, "SET enable_seqscan = off").await;
    }
    let explain = match store.backend() {
        store::Backend::Sqlite => "EXPLAIN QUERY PLAN",
        store::Backend::Postgres => "EXPLAIN",
    };
    let due = "SELECT id, due FROM tables WHERE status = 'playing' AND due IS NOT NULL AND due <= 5 \
               ORDER BY due LIMIT 3";
    let pending = "SELECT id FROM tables WHERE pending = 1 AND (created, id) > (SELECT created, id FROM tables \
                   WHERE id = 'x') ORDER BY created, id LIMIT 3";
    let update = "WITH v(id, version) AS (VALUES ('a', 1), ('b', 2)) UPDATE tables SET version = 3 FROM v \
                  WHERE tables.id = v.id AND tables.version = v.version";
    for (sql, index) in [(due, "tables_due"), (pending, "tables_pending"), (update, "(id=?)")] {
        let plan = sqlx::query(sqlx::AssertSqlSafe(format!("{explain} {sql}")));
        let rows = plan.fetch_all(&mut stranger).await.unwrap();
        let column = if store.backend() == store::Backend::Sqlite { "detail" } else { "QUERY PLAN" };
        let lines: Vec<String> = rows.iter().map(|row| sqlx::Row::get(row, column)).collect();
        let index = if store.backend() == store::Backend::Postgres && index == "(id=?)" {
            "tables_pkey"
        } else {
            index
        };
        assert!(lines.iter().any(|line| line.contains(index)), "{lines:#?}");
        assert!(
            !lines.iter().any(|line| line.starts_with("SCAN tables") && !line.contains("USING")),
            "{lines:#?}"
        );
    }
    store.close().await;
}

on_both!(
    a_stale_write_does_nothing,
    writes_of_one_table_in_one_batch,
    batches_of_every_size,
    due_and_pending_tables,
    the_indexes_are_used,
);
