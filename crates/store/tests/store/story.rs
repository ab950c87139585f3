//! One evening in the house: everything that a server asks of a store.

use store::{
    Error, Filter, PlayMillis, Rating, Resumed, SeatKind, Status, Store, TableRow, UnixMillis, User,
    UserKind, Write,
};

use crate::home::{Home, account, action, bot, entry, guest, message, on_both, table};

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
    assert!(matches!(store.heartbeat(UnixMillis(1)).await, Err(Error::Closed)));
    assert!(matches!(store.user("ada").await, Err(Error::Closed)));
    let store = home.open().await;
    assert_eq!(store.secret().await.unwrap(), secret);
    let seen = Some(UnixMillis(50));
    let ada = User { generation: 1, password: Some("new hash".into()), seen, ..account("ada", "Ada") };
    assert_eq!(store.user("ada").await.unwrap(), Some(ada));
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
    let taken = store.claim_account("g1", 0, "ada", "argon2").await;
    assert!(matches!(taken, Err(Error::NameTaken)));
    assert_eq!(store.user("g1").await.unwrap(), Some(guest("g1", "Ada")));
    assert!(matches!(store.claim_account("g1", 7, "Bob", "argon2").await, Err(Error::Conflict)));
    assert_eq!(store.claim_account("g1", 0, "Bob", "argon2").await.unwrap(), 1);
    let bob = User { generation: 1, ..account("g1", "Bob") };
    assert_eq!(store.user_by_name("bob").await.unwrap(), Some(bob.clone()));
    // Only a guest: not an account, whatever its generation; and nobody who is not there.
    for generation in [0, 1] {
        let again = store.claim_account("g1", generation, "Rob", "stolen").await;
        assert!(matches!(again, Err(Error::Conflict)), "{again:?}");
    }
    let nobody = store.claim_account("nobody", 0, "Rob", "argon2").await;
    assert!(matches!(nobody, Err(Error::Missing(_))), "{nobody:?}");
    assert_eq!(store.user("g1").await.unwrap(), Some(bob.clone()));

    // New names: those of accounts are unique, those of guests are not.
    assert!(matches!(store.rename_user("g1", 1, "ADA").await, Err(Error::NameTaken)));
    assert!(matches!(store.rename_user("g1", 0, "Robert").await, Err(Error::Conflict)));
    assert!(matches!(store.rename_user("nobody", 0, "Robert").await, Err(Error::Missing(_))));
    store.rename_user("g1", 1, "Robert").await.unwrap();
    assert_eq!(store.user_by_name("bob").await.unwrap(), None);
    assert_eq!(store.user_by_name("robert").await.unwrap(), Some(User { name: "Robert".into(), ..bob }));
    store.rename_user("g2", 0, "Robert").await.unwrap();
    assert_eq!(store.user("g2").await.unwrap(), Some(guest("g2", "Robert")));

    // Programs have an owner and a token.
    store.add_user(&bot("r2", "Robot 2", "ada")).await.unwrap();
    store.add_user(&bot("r1", "Robot 1", "ada")).await.unwrap();
    let by_token = async |hash: &str, now| store.user_by_token(hash, UnixMillis(now)).await.unwrap();
    assert_eq!(by_token("hash of r1", 1).await, Some(bot("r1", "Robot 1", "ada")));
    assert_eq!(by_token("no such hash", 1).await, None);
    let ids: Vec<String> = store.bots_of("ada").await.unwrap().into_iter().map(|bot| bot.id).collect();
    assert_eq!(ids, ["r1", "r2"]);
    let expiring = User { expires: Some(UnixMillis(100)), ..bot("r0", "Robot 0", "elo") };
    store.add_user(&expiring).await.unwrap();
    assert_eq!(by_token("hash of r0", 99).await, Some(expiring));
    assert_eq!(by_token("hash of r0", 100).await, None, "expired");
    sessions(store).await;
}

