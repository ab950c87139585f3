//! Everything, from one kind of database to the other and back.

use std::collections::BTreeSet;

use sqlx::Row;
use store::{
    Error, PlayMillis, PresenceShown, Rating, RatingChange, SeekRow, Store, TableRow, UnixMillis, User, Write,
};

use crate::home::{Home, account, action, bot, entry, guest, message, progress, run, seek, table};

const KINDS: [&str; 12] = [
    "users",
    "tables",
    "seats",
    "log",
    "chat",
    "ratings",
    "rating_changes",
    "friends",
    "blocks",
    "privacy",
    "seeks",
    "house",
];

async fn furnish(store: &Store) {
    store.add_user(&guest("g", "Ada")).await.unwrap();
    store.add_user(&account("ada", "Ada “π” O'Neil")).await.unwrap();
    let robot = bot("r", "Robot", "ada");
    let expiring = User { expires: Some(UnixMillis(9)), seen: Some(UnixMillis(8)), ..robot };
    store.add_user(&expiring).await.unwrap();
    for number in 0..40 {
        let id = format!("table {number}");
        let start_position = (number % 2 == 0).then(|| format!("start {number}"));
        let due = Some(PlayMillis(number));
        let row = TableRow { start_position, due, version: number, ..table(&id, "ada", number) };
        store.create(&row).await.unwrap();
        let log = (0..20).map(|index| entry(index, "take 'one';")).collect();
        let rating = Rating {
            user: format!("user {number}"),
            pool: "pebbles/2".into(),
            rating: 1500.0 + number as f64 / 3.0,
            deviation: 1e-9,
            volatility: 0.06,
            games: 1,
            updated: UnixMillis(i64::MAX),
        };
        let write = Write {
            table: id,
            version: number,
            log,
            chat: vec![message(0, "🎲"), message(1, "")],
            progress: (number % 3 != 0).then(|| progress(number)),
            row: None,
            rating_changes: vec![change(&rating)],
            ratings: vec![rating],
            opens: None,
        };
        store.write(write).await.unwrap();
    }
    store.befriend("ada", "g", UnixMillis(1)).await.unwrap();
    store.befriend("g", "ada", UnixMillis(2)).await.unwrap();
    store.block("ada", "r", UnixMillis(3)).await.unwrap();
    store.show_presence("ada", PresenceShown::Everybody).await.unwrap();
    store.add_seek(SeekRow { page: None, ..seek("s", "ada") }).await.unwrap();
    store.heartbeat(UnixMillis(70)).await.unwrap();
    assert_eq!(store.resume_clocks(UnixMillis(77)).await.unwrap().paused, 7);
}

fn change(rating: &Rating) -> RatingChange {
    RatingChange {
        seat: 0,
        user: rating.user.clone(),
        pool: rating.pool.clone(),
        at: rating.updated,
        before: (1500.0, 350.0),
        after: (rating.rating, rating.deviation),
    }
}

/// Every row of everything, read without the store, as text, whatever the columns are.
async fn contents(home: &Home) -> BTreeSet<String> {
    let mut connection = home.stranger().await;
    let mut contents = BTreeSet::new();
    for kind in KINDS {
        let rows = sqlx::query(sqlx::AssertSqlSafe(format!("SELECT * FROM {kind}")));
        for row in rows.fetch_all(&mut connection).await.unwrap() {
            let values: Vec<String> = (0..row.len())
                .map(|place| {
                    let text = row.try_get::<Option<String>, _>(place).map(|value| format!("{value:?}"));
                    let number = row.try_get::<Option<i64>, _>(place).map(|value| format!("{value:?}"));
                    let real = row.try_get::<Option<f64>, _>(place).map(|value| format!("{value:?}"));
                    text.or(number).or(real).unwrap()
                })
                .collect();
            contents.insert(format!("{kind}: {}", values.join(", ")));
        }
    }
    contents
}

#[tokio::test(flavor = "multi_thread")]
async fn there_and_back_again() {
    let homes = [Home::sqlite(), Home::postgres().await, Home::sqlite()];
    let [here, there, back] = &homes;
    let (first, second, third) = (here.open().await, there.open().await, back.open().await);
    furnish(&first).await;
    let copied = first.copy_into(&second).await.unwrap();
    assert_eq!(KINDS.map(|kind| copied.count(kind)), [3, 40, 80, 800, 80, 40, 40, 2, 1, 1, 1, 1]);
    assert_eq!(second.copy_into(&third).await.unwrap(), copied);

    let original = contents(here).await;
    assert_eq!(original.len(), 3 + 40 + 80 + 800 + 80 + 40 + 40 + 2 + 1 + 1 + 1 + 1);
    assert_eq!(contents(there).await, original);
    assert_eq!(contents(back).await, original);
    assert_eq!(third.secret().await.unwrap(), first.secret().await.unwrap());

    // A copy is a store like any other; and it is no longer empty.
    assert!(matches!(first.copy_into(&third).await, Err(Error::NotEmpty)));
    assert_eq!(contents(back).await, original);
    third.write(Write { version: 1, ..action("table 0", 20) }).await.unwrap();
    assert_eq!(first.log("table 0").await.unwrap().len() + 1, third.log("table 0").await.unwrap().len());
}

/// The copy is of one moment, while people play on.
#[tokio::test(flavor = "multi_thread")]
async fn a_copy_is_of_one_moment() {
    for (here, there) in [(Home::sqlite(), Home::postgres().await), (Home::postgres().await, Home::sqlite())]
    {
        let (store, other) = (here.open().await, there.open().await);
        // Every write changes the row and the log together: in a copy of one moment, they agree.
        let mut row = table("t", "ada", 1);
        store.create(&row).await.unwrap();
        let player = tokio::spawn({
            let store = store.clone();
            async move {
                for index in 0..200 {
                    row.moves = index + 1;
                    let write = Write { row: Some(row.clone()), ..action("t", index) };
                    store.write(write).await.unwrap();
                }
            }
        });
        while store.log("t").await.unwrap().len() < 20 {
            tokio::task::yield_now().await;
        }
        tokio::spawn({
            let other = other.clone();
            async move { store.copy_into(&other).await }
        })
        .await
        .unwrap()
        .unwrap();
        player.await.unwrap();
        let moves = other.table("t").await.unwrap().unwrap().moves;
        assert!((20..=200).contains(&moves), "{moves}");
        assert_eq!(other.log("t").await.unwrap().len() as i64, moves);
    }
}

/// What can't be copied whole is not copied at all.
#[tokio::test(flavor = "multi_thread")]
async fn a_broken_copy_leaves_nothing() {
    let (here, there) = (Home::sqlite(), Home::postgres().await);
    let (store, other) = (here.open().await, there.open().await);
    furnish(&store).await;
    let secret = other.secret().await.unwrap();
    // Only somebody else could have put this there.
    run(&mut here.stranger().await, "UPDATE chat SET text = 'a' || char(0) WHERE table_id = 'table 39'")
        .await;
    assert!(matches!(store.copy_into(&other).await, Err(Error::Invalid(_))));
    assert_eq!(contents(&there).await.len(), 1, "the house alone");
    assert_eq!(other.secret().await.unwrap(), secret);
    other.add_user(&account("ada", "Ada")).await.unwrap();
}
