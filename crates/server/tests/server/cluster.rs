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
pub struct NatsServer {
    pub port: u16,
    folder: TempDir,
    process: Child,
}

impl NatsServer {
    pub async fn start() -> Self {
        let (port, folder) = (free_port(), TempDir::new().unwrap());
        let process = NatsServer::spawn(port, &folder);
        let server = NatsServer { port, folder, process };
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

    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Ends it outright, and starts it again.
    pub async fn restart(&mut self) {
        self.kill();
        self.process = NatsServer::spawn(self.port, &self.folder);
        self.wait().await;
    }

    pub fn kill(&mut self) {
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

pub async fn connected(url: &str, works: bool) -> Config {
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
    first.close().await;
    second.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hand_is_seen_at_every_node_and_kept_nowhere() {
    let (home, nats) = (Home::postgres().await, NatsServer::start().await);
    let first = Site::with(&home, connected(&nats.url(), true).await).await;
    let second = Site::with(&home, connected(&nats.url(), true).await).await;
    let (mut ada, mut bob) = (first.guest("Ada").await, second.guest("Bob").await);
    let table = ada.table(json!({"game": "pebbles", "seats": ["me", "open"], "open": true})).await;
    let (mut adas, mut bobs) = (ada.enter(&table).await, bob.enter(&table).await);
    bobs.done(json!({"do": "join"})).await;
    adas.until(|frame| frame["table"]["status"] == "playing").await;
    bobs.until(|frame| frame["table"]["status"] == "playing").await;
    let shown = adas.done(json!({"do": "hand", "seat": 0, "movement": "over the pile"}));
    shown.await;
    let seen = loop {
        let message = bobs.next().await.expect("the house goes on");
        if message["type"] == "hand" {
            break message;
        }
    };
    assert_eq!((&seen["seat"], &seen["movement"]), (&json!(0), &json!("over the pile")));
    assert!(home.store_beside().await.log(&table).await.unwrap().is_empty());
    first.close().await;
    second.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_analysis_is_done_by_a_node_that_works() {
    let (home, nats) = (Home::postgres().await, NatsServer::start().await);
    let gateway = Site::with(&home, connected(&nats.url(), false).await).await;
    let worker = Site::with(&home, connected(&nats.url(), true).await).await;
    let mut ada = gateway.guest("Ada").await;
    let table = ada.table(json!({"game": "pebbles", "seats": ["me", {"screen": "Ed"}]})).await;
    let mut adas = ada.enter(&table).await;
    for action in ["take", "take", "take", "stop", "take", "stop"] {
        adas.act(action).await;
    }
    let record = ada.get(&format!("/api/tables/{table}/record")).await.is(200).0.text();
    let question = json!({"record": record, "variations": 2, "time": 300});
    let answer = ada.post("/api/analysis", question.clone()).await.is(200).0.text();
    let last: Value = serde_json::from_str(answer.lines().last().unwrap()).unwrap();
    assert_eq!(last["variations"][0]["actions"][0], "take");
    assert_eq!(metric(&gateway, "ludotheque_jobs_taken_total").await, 0);
    // On a busy machine a job may be given out once more.
    assert_ne!(metric(&worker, "ludotheque_jobs_taken_total").await, 0);
    // What can't be judged is refused by the gateway itself.
    ada.post("/api/analysis", json!({"record": "nonsense"})).await.is(422);
    // Once it has gone, nobody waits for long: the gateway does what nobody takes.
    worker.close().await;
    drop(nats);
    ada.post("/api/analysis", question).await.is(200);
    gateway.close().await;
}

/// What a node counts.
async fn metric(site: &Site, name: &str) -> u64 {
    let metrics = site.metrics.ask("GET", "/metrics", &Default::default(), Vec::new()).await.unwrap().text();
    let value = metrics.lines().find_map(|line| line.strip_prefix(name)?.trim().parse().ok());
    value.unwrap_or_else(|| panic!("no {name} in {metrics}"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn wrong_passwords_are_counted_by_all_nodes_together() {
    let (home, nats) = (Home::postgres().await, NatsServer::start().await);
    let first = Site::with(&home, connected(&nats.url(), true).await).await;
    let second = Site::with(&home, connected(&nats.url(), true).await).await;
    first.account("Ada").await;
    let (mut eve, mut eva) = (first.stranger(), second.stranger());
    let wrong = json!({"name": "Ada", "password": "not the one"});
    // Each node by itself would let twenty attempts through.
    for _ in 0..10 {
        eve.post("/api/login", wrong.clone()).await.is(401);
        eva.post("/api/login", wrong.clone()).await.is(401);
    }
    assert_eq!(eve.post("/api/login", wrong.clone()).await.is(429).code(), "too_many");
    assert_eq!(eva.post("/api/login", wrong).await.is(429).code(), "too_many");
    first.close().await;
    second.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_guest_did_is_the_accounts_at_every_node() {
    let (home, nats) = (Home::postgres().await, NatsServer::start().await);
    let first = Site::with(&home, connected(&nats.url(), true).await).await;
    let second = Site::with(&home, connected(&nats.url(), true).await).await;
    first.account("Ada").await;
    let (mut phone, mut bob) = (first.guest("Ada on the way").await, second.guest("Bob").await);
    let table = phone.table(json!({"game": "pebbles", "seats": ["me", "open"], "open": true})).await;
    let mut bobs = bob.enter(&table).await;
    bobs.done(json!({"do": "join"})).await;
    // The second node has the room; the first one gives the guest's seat to the account.
    let credentials = json!({"name": "Ada", "password": crate::site::PASSWORD});
    phone.post("/api/login", credentials).await.is(200);
    let mut elsewhere = at(&second, &phone);
    let mut adas = elsewhere.enter(&table).await;
    adas.until(|frame| frame["game"]["own"] == json!([0])).await;
    adas.act("take").await;
    bobs.until_steps(1).await;
    first.close().await;
    second.close().await;
}

/// Two rated games of the same two people that end at the same moment at two nodes: both count.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_that_end_at_two_nodes_at_once_are_both_rated() {
    let (home, nats) = (Home::postgres().await, NatsServer::start().await);
    let first = Site::with(&home, connected(&nats.url(), true).await).await;
    let second = Site::with(&home, connected(&nats.url(), true).await).await;
    let (mut ada, mut bob) = (first.account("Ada").await, first.account("Bob").await);
    let rounds = 5;
    for _ in 0..rounds {
        let mut ends = Vec::new();
        for site in [&first, &second] {
            let wanted = json!({"game": "pebbles", "seats": ["me", "open"], "open": true, "rated": true});
            let table = ada.table(wanted).await;
            bob.command(&table, json!({"do": "join"})).await.is(200);
            ends.push((at(site, &bob), table));
        }
        let resigned = ends.iter_mut().map(|(bob, table)| {
            let resign = json!({"do": "resign", "seat": 1});
            bob.command(table, resign)
        });
        for answer in futures_util::future::join_all(resigned).await {
            answer.is(200);
        }
    }
    let ratings = ada.get("/api/ratings/Ada").await.is(200).json();
    assert_eq!(ratings[0]["games"], 2 * rounds, "{ratings}");
    first.close().await;
    second.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_that_hears_nobody_is_not_ready_while_others_hear_each_other() {
    let (home, mut nats) = (Home::postgres().await, NatsServer::start().await);
    let own = NatsServer::start().await;
    let alone = Site::with(&home, connected(&nats.url(), true).await).await;
    let other = Site::with(&home, connected(&own.url(), true).await).await;
    let ready = async |site: &Site| {
        site.server.ask("GET", "/readyz", &Default::default(), Vec::new()).await.unwrap().status
    };
    assert_eq!((ready(&alone).await, ready(&other).await), (200, 200));
    nats.kill();
    // It learns from its next beat that another one hears.
    let wait_for = async |site: &Site, status: u16| {
        for _ in 0..300 {
            if ready(site).await == status {
                return;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        panic!("the node does not answer {status}");
    };
    wait_for(&alone, 503).await;
    assert_eq!(ready(&other).await, 200);
    // If nobody hears anybody, one node is as good as another.
    drop(own);
    wait_for(&alone, 200).await;
    wait_for(&other, 200).await;
    alone.close().await;
    other.close().await;
}