/// Passwords, sessions and tokens.
async fn sessions(store: &Store) {
    let by_token = async |hash: &str| store.user_by_token(hash, UnixMillis(1)).await.unwrap();
    // A program's token is revoked by its owner alone.
    assert!(matches!(store.revoke_program("elo", "r2").await, Err(Error::Missing(_))));
    assert!(matches!(store.revoke_program("ada", "elo").await, Err(Error::Missing(_))));
    assert!(by_token("hash of r2").await.is_some());
    store.revoke_program("ada", "r2").await.unwrap();
    assert_eq!(by_token("hash of r2").await, None);
    let revoked = User { token: None, ..bot("r2", "Robot 2", "ada") };
    assert_eq!(store.user("r2").await.unwrap(), Some(revoked));

    // All sessions end, and with them the tokens of this person's programs, and of nobody else's.
    assert_eq!(store.end_sessions("ada").await.unwrap(), 1);
    assert_eq!(by_token("hash of r1").await, None);
    assert!(by_token("hash of r0").await.is_some());
    assert!(matches!(store.end_sessions("nobody").await, Err(Error::Missing(_))));

    // A password is changed in the session that is still valid; guests and programs have none.
    assert!(matches!(store.set_password("ada", 0, "stolen").await, Err(Error::Conflict)));
    store.set_password("ada", 1, "new hash").await.unwrap();
    for (id, generation) in [("g2", 0), ("r1", 0)] {
        let refused = store.set_password(id, generation, "hash").await;
        assert!(matches!(refused, Err(Error::Conflict)), "{id}: {refused:?}");
    }
    store.mark_seen("ada", UnixMillis(50)).await.unwrap();
    assert!(matches!(store.mark_seen("nobody", UnixMillis(50)).await, Err(Error::Missing(_))));
    let ada = store.user("ada").await.unwrap().unwrap();
    assert_eq!((ada.password.as_deref(), ada.generation), (Some("new hash"), 1));
    assert_eq!(ada.seen, Some(UnixMillis(50)));
    assert_eq!(ada.kind, UserKind::Account);
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
    row.due = Some(PlayMillis(77));
    row.to_act = Some(0b10);
    row.position = Some("after two".into());
    row.start_position = Some("before".into());
    let write = Write {
        table: "first".into(),
        log: vec![entry(0, "take"), entry(1, "take 2")],
        chat: vec![message(0, "good luck"), message(1, "and you")],
        // The version of a given row is not looked at.
        row: Some(TableRow { version: 99, ..row.clone() }),
        ..Write::default()
    };
    store.write(write.clone()).await.unwrap();
    row.version = 1;
    assert_eq!(store.table("first").await.unwrap(), Some(row.clone()));
    assert_eq!(store.log("first").await.unwrap(), write.log);
    assert_eq!(store.chat("first").await.unwrap(), write.chat);

    // Nothing of a write is done when one of its entries is there already.
    let spoilt = Write {
        version: 1,
        log: vec![entry(2, "new"), entry(1, "double")],
        chat: vec![message(2, "never said")],
        row: Some(TableRow { status: Status::Over, ..row.clone() }),
        ..write.clone()
    };
    assert!(matches!(store.write(spoilt).await, Err(Error::Conflict)));
    let said_twice =
        Write { version: 1, log: vec![entry(2, "new")], chat: vec![message(1, "again")], ..write.clone() };
    assert!(matches!(store.write(said_twice).await, Err(Error::Conflict)));
    assert_eq!(store.table("first").await.unwrap(), Some(row.clone()));
    assert_eq!(store.log("first").await.unwrap(), write.log);
    assert_eq!(store.chat("first").await.unwrap(), write.chat);
    let progress = action("first", 2).progress.unwrap();
    store.write(Write { version: 1, ..action("first", 2) }).await.unwrap();
    row.version = 2;
    (row.started_at, row.due, row.to_act, row.pending, row.position) =
        (progress.started_at, progress.due, progress.to_act, progress.pending, progress.position);
    assert_eq!(store.table("first").await.unwrap(), Some(row.clone()));

    // No table, no log; no row of another table.
    assert!(matches!(store.write(action("nowhere", 0)).await, Err(Error::Missing(_))));
    let unborn = Write { table: "nowhere".into(), row: Some(table("nowhere", "g2", 1)), ..Write::default() };
    assert!(matches!(store.write(unborn).await, Err(Error::Missing(_))));
    assert_eq!(store.table("nowhere").await.unwrap(), None);
    let astray = Write { table: "first".into(), row: Some(table("other", "g2", 1)), ..Write::default() };
    assert!(matches!(store.write(astray).await, Err(Error::Invalid(_))));

    // Seats come and go with the row.
    let alone = TableRow { seats: row.seats[..1].to_vec(), ..row.clone() };
    let seats = |version: i64, row: &TableRow| Write {
        table: "first".into(),
        version,
        row: Some(row.clone()),
        ..Write::default()
    };
    store.write(seats(2, &alone)).await.unwrap();
    assert_eq!(store.table("first").await.unwrap(), Some(TableRow { version: 3, ..alone }));
    store.write(seats(3, &row)).await.unwrap();
    assert_eq!(store.table("first").await.unwrap(), Some(TableRow { version: 4, ..row }));

    // Of a long chat, the newest 200.
    let chat = (2..300).map(|index| message(index, "chatter")).collect();
    store.write(Write { table: "first".into(), version: 4, chat, ..Write::default() }).await.unwrap();
    let chat = store.chat("first").await.unwrap();
    assert_eq!((chat.len(), chat[0].index, chat[199].index), (200, 100, 299));
    assert_eq!(store.table("first").await.unwrap().unwrap().version, 5, "chat raises the version too");
    lists(store).await;
}

