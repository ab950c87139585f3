//! Friends, blocks, and what else people are to each other.

use store::{Error, Filter, PresenceShown, RatingChange, SeatRow, Standing, Status, Store, TableRow};
use store::{UnixMillis, User, Write};

use crate::home::{Home, account, action, guest, on_both, seek, table};

const NOW: UnixMillis = UnixMillis(5);

async fn people(home: &Home) -> Store {
    let store = home.open().await;
    for name in ["Ada", "Bob", "Cyd"] {
        store.add_user(&account(&name.to_lowercase(), name)).await.unwrap();
    }
    store.add_user(&guest("g", "Guest")).await.unwrap();
    store
}

fn ids(users: &[User]) -> Vec<&str> {
    users.iter().map(|user| user.id.as_str()).collect()
}

async fn friends_are_friends_in_both_directions(home: &Home) {
    let store = people(home).await;
    store.befriend("ada", "bob", NOW).await.unwrap();
    store.befriend("ada", "bob", NOW).await.unwrap();
    store.befriend("cyd", "ada", NOW).await.unwrap();
    let of_ada = store.friends("ada").await.unwrap();
    assert_eq!(
        (ids(&of_ada.friends), ids(&of_ada.asked), ids(&of_ada.asking)),
        (vec![], vec!["bob"], vec!["cyd"])
    );
    assert_eq!(ids(&store.friends("bob").await.unwrap().asking), ["ada"]);
    assert!(!store.standing("ada", "bob").await.unwrap().is_friend(), "a question is no friendship");

    store.befriend("bob", "ada", NOW).await.unwrap();
    let of_ada = store.friends("ada").await.unwrap();
    assert_eq!((ids(&of_ada.friends), ids(&of_ada.asked)), (vec!["bob"], vec![]));
    assert!(store.standing("bob", "ada").await.unwrap().is_friend());

    store.unfriend("bob", "ada").await.unwrap();
    assert_eq!(store.standing("ada", "bob").await.unwrap(), Standing::default());
    store.close().await;
}

async fn a_block_ends_a_friendship_and_lets_none_begin(home: &Home) {
    let store = people(home).await;
    store.befriend("ada", "bob", NOW).await.unwrap();
    store.befriend("bob", "ada", NOW).await.unwrap();
    store.block("ada", "bob", NOW).await.unwrap();
    store.block("ada", "bob", NOW).await.unwrap();
    let standing = Standing { blocks: true, ..Standing::default() };
    assert_eq!(store.standing("ada", "bob").await.unwrap(), standing);
    assert!(store.standing("bob", "ada").await.unwrap().blocked);
    for (one, other) in [("ada", "bob"), ("bob", "ada")] {
        store.befriend(one, other, NOW).await.unwrap();
        assert!(store.friends(one).await.unwrap().asked.is_empty(), "{one}");
        assert!(store.blocked_with(one).await.unwrap().contains(other), "{one}");
    }
    assert_eq!(ids(&store.blocked_by("ada").await.unwrap()), ["bob"]);
    assert!(store.blocked_by("bob").await.unwrap().is_empty(), "who is blocked is not told");
    store.unblock("ada", "bob").await.unwrap();
    assert!(store.blocked_with("bob").await.unwrap().is_empty());
    store.close().await;
}

/// A guest who logs in can't leave a block behind, in either direction.
async fn blocks_go_with_a_guest_to_the_account(home: &Home) {
    let store = people(home).await;
    store.block("bob", "g", NOW).await.unwrap();
    store.block("g", "cyd", NOW).await.unwrap();
    store.block("ada", "g", NOW).await.unwrap();
    store.add_seek(seek("s", "g")).await.unwrap();
    store.merge_guest("g", "ada").await.unwrap();
    let with_ada = store.blocked_with("ada").await.unwrap();
    assert_eq!(with_ada, ["bob".to_owned(), "cyd".to_owned()].into(), "and nobody is blocked by themselves");
    assert!(store.blocked_with("g").await.unwrap().is_empty());
    let seeks = store.seeks(NOW, 9).await.unwrap();
    assert_eq!((seeks[0].seek.user.as_str(), seeks[0].name.as_str()), ("ada", "Ada"));
    store.close().await;
}

async fn presence_is_shown_to_friends_unless_chosen_otherwise(home: &Home) {
    let store = people(home).await;
    assert_eq!(store.presence_shown("ada").await.unwrap(), PresenceShown::Friends);
    for shown in [PresenceShown::Everybody, PresenceShown::Nobody] {
        store.show_presence("ada", shown).await.unwrap();
        assert_eq!(store.presence_shown("ada").await.unwrap(), shown);
    }
    store.close().await;
}

async fn meetings_and_the_tables_of_friends(home: &Home) {
    let store = people(home).await;
    for (number, (other, status, open)) in [
        ("bob", Status::Over, true),
        ("bob", Status::Playing, true),
        ("bob", Status::Playing, false),
        ("cyd", Status::Over, true),
    ]
    .into_iter()
    .enumerate()
    {
        let row = table(&format!("t{number}"), "ada", number as i64);
        let mut seats = row.seats.clone();
        seats[1] = SeatRow { seat: 1, user: Some(other.into()), ..seats[0].clone() };
        store.create(&TableRow { status, open, seats, ..row }).await.unwrap();
    }
    let met = store.meetings("bob", "ada", 9).await.unwrap();
    assert_eq!(met.iter().map(|row| row.id.as_str()).collect::<Vec<_>>(), ["t0"]);
    assert!(store.meetings("bob", "cyd", 9).await.unwrap().is_empty());
    let open = store.open_tables_of(&["bob".into(), "cyd".into()], 9).await.unwrap();
    assert_eq!(open.iter().map(|row| row.id.as_str()).collect::<Vec<_>>(), ["t1"]);
    assert!(store.open_tables_of(&[], 9).await.unwrap().is_empty());
    let known = store.users(&["cyd".into(), "nobody".into(), "g".into()]).await.unwrap();
    assert_eq!(known.len(), 2);
    store.close().await;
}

async fn how_a_game_changed_the_ratings_is_kept(home: &Home) {
    let store = people(home).await;
    store.create(&table("t", "ada", 1)).await.unwrap();
    let change = |seat: i64, user: &str, after: f64| RatingChange {
        seat,
        user: user.into(),
        pool: "pebbles/2".into(),
        at: UnixMillis(seat),
        before: (1500.0, 350.0),
        after: (after, 290.0),
    };
    let changes = vec![change(0, "ada", 1662.0), change(1, "bob", 1338.0)];
    store.write(Write { rating_changes: changes.clone(), ..action("t", 0) }).await.unwrap();
    assert_eq!(store.rating_changes("t").await.unwrap(), changes);
    assert_eq!(store.rating_history("bob", 9).await.unwrap(), changes[1..]);
    let stale = store.write(Write { rating_changes: changes, ..action("t", 0) }).await;
    assert!(matches!(stale, Err(Error::Conflict)));
    assert_eq!(store.tables(&Filter::default()).await.unwrap().len(), 1);
    store.close().await;
}

on_both!(
    friends_are_friends_in_both_directions,
    a_block_ends_a_friendship_and_lets_none_begin,
    blocks_go_with_a_guest_to_the_account,
    presence_is_shown_to_friends_unless_chosen_otherwise,
    meetings_and_the_tables_of_friends,
    how_a_game_changed_the_ratings_is_kept,
);
