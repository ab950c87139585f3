//! When which tournament is to be looked at.

use crate::server::Server;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use store::{TournamentFilter, TournamentStatus};
use tokio::sync::Notify;

/// How often all tournaments that are not over are looked at, whatever is due: another node may have made them.
const ROUND: Duration = Duration::from_secs(20);

/// The most tournaments that are looked at.
const MOST: u32 = 1000;

/// When each tournament is due.
#[derive(Default)]
pub(crate) struct Agenda {
    due: Mutex<HashMap<String, Instant>>,
    changed: Notify,
    /// Held while a tournament is changed: of two tasks at once, one waits instead of trying again.
    pub(super) one_at_a_time: tokio::sync::Mutex<()>,
}

impl Agenda {
    /// Has a tournament looked at after a time, if not before.
    pub fn wake(&self, id: &str, after: Duration) {
        let at = Instant::now() + after;
        let mut due = self.lock();
        let known = due.entry(id.to_owned()).or_insert(at);
        *known = at.min(*known);
        drop(due);
        self.changed.notify_one();
    }

    /// The tournaments that are due now, and when the next one is.
    fn take_due(&self) -> (Vec<String>, Option<Instant>) {
        let now = Instant::now();
        let mut due = self.lock();
        let taken: Vec<String> = due.iter().filter(|(_, at)| **at <= now).map(|(id, _)| id.clone()).collect();
        for id in &taken {
            due.remove(id);
        }
        (taken, due.values().min().copied())
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Instant>> {
        self.due.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Server {
    /// Does what is due in tournaments, until the server shuts down.
    pub(crate) async fn run_events(self: Arc<Self>) {
        let mut looked: Option<Instant> = None;
        while !self.shutdown.is_cancelled() {
            if looked.is_none_or(|looked| looked.elapsed() >= ROUND) {
                looked = Some(Instant::now());
                self.wake_all().await;
            }
            let (due, next) = self.agenda.take_due();
            for id in due {
                match self.advance(&id).await {
                    Ok(Some(after)) => self.agenda.wake(&id, after),
                    Ok(None) => {}
                    Err(error) => {
                        tracing::warn!(
                            tournament = id,
                            code = &*error.0.code,
                            "a tournament waits for another attempt"
                        );
                        self.agenda.wake(&id, Duration::from_secs(1));
                    }
                }
            }
            let pause = next.map_or(ROUND, |next| next.saturating_duration_since(Instant::now()).min(ROUND));
            tokio::select! {
                () = tokio::time::sleep(pause) => {}
                () = self.agenda.changed.notified() => {}
                () = self.shutdown.cancelled() => return,
            }
        }
    }

    async fn wake_all(&self) {
        for status in [TournamentStatus::Playing, TournamentStatus::Open] {
            let filter =
                TournamentFilter { status: Some(status), limit: MOST, ..TournamentFilter::default() };
            match self.store.tournaments(&filter).await {
                Ok(found) => {
                    for (row, _) in found {
                        self.agenda.wake(&row.id, Duration::ZERO);
                    }
                }
                Err(error) => tracing::error!(%error, "cannot list the tournaments"),
            }
        }
    }
}
