//! The house: everything that requests and sockets share.

use crate::limits::{IDLE, Limits};
use crate::metrics::Metrics;
use crate::person::Person;
use crate::protocol::{Command, Given, Refusal};
use crate::refusal::Result;
use crate::room::Room;
use crate::seal::Seal;
use crate::visits::Visits;
use crate::workers::Workers;
use game::Seat;
use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use store::{Millis, Store};
use table::Kind;
use tokio::sync::OwnedMutexGuard;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// How the house is set up.
#[derive(Clone, Debug)]
pub struct Rules {
    /// What one visitor may ask.
    pub limits: Limits,
    /// How many threads think.
    pub workers: usize,
    /// How long the strongest bot may think about an action.
    pub thinking: Duration,
    /// Whether a proxy in front tells who asks.
    pub behind_proxy: bool,
}

impl Default for Rules {
    fn default() -> Self {
        // One core is left to those who serve.
        let workers =
            std::thread::available_parallelism().map_or(1, |cores| cores.get().saturating_sub(1).max(1));
        Rules { limits: Limits::default(), workers, thinking: Duration::from_secs(1), behind_proxy: false }
    }
}

/// Everything that requests and sockets share.
pub struct House {
    pub(crate) kinds: &'static [&'static dyn Kind],
    pub(crate) store: Store,
    pub(crate) seal: Seal,
    pub(crate) workers: Workers,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) rules: Rules,
    pub(crate) visits: Visits,
    /// Told when the doors close.
    pub(crate) closing: CancellationToken,
    /// What is under way and must be finished before the store closes.
    pub(crate) errands: TaskTracker,
    /// Ratings are read, computed and written by one at a time.
    pub(crate) ratings: tokio::sync::Mutex<()>,
    adoptions: tokio::sync::Mutex<()>,
    rooms: Mutex<HashMap<String, Arc<tokio::sync::Mutex<Room>>>>,
    /// When which table must be looked at, because a clock runs out.
    alarms: Mutex<BTreeSet<(Millis, String)>>,
}

/// A table in one's hands: nobody else changes it meanwhile.
pub type Held = OwnedMutexGuard<Room>;

