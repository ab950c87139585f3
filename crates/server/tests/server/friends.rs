//! What people are to each other: friends, challenges, pages, and what each may see.

use crate::home::{Home, on_both, run};
use crate::lobby::{Page, by_days, seek};
use crate::site::Site;
use crate::visitor::Visitor;
use serde_json::{Value, json};

async fn friends(visitor: &mut Visitor) -> Value {
    visitor.get("/api/me/friends").await.is(200).json()
}

/// Makes two people friends.
async fn befriend(one: (&mut Visitor, &str), other: (&mut Visitor, &str)) {
    one.0.put(&format!("/api/me/friends/by-name/{}", other.1), json!({})).await.is(200);
    other.0.put(&format!("/api/me/friends/by-name/{}", one.1), json!({})).await.is(200);
}

async fn friends_by_name_and_by_link(home: &Home) {
    let site = Site::open(home).await;
    let (mut ada, mut bob, mut cyd) =
        (site.account("Ada").await, site.account("Bob").await, site.account("Cyd").await);
    let mut gus = site.guest("Gus").await;
    ada.put("/api/me/friends/by-name/bob", json!({})).await.is(200);
    assert_eq!(friends(&mut ada).await["asked"], json!(["Bob"]));
    assert_eq!(friends(&mut bob).await["asking"], json!(["Ada"]));
    assert_eq!(friends(&mut bob).await["friends"], json!([]), "one alone is no friend");
    bob.put("/api/me/friends/by-name/Ada", json!({})).await.is(200);
    assert_eq!(friends(&mut ada).await["friends"], json!([{"name": "Bob", "here": false}]));
    let bobs = Page::open(&mut bob).await;
    assert_eq!(friends(&mut ada).await["friends"], json!([{"name": "Bob", "here": true}]));
    drop(bobs);

    let link = ada.get("/api/me/friend-link").await.is(200).json();
    let path = format!("/api/friend-links/{}", link["token"].as_str().unwrap());
    assert_eq!(gus.get(&path).await.is(200).json()["name"], "Ada");
    assert_eq!(gus.post(&path, json!({})).await.is(401).code(), "no_account");
    let list = cyd.post(&path, json!({})).await.is(200).json();
    assert_eq!(list["friends"][0]["name"], "Ada");
    assert_eq!(friends(&mut ada).await["friends"].as_array().unwrap().len(), 2);
    assert_eq!(ada.post(&path, json!({})).await.is(409).code(), "no_friend", "nobody is their own friend");
    for forged in ["x", "x.y", &format!("{}x", link["token"].as_str().unwrap())] {
        assert_eq!(
            cyd.post(&format!("/api/friend-links/{forged}"), json!({})).await.is(403).code(),
            "bad_link"
        );
    }
    cyd.ask("DELETE", "/api/me/friends/by-name/Ada", Vec::new()).await.is(200);
    assert_eq!(friends(&mut ada).await["friends"].as_array().unwrap().len(), 1);
    assert_eq!(ada.put("/api/me/friends/by-name/Nobody", json!({})).await.is(404).code(), "no_person");
    assert_eq!(gus.get("/api/me/friends").await.is(401).code(), "no_account");
    site.close().await;
}

