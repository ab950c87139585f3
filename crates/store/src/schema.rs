use std::sync::Arc;

use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use sqlx::{AnyConnection, Row, SqlSafeStr};

use crate::{Error, Result};

/// Every version of the schema, in order: what an older database lacks is applied when it is opened. Never change a
/// text that was released; add one.
const VERSIONS: [Version; 6] = [
    Version::of_both("house", include_str!("../migrations/0001_house.sql")),
    Version::of_both("versions", include_str!("../migrations/0002_versions.sql")),
    Version::of_sqlite("log", include_str!("../migrations/0003_log.sqlite.sql")),
    Version::of_both("guests", include_str!("../migrations/0004_guests.sql")),
    Version::of_both("people", include_str!("../migrations/0005_people.sql")),
    Version::of_both("plans", include_str!("../migrations/0006_plans.sql")),
];

/// What a version of the schema changes.
struct Version {
    name: &'static str,
    sqlite: &'static str,
    postgres: &'static str,
}

impl Version {
    /// The same change of both kinds of database.
    const fn of_both(name: &'static str, text: &'static str) -> Version {
        Version { name, sqlite: text, postgres: text }
    }

    /// A change that only SQLite needs; PostgreSQL counts it too, so that both have the same versions.
    const fn of_sqlite(name: &'static str, sqlite: &'static str) -> Version {
        Version { name, sqlite, postgres: "-- For SQLite alone." }
    }
}

/// The newest version that this program knows.
const KNOWN: i64 = VERSIONS.len() as i64;

/// Whether the database has the schema of this program; changes nothing. [`Error::NewerSchema`].
pub(crate) async fn is_current(connection: &mut AnyConnection) -> Result<bool> {
    let newest = sqlx::query("SELECT MAX(version) AS newest FROM _sqlx_migrations");
    let row = match newest.fetch_one(connection).await {
        Ok(row) => row,
        // An empty database of PostgreSQL has no such table.
        Err(sqlx::Error::Database(refusal)) if refusal.code().as_deref() == Some("42P01") => {
            return Ok(false);
        }
        Err(error) => return Err(error.into()),
    };
    match row.try_get::<Option<i64>, _>("newest")? {
        Some(found) if found > KNOWN => Err(Error::NewerSchema { found, known: KNOWN }),
        found => Ok(found == Some(KNOWN)),
    }
}

/// Brings the database up to date; refuses one that is newer than this program.
pub(crate) async fn migrate(connection: &mut AnyConnection) -> Result<()> {
    let is_sqlite = connection.backend_name() == "SQLite";
    let migrations = VERSIONS.into_iter().zip(1..).map(|(Version { name, sqlite, postgres }, version)| {
        let text = if is_sqlite { sqlite } else { postgres };
        Migration::new(version, name.into(), MigrationType::Simple, text.into_sql_str(), false)
    });
    let migrator = Migrator::with_migrations(migrations.collect());
    // `run` would do the same, in a future that cannot be sent to another thread.
    migrator.run_direct(None, connection, false).await.map_err(explain)
}

fn explain(error: MigrateError) -> Error {
    match error {
        MigrateError::VersionMissing(found) if found <= KNOWN => Error::Foreign("the database".into()),
        MigrateError::VersionMissing(found) => Error::NewerSchema { found, known: KNOWN },
        MigrateError::VersionMismatch(version) => {
            Error::Damaged(format!("version {version} of its schema differs from the one of this program"))
        }
        MigrateError::Dirty(version) => {
            Error::Damaged(format!("version {version} of its schema was applied in part"))
        }
        MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => error.into(),
        other => Error::Other(Arc::new(other.into())),
    }
}
