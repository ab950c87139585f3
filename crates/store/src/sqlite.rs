use std::ffi::OsString;
use std::fs::{self, DirBuilder, File, OpenOptions, Permissions};
use std::io::{self, Read};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, Executor};

use crate::backend::{Backend, Database, Dialect};
use crate::file_lock::FileLock;
use crate::{Error, Result, house, schema};

/// One connection writes, some read; with the write-ahead log none of them waits for another.
pub(crate) static DIALECT: Dialect = Dialect {
    // FULL flushes the write-ahead log at every commit, before it is acknowledged.
    writer: "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 2000; \
             PRAGMA wal_autocheckpoint = 4000; PRAGMA journal_size_limit = 67108864; PRAGMA cache_size = -32768; \
             PRAGMA temp_store = MEMORY",
    reader: "PRAGMA query_only = ON; PRAGMA busy_timeout = 2000; PRAGMA cache_size = -8192",
    // A transaction that begins by reading cannot always go on to write; this one can.
    begin: "BEGIN IMMEDIATE",
    snapshot: "BEGIN",
    no_timeouts: "",
    on_close: "PRAGMA wal_checkpoint(TRUNCATE)",
    readers: 4,
    transaction_timeout: Duration::from_secs(30),
    read_timeout: Duration::from_secs(25),
    may_disconnect: false,
};

/// "Ludo": SQLite keeps it in the header of every file of ours.
const APPLICATION: u32 = 0x4c75_646f;

const PRIVATE_FILE: u32 = 0o600;
const PRIVATE_FOLDER: u32 = 0o700;

/// Takes the lock on the file at this address, and creates the file if it is not there.
pub(crate) async fn open(url: &str) -> Result<(Database, FileLock)> {
    let path = path_of(url)?;
    let lock = FileLock::take(&path)?;
    if !exists(&path)? {
        create(&path).await?;
    }
    examine(&path)?;
    Ok((at(&path)?, lock))
}

/// The file at this address, if it is there, without its lock.
pub(crate) fn existing(url: &str) -> Result<Option<Database>> {
    let path = path_of(url)?;
    if !exists(&path)? {
        return Ok(None);
    }
    examine(&path)?;
    at(&path).map(Some)
}

/// Creates a folder for a database file, and its parents, if they are not there: only their owner may open them.
pub fn create_private_folder(path: &Path) -> Result<()> {
    if path.is_dir() {
        return Ok(());
    }
    let mut builder = DirBuilder::new();
    let made = builder.recursive(true).mode(PRIVATE_FOLDER).create(path);
    // The umask may have taken bits away.
    made.and_then(|()| fs::set_permissions(path, Permissions::from_mode(PRIVATE_FOLDER)))
        .map_err(|error| Error::of_file(path, &error))
}

fn path_of(url: &str) -> Result<PathBuf> {
    let options: SqliteConnectOptions = url.parse().map_err(|_| Error::BadAddress(url.into()))?;
    let path = options.get_filename();
    if url.contains(":memory:") || url.contains("mode=memory") || path.as_os_str().is_empty() {
        return Err(Error::BadAddress(url.into()));
    }
    Ok(path.to_owned())
}

fn exists(path: &Path) -> Result<bool> {
    path.try_exists().map_err(|error| Error::of_file(path, &error))
}

fn at(path: &Path) -> Result<Database> {
    let url = SqliteConnectOptions::new().filename(path).to_url_lossy();
    Database::at(Backend::Sqlite, &DIALECT, url.as_str())
}

/// Creates the file under another name and renames it when it is complete: a file that is there is never incomplete,
/// and an empty one has lost what it held.
async fn create(path: &Path) -> Result<()> {
    let leftover = beside(path, "-wal");
    if leftover.exists() {
        let problem = format!("{} is there and {} is not", leftover.display(), path.display());
        return Err(Error::Damaged(problem));
    }
    let new = beside(path, ".new");
    // A process that was killed while it created the file may have left some of these.
    remove_new(&new);
    let created = fill(&new).await.and_then(|()| {
        // Linking never replaces a file that another program has put there meanwhile.
        fs::hard_link(&new, path).map_err(|error| Error::of_file(path, &error))
    });
    remove_new(&new);
    created?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(folder).and_then(|folder| folder.sync_all()).map_err(|error| Error::of_file(folder, &error))
}

fn remove_new(new: &Path) {
    for suffix in ["", "-wal", "-shm"] {
        // A file that cannot be removed makes the next step fail, with a better message.
        let _ = fs::remove_file(beside(new, suffix));
    }
}

async fn fill(new: &Path) -> Result<()> {
    create_private_file(new).map_err(|error| Error::of_file(new, &error))?;
    let mut connection = at(new)?.connect().await?;
    connection.execute(sqlx::AssertSqlSafe(format!("PRAGMA application_id = {APPLICATION}"))).await?;
    schema::migrate(&mut connection).await?;
    house::create_secret(&mut connection).await?;
    connection.execute(DIALECT.on_close).await?;
    connection.close().await?;
    File::open(new).and_then(|file| file.sync_all()).map_err(|error| Error::of_file(new, &error))
}

/// Creates an empty file that only its owner may open, whatever the umask. SQLite gives the files beside it (`-wal`,
/// `-shm`) the same permissions.
fn create_private_file(path: &Path) -> io::Result<()> {
    let file = OpenOptions::new().write(true).create_new(true).mode(PRIVATE_FILE).open(path)?;
    file.set_permissions(Permissions::from_mode(PRIVATE_FILE))
}

/// Looks at the header before SQLite does: nothing is written to a file that is not ours.
fn examine(path: &Path) -> Result<()> {
    let mut header = [0; 100];
    let read = File::open(path).and_then(|mut file| read_up_to(&mut file, &mut header));
    match read.map_err(|error| Error::of_file(path, &error))? {
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
