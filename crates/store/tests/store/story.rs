//! One evening in the house: everything that a server asks of a store.

use store::{Error, Filter, Rating, SeatKind, Status, Store, TableRow, UserKind, Write};

use crate::home::{Home, account, action, bot, entry, guest, on_both, table, word};

async fn the_whole_story(home: &Home) {
    let store = home.open().await;
    let secret = store.secret().await.unwrap();
    assert_ne!(secret, [0; 32]);
    store.ping().await.unwrap();

    people(&store).await;
    tables(&store).await;
    ratings(&store).await;

    // Another day: the same house.
    store.close().await;
    assert!(matches!(store.heartbeat(1).await, Err(Error::Closed)));
    assert!(matches!(store.user("ada").await, Err(Error::Closed)));
    let store = home.open().await;
    assert_eq!(store.secret().await.unwrap(), secret);
    assert_eq!(store.user("ada").await.unwrap(), Some(account("ada", "Ada")));
    assert_eq!(store.log("first").await.unwrap().len(), 3);
    clocks(&store).await;
    store.close().await;
}

async fn people(store: &Store) {
    assert_eq!(store.user("ada").await.unwrap(), None);
    let ada = account("ada", "Ada");
    store.add_user(&ada).await.unwrap();
    assert_eq!(store.user("ada").await.unwrap(), Some(ada.clone()));
    assert_eq!(store.user_by_name(" aDA ").await.unwrap(), Some(ada.clone()));
    assert!(matches!(store.add_user(&account("ada", "Somebody else")).await, Err(Error::Exists)));
    assert!(matches!(store.add_user(&account("eve", "ADA")).await, Err(Error::NameTaken)));
    assert_eq!(store.user("eve").await.unwrap(), None);

    // Guests may all be called Ada, and are not found by name.
    store.add_user(&guest("g1", "Ada")).await.unwrap();
    store.add_user(&guest("g2", "Ada")).await.unwrap();
    assert_eq!(store.user_by_name("ada").await.unwrap(), Some(ada.clone()));

    // Capitals are not only those of English.
    store.add_user(&account("elo", "Éloïse Weiß")).await.unwrap();
    assert!(matches!(store.add_user(&account("eve", "ÉLOÏSE WEISS")).await, Err(Error::NameTaken)));

    // A guest claims a name; a taken one is refused and changes nothing.
    let claimed = account("g1", "Bob");
    let taken = account("g1", "ada");
    assert!(matches!(store.update_user(&taken).await, Err(Error::NameTaken)));
    assert_eq!(store.user("g1").await.unwrap().unwrap().kind, UserKind::Guest);
    store.update_user(&claimed).await.unwrap();
    assert_eq!(store.user_by_name("bob").await.unwrap(), Some(claimed));
    assert!(matches!(store.update_user(&guest("nobody", "x")).await, Err(Error::Missing(_))));

    // Bots have an owner and a token.
    store.add_user(&bot("r2", "Robot 2", "ada")).await.unwrap();
    store.add_user(&bot("r1", "Robot 1", "ada")).await.unwrap();
    assert_eq!(store.user_by_token("hash of r1").await.unwrap(), Some(bot("r1", "Robot 1", "ada")));
    assert_eq!(store.user_by_token("no such hash").await.unwrap(), None);
    let ids: Vec<String> = store.bots_of("ada").await.unwrap().into_iter().map(|bot| bot.id).collect();
    assert_eq!(ids, ["r1", "r2"]);
}

