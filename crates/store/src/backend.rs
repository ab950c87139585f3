use std::fmt;
use std::time::Duration;

use futures_util::future::BoxFuture;
use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::{AnyConnection, AnyPool, ConnectOptions, Executor};
use tokio::time::timeout;

use crate::{Error, Result, postgres, sqlite};

/// Which kind of database keeps everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Backend {
    /// One file beside the program.
    Sqlite,
    /// A server of its own.
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

/// All that differs between the two kinds of database, once one is connected to it.
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
    /// Run on a connection that may take its time.
    pub patient: &'static str,
    /// Run before the last connection closes.
    pub farewell: &'static str,
    /// How many connections read at once.
    pub readers: u32,
    /// Whether a connection can die while it waits.
    pub may_die: bool,
}

/// How long to wait for a connection.
const CONNECTING: Duration = Duration::from_secs(5);

/// Where a database is, and how to talk to it.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub backend: Backend,
    pub dialect: &'static Dialect,
    options: AnyConnectOptions,
}

impl Place {
    /// The place of this address; a SQLite file that is not there is made.
    pub async fn find(url: &str) -> Result<Place> {
        sqlx::any::install_default_drivers();
        let scheme = url.split_once(':').map(|(scheme, _)| scheme);
        match scheme {
            Some("sqlite") => sqlite::place(url).await,
            Some("postgres" | "postgresql") => Place::at(Backend::Postgres, &postgres::DIALECT, url),
            _ => Err(Error::Address(without_password(url))),
        }
    }

    pub fn at(backend: Backend, dialect: &'static Dialect, url: &str) -> Result<Place> {
        let options: AnyConnectOptions = url.parse().map_err(|_| Error::Address(without_password(url)))?;
        Ok(Place { backend, dialect, options: options.disable_statement_logging() })
    }

    /// A connection that writes.
    pub fn connect(&self) -> BoxFuture<'_, Result<AnyConnection>> {
        // Boxed, because the compiler can't see by itself that it may be sent to another thread.
        Box::pin(async move {
            let connect = async {
                let mut connection = self.options.connect().await?;
                connection.execute(self.dialect.writer).await?;
                Ok(connection)
            };
            let late = |_| Error::Unavailable("no connection in time".into());
            timeout(CONNECTING, connect).await.map_err(late)?
        })
    }

    /// Connections that read.
    pub fn readers(&self) -> AnyPool {
        let reader = self.dialect.reader;
        AnyPoolOptions::new()
            .max_connections(self.dialect.readers)
            .acquire_timeout(CONNECTING)
            .test_before_acquire(self.dialect.may_die)
            .after_connect(move |connection, _| {
                Box::pin(async move { connection.execute(reader).await.map(drop) })
            })
            .connect_lazy_with(self.options.clone())
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

    /// What no killed process can show: at every commit the disk is told to keep it.
    #[tokio::test]
    async fn sqlite_flushes_at_every_commit() {
        let folder = tempfile::tempdir().unwrap();
        let place = Place::find(&format!("sqlite://{}/house.db", folder.path().display())).await.unwrap();
        let mut connection = place.connect().await.unwrap();
        let full = sqlx::query("PRAGMA synchronous").fetch_one(&mut connection).await.unwrap();
        assert_eq!(full.get::<i64, _>(0), 2);
        let mode = sqlx::query("PRAGMA journal_mode").fetch_one(&mut connection).await.unwrap();
        assert_eq!(mode.get::<String, _>(0), "wal");
    }
}
