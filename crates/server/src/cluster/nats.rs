//! The connection to NATS, and the subjects of what is sent over it.

use super::beat::Health;
use crate::tokens::random_id;
use async_nats::jetstream::{self, Context};
use async_nats::{Client, ConnectOptions};
use futures_util::FutureExt as _;
use serde::Serialize;
use sha2::{Digest as _, Sha256};
use std::path::PathBuf;
use std::time::Duration;

/// How to connect to NATS.
#[derive(Clone, Debug, Default)]
pub struct NatsOptions {
    /// `nats://host:4222`, or `tls://…`; several with commas between them.
    pub url: String,
    /// A file of credentials, as NATS writes them.
    pub credentials: Option<PathBuf>,
    /// Certificates of authorities that are trusted besides those of the system.
    pub root_certificates: Option<PathBuf>,
    /// The certificate of this client and its key.
    pub client_certificate: Option<(PathBuf, PathBuf)>,
}

/// A connection to NATS. It reconnects by itself.
#[derive(Clone, Debug)]
pub struct Nats {
    client: Client,
}

/// Why no connection can be made.
#[derive(Debug, thiserror::Error)]
pub enum NatsError {
    /// The file of credentials can't be read.
    #[error("cannot read the credentials for NATS: {0}")]
    Credentials(#[from] std::io::Error),
    /// The address is none, or nobody answers there.
    #[error("cannot connect to NATS: {0}")]
    Connect(#[from] async_nats::ConnectError),
}

impl Nats {
    /// Connects.
    pub async fn connect(options: &NatsOptions) -> Result<Self, NatsError> {
        let mut connect = ConnectOptions::new()
            .name("ludotheque")
            .ping_interval(Duration::from_secs(5))
            .connection_timeout(Duration::from_secs(5))
            .max_reconnects(None)
            .reconnect_delay_callback(|attempts| Duration::from_millis((100 << attempts.min(4)) as u64));
        if let Some(path) = &options.credentials {
            connect = connect.credentials_file(path).await?;
        }
        if let Some(path) = &options.root_certificates {
            connect = connect.add_root_certificates(path.clone());
        }
        if let Some((certificate, key)) = &options.client_certificate {
            connect = connect.add_client_certificate(certificate.clone(), key.clone());
        }
        let addresses: Vec<&str> = options.url.split(',').map(str::trim).collect();
        Ok(Nats { client: connect.connect(addresses).await? })
    }
}

/// What makes a server one node of several.
pub(crate) struct Cluster {
    /// The name of this node, new at every start.
    pub node: String,
    /// Whether people connect to this node.
    pub doors: bool,
    /// Whether this node takes jobs of bots and of Nature from the queue.
    pub works: bool,
    pub(crate) health: Health,
    pub(super) client: Client,
    pub(super) jetstream: Context,
    /// What the subjects of this database begin with: several may share one NATS.
    pub(super) prefix: String,
}

impl Cluster {
    /// The node of a database, which is known by its secret.
    pub fn new(nats: Nats, secret: &[u8; 32], doors: bool, works: bool) -> Self {
        let digest = Sha256::new().chain_update(b"nats subjects").chain_update(secret).finalize();
        let name: String = digest[..6].iter().map(|byte| format!("{byte:02x}")).collect();
        let mut jetstream = jetstream::new(nats.client.clone());
        jetstream.set_timeout(Duration::from_secs(3));
        Cluster {
            node: random_id(6),
            doors,
            works,
            health: Health::default(),
            client: nats.client,
            jetstream,
            prefix: format!("ludotheque.{name}"),
        }
    }

    /// Whether NATS can be reached now.
    pub fn is_connected(&self) -> bool {
        self.client.connection_state() == async_nats::connection::State::Connected
    }

    /// Sends a message to whoever listens. It waits for nothing: a message that can't be sent now is lost.
    pub fn tell(&self, subject: String, message: &impl Serialize) {
        if !self.is_connected() {
            return;
        }
        let text = serde_json::to_vec(message).expect("a message is plain data");
        if text.len() < self.client.max_payload() {
            let _ = self.client.publish(subject, text.into()).now_or_never();
        }
    }

    /// Sends what waits to be sent, if that is possible soon.
    pub async fn flush(&self) {
        if self.is_connected() {
            let _ = tokio::time::timeout(Duration::from_secs(1), self.client.flush()).await;
        }
    }

    /// The subject of what the nodes tell each other of a table.
    pub fn table_subject(&self, id: &str) -> String {
        format!("{}.table.{id}", self.prefix)
    }

    /// The subject on which it is told that a person's sockets are to be closed.
    pub fn person_subject(&self, id: &str) -> String {
        format!("{}.person.{id}", self.prefix)
    }
}