async fn tables(store: &Store) {
    let first = table("first", "g2", 100);
    store.create(&first).await.unwrap();
    assert!(matches!(store.create(&first).await, Err(Error::Exists)));
    assert_eq!(store.table("first").await.unwrap(), Some(first.clone()));
    assert_eq!(store.table("second").await.unwrap(), None);

    // An action with all that may come with it.
    let mut row = TableRow { moves: 1, rated: true, ..first.clone() };
    row.seats[1].kind = SeatKind::Person;
    row.seats[1].user = Some("ada".into());
    row.seats[1].arrived = true;
    let write = Write {
        table: "first".into(),
        log: vec![entry(0, "take"), entry(1, "take 2")],
        talk: vec![word(0, "good luck"), word(1, "and you")],
        row: Some(row.clone()),
        ratings: Vec::new(),
    };
    store.write(write.clone()).await.unwrap();
    assert_eq!(store.table("first").await.unwrap(), Some(row.clone()));
    assert_eq!(store.log("first").await.unwrap(), write.log);
    assert_eq!(store.talk("first").await.unwrap(), write.talk);

    // Nothing of a write is done when one of its entries is there already.
    let spoilt = Write {
        log: vec![entry(2, "new"), entry(1, "double")],
        talk: vec![word(2, "never said")],
        row: Some(TableRow { status: Status::Over, ..row.clone() }),
        ..write.clone()
    };
    assert!(matches!(store.write(spoilt).await, Err(Error::Conflict)));
    let said_twice = Write { log: vec![entry(2, "new")], talk: vec![word(1, "again")], ..write.clone() };
    assert!(matches!(store.write(said_twice).await, Err(Error::Conflict)));
    assert_eq!(store.table("first").await.unwrap(), Some(row.clone()));
    assert_eq!(store.log("first").await.unwrap(), write.log);
    assert_eq!(store.talk("first").await.unwrap(), write.talk);
    store.write(action("first", 2)).await.unwrap();

    // No table, no log; no row of another table.
    assert!(matches!(store.write(action("nowhere", 0)).await, Err(Error::Missing(_))));
    let unborn = Write { table: "nowhere".into(), row: Some(table("nowhere", "g2", 1)), ..Write::default() };
    assert!(matches!(store.write(unborn).await, Err(Error::Missing(_))));
    assert_eq!(store.table("nowhere").await.unwrap(), None);
    let astray = Write { table: "first".into(), row: Some(table("other", "g2", 1)), ..Write::default() };
    assert!(matches!(store.write(astray).await, Err(Error::Unfit(_))));

    // Seats come and go with the row.
    let alone = TableRow { seats: row.seats[..1].to_vec(), ..row.clone() };
    let seats = |row: &TableRow| Write { table: "first".into(), row: Some(row.clone()), ..Write::default() };
    store.write(seats(&alone)).await.unwrap();
    assert_eq!(store.table("first").await.unwrap(), Some(alone));
    store.write(seats(&row)).await.unwrap();
    assert_eq!(store.table("first").await.unwrap(), Some(row));

    // Of much talk, the newest 200.
    let talk = (2..300).map(|index| word(index, "chatter")).collect();
    store.write(Write { table: "first".into(), talk, ..Write::default() }).await.unwrap();
    let talk = store.talk("first").await.unwrap();
    assert_eq!((talk.len(), talk[0].index, talk[199].index), (200, 100, 299));
    lists(store).await;
}

async fn lists(store: &Store) {
    let second = TableRow {
        game: "sealed".into(),
        status: Status::Waiting,
        zero: None,
        previous: Some("first".into()),
        ..table("second", "g2", 200)
    };
    let mut third = TableRow {
        open: false,
        status: Status::Over,
        ended: Some(400),
        places: Some("[1,2,2]".into()),
        ended_by: Some("P3".into()),
        next: Some("fourth".into()),
        ..table("third", "elo", 300)
    };
    third.seats[1].kind = SeatKind::Bot;
    third.seats[1].bot = Some("mcts 3".into());
    third.seats.push(store::SeatRow { seat: 2, kind: SeatKind::Link, ..third.seats[1].clone() });
    store.create(&second).await.unwrap();
    store.create(&third).await.unwrap();
    assert_eq!(store.table("second").await.unwrap().as_ref(), Some(&second));
    assert_eq!(store.table("third").await.unwrap().as_ref(), Some(&third));
    assert_eq!(store.playing().await.unwrap(), ["first"]);

    let all = Filter::default();
    let cases: [(Filter, &[&str]); 13] = [
        (all.clone(), &["third", "second", "first"]),
        (Filter { limit: 2, ..all.clone() }, &["third", "second"]),
        (Filter { limit: 0, ..all.clone() }, &[]),
        (Filter { before: Some(300), ..all.clone() }, &["second", "first"]),
        (Filter { status: Some(Status::Waiting), ..all.clone() }, &["second"]),
        (Filter { game: Some("pebbles".into()), ..all.clone() }, &["third", "first"]),
        (Filter { seats: Some(3), ..all.clone() }, &["third"]),
        (Filter { open: Some(true), ..all.clone() }, &["second", "first"]),
        (Filter { open: Some(false), ..all.clone() }, &["third"]),
        (Filter { waiting_for_people: true, ..all.clone() }, &["second"]),
        (Filter { user: Some("ada".into()), ..all.clone() }, &["first"]),
        (Filter { user: Some("g2".into()), ..all.clone() }, &["second", "first"]),
        (
            Filter { user: Some("g2".into()), game: Some("sealed".into()), open: Some(true), ..all },
            &["second"],
        ),
    ];
    for (filter, expected) in cases {
        let found = store.tables(&filter).await.unwrap();
        let ids: Vec<&str> = found.iter().map(|table| table.id.as_str()).collect();
        assert_eq!(ids, expected, "{filter:?}");
    }
    assert_eq!(store.tables(&Filter { limit: 1, ..Filter::default() }).await.unwrap(), [third]);

    // The guest g2 turns out to be Éloïse.
    store
        .write(Write {
            table: "second".into(),
            talk: vec![store::TalkRow { user: "g2".into(), ..word(0, "hm") }],
            ..Write::default()
        })
        .await
        .unwrap();
    store.add_user(&bot("r3", "Robot 3", "g2")).await.unwrap();
    store.adopt("g2", "elo").await.unwrap();
    let hers = store.tables(&Filter { user: Some("elo".into()), ..Filter::default() }).await.unwrap();
    assert_eq!(hers.len(), 3);
    let second = store.table("second").await.unwrap().unwrap();
    assert_eq!((second.host.as_str(), second.seats[0].user.as_deref()), ("elo", Some("elo")));
    assert_eq!(store.talk("second").await.unwrap()[0].user, "elo");
    assert_eq!(store.bots_of("elo").await.unwrap()[0].id, "r3");
    assert!(store.tables(&Filter { user: Some("g2".into()), ..Filter::default() }).await.unwrap().is_empty());
}

