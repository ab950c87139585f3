//! The queue of the jobs of bots and of Nature, shared by all nodes.
//!
//! A job is known by its table and the length of the log: the queue holds each at most once. Whoever takes it acknowledges
//! it when its answer is written; if that node dies, another gets it. The answer is written like anybody's action.

use super::Cluster;
use crate::server::Server;
use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::context::PublishErrorKind;
use async_nats::jetstream::stream::{Config, DiscardPolicy, RetentionPolicy, StorageType};
use async_nats::jetstream::{AckKind, Message};
use futures_util::StreamExt as _;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// A job that is not acknowledged for so long is given to another node.
const ACKNOWLEDGE_WITHIN: Duration = Duration::from_secs(4);

/// How often a node says that it is still at a job.
pub(super) const STILL_WORKING: Duration = Duration::from_secs(1);

/// How long one request for jobs waits.
const FETCH: Duration = Duration::from_secs(1);

/// What is to be done, as it stands in the queue.
#[derive(Serialize, Deserialize)]
struct Job {
    table: String,
    /// The length of the log.
    entries: usize,
    /// Whether somebody looks at the table.
    watched: bool,
}

/// A job that was taken from the queue. Dropped without [`Delivery::done`], it is given to another node.
pub(crate) struct Delivery {
    message: Arc<Message>,
    done: bool,
    still_working: tokio::task::JoinHandle<()>,
    server: Arc<Server>,
    _slot: OwnedSemaphorePermit,
}

impl Delivery {
    fn new(server: Arc<Server>, message: Message, slot: OwnedSemaphorePermit) -> Self {
        let message = Arc::new(message);
        let working = message.clone();
        let still_working = tokio::spawn(async move {
            loop {
                tokio::time::sleep(STILL_WORKING).await;
                let _ = working.ack_with(AckKind::Progress).await;
            }
        });
        Delivery { message, done: false, still_working, server, _slot: slot }
    }

    /// Takes the job off the queue: its answer is written, or not needed any more.
    pub async fn done(mut self) {
        self.done = true;
        let _ = self.message.ack().await;
    }
}

impl Drop for Delivery {
    fn drop(&mut self) {
        self.still_working.abort();
        if !self.done {
            let message = self.message.clone();
            // A node that leaves gives its jobs back at once, and waits until it has.
            let pause = (!self.server.shutdown.is_cancelled()).then_some(STILL_WORKING);
            self.server.spawn_tracked(async move { message.ack_with(AckKind::Nak(pause)).await });
        }
    }
}

impl Cluster {
    fn work_subject(&self) -> String {
        format!("{}.work", self.prefix)
    }

    fn stream_name(&self) -> String {
        format!("{}-WORK", self.prefix.replace('.', "-"))
    }

    /// Queues the job of a position, unless it is queued already.
    pub async fn request_work(&self, table: &str, entries: usize, watched: bool) {
        let subject = format!("{}.{table}.{entries}", self.work_subject());
        let job = Job { table: table.to_owned(), entries, watched };
        let job = serde_json::to_vec(&job).expect("a job is plain data");
        let queued = async {
            // Refused if it is there already.
            let refused = match self.jetstream.publish(subject.clone(), job.clone().into()).await {
                Ok(sent) => sent.await.err(),
                Err(error) => Some(error),
            };
            // The queue is gone with NATS's memory: it is made again.
            if refused.is_some_and(|error| error.kind() == PublishErrorKind::StreamNotFound)
                && self.queue().await.is_ok()
                && let Ok(sent) = self.jetstream.publish(subject, job.into()).await
            {
                let _ = sent.await;
            }
        };
        // What could not be queued is queued later by a worker ([`super::catch_up`]).
        let _ = tokio::time::timeout(STILL_WORKING, queued).await;
    }

    async fn queue(&self) -> Result<PullConsumer, async_nats::Error> {
        self.queue_of(self.stream_name(), self.work_subject(), Duration::ZERO).await
    }