async fn a_challenge_is_taken_or_declined(home: &Home) {
    let site = Site::open(home).await;
    let (mut ada, mut bob, mut eve) =
        (site.account("Ada").await, site.account("Bob").await, site.account("Eve").await);
    let mut bobs = Page::open(&mut bob).await;
    let wanted = json!({"game": "pebbles", "seats": ["me", {"person": "bob"}], "rated": true});
    let table = ada.table(wanted.clone()).await;
    bobs.until(|page| page.challenges[0]["id"] == table.as_str()).await;
    assert_eq!(bobs.challenges[0]["seats"][0]["name"], "Ada");
    // It is for Bob alone.
    assert_eq!(eve.command(&table, json!({"do": "join"})).await.is(404).code(), "no_table");
    bob.command(&table, json!({"do": "join"})).await.is(200);
    assert_eq!(ada.look(&table).await["table"]["status"], "playing");

    let declined = ada.table(wanted.clone()).await;
    bobs.until(|page| page.challenges[0]["id"] == declined.as_str()).await;
    bob.command(&declined, json!({"do": "leave", "seat": 1})).await.is(200);
    let seats = ada.look(&declined).await["table"]["seats"].clone();
    assert_eq!((&seats[1]["kind"], &seats[1]["name"]), (&json!("link"), &Value::Null));
    // A person is not flooded by another, is asked by name only, and not by themselves.
    ada.table(wanted.clone()).await;
    ada.table(wanted.clone()).await;
    assert_eq!(ada.post("/api/tables", wanted).await.is(409).code(), "no_challenge");
    for (name, status, code) in [("Ada", 409, "no_challenge"), ("Nobody", 404, "no_person")] {
        let wanted = json!({"game": "pebbles", "seats": ["me", {"person": name}]});
        assert_eq!(ada.post("/api/tables", wanted).await.is(status).code(), code);
    }
    let twice = json!({"game": "pebbles", "seats": ["me", {"person": "Eve"}, {"person": "Eve"}]});
    assert_eq!(ada.post("/api/tables", twice).await.is(409).code(), "no_challenge");
    site.close().await;
}

async fn ratings_stand_in_the_seats_and_on_the_page(home: &Home) {
    let site = Site::open(home).await;
    let (mut ada, mut bob, mut gus) =
        (site.account("Ada").await, site.account("Bob").await, site.guest("Gus").await);
    let wanted = json!({"game": "pebbles", "seats": ["me", "open"], "open": true, "rated": true});
    let table = ada.table(wanted).await;
    bob.command(&table, json!({"do": "join"})).await.is(200);
    let seats = ada.look(&table).await["table"]["seats"].clone();
    assert_eq!((&seats[0]["account"], &seats[0]["rating"]), (&json!(true), &Value::Null));
    ada.command(&table, json!({"id": 1, "do": "resign", "seat": 0})).await.is(200);
    let seats = gus.look(&table).await["table"]["seats"].clone();
    let number = |value: &Value| value.as_f64().unwrap();
    let (lost, won) = (&seats[0]["rating"], &seats[1]["rating"]);
    assert!(number(&lost["change"]) < 0.0 && number(&won["change"]) > 0.0, "{seats}");
    assert!((number(&won["rating"]) - number(&won["change"]) - 1500.0).abs() < 1e-6, "{seats}");
    assert!(number(&won["deviation"]) < 350.0);

    let page = bob.get("/api/people/Ada").await.is(200).json();
    assert_eq!(
        page["meetings"],
        json!([{"pool": "pebbles/2", "won": 1, "lost": 0, "drawn": 0, "together": 0}])
    );
    assert_eq!(page["history"][0]["pool"], "pebbles/2");
    assert_eq!(page["ratings"][0]["provisional"], true);
    assert_eq!(gus.get("/api/people/Ada").await.is(200).json()["meetings"], json!([]));
    assert_eq!(
        gus.get("/api/people/Gus").await.is(404).code(),
        "no_person",
        "a guest's name is nobody's own"
    );
    let board = gus.get("/api/leaderboard?game=pebbles&seats=2&provisional=true").await.is(200).json();
    assert_eq!((&board[0]["name"], &board[0]["provisional"]), (&json!("Bob"), &json!(true)));
    assert_eq!(board.as_array().unwrap().len(), 2);
    let list = gus.get("/api/tables?status=over").await.is(200).json();
    assert_eq!(list[0]["seats"][0]["account"], true);
    site.close().await;
}

