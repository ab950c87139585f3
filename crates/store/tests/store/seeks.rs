//! Seeks: each leads to one table at most, whoever asks at once.

use store::{Error, SeatRow, SeekRow, Store, TableRow, UnixMillis};

use crate::home::{Home, account, on_both, seek, table};

const NOW: UnixMillis = UnixMillis(5);

async fn people(home: &Home) -> Store {
    let store = home.open().await;
    for name in ["Ada", "Bob", "Cyd"] {
        store.add_user(&account(&name.to_lowercase(), name)).await.unwrap();
    }
    store
}

/// A table of these two.
fn table_of(id: &str, people: [&str; 2]) -> TableRow {
    let row = table(id, people[0], 1);
    let seat = |(number, user): (i64, &str)| SeatRow {
        seat: number,
        user: Some(user.to_owned()),
        ..row.seats[0].clone()
    };
    TableRow { seats: (0..).zip(people).map(seat).collect(), ..row }
}

async fn open(store: &Store, now: UnixMillis) -> Vec<String> {
    store.seeks(now, 99).await.unwrap().into_iter().map(|seeker| seeker.seek.id).collect()
}

fn ids(ids: &[&str]) -> Vec<String> {
    ids.iter().map(|id| (*id).to_owned()).collect()
}

async fn a_seek_leads_to_one_table(home: &Home) {
    let store = people(home).await;
    for (id, user) in [("a", "ada"), ("b", "bob"), ("c", "cyd"), ("a2", "ada")] {
        store.add_seek(seek(id, user)).await.unwrap();
    }
    let days = SeekRow { page: None, created: UnixMillis(2), ..seek("a3", "ada") };
    store.add_seek(days).await.unwrap();
    // Two tables want Ada's seek at once.
    let (first, second) = tokio::join!(
        store.pair(ids(&["a", "b"]), table_of("t1", ["ada", "bob"]), NOW),
        store.pair(ids(&["a", "c"]), table_of("t2", ["ada", "cyd"]), NOW),
    );
    assert_ne!(first.is_ok(), second.is_ok(), "{first:?} {second:?}");
    let (won, lost) = if first.is_ok() { ("t1", "t2") } else { ("t2", "t1") };
    assert!(matches!(first.and(second), Err(Error::Conflict)));
    assert!(store.table(won).await.unwrap().is_some() && store.table(lost).await.unwrap().is_none());
    let paired = store.paired_seeks(&ids(&["a", "b", "c", "a2"])).await.unwrap();
    assert_eq!(paired.len(), 2);
    assert!(paired.contains(&("a".to_owned(), won.to_owned())));
    // Ada's other seek at a page has ended with it; the one by days goes on.
    let left = if won == "t1" { "c" } else { "b" };
    assert_eq!(open(&store, NOW).await, [left, "a3"]);
    assert_eq!(store.withdraw_seek("a", "ada").await.unwrap(), 0, "it is taken");
    assert_eq!(store.expire_seeks(UnixMillis(70_000)).await.unwrap(), 4);
    store.close().await;
}

async fn who_has_blocked_another_is_not_paired(home: &Home) {
    let store = people(home).await;
    store.add_seek(seek("a", "ada")).await.unwrap();
    store.add_seek(seek("b", "bob")).await.unwrap();
    store.block("bob", "ada", NOW).await.unwrap();
    let paired = store.pair(ids(&["a", "b"]), table_of("t", ["ada", "bob"]), NOW).await;
    assert!(matches!(paired, Err(Error::Conflict)), "{paired:?}");
    assert!(store.table("t").await.unwrap().is_none());
    assert_eq!(open(&store, NOW).await, ["a", "b"], "both seek on");
    store.close().await;
}

async fn a_party_takes_as_many_as_there_are_seats(home: &Home) {
    let store = people(home).await;
    let join = |id: &str, user: &str| SeekRow { party: "a".into(), seats: 3, ..seek(id, user) };
    assert!(matches!(store.add_seek(join("b", "bob")).await, Err(Error::Conflict)), "nobody is there");
    store.add_seek(SeekRow { seats: 3, ..seek("a", "ada") }).await.unwrap();
    store.add_seek(join("b", "bob")).await.unwrap();
    store.add_seek(join("c", "cyd")).await.unwrap();
    assert!(matches!(store.add_seek(join("d", "dan")).await, Err(Error::Conflict)), "it is complete");
    store.close().await;
}

async fn seeks_end_with_their_page_or_their_time(home: &Home) {
    let store = people(home).await;
    for (id, user) in [("a", "ada"), ("b", "bob")] {
        store.add_seek(seek(id, user)).await.unwrap();
    }
    store.add_seek(SeekRow { page: None, expires: UnixMillis(9_000), ..seek("d", "ada") }).await.unwrap();
    assert_eq!(store.withdraw_pages(ids(&["page of ada"])).await.unwrap(), 1);
    assert_eq!(store.renew_seeks(ids(&["page of bob"]), UnixMillis(2_000)).await.unwrap(), 1);
    assert_eq!(open(&store, UnixMillis(1_999)).await, ["b", "d"]);
    assert_eq!(open(&store, UnixMillis(2_000)).await, ["d"]);
    assert_eq!(store.withdraw_seek("d", "bob").await.unwrap(), 0, "it is another's");
    // A start: no page is open, and games by days are still sought.
    store.close().await;
    let store = home.open().await;
    assert_eq!(store.withdraw_live_seeks().await.unwrap(), 1);
    assert_eq!(open(&store, NOW).await, ["d"]);
    assert_eq!(store.withdraw_seek("d", "ada").await.unwrap(), 1);
    store.close().await;
}

on_both!(
    a_seek_leads_to_one_table,
    who_has_blocked_another_is_not_paired,
    a_party_takes_as_many_as_there_are_seats,
    seeks_end_with_their_page_or_their_time,
);
