//! A database of an older version, opened by this one.

use std::path::Path;

use serde_json::Value;
use sqlx::Row;
use store::{Filter, PlayMillis, Resumed, Status, UnixMillis};

use crate::home::{Home, connect, run};

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures");

/// The rows of an old database, as the JSON beside it says.
fn rows(dump: &Value, name: &str) -> Vec<Value> {
    dump[name].as_array().unwrap().clone()
}

fn text(row: &Value, column: &str) -> Option<String> {
    row[column].as_str().map(str::to_owned)
}

fn number(row: &Value, column: &str) -> i64 {
    row[column].as_i64().unwrap()
}

fn old_house() -> (Home, Value) {
    let home = Home::sqlite();
    std::fs::copy(Path::new(FIXTURES).join("house-1.db"), home.folder().join("house.db")).unwrap();
    let dump = std::fs::read_to_string(Path::new(FIXTURES).join("house-1.json")).unwrap();
    (home, serde_json::from_str(&dump).unwrap())
}

/// Every row of the old database is there, with every value; a column and a table have another name.
#[tokio::test(flavor = "multi_thread")]
async fn every_value_of_version_1_is_kept() {
    let (home, dump) = old_house();
    home.open().await.close().await;
    compare(&home, &dump).await;
}

/// Drops every table but the list of migrations.
const DROP_ALL: &str = "DO $$ DECLARE r record; BEGIN \
    FOR r IN SELECT tablename FROM pg_tables WHERE schemaname = current_schema() AND tablename <> '_sqlx_migrations' \
    LOOP EXECUTE 'DROP TABLE ' || quote_ident(r.tablename); END LOOP; END $$";

/// The same in PostgreSQL: the old schema with the same rows, then the new one.
#[tokio::test(flavor = "multi_thread")]
async fn every_value_of_version_1_is_kept_in_postgres() {
    let (_, dump) = old_house();
    let home = Home::postgres().await;
    home.open().await.close().await;
    let mut connection = connect(&home.url).await;
    run(&mut connection, DROP_ALL).await;
    run(&mut connection, "DELETE FROM _sqlx_migrations WHERE version > 1").await;
    run(&mut connection, include_str!("../../migrations/0001_house.sql")).await;
    for (name, rows) in dump.as_object().unwrap() {
        for row in rows.as_array().unwrap() {
            let columns: Vec<&str> = row.as_object().unwrap().keys().map(String::as_str).collect();
            let values: Vec<String> = row.as_object().unwrap().values().map(literal).collect();
            let (columns, values) = (columns.join(", "), values.join(", "));
            run(&mut connection, &format!("INSERT INTO {name} ({columns}) VALUES ({values})")).await;
        }
    }
    let store = home.open().await;
    assert_eq!(store.pending(100, None).await.unwrap().len(), 5);
    store.close().await;
    compare(&home, &dump).await;
}

fn literal(value: &Value) -> String {
    match value {
        Value::Null => "NULL".into(),
        Value::String(text) => format!("'{}'", text.replace('\'', "''")),
        other => other.to_string(),
    }
}

async fn compare(home: &Home, dump: &Value) {
    let mut connection = connect(&home.url).await;
    let names =
        [("house", 1), ("users", 5), ("tables", 14), ("seats", 30), ("log", 92), ("talk", 4), ("ratings", 4)];
    for (name, count) in names {
        let now = if name == "talk" { "chat" } else { name };
        // The order of texts differs between the databases and their settings: that of the bytes is the same.
        let collate = if home.url.starts_with("sqlite") { "" } else { "COLLATE \"C\"" };
        let key = match name {
            "house" => "id".to_owned(),
            "users" | "tables" => format!("id {collate}"),
            "ratings" => format!("user_id {collate}, pool {collate}"),
            "seats" => format!("table_id {collate}, seat"),
            _ => format!("table_id {collate}, entry"),
        };
        let sql = format!("SELECT * FROM {now} ORDER BY {key}");
        let found = sqlx::query(sqlx::AssertSqlSafe(sql)).fetch_all(&mut connection).await.unwrap();
        let expected = rows(dump, name);
        assert_eq!((found.len(), expected.len()), (count, count), "{name}");
        for (found, expected) in found.iter().zip(&expected) {
            for (column, value) in expected.as_object().unwrap() {
                let column = if column == "zero" { "started_at" } else { column.as_str() };
                match value {
                    Value::Null => {
                        assert_eq!(found.try_get::<Option<i64>, _>(column).ok().flatten(), None);
                        assert_eq!(found.try_get::<Option<String>, _>(column).unwrap(), None, "{column}");
                    }
                    Value::String(text) => assert_eq!(&found.get::<String, _>(column), text, "{column}"),
                    Value::Number(number) if number.is_i64() => {
                        assert_eq!(Some(found.get::<i64, _>(column)), number.as_i64(), "{column}");
                    }
                    Value::Number(number) => {
                        assert_eq!(Some(found.get::<f64, _>(column)), number.as_f64(), "{column}");
                    }
                    other => panic!("{column}: {other}"),
                }
            }
        }
    }
}