    /// A queue in NATS's memory that holds each subject once, for a time if it is not zero.
    pub(super) async fn queue_of(
        &self,
        name: String,
        subject: String,
        max_age: Duration,
    ) -> Result<PullConsumer, async_nats::Error> {
        let stream = self.jetstream.get_or_create_stream(Config {
            name,
            subjects: vec![format!("{subject}.>")],
            retention: RetentionPolicy::WorkQueue,
            storage: StorageType::Memory,
            discard: DiscardPolicy::New,
            discard_new_per_subject: true,
            max_messages_per_subject: 1,
            max_age,
            ..Config::default()
        });
        let consumer = pull::Config {
            durable_name: Some("workers".to_owned()),
            ack_policy: AckPolicy::Explicit,
            ack_wait: ACKNOWLEDGE_WITHIN,
            max_ack_pending: -1,
            ..pull::Config::default()
        };
        Ok(stream.await?.get_or_create_consumer("workers", consumer).await?)
    }
}

/// The next job of a queue; none if there is nothing to do, or the queue is gone with NATS's memory.
pub(super) async fn next_of(consumer: &PullConsumer) -> Result<Option<Message>, async_nats::Error> {
    let fetch =
        async { consumer.fetch().max_messages(1).expires(FETCH).messages().await?.next().await.transpose() };
    // A request that is lost with NATS is not waited for.
    tokio::time::timeout(FETCH * 2, fetch).await.unwrap_or(Ok(None))
}

impl Server {
    /// Takes jobs from the queue until the server shuts down, never more at once than there are threads.
    pub(crate) async fn take_work(self: Arc<Self>) {
        let Some(cluster) = self.cluster.as_ref().filter(|cluster| cluster.works) else { return };
        let slots = Arc::new(Semaphore::new(self.config.workers.max(1)));
        let mut queue = None;
        while !self.shutdown.is_cancelled() {
            let Ok(slot) = slots.clone().acquire_owned().await else { return };
            if cluster.health.cut_off().is_cancelled() {
                // Others can save what they find out.
                tokio::time::sleep(STILL_WORKING).await;
                continue;
            }
            let next = async {
                let consumer: &PullConsumer = match &mut queue {
                    Some(consumer) => consumer,
                    none => none.insert(cluster.queue().await?),
                };
                next_of(consumer).await
            };
            let next = tokio::select! {
                next = next => next,
                () = self.shutdown.cancelled() => return,
            };
            match next {
                Ok(Some(message)) => {
                    let server = self.clone();
                    self.metrics.jobs_taken.inc();
                    let delivery = Delivery::new(server.clone(), message, slot);
                    self.spawn_tracked(async move { server.start_queued(delivery).await });
                }
                // Nothing to do; or the queue is gone with NATS's memory, and is made again.
                Ok(None) => queue = None,
                Err(error) => {
                    tracing::warn!(%error, "cannot take jobs from the queue");
                    queue = None;
                    tokio::time::sleep(STILL_WORKING).await;
                }
            }
        }
    }

    /// Starts a job of the queue, if its position is still the present one.
    async fn start_queued(self: Arc<Self>, delivery: Delivery) {
        let Ok(Job { table, entries, watched }) = serde_json::from_slice(&delivery.message.payload) else {
            return delivery.done().await;
        };
        let room = match self.room(&table).await {
            Ok(room) => Ok(Some(room)),
            Err(error) if matches!(&*error.0.code, "no_table" | "other_rules" | "damaged") => Ok(None),
            Err(error) => Err(error),
        };
        let started = match room {
            Ok(Some(mut room)) => room.start_queued(entries, watched, delivery).await,
            Ok(None) => return delivery.done().await,
            Err(error) => Err(error),
        };
        if let Err(error) = started {
            tracing::warn!(table, code = &*error.0.code, "a job cannot be started; it is queued again");
        }
    }
}
