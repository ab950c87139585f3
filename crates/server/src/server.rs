//! The server: the state that requests and sockets share.

use crate::api::Library;
use crate::care::{Care, CareConfig};
use crate::clock::ServerClock;
use crate::cluster::{Cluster, Following, Nats};
use crate::deadlines::Deadlines;
use crate::error::{ApiError, Result};
use crate::limits::{EVICT_AFTER, Limits};
use crate::metrics::Metrics;
use crate::password::Passwords;
use crate::person::Person;
use crate::rate_limits::RateLimits;
use crate::room::Room;
use crate::sweep::Expiry;
use crate::tokens::TokenSigner;
use crate::worker_pool::WorkerPool;
use game::Seat;
use ipnet::IpNet;
use protocol::{Command, Done, Refusal};
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use store::Store;
use table::Kind;
use tokio::sync::OwnedMutexGuard;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// How many tables are read at once when work is taken up after a start.
const PAGE: u32 = 100;

/// How many people may have their tables counted at once.
const COUNTS: usize = 64;
/// How many times a command is judged again because another node has written to its table, or the same people were rated.
const CONFLICTS: usize = 10;

/// How long the tasks under way may take at shutdown, then the threads, then the store: with the connections before them,
/// less than ten seconds.
const TASKS_TIMEOUT: Duration = Duration::from_secs(3);
const THREADS_TIMEOUT: Duration = Duration::from_secs(1);
const STORE_TIMEOUT: Duration = Duration::from_secs(2);

/// For how long a node takes a table whose clock has run out, in milliseconds: then another one may.
const TAKEN_FOR: i64 = 5_000;

/// The settings of a server.
#[derive(Clone, Debug)]
pub struct Config {
    /// How much one client may ask.
    pub limits: Limits,
    /// How long things are kept that nobody needs.
    pub expiry: Expiry,
    /// The number of threads for bots; physics has as many of its own, analysis half as many.
    pub workers: usize,
    /// How long the strongest bot may think about an action.
    pub thinking: Duration,
    /// The reverse proxies whose forwarded headers are trusted.
    pub trusted_proxies: Vec<IpNet>,
    /// What connects this server with others on the same database.
    pub nats: Option<Nats>,
    /// Whether people connect to this server, if it is one of several.
    pub doors: bool,
    /// Whether this server, if it is one of several, does the work of bots, of Nature and of analysis.
    pub works: bool,
    /// What takes care of people.
    pub care: CareConfig,
}

impl Default for Config {
    fn default() -> Self {
        // One core is left to the async runtime.
        let workers =
            std::thread::available_parallelism().map_or(1, |cores| cores.get().saturating_sub(1).max(1));
        Config {
            limits: Limits::default(),
            expiry: Expiry::default(),
            workers,
            thinking: Duration::from_secs(1),
            trusted_proxies: Vec::new(),
            nats: None,
            doors: true,
            works: true,
            care: CareConfig::default(),
        }
    }
}

/// The state that requests and sockets share.
pub struct Server {
    pub(crate) kinds: &'static [&'static dyn Kind],
    pub(crate) library: Library,
    pub(crate) store: Store,
    pub(crate) tokens: TokenSigner,
    pub(crate) clock: ServerClock,
    pub(crate) workers: WorkerPool,
    pub(crate) passwords: Passwords,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) config: Config,
    pub(crate) rate_limits: RateLimits,
    pub(crate) care: Care,
    /// Cancelled when the server shuts down.
    pub(crate) shutdown: CancellationToken,
    /// The tasks that must end before the store closes.
    pub(crate) tasks: TaskTracker,
    pub(crate) deadlines: Deadlines,
    /// The other nodes, if there are any.
    pub(crate) cluster: Option<Cluster>,
    /// Held while a guest is merged into an account.
    pub(crate) merges: tokio::sync::Mutex<()>,
    /// Each held while somebody's tables or programs are counted and one is added.
    counts: [tokio::sync::Mutex<()>; COUNTS],
    rooms: Mutex<HashMap<String, Arc<tokio::sync::Mutex<Room>>>>,
    /// The tables that the present sweep removes: no room is made of what was read of them before.
    removed: Mutex<HashSet<String>>,
}

/// Exclusive access to a room.
pub type RoomGuard = OwnedMutexGuard<Room>;

