//! Those who would spoil the lobby: by floods, by seeks that are not theirs, by games that were not meant for them.

use crate::home::{Home, on_both, run};
use crate::lobby::{Page, by_days, live, seek};
use crate::site::Site;
use serde_json::json;
use tokio_tungstenite::tungstenite::http::header;

async fn nobody_floods_the_lobby(home: &Home) {
    let site = Site::open(home).await;
    let (mut ada, mut gus) = (site.account("Ada").await, site.guest("Gus").await);
    let page = Page::open(&mut ada).await;
    // All at once: the places that are left are counted.
    let many = (0..30_u32).map(|start| {
        let wanted = live(&page, json!({"clock": {"fischer": {"start": 60 + start, "increment": 0}}}));
        let mut ada = ada.clone();
        async move { ada.post("/api/seeks", wanted).await.0.status }
    });
    let statuses = futures_util::future::join_all(many).await;
    assert_eq!(statuses.iter().filter(|status| **status == 200).count(), 5, "{statuses:?}");
    assert!(statuses.iter().all(|status| matches!(status, 200 | 429)), "{statuses:?}");
    // By days too; and a guest, who costs nothing to make, may have far fewer.
    for days in 1..24 {
        let wanted = |seats: u8| json!({"game": "pebbles", "seats": seats, "clock": {"per_action": {"limit": days * 86_400}}});
        assert_eq!(ada.post("/api/seeks", wanted(2)).await.0.status == 200, days <= 20, "{days}");
        assert_eq!(gus.post("/api/seeks", wanted(3)).await.0.status == 200, days <= 3, "{days}");
    }
    site.close().await;
}

async fn nobody_plays_by_a_seek_of_their_own_or_of_their_program(home: &Home) {
    let site = Site::open(home).await;
    let mut ada = site.account("Ada").await;
    let page = Page::open(&mut ada).await;
    let id = seek(&mut ada, live(&page, json!({"rated": true, "patience": 0}))).await;
    assert_eq!(ada.post(&format!("/api/seeks/{id}"), json!({})).await.is(409).code(), "own_seek");
    let made = ada.post("/api/me/programs", json!({"name": "Adabot"})).await.is(200).json();
    let bearer = format!("Bearer {}", made["token"].as_str().unwrap());
    let mut program = site.stranger().with(header::AUTHORIZATION, &bearer);
    assert_eq!(program.post(&format!("/api/seeks/{id}"), json!({})).await.is(409).code(), "own_seek");
    let robots = Page::open(&mut program).await;
    let own = seek(&mut program, live(&robots, json!({"rated": true, "patience": 0}))).await;
    // A second page of the same person looks for the same: nobody is paired with themselves.
    let second = Page::open(&mut ada).await;
    seek(&mut ada, live(&second, json!({"rated": true, "patience": 0}))).await;
    let mut eve = site.guest("Eve").await;
    let mut eves = Page::open(&mut eve).await;
    // Another's seek comes and goes, so that some rounds have passed.
    let passing = seek(&mut eve, live(&eves, json!({"seats": 3}))).await;
    eves.until(|page| page.seeks.contains_key(&passing)).await;
    eve.ask("DELETE", &format!("/api/seeks/{passing}"), Vec::new()).await.is(200);
    eves.until(|page| !page.seeks.contains_key(&passing)).await;
    assert!(eves.seeks.contains_key(&id) && eves.seeks.contains_key(&own), "{:?}", eves.seeks);
    site.close().await;
}

/// Two take the same seek at once: one plays, and the other is told so.
async fn of_two_who_take_a_seek_at_once_one_plays(home: &Home) {
    let site = Site::open(home).await;
    let mut ada = site.account("Ada").await;
    let mut people = Vec::new();
    for number in 0..6 {
        people.push(site.guest(&format!("Taker {number}")).await);
    }
    let mut page = Page::open(&mut ada).await;
    for round in 0..4 {
        let wanted = if round % 2 == 0 { live(&page, json!({})) } else { by_days() };
        let id = seek(&mut ada, wanted).await;
        let path = format!("/api/seeks/{id}");
        let takes = people.iter_mut().map(|person| person.post(&path, json!({})));
        let answers = futures_util::future::join_all(takes).await;
        let won: Vec<_> = answers.iter().filter(|answer| answer.0.status == 200).collect();
        assert_eq!(won.len(), 1, "{:?}", answers.iter().map(|answer| answer.0.text()).collect::<Vec<_>>());
        let lost = answers.iter().filter(|answer| answer.0.status == 409 && answer.code() == "seek_gone");
        assert_eq!(lost.count(), 5);
        if round % 2 == 0 {
            assert_eq!(page.table().await, won[0].json()["table"].as_str().unwrap());
        }
    }
    let own = ada.get("/api/tables?own=true&status=playing").await.is(200).json();
    assert_eq!(own.as_array().unwrap().len(), 4);
    site.close().await;
}