/// The table of `visibility.rs`, as the house answers it: a stranger, a friend, an opponent and somebody blocked look at Ada.
async fn what_each_may_see_of_a_person(home: &Home) {
    let site = Site::open(home).await;
    let mut ada = site.account("Ada").await;
    let mut viewers = Vec::new();
    for name in ["Stranger", "Friend", "Opponent", "Blocked"] {
        viewers.push((name, site.account(name).await));
    }
    let id = |cookie: String| cookie.split(['=', '.']).nth(1).unwrap().to_owned();
    let (of_ada, of_blocked) = (id(ada.cookie()), id(viewers[3].1.cookie()));
    let block =
        format!("INSERT INTO blocks (blocker, blocked, created) VALUES ('{of_ada}', '{of_blocked}', 1)");
    run(&mut home.stranger().await, &block).await;
    befriend((&mut ada, "Ada"), (&mut viewers[1].1, "Friend")).await;
    let table = ada.table(json!({"game": "pebbles", "seats": ["me", "open"], "open": true})).await;
    viewers[2].1.command(&table, json!({"do": "join"})).await.is(200);
    let adas = Page::open(&mut ada).await;
    let days = seek(&mut ada, by_days()).await;
    for (name, viewer) in &mut viewers {
        let blocked = *name == "Blocked";
        for shown in ["everybody", "friends", "nobody"] {
            ada.put("/api/me/presence", json!({"presence": shown})).await.is(200);
            let page = viewer.get("/api/people/Ada").await.is(200).json();
            let sees = match shown {
                "everybody" => !blocked,
                "friends" => *name == "Friend",
                _ => false,
            };
            assert_eq!(page["here"] == json!(true), sees, "{name}, {shown}");
            assert_eq!(page["here"].is_null(), !sees, "{name}, {shown}");
            assert_eq!(page["may_challenge"], json!(!blocked), "{name}");
            assert_eq!(page["may_befriend"], json!(!blocked && *name != "Friend"), "{name}");
            assert_eq!(page["blocked"], false, "nobody is told that they are blocked");
            let mut theirs = Page::open(viewer).await;
            let listed = |page: &Page| page.here["people"].to_string().contains("Ada");
            theirs.until(|page| page.here["count"].as_u64() > Some(1)).await;
            assert_eq!(listed(&theirs), sees, "{name}, {shown}: {}", theirs.here);
            assert_eq!(theirs.seeks.contains_key(&days), !blocked, "{name}");
        }
        let seeks = viewer.get("/api/seeks").await.is(200).json();
        assert_eq!(seeks.as_array().unwrap().len(), usize::from(!blocked), "{name}");
    }
    let (_, blocked) = &mut viewers[3];
    assert_eq!(blocked.post(&format!("/api/seeks/{days}"), json!({})).await.is(409).code(), "seek_gone");
    let challenge = json!({"game": "pebbles", "seats": ["me", {"person": "Ada"}]});
    assert_eq!(blocked.post("/api/tables", challenge).await.is(409).code(), "no_challenge");
    let asked = blocked.put("/api/me/friends/by-name/Ada", json!({})).await;
    assert_eq!(asked.is(409).code(), "no_friend");
    // What is Ada's alone needs her cookie.
    assert_eq!(ada.get("/api/people/Ada").await.is(200).json()["own"], true);
    assert_eq!(ada.get("/api/people/Blocked").await.is(200).json()["blocked"], true);
    drop(adas);
    site.close().await;
}

async fn the_tables_of_friends_are_found(home: &Home) {
    let site = Site::open(home).await;
    let (mut ada, mut bob) = (site.account("Ada").await, site.account("Bob").await);
    befriend((&mut ada, "Ada"), (&mut bob, "Bob")).await;
    let wanted = |open: bool| json!({"game": "pebbles", "seats": ["me", {"screen": "Ed"}], "open": open});
    let seen = bob.table(wanted(true)).await;
    bob.table(wanted(false)).await;
    let tables = ada.get("/api/me/friends/tables").await.is(200).json();
    assert_eq!(tables.as_array().unwrap().len(), 1, "{tables}");
    assert_eq!((&tables[0]["id"], &tables[0]["seats"][0]["account"]), (&json!(seen), &json!(true)));
    site.close().await;
}

on_both!(
    friends_by_name_and_by_link,
    a_challenge_is_taken_or_declined,
    ratings_stand_in_the_seats_and_on_the_page,
    what_each_may_see_of_a_person,
    the_tables_of_friends_are_found,
);
