//! `arena` with external programs: valid ones play like bots, others forfeit.

use crate::{error_output, json, ludotheque};
use serde_json::Value;
use std::path::Path;
use std::time::{Duration, Instant};

/// The JSON report of Basik games between these two.
fn report(one: &str, other: &str, arguments: &str, folder: &Path) -> Value {
    let mut arena = ludotheque("arena basik");
    arena.args([one, other, "--json"]).args(arguments.split_whitespace()).current_dir(folder);
    json(String::from_utf8(arena.assert().success().get_output().stdout.clone()).unwrap().trim_end())
}

/// Our own engine, as a program.
fn ourselves(arguments: &str) -> String {
    format!("cmd:{} engine basik {arguments}", assert_cmd::cargo::cargo_bin!("ludotheque").display())
}

/// A program with a correct handshake that answers `go` with this script.
fn stranger(folder: &Path, name: &str, go: &str) -> String {
    let script = format!(
        r#"#!/bin/sh
while read -r line; do
    case "$line" in
        *'"hello"'*) echo '{{"hello":{{"protocol":1}}}}' ;;
        *'"new"'*|*'"position"'*) echo '{{"position":""}}' ;;
        *'"go"'*) {go} ;;
        *'"quit"'*) exit 0 ;;
    esac
done
"#
    );
    std::fs::write(folder.join(name), script).unwrap();
    format!("cmd:sh {name}")
}

/// The entries of every game.
fn entries(folder: &Path) -> Vec<String> {
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    let text = |file| std::fs::read_to_string(file).unwrap().split_once("\n\n").unwrap().1.to_owned();
    files.iter().map(text).collect()
}

#[test]
fn a_program_plays_as_the_bot_that_it_is() {
    let folder = tempfile::tempdir().unwrap();
    for bot in ["alphabeta", "mcts", "level2"] {
        let run = |name: &str, other: &str| {
            let arguments = format!("--games 4 --nodes 60 --seed 5 --records {name}");
            let report = report("mcts", other, &arguments, folder.path());
            (entries(&folder.path().join(name)), report)
        };
        let (inside, _) = run(&format!("{bot}-in"), bot);
        let (outside, report) = run(&format!("{bot}-out"), &ourselves(&format!("--bot {bot}")));
        assert_eq!(inside, outside, "{bot}");
        let [_, program] = &report["bots"].as_array().unwrap()[..] else { panic!("{report}") };
        let none = ["late", "illegal", "forfeits"].iter().all(|count| program[count] == 0);
        assert!(none && program["actions"].as_u64() > Some(20), "{report}");
        assert_eq!(report["forfeits"], serde_json::json!([]));
    }
}

#[test]
fn programs_play_at_every_number_of_seats_and_with_a_clock() {
    let folder = tempfile::tempdir().unwrap();
    let arena = |bots: &[&str], limit: &str| {
        let mut arena = ludotheque("arena basik --json --games 1");
        arena.args(bots).args(limit.split_whitespace()).current_dir(&folder);
        json(std::str::from_utf8(&arena.assert().success().get_output().stdout).unwrap())
    };
    let program = ourselves("--bot mcts");
    let three = arena(&["random", &program, "greedy"], "--nodes 5");
    let clock = arena(&[&program, "random"], "--time 2");
    for report in [three, clock] {
        assert_eq!(report["forfeits"], serde_json::json!([]), "{report}");
    }
}

