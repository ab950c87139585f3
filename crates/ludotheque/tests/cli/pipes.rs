//! A closed output pipe is no error; a full disk is.

use crate::ludotheque;
use std::io::{BufRead as _, BufReader};
use std::process::{Command, Output, Stdio};

/// Runs the command with a closed output pipe.
fn unread(arguments: &str, stdin: &std::path::Path) -> Output {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    Command::new(assert_cmd::cargo::cargo_bin!("ludotheque"))
        .args(arguments.split_whitespace())
        .current_dir(stdin.parent().unwrap())
        .stdin(std::fs::File::open(stdin).unwrap())
        .stdout(writer)
        .stderr(Stdio::piped())
        .output()
        .unwrap()
}

#[test]
fn a_closed_pipe_is_no_error() {
    let folder = tempfile::tempdir().unwrap();
    let actions = folder.path().join("actions.txt");
    // More than any buffer holds.
    std::fs::write(&actions, "b2\nc3\nb2-b3\n".repeat(20_000)).unwrap();
    ludotheque("play basik --save game.record").current_dir(&folder).write_stdin("b2\n").assert().success();
    for arguments in [
        "--help",
        "games",
        "rules basik",
        "rules basik B14",
        "trace basik",
        "perft basik --depth 3",
        "perft basik --depth 3 --divide",
        "bench basik --seconds 0",
        "bench basik --seconds 0 --json",
        "arena basik random random --games 2",
        "arena basik random random --games 2 --json",
        "replay game.record",
        "verify game.record",
        "analyse game.record --nodes 100",
        "analyse game.record --nodes 100 --json",
        "analyse game.record --at 1 --nodes 1000",
        "engine basik",
        "play basik",
    ] {
        let output = unread(arguments, &actions);
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && told.is_empty(), "{arguments}: {} {told}", output.status);
    }
}

/// `| head -1`: the reader exits while much more output follows.
#[test]
fn the_first_line_may_be_enough() {
    let folder = tempfile::tempdir().unwrap();
    let actions = folder.path().join("actions.txt");
    std::fs::write(&actions, "b2\nc3\nb2-b3\n".repeat(20_000)).unwrap();
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("ludotheque"))
        .args(["trace", "basik"])
        .stdin(std::fs::File::open(&actions).unwrap())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let output = child.wait_with_output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(
        line.starts_with("{\"seats\":[0]") && output.status.success() && told.is_empty(),
        "{line} {told}"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    for arguments in ["games", "rules basik", "trace basik", "perft basik --depth 1"] {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let output = Command::new(assert_cmd::cargo::cargo_bin!("ludotheque"))
            .args(arguments.split_whitespace())
            .stdin(Stdio::null())
            .stdout(full)
            .stderr(Stdio::piped())
            .output()
            .unwrap();
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(1) && told.contains("No space left"), "{arguments}: {told}");
    }
}
