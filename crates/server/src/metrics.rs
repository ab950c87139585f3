//! Metrics for Prometheus.

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::Registry;
use std::sync::Arc;

/// The counters; cheap to touch from anywhere.
#[derive(Clone)]
pub struct Metrics {
    /// Open sockets.
    pub sockets: Gauge,
    /// Tables in memory.
    pub rooms: Gauge,
    /// Entries written to logs.
    pub entries: Counter,
    /// Seconds until an entry was durable.
    pub write_seconds: Histogram,
    /// Requests refused, by code.
    pub refusals: Family<Code, Counter>,
    /// Jobs that wait for a thread.
    pub worker_queue: Gauge,
    /// Seconds that jobs waited for a thread.
    pub worker_wait: Histogram,
    /// Frames sent.
    pub frames: Counter,
    /// Tables that had to be read again because a message of another node did not arrive.
    pub missed_messages: Counter,
    /// Nodes of this house that beat.
    pub nodes: Gauge,
    /// Seconds from a commit at another node to its frame here.
    pub told_seconds: Histogram,
    /// Writes that were refused because another node was faster.
    pub conflicts: Counter,
    /// Jobs taken from the queue of the nodes.
    pub jobs_taken: Counter,
    /// Tables at which people were put together who looked for a game.
    pub pairings: Counter,
    /// Whether pages found what Nature answered here.
    pub agreements: Family<Agreement, Counter>,
    registry: Arc<Registry>,
}

/// Why something was refused.
#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
pub struct Code {
    /// The code of the refusal.
    pub code: String,
}

/// Whether a page computed the same as the server.
#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
pub struct Agreement {
    /// `yes` or `no`.
    agree: &'static str,
}

impl Agreement {
    /// That of a page which found the same, or not.
    pub fn of(same: bool) -> Self {
        Agreement { agree: if same { "yes" } else { "no" } }
    }
}

impl Metrics {
    /// All at zero.
    pub fn new() -> Self {
        let seconds = || Histogram::new(exponential_buckets(0.0005, 2.0, 14));
        let mut metrics = Metrics {
            sockets: Gauge::default(),
            rooms: Gauge::default(),
            entries: Counter::default(),
            write_seconds: seconds(),
            refusals: Family::default(),
            worker_queue: Gauge::default(),
            worker_wait: seconds(),
            frames: Counter::default(),
            missed_messages: Counter::default(),
            nodes: Gauge::default(),
            told_seconds: Histogram::new(exponential_buckets(0.00025, 1.5, 26)),
            conflicts: Counter::default(),
            jobs_taken: Counter::default(),
            pairings: Counter::default(),
            agreements: Family::default(),
            registry: Arc::default(),
        };
        let mut registry = Registry::with_prefix("ludotheque");
        registry.register("sockets", "Open sockets", metrics.sockets.clone());
        registry.register("rooms", "Tables in memory", metrics.rooms.clone());
        registry.register("entries", "Entries written to logs", metrics.entries.clone());
        registry.register("write_seconds", "Time until an entry was durable", metrics.write_seconds.clone());
        registry.register("refusals", "What was refused, by reason", metrics.refusals.clone());
        registry.register("worker_queue", "Jobs that wait for a thread", metrics.worker_queue.clone());
        registry.register("worker_wait_seconds", "Time that jobs waited", metrics.worker_wait.clone());
        registry.register("frames", "Frames sent", metrics.frames.clone());
        let help = "Tables read again because a message of another node did not arrive";
        registry.register("missed_messages", help, metrics.missed_messages.clone());
        registry.register("nodes", "Nodes of this house that beat", metrics.nodes.clone());
        let help = "Time from a commit at another node to its frame to a viewer here";
        registry.register("told_seconds", help, metrics.told_seconds.clone());
        let help = "Writes refused because another node was faster";
        registry.register("conflicts", help, metrics.conflicts.clone());
        let help = "Jobs taken from the queue of the nodes";
        registry.register("jobs_taken", help, metrics.jobs_taken.clone());
        registry.register("pairings", "Tables of people who looked for a game", metrics.pairings.clone());
        let help = "Whether pages found what Nature answered here";
        registry.register("referee_agreements", help, metrics.agreements.clone());
        metrics.registry = Arc::new(registry);
        metrics
    }

    /// As Prometheus reads them.
    pub fn text(&self) -> String {
        let mut text = String::new();
        encode(&mut text, &self.registry).expect("a string takes everything");
        text
    }
}

impl Default for Metrics {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// The names in a text that begin as those of all metrics do.
    fn names(text: &str) -> BTreeSet<&str> {
        let words = text.split(|letter: char| letter != '_' && !letter.is_ascii_alphanumeric());
        words.filter(|word| word.starts_with("ludotheque_")).collect()
    }

    #[test]
    fn the_dashboard_and_the_manual_name_metrics_that_exist() {
        let metrics = Metrics::new();
        metrics.refusals.get_or_create(&Code { code: "stale".to_owned() }).inc();
        metrics.agreements.get_or_create(&Agreement::of(true)).inc();
        let text = metrics.text();
        let known: BTreeSet<&str> = text.lines().flat_map(names).collect();
        let dashboard = names(include_str!("../../../deploy/grafana.json"));
        let manual = names(include_str!("../../../docs/operations.md"));
        assert!(dashboard.len() > 8 && manual.len() > 3, "{dashboard:?} {manual:?}");
        assert!(dashboard.is_subset(&known), "{:?}", dashboard.difference(&known));
        assert!(manual.is_subset(&known), "{:?}", manual.difference(&known));
    }
}
