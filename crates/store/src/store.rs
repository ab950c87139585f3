use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use sqlx::any::AnyRow;
use sqlx::{AnyPool, AssertSqlSafe, Connection, Executor, FromRow};
use tokio::time::timeout;

use crate::backend::Database;
use crate::change::{Answer, Change};
use crate::file_lock::FileLock;
use crate::values::Values;
use crate::writer::Queue;
use crate::{Backend, Error, Result, house, schema};

/// An open database. Cloning it is cheap, and all clones are the same store.
#[derive(Clone)]
pub struct Store {
    inner: Arc<Inner>,
}

struct Inner {
    database: Database,
    readers: AnyPool,
    /// None in a store that was opened for reading.
    queue: Option<Queue>,
    /// The lock on a SQLite file, until the store is closed.
    lock: Mutex<Option<FileLock>>,
}

impl Store {
    /// Opens the store at `sqlite:///path/to/file.db` or `postgres://user@host/name`, and brings its schema up to date.
    /// A SQLite file that is not there is created, for its owner alone; one that is damaged, foreign or too new is
    /// refused and left as it is. [`Error::InUse`] if another store is open on the same SQLite file.
    pub async fn open(url: &str) -> Result<Store> {
        let (database, lock) = Database::open(url).await?;
        let mut connection = database.connect().await?;
        connection.execute(database.dialect.no_timeouts).await?;
        schema::migrate(&mut connection).await?;
        house::create_secret(&mut connection).await?;
        connection.execute(database.dialect.writer).await?;
        let queue = Queue::start(database.clone(), connection);
        Ok(Store::new(database, Some(queue), lock))
    }

    /// Opens a store that exists, only to read it or to copy from it; another process may be using it meanwhile. Every
    /// change is answered [`Error::ReadOnly`]. A schema that is not up to date is brought up to date first, as by
    /// [`Store::migrate`].
    pub async fn open_for_reading(url: &str) -> Result<Store> {
        let missing = || Error::Unavailable("there is no such file".into());
        let database = Database::existing(url)?.ok_or_else(missing)?;
        Store::migrate(url).await?;
        Ok(Store::new(database, None, None))
    }

    /// Opens a store that exists for a small change that does not wait until the house is closed, such as naming a host:
    /// another process may be using it meanwhile, and finds the change when it reads the next time. Never for tables.
    pub async fn open_beside(url: &str) -> Result<Store> {
        let missing = || Error::Unavailable("there is no such file".into());
        let database = Database::existing(url)?.ok_or_else(missing)?;
        Store::migrate(url).await?;
        let connection = database.connect().await?;
        let queue = Queue::start(database.clone(), connection);
        Ok(Store::new(database, Some(queue), None))
    }

    /// Creates the database at this address, or brings its schema up to date. Another process may be using it only if
    /// there is nothing to do: [`Error::InUse`] otherwise.
    pub async fn migrate(url: &str) -> Result<()> {
        if let Some(database) = Database::existing(url)? {
            let mut connection = database.connect_reader().await?;
            let current = schema::is_current(&mut connection).await?;
            connection.close().await?;
            if current {
                return Ok(());
            }
        }
        Store::open(url).await?.close().await;
        Ok(())
    }

    fn new(database: Database, queue: Option<Queue>, lock: Option<FileLock>) -> Store {
        let readers = database.readers();
        Store { inner: Arc::new(Inner { database, readers, queue, lock: Mutex::new(lock) }) }
    }

    /// Finishes the changes that are queued, and closes. Later calls are answered [`Error::Closed`].
    pub async fn close(&self) {
        self.inner.readers.close().await;
        if let Some(queue) = &self.inner.queue {
            queue.close().await;
        }
        let lock = self.inner.lock.lock().unwrap_or_else(PoisonError::into_inner).take();
        drop(lock);
    }

    /// Which kind of database it is.
    pub fn backend(&self) -> Backend {
        self.inner.database.backend
    }

    /// Checks that a read and the writer answer, and that the last change did not fail because of the database.
    pub async fn ping(&self) -> Result<()> {
        self.secret().await?;
        let Some(queue) = &self.inner.queue else { return Ok(()) };
        queue.submit(Change::Ping).await?;
        queue.last_error().map_or(Ok(()), Err)
    }

    pub(crate) fn is_read_only(&self) -> bool {
        self.inner.queue.is_none()
    }

    pub(crate) async fn change(&self, change: Change) -> Result<Answer> {
        self.inner.queue.as_ref().ok_or(Error::ReadOnly)?.submit(change).await
    }

    pub(crate) async fn read(&self, sql: String, values: Values) -> Result<Vec<AnyRow>> {
        let query = sqlx::query_with(AssertSqlSafe(sql), values.into_arguments());
        let late = |_| Error::Unavailable("timeout waiting for an answer".into());
        Ok(timeout(self.inner.database.dialect.read_timeout, query.fetch_all(&self.inner.readers))
            .await
            .map_err(late)??)
    }

    pub(crate) async fn read_all<T: for<'r> FromRow<'r, AnyRow>>(
        &self,
        sql: String,
        values: Values,
    ) -> Result<Vec<T>> {
        Ok(self.read(sql, values).await?.iter().map(T::from_row).collect::<sqlx::Result<_>>()?)
    }

    pub(crate) fn database(&self) -> &Database {
        &self.inner.database
    }
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Store({})", self.backend())
    }
}
