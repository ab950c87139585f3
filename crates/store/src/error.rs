use std::io;
use std::path::Path;
use std::sync::Arc;

use sqlx::postgres::PgDatabaseError;
use sqlx::sqlite::SqliteError;

/// What the store answers, or why it cannot.
pub type Result<T> = std::result::Result<T, Error>;

/// Why something could not be stored or read. Unless it is [`Error::OutcomeUnknown`], nothing was changed.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Another account or bot has this name, in capitals or not.
    #[error("this name is taken")]
    NameTaken,
    /// Something with this id is there already.
    #[error("this is there already")]
    Exists,
    /// The stored row is not the one that the change was based on: its version or generation differs, or an entry of
    /// the same index is there already. Read it again.
    #[error("the stored row was changed meanwhile; nothing was changed")]
    Conflict,
    /// The table or person that should change is not there.
    #[error("no such {0}")]
    Missing(&'static str),
    /// The value cannot be stored as it is, in one kind of database or the other.
    #[error("cannot be stored: {0}")]
    Invalid(String),
    /// Another program holds a lock of the database, and did not release it in time.
    #[error("the database is locked by another program; nothing was changed")]
    Locked,
    /// Two nodes waited for each other's rows, and this one gave way. The writer tries again by itself.
    #[error("another node's transaction was in the way; nothing was changed")]
    Contended,
    /// Another store, of this process or another, is open on the same SQLite file.
    #[error("another process is using {0}")]
    InUse(String),
    /// The store was opened for reading ([`crate::Store::open_for_reading`]).
    #[error("the database was opened for reading only")]
    ReadOnly,
    /// The disk of the database is full.
    #[error("the disk of the database is full; nothing was changed")]
    Full,
    /// The database was last used by a newer version of this program.
    #[error(
        "the database has schema version {found}, and this program knows versions up to {known}: use a newer program"
    )]
    NewerSchema {
        /// The version in the database.
        found: i64,
        /// The newest version that this program knows.
        known: i64,
    },
    /// The file or database holds something else; it was left as it is.
    #[error("{0} is not a database of this program; it was left as it is")]
    Foreign(String),
    /// The file or database cannot be read as it was written; it was left as it is.
    #[error("the database is damaged ({0}); restore a backup")]
    Damaged(String),
    /// A copy was to go into a store that holds something.
    #[error("the store to copy into is not empty")]
    NotEmpty,
    /// The database cannot be reached, or its disk refuses to work.
    #[error("cannot use the database: {0}")]
    Unavailable(String),
    /// The connection broke while the change was being committed: it may be there or not. Read the table again.
    #[error("the connection broke during a commit ({0}): the change may have been made or not")]
    OutcomeUnknown(String),
    /// The store was closed.
    #[error("the store is closed")]
    Closed,
    /// The address of the database cannot be used.
    #[error(
        "{0:?} is not the address of a database: use sqlite:///path/to/file.db or postgres://user@host/name"
    )]
    BadAddress(String),
    /// Anything else that the database says.
    #[error("database error: {0}")]
    Other(Arc<sqlx::Error>),
}

impl Error {
    /// Whether one change alone may be the cause, so that the others of its batch are to be tried without it.
    pub(crate) fn may_be_one_change(&self) -> bool {
        !matches!(
            self,
            Error::Locked
                | Error::Contended
                | Error::Unavailable(_)
                | Error::OutcomeUnknown(_)
                | Error::Closed
                | Error::Damaged(_)
        )
    }

    /// Whether the database itself fails, whatever the change is.
    pub(crate) fn is_of_the_database(&self) -> bool {
        !self.may_be_one_change() || matches!(self, Error::Full)
    }

    /// Why a file or folder could not be used.
    pub(crate) fn of_file(path: &Path, error: &io::Error) -> Error {
        match error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Error::Full,
            _ => Error::Unavailable(format!("{}: {error}", path.display())),
        }
    }

    /// A second row with the same key is `error`; a second name is always [`Error::NameTaken`].
    pub(crate) fn on_duplicate(error: Error) -> impl Fn(sqlx::Error) -> Error {
        move |found| match &found {
            sqlx::Error::Database(refusal) if refusal.is_unique_violation() => {
                // The column for SQLite, the name of the index for PostgreSQL.
                if refusal.message().contains("folded") { Error::NameTaken } else { error.clone() }
            }
            _ => found.into(),
        }
    }
}

