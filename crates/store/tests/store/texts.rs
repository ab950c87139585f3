//! Any text comes back as it was.

use proptest::strategy::{Strategy, ValueTree};
use store::{Error, Progress, Store, Write};

use crate::home::{Home, account, action, entry, message, on_both, table};

async fn round_trip(store: &Store, id: &str, text: &str) {
    let mut row = table(id, "ada", 1);
    row.options = text.into();
    row.places = Some(text.into());
    row.start_position = Some(text.into());
    row.seats[0].name = Some(text.into());
    store.create(&row).await.unwrap();
    assert_eq!(store.table(id).await.unwrap().as_ref(), Some(&row));
    let progress = Progress { position: Some(text.into()), ..Progress::default() };
    let write = Write {
        table: id.into(),
        log: vec![entry(0, text)],
        chat: vec![message(0, text)],
        progress: Some(progress),
        ..Write::default()
    };
    store.write(write.clone()).await.unwrap();
    assert_eq!(store.log(id).await.unwrap(), write.log);
    assert_eq!(store.chat(id).await.unwrap(), write.chat);
    assert_eq!(store.table(id).await.unwrap().unwrap().position.as_deref(), Some(text));
}

async fn odd_texts(home: &Home) {
    let store = home.open().await;
    let long = "é'\"\\%_;--\u{1f3b2}".repeat(100_000);
    assert!(long.len() > 1 << 20);
    let odd = [
        "",
        " ",
        "'; DROP TABLE log; --",
        "\\x00 $1 %s {} ?1 :a @b",
        "\u{feff}\u{202e}\u{10ffff}",
        "\r\n\t\u{1}",
    ];
    for (number, text) in odd.into_iter().chain([long.as_str()]).enumerate() {
        round_trip(&store, &format!("odd {number}"), text).await;
    }
    // PostgreSQL can't hold NUL, so no store does: it is refused, whole and clearly.
    let write = Write { log: vec![entry(1, "fine"), entry(2, "a\0b")], ..action("odd 0", 1) };
    let refused = store.write(write).await.unwrap_err();
    assert!(matches!(refused, Error::Invalid(_)) && refused.to_string().contains("NUL"), "{refused}");
    assert!(matches!(store.add_user(&account("a", "a\0")).await, Err(Error::Invalid(_))));
    assert!(matches!(store.user("a\0").await, Err(Error::Invalid(_))));
    assert_eq!(store.log("odd 0").await.unwrap().len(), 1);
    // Nor do its indices hold long keys.
    let long = "x".repeat(3000);
    assert!(matches!(store.create(&table(&long, "ada", 1)).await, Err(Error::Invalid(_))));
    assert!(matches!(store.create(&table("t", &long, 1)).await, Err(Error::Invalid(_))));
    assert!(matches!(store.add_user(&account("a", &long)).await, Err(Error::Invalid(_))));
    assert_eq!(store.user(&long).await.unwrap(), None);

    let texts: Vec<String> = {
        let mut runner = proptest::test_runner::TestRunner::default();
        let tree = proptest::collection::vec("\\PC{0,40}|[^\0]{0,40}", 150).new_tree(&mut runner).unwrap();
        tree.current()
    };
    for (number, text) in texts.iter().enumerate() {
        round_trip(&store, &format!("random {number} {text}"), text).await;
    }
    store.close().await;
}

on_both!(odd_texts);
