//! Those who ask and do not read, and those who hold many connections.

use super::table_with;
use crate::home::Home;
use crate::site::{Site, config};
use crate::visitor::PATIENCE;
use futures_util::SinkExt as _;
use serde_json::json;
use server::{Config, Limits};
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::{sleep, timeout};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

/// Waits until the house answers a new client.
async fn answers(site: &Site) -> bool {
    let asked = async {
        while site.stranger().server.ask("GET", "/healthz", &Default::default(), Vec::new()).await.is_err() {
            sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(PATIENCE, asked).await.is_ok()
}

/// A socket to a table over a connection that takes little at once.
async fn narrow_socket(site: &Site, table: &str) -> WebSocketStream<TcpStream> {
    let narrow = TcpSocket::new_v4().unwrap();
    narrow.set_recv_buffer_size(4096).unwrap();
    let stream = narrow.connect(site.server.authority.parse().unwrap()).await.unwrap();
    let address = format!("ws://{}/api/tables/{table}/socket", site.server.authority);
    tokio_tungstenite::client_async(address, stream).await.unwrap().0
}

/// Somebody asks for hundreds of megabytes and takes nothing: the only place of the house is free again in time.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_takes_nothing_is_given_up() {
    let home = Home::sqlite();
    let limits = Limits { sockets: 1, send_timeout: Duration::from_millis(300), ..config().limits };
    let site = Site::with(&home, Config { limits, ..config() }).await;
    let mut greedy = TcpStream::connect(&site.server.authority).await.unwrap();
    let request = "GET /api/openapi.json HTTP/1.1\r\nhost: x\r\n\r\n";
    greedy.write_all(request.repeat(4000).as_bytes()).await.unwrap();
    // The house has begun to answer.
    greedy.readable().await.unwrap();
    assert!(answers(&site).await, "the house waits for ever for somebody who takes nothing");
    drop(greedy);
    site.close().await;
}

/// The same with a socket: frames are not kept for ever for whoever does not read them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_viewer_who_takes_nothing_is_given_up() {
    let home = Home::sqlite();
    let limits = Limits {
        send_timeout: Duration::from_millis(300),
        commands_per_second: 1_000_000,
        ..config().limits
    };
    let (site, mut ada, table) = table_with(&home, limits).await;
    let mut adas = ada.enter(&table).await;
    let mut eves = narrow_socket(&site, &table).await;
    let enter = json!({"do": "enter", "version": protocol::VERSION}).to_string();
    eves.send(Message::Text(enter.into())).await.unwrap();
    adas.until(|frame| frame["watchers"] == 1).await;
    // Eve asks and asks, and never reads what she is told, until nothing more fits.
    let flood = async { while eves.send(Message::Text("nonsense".into())).await.is_ok() {} };
    let gone = adas.until(|frame| frame.get("watchers").is_none());
    tokio::join!(flood, gone);
    adas.act("take").await;
    site.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_address_has_so_many_connections() {
    let home = Home::sqlite();
    let limits = Limits { connections_per_address: 3, uncounted: Vec::new(), ..config().limits };
    let site = Site::with(&home, Config { limits, ..config() }).await;
    let mut held = Vec::new();
    for _ in 0..3 {
        let mut stream = TcpStream::connect(&site.server.authority).await.unwrap();
        stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n").await.unwrap();
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).await.unwrap();
        assert_eq!(&answer, b"HTTP/1.1 200");
        held.push(stream);
    }
    let mut fourth = TcpStream::connect(&site.server.authority).await.unwrap();
    let mut answer = Vec::new();
    // It is closed without a word, or reset.
    let told = timeout(PATIENCE, fourth.read_to_end(&mut answer)).await.expect("it is closed");
    assert!(told.is_err() || answer.is_empty());
    held.pop();
    assert!(answers(&site).await, "the place is given back");
    site.close().await;
}

/// A new cookie for every table does not help: the address is counted.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_address_opens_so_many_tables() {
    let home = Home::sqlite();
    let limits = Limits { tables_per_minute: 1, uncounted: Vec::new(), ..config().limits };
    let site = Site::with(&home, Config { limits, ..config() }).await;
    let mut answers = Vec::new();
    for _ in 0..8 {
        let wanted = json!({"game": "pebbles", "seats": ["me", "link"]});
        answers.push(site.stranger().post("/api/tables", wanted).await.0.status);
    }
    assert_eq!(answers, [200, 200, 200, 200, 429, 429, 429, 429]);
    site.close().await;
}