async fn ratings(store: &Store) {
    let rating = |user: &str, rating: f64, deviation: f64| Rating {
        user: user.into(),
        pool: "pebbles/2".into(),
        rating,
        deviation,
        volatility: 0.06,
        games: 9,
        updated: 5,
    };
    let (ada, elo) = (rating("ada", 1500.25, 50.0), rating("elo", 1600.5, 60.0));
    let (robot, unsure, passing) =
        (rating("r1", 1400.0, 70.0), rating("r2", 2000.0, 200.0), rating("g2", 1800.0, 50.0));
    let given = vec![ada.clone(), elo.clone(), robot.clone(), unsure, passing];
    store.write(Write { table: "third".into(), ratings: given, ..Write::default() }).await.unwrap();

    let asked = ["elo".to_owned(), "nobody".into(), "ada".into()];
    assert_eq!(store.ratings("pebbles/2", &asked).await.unwrap(), [ada.clone(), elo.clone()]);
    assert!(store.ratings("pebbles/3", &asked).await.unwrap().is_empty());
    assert!(store.ratings("pebbles/2", &[]).await.unwrap().is_empty());
    let best = store.leaderboard("pebbles/2", 10).await.unwrap();
    let best: Vec<(&str, &Rating)> = best.iter().map(|(user, rating)| (user.name.as_str(), rating)).collect();
    assert_eq!(best, [("Éloïse Weiß", &elo), ("Ada", &ada), ("Robot 1", &robot)]);
    assert_eq!(store.leaderboard("pebbles/2", 1).await.unwrap().len(), 1);

    let better = Rating { rating: 1700.0, games: 10, ..ada };
    store
        .write(Write { table: "third".into(), ratings: vec![better.clone()], ..Write::default() })
        .await
        .unwrap();
    assert_eq!(store.ratings_of("ada").await.unwrap(), std::slice::from_ref(&better));
    assert_eq!(store.leaderboard("pebbles/2", 1).await.unwrap()[0].1, better);
    let nonsense = Rating { rating: f64::NAN, ..better.clone() };
    let write = Write { table: "third".into(), ratings: vec![nonsense], ..Write::default() };
    assert!(matches!(store.write(write).await, Err(Error::Unfit(_))));
    assert_eq!(store.ratings_of("ada").await.unwrap(), [better]);
}

/// While the house is closed, no clock runs.
async fn clocks(store: &Store) {
    let zero = async |id: &str| store.table(id).await.unwrap().unwrap().zero;
    assert_eq!(store.open_doors(1_000).await.unwrap(), 0, "it was never open before");
    assert_eq!(zero("first").await, Some(100));
    store.heartbeat(5_000).await.unwrap();
    assert_eq!(store.open_doors(7_000).await.unwrap(), 2_000);
    assert_eq!(zero("first").await, Some(2_100), "a table in play");
    assert_eq!(zero("second").await, None, "a table that has not begun");
    assert_eq!(zero("third").await, Some(300), "a table that is over");
    assert_eq!(store.open_doors(7_000).await.unwrap(), 0, "the same time is not counted twice");
    assert_eq!(store.open_doors(6_000).await.unwrap(), 0, "a clock that went back");
    assert_eq!(zero("first").await, Some(2_100));
}

on_both!(the_whole_story);
