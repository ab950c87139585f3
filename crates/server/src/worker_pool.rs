//! The worker pool: threads for bots, analysis and physics, apart from the async runtime. Each job can be cancelled.

use crate::metrics::Metrics;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// A pool of threads with two queues, one for play and one for analysis; play comes first. Each queue is served in order;
/// since a table or a person never has more than one job in it, that is fair.
pub struct WorkerPool {
    queue: Arc<Queue>,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

/// Which queue a job waits in.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Priority {
    /// A table waits for it.
    Play,
    /// A person asked for an analysis.
    Analysis,
}

/// A flag that cancels a job.
#[derive(Clone)]
pub struct CancelFlag {
    cancelled: Arc<AtomicBool>,
}

struct Queue {
    jobs: Mutex<Jobs>,
    more: Condvar,
    metrics: Arc<Metrics>,
}

#[derive(Default)]
struct Jobs {
    play: VecDeque<Job>,
    analysis: VecDeque<Job>,
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
}

/// Cancels the job when the caller drops the future.
struct CancelOnDrop<'a>(&'a CancelFlag);

impl Drop for CancelOnDrop<'_> {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

impl WorkerPool {
    /// Starts `count` threads.
    pub fn start(count: usize, metrics: Arc<Metrics>) -> Self {
        let queue = Arc::new(Queue { jobs: Mutex::default(), more: Condvar::new(), metrics });
        let thread = |number| {
            let queue = queue.clone();
            let builder = std::thread::Builder::new().name(format!("worker-{number}"));
            builder.spawn(move || queue.serve()).expect("the system has threads")
        };
        let threads = (0..count.max(1)).map(thread).collect();
        WorkerPool { queue, threads: Mutex::new(threads) }
    }

    /// Runs `job` on a thread and returns its answer; `None` if the pool is closed, the job panicked, or it was cancelled
    /// before it began. Dropping the future cancels the job.
    pub async fn run<T: Send + 'static>(
        &self,
        priority: Priority,
        cancel: &CancelFlag,
        job: impl FnOnce(&CancelFlag) -> T + Send + 'static,
    ) -> Option<T> {
        let _cancel_on_drop = CancelOnDrop(cancel);
        let (answer, answered) = oneshot::channel();
        let asked = Instant::now();
        let metrics = self.queue.metrics.clone();
        let cancel = cancel.clone();
        self.queue.push(
            priority,
            Box::new(move || {
                metrics.worker_wait.observe(asked.elapsed().as_secs_f64());
                if !cancel.is_cancelled() {
                    // The caller may have stopped waiting.
                    let _ = answer.send(job(&cancel));
                }
            }),
        );
        answered.await.ok()
    }

    /// Lets the threads finish their present jobs and drops the queued ones.
    pub fn close(&self) {
        self.queue.lock().closed = true;
        self.queue.more.notify_all();
        let mut threads = self.threads.lock().unwrap_or_else(PoisonError::into_inner);
        for thread in threads.drain(..) {
            if thread.join().is_err() {
                tracing::error!("a worker thread panicked");
            }
        }
    }
}

impl Queue {
    fn lock(&self) -> std::sync::MutexGuard<'_, Jobs> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn push(&self, priority: Priority, job: Job) {
        let mut jobs = self.lock();
        if jobs.closed {
            return;
        }
        match priority {
            Priority::Play => jobs.play.push_back(job),
            Priority::Analysis => jobs.analysis.push_back(job),
        }
        self.metrics.worker_queue.inc();
        drop(jobs);
        self.more.notify_one();
    }

    fn serve(&self) {
        while let Some(job) = self.next() {
            // A panic in a bot costs its answer, not the thread.
            if std::panic::catch_unwind(std::panic::AssertUnwindSafe(job)).is_err() {
                tracing::error!("a job panicked");
            }
        }
    }

    fn next(&self) -> Option<Job> {
        let mut jobs = self.lock();
        loop {
            if jobs.closed {
                jobs.play.clear();
                jobs.analysis.clear();
                return None;
            }
            let waiting = &mut *jobs;
            if let Some(job) = waiting.play.pop_front().or_else(|| waiting.analysis.pop_front()) {
                self.metrics.worker_queue.dec();
                return Some(job);
            }
            jobs = self.more.wait(jobs).unwrap_or_else(PoisonError::into_inner);
        }
    }
}
