use std::sync::Arc;

use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use sqlx::{AnyConnection, SqlSafeStr};

use crate::{Error, Result};

/// Every version of the schema, in order: what an older database lacks is applied when it is opened. Never change a
/// text that was released; add one.
const VERSIONS: [(&str, &str); 1] = [("house", include_str!("../migrations/0001_house.sql"))];

/// Brings the database up to date; refuses one that is newer than this program.
pub(crate) async fn migrate(connection: &mut AnyConnection) -> Result<()> {
    let migrations = VERSIONS.into_iter().zip(1..).map(|((name, text), version)| {
        Migration::new(version, name.into(), MigrationType::Simple, text.into_sql_str(), false)
    });
    let migrator = Migrator::with_migrations(migrations.collect());
    // `run` would do the same, in a future that can't be sent to another thread.
    migrator.run_direct(None, connection, false).await.map_err(explain)
}

fn explain(error: MigrateError) -> Error {
    let known = i64::try_from(VERSIONS.len()).unwrap_or(i64::MAX);
    match error {
        MigrateError::VersionMissing(found) if found <= known => Error::Foreign("this".into()),
        MigrateError::VersionMissing(found) => Error::NewerSchema { found, known },
        MigrateError::VersionMismatch(version) => {
            Error::Damaged(format!("version {version} of its schema is not the one of this program"))
        }
        MigrateError::Dirty(version) => {
            Error::Damaged(format!("version {version} of its schema is half made"))
        }
        MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => error.into(),
        other => Error::Other(Arc::new(other.into())),
    }
}
