use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use sqlx::{AnyConnection, Connection, Executor};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio::time::timeout;

use crate::backend::Place;
use crate::change::{self, Change};
use crate::{Error, Result};

/// How many changes are committed together at most.
const BATCH: usize = 512;

/// How many more may wait before those who come must wait outside.
const WAITING: usize = 4096;

/// How long a transaction may take before its connection is given up.
const PATIENCE: Duration = Duration::from_secs(30);

/// The way to the one [`Writer`].
pub(crate) struct Queue {
    jobs: Mutex<Option<mpsc::Sender<Job>>>,
    writer: Mutex<Option<JoinHandle<()>>>,
    trouble: Arc<Mutex<Option<Error>>>,
}

struct Job {
    change: Change,
    answer: oneshot::Sender<Result<i64>>,
}

impl Queue {
    /// Starts the writer on its connection.
    pub fn start(place: Place, connection: AnyConnection) -> Queue {
        let (sender, jobs) = mpsc::channel(WAITING);
        let trouble = Arc::default();
        let writer =
            Writer { place, connection: Some(connection), committing: false, trouble: Arc::clone(&trouble) };
        let writer = tokio::spawn(writer.run(jobs));
        Queue { jobs: Mutex::new(Some(sender)), writer: Mutex::new(Some(writer)), trouble }
    }

    /// Hands a change to the writer, and waits until it is durable or refused.
    pub async fn submit(&self, change: Change) -> Result<i64> {
        let (answer, answered) = oneshot::channel();
        let jobs = of(&self.jobs).clone().ok_or(Error::Closed)?;
        jobs.send(Job { change, answer }).await.map_err(|_| Error::Closed)?;
        drop(jobs);
        answered.await.unwrap_or_else(|_| Err(Error::Lost("the writer stopped".into())))
    }

    /// What kept the writer from its last work, if something of the store did.
    pub fn trouble(&self) -> Option<Error> {
        of(&self.trouble).clone()
    }

    /// Lets the writer finish what waits.
    pub async fn close(&self) {
        drop(of(&self.jobs).take());
        let writer = of(&self.writer).take();
        if let Some(writer) = writer {
            // A writer that panicked has nothing left to finish.
            let _ = writer.await;
        }
    }
}

/// What a mutex holds; nothing here panics while it is held.
fn of<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The one task that changes anything: it takes all that waits, makes it in one transaction, commits, then answers.
/// While one batch is being flushed to the disk, the next one gathers.
struct Writer {
    place: Place,
    /// None after trouble: the next attempt connects again.
    connection: Option<AnyConnection>,
    /// Whether COMMIT was sent and not answered.
    committing: bool,
    trouble: Arc<Mutex<Option<Error>>>,
}

impl Writer {
    async fn run(mut self, mut jobs: mpsc::Receiver<Job>) {
        let mut batch = Vec::new();
        while jobs.recv_many(&mut batch, BATCH).await > 0 {
            self.settle(std::mem::take(&mut batch)).await;
        }
        if let Some(mut connection) = self.connection {
            // Both are a courtesy: everything is durable already.
            let _ = timeout(PATIENCE, async {
                let _ = connection.execute(self.place.dialect.farewell).await;
                connection.close().await
            })
            .await;
        }
    }

    /// Makes a batch; if it is refused, each half of it by itself, and so on: one bad change spoils no other, and costs
    /// the others a few transactions more.
    async fn settle(&mut self, batch: Vec<Job>) {
        let mut parts = vec![batch];
        while let Some(mut part) = parts.pop() {
            let changes: Vec<&Change> = part.iter().map(|job| &job.change).collect();
            match self.attempt(&changes).await {
                Ok(answers) => {
                    for (job, answer) in part.into_iter().zip(answers) {
                        // Whoever asked may have left.
                        let _ = job.answer.send(Ok(answer));
                    }
                }
                Err(error) if part.len() > 1 && error.may_be_one_change() => {
                    let second = part.split_off(part.len() / 2);
                    parts.extend([second, part]);
                }
                Err(error) => {
                    if !error.may_be_one_change() {
                        // The store itself fails: nobody needs to wait until it fails again.
                        part.extend(parts.drain(..).flatten());
                    }
                    for job in part {
                        let _ = job.answer.send(Err(error.clone()));
                    }
                }
            }
        }
    }

    /// One transaction, on a new connection if the old one turns out to be gone before anything was committed.
    async fn attempt(&mut self, changes: &[&Change]) -> Result<Vec<i64>> {
        let had_connection = self.connection.is_some();
        let mut outcome = self.transact(changes).await;
        if had_connection && self.connection.is_none() && matches!(outcome, Err(Error::Unavailable(_))) {
            outcome = self.transact(changes).await;
        }
        match &outcome {
            Err(error) if error.is_of_the_store() => *of(&self.trouble) = Some(error.clone()),
            Ok(_) if changes.iter().any(|change| !matches!(change, Change::Nothing)) => {
                *of(&self.trouble) = None;
            }
            _ => {}
        }
        outcome
    }

    async fn transact(&mut self, changes: &[&Change]) -> Result<Vec<i64>> {
        self.committing = false;
        let outcome = match timeout(PATIENCE, self.steps(changes)).await {
            Ok(outcome) => outcome,
            Err(_) => Err(Error::Unavailable("no answer in time".into())),
        };
        let Err(error) = outcome else { return outcome };
        self.undo(&error).await;
        Err(match error {
            Error::Unavailable(reason) if self.committing => Error::Lost(reason),
            error => error,
        })
    }

    async fn steps(&mut self, changes: &[&Change]) -> Result<Vec<i64>> {
        let connection = match &mut self.connection {
            Some(connection) => connection,
            none => none.insert(self.place.connect().await?),
        };
        connection.execute(self.place.dialect.begin).await?;
        let answers = change::apply(connection, changes).await?;
        self.committing = true;
        connection.execute("COMMIT").await?;
        Ok(answers)
    }

    /// Leaves the connection without a transaction, or leaves the connection.
    async fn undo(&mut self, error: &Error) {
        let Some(mut connection) = self.connection.take() else { return };
        if matches!(error, Error::Unavailable(_) | Error::Damaged(_)) {
            return;
        }
        // SQLite undoes some transactions by itself, and then refuses: a new connection is as good.
        if let Ok(Ok(_)) = timeout(PATIENCE, connection.execute("ROLLBACK")).await {
            self.connection = Some(connection);
        }
    }
}
