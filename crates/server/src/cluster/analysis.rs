//! Analyses that people ask for, done by the nodes that work.
//!
//! The gateway judges the request, puts it into a queue of its own, and passes on what the node that takes it reports, a
//! message each, until an empty one. When the person goes away it says so, and the search stops. A node that dies in the
//! midst of it is replaced by another.

use super::Cluster;
use super::work::{STILL_WORKING, next_of};
use crate::api::{LONGEST_ANALYSIS, Search};
use crate::fair_queue::Share;
use crate::server::Server;
use async_nats::Subscriber;
use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::{AckKind, Message};
use futures_util::StreamExt as _;
use protocol::{AnalysisReport, AnalysisRequest};
use serde::{Deserialize, Serialize};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Semaphore, mpsc};

/// How long a request may wait for a node with a free thread.
const QUEUED_FOR: Duration = Duration::from_secs(20);

/// What is to be analysed, as it stands in the queue.
#[derive(Serialize, Deserialize)]
struct Job {
    request: AnalysisRequest,
    person: String,
    address: Option<IpAddr>,
    /// Where the reports go; what is sent to `.stop` below it ends the search.
    reply: String,
}

impl Cluster {
    fn analysis_subject(&self) -> String {
        format!("{}.analysis", self.prefix)
    }

    async fn analysis_queue(&self) -> Result<PullConsumer, async_nats::Error> {
        let name = format!("{}-ANALYSIS", self.prefix.replace('.', "-"));
        self.queue_of(name, self.analysis_subject(), QUEUED_FOR).await
    }

    /// Queues a request; the reports to it, if that was possible.
    async fn request_analysis(
        &self,
        request: &AnalysisRequest,
        share: &Share,
    ) -> Option<(String, Subscriber)> {
        let reply = self.client.new_inbox();
        let job = Job {
            request: request.clone(),
            person: share.person.clone(),
            address: share.address,
            reply: reply.clone(),
        };
        let job = serde_json::to_vec(&job).ok().filter(|job| job.len() < self.client.max_payload())?;
        let reports = self.client.subscribe(reply.clone()).await.ok()?;
        let subject = format!("{}.{}", self.analysis_subject(), crate::tokens::random_id(9));
        let queued = async { self.jetstream.publish(subject, job.into()).await.ok()?.await.ok() };
        // Without a queue there is no node that works: this one does it.
        tokio::time::timeout(STILL_WORKING, queued).await.ok()??;
        Some((reply, reports))
    }
}

impl Server {
    /// Has another node analyse what was asked, if this one does not work itself; whether that was possible.
    pub(crate) async fn analyse_elsewhere(
        &self,
        request: &AnalysisRequest,
        share: &Share,
        sender: &mpsc::UnboundedSender<AnalysisReport>,
    ) -> bool {
        let Some(cluster) = self.cluster.as_ref().filter(|cluster| !cluster.works) else { return false };
        if !cluster.is_connected() {
            return false;
        }
        let Some((reply, mut reports)) = cluster.request_analysis(request, share).await else { return false };
        let longest = QUEUED_FOR + Duration::from_millis(request.time.min(LONGEST_ANALYSIS));
        let pass_on = async {
            while let Some(message) = reports.next().await {
                if message.payload.is_empty() {
                    return;
                }
                if let Ok(report) = serde_json::from_slice(&message.payload) {
                    // The client may have disconnected.
                    let _ = sender.send(report);
                }
            }
        };
        tokio::select! {
            () = pass_on => return true,
            () = sender.closed() => {}
            () = self.shutdown.cancelled() => {}
            () = tokio::time::sleep(longest) => {}
        }
        let _ = cluster.client.publish(format!("{reply}.stop"), Vec::new().into()).await;
        true
    }

    /// Takes analyses from the queue until the server shuts down, never more at once than there are threads for them.
    pub(crate) async fn take_analyses(self: Arc<Self>) {
        let Some(cluster) = self.cluster.as_ref().filter(|cluster| cluster.works) else { return };
        let slots = Arc::new(Semaphore::new(self.config.workers.div_ceil(2).max(1)));
        let mut queue = None;
        while !self.shutdown.is_cancelled() {
            let Ok(slot) = slots.clone().acquire_owned().await else { return };
            let next = async {
                let consumer: &PullConsumer = match &mut queue {
                    Some(consumer) => consumer,
                    none => none.insert(cluster.analysis_queue().await?),
                };
                next_of(consumer).await
            };
            let next = tokio::select! {
                next = next => next,
                () = self.shutdown.cancelled() => return,
            };
            match next {
                Ok(Some(message)) => {
                    self.metrics.jobs_taken.inc();
                    let server = self.clone();
                    self.spawn_tracked(async move {
                        server.analyse_queued(message).await;
                        drop(slot);
                    });
                }
                Ok(None) => queue = None,
                Err(error) => {
                    tracing::debug!(%error, "cannot take analyses from the queue");
                    queue = None;
                    tokio::time::sleep(STILL_WORKING).await;
                }
            }
        }
    }

    /// Does an analysis of the queue, and reports it to the node that asked.
    async fn analyse_queued(self: &Arc<Self>, message: Message) {
        let (Some(cluster), Ok(job)) = (&self.cluster, serde_json::from_slice::<Job>(&message.payload))
        else {
            let _ = message.ack().await;
            return;
        };
        let share = Share { address: job.address, person: job.person };
        let (sender, mut reports) = mpsc::unbounded_channel();
        let (server, request) = (self.clone(), job.request);
        let search = async move {
            // The gateway has judged it already: a refusal here is nobody's mistake.
            if let Ok(search) = Search::prepare(&server, &share, &request).await {
                search.run(&server, &share, sender).await;
            }
        };
        let stopped = async {
            match cluster.client.subscribe(format!("{}.stop", job.reply)).await {
                Ok(mut stop) => drop(stop.next().await),
                Err(_) => std::future::pending().await,
            }
        };
        let report = async {
            while let Some(report) = reports.recv().await {
                let report = serde_json::to_vec(&report).expect("a report is plain data");
                let _ = cluster.client.publish(job.reply.clone(), report.into()).await;
            }
        };
        let still_working = async {
            loop {
                tokio::time::sleep(STILL_WORKING).await;
                let _ = message.ack_with(AckKind::Progress).await;
            }
        };
        tokio::select! {
            _ = futures_util::future::join(search, report) => {}
            () = stopped => {}
            () = still_working => {}
        }
        if self.shutdown.is_cancelled() {
            let _ = message.ack_with(AckKind::Nak(None)).await;
            return;
        }
        let _ = message.ack().await;
        let _ = cluster.client.publish(job.reply, Vec::new().into()).await;
    }
}
