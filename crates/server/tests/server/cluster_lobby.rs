//! The lobby of a house of several nodes: what people look for stands in the database.

use crate::cluster::{NatsServer, connected};
use crate::home::Home;
use crate::lobby::{Page, live, seek};
use crate::site::Site;
use serde_json::json;

/// People at different nodes are paired once, and each is told; with NATS, and without.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn people_at_different_nodes_find_each_other() {
    let (home, mut nats) = (Home::postgres().await, NatsServer::start().await);
    let first = Site::with(&home, connected(&nats.url(), true).await).await;
    let second = Site::with(&home, connected(&nats.url(), true).await).await;
    let (mut ada, mut bob) = (first.account("Ada").await, second.account("Bob").await);
    let (mut adas, mut bobs) = (Page::open(&mut ada).await, Page::open(&mut bob).await);
    for round in 0..2 {
        seek(&mut ada, live(&adas, json!({"rated": true}))).await;
        if round == 0 {
            seek(&mut bob, live(&bobs, json!({"rated": true}))).await;
        } else {
            nats.kill();
            bobs.until(|page| !page.seeks.is_empty()).await;
            let id = bobs.seeks.keys().next().unwrap().clone();
            bob.post(&format!("/api/seeks/{id}"), json!({})).await.is(200);
        }
        let table = adas.table().await;
        if round == 0 {
            assert_eq!(bobs.table().await, table);
        }
        assert_eq!(ada.look(&table).await["table"]["status"], "playing");
    }
    let own = ada.get("/api/tables?own=true&status=playing").await.is(200).json();
    assert_eq!(own.as_array().unwrap().len(), 2, "{own}");
    first.close().await;
    second.close().await;
}
