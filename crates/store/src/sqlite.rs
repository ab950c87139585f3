use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, Executor};

use crate::backend::{Backend, Dialect, Place};
use crate::{Error, Result, house, schema};

/// One connection writes, some read, none of them waits for the other: that is the write-ahead log.
pub(crate) static DIALECT: Dialect = Dialect {
    // FULL flushes the write-ahead log at every commit, before it is acknowledged.
    writer: "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 2000; \
             PRAGMA wal_autocheckpoint = 4000; PRAGMA journal_size_limit = 67108864; PRAGMA cache_size = -32768; \
             PRAGMA temp_store = MEMORY",
    reader: "PRAGMA query_only = ON; PRAGMA busy_timeout = 2000; PRAGMA cache_size = -8192",
    // A transaction that begins by reading can't always go on to write; one that begins so always can.
    begin: "BEGIN IMMEDIATE",
    snapshot: "BEGIN",
    patient: "",
    farewell: "PRAGMA wal_checkpoint(TRUNCATE)",
    readers: 4,
    may_die: false,
};

/// "Ludo": SQLite keeps it in the header of every file of ours.
const APPLICATION: u32 = 0x4c75_646f;

/// Finds the file of this address, or makes it.
pub(crate) async fn place(url: &str) -> Result<Place> {
    let options: SqliteConnectOptions = url.parse().map_err(|_| Error::Address(url.into()))?;
    let path = options.get_filename();
    if url.contains(":memory:") || url.contains("mode=memory") || path.as_os_str().is_empty() {
        return Err(Error::Address(url.into()));
    }
    if !path.try_exists().map_err(|error| unavailable(path, &error))? {
        make(path).await?;
    }
    examine(path)?;
    at(path)
}

fn at(path: &Path) -> Result<Place> {
    let url = SqliteConnectOptions::new().filename(path).to_url_lossy();
    Place::at(Backend::Sqlite, &DIALECT, url.as_str())
}

/// Makes the file beside its place and moves it there when it is complete, so that a file which is there is never
/// half made: an empty one has lost what it held.
async fn make(path: &Path) -> Result<()> {
    let leftover = beside(path, "-wal");
    if leftover.exists() {
        let problem = format!("{} is there and {} is not", leftover.display(), path.display());
        return Err(Error::Damaged(problem));
    }
    // Nobody else makes a file of this name, in this program or another.
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let new = beside(path, &format!(".new-{}-{number}", std::process::id()));
    let made = fill(&new).await.and_then(|()| {
        // Linking never replaces a file that somebody else made meanwhile.
        match fs::hard_link(&new, path) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(unavailable(path, &error)),
            _ => Ok(()),
        }
    });
    for suffix in ["", "-wal", "-shm"] {
        // What can't be removed does no harm.
        let _ = fs::remove_file(beside(&new, suffix));
    }
    made?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(folder).and_then(|folder| folder.sync_all()).map_err(|error| unavailable(folder, &error))
}

async fn fill(new: &Path) -> Result<()> {
    File::create(new).map_err(|error| unavailable(new, &error))?;
    let mut connection = at(new)?.connect().await?;
    connection.execute(sqlx::AssertSqlSafe(format!("PRAGMA application_id = {APPLICATION}"))).await?;
    schema::migrate(&mut connection).await?;
    house::found(&mut connection).await?;
    connection.execute(DIALECT.farewell).await?;
    connection.close().await?;
    File::open(new).and_then(|file| file.sync_all()).map_err(|error| unavailable(new, &error))
}

/// Looks at the header before SQLite does: nothing is written to a file that is not ours.
fn examine(path: &Path) -> Result<()> {
    let mut header = [0; 100];
    let read = File::open(path).and_then(|mut file| read_up_to(&mut file, &mut header));
    match read.map_err(|error| unavailable(path, &error))? {
        0 => return Err(Error::Damaged(format!("{} is empty", path.display()))),
        100 => {}
        _ => return Err(Error::Foreign(path.display().to_string())),
    }
    let ours = header[68..72] == APPLICATION.to_be_bytes();
    if !header.starts_with(b"SQLite format 3\0") || !ours {
        return Err(Error::Foreign(path.display().to_string()));
    }
    Ok(())
}

fn read_up_to(file: &mut File, buffer: &mut [u8]) -> io::Result<usize> {
    let mut read = 0;
    while let count @ 1.. = file.read(&mut buffer[read..])? {
        read += count;
    }
    Ok(read)
}

fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name: OsString = path.into();
    name.push(suffix);
    name.into()
}

fn unavailable(path: &Path, error: &io::Error) -> Error {
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Error::Full,
        _ => Error::Unavailable(format!("{}: {error}", path.display())),
    }
}
