//! What a room tells the other nodes, and what it does with what they tell.

use super::Cluster;
use crate::error::Result;
use crate::room::Room;
use crate::server::Server;
use futures_util::StreamExt as _;
use protocol::Hand;
use serde::{Deserialize, Serialize};
use std::sync::{Arc, Weak};
use store::{PlayMillis, Progress};
use table::{Event, LogEntry};
use tokio_util::sync::{CancellationToken, DropGuard};

/// More of a log than this, in bytes, is read from the database instead of being told.
const LARGEST_LOG: usize = 64 << 10;

/// What a node tells the others of a table.
#[derive(Debug, Serialize, Deserialize)]
struct News {
    node: String,
    #[serde(flatten)]
    told: Told,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "told", rename_all = "snake_case")]
enum Told {
    /// Something was written.
    Written(Written),
    /// Who is connected to the node: an id for each socket.
    Viewers { users: Vec<String> },
    /// Somebody's hand moves.
    Hand { hand: Hand },
}

/// What was written to the database.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Written {
    /// The version of the row.
    pub version: i64,
    /// What else was written; none if it is to be read from the database.
    pub appended: Option<Appended>,
    /// When, in microseconds since 1970.
    pub committed: u64,
}

/// Entries of a log, and the columns of the row that change with them.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Appended {
    pub from: usize,
    pub log: Vec<LogEntry>,
    started_at: Option<i64>,
    due: Option<i64>,
    to_act: Option<i64>,
    pending: bool,
    position: Option<String>,
}

impl Appended {
    pub fn new(from: usize, log: &[LogEntry], progress: &Progress) -> Option<Self> {
        let size = |entry: &LogEntry| match &entry.event {
            Event::Play { action, .. } => action.len(),
            Event::Declare { .. } => 0,
        };
        let size: usize = log.iter().map(size).sum();
        let Progress { started_at, due, to_act, pending, position } = progress.clone();
        (size <= LARGEST_LOG).then(|| Appended {
            from,
            log: log.to_vec(),
            started_at: started_at.map(|moment| moment.0),
            due: due.map(|due| due.0),
            to_act,
            pending,
            position,
        })
    }
}

/// That this node follows what the others tell of a table, until it is dropped.
pub(crate) struct Following {
    _stop: DropGuard,
}

impl Following {
    /// Listens to what is told of a table. Begin before the table is read: then nothing is missed in between.
    pub async fn begin(server: &Arc<Server>, cluster: &Cluster, id: &str) -> Option<Self> {
        let listening = cluster.client.subscribe(cluster.table_subject(id));
        // Without NATS, comparing versions finds out what was told.
        let listening = tokio::time::timeout(std::time::Duration::from_secs(1), listening).await;
        let mut told = listening.ok()?.ok()?;
        let stop = CancellationToken::new();
        let (server, id, stopped) = (Arc::downgrade(server), id.to_owned(), stop.clone());
        tokio::spawn(async move {
            loop {
                let message = tokio::select! {
                    message = told.next() => message,
                    () = stopped.cancelled() => None,
                };
                let Some(message) = message else { return };
                let Ok(news) = serde_json::from_slice(&message.payload) else { continue };
                hear(&server, &id, news).await;
            }
        });
        Some(Following { _stop: stop.drop_guard() })
    }
}

async fn hear(server: &Weak<Server>, id: &str, News { node, told }: News) {
    let Some(server) = server.upgrade() else { return };
    let own = server.cluster.as_ref().is_some_and(|cluster| cluster.node == node);
    let Some(room) = server.room_in_memory(id).filter(|_| !own) else { return };
    let mut room = room.lock_owned().await;
    if room.is_evicted() {
        return;
    }
    match told {
        Told::Written(written) => {
            if let Err(error) = room.follow(written).await {
                tracing::warn!(
                    table = id,
                    code = &*error.0.code,
                    "cannot read what another node has written"
                );
            }
        }
        Told::Viewers { users } => {
            // A node that has just come to the table has not heard of the viewers here.
            if !room.remote.knows(&node) && room.has_local_viewers() {
                room.tell_viewers();
            }
            if room.remote.set(node, users) {
                room.notify_viewers();
                room.schedule_next();
            }
        }
        Told::Hand { hand } => room.show_hand(hand),
    }
}

impl Room {
    /// Takes over what another node has written, if it has not been taken over already.
    async fn follow(&mut self, Written { version, appended, committed }: Written) -> Result<()> {
        if version <= self.row.version && !self.is_stale() {
            return Ok(());
        }
        self.told = Some((version, committed));
        if let Some(appended) = appended
            && version == self.row.version + 1
            && !self.is_stale()
            && self.append_followed(appended)
        {
            self.row.version = version;
            self.notify_viewers();
            self.schedule_next();
            return Ok(());
        }
        self.mark_stale();
        self.reload_if_stale().await
    }

    /// Whether the entries follow on the room's own; if not, the room is to be read again.
    fn append_followed(&mut self, appended: Appended) -> bool {
        let Appended { from, log, started_at, due, to_act, pending, position } = appended;
        if from != self.saved_entries() || self.table.log().len() != from || self.table.extend(log).is_err() {
            return false;
        }
        self.row.started_at = started_at.map(PlayMillis);
        self.mark_saved();
        (self.row.due, self.row.to_act) = (due.map(PlayMillis), to_act);
        (self.row.pending, self.row.position) = (pending, position);
        true
    }

    /// Tells the other nodes what was written.
    pub(crate) fn tell_written(&self, written: Written) {
        self.tell(|| Told::Written(written));
    }

    /// Tells the other nodes who looks at the table through this one.
    pub(crate) fn tell_viewers(&self) {
        self.tell(|| Told::Viewers { users: self.local_users() });
    }

    /// Tells the other nodes how a hand moves.
    pub(crate) fn tell_hand(&self, hand: &Hand) {
        self.tell(|| Told::Hand { hand: hand.clone() });
    }

    fn tell(&self, told: impl FnOnce() -> Told) {
        if let Some(cluster) = &self.server.cluster {
            let news = News { node: cluster.node.clone(), told: told() };
            cluster.tell(cluster.table_subject(&self.row.id), &news);
        }
    }
}
