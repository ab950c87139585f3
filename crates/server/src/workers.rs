//! Workers: the threads that think. Bots, analyses and Nature run here, never on the async runtime; each job can be
//! cancelled, and answers to whoever still waits for it.

use crate::metrics::Metrics;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// A pool of threads with two queues: whoever plays comes before whoever studies. Each queue is served in order; as a
/// table or a person never has more than one job in it, that is fair.
pub struct Workers {
    queue: Arc<Queue>,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

/// Whose turn in the pool comes first.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Errand {
    /// A table waits for it.
    Play,
    /// A person is curious.
    Study,
}

/// Says when to stop: because nobody wants the answer any more, or because the time is over.
#[derive(Clone)]
pub struct Cancel {
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
    study: VecDeque<Job>,
    closed: bool,
}

type Job = Box<dyn FnOnce() + Send>;

impl Cancel {
    /// Not cancelled yet.
    pub fn new() -> Self {
        Cancel { cancelled: Arc::new(AtomicBool::new(false)) }
    }

    /// The answer is no longer wanted.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// Whether it is no longer wanted.
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    /// A question for budgets: whether to stop, which is so after `time` from now at the latest.
    pub fn or_after(&self, time: Duration) -> impl Fn() -> bool + Sync + use<> {
        let (cancel, end) = (self.clone(), Instant::now() + time);
        move || cancel.is_cancelled() || Instant::now() >= end
    }
}

/// Cancels when it is dropped: who waits no longer wants no answer.
struct Waiting<'a>(&'a Cancel);

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

impl Workers {
    /// So many threads.
    pub fn start(count: usize, metrics: Arc<Metrics>) -> Self {
        let queue = Arc::new(Queue { jobs: Mutex::default(), more: Condvar::new(), metrics });
        let thread = |number| {
            let queue = queue.clone();
            let builder = std::thread::Builder::new().name(format!("worker-{number}"));
            builder.spawn(move || queue.serve()).expect("the system has threads")
        };
        let threads = (0..count.max(1)).map(thread).collect();
        Workers { queue, threads: Mutex::new(threads) }
    }

    /// Has a thread do `job`; nothing if the pool is closed, the job panicked, or it was cancelled before it began.
    /// Whoever stops waiting for the answer cancels the job.
    pub async fn run<T: Send + 'static>(
        &self,
        errand: Errand,
        cancel: &Cancel,
        job: impl FnOnce(&Cancel) -> T + Send + 'static,
    ) -> Option<T> {
        let _waiting = Waiting(cancel);
        let (answer, answered) = oneshot::channel();
        let asked = Instant::now();
        let metrics = self.queue.metrics.clone();
        let cancel = cancel.clone();
        self.queue.push(
            errand,
            Box::new(move || {
                metrics.worker_wait.observe(asked.elapsed().as_secs_f64());
                if !cancel.is_cancelled() {
                    // Who asked may be gone: then nobody misses the answer.
                    let _ = answer.send(job(&cancel));
                }
            }),
        );
        answered.await.ok()
    }

    /// Lets the threads finish what they do; what waits is forgotten.
    pub fn close(&self) {
        self.queue.lock().closed = true;
        self.queue.more.notify_all();
        let mut threads = self.threads.lock().unwrap_or_else(PoisonError::into_inner);
        for thread in threads.drain(..) {
            if thread.join().is_err() {
                tracing::error!("a worker thread was lost");
            }
        }
    }
}

impl Queue {
    fn lock(&self) -> std::sync::MutexGuard<'_, Jobs> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn push(&self, errand: Errand, job: Job) {
        let mut jobs = self.lock();
        if jobs.closed {
            return;
        }
        match errand {
            Errand::Play => jobs.play.push_back(job),
            Errand::Study => jobs.study.push_back(job),
        }
        self.metrics.worker_queue.inc();
        drop(jobs);
        self.more.notify_one();
    }

    fn serve(&self) {
        while let Some(job) = self.next() {
            // A fault in a bot costs its answer, not the thread.
            if std::panic::catch_unwind(std::panic::AssertUnwindSafe(job)).is_err() {
                tracing::error!("a job failed");
            }
        }
    }

    fn next(&self) -> Option<Job> {
        let mut jobs = self.lock();
        loop {
            if jobs.closed {
                jobs.play.clear();
                jobs.study.clear();
                return None;
            }
            let waiting = &mut *jobs;
            if let Some(job) = waiting.play.pop_front().or_else(|| waiting.study.pop_front()) {
                self.metrics.worker_queue.dec();
                return Some(job);
            }
            jobs = self.more.wait(jobs).unwrap_or_else(PoisonError::into_inner);
        }
    }
}
