//! What the nodes tell each other of the lobby: that it has changed, and who is asked to a table.

use super::Cluster;
use crate::server::Server;
use futures_util::StreamExt as _;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;

/// The time between two attempts to listen.
const PAUSE: Duration = Duration::from_secs(3);

#[derive(Serialize, Deserialize)]
struct News {
    node: String,
    /// The person who is asked to a table; without one, what is looked for has changed.
    asked: Option<String>,
}

impl Cluster {
    /// Tells the other nodes that the lobby has changed, or that somebody is asked to a table.
    pub fn tell_lobby(&self, asked: Option<&str>) {
        self.tell(self.lobby_subject(), &News { node: self.node.clone(), asked: asked.map(str::to_owned) });
    }

    fn lobby_subject(&self) -> String {
        format!("{}.lobby", self.prefix)
    }
}

impl Server {
    /// Listens to what other nodes tell of the lobby, until the server shuts down. A lost message costs a second or two: the
    /// database is read anyway.
    pub(crate) async fn hear_of_lobby(self: Arc<Self>) {
        let Some(cluster) = &self.cluster else { return };
        let mut told = loop {
            match cluster.client.subscribe(cluster.lobby_subject()).await {
                Ok(told) => break told,
                Err(error) => tracing::warn!(%error, "cannot listen to the lobbies of the other nodes"),
            }
            tokio::select! {
                () = tokio::time::sleep(PAUSE) => {}
                () = self.shutdown.cancelled() => return,
            }
        };
        loop {
            let message = tokio::select! {
                message = told.next() => message,
                () = self.shutdown.cancelled() => None,
            };
            let Some(message) = message else { return };
            let Ok(news) = serde_json::from_slice::<News>(&message.payload) else { continue };
            if news.node == cluster.node {
                continue;
            }
            match news.asked {
                Some(user) => self.lobby.tell_challenged(&user),
                None => self.lobby.read_soon(),
            }
        }
    }
}
