use std::sync::Arc;

use sqlx::postgres::PgDatabaseError;
use sqlx::sqlite::SqliteError;

/// What the store answers, or why it can't.
pub type Result<T> = std::result::Result<T, Error>;

/// Why something could not be kept or read. Unless it is [`Error::Lost`], nothing was changed.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Another account or bot has this name, in capitals or not.
    #[error("this name is taken")]
    NameTaken,
    /// Something with this id is there already.
    #[error("this is there already")]
    Exists,
    /// An entry of this index is there already: somebody else wrote to the table.
    #[error("an entry of this index is there already: somebody else wrote to this table")]
    Conflict,
    /// The table or person that should change is not there.
    #[error("there is no such {0}")]
    Missing(&'static str),
    /// The value can't be stored as it is, in one kind of database or the other.
    #[error("this can't be stored: {0}")]
    Unfit(String),
    /// Somebody else holds the database, and did not let go in time.
    #[error("the database is locked by another program; nothing was changed")]
    Locked,
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
    #[error("{0} is no database of this house; it was left as it is")]
    Foreign(String),
    /// The file or database can't be read as it was written; it was left as it is.
    #[error("the database is damaged ({0}); restore a backup")]
    Damaged(String),
    /// A copy was to go into a store that holds something.
    #[error("the store to copy into is not empty")]
    NotEmpty,
    /// The database can't be reached, or its disk refuses to work.
    #[error("the database can't be reached: {0}")]
    Unavailable(String),
    /// The database went away while the change was being committed: it may be there or not. Read the log again.
    #[error("the database went away while it committed ({0}): the change may have been made or not")]
    Lost(String),
    /// The store was closed.
    #[error("the store is closed")]
    Closed,
    /// The address of the database can't be used.
    #[error(
        "{0:?} is no address of a database: write sqlite:///path/to/file.db or postgres://user@host/name"
    )]
    Address(String),
    /// Anything else that the database says.
    #[error("the database refuses: {0}")]
    Other(Arc<sqlx::Error>),
}

impl Error {
    /// Whether one change alone may be at fault, so that the others of its batch deserve a try of their own.
    pub(crate) fn may_be_one_change(&self) -> bool {
        !matches!(
            self,
            Error::Locked | Error::Unavailable(_) | Error::Lost(_) | Error::Closed | Error::Damaged(_)
        )
    }

    /// Whether the store itself is in trouble, whatever it is asked to do.
    pub(crate) fn is_of_the_store(&self) -> bool {
        !self.may_be_one_change() || matches!(self, Error::Full)
    }

    /// A second row with the same key is `error`; a second name is always [`Error::NameTaken`].
    pub(crate) fn on_double(error: Error) -> impl Fn(sqlx::Error) -> Error {
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
            sqlx::Error::PoolTimedOut => return Error::Unavailable("no connection came free in time".into()),
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
        // Read-only, interrupted, I/O, can't open, permission.
        (_, 3 | 8 | 9 | 10 | 14 | 23) => Error::Unavailable(message.into()),
        _ => return None,
    })
}

/// PostgreSQL's SQLSTATE codes.
fn of_postgres(code: &str, message: &str) -> Option<Error> {
    Some(match code {
        "53100" => Error::Full,
        // Serialisation, deadlock, a lock or a statement that waited too long.
        "40001" | "40P01" | "55P03" | "57014" => Error::Locked,
        "22021" | "22P05" | "54000" => Error::Unfit(message.into()),
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
        assert!(matches!(of_postgres("40P01", ""), Some(Error::Locked)));
        assert!(matches!(of_postgres("57P01", ""), Some(Error::Unavailable(_))));
        assert!(of_postgres("23505", "").is_none());
    }
}
