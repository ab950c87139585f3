//! When the database can't do what it is asked.

use std::time::{Duration, Instant};

use store::{Backend, Error, Status, Store, TableRow, Write};

use crate::home::{Home, action, entry, on_both, run, table};

/// Long before anybody's patience ends.
const BOUND: Duration = Duration::from_secs(10);

/// Another program holds the database: every caller hears of it in time, nothing is lost, and work goes on after.
async fn a_locked_database(home: &Home) {
    let store = home.open().await;
    store.create(&table("t", "ada", 1)).await.unwrap();
    store.write(action("t", 0)).await.unwrap();
    for number in 1..50 {
        store.create(&table(&format!("table {number}"), "ada", 1)).await.unwrap();
    }
    let mut stranger = home.stranger().await;
    match store.backend() {
        Backend::Sqlite => run(&mut stranger, "BEGIN EXCLUSIVE").await,
        Backend::Postgres => run(&mut stranger, "BEGIN; LOCK TABLE log IN ACCESS EXCLUSIVE MODE").await,
    }
    let start = Instant::now();
    let writes: Vec<_> = (1..50)
        .map(|number| {
            let store = store.clone();
            tokio::spawn(async move { store.write(action(&format!("table {number}"), 0)).await })
        })
        .collect();
    for write in writes {
        let outcome = write.await.unwrap();
        assert!(matches!(outcome, Err(Error::Locked)), "{outcome:?}");
    }
    assert!(start.elapsed() < BOUND, "{:?}", start.elapsed());
    assert!(matches!(store.ping().await, Err(Error::Locked)));
    run(&mut stranger, "ROLLBACK").await;
    assert_eq!(store.log("t").await.unwrap(), [entry(0, "take")]);
    store.write(action("t", 1)).await.unwrap();
    store.ping().await.unwrap();
    assert_eq!(store.log("t").await.unwrap().len(), 2);
    for number in 1..50 {
        let id = format!("table {number}");
        assert_eq!(store.table(&id).await.unwrap().unwrap().version, 0);
        store.write(action(&id, 0)).await.unwrap();
    }
    store.close().await;
}

/// Another program holds the database for a moment: nobody notices.
async fn a_database_locked_for_a_moment(home: &Home) {
    let store = home.open().await;
    store.create(&table("t", "ada", 1)).await.unwrap();
    let mut stranger = home.stranger().await;
    match store.backend() {
        Backend::Sqlite => run(&mut stranger, "BEGIN EXCLUSIVE").await,
        Backend::Postgres => run(&mut stranger, "BEGIN; LOCK TABLE log IN ACCESS EXCLUSIVE MODE").await,
    }
    let write = tokio::spawn({
        let store = store.clone();
        async move { store.write(action("t", 0)).await }
    });
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert!(!write.is_finished());
    run(&mut stranger, "ROLLBACK").await;
    write.await.unwrap().unwrap();
    store.close().await;
}

/// A schema of the future is refused, and nothing is done to it.
async fn a_newer_schema(home: &Home) {
    let store = home.open().await;
    store.create(&table("t", "ada", 1)).await.unwrap();
    store.close().await;
    let mut stranger = home.stranger().await;
    let columns = "version, description, success, checksum, execution_time";
    let future = format!(
        "INSERT INTO _sqlx_migrations ({columns}) SELECT 99, description, success, checksum, 0 FROM _sqlx_migrations \
         WHERE version = 1"
    );
    run(&mut stranger, &future).await;
    let refused = Store::open(&home.url).await.unwrap_err();
    assert!(matches!(refused, Error::NewerSchema { found: 99, known: 1.. }), "{refused}");
    run(&mut stranger, "DELETE FROM _sqlx_migrations WHERE version = 99").await;
    assert_eq!(home.open().await.table("t").await.unwrap().unwrap().status, Status::Playing);
}

/// A schema whose text is not the one that this program knows is refused.
async fn a_schema_of_another_making(home: &Home) {
    home.open().await.close().await;
    let mut stranger = home.stranger().await;
    let forged = match home.url.starts_with("sqlite") {
        true => "UPDATE _sqlx_migrations SET checksum = x'00'",
        false => "UPDATE _sqlx_migrations SET checksum = '\\x00'",
    };
    run(&mut stranger, forged).await;
    assert!(matches!(Store::open(&home.url).await, Err(Error::Damaged(_))));
}

on_both!(a_locked_database, a_database_locked_for_a_moment, a_newer_schema, a_schema_of_another_making,);

/// PostgreSQL says that its disk is full.
#[tokio::test(flavor = "multi_thread")]
async fn a_full_postgres() {
    let home = Home::postgres().await;
    let store = home.open().await;
    store.create(&table("t", "ada", 1)).await.unwrap();
    let mut stranger = home.stranger().await;
    run(
        &mut stranger,
        "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS \
         $$ BEGIN RAISE EXCEPTION 'no space left on device' USING ERRCODE = '53100'; END $$; \
         CREATE TRIGGER full_disk BEFORE INSERT ON log EXECUTE FUNCTION full_disk()",
    )
    .await;
    let row = TableRow { moves: 1, ..table("t", "ada", 1) };
    let write = Write { row: Some(row), ..action("t", 0) };
    assert!(matches!(store.write(write.clone()).await, Err(Error::Full)));
    assert!(matches!(store.ping().await, Err(Error::Full)));
    assert_eq!(store.table("t").await.unwrap().unwrap().moves, 0);
    run(&mut stranger, "DROP TRIGGER full_disk ON log").await;
    store.write(write).await.unwrap();
    store.ping().await.unwrap();
    store.close().await;
}

/// PostgreSQL restarts: its clients are thrown out, and come back without anybody noticing.
#[tokio::test(flavor = "multi_thread")]
async fn a_postgres_that_throws_everybody_out() {
    let home = Home::postgres().await;
    let store = home.open().await;
    store.create(&table("t", "ada", 1)).await.unwrap();
    let mut stranger = home.stranger().await;
    for index in 0..5 {
        let all = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
                   WHERE datname = current_database() AND pid <> pg_backend_pid()";
        run(&mut stranger, all).await;
        store.write(action("t", index)).await.unwrap();
        assert_eq!(store.log("t").await.unwrap().len() as i64, index + 1);
    }
    store.close().await;
}

/// Nobody listens there: that is said in time.
#[tokio::test(flavor = "multi_thread")]
async fn a_postgres_that_is_not_there() {
    let start = Instant::now();
    let refused = Store::open("postgres://ludotheque:hidden@127.0.0.1:1/nothing").await.unwrap_err();
    assert!(matches!(refused, Error::Unavailable(_)), "{refused}");
    assert!(!refused.to_string().contains("hidden"));
    assert!(start.elapsed() < BOUND);
}

/// Addresses that lead nowhere; none shows its password.
#[tokio::test(flavor = "multi_thread")]
async fn no_address() {
    for url in [
        "",
        "house.db",
        "mysql://ada:hidden@localhost/x",
        "sqlite::memory:",
        "sqlite://",
        "postgres://localhost:port/x",
    ] {
        let refused = Store::open(url).await.unwrap_err();
        assert!(matches!(refused, Error::BadAddress(_)), "{url}: {refused}");
        assert!(!refused.to_string().contains("hidden"), "{refused}");
    }
}
