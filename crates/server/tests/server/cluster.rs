//! A house of several nodes: PostgreSQL keeps, NATS carries. `scripts/nats.sh` brings the NATS server that these tests
//! start.

use crate::home::Home;
use crate::kill::free_port;
use crate::site::{Site, config};
use crate::visitor::Visitor;
use serde_json::{Value, json};
use server::{Config, Nats, NatsOptions};
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tempfile::TempDir;

/// A NATS server of the test's own.
struct NatsServer {
    port: u16,
    _folder: TempDir,
    process: Child,
}

impl NatsServer {
    async fn start() -> Self {
        let (port, folder) = (free_port(), TempDir::new().unwrap());
        let process = NatsServer::spawn(port, &folder);
        let server = NatsServer { port, _folder: folder, process };
        server.wait().await;
        server
    }

    fn spawn(port: u16, folder: &TempDir) -> Child {
        let program = std::env::var("LUDOTHEQUE_TEST_NATS_SERVER")
            .expect("LUDOTHEQUE_TEST_NATS_SERVER is not set: run this test by `scripts/nats.sh cargo test`");
        let mut command = Command::new(program);
        command.args(["--addr", "127.0.0.1", "--port", &port.to_string(), "--jetstream", "--store_dir"]);
        command.arg(folder.path()).stdout(Stdio::null()).stderr(Stdio::null());
        command.spawn().unwrap()
    }

    async fn wait(&self) {
        for _ in 0..300 {
            if tokio::net::TcpStream::connect(("127.0.0.1", self.port)).await.is_ok() {
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("NATS does not listen");
    }

    fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    fn kill(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

impl Drop for NatsServer {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

async fn connected(url: &str, works: bool) -> Config {
    let options = NatsOptions { url: url.to_owned(), ..NatsOptions::default() };
    Config { nats: Some(Nats::connect(&options).await.unwrap()), works, ..config() }
}

/// The same person at another node.
fn at(site: &Site, person: &Visitor) -> Visitor {
    Visitor { server: site.server.clone(), ..person.clone() }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn people_at_different_nodes_play_one_game() {
    let (home, nats) = (Home::postgres().await, NatsServer::start().await);
    let first = Site::with(&home, connected(&nats.url(), false).await).await;
    let second = Site::with(&home, connected(&nats.url(), true).await).await;
    let (mut ada, mut bob) = (first.guest("Ada").await, second.guest("Bob").await);
    let table =
        ada.table(json!({"game": "pebbles", "seats": ["me", "open", {"bot": "random"}], "open": true})).await;
    let mut adas = ada.enter(&table).await;
    let mut bobs = bob.enter(&table).await;
    bobs.done(json!({"do": "join"})).await;
    adas.until(|frame| frame["table"]["status"] == "playing").await;
    // Each sees that the other is there.
    let nobody_is_away = |frame: &Value| {
        let seats = frame["table"]["seats"].as_array().unwrap();
        seats.iter().all(|seat| seat["away"] != true)
    };
    adas.until(nobody_is_away).await;
    bobs.until(nobody_is_away).await;
    bobs.done(json!({"do": "chat", "channel": "table", "text": "Hello from over here"})).await;
    adas.until(|frame| frame["chats"] == 1).await;
    // The bot works at the second node alone, whoever acts before it.
    tokio::join!(adas.play_on(), bobs.play_on());
    assert_eq!(adas.frame["table"]["places"], bobs.frame["table"]["places"]);
    let mut elsewhere = at(&second, &ada);
    assert_eq!(elsewhere.look(&table).await["total"], adas.frame["total"]);
    first.close().await;
    second.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_seat_is_taken_once_whichever_node_is_asked() {
    let (home, nats) = (Home::postgres().await, NatsServer::start().await);
    let first = Site::with(&home, connected(&nats.url(), true).await).await;
    let second = Site::with(&home, connected(&nats.url(), true).await).await;
    let mut ada = first.guest("Ada").await;
    for _ in 0..10 {
        let table =
            ada.table(json!({"game": "pebbles", "seats": ["me", "open", "open"], "open": true})).await;
        let mut comers = Vec::new();
        for site in [&first, &second, &first, &second] {
            comers.push(site.guest("Comer").await);
        }
        let asked = comers.iter_mut().map(|comer| comer.command(&table, json!({"do": "join"})));
        let answers = futures_util::future::join_all(asked).await;
        let taken: Vec<u64> = answers.iter().filter_map(|answer| answer.json()["seat"].as_u64()).collect();
        let (mut seats, refused) = (taken.clone(), answers.len() - taken.len());
        seats.sort_unstable();
        assert_eq!((seats, refused), (vec![1, 2], 2));
    }
    first.close().await;
    second.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_log_out_everywhere_closes_sockets_at_every_node() {
    let (home, nats) = (Home::postgres().await, NatsServer::start().await);
    let first = Site::with(&home, connected(&nats.url(), true).await).await;
    let second = Site::with(&home, connected(&nats.url(), true).await).await;
    let mut ada = first.account("Ada").await;
    let table = ada.table(json!({"game": "pebbles", "seats": ["me", "open"], "open": true})).await;
    let mut elsewhere = at(&second, &ada);
    let mut socket = elsewhere.enter(&table).await;
    ada.post("/api/logout", json!({"everywhere": true})).await.is(200);
    while socket.next().await.is_some() {}
    assert!(socket.received.last().unwrap().contains("logged_out"), "{:?}", socket.received.last());
    first.close().await;
    second.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_nats_nothing_is_lost_and_everything_is_seen_later() {
    let (home, mut nats) = (Home::postgres().await, NatsServer::start().await);
    let first = Site::with(&home, connected(&nats.url(), true).await).await;
    let second = Site::with(&home, connected(&nats.url(), true).await).await;
    let (mut ada, mut bob) = (first.guest("Ada").await, second.guest("Bob").await);
    let table =
        ada.table(json!({"game": "pebbles", "seats": ["me", "open", {"bot": "random"}], "open": true})).await;
    let mut adas = ada.enter(&table).await;
    let mut bobs = bob.enter(&table).await;
    bobs.done(json!({"do": "join"})).await;
    adas.until(|frame| frame["table"]["status"] == "playing").await;
    nats.kill();
    let cut_off = first.server.ask("GET", "/healthz", &Default::default(), Vec::new()).await.unwrap();
    assert_eq!(cut_off.status, 200);
    tokio::join!(adas.play_on(), bobs.play_on());
    assert_eq!(adas.frame["table"]["places"], bobs.frame["table"]["places"]);
    let ready = first.server.ask("GET", "/readyz", &Default::default(), Vec::new()).await.unwrap();
    assert_eq!(ready.status, 503, "{}", ready.text());
    first.close().await;
    second.close().await;
}