#[test]
fn a_program_that_misbehaves_forfeits_and_the_tournament_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    for (name, go, why, illegal) in [
        ("crashes", "exit 3", "it ended (exit status: 3)", 0),
        ("lies", r#"echo '{"bestaction":"a1xa1"}'"#, "B", 1),
        ("mumbles", r#"echo '{"bestaction":"z9"}'"#, "is not an action", 1),
        ("jokes", "echo 'best of luck'", "this is no answer: best of luck", 0),
        ("complains", r#"echo '{"error":"too hard"}'"#, "too hard", 0),
        ("counts", r#"echo '{"bestaction":3}'"#, "this is no answer", 0),
        ("sleeps", "sleep 100", "no bestaction in time", 0),
    ] {
        let program = stranger(folder.path(), name, go);
        let start = Instant::now();
        let arguments = format!("--games 2 --time 20 --records {name}-games");
        let report = report("random", &program, &arguments, folder.path());
        assert!(start.elapsed() < Duration::from_secs(60), "{name}: {:?}", start.elapsed());
        let forfeits = report["forfeits"].as_array().unwrap();
        assert_eq!(forfeits.len(), 2, "{name}: {report}");
        for (game, forfeit) in (1..).zip(forfeits) {
            assert_eq!((&forfeit["game"], &forfeit["bot"]), (&game.into(), &program.clone().into()));
            assert!(forfeit["why"].as_str().unwrap().contains(why), "{name}: {forfeit}");
        }
        let bot = &report["bots"][1];
        assert_eq!((&bot["losses"], &bot["forfeits"]), (&2.into(), &2.into()), "{name}: {report}");
        assert_eq!(bot["illegal"], 2 * illegal, "{name}: {report}");
        for game in ["0001", "0002"] {
            let record = format!("{name}-games/{game}.record");
            ludotheque("verify").arg(&record).current_dir(&folder).assert().success();
            let text = std::fs::read_to_string(folder.path().join(record)).unwrap();
            assert!(text.contains(" forfeits: ") && text.contains(" !resign"), "{text}");
        }
    }
}

/// Child processes of a program are killed with it.
#[cfg(target_os = "linux")]
#[test]
fn nothing_is_left_running() {
    let folder = tempfile::tempdir().unwrap();
    let program = stranger(folder.path(), "parent", "sleep 98765 & wait");
    let report = report("random", &program, "--games 2 --time 10", folder.path());
    assert_eq!(report["forfeits"].as_array().unwrap().len(), 2, "{report}");
    let left: Vec<String> = std::fs::read_dir("/proc")
        .unwrap()
        .filter_map(|entry| std::fs::read_to_string(entry.ok()?.path().join("cmdline")).ok())
        .filter(|line| line.contains("98765"))
        .collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn a_slow_program_is_late_before_it_forfeits() {
    let folder = tempfile::tempdir().unwrap();
    let program = stranger(folder.path(), "slow", r#"sleep 0.3; echo '{"bestaction":"pass"}'"#);
    let report = report("random", &program, "--games 2 --time 100", folder.path());
    let bot = &report["bots"][1];
    assert_eq!(
        (&bot["late"], &bot["illegal"], &bot["actions"]),
        (&2.into(), &2.into(), &2.into()),
        "{report}"
    );
}

#[test]
fn people_are_told_of_forfeits() {
    let folder = tempfile::tempdir().unwrap();
    let program = stranger(folder.path(), "crashes", "exit 3");
    let mut arena = ludotheque("arena basik random --games 14");
    let output = arena.arg(&program).current_dir(&folder).assert().success().get_output().clone();
    let shown = String::from_utf8(output.stdout).unwrap();
    assert!(
        shown.contains(&format!("game 1, seat 1: {program} forfeits: it ended (exit status: 3)")),
        "{shown}"
    );
    assert!(shown.ends_with("and 4 more forfeits\n"), "{shown}");
}

#[test]
fn what_is_no_engine_is_refused_before_the_first_game() {
    for (program, words) in [
        ("cmd:", "is no command line"),
        ("cmd:'unbalanced", "is no command line"),
        ("cmd:/nowhere/at/all", "/nowhere/at/all can't be started: No such file"),
        ("cmd:false", "it ended (exit status: 1)"),
        ("cmd:echo hello", "this is no answer: hello"),
        ("cmd:echo {\"hello\":{\"protocol\":7}}", "this is no answer"),
        ("cmd:echo '{\"hello\":{\"protocol\":7}}'", "it speaks version 7 of the protocol, not 1"),
    ] {
        let told = error_output(ludotheque("arena basik random").arg(program), 1);
        assert!(told.contains(words), "{program}: {told}");
    }
    let told = error_output(ludotheque("arena basik random").arg(ourselves("--bot maxn")), 1);
    assert!(told.contains("no bot `maxn` for 2 seats"), "{told}");
}
