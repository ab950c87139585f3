//! A house of several nodes: PostgreSQL keeps, NATS carries, and every node may die. `scripts/nats.sh` brings the NATS
//! server that these tests start; `LUDOTHEQUE_TEST_KILLS` says how many nodes are killed.

use crate::games::GAMES;
use crate::home::Home;
use crate::kill::{check, free_port, kill};
use crate::site::{Site, config};
use crate::visitor::Visitor;
use load::{Crowd, Plan, Tally};
use rand::{RngExt as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::{Value, json};
use server::{Config, Nats, NatsOptions, Server};
use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use store::Store;
use tempfile::TempDir;
use tokio::net::TcpListener;

/// What [`node`] is told: where it listens (nothing: it only works), its database and its NATS.
const LISTEN: &str = "LUDOTHEQUE_TEST_NODE";
const KEEP: &str = "LUDOTHEQUE_TEST_KEEP";
const NATS: &str = "LUDOTHEQUE_TEST_NODE_NATS";

/// How long the games may take to end once nobody is killed any more.
const PATIENCE: Duration = Duration::from_secs(90);

/// A NATS server of the test's own.
struct NatsServer {
    port: u16,
    folder: TempDir,
    process: Child,
}

impl NatsServer {
    async fn start() -> Self {
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

    fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    fn kill(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }

    async fn restart(&mut self) {
        self.kill();
        self.process = NatsServer::spawn(self.port, &self.folder);
        self.wait().await;
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

/// Three gateways and two workers; each may be killed at any moment, and NATS restarted.
struct Nodes {
    nats: NatsServer,
    home: Home,
    ports: [u16; 3],
    gateways: Vec<Child>,
    workers: Vec<Child>,
}

impl Nodes {
    async fn start() -> Self {
        let (nats, home) = (NatsServer::start().await, Home::postgres().await);
        let ports = [free_port(), free_port(), free_port()];
        // One after the other: the first makes the schema.
        let gateways = ports.iter().map(|port| spawn(Some(*port), &home.url, &nats.url())).collect();
        let workers = (0..2).map(|_| spawn(None, &home.url, &nats.url())).collect();
        Nodes { nats, home, ports, gateways, workers }
    }

    fn urls(&self) -> Vec<String> {
        self.ports.iter().map(|port| format!("http://127.0.0.1:{port}")).collect()
    }

    /// Kills a node and starts it again.
    fn kill(&mut self, number: usize) {
        let (home, nats) = (&self.home.url, self.nats.url());
        match self.gateways.get_mut(number) {
            Some(gateway) => {
                kill(gateway);
                *gateway = spawn(Some(self.ports[number]), home, &nats);
            }
            None => {
                let worker = &mut self.workers[number - 3];
                kill(worker);
                *worker = spawn(None, home, &nats);
            }
        }
    }
}

impl Drop for Nodes {
    fn drop(&mut self) {
        for node in self.gateways.iter_mut().chain(&mut self.workers) {
            let _ = node.kill();
            let _ = node.wait();
        }
    }
}

fn spawn(port: Option<u16>, keep: &str, nats: &str) -> Child {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "cluster::node", "--ignored", "--nocapture"]);
    command.env(KEEP, keep).env(NATS, nats).env_remove("RUST_LOG").stdout(Stdio::piped());
    command.env(LISTEN, port.map_or(String::new(), |port| format!("127.0.0.1:{port}")));
    let mut child = command.spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
    assert!(lines.any(|line| line == "open"), "the node did not start");
    // What the harness says of a test that takes long is to find a reader.
    std::thread::spawn(move || lines.count());
    child
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "not a test, but a node that the others kill"]
async fn node() {
    let variable = |name| std::env::var(name).ok();
    let (Some(listen), Some(keep), Some(nats)) = (variable(LISTEN), variable(KEEP), variable(NATS)) else {
        return;
    };
    let config = connected(&nats, listen.is_empty()).await;
    let store = Store::open(&keep).await.unwrap();
    if listen.is_empty() {
        let _working = Server::start(GAMES, store, config).await.unwrap();
        println!("\nopen");
        return std::future::pending().await;
    }
    let listener = TcpListener::bind(listen).await.unwrap();
    let server = Server::start(GAMES, store, config).await.unwrap();
    println!("\nopen");
    server::serve(listener, server, std::future::pending()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_nodes_lose_nothing() {
    let kills = std::env::var("LUDOTHEQUE_TEST_KILLS").map_or(30, |count| count.parse().unwrap());
    let mut nodes = Nodes::start().await;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(u64::from(nodes.ports[0]));
    let plan = |game, seats, tables| Plan {
        urls: nodes.urls(),
        remember: true,
        ..Plan::new("", game, seats, tables)
    };
    let plans = [
        plan("pebbles", 2, 6),
        Plan { bots: Some((1, "random".into())), ..plan("pebbles", 3, 4) },
        plan("envelopes", 3, 4),
        Plan { bots: Some((1, "greedy".into())), ..plan("envelopes", 2, 3) },
    ];
    let mut crowds = Vec::new();
    for plan in &plans {
        let crowd = Crowd::gather(plan).await.unwrap();
        crowd.play();
        crowds.push(crowd);
    }
    for number in 0..kills {
        tokio::time::sleep(Duration::from_millis(rng.random_range(80..300))).await;
        if number % 10 == 9 {
            nodes.nats.restart().await;
        } else {
            nodes.kill(rng.random_range(0..5));
        }
    }
    let (mut tally, mut transcripts) = (Tally::default(), Vec::new());
    for crowd in crowds {
        let (counted, told) = crowd.finish(PATIENCE).await.unwrap();
        tally.add(counted);
        transcripts.extend(told);
    }
    assert!(tally.faults.is_empty(), "{:#?}", tally.faults);
    let checked = check(&nodes.home.store().await, &transcripts).await;
    let Tally { acknowledged, repeated, reconnects, .. } = &tally;
    println!(
        "{kills} faults: {} actions acknowledged and kept, {repeated} of them sent again, {reconnects} reconnects, \
         {checked} tables played, refused {:?}",
        acknowledged.len(),
        tally.refusals
    );
    assert!(acknowledged.len() > 5 * kills && *reconnects > 0);
}
