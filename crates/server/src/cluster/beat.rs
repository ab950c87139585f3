//! That a node is running, what it learns of the others by the database, and what it does when it is cut off from it.

use super::{Cluster, SILENCE};
use crate::server::Server;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use store::{Beat, Beaten};
use tokio_util::sync::CancellationToken;

/// How often a node beats.
const BEAT_EVERY: Duration = Duration::from_secs(2);

/// A node whose beats have not been kept for so long sends its people to others.
const CUT_OFF_AFTER: Duration = Duration::from_secs(6);

/// What a node knows of itself and of the others.
#[derive(Default)]
pub(crate) struct Health(Mutex<Known>);

#[derive(Default)]
struct Known {
    beaten: Option<(Instant, Beaten)>,
    /// Cancelled while the node is cut off from the database.
    cut_off: CancellationToken,
}

impl Health {
    fn known(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A beat has been kept.
    pub fn note(&self, beaten: Beaten) {
        let mut known = self.known();
        known.beaten = Some((Instant::now(), beaten));
        if known.cut_off.is_cancelled() {
            tracing::info!("the database can be reached again");
            known.cut_off = CancellationToken::new();
        }
    }

    /// Sends the sockets elsewhere if no beat has been kept for too long.
    fn judge(&self) {
        let cut_off = self.cut_off();
        if self.silent_for() > CUT_OFF_AFTER && !cut_off.is_cancelled() {
            tracing::error!("cut off from the database: sockets are sent elsewhere");
            cut_off.cancel();
        }
    }

    /// For how long no beat has been kept.
    pub fn silent_for(&self) -> Duration {
        self.known().beaten.map_or(Duration::ZERO, |(at, _)| at.elapsed())
    }

    /// Cancelled when the node is cut off from the database.
    pub fn cut_off(&self) -> CancellationToken {
        self.known().cut_off.clone()
    }

    /// Whether other nodes hear each other.
    pub fn others_hear(&self) -> bool {
        self.known().beaten.is_some_and(|(_, beaten)| beaten.others_that_hear > 0)
    }
}

impl Cluster {
    /// What this node says when it beats.
    pub fn beat(&self, now: store::UnixMillis) -> Beat {
        Beat { node: self.node.clone(), now, doors: self.doors, hears: self.is_connected(), silence: SILENCE }
    }

    /// Why nobody should be sent here now.
    pub fn not_ready(&self) -> Option<&'static str> {
        if self.health.cut_off().is_cancelled() {
            return Some("no connection to the database\n");
        }
        // If nobody hears anybody, one node is as good as another.
        (!self.is_connected() && self.health.others_hear()).then_some("no connection to NATS\n")
    }
}

impl Server {
    /// Beats until the server shuts down. A node that can't is of no use: its sockets are told to go elsewhere.
    pub(crate) async fn run_beats(self: Arc<Self>) {
        let Some(cluster) = &self.cluster else { return };
        let mut ticks = tokio::time::interval(BEAT_EVERY);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                _ = ticks.tick() => {}
                () = self.shutdown.cancelled() => return,
            }
            let beat = self.store.beat(cluster.beat(self.clock.now()));
            tokio::pin!(beat);
            let beaten = loop {
                tokio::select! {
                    beaten = &mut beat => break beaten,
                    () = tokio::time::sleep(BEAT_EVERY) => cluster.health.judge(),
                    () = self.shutdown.cancelled() => return,
                }
            };
            match beaten {
                Ok(beaten) => {
                    if beaten.closed_for > 0 {
                        tracing::warn!(ms = beaten.closed_for, "no node could beat: clocks stood still");
                    }
                    self.clock.set_paused(beaten.paused);
                    self.metrics.nodes.set(beaten.nodes);
                    cluster.health.note(beaten);
                }
                Err(error) => tracing::warn!(%error, "cannot beat"),
            }
            cluster.health.judge();
        }
    }

    /// Whether clocks may run out: not while nobody can act because the database does not answer. The first beat after that
    /// moves them.
    pub(crate) fn may_judge_clocks(&self) -> bool {
        let silence = Duration::from_millis(SILENCE.unsigned_abs());
        self.cluster.as_ref().is_none_or(|cluster| cluster.health.silent_for() < silence)
    }
}