impl From<sqlx::Error> for Error {
    fn from(error: sqlx::Error) -> Error {
        let refusal = match &error {
            sqlx::Error::Database(refusal) => refusal,
            sqlx::Error::PoolClosed => return Error::Closed,
            sqlx::Error::PoolTimedOut => {
                return Error::Unavailable("timeout waiting for a connection".into());
            }
            // Our own statements read our own columns: only a damaged database holds something else there.
            sqlx::Error::ColumnDecode { .. } => return Error::Damaged(error.to_string()),
            sqlx::Error::Io(_)
            | sqlx::Error::Tls(_)
            | sqlx::Error::Protocol(_)
            | sqlx::Error::WorkerCrashed => {
                return Error::Unavailable(error.to_string());
            }
            _ => return Error::Other(Arc::new(error)),
        };
        let code = refusal.code().unwrap_or_default();
        let known = if refusal.try_downcast_ref::<SqliteError>().is_some() {
            code.parse().ok().and_then(|code| of_sqlite(code, refusal.message()))
        } else if refusal.try_downcast_ref::<PgDatabaseError>().is_some() {
            of_postgres(&code, refusal.message())
        } else {
            None
        };
        known.unwrap_or_else(|| Error::Other(Arc::new(error)))
    }
}

/// SQLite's extended result codes: the kind is in the low byte.
fn of_sqlite(code: i32, message: &str) -> Option<Error> {
    const IOERR_SHMSIZE: i32 = 10 | 19 << 8;
    Some(match (code, code & 0xff) {
        // The index of the write-ahead log could not grow: that too is a full disk.
        (IOERR_SHMSIZE, _) | (_, 13) => Error::Full,
        (_, 5 | 6) => Error::Locked,
        (_, 11) => Error::Damaged(message.into()),
        (_, 26) => Error::Foreign("the file".into()),
        // Read-only, interrupted, I/O, cannot open, permission.
        (_, 3 | 8 | 9 | 10 | 14 | 23) => Error::Unavailable(message.into()),
        _ => return None,
    })
}

/// PostgreSQL's SQLSTATE codes.
fn of_postgres(code: &str, message: &str) -> Option<Error> {
    Some(match code {
        "53100" => Error::Full,
        // Serialisation, deadlock.
        "40001" | "40P01" => Error::Contended,
        // A lock or a statement that waited too long.
        "55P03" | "57014" => Error::Locked,
        "22021" | "22P05" | "54000" => Error::Invalid(message.into()),
        "XX001" | "XX002" => Error::Damaged(message.into()),
        // Read-only (a standby), an I/O error, a database that is not there, a password that is refused.
        "25006" | "58030" | "3D000" | "28000" | "28P01" => Error::Unavailable(message.into()),
        // Connections, resources, shutting down or starting.
        _ if ["08", "53", "57P"].iter().any(|class| code.starts_with(class)) => {
            Error::Unavailable(message.into())
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_told_apart() {
        assert!(matches!(of_sqlite(13, ""), Some(Error::Full)));
        assert!(matches!(of_sqlite(4874, ""), Some(Error::Full)));
        assert!(matches!(of_sqlite(5 | 2 << 8, ""), Some(Error::Locked)));
        assert!(matches!(of_sqlite(262, ""), Some(Error::Locked)));
        assert!(matches!(of_sqlite(11 | 1 << 8, ""), Some(Error::Damaged(_))));
        assert!(matches!(of_sqlite(778, ""), Some(Error::Unavailable(_))));
        assert!(of_sqlite(2067, "").is_none());
        assert!(matches!(of_postgres("53100", ""), Some(Error::Full)));
        assert!(matches!(of_postgres("40P01", ""), Some(Error::Contended)));
        assert!(matches!(of_postgres("57P01", ""), Some(Error::Unavailable(_))));
        assert!(of_postgres("23505", "").is_none());
    }
}
