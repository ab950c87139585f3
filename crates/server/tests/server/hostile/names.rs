//! Those who wear somebody else's name.

use crate::home::{Home, on_both};
use crate::site::{PASSWORD, Site};
use serde_json::json;

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
    site.close().await;
}

on_both!(the_name_of_an_account_is_its_own);
