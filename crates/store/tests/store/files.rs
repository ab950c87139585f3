//! Files that are not what they should be.

use std::fs;
use std::path::Path;

use sqlx::Connection;
use store::{Error, Store, Write};

use crate::home::{Home, action, connect, entry, run, table};

/// Refused twice, and not a byte of it is touched.
async fn refused(home: &Home, path: &Path) -> Error {
    let before = fs::read(path).unwrap();
    let error = Store::open(&home.url).await.unwrap_err();
    Store::open(&home.url).await.unwrap_err();
    assert_eq!(fs::read(path).unwrap(), before, "{error}");
    error
}

#[tokio::test(flavor = "multi_thread")]
async fn foreign_files() {
    let long = "a letter to a friend, ".repeat(1000);
    for text in ["a letter", long.as_str()] {
        let home = Home::sqlite();
        let path = home.folder().join("house.db");
        fs::write(&path, text).unwrap();
        let error = refused(&home, &path).await;
        assert!(matches!(error, Error::Foreign(_)), "{error}");
        assert!(error.to_string().contains("house.db"), "{error}");
    }
}

/// A file of SQLite, of some other program.
#[tokio::test(flavor = "multi_thread")]
async fn the_database_of_another_program() {
    let home = Home::sqlite();
    let path = home.folder().join("house.db");
    let mut stranger = connect(&format!("{}?mode=rwc", home.url)).await;
    run(&mut stranger, "CREATE TABLE tables (legs BIGINT); INSERT INTO tables VALUES (4)").await;
    stranger.close().await.unwrap();
    let error = refused(&home, &path).await;
    assert!(matches!(error, Error::Foreign(_)), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn truncated_files() {
    for keep in [0, 50, 4096, 20_000, 60_000] {
        let home = Home::sqlite();
        let store = home.open().await;
        store.create(&table("t", "ada", 1)).await.unwrap();
        let log = (0..2000).map(|index| entry(index, "take")).collect();
        store.write(Write { table: "t".into(), log, ..Write::default() }).await.unwrap();
        store.close().await;
        let path = home.folder().join("house.db");
        let file = fs::OpenOptions::new().write(true).open(&path).unwrap();
        assert!(file.metadata().unwrap().len() > 60_000);
        file.set_len(keep).unwrap();
        let error = refused(&home, &path).await;
        assert!(matches!(error, Error::Damaged(_) | Error::Foreign(_)), "{keep}: {error}");
        assert!(keep < 100 || matches!(error, Error::Damaged(_)), "{keep}: {error}");
    }
}

/// The file is gone but its write-ahead log is there: a new house would bury what was in it.
#[tokio::test(flavor = "multi_thread")]
async fn a_log_without_its_file() {
    let home = Home::sqlite();
    let leftover = home.folder().join("house.db-wal");
    fs::write(&leftover, "entries").unwrap();
    assert!(matches!(Store::open(&home.url).await, Err(Error::Damaged(_))));
    assert!(!home.folder().join("house.db").exists());
    assert_eq!(fs::read(&leftover).unwrap(), b"entries");
}

#[tokio::test(flavor = "multi_thread")]
async fn no_folder() {
    let home = Home::sqlite();
    let url = home.url.replace("house.db", "cellar/house.db");
    let error = Store::open(&url).await.unwrap_err();
    assert!(matches!(error, Error::Unavailable(_)) && error.to_string().contains("cellar"), "{error}");
}

/// A closed store is one file, whatever its name is, and however many want to create it at once: one does.
#[tokio::test(flavor = "multi_thread")]
async fn one_file() {
    let home = Home::sqlite();
    let url = home.url.replace("house.db", "a%20house%3f %C3%A9.db");
    let first: Vec<_> = (0..4)
        .map(|_| {
            let url = url.clone();
            tokio::spawn(async move { Store::open(&url).await })
        })
        .collect();
    let mut opened = Vec::new();
    for store in first {
        match store.await.unwrap() {
            Ok(store) => opened.push(store),
            Err(Error::InUse(path)) => assert!(path.ends_with("a house? é.db"), "{path}"),
            Err(other) => panic!("{other}"),
        }
    }
    assert_eq!(opened.len(), 1);
    let secret = opened[0].secret().await.unwrap();
    opened[0].close().await;
    let store = Store::open(&url).await.unwrap();
    assert_eq!(store.secret().await.unwrap(), secret);
    store.create(&table("t", "ada", 1)).await.unwrap();
    store.write(action("t", 0)).await.unwrap();
    store.close().await;
    let names: Vec<_> =
        fs::read_dir(home.folder()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["a house? é.db"]);
}
