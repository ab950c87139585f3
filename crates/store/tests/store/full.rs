//! A disk that is really full: a small one of memory, filled to the last byte.

use std::fs::File;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use store::{Error, Store, TableRow, Write};

use crate::home::{action, entry, table};

/// Where the small disk of [`child`] is mounted.
const DISK: &str = "LUDOTHEQUE_TEST_DISK";

/// The disk is mounted in a namespace of its own, which ends with the child.
#[test]
fn a_full_disk() {
    let folder = tempfile::tempdir().unwrap();
    let program = std::env::current_exe().unwrap();
    let mount =
        "mount -t tmpfs -o size=3m tmpfs \"$0\" && exec \"$1\" --exact full::child --ignored --nocapture";
    let run = |unshare: &[&str]| {
        let mut command = Command::new("unshare");
        command.args(unshare).args(["sh", "-c", mount]).arg(folder.path()).arg(&program);
        command.env(DISK, folder.path()).output().unwrap()
    };
    // Either root may mount, or everybody may be root in a world of their own.
    let mut output = run(&["--mount"]);
    let began = |output: &Output| String::from_utf8_lossy(&output.stdout).contains("running 1 test");
    if !began(&output) {
        output = run(&["--user", "--map-root-user", "--mount"]);
    }
    if !began(&output) {
        // A closed container: there is no way to have a disk of one's own.
        let why = String::from_utf8_lossy(&output.stderr).into_owned();
        eprintln!("NOT TESTED: nobody may mount a small disk here: {why}");
        return;
    }
    let said =
        format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{said}");
    assert!(said.contains("the disk was full"), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "run by a_full_disk, on a small disk"]
async fn child() {
    let Some(disk) = std::env::var_os(DISK) else { return };
    let disk = Path::new(&disk);
    let store = Store::open(&format!("sqlite://{}/house.db", disk.display())).await.unwrap();
    for number in 0..50 {
        store.create(&table(&format!("table {number}"), "ada", 1)).await.unwrap();
    }
    let mut next = [0; 50];
    let mut full = 0;
    for round in 0..3 {
        fill(&disk.join("ballast"));
        // Until every table has been refused: what fits into the last pages is taken and kept.
        let mut refused = [false; 50];
        let start = Instant::now();
        while refused.contains(&false) {
            assert!(start.elapsed() < Duration::from_secs(20), "the disk does not fill up");
            for (number, outcome) in all_write(&store, &next).await.into_iter().enumerate() {
                match outcome {
                    Ok(()) => next[number] += 1,
                    Err(Error::Full) => (refused[number], full) = (true, full + 1),
                    Err(other) => panic!("round {round}: {other}"),
                }
            }
        }
        assert!(matches!(store.ping().await, Err(Error::Full)), "{:?}", store.ping().await);
        check(&store, &next).await;
        // Somebody makes room: the same store works again.
        std::fs::remove_file(disk.join("ballast")).unwrap();
        for (number, outcome) in all_write(&store, &next).await.into_iter().enumerate() {
            outcome.unwrap_or_else(|error| panic!("round {round}, table {number}: {error}"));
            next[number] += 1;
        }
        store.ping().await.unwrap();
        check(&store, &next).await;
    }
    store.close().await;
    let store = Store::open(&format!("sqlite://{}/house.db", disk.display())).await.unwrap();
    check(&store, &next).await;
    store.close().await;

    // On a full disk no new house is made, and the failed attempt leaves nothing.
    fill(&disk.join("ballast"));
    let refused = Store::open(&format!("sqlite://{}/second.db", disk.display())).await.unwrap_err();
    assert!(matches!(refused, Error::Full), "{refused}");
    let names: Vec<_> = std::fs::read_dir(disk).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(!names.iter().any(|name| name.to_string_lossy().starts_with("second")), "{names:?}");
    println!("the disk was full {full} times");
}

fn fill(path: &Path) {
    let mut file = File::create(path).unwrap();
    for size in [1 << 16, 1 << 12, 1] {
        while file.write_all(&vec![0; size]).is_ok() {}
    }
}

/// One entry of some length at every table, all at once, each with the row that belongs to it.
async fn all_write(store: &Store, next: &[i64; 50]) -> Vec<store::Result<()>> {
    let writes: Vec<_> = (0..50)
        .map(|number| {
            let (store, index) = (store.clone(), next[number]);
            tokio::spawn(async move {
                let id = format!("table {number}");
                let row = TableRow { moves: index + 1, ..table(&id, "ada", 1) };
                let log = vec![entry(index, &"x".repeat(100))];
                store.write(Write { log, row: Some(row), ..action(&id, index) }).await
            })
        })
        .collect();
    let mut outcomes = Vec::new();
    for write in writes {
        outcomes.push(write.await.unwrap());
    }
    outcomes
}

/// Exactly what was acknowledged is there.
async fn check(store: &Store, next: &[i64; 50]) {
    for (number, next) in next.iter().enumerate() {
        let id = format!("table {number}");
        let log = store.log(&id).await.unwrap();
        assert!(log.iter().map(|row| row.index).eq(0..*next), "table {number}: {} of {next}", log.len());
        assert_eq!(store.table(&id).await.unwrap().unwrap().moves, *next);
    }
}
