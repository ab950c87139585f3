//! Those who wear somebody else's name.

use crate::home::{Home, on_both};
use crate::site::{PASSWORD, Site, config};
use serde_json::json;
use server::{Config, Limits};

/// Nobody wears the name of an account, in other capitals, widths or letters.
async fn the_name_of_an_account_is_its_own(home: &Home) {
    let site = Site::open(home).await;
    let mut coco = site.account("Coco").await;
    let mut eve = site.guest("Eve").await;
    for name in ["Coco", "COCO", " coco ", "Ｃｏｃｏ", "\u{421}\u{43e}\u{441}\u{43e}"] {
        let answer = eve.put("/api/me", json!({"name": name})).await;
        assert_eq!(answer.is(409).code(), "name_taken", "{name}");
        let credentials = json!({"name": name, "password": PASSWORD});
        assert_eq!(eve.post("/api/me/account", credentials).await.is(409).code(), "name_taken", "{name}");
    }
    for name in ["Co\u{200b}co", "Co\u{202e}co", "C\u{43e}co"] {
        assert_eq!(eve.put("/api/me", json!({"name": name})).await.is(422).code(), "bad_name", "{name}");
    }
    coco.put("/api/me", json!({"name": "COCO"})).await.is(200);
    // Nor is a seat that others see called so; around one's own screen everybody is called as they like.
    let seats = |last| json!({"game": "pebbles", "seats": ["me", {"screen": "Coco"}, last]});
    assert_eq!(eve.post("/api/tables", seats(json!("open"))).await.is(409).code(), "name_taken");
    assert_eq!(eve.post("/api/tables", seats(json!("link"))).await.is(409).code(), "name_taken");
    eve.table(seats(json!({"screen": "Ed"}))).await;
    // And no account is called like a guest who has chosen no name.
    let guest = json!({"name": "guest 1234", "password": PASSWORD});
    assert_eq!(eve.post("/api/me/account", guest).await.is(409).code(), "name_taken");
    assert_eq!(coco.put("/api/me", json!({"name": "Guest 1"})).await.is(409).code(), "name_taken");
    site.close().await;
}

/// Whoever asks for a name is answered as if nobody had it, where that can be.
async fn nothing_tells_whether_a_name_exists(home: &Home) {
    let site = Site::open(home).await;
    site.account("Ada").await;
    let mut eve = site.guest("Eve").await;
    for path in ["/api/ratings/", "/api/tables?name="] {
        let (ada, nobody) = (eve.get(&format!("{path}Ada")).await, eve.get(&format!("{path}Nobody")).await);
        assert_eq!((ada.0.status, ada.0.text()), (nobody.0.status, nobody.0.text()), "{path}");
    }
    let answer = |name| json!({"name": name, "password": "not the one"});
    let (ada, nobody) =
        (eve.post("/api/login", answer("Ada")).await, eve.post("/api/login", answer("Nobody")).await);
    assert_eq!((ada.0.status, ada.0.text()), (401, nobody.0.text()));
    site.close().await;
}

/// Where it can't, because names are given once, so many are asked for by one address.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_address_asks_for_so_many_names() {
    let home = Home::sqlite();
    let limits = Limits { uncounted: Vec::new(), ..config().limits };
    let site = Site::with(&home, Config { limits, ..config() }).await;
    let mut answers = Vec::new();
    for number in 0..25 {
        let name = json!({"name": format!("Name {number}")});
        answers.push(site.stranger().put("/api/me", name).await.0.status);
    }
    assert!(answers.starts_with(&[200; 20]) && answers.ends_with(&[429; 4]), "{answers:?}");
    site.close().await;
}

on_both!(the_name_of_an_account_is_its_own, nothing_tells_whether_a_name_exists);