/// The store reads them, and knows what is to be done: every game in play is pending, and none is due.
#[tokio::test(flavor = "multi_thread")]
async fn the_store_reads_version_1() {
    let (home, dump) = old_house();
    let store = home.open().await;
    for old in rows(&dump, "tables") {
        let id = text(&old, "id").unwrap();
        let row = store.table(&id).await.unwrap().unwrap();
        assert_eq!(Some(row.game), text(&old, "game"));
        assert_eq!(Some(row.status.as_str().to_owned()), text(&old, "status"));
        assert_eq!(row.started_at, old["zero"].as_i64().map(PlayMillis));
        assert_eq!(row.ended, old["ended"].as_i64().map(UnixMillis));
        assert_eq!(row.seats.len() as i64, number(&old, "seat_count"));
        assert_eq!((row.version, row.due, row.to_act), (0, None, None));
        assert_eq!((row.position, row.start_position), (None, None));
        assert_eq!(row.pending, row.status == Status::Playing);
        let of_this = |row: &&Value| row["table_id"] == old["id"];
        let mut log: Vec<Value> = rows(&dump, "log").iter().filter(of_this).cloned().collect();
        log.sort_by_key(|entry| number(entry, "entry"));
        let log: Vec<_> = log
            .iter()
            .map(|entry| (number(entry, "entry"), number(entry, "at"), text(entry, "event").unwrap()))
            .collect();
        let found =
            store.log(&id).await.unwrap().into_iter().map(|entry| (entry.index, entry.at, entry.event));
        assert_eq!(found.collect::<Vec<_>>(), log);
        let said: Vec<_> =
            rows(&dump, "talk").iter().filter(of_this).map(|word| text(word, "text").unwrap()).collect();
        let found = store.chat(&id).await.unwrap().into_iter().map(|message| message.text);
        assert_eq!(found.collect::<Vec<_>>(), said);
    }
    for old in rows(&dump, "users") {
        let user = store.user(&text(&old, "id").unwrap()).await.unwrap().unwrap();
        assert_eq!(Some(user.name), text(&old, "name"));
        assert_eq!(user.password, text(&old, "password"));
        assert_eq!((user.expires, user.seen), (None, None));
        if let Some(token) = text(&old, "token") {
            let program = store.user_by_token(&token, UnixMillis(i64::MAX)).await.unwrap().unwrap();
            assert_eq!(program.id, user.id);
        }
    }
    for old in rows(&dump, "ratings") {
        let ratings = store.ratings_of(&text(&old, "user_id").unwrap()).await.unwrap();
        let rating = ratings.iter().find(|rating| Some(&rating.pool) == text(&old, "pool").as_ref()).unwrap();
        assert_eq!(Some(rating.rating), old["rating"].as_f64());
    }

    let playing = store.tables(&Filter { status: Some(Status::Playing), ..Filter::default() }).await.unwrap();
    let ids: Vec<&str> = playing.iter().rev().map(|row| row.id.as_str()).collect();
    assert_eq!(store.pending(100, None).await.unwrap(), ids);
    assert_eq!(ids.len(), 5);
    assert_eq!(store.due(PlayMillis(i64::MAX), 100).await.unwrap(), []);
    // The time since the last heartbeat was closed time.
    let last = number(&rows(&dump, "house")[0], "heartbeat");
    let resumed = store.resume_clocks(UnixMillis(last + 5_000)).await.unwrap();
    assert_eq!(resumed, Resumed { closed_for: 5_000, paused: 5_000 });
    store.close().await;
}
