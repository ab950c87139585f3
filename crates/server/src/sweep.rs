//! What nobody needs any more is removed: tables that nobody joined, aborted tables, guests to whom nothing belongs. A few
//! at a time, and never a table with a game that was begun and not aborted.

use crate::limits::ATTEMPTS_WINDOW;
use crate::server::Server;
use std::sync::Arc;
use std::time::Duration;
use store::{Filter, Result, Status, TableRow, UnixMillis, User};

/// How many rows are looked at in one step.
const PAGE: u32 = 100;

/// How many steps a sweep has at most; the next one goes on.
const STEPS: usize = 20;

/// How long things are kept that nobody needs; without a time, for ever.
#[derive(Clone, Debug)]
pub struct Expiry {
    /// Tables at which a seat is still free.
    pub waiting: Option<Duration>,
    /// Tables that were aborted.
    pub aborted: Option<Duration>,
    /// Guests without a table, a message or a rating.
    pub guests: Option<Duration>,
    /// The time between two sweeps.
    pub interval: Duration,
}

impl Default for Expiry {
    fn default() -> Self {
        let days = |days: u64| Duration::from_secs(days * 24 * 3600);
        Expiry {
            waiting: Some(days(30)),
            aborted: Some(days(30)),
            guests: Some(days(90)),
            interval: Duration::from_secs(600),
        }
    }
}

impl Server {
    /// Sweeps now and then, until the server shuts down.
    pub(crate) async fn run_sweeps(self: Arc<Self>) {
        let mut ticks = tokio::time::interval(self.config.expiry.interval);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut last_guest = None;
        loop {
            tokio::select! {
                _ = ticks.tick() => {}
                () = self.shutdown.cancelled() => return,
            }
            if let Err(error) = self.sweep(&mut last_guest).await {
                tracing::error!(%error, "cannot remove what has expired");
            }
        }
    }

    async fn sweep(self: &Arc<Self>, last_guest: &mut Option<User>) -> Result<()> {
        let Expiry { waiting, aborted, guests, .. } = self.config.expiry;
        // What was read before the last sweep has been used by now.
        self.removed().clear();
        let (mut tables, mut persons) = (0, 0);
        for (status, kept) in [(Status::Waiting, waiting), (Status::Aborted, aborted)] {
            if let Some(before) = self.expired_before(kept) {
                tables += self.sweep_tables(status, before).await?;
            }
        }
        if let Some(before) = self.expired_before(guests) {
            persons = self.sweep_guests(before, last_guest).await?;
        }
        self.store.remove_attempts(self.clock.now().minus(ATTEMPTS_WINDOW)).await?;
        if tables + persons > 0 {
            tracing::info!(tables, guests = persons, "removed what had expired");
        }
        Ok(())
    }

    fn expired_before(&self, kept: Option<Duration>) -> Option<UnixMillis> {
        kept.map(|kept| self.clock.now().minus(i64::try_from(kept.as_millis()).unwrap_or(i64::MAX)))
    }

    async fn sweep_tables(self: &Arc<Self>, status: Status, before: UnixMillis) -> Result<u64> {
        let (mut removed, mut next) = (0, before);
        for _ in 0..STEPS {
            let filter =
                Filter { status: Some(status), before: Some(next), limit: PAGE, ..Filter::default() };
            let rows = self.store.tables(&filter).await?;
            let Some(last) = rows.last() else { break };
            next = last.created;
            for row in rows.iter().filter(|row| row.ended.is_none_or(|ended| ended < before)) {
                removed += u64::from(self.remove_table(row).await?);
            }
        }
        Ok(removed)
    }

    /// Removes a table as it was read, unless somebody looks at it or has changed it since.
    async fn remove_table(self: &Arc<Self>, row: &TableRow) -> Result<bool> {
        // From now on no room is made of it; one that was made before is known.
        self.removed().insert(row.id.clone());
        let removed = self.remove_unused(row).await;
        if !matches!(removed, Ok(true)) {
            self.removed().remove(&row.id);
        }
        removed
    }

    async fn remove_unused(self: &Arc<Self>, row: &TableRow) -> Result<bool> {
        let room = match self.room_in_memory(&row.id).map(|room| room.try_lock_owned()) {
            Some(Ok(room)) if !room.is_watched() => Some(room),
            Some(_) => return Ok(false),
            None => None,
        };
        if !self.store.remove_table(&row.id, row.version).await? {
            return Ok(false);
        }
        if let Some(mut room) = room {
            room.evict();
            self.forget_room(&row.id);
        }
        if let Some(previous) = row.previous.as_deref() {
            self.forget_rematch(previous, &row.id).await;
        }
        Ok(true)
    }

    /// The table that led to a removed one offers a rematch again.
    async fn forget_rematch(self: &Arc<Self>, previous: &str, removed: &str) {
        if let Ok(mut room) = self.room(previous).await
            && let Err(error) = room.forget_rematch(removed).await
        {
            tracing::warn!(table = previous, code = &*error.0.code, "cannot forget a removed rematch");
        }
    }

    async fn sweep_guests(&self, before: UnixMillis, last: &mut Option<User>) -> Result<u64> {
        let mut removed = 0;
        for _ in 0..STEPS {
            let guests = self.store.guests(before, last.as_ref(), PAGE).await?;
            // After the last one it begins anew.
            *last = guests.last().cloned();
            if last.is_none() {
                break;
            }
            let ids = guests.into_iter().map(|guest| guest.id).collect();
            removed += self.store.remove_idle_guests(ids, before).await?;
        }
        Ok(removed)
    }
}
