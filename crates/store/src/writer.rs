use std::sync::{Arc, Mutex, PoisonError};

use sqlx::{AnyConnection, Connection, Executor};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio::time::timeout;

use crate::backend::Database;
use crate::change::{self, Answer, Change};
use crate::{Error, Result};

/// How many changes are committed together at most.
const BATCH_SIZE: usize = 512;

/// How many changes may be queued; further callers wait until there is room.
const QUEUE_LENGTH: usize = 4096;

/// How often a transaction is tried that another node's is in the way of.
const ATTEMPTS: usize = 5;

/// The queue of the one [`Writer`].
pub(crate) struct Queue {
    jobs: Mutex<Option<mpsc::Sender<Job>>>,
    writer: Mutex<Option<JoinHandle<()>>>,
    last_error: Arc<Mutex<Option<Error>>>,
}

struct Job {
    change: Change,
    answer: oneshot::Sender<Result<Answer>>,
}

impl Queue {
    /// Starts the writer on its connection.
    pub fn start(database: Database, connection: AnyConnection) -> Queue {
        let (sender, jobs) = mpsc::channel(QUEUE_LENGTH);
        let last_error = Arc::default();
        let writer = Writer {
            database,
            connection: Some(connection),
            committing: false,
            last_error: Arc::clone(&last_error),
        };
        let writer = tokio::spawn(writer.run(jobs));
        Queue { jobs: Mutex::new(Some(sender)), writer: Mutex::new(Some(writer)), last_error }
    }

    /// Queues a change, and waits until it is durable or refused.
    pub async fn submit(&self, change: Change) -> Result<Answer> {
        let (answer, answered) = oneshot::channel();
        let jobs = lock(&self.jobs).clone().ok_or(Error::Closed)?;
        jobs.send(Job { change, answer }).await.map_err(|_| Error::Closed)?;
        drop(jobs);
        answered.await.unwrap_or_else(|_| Err(Error::OutcomeUnknown("the writer stopped".into())))
    }

    /// Why the last transaction failed, if the database was the cause.
    pub fn last_error(&self) -> Option<Error> {
        lock(&self.last_error).clone()
    }

    /// Waits until the writer has finished what is queued; takes no more.
    pub async fn close(&self) {
        drop(lock(&self.jobs).take());
        let writer = lock(&self.writer).take();
        if let Some(writer) = writer {
            // A writer that panicked has nothing left to finish.
            let _ = writer.await;
        }
    }
}

/// Locks a mutex; nothing here panics while it is held.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The one task that changes the database: it takes all changes that are queued, makes them in one transaction, commits,
/// then answers. While one batch is being flushed to the disk, the queue fills with the next one.
struct Writer {
    database: Database,
    /// None after a failure: the next attempt connects again.
    connection: Option<AnyConnection>,
    /// Whether COMMIT was sent and not answered yet.
    committing: bool,
    last_error: Arc<Mutex<Option<Error>>>,
}

impl Writer {
    async fn run(mut self, mut jobs: mpsc::Receiver<Job>) {
        let mut batch = Vec::new();
        while jobs.recv_many(&mut batch, BATCH_SIZE).await > 0 {
            self.commit_batch(std::mem::take(&mut batch)).await;
        }
        if let Some(mut connection) = self.connection {
            // Neither is necessary: everything is durable already.
            let _ = timeout(self.database.dialect.transaction_timeout, async {
                let _ = connection.execute(self.database.dialect.on_close).await;
                connection.close().await
            })
            .await;
        }
    }

    /// Commits a batch. If it is refused, each half of it is tried by itself, and so on: a refused change does not
    /// affect the others, except that they take a few more transactions.
    async fn commit_batch(&mut self, batch: Vec<Job>) {
        let mut parts = vec![batch];
        while let Some(mut part) = parts.pop() {
            let changes: Vec<&Change> = part.iter().map(|job| &job.change).collect();
            match self.attempt(&changes).await {
                Ok(answers) => {
                    for (job, answer) in part.into_iter().zip(answers) {
                        // The caller may have dropped its future.
                        let _ = job.answer.send(Ok(answer));
                    }
                }
                Err(error) if part.len() > 1 && error.may_be_one_change() => {
                    let second = part.split_off(part.len() / 2);
                    parts.extend([second, part]);
                }
                Err(error) => {
                    if !error.may_be_one_change() {
                        // The database itself fails: the other parts would fail too.
                        part.extend(parts.drain(..).flatten());
                    }
                    for job in part {
                        let _ = job.answer.send(Err(error.clone()));
                    }
                }
            }
        }
    }

    /// One transaction; tried again on a new connection if the old one turns out to be broken before the commit.
    async fn attempt(&mut self, changes: &[&Change]) -> Result<Vec<Answer>> {
        let had_connection = self.connection.is_some();
        let mut outcome = self.transact(changes).await;
        if had_connection && self.connection.is_none() && matches!(outcome, Err(Error::Unavailable(_))) {
            outcome = self.transact(changes).await;
        }
        for _ in 1..ATTEMPTS {
            if matches!(outcome, Err(Error::Contended)) {
                outcome = self.transact(changes).await;
            }
        }
        match &outcome {
            Err(error) if error.is_of_the_database() => *lock(&self.last_error) = Some(error.clone()),
            Ok(_) if changes.iter().any(|change| !matches!(change, Change::Ping)) => {
                *lock(&self.last_error) = None;
            }
            _ => {}
        }
        outcome
    }

    async fn transact(&mut self, changes: &[&Change]) -> Result<Vec<Answer>> {
        self.committing = false;
        let outcome = match timeout(self.database.dialect.transaction_timeout, self.steps(changes)).await {
            Ok(outcome) => outcome,
            Err(_) => Err(Error::Unavailable("timeout waiting for an answer".into())),
        };
        let Err(error) = outcome else { return outcome };
        self.undo(&error).await;
        Err(match error {
            Error::Unavailable(reason) if self.committing => Error::OutcomeUnknown(reason),
            error => error,
        })
    }

    async fn steps(&mut self, changes: &[&Change]) -> Result<Vec<Answer>> {
        let connection = match &mut self.connection {
            Some(connection) => connection,
            none => none.insert(self.database.connect().await?),
        };
        connection.execute(self.database.dialect.begin).await?;
        let answers = change::apply(connection, changes).await?;
        self.committing = true;
        connection.execute("COMMIT").await?;
        Ok(answers)
    }

    /// Rolls the transaction back, or drops the connection if that is impossible.
    async fn undo(&mut self, error: &Error) {
        let Some(mut connection) = self.connection.take() else { return };
        if matches!(error, Error::Unavailable(_) | Error::Damaged(_)) {
            return;
        }
        // SQLite rolls some transactions back by itself, and then refuses this: a new connection does as well.
        if let Ok(Ok(_)) =
            timeout(self.database.dialect.transaction_timeout, connection.execute("ROLLBACK")).await
        {
            self.connection = Some(connection);
        }
    }
}
