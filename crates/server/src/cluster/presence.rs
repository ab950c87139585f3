//! Who looks at a table through other nodes.

use std::collections::HashMap;
use std::time::{Duration, Instant};

/// How long a node that is silent still counts.
const FORGET_AFTER: Duration = Duration::from_secs(25);

/// The viewers of a table that are connected to other nodes, as these nodes said last.
#[derive(Default)]
pub(crate) struct RemoteViewers(HashMap<String, (Instant, Vec<String>)>);

impl RemoteViewers {
    /// Notes who is connected to a node now, one id for each socket; whether anything has changed.
    pub fn set(&mut self, node: String, users: Vec<String>) -> bool {
        if users.is_empty() {
            return self.0.remove(&node).is_some();
        }
        let changed = self.0.get(&node).is_none_or(|(_, before)| *before != users);
        self.0.insert(node, (Instant::now(), users));
        changed
    }

    /// Whether a node has said who is connected to it.
    pub fn knows(&self, node: &str) -> bool {
        self.0.contains_key(node)
    }

    /// Forgets the nodes that have been silent; whether there were any.
    pub fn forget_silent(&mut self) -> bool {
        let count = self.0.len();
        self.0.retain(|_, (said, _)| said.elapsed() < FORGET_AFTER);
        self.0.len() != count
    }

    /// The viewers, one id for each socket.
    pub fn users(&self) -> impl Iterator<Item = &str> {
        self.0.values().flat_map(|(_, users)| users.iter().map(String::as_str))
    }
}
