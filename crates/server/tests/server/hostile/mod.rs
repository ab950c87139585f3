//! Those who mean no good: they are refused, and nothing changes. One module for each kind of attack; docs/security.md
//! says what each test shows.

mod broken;
mod care;
mod floods;
mod growth;
mod jobs;
mod names;
mod papers;
mod ratings;
mod readers;
mod records;
mod seats;
mod sessions;
mod texts;

use crate::home::Home;
use crate::site::{Site, config};
use crate::visitor::Visitor;
use serde_json::json;
use server::{Config, Limits};

/// A house with other limits, and a table at which Ada plays and everybody may look.
async fn table_with(home: &Home, limits: Limits) -> (Site, Visitor, String) {
    let site = Site::with(home, Config { limits, ..config() }).await;
    let mut ada = site.guest("Ada").await;
    let table = ada.table(json!({"game": "pebbles", "seats": ["me", {"screen": "Ed"}], "open": true})).await;
    (site, ada, table)
}

async fn table(home: &Home) -> (Site, Visitor, String) {
    table_with(home, config().limits).await
}