/// Whoever is blocked is never paired, not even by a block that the lobby has not heard of.
async fn who_is_blocked_is_never_paired(home: &Home) {
    let site = Site::open(home).await;
    let (mut ada, mut bob, mut cyd) =
        (site.account("Ada").await, site.account("Bob").await, site.account("Cyd").await);
    let (mut adas, mut bobs, mut cyds) =
        (Page::open(&mut ada).await, Page::open(&mut bob).await, Page::open(&mut cyd).await);
    let id = |cookie: String| cookie.split(['=', '.']).nth(1).unwrap().to_owned();
    let seek_of_ada = seek(&mut ada, live(&adas, json!({}))).await;
    bobs.until(|page| page.seeks.contains_key(&seek_of_ada)).await;
    let (of_ada, of_bob) = (id(ada.cookie()), id(bob.cookie()));
    let block = format!("INSERT INTO blocks (blocker, blocked, created) VALUES ('{of_bob}', '{of_ada}', 1)");
    run(&mut home.stranger().await, &block).await;
    let taken = bob.post(&format!("/api/seeks/{seek_of_ada}"), json!({})).await;
    assert_eq!(taken.is(409).code(), "seek_gone");
    let seek_of_bob = seek(&mut bob, live(&bobs, json!({}))).await;
    bobs.until(|page| page.seeks.contains_key(&seek_of_bob)).await;
    seek(&mut cyd, live(&cyds, json!({}))).await;
    // Cyd plays with one of them, and the other is left.
    let table = cyds.table().await;
    let with =
        if cyd.look(&table).await["table"]["seats"].to_string().contains("Ada") { "Ada" } else { "Bob" };
    let (called, left, id) = if with == "Ada" {
        (&mut adas, &mut bobs, &seek_of_bob)
    } else {
        (&mut bobs, &mut adas, &seek_of_ada)
    };
    assert_eq!(called.table().await, table);
    left.until(|page| page.seeks.len() == 1 && page.seeks.contains_key(id)).await;
    assert!(left.paired.is_empty());
    site.close().await;
}

async fn what_is_not_theirs_is_refused(home: &Home) {
    let site = Site::open(home).await;
    let (mut ada, mut gus) = (site.account("Ada").await, site.guest("Gus").await);
    let mut adas = Page::open(&mut ada).await;
    let rated = seek(&mut ada, live(&adas, json!({"rated": true, "patience": 600}))).await;
    let path = format!("/api/seeks/{rated}");
    assert_eq!(gus.post(&path, json!({})).await.is(409).code(), "rated_people", "a guest in a rated game");
    assert_eq!(gus.ask("DELETE", &path, Vec::new()).await.is(409).code(), "seek_gone", "another's seek");
    let mut pages = Page::open(&mut gus).await;
    let fill = json!({"after": 5, "bot": "random"});
    for (wanted, status, code) in [
        (live(&pages, json!({"rated": true})), 409, "rated_people"),
        (live(&adas, json!({})), 409, "no_page"),
        (json!({"game": "pebbles", "seats": 2}), 409, "no_page"),
        (live(&pages, by_days()), 422, "malformed"),
        (live(&pages, json!({"seats": 1})), 422, "setup"),
        (live(&pages, json!({"seats": 200})), 422, "setup"),
        (live(&pages, json!({"game": "chess"})), 422, "setup"),
        (live(&pages, json!({"options": {"x": "y"}})), 422, "setup"),
        (live(&pages, json!({"clock": {"fischer": {"start": 0, "increment": 0}}})), 422, "setup"),
        (live(&pages, json!({"patience": 4_000_000})), 422, "malformed"),
        (live(&pages, json!({"fill": {"after": 0, "bot": "random"}})), 422, "malformed"),
        (live(&pages, json!({"fill": {"after": 5, "bot": "nobody"}})), 422, "setup"),
        (live(&pages, json!({"rated": true, "fill": fill})), 409, "rated_people"),
        (live(&pages, json!({"surprise": 1})), 422, "malformed"),
    ] {
        assert_eq!(gus.post("/api/seeks", wanted.clone()).await.is(status).code(), code, "{wanted}");
    }
    let fill = live(&adas, json!({"rated": true, "fill": fill}));
    assert_eq!(ada.post("/api/seeks", fill).await.is(409).code(), "rated_people", "bots are not rated");
    assert_eq!(gus.post("/api/seeks/nothing", json!({})).await.is(409).code(), "seek_gone");
    // A page has nothing to say: whoever does is hung up on, and its seeks end.
    seek(&mut gus, live(&pages, json!({}))).await;
    pages.send("{\"do\": \"dance\"}").await;
    while pages.next().await.is_some() {}
    adas.until(|page| page.seeks.len() == 1).await;
    site.close().await;
}

on_both!(
    nobody_floods_the_lobby,
    nobody_plays_by_a_seek_of_their_own_or_of_their_program,
    of_two_who_take_a_seek_at_once_one_plays,
    who_is_blocked_is_never_paired,
    what_is_not_theirs_is_refused,
);
