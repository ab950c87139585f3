//! A house that listens, inside the test.

use crate::games::GAMES;
use crate::home::Home;
use crate::visitor::Visitor;
use server::{House, Limits, Rules};
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// A house that listens.
pub struct Site {
    pub house: load::House,
    stop: oneshot::Sender<()>,
    served: JoinHandle<()>,
}

/// Bots of the tests think for a moment only, and nobody is told to be slower but by the test that says so.
pub fn rules() -> Rules {
    let limits = Limits { commands_per_second: 1000, ..Limits::default() };
    Rules { limits, thinking: Duration::from_millis(20), workers: 1, ..Rules::default() }
}

impl Site {
    pub async fn open(home: &Home) -> Site {
        Site::with(home, rules()).await
    }

    pub async fn with(home: &Home, rules: Rules) -> Site {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let house = House::open(GAMES, home.store().await, rules).await.unwrap();
        let (stop, stopped) = oneshot::channel();
        let served = tokio::spawn(server::serve(listener, house, async { drop(stopped.await) }));
        Site { house: load::House::at(&url).unwrap(), stop, served }
    }

    /// Closes the house in good order.
    pub async fn close(self) {
        self.stop.send(()).unwrap();
        self.served.await.unwrap();
    }

    /// Somebody who has never been here.
    pub fn stranger(&self) -> Visitor {
        Visitor::new(&self.house)
    }

    /// A guest of that name.
    pub async fn guest(&self, name: &str) -> Visitor {
        let mut guest = self.stranger();
        guest.put("/api/me", serde_json::json!({"name": name})).await.is(200);
        guest
    }

    /// Somebody with an account of that name.
    pub async fn account(&self, name: &str) -> Visitor {
        let mut person = self.stranger();
        let credentials = serde_json::json!({"name": name, "password": PASSWORD});
        person.post("/api/me/account", credentials).await.is(200);
        person
    }
}

/// Everybody's password.
pub const PASSWORD: &str = "correct horse battery";
