//! The worker pool: threads for physics, bots, records and analysis, apart from the async runtime. Each job can be
//! cancelled.

use crate::fair_queue::{FairQueue, Share};
use crate::metrics::Metrics;
use rustix::time::{ClockId, clock_gettime};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// A pool of threads. Jobs of each [`Lane`] have threads and a queue of their own, so that none waits for those of
/// another lane; within a lane everybody gets an equal share ([`FairQueue`]). The operating system gives what is left by
/// the async runtime to them, in the order of [`Lane::niceness`].
pub struct WorkerPool {
    lanes: [Arc<Queue>; LANES.len()],
    threads: Mutex<Vec<JoinHandle<()>>>,
}

/// What kind of job it is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Lane {
    /// What Nature answers: physics. A table waits for it.
    Nature,
    /// A brought record is judged. A person waits for it.
    Records,
    /// A bot thinks.
    Bots,
    /// A person asked for an analysis.
    Analysis,
}

const LANES: [Lane; 4] = [Lane::Nature, Lane::Records, Lane::Bots, Lane::Analysis];

impl Lane {
    /// How many threads it has, if bots may use so many processors.
    fn threads(self, workers: usize) -> usize {
        match self {
            Lane::Nature | Lane::Bots => workers.max(1),
            Lane::Records => 1,
            Lane::Analysis => workers.div_ceil(2).max(1),
        }
    }

    /// How much its threads stand back for others (see setpriority(2)): the async runtime comes first.
    fn niceness(self) -> i32 {
        match self {
            Lane::Nature | Lane::Records => 2,
            Lane::Bots => 5,
            Lane::Analysis => 10,
        }
    }
}

/// A flag that cancels a job.
#[derive(Clone)]
pub struct CancelFlag {
    cancelled: Arc<AtomicBool>,
}

struct Queue {
    lane: Lane,
    waiting: Mutex<Waiting>,
    more: Condvar,
    metrics: Arc<Metrics>,
}

#[derive(Default)]
struct Waiting {
    jobs: FairQueue<Job>,
    closed: bool,
}

type Job = Box<dyn FnOnce() + Send>;

impl CancelFlag {
    /// Not cancelled yet.
    pub fn new() -> Self {
        CancelFlag { cancelled: Arc::new(AtomicBool::new(false)) }
    }

    /// Cancels the job.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// Whether the job is cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    /// A stop condition for budgets: true once the job is cancelled, or `time` from now at the latest.
    pub fn or_after(&self, time: Duration) -> impl Fn() -> bool + Sync + use<> {
        let (cancel, end) = (self.clone(), Instant::now() + time);
        move || cancel.is_cancelled() || Instant::now() >= end
    }

    /// The same with the processor time of this thread, from now on.
    pub fn or_after_cpu(&self, time: Duration) -> impl Fn() -> bool + Sync + use<> {
        let (cancel, end) = (self.clone(), thread_cpu_time() + time);
        move || cancel.is_cancelled() || thread_cpu_time() >= end
    }
}

/// The processor time that this thread has used.
pub fn thread_cpu_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(u64::try_from(time.tv_sec).unwrap_or(0), u32::try_from(time.tv_nsec).unwrap_or(0))
}

/// Cancels the job when the caller drops the future.
struct CancelOnDrop<'a>(&'a CancelFlag);

impl Drop for CancelOnDrop<'_> {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

impl WorkerPool {
    /// Starts the threads; `workers` of them for bots.
    pub fn start(workers: usize, metrics: &Arc<Metrics>) -> Self {
        let lanes = LANES.map(|lane| {
            let (waiting, more) = (Mutex::default(), Condvar::new());
            Arc::new(Queue { lane, waiting, more, metrics: metrics.clone() })
        });
        let mut threads = Vec::new();
        for queue in &lanes {
            for number in 0..queue.lane.threads(workers) {
                let queue = queue.clone();
                let name = format!("{:?}-{number}", queue.lane).to_lowercase();
                let builder = std::thread::Builder::new().name(name);
                threads.push(builder.spawn(move || queue.serve()).expect("the system has threads"));
            }
        }
        WorkerPool { lanes, threads: Mutex::new(threads) }
    }

    /// Runs `job` on a thread of a lane, on the account of `share`, and returns its answer; `None` if the pool is closed,
    /// the job panicked, or it was cancelled before it began. Dropping the future cancels the job.
    pub async fn run<T: Send + 'static>(
        &self,
        lane: Lane,
        share: &Share,
        cancel: &CancelFlag,
        job: impl FnOnce(&CancelFlag) -> T + Send + 'static,
    ) -> Option<T> {
        let _cancel_on_drop = CancelOnDrop(cancel);
        let (answer, answered) = oneshot::channel();
        let asked = Instant::now();
        let queue = &self.lanes[lane as usize];
        let metrics = queue.metrics.clone();
        let cancel = cancel.clone();
        let job = move || {
            metrics.worker_wait.observe(asked.elapsed().as_secs_f64());
            if !cancel.is_cancelled() {
                // The caller may have stopped waiting.
                let _ = answer.send(job(&cancel));
            }
        };
        queue.push(share, Box::new(job));
        answered.await.ok()
    }

    /// Lets the threads finish their present jobs and drops the queued ones.
    pub fn close(&self) {
        for queue in &self.lanes {
            queue.lock().closed = true;
            queue.more.notify_all();
        }
        let mut threads = self.threads.lock().unwrap_or_else(PoisonError::into_inner);
        for thread in threads.drain(..) {
            if thread.join().is_err() {
                tracing::error!("a worker thread panicked");
            }
        }
    }
}

impl Queue {
    fn lock(&self) -> std::sync::MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn push(&self, share: &Share, job: Job) {
        let mut waiting = self.lock();
        if waiting.closed {
            return;
        }
        waiting.jobs.push(share, job);
        self.metrics.worker_queue.inc();
        drop(waiting);
        self.more.notify_one();
    }

    fn serve(&self) {
        stand_back(self.lane.niceness());
        while let Some((share, job)) = self.next() {
            let began = thread_cpu_time();
            // A panic in a bot costs its answer, not the thread.
            if std::panic::catch_unwind(std::panic::AssertUnwindSafe(job)).is_err() {
                tracing::error!("a job panicked");
            }
            self.lock().jobs.settle(&share, thread_cpu_time().saturating_sub(began));
        }
    }

    fn next(&self) -> Option<(Share, Job)> {
        let mut waiting = self.lock();
        loop {
            if waiting.closed {
                self.metrics.worker_queue.dec_by(waiting.jobs.len() as i64);
                waiting.jobs.clear();
                return None;
            }
            if let Some(next) = waiting.jobs.pop() {
                self.metrics.worker_queue.dec();
                return Some(next);
            }
            waiting = self.more.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Lets other threads of the machine go before this one. A sandbox may forbid it: then all are equal.
fn stand_back(niceness: i32) {
    if let Err(error) = rustix::process::setpriority_process(Some(rustix::thread::gettid()), niceness) {
        tracing::debug!(%error, "worker threads have the priority of all others");
    }
}
