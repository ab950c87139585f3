//! `--help`: every command has a help text, and its examples work.

use crate::{TIMEOUT, ludotheque, stdout};
use assert_cmd::Command;
use std::path::Path;

const COMMANDS: [&str; 17] = [
    "games",
    "rules",
    "play",
    "trace",
    "perft",
    "bench",
    "reach",
    "arena",
    "engine",
    "tune",
    "selfplay",
    "network",
    "calibrate",
    "puzzles",
    "replay",
    "verify",
    "analyse",
];

fn examples(help: &str) -> Vec<&str> {
    let (_, examples) = help.split_once("\nExamples:\n").unwrap_or_else(|| panic!("no examples: {help}"));
    // Below each command line, indented further, is its purpose.
    examples.lines().filter(|line| !line.starts_with("   ")).map(str::trim).collect()
}

#[test]
fn the_help_lists_every_command_with_an_example() {
    let help = stdout(&mut ludotheque("--help"));
    let examples = examples(&help);
    for command in COMMANDS {
        assert!(help.contains(&format!("\n  {command} ")), "{command}: {help}");
        let shown = examples.iter().filter(|line| line.contains(&format!("ludotheque {command}"))).count();
        assert_eq!(shown, 1, "{command}: {help}");
    }
    assert_eq!(stdout(&mut ludotheque("help")), help);
}

#[test]
fn every_command_explains_itself_in_a_sentence_and_an_example() {
    for command in COMMANDS {
        let help = stdout(&mut ludotheque(&format!("{command} --help")));
        let (told, _) = help.split_once("\nUsage:").unwrap();
        let (title, sentences) = told.split_once("\n\n").unwrap_or_else(|| panic!("{command}: only {told}"));
        assert!(!title.contains('.') && sentences.trim_end().ends_with('.'), "{command}: {told}");
        assert!(examples(&help).len() >= 2, "{command}: {help}");
        let own = format!("ludotheque {command}");
        assert!(examples(&help).iter().all(|line| line.contains(&own)), "{command}: {help}");
    }
}

#[test]
fn no_command_is_no_riddle() {
    let output = ludotheque("").output().unwrap();
    let help = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(2) && examples(&help).len() == COMMANDS.len(), "{help}");
}

#[test]
fn the_examples_do_what_they_show() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    ludotheque("play basik --save game.record").current_dir(&folder).write_stdin("b2\n").assert().success();
    std::fs::write(file("actions.txt"), "b2\n").unwrap();
    let shown = COMMANDS.map(|command| stdout(&mut ludotheque(&format!("{command} --help"))));
    for line in shown.iter().flat_map(|help| examples(help)) {
        // That example makes the file which others read.
        let line = &line.replace("--save game.record", "--save new.record");
        let typed = shell(line, folder.path()).write_stdin("").output().unwrap();
        let told = String::from_utf8_lossy(&typed.stderr);
        assert!(typed.status.success() && told.is_empty() && !typed.stdout.is_empty(), "{line}: {told}");
    }
    assert!(file("new.record").exists() && file("games/0001.record").exists());
}

/// A line as typed into a terminal in that folder.
fn shell(line: &str, folder: &Path) -> Command {
    let binary = assert_cmd::cargo::cargo_bin!("ludotheque");
    let path = std::env::var("PATH").unwrap();
    let mut command = Command::new("sh");
    command.args(["-c", line]).current_dir(folder).timeout(TIMEOUT);
    command.env("PATH", format!("{}:{path}", binary.parent().unwrap().display()));
    command
}
