//! A server inside the test.

use crate::games::GAMES;
use crate::home::Home;
use crate::visitor::Visitor;
use server::{Config, Limits, Server};
use std::time::Duration;
use table::Kind;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// A running server.
pub struct Site {
    pub server: load::HttpClient,
    /// Where the metrics are.
    pub metrics: load::HttpClient,
    stop: oneshot::Sender<()>,
    served: JoinHandle<()>,
}

/// Bots think briefly, and the rate limits are out of the way.
pub fn config() -> Config {
    let limits = Limits { commands_per_second: 1000, messages_per_minute: 1_000_000, ..Limits::default() };
    Config { limits, thinking: Duration::from_millis(20), workers: 1, ..Config::default() }
}

impl Site {
    pub async fn open(home: &Home) -> Site {
        Site::with(home, config()).await
    }

    pub async fn with(home: &Home, config: Config) -> Site {
        Site::with_games(home, GAMES, config).await
    }

    pub async fn with_games(home: &Home, games: &'static [&'static dyn Kind], config: Config) -> Site {
        let (listener, server_client) = bind().await;
        let (metrics_listener, metrics) = bind().await;
        let server = Server::start(games, home.store().await, config).await.unwrap();
        let (stop, stopped) = oneshot::channel();
        tokio::spawn(server::serve_metrics(metrics_listener, server.clone()));
        let served = tokio::spawn(server::serve(listener, server, async { drop(stopped.await) }));
        Site { server: server_client, metrics, stop, served }
    }

    /// Shuts the server down.
    pub async fn close(self) {
        self.stop.send(()).unwrap();
        self.served.await.unwrap();
    }

    /// A new client.
    pub fn stranger(&self) -> Visitor {
        Visitor::new(&self.server)
    }

    /// A guest of that name.
    pub async fn guest(&self, name: &str) -> Visitor {
        let mut guest = self.stranger();
        guest.put("/api/me", serde_json::json!({"name": name})).await.is(200);
        guest
    }

    /// A person with an account of that name.
    pub async fn account(&self, name: &str) -> Visitor {
        let mut person = self.stranger();
        let credentials = serde_json::json!({"name": name, "password": PASSWORD});
        person.post("/api/me/account", credentials).await.is(200);
        person
    }
}

/// A listener on a free port, and what speaks with it.
async fn bind() -> (TcpListener, load::HttpClient) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    (listener, load::HttpClient::at(&url).unwrap())
}

/// Everybody's password.
pub const PASSWORD: &str = "correct horse battery";