impl House {
    /// Opens the doors of the house that `store` keeps.
    pub async fn open(
        kinds: &'static [&'static dyn Kind],
        store: Store,
        rules: Rules,
    ) -> std::result::Result<Arc<Self>, store::Error> {
        let seal = Seal::new(store.secret().await?);
        let closed = store.open_doors(now()).await?;
        let playing = store.playing().await?;
        let metrics = Arc::new(Metrics::new());
        let house = Arc::new(House {
            kinds,
            store,
            seal,
            workers: Workers::start(rules.workers, metrics.clone()),
            metrics,
            visits: Visits::new(&rules.limits),
            rules,
            closing: CancellationToken::new(),
            errands: TaskTracker::new(),
            ratings: tokio::sync::Mutex::default(),
            adoptions: tokio::sync::Mutex::default(),
            rooms: Mutex::default(),
            alarms: Mutex::default(),
        });
        tracing::info!(tables = playing.len(), closed_for_ms = closed, "the doors are open");
        house.errand(house.clone().resume(playing));
        house.errand(house.clone().watch_clocks());
        Ok(house)
    }

    /// Finishes what is under way, tells everybody, and closes the store.
    pub async fn close(&self) {
        self.closing.cancel();
        self.errands.close();
        if tokio::time::timeout(Duration::from_secs(20), self.errands.wait()).await.is_err() {
            tracing::warn!("some errands did not end in time");
        }
        self.workers.close();
        if let Err(error) = self.store.heartbeat(now()).await {
            tracing::warn!(%error, "the last heartbeat was not kept");
        }
        self.store.close().await;
        tracing::info!("the doors are closed");
    }

    /// A game of the house.
    pub fn kind(&self, id: &str) -> Option<&'static dyn Kind> {
        self.kinds.iter().find(|kind| kind.info().id == id).copied()
    }

    /// Does something to the end, whether or not anybody waits for it.
    pub(crate) fn errand<F>(&self, errand: F) -> tokio::task::JoinHandle<F::Output>
    where
        F: Future + Send + 'static,
        F::Output: Send,
    {
        self.errands.spawn(errand)
    }

    /// Takes a table in hand, reading it from the store if nobody has it.
    pub(crate) async fn hold(self: &Arc<Self>, id: &str) -> Result<Held> {
        loop {
            let known = self.rooms().get(id).cloned();
            let room = match known {
                Some(room) => room,
                None => {
                    let room = Room::load(self, id).await?.ok_or_else(Refusal::no_table)?;
                    let room = Arc::new(tokio::sync::Mutex::new(room));
                    // Somebody else may have been quicker: then theirs is the table.
                    self.rooms().entry(id.to_owned()).or_insert(room).clone()
                }
            };
            let mut held = room.lock_owned().await;
            if held.is_forgotten() {
                continue;
            }
            held.mend().await?;
            return Ok(held);
        }
    }

    /// Has a person do something at a table. It is done to the end even if the person hangs up meanwhile.
    pub(crate) async fn perform(
        self: &Arc<Self>,
        id: &str,
        person: &Person,
        command: Command,
    ) -> Result<Given> {
        let (house, id, person) = (self.clone(), id.to_owned(), person.clone());
        let errand = self.errand(async move { house.hold(&id).await?.obey(&person, command).await });
        let answer = errand.await.unwrap_or_else(|error| {
            tracing::error!(%error, "a command failed");
            Err(Refusal::not_saved())
        });
        self.count(answer)
    }

    /// Gives all that a guest has to an account, at tables in memory too.
    pub(crate) async fn adopt(&self, guest: &str, account: &str) -> Result<()> {
        // One at a time: two of them would wait for each other's tables.
        let _one_at_a_time = self.adoptions.lock().await;
        let rooms: Vec<_> = self.rooms().values().cloned().collect();
        let mut concerned = Vec::new();
        for room in rooms {
            let held = room.lock_owned().await;
            if held.concerns(guest) {
                concerned.push(held);
            }
        }
        // Nobody writes these tables meanwhile; afterwards they are read again.
        let adopted = self.store.adopt(guest, account).await;
        for room in &mut concerned {
            room.doubt();
        }
        Ok(adopted?)
    }

    /// Counts an answer if it is a refusal.
    pub(crate) fn count<T>(&self, answer: Result<T>) -> Result<T> {
        if let Err(refusal) = &answer {
            tracing::debug!(code = refusal.code, "refused");
            self.metrics.refusals.get_or_create(&crate::metrics::Code { code: refusal.code }).inc();
        }
        answer
    }

    /// Has the table looked at when `at` has come, instead of `before`.
    pub(crate) fn set_alarm(&self, id: &str, before: Option<Millis>, at: Option<Millis>) {
        let mut alarms = self.alarms.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(before) = before {
            alarms.remove(&(before, id.to_owned()));
        }
        if let Some(at) = at {
            alarms.insert((at, id.to_owned()));
        }
    }

    /// Has a table looked at once more in a moment, because something could not be kept.
    pub(crate) fn look_again(&self, id: &str) {
        self.set_alarm(id, None, Some(now() + 1000));
    }

    /// After a restart: every game goes on where it was.
    async fn resume(self: Arc<Self>, playing: Vec<String>) {
        for id in playing {
            if self.closing.is_cancelled() {
                return;
            }
            match self.hold(&id).await {
                Ok(mut room) => room.follow_up(),
                Err(refusal) => tracing::error!(table = id, code = refusal.code, "a table can't be resumed"),
            }
        }
    }

    /// Looks at tables whose clocks have run out, and now and then at everything else that needs it.
    async fn watch_clocks(self: Arc<Self>) {
        let mut ticks = tokio::time::interval(Duration::from_millis(50));
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        for tick in 0_u64.. {
            tokio::select! {
                _ = ticks.tick() => {}
                () = self.closing.cancelled() => return,
            }
            for id in self.due(now()) {
                let house = self.clone();
                self.errand(async move {
                    match house.hold(&id).await {
                        Ok(mut room) => room.time_is_up().await,
                        Err(refusal) => {
                            tracing::error!(table = id, code = refusal.code, "a clock can't be read");
                        }
                    }
                });
            }
            if tick.is_multiple_of(100) {
                self.forget_idle_rooms();
                self.visits.forget();
                if let Err(error) = self.store.heartbeat(now()).await {
                    tracing::error!(%error, "the heartbeat was not kept");
                }
            }
        }
    }

    fn due(&self, now: Millis) -> Vec<String> {
        let mut alarms = self.alarms.lock().unwrap_or_else(PoisonError::into_inner);
        let later = alarms.split_off(&(now + 1, String::new()));
        std::mem::replace(&mut *alarms, later).into_iter().map(|(_, id)| id).collect()
    }

    /// Lets go of tables that nobody looks at and no bot thinks about: the store has them.
    fn forget_idle_rooms(&self) {
        let mut rooms = self.rooms();
        rooms.retain(|_, room| {
            // Whoever holds it is not idle.
            let Ok(mut room) = room.try_lock() else { return true };
            let idle = room.idle_for() > IDLE;
            if idle {
                room.forget();
            }
            !idle
        });
        self.metrics.rooms.set(rooms.len() as i64);
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<String, Arc<tokio::sync::Mutex<Room>>>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The time.
pub fn now() -> Millis {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Millis::try_from(since.as_millis()).unwrap_or(Millis::MAX)
}

/// The seats of a table by number.
pub(crate) fn seat_of(number: i64) -> Seat {
    Seat(u8::try_from(number).unwrap_or(u8::MAX))
}
