//! Many callers at once.

use store::{Error, Status, TableRow, Write};

use crate::home::{Home, account, action, entry, on_both, table};

/// Hundreds of tables, each with its own caller who writes one entry after the other.
async fn everything_acknowledged_is_there_and_in_order(home: &Home) {
    const TABLES: usize = 300;
    const ENTRIES: i64 = 10;
    let store = home.open().await;
    let callers: Vec<_> = (0..TABLES)
        .map(|number| {
            let store = store.clone();
            tokio::spawn(async move {
                let id = format!("table {number}");
                let mut row = table(&id, "ada", 1);
                store.create(&row).await.unwrap();
                for index in 0..ENTRIES {
                    row.moves = index + 1;
                    let log = vec![entry(index, &format!("{number}:{index}"))];
                    let row = Some(row.clone());
                    let write = Write { table: id.clone(), version: index, log, row, ..Write::default() };
                    store.write(write).await.unwrap();
                }
            })
        })
        .collect();
    for caller in callers {
        caller.await.unwrap();
    }
    store.close().await;
    let store = home.open().await;
    for number in 0..TABLES {
        let id = format!("table {number}");
        let log = store.log(&id).await.unwrap();
        let expected: Vec<_> = (0..ENTRIES).map(|index| entry(index, &format!("{number}:{index}"))).collect();
        assert_eq!(log, expected);
        let row = store.table(&id).await.unwrap().unwrap();
        assert_eq!((row.moves, row.version), (ENTRIES, ENTRIES));
    }
    store.close().await;
}

/// Many callers want the same entry of the same table: one gets it.
async fn one_index_is_given_once(home: &Home) {
    let store = home.open().await;
    store.create(&table("t", "ada", 1)).await.unwrap();
    let callers: Vec<_> = (0..200)
        .map(|number| {
            let store = store.clone();
            tokio::spawn(async move {
                let row = TableRow { moves: number, ..table("t", "ada", 1) };
                let log = vec![entry(0, &number.to_string())];
                let write = Write { table: "t".into(), log, row: Some(row), ..Write::default() };
                (number, store.write(write).await)
            })
        })
        .collect();
    let mut winners = Vec::new();
    for caller in callers {
        match caller.await.unwrap() {
            (number, Ok(())) => winners.push(number),
            (_, Err(Error::Conflict)) => {}
            (_, Err(other)) => panic!("{other}"),
        }
    }
    assert_eq!(winners.len(), 1, "{winners:?}");
    assert_eq!(store.log("t").await.unwrap(), [entry(0, &winners[0].to_string())]);
    assert_eq!(store.table("t").await.unwrap().unwrap().moves, winners[0]);
    store.close().await;
}

/// Writes that wait together are committed together; the bad ones among them spoil no other.
async fn a_bad_write_spoils_no_other(home: &Home) {
    let store = home.open().await;
    for number in 0..100 {
        store.create(&table(&format!("table {number}"), "ada", 1)).await.unwrap();
    }
    store.add_user(&account("ada", "Ada")).await.unwrap();
    store.write(action("table 7", 0)).await.unwrap();
    store.write(Write { log: Vec::new(), ..action("table 8", 0) }).await.unwrap();
    let callers: Vec<_> = (0..100)
        .map(|number| {
            let store = store.clone();
            tokio::spawn(async move {
                match number {
                    // Not there; not storable; taken; too many of a kind; based on an old version.
                    13 => assert!(matches!(store.write(action("nowhere", 0)).await, Err(Error::Missing(_)))),
                    42 => {
                        let log = vec![entry(0, "a\0b")];
                        let write = Write { table: "table 42".into(), log, ..Write::default() };
                        assert!(matches!(store.write(write).await, Err(Error::Invalid(_))));
                    }
                    77 => {
                        let double = store.add_user(&account("eve", "ADA")).await;
                        assert!(matches!(double, Err(Error::NameTaken)));
                    }
                    7 => {
                        let double = store.write(Write { version: 1, ..action("table 7", 0) }).await;
                        assert!(matches!(double, Err(Error::Conflict)));
                    }
                    8 => {
                        let stale = store.write(action("table 8", 0)).await;
                        assert!(matches!(stale, Err(Error::Conflict)));
                    }
                    number => store.write(action(&format!("table {number}"), 0)).await.unwrap(),
                }
            })
        })
        .collect();
    for caller in callers {
        caller.await.unwrap();
    }
    for number in 0..100 {
        let log = store.log(&format!("table {number}")).await.unwrap();
        assert_eq!(log.len(), usize::from(![8, 13, 42, 77].contains(&number)), "table {number}");
    }
    assert_eq!(store.user("eve").await.unwrap(), None);
    store.ping().await.unwrap();
    store.close().await;
}

/// Closing waits for what was handed in.
async fn closing_finishes_what_waits(home: &Home) {
    let store = home.open().await;
    for number in 0..300 {
        store.create(&table(&format!("table {number}"), "ada", 1)).await.unwrap();
    }
    let writes: Vec<_> = (0..300)
        .map(|number| {
            let store = store.clone();
            tokio::spawn(async move { store.write(action(&format!("table {number}"), 0)).await })
        })
        .collect();
    tokio::task::yield_now().await;
    store.close().await;
    let mut written = Vec::new();
    for write in writes {
        match write.await.unwrap() {
            Ok(()) => written.push(true),
            Err(Error::Closed) => written.push(false),
            Err(other) => panic!("{other}"),
        }
    }
    let store = home.open().await;
    for (number, written) in written.into_iter().enumerate() {
        let id = format!("table {number}");
        assert_eq!(store.log(&id).await.unwrap().len(), usize::from(written), "{id}");
        let row = store.table(&id).await.unwrap().unwrap();
        assert_eq!((row.status, row.version), (Status::Playing, i64::from(written)), "{id}");
    }
    store.close().await;
}

on_both!(
    everything_acknowledged_is_there_and_in_order,
    one_index_is_given_once,
    a_bad_write_spoils_no_other,
    closing_finishes_what_waits,
);
