use std::fmt;
use std::time::Duration;

use futures_util::future::BoxFuture;
use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::{AnyConnection, AnyPool, ConnectOptions, Executor};
use tokio::time::timeout;

use crate::file_lock::FileLock;
use crate::{Error, Result, postgres, sqlite};

/// The kind of database that a store uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Backend {
    /// One file, in this process.
    Sqlite,
    /// A database server.
    Postgres,
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Backend::Sqlite => "SQLite",
            Backend::Postgres => "PostgreSQL",
        })
    }
}

/// The statements and settings that differ between the two kinds of database.
#[derive(Debug)]
pub(crate) struct Dialect {
    /// Run on every connection that writes.
    pub writer: &'static str,
    /// Run on every connection that only reads.
    pub reader: &'static str,
    /// Begins a transaction that will write.
    pub begin: &'static str,
    /// Begins a transaction that reads everything as of one moment.
    pub snapshot: &'static str,
    /// Run on a connection whose statements may take any time.
    pub no_timeouts: &'static str,
    /// Run before the writing connection closes.
    pub on_close: &'static str,
    /// How many connections read at once.
    pub readers: u32,
    /// How long a transaction may take before its connection is dropped.
    pub transaction_timeout: Duration,
    /// How long a read may take.
    pub read_timeout: Duration,
    /// Whether an idle connection can break.
    pub may_disconnect: bool,
}

/// How long to wait for a connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// The address of a database, and how to connect to it.
#[derive(Clone, Debug)]
pub(crate) struct Database {
    pub backend: Backend,
    pub dialect: &'static Dialect,
    options: AnyConnectOptions,
}

impl Database {
    /// The database at this address, to be used by this store alone. A SQLite file that is not there is created; the
    /// lock on it is to be held as long as the database is used.
    pub async fn open(url: &str) -> Result<(Database, Option<FileLock>)> {
        match backend(url)? {
            Backend::Sqlite => {
                let (database, lock) = sqlite::open(url).await?;
                Ok((database, Some(lock)))
            }
            Backend::Postgres => Ok((Database::at(Backend::Postgres, &postgres::DIALECT, url)?, None)),
        }
    }

    /// The database at this address, which another process may be using; None if it is a SQLite file that is not there.
    pub fn existing(url: &str) -> Result<Option<Database>> {
        match backend(url)? {
            Backend::Sqlite => sqlite::existing(url),
            Backend::Postgres => Database::at(Backend::Postgres, &postgres::DIALECT, url).map(Some),
        }
    }

    pub fn at(backend: Backend, dialect: &'static Dialect, url: &str) -> Result<Database> {
        let options: AnyConnectOptions = url.parse().map_err(|_| Error::BadAddress(without_password(url)))?;
        Ok(Database { backend, dialect, options: options.disable_statement_logging() })
    }

    /// A new connection that writes.
    pub fn connect(&self) -> BoxFuture<'_, Result<AnyConnection>> {
        self.connect_with(self.dialect.writer)
    }

    /// A new connection that reads.
    pub fn connect_reader(&self) -> BoxFuture<'_, Result<AnyConnection>> {
        self.connect_with(self.dialect.reader)
    }

    fn connect_with(&self, settings: &'static str) -> BoxFuture<'_, Result<AnyConnection>> {
        // Boxed, because the compiler cannot see by itself that it may be sent to another thread.
        Box::pin(async move {
            let connect = async {
                let mut connection = self.options.connect().await?;
                connection.execute(settings).await?;
                Ok(connection)
            };
            let late = |_| Error::Unavailable("timeout while connecting".into());
            timeout(CONNECT_TIMEOUT, connect).await.map_err(late)?
        })
    }

    /// A pool of connections that read.
    pub fn readers(&self) -> AnyPool {
        let reader = self.dialect.reader;
        AnyPoolOptions::new()
            .max_connections(self.dialect.readers)
            .acquire_timeout(CONNECT_TIMEOUT)
            .test_before_acquire(self.dialect.may_disconnect)
            .after_connect(move |connection, _| {
                Box::pin(async move { connection.execute(reader).await.map(drop) })
            })
            .connect_lazy_with(self.options.clone())
    }
}

/// The kind of database that an address is of.
fn backend(url: &str) -> Result<Backend> {
    sqlx::any::install_default_drivers();
    match url.split_once(':').map(|(scheme, _)| scheme) {
        Some("sqlite") => Ok(Backend::Sqlite),
        Some("postgres" | "postgresql") => Ok(Backend::Postgres),
        _ => Err(Error::BadAddress(without_password(url))),
    }
}

/// An address that may be shown.
fn without_password(url: &str) -> String {
    match (url.find("://"), url.rfind('@')) {
        (Some(scheme), Some(at)) if scheme + 3 < at => format!("{}://…{}", &url[..scheme], &url[at..]),
        _ => url.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use sqlx::Row;

    use super::*;

    #[test]
    fn passwords_are_not_shown() {
        assert_eq!(without_password("mysql://ada:b@d@host/x"), "mysql://…@host/x");
        assert_eq!(without_password("house.db"), "house.db");
    }

    /// A killed process cannot show this: every commit is flushed to the disk.
    #[tokio::test]
    async fn sqlite_flushes_at_every_commit() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}/house.db", folder.path().display());
        let (database, _lock) = Database::open(&url).await.unwrap();
        let mut connection = database.connect().await.unwrap();
        let full = sqlx::query("PRAGMA synchronous").fetch_one(&mut connection).await.unwrap();
        assert_eq!(full.get::<i64, _>(0), 2);
        let mode = sqlx::query("PRAGMA journal_mode").fetch_one(&mut connection).await.unwrap();
        assert_eq!(mode.get::<String, _>(0), "wal");
    }
}
