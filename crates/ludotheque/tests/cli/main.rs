//! Tests of the command line: they run the binary and read its output.

#![allow(clippy::unwrap_used)] // a test says why by failing

mod analyse;
mod arena;
mod bench;
mod calibrate;
mod conversation;
mod engine;
mod help;
mod interactive;
mod networks;
mod perft;
mod pipes;
mod play;
mod programs;
mod puzzles;
mod reach;
mod records;
mod serve;
mod shelf;
mod trace;
mod tune;

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin_cmd;
use serde_json::Value;
use std::time::Duration;

/// A command that takes longer fails its test.
const TIMEOUT: Duration = Duration::from_secs(120);

/// `ludotheque` with these arguments.
fn ludotheque(arguments: &str) -> Command {
    let mut command = cargo_bin_cmd!("ludotheque");
    command.args(arguments.split_whitespace()).timeout(TIMEOUT);
    command
}

/// The output of the command, which must succeed without writing to the standard error.
fn stdout(command: &mut Command) -> String {
    let assert = command.assert().success().stderr("");
    String::from_utf8(assert.get_output().stdout.clone()).unwrap()
}

/// The error output of the command, which must fail with this exit code and print nothing else.
fn error_output(command: &mut Command, code: i32) -> String {
    let assert = command.assert().code(code).stdout("");
    String::from_utf8(assert.get_output().stderr.clone()).unwrap()
}

fn json(line: &str) -> Value {
    serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))
}

/// The names of an object's fields, in alphabetical order.
fn keys(object: &Value) -> Vec<&str> {
    let mut keys: Vec<&str> = object.as_object().unwrap().keys().map(String::as_str).collect();
    keys.sort_unstable();
    keys
}

fn strings(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|item| item.as_str().unwrap()).collect()
}
