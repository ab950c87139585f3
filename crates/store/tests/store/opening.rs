//! Who may open a store: its owner, one process at a time; others may read and copy.

use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};

use store::{Error, Store, UnixMillis};

use crate::home::{Home, account, action, run, table};

/// The address that [`child`] opens.
const ADDRESS: &str = "LUDOTHEQUE_TEST_HOLDER";

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

/// Only the owner may read the files, whatever the umask is: the child has none at all.
#[test]
fn files_are_private() {
    let folder = tempfile::tempdir().unwrap();
    for umask in ["000", "022", "777"] {
        let data = folder.path().join(umask).join("data");
        let url = format!("sqlite://{}/house.db", data.display());
        fs::create_dir(folder.path().join(umask)).unwrap();
        let output = Command::new("sh")
            .args(["-c", "umask \"$0\" && exec \"$1\" --exact opening::child --ignored --nocapture", umask])
            .arg(std::env::current_exe().unwrap())
            .env(ADDRESS, &url)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
        let found = said.lines().find_map(|line| line.strip_prefix("modes ")).unwrap();
        assert_eq!(found, "data 700, house.db 600, house.db-shm 600, house.db-wal 600, house.db.lock 600");
    }
}

/// A second process is refused until the first one ends, in whatever way; meanwhile it may read and copy.
#[tokio::test(flavor = "multi_thread")]
async fn one_process_at_a_time() {
    let home = Home::sqlite();
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "opening::child", "--ignored", "--nocapture"])
        .env(ADDRESS, &home.url)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(lines.any(|line| line.unwrap().starts_with("modes ")), "the child ended by itself");

    let refused = Store::open(&home.url).await.unwrap_err();
    assert!(matches!(refused, Error::InUse(_)), "{refused}");
    let path = home.folder().join("house.db");
    assert_eq!(refused.to_string(), format!("another process is using {}", path.display()));
    Store::migrate(&home.url).await.unwrap();
    let reader = Store::open_for_reading(&home.url).await.unwrap();
    assert!(reader.user("ada").await.unwrap().is_some());
    reader.ping().await.unwrap();
    let copy = Home::sqlite();
    let other = copy.open().await;
    assert_eq!(reader.copy_into(&other).await.unwrap().count("users"), 1);
    reader.close().await;

    child.kill().unwrap();
    child.wait().unwrap();
    let store = home.open().await;
    assert!(store.user("ada").await.unwrap().is_some());
    store.close().await;
    assert_eq!(fs::read_dir(home.folder()).unwrap().count(), 1, "the lock file is gone");
}

/// It opens a store, tells the permissions of all its files, and holds it until its input ends.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "not a test, but the program that the others start"]
async fn child() {
    let Ok(url) = std::env::var(ADDRESS) else { return };
    let path = Path::new(url.strip_prefix("sqlite://").unwrap());
    let folder = path.parent().unwrap();
    store::create_private_folder(folder).unwrap();
    let store = Store::open(&url).await.unwrap();
    store.add_user(&account("ada", "Ada")).await.unwrap();
    let mut modes = vec![format!("{} {:o}", folder.file_name().unwrap().display(), mode(folder))];
    let mut names: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    modes.extend(names.iter().map(|name| format!("{} {:o}", name.display(), mode(&folder.join(name)))));
    println!("\nmodes {}", modes.join(", "));
    std::io::stdin().lines().count();
    store.close().await;
}

/// Two stores of one process are refused too; a closed one is no hindrance.
#[tokio::test(flavor = "multi_thread")]
async fn one_store_at_a_time() {
    let home = Home::sqlite();
    let first = home.open().await;
    assert!(matches!(Store::open(&home.url).await, Err(Error::InUse(_))));
    first.close().await;
    let second = home.open().await;
    // The lock is not the clone's of the closed store.
    drop(first);
    assert!(matches!(Store::open(&home.url).await, Err(Error::InUse(_))));
    second.close().await;
}

/// A store that was opened for reading changes nothing, not even by creating a file or an old schema's columns.
#[tokio::test(flavor = "multi_thread")]
async fn for_reading() {
    let home = Home::sqlite();
    assert!(matches!(Store::open_for_reading(&home.url).await, Err(Error::Unavailable(_))));
    assert_eq!(fs::read_dir(home.folder()).unwrap().count(), 0);
    let store = home.open().await;
    store.create(&table("t", "ada", 1)).await.unwrap();
    let reader = Store::open_for_reading(&home.url).await.unwrap();
    store.write(action("t", 0)).await.unwrap();
    assert_eq!(reader.log("t").await.unwrap().len(), 1);
    assert!(matches!(reader.write(action("t", 1)).await, Err(Error::ReadOnly)));
    assert!(matches!(reader.heartbeat(UnixMillis(1)).await, Err(Error::ReadOnly)));
    assert!(matches!(store.copy_into(&reader).await, Err(Error::ReadOnly)));
    // An older schema can't be brought up to date under the hands of the process that uses it.
    run(&mut home.stranger().await, "DELETE FROM _sqlx_migrations WHERE version > 1").await;
    assert!(matches!(Store::open_for_reading(&home.url).await, Err(Error::InUse(_))));
    assert!(matches!(Store::migrate(&home.url).await, Err(Error::InUse(_))));
    reader.close().await;
    store.close().await;
}

/// A PostgreSQL may be read by others as well; one that is empty is filled.
#[tokio::test(flavor = "multi_thread")]
async fn for_reading_of_postgres() {
    let home = Home::postgres().await;
    Store::migrate(&home.url).await.unwrap();
    let store = home.open().await;
    store.add_user(&account("ada", "Ada")).await.unwrap();
    let reader = Store::open_for_reading(&home.url).await.unwrap();
    assert!(reader.user("ada").await.unwrap().is_some());
    assert!(matches!(reader.heartbeat(UnixMillis(1)).await, Err(Error::ReadOnly)));
    let copy = Home::sqlite();
    assert_eq!(reader.copy_into(&copy.open().await).await.unwrap().count("users"), 1);
    reader.close().await;
    store.close().await;
}
