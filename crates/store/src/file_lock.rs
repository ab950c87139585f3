use std::fs::{self, File, OpenOptions, Permissions, TryLockError};
use std::io;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use crate::{Error, Result};

/// Only the owner may open the lock file.
const MODE: u32 = 0o600;

/// The right to use a SQLite file: a lock on an empty file beside it. Only one store at a time has it, in this process or
/// another. The system releases it when the process ends in whatever way. The lock is not on the database file itself,
/// because closing any handle of that file would release the locks that SQLite holds on it.
#[derive(Debug)]
pub(crate) struct FileLock {
    path: PathBuf,
    file: File,
}

impl FileLock {
    /// Takes the lock at once, or answers [`Error::InUse`].
    pub fn take(database: &Path) -> Result<FileLock> {
        let path = lock_path(database);
        loop {
            let file = open(&path).map_err(|error| Error::of_file(&path, &error))?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Err(Error::InUse(database.display().to_string())),
                Err(TryLockError::Error(error)) => return Err(Error::of_file(&path, &error)),
            }
            let lock = FileLock { path: path.clone(), file };
            // The last holder may have removed the file after it was opened here: then the lock is worthless.
            if lock.is_current() {
                return Ok(lock);
            }
        }
    }

    /// Whether the locked file is still the one at its path.
    fn is_current(&self) -> bool {
        match (self.file.metadata(), fs::metadata(&self.path)) {
            (Ok(held), Ok(there)) => (held.dev(), held.ino()) == (there.dev(), there.ino()),
            _ => false,
        }
    }
}

impl Drop for FileLock {
    /// Removes the file while the lock is still held, so that a newer holder's file is never removed. A file that cannot
    /// be removed does no harm.
    fn drop(&mut self) {
        if self.is_current() {
            let _ = fs::remove_file(&self.path);
        }
    }
}

fn lock_path(database: &Path) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push(".lock");
    name.into()
}

fn open(path: &Path) -> io::Result<File> {
    let file =
        OpenOptions::new().read(true).write(true).create(true).truncate(false).mode(MODE).open(path)?;
    // The umask may have taken bits away.
    file.set_permissions(Permissions::from_mode(MODE))?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_holder_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("house.db");
        let lock = FileLock::take(&database).unwrap();
        let error = FileLock::take(&database).unwrap_err();
        assert_eq!(error.to_string(), format!("another process is using {}", database.display()));
        drop(lock);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        // A process that was killed leaves the file, and no lock.
        fs::write(lock_path(&database), "").unwrap();
        drop(FileLock::take(&database).unwrap());
    }
}