async fn lists(store: &Store) {
    let second = TableRow {
        game: "sealed".into(),
        status: Status::Waiting,
        started_at: None,
        pending: true,
        previous: Some("first".into()),
        ..table("second", "g2", 200)
    };
    let mut third = TableRow {
        open: false,
        status: Status::Over,
        ended: Some(UnixMillis(400)),
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

    let all = Filter::default();
    let cases: [(Filter, &[&str]); 13] = [
        (all.clone(), &["third", "second", "first"]),
        (Filter { limit: 2, ..all.clone() }, &["third", "second"]),
        (Filter { limit: 0, ..all.clone() }, &[]),
        (Filter { before: Some(UnixMillis(300)), ..all.clone() }, &["second", "first"]),
        (Filter { status: Some(Status::Waiting), ..all.clone() }, &["second"]),
        (Filter { game: Some("pebbles".into()), ..all.clone() }, &["third", "first"]),
        (Filter { seats: Some(3), ..all.clone() }, &["third"]),
        (Filter { open: Some(true), ..all.clone() }, &["second", "first"]),
        (Filter { open: Some(false), ..all.clone() }, &["third"]),
        (Filter { with_open_seat: true, ..all.clone() }, &["second"]),
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
            chat: vec![store::ChatRow { user: "g2".into(), ..message(0, "hm") }],
            ..Write::default()
        })
        .await
        .unwrap();
    store.add_user(&bot("r3", "Robot 3", "g2")).await.unwrap();
    // At the third table the guest has only said something.
    let said = vec![store::ChatRow { user: "g2".into(), ..message(0, "nice") }];
    store.write(Write { table: "third".into(), chat: said, ..Write::default() }).await.unwrap();
    store.create(&table("elsewhere", "ada", 50)).await.unwrap();
    store.merge_guest("g2", "elo").await.unwrap();
    let hers = store.tables(&Filter { user: Some("elo".into()), ..Filter::default() }).await.unwrap();
    assert_eq!(hers.len(), 3);
    let second = store.table("second").await.unwrap().unwrap();
    assert_eq!((second.host.as_str(), second.seats[0].user.as_deref()), ("elo", Some("elo")));
    assert_eq!(store.chat("second").await.unwrap()[0].user, "elo");
    let ids: Vec<String> = store.bots_of("elo").await.unwrap().into_iter().map(|bot| bot.id).collect();
    assert_eq!(ids, ["r0", "r3"]);
    // Links to the seats that were moved are worthless, those to others are not; old writes are refused.
    assert_eq!((second.seats[0].renewal, second.seats[1].renewal), (1, 0));
    assert_eq!(second.version, 2);
    assert_eq!(store.table("first").await.unwrap().unwrap().version, 6);
    assert_eq!(store.table("third").await.unwrap().unwrap().version, 2);
    assert_eq!(store.table("elsewhere").await.unwrap(), Some(table("elsewhere", "ada", 50)));
    assert!(matches!(store.write(action("second", 1)).await, Err(Error::Conflict)));
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
        updated: UnixMillis(5),
    };
    let (ada, elo) = (rating("ada", 1500.25, 50.0), rating("elo", 1600.5, 60.0));
    let (robot, unsure, passing) =
        (rating("r1", 1400.0, 70.0), rating("r2", 2000.0, 200.0), rating("g2", 1800.0, 50.0));
    let given = vec![ada.clone(), elo.clone(), robot.clone(), unsure, passing];
    let rate = |version, ratings| Write { table: "third".into(), version, ratings, ..Write::default() };
    store.write(rate(2, given)).await.unwrap();

    let asked = ["elo".to_owned(), "nobody".into(), "ada".into()];
    assert_eq!(store.ratings("pebbles/2", &asked).await.unwrap(), [ada.clone(), elo.clone()]);
    assert!(store.ratings("pebbles/3", &asked).await.unwrap().is_empty());
    assert!(store.ratings("pebbles/2", &[]).await.unwrap().is_empty());
    let best = store.leaderboard("pebbles/2", 10).await.unwrap();
    let best: Vec<(&str, &Rating)> = best.iter().map(|(user, rating)| (user.name.as_str(), rating)).collect();
    assert_eq!(best, [("Éloïse Weiß", &elo), ("Ada", &ada), ("Robot 1", &robot)]);
    assert_eq!(store.leaderboard("pebbles/2", 1).await.unwrap().len(), 1);
    let unsure = store.provisional("pebbles/2", 10).await.unwrap();
    assert_eq!(unsure.iter().map(|(user, _)| user.id.as_str()).collect::<Vec<_>>(), ["r2"]);

    let better = Rating { rating: 1700.0, games: 10, ..ada };
    store.write(rate(3, vec![better.clone()])).await.unwrap();
    assert_eq!(store.ratings_of("ada").await.unwrap(), std::slice::from_ref(&better));
    assert_eq!(store.leaderboard("pebbles/2", 1).await.unwrap()[0].1, better);
    let nonsense = Rating { rating: f64::NAN, ..better.clone() };
    assert!(matches!(store.write(rate(4, vec![nonsense])).await, Err(Error::Invalid(_))));
    assert_eq!(store.ratings_of("ada").await.unwrap(), [better]);
}

/// While the server is closed, no clock runs, and no table is changed for that.
async fn clocks(store: &Store) {
    let before = store.tables(&Filter::default()).await.unwrap();
    let resume = async |now| store.resume_clocks(UnixMillis(now)).await.unwrap();
    let never = Resumed { closed_for: 0, paused: 0 };
    assert_eq!(resume(1_000).await, never, "it was never open before");
    store.heartbeat(UnixMillis(5_000)).await.unwrap();
    assert_eq!(resume(7_000).await, Resumed { closed_for: 2_000, paused: 2_000 });
    assert_eq!(resume(7_000).await, Resumed { closed_for: 0, paused: 2_000 }, "the same time again");
    assert_eq!(resume(6_000).await, Resumed { closed_for: 0, paused: 2_000 }, "a clock that went back");
    store.heartbeat(UnixMillis(8_000)).await.unwrap();
    assert_eq!(resume(8_500).await, Resumed { closed_for: 500, paused: 2_500 });
    assert_eq!(store.tables(&Filter::default()).await.unwrap(), before);
}

on_both!(the_whole_story);