impl Server {
    /// Starts a server on a store. Tables are read when a client looks at them, when their clock is due, or when a bot is
    /// to act.
    pub async fn start(
        kinds: &'static [&'static dyn Kind],
        store: Store,
        config: Config,
    ) -> std::result::Result<Arc<Self>, store::Error> {
        let secret = store.secret().await?;
        let tokens = TokenSigner::new(secret);
        let clock = ServerClock::start();
        let cluster = config.nats.clone().map(|nats| Cluster::new(nats, &secret, config.doors, config.works));
        let closed_for = match &cluster {
            None => {
                let resumed = store.resume_clocks(clock.now()).await?;
                clock.set_paused(resumed.paused);
                resumed.closed_for
            }
            Some(cluster) => {
                let beaten = store.beat(cluster.beat(clock.now())).await?;
                clock.set_paused(beaten.paused);
                cluster.health.note(beaten);
                beaten.closed_for
            }
        };
        let metrics = Arc::new(Metrics::new());
        let care = Care::start(&store, &config.care).await?;
        let server = Arc::new(Server {
            kinds,
            library: Library::new(kinds),
            store,
            tokens,
            clock,
            workers: WorkerPool::start(config.workers, &metrics),
            passwords: Passwords::default(),
            metrics,
            rate_limits: RateLimits::new(&config.limits),
            care,
            config,
            shutdown: CancellationToken::new(),
            tasks: TaskTracker::new(),
            deadlines: Deadlines::default(),
            cluster,
            merges: tokio::sync::Mutex::default(),
            counts: std::array::from_fn(|_| tokio::sync::Mutex::default()),
            rooms: Mutex::default(),
            removed: Mutex::default(),
        });
        server.refresh_sanctions().await?;
        tracing::info!(closed_for_ms = closed_for, "server started");
        if server.cluster.is_some() {
            server.spawn_tracked(server.clone().run_beats());
            server.spawn_tracked(server.clone().catch_up());
            server.spawn_tracked(server.clone().request_missed_work());
            server.spawn_tracked(server.clone().take_analyses());
            server.spawn_tracked(server.clone().hear_of_persons());
            server.spawn_tracked(server.clone().take_work());
        } else {
            server.spawn_tracked(server.clone().resume_pending());
        }
        server.spawn_tracked(server.clone().run_timers());
        server.spawn_tracked(server.clone().run_sweeps());
        Ok(server)
    }

    /// Waits for the tasks under way and closes the store, within ten seconds whatever happens: work that is not done is
    /// given back to the other nodes, or done after the next start.
    pub async fn close(self: &Arc<Self>) {
        self.shutdown.cancel();
        self.tasks.close();
        if timeout(TASKS_TIMEOUT, self.tasks.wait()).await.is_err() {
            tracing::warn!("shutdown timed out: some tasks did not end");
        }
        let server = self.clone();
        let threads = tokio::task::spawn_blocking(move || server.workers.close());
        if timeout(THREADS_TIMEOUT, threads).await.is_err() {
            tracing::warn!("shutdown timed out: some jobs did not end");
        }
        let last = async {
            let now = self.clock.now();
            let written = match &self.cluster {
                None => self.store.heartbeat(now).await.map(drop),
                Some(cluster) => self.store.leave(&cluster.node, now).await,
            };
            if let Err(error) = written {
                tracing::warn!(%error, "cannot write the last heartbeat");
            }
            self.store.close().await;
        };
        if timeout(STORE_TIMEOUT, last).await.is_err() {
            tracing::warn!("shutdown timed out: the store did not close");
        }
        if let Some(cluster) = &self.cluster {
            cluster.flush().await;
        }
        tracing::info!("server stopped");
    }

    /// The game of that id.
    pub fn kind(&self, id: &str) -> Option<&'static dyn Kind> {
        self.kinds.iter().find(|kind| kind.info().id == id).copied()
    }

    /// Spawns a task that shutdown waits for. It runs to its end even if the caller stops waiting.
    pub(crate) fn spawn_tracked<F>(&self, task: F) -> tokio::task::JoinHandle<F::Output>
    where
        F: Future + Send + 'static,
        F::Output: Send,
    {
        self.tasks.spawn(task)
    }

    /// Locks the room of a table, loading it if it is not in memory. Fails with `other_rules` for a table that today's
    /// rules can't judge: see [`crate::archive`].
    pub(crate) async fn room(self: &Arc<Self>, id: &str) -> Result<RoomGuard> {
        loop {
            let known = self.rooms().get(id).cloned();
            let room = match known {
                Some(room) => room,
                None => {
                    let following = match &self.cluster {
                        Some(cluster) => Following::begin(self, cluster, id).await,
                        None => None,
                    };
                    let mut room = Room::load(self, id).await?.ok_or_else(Refusal::no_table)?;
                    room.following = following;
                    let room = Arc::new(tokio::sync::Mutex::new(room));
                    let mut rooms = self.rooms();
                    // It may have been removed since it was read.
                    if self.removed().contains(id) {
                        return Err(Refusal::no_table().into());
                    }
                    // Another task may have loaded it meanwhile: then that one is used.
                    rooms.entry(id.to_owned()).or_insert(room).clone()
                }
            };
            let mut room = match room.clone().try_lock_owned() {
                Ok(room) => room,
                Err(_) => room.lock_owned().await,
            };
            if room.is_evicted() {
                continue;
            }
            room.reload_if_stale().await?;
            return Ok(room);
        }
    }

    /// Takes up a new table: writes the columns of its row that are computed from the game, and starts its bots.
    pub(crate) async fn begin(self: Arc<Self>, id: &str) -> Result<()> {
        self.room(id).await?.resume().await;
        Ok(())
    }

    /// Carries a command out at a table. The room stays locked for the caller, if there is one. The caller must not drop
    /// the future before it is done.
    pub(crate) async fn perform(
        self: &Arc<Self>,
        id: &str,
        person: &Person,
        command: Command,
    ) -> (Result<Done>, Option<RoomGuard>) {
        if matches!(command, Command::Continue {}) {
            return (crate::archive::continue_table(self, id, person).await, None);
        }
        let mut room = match self.room(id).await {
            Ok(room) => room,
            Err(error) => return (Err(error), None),
        };
        let again = command.clone();
        let mut answer = room.carry_out(person, command).await;
        for _ in 0..CONFLICTS {
            // Another node was faster, or somebody here was rated for another game: what was written is read, and the
            // command is judged again.
            if !answer.as_ref().is_err_and(|error| error.0.code == "conflict") {
                break;
            }
            answer = match room.reload_if_stale().await {
                Ok(()) => room.carry_out(person, again.clone()).await,
                Err(error) => Err(error),
            };
        }
        (answer, Some(room))
    }

    /// The same in a task of its own, to the end even if the caller drops the future, as HTTP handlers do when the
    /// client disconnects.
    pub(crate) async fn perform_to_end(
        self: &Arc<Self>,
        id: &str,
        person: &Person,
        command: Command,
    ) -> Result<Done> {
        let (server, id, person) = (self.clone(), id.to_owned(), person.clone());
        let task = self.spawn_tracked(async move { server.perform(&id, &person, command).await.0 });
        let answer = task.await.unwrap_or_else(|error| {
            tracing::error!(%error, "a command panicked");
            Err(Refusal::not_saved().into())
        });
        self.count(answer)
    }

    /// Cancelled when this node is cut off from the database, and people are better served by another one.
    pub(crate) fn cut_off(&self) -> CancellationToken {
        self.cluster.as_ref().map(|cluster| cluster.health.cut_off()).unwrap_or_default()
    }

    /// Counts an answer if it is a refusal.
    pub(crate) fn count<T>(&self, answer: Result<T>) -> Result<T> {
        if let Err(ApiError(refusal)) = &answer {
            tracing::debug!(code = &*refusal.code, "refused");
            let code = refusal.code.to_string();
            self.metrics.refusals.get_or_create(&crate::metrics::Code { code }).inc();
        }
        answer
    }

    /// Has a table looked at again in a second, because something could not be saved.
    pub(crate) fn retry_soon(&self, id: &str) {
        self.deadlines.set(id, None, Some(self.clock.play_time().plus(1000)));
    }

    /// After a start: loads the tables at which a bot or Nature is to act, and those of an older schema.
    async fn resume_pending(self: Arc<Self>) {
        let mut after: Option<String> = None;
        loop {
            let ids = match self.store.pending(PAGE, after.as_deref()).await {
                Ok(ids) => ids,
                Err(error) => {
                    tracing::error!(%error, "cannot list the tables to resume");
                    return;
                }
            };
            let Some(last) = ids.last().cloned() else { return };
            for id in ids {
                if self.shutdown.is_cancelled() {
                    return;
                }
                match self.room(&id).await {
                    Ok(mut room) => room.resume().await,
                    Err(error) => self.close_outdated(&id, &error, "cannot resume a table").await,
                }
            }
            after = Some(last);
        }
    }

    /// Handles clocks that have run out, and now and then evicts rooms and beats.
    async fn run_timers(self: Arc<Self>) {
        let mut ticks = tokio::time::interval(Duration::from_millis(50));
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        for tick in 0_u64.. {
            tokio::select! {
                _ = ticks.tick() => {}
                () = self.shutdown.cancelled() => return,
            }
            if self.may_judge_clocks() {
                self.handle_due(self.deadlines.take_due(self.clock.play_time()));
            }
            if tick.is_multiple_of(20) && self.may_judge_clocks() {
                // Tables that are not in memory have their deadline in the store.
                match self.stored_due().await {
                    Ok(due) => self.handle_due(due),
                    Err(error) => tracing::error!(%error, "cannot read the deadlines"),
                }
            }
            if tick.is_multiple_of(100) {
                self.evict_idle_rooms();
                self.rate_limits.forget_idle();
                self.take_care();
                if self.cluster.is_none()
                    && let Err(error) = self.store.heartbeat(self.clock.now()).await
                {
                    tracing::error!(%error, "cannot write the heartbeat");
                }
            }
        }
    }

    /// The tables whose deadline in the store has come. Of several nodes, one takes each.
    async fn stored_due(&self) -> std::result::Result<Vec<String>, store::Error> {
        let now = self.clock.play_time();
        if self.cluster.is_some() {
            return self.store.take_due(now, now.plus(TAKEN_FOR), PAGE).await;
        }
        Ok(self.store.due(now, PAGE).await?.into_iter().map(|(id, _)| id).collect())
    }

    fn handle_due(self: &Arc<Self>, ids: impl IntoIterator<Item = String>) {
        for id in ids {
            let server = self.clone();
            self.spawn_tracked(async move {
                match server.room(&id).await {
                    Ok(mut room) => room.on_deadline().await,
                    Err(error) => server.close_outdated(&id, &error, "cannot handle a deadline").await,
                }
            });
        }
    }

    /// Closes a table that was due but can't be loaded because today's rules can't judge it; any other failure is logged.
    async fn close_outdated(self: &Arc<Self>, id: &str, error: &ApiError, failure: &str) {
        let ApiError(refusal) = error;
        let closed = match &*refusal.code {
            "other_rules" => crate::archive::close(self, id).await,
            _ => Err(error.clone()),
        };
        if let Err(ApiError(refusal)) = closed {
            tracing::error!(table = id, code = &*refusal.code, "{failure}");
        }
    }

    /// Evicts rooms without viewers and bot jobs: the store has them.
    fn evict_idle_rooms(&self) {
        let mut rooms = self.rooms();
        rooms.retain(|_, room| {
            // A locked room is in use.
            let Ok(mut room) = room.try_lock() else { return true };
            let idle = room.idle_for() > EVICT_AFTER;
            if idle {
                room.evict();
            }
            !idle
        });
        self.metrics.rooms.set(rooms.len() as i64);
    }

    /// Lets nobody else add a table or a program for this person until the guard is dropped: of two requests at once, only
    /// one takes the last place. Rooms are locked before it, never after.
    pub(crate) async fn counting(&self, person: &str) -> tokio::sync::MutexGuard<'_, ()> {
        let hash = person.bytes().fold(0_usize, |hash, byte| hash.wrapping_mul(31) + usize::from(byte));
        self.counts[hash % COUNTS].lock().await
    }

    /// The room of a table, if it is in memory.
    pub(crate) fn room_in_memory(&self, id: &str) -> Option<Arc<tokio::sync::Mutex<Room>>> {
        self.rooms().get(id).cloned()
    }

    /// The tables that the present sweep removes.
    pub(crate) fn removed(&self) -> MutexGuard<'_, HashSet<String>> {
        self.removed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Drops an evicted room.
    pub(crate) fn forget_room(&self, id: &str) {
        self.rooms().remove(id);
    }

    /// All rooms in memory, by the ids of their tables.
    pub(crate) fn rooms_in_memory(&self) -> Vec<(String, Arc<tokio::sync::Mutex<Room>>)> {
        self.rooms().iter().map(|(id, room)| (id.clone(), room.clone())).collect()
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<String, Arc<tokio::sync::Mutex<Room>>>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The seat of a number in the store.
pub(crate) fn seat_of(number: i64) -> Seat {
    Seat(u8::try_from(number).unwrap_or(u8::MAX))
}
