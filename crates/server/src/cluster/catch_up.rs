//! Looks for what was missed: messages that did not arrive, jobs that nobody does, persons who logged out elsewhere.

use super::Cluster;
use crate::server::Server;
use futures_util::StreamExt as _;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

/// How often the versions of the rooms are compared with those of the database.
const COMPARE_EVERY: Duration = Duration::from_secs(3);

/// How often jobs are looked for that are in no queue.
const REQUEST_EVERY: Duration = Duration::from_millis(1500);

/// How many of these rounds pass between two messages that say who is connected.
const ROUNDS_BETWEEN_PRESENCE: u64 = 3;

/// How many jobs are queued at the same time.
const AT_ONCE: usize = 32;

/// How many tables with work are looked at in one round.
const PAGE: u32 = 200;

/// What a node tells the others of a person.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum PersonNews {
    /// Every session of this person has ended.
    LoggedOut(String),
    /// This guest's tables are an account's now.
    Merged(String),
}

impl Server {
    /// Runs until the server shuts down.
    pub(crate) async fn catch_up(self: Arc<Self>) {
        let mut ticks = tokio::time::interval(COMPARE_EVERY);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        for round in 0_u64.. {
            tokio::select! {
                _ = ticks.tick() => {}
                () = self.shutdown.cancelled() => return,
            }
            self.compare_versions().await;
            if round.is_multiple_of(ROUNDS_BETWEEN_PRESENCE) {
                self.renew_presence();
            }
        }
    }

    /// Queues jobs that are in no queue, a page of tables at a time, until the server shuts down.
    pub(crate) async fn request_missed_work(self: Arc<Self>) {
        let Some(cluster) = self.cluster.as_ref().filter(|cluster| cluster.works) else { return };
        let mut ticks = tokio::time::interval(REQUEST_EVERY);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut after = None;
        loop {
            tokio::select! {
                _ = ticks.tick() => {}
                () = self.shutdown.cancelled() => return,
            }
            if cluster.is_connected() {
                after = self.request_page(cluster, after).await;
            }
        }
    }

    /// Reads the rooms again whose tables were changed elsewhere.
    async fn compare_versions(self: &Arc<Self>) {
        let mut known = HashMap::new();
        for (id, room) in self.rooms_in_memory() {
            if let Ok(room) = room.try_lock() {
                known.insert(id, room.row.version);
            }
        }
        let ids: Vec<String> = known.keys().cloned().collect();
        let stored = match self.store.versions(&ids).await {
            Ok(stored) => stored,
            Err(error) => {
                tracing::warn!(%error, "cannot compare the rooms with the database");
                return;
            }
        };
        for (id, version) in stored {
            if known.get(&id).is_none_or(|known| version <= *known) {
                continue;
            }
            let Some(room) = self.room_in_memory(&id) else { continue };
            let mut room = room.lock_owned().await;
            if room.is_evicted() || room.row.version >= version {
                continue;
            }
            self.metrics.missed_messages.inc();
            room.mark_stale();
            if let Err(error) = room.reload_if_stale().await {
                tracing::warn!(table = id, code = &*error.0.code, "cannot read a table again");
            }
        }
    }

    /// Tells the other nodes who is connected to this one, and forgets the viewers of nodes that are silent.
    fn renew_presence(&self) {
        for (_, room) in self.rooms_in_memory() {
            let Ok(mut room) = room.try_lock() else { continue };
            if !room.is_evicted() && room.has_local_viewers() {
                room.tell_viewers();
            }
            if room.remote.forget_silent() {
                room.notify_viewers();
            }
        }
    }

    /// Queues the jobs of a page of tables; returns where the next page begins.
    async fn request_page(&self, cluster: &Cluster, after: Option<String>) -> Option<String> {
        let pending = match self.store.pending_positions(PAGE, after.as_deref()).await {
            Ok(pending) => pending,
            Err(error) => {
                tracing::warn!(%error, "cannot list the tables with work");
                return None;
            }
        };
        let last = pending.last().map(|(id, _)| id.clone());
        let requests = pending.into_iter().map(async |(id, entries)| {
            cluster.request_work(&id, usize::try_from(entries).unwrap_or(0), false).await;
        });
        let mut requests = futures_util::stream::iter(requests).buffer_unordered(AT_ONCE);
        while requests.next().await.is_some() {}
        last
    }

    /// Closes the sockets of a person on every node.
    pub(crate) fn disconnect(&self, person: &str) {
        self.rate_limits.disconnect(person);
        if let Some(cluster) = &self.cluster {
            cluster.tell(cluster.person_subject(person), &PersonNews::LoggedOut(person.to_owned()));
        }
    }

    /// Tells the other nodes that a guest's tables are an account's now.
    pub(crate) fn tell_merged(&self, guest: &str) {
        if let Some(cluster) = &self.cluster {
            cluster.tell(cluster.person_subject(guest), &PersonNews::Merged(guest.to_owned()));
        }
    }

    /// Reads the rooms again that concern a guest who has been merged into an account at another node.
    async fn reload_concerned(self: &Arc<Self>, guest: &str) {
        for (_, room) in self.rooms_in_memory() {
            let mut room = room.lock_owned().await;
            if room.is_evicted() || !room.concerns(guest) {
                continue;
            }
            room.mark_stale();
            if let Err(error) = room.reload_if_stale().await {
                tracing::warn!(code = &*error.0.code, "cannot read a guest's table again");
            }
        }
    }

    /// Closes the sockets of persons of whom other nodes say so, until the server shuts down.
    pub(crate) async fn hear_of_persons(self: Arc<Self>) {
        let Some(cluster) = &self.cluster else { return };
        let mut told = loop {
            match cluster.client.subscribe(cluster.person_subject("*")).await {
                Ok(told) => break told,
                Err(error) => tracing::warn!(%error, "cannot listen to the other nodes"),
            }
            tokio::time::sleep(COMPARE_EVERY).await;
        };
        loop {
            let message = tokio::select! {
                message = told.next() => message,
                () = self.shutdown.cancelled() => None,
            };
            let Some(message) = message else { return };
            match serde_json::from_slice(&message.payload) {
                Ok(PersonNews::LoggedOut(person)) => self.rate_limits.disconnect(&person),
                Ok(PersonNews::Merged(guest)) => {
                    let server = self.clone();
                    self.spawn_tracked(async move { server.reload_concerned(&guest).await });
                }
                Err(_) => {}
            }
        }
    }
}
