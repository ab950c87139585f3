//! `analyse`: chances and turning points.

use crate::{error_output, json, keys, ludotheque, stdout, strings};
use serde_json::Value;

/// Red gives up a cell to stack in a corner, where blue walls the pile in at once.
const BLUNDER: &str = "\
ludotheque record 1
game: basik
rules: 1
seats: 2
clock: none
name 0: Ada
result: 2 1

0 a3
1 b4
0 a4
1 d2
1 !takeback
0 !agree
1 d1
0 a3+a4
1 a3
0 !resign
";

fn analyse_positions(record: &str, arguments: &str) -> Vec<Value> {
    let shown = stdout(ludotheque(&format!("analyse - --json {arguments}")).write_stdin(record));
    shown.lines().map(json).collect()
}

fn text(record: &str, arguments: &str) -> String {
    stdout(ludotheque(&format!("analyse - {arguments}")).write_stdin(record))
}

#[test]
fn a_blunder_is_found() {
    let told = analyse_positions(BLUNDER, "--nodes 5000");
    let (summary, actions) = told.split_last().unwrap();
    let played: Vec<&str> = actions.iter().map(|action| action["played"].as_str().unwrap()).collect();
    assert_eq!(played, ["a3", "b4", "a4", "d1", "a3+a4", "a3"], "what was taken back is left out");
    for (number, action) in (1..).zip(actions) {
        assert_eq!(
            keys(action),
            [
                "action", "after", "before", "best", "depth", "lines", "loss", "nodes", "played", "position",
                "seat"
            ]
        );
        assert_eq!((&action["action"], &action["seat"]), (&number.into(), &((number - 1) % 2).into()));
        let chance = |field: &str| action[field].as_f64().unwrap();
        assert!((0.0..=1.0).contains(&chance("before")) && (0.0..=1.0).contains(&chance("after")));
        assert!(chance("loss") >= 0.0 && chance("loss") <= chance("before"), "{action}");
        assert_eq!(action["lines"].as_array().unwrap().len(), 1);
        assert_eq!(action["lines"][0]["actions"][0], action["best"]);
    }
    let summary = &summary["summary"];
    assert_eq!(keys(summary), ["actions", "game", "options", "outcome", "seats", "turning_points"]);
    assert_eq!((&summary["actions"], &summary["outcome"]), (&6.into(), &serde_json::json!([2, 1])));
    let worst = &summary["turning_points"][0];
    assert_eq!((&worst["action"], &worst["seat"], &worst["played"]), (&5.into(), &0.into(), &"a3+a4".into()));
    assert_eq!(*worst, actions[4]);
    assert!(worst["loss"].as_f64() > Some(0.2) && worst["best"] != "a3+a4", "{worst}");
    // Blue punishes it.
    assert_eq!((&actions[5]["best"], &actions[5]["loss"]), (&"a3".into(), &0.0.into()));
}

#[test]
fn people_read_it_in_their_language() {
    let english = text(BLUNDER, "--nodes 5000");
    let french = text(BLUNDER, "--nodes 5000 --lang fr");
    for (shown, first, sentence, better, end) in [
        (
            &english,
            "Basik, 2 seats",
            "seat 0, action 5, a3+a4: win chance fell from ",
            " %; better was ",
            "over: seat 0 place 2, seat 1 place 1",
        ),
        (
            &french,
            "Basik, 2 joueurs",
            "joueur 0, action 5, a3+a4 : les chances de gain tombent de ",
            " % ; mieux valait ",
            "fini : joueur 0 place 2, joueur 1 place 1",
        ),
    ] {
        let lines: Vec<&str> = shown.lines().collect();
        assert_eq!((lines[0], *lines.last().unwrap()), (first, end), "{shown}");
        let turn = lines.iter().find(|line| line.trim_start().starts_with(sentence));
        assert!(turn.is_some_and(|line| line.contains(better)), "{shown}");
        assert_eq!(lines.iter().filter(|line| line.contains("  a3+a4  ")).count(), 1, "a row: {shown}");
    }
}

#[test]
fn nodes_give_the_same_answer_on_any_number_of_threads() {
    let one = analyse_positions(BLUNDER, "--nodes 3000 --lines 3 --threads 1");
    assert_eq!(one, analyse_positions(BLUNDER, "--nodes 3000 --lines 3 --threads 4"));
    assert_eq!(one[0]["lines"].as_array().unwrap().len(), 3);
}

#[test]
fn one_position_is_explained_deeper_and_deeper() {
    let told = analyse_positions(BLUNDER, "--at 5 --lines 3 --nodes 20000");
    let depths: Vec<u64> = told.iter().map(|report| report["depth"].as_u64().unwrap()).collect();
    assert!(depths.len() > 2 && depths.is_sorted(), "{depths:?}");
    for report in &told {
        assert_eq!(keys(report), ["depth", "lines", "nodes"]);
        assert_eq!(report["lines"].as_array().unwrap().len(), 3);
        assert!(!strings(&report["lines"][0]["actions"]).is_empty());
    }
    let shown = text(BLUNDER, "--at 6 --nodes 2000");
    assert!(shown.starts_with("Basik, action 6, seat 1\n"), "{shown}");
    assert!(shown.contains("\ndepth 2, ") && shown.lines().last().unwrap().contains(" %  a3"), "{shown}");
    let french = text(BLUNDER, "--at 6 --nodes 2000 --lang fr");
    assert!(french.contains("\nprofondeur 2, "), "{french}");
}

#[test]
fn an_action_that_is_not_there_is_refused() {
    for number in ["0", "8", "99999999999"] {
        let told =
            error_output(ludotheque(&format!("analyse - --at {number} --nodes 10")).write_stdin(BLUNDER), 1);
        assert!(told.contains("the actions are 1 to 6"), "{told}");
    }
    let told = error_output(ludotheque("analyse - --at 7 --nodes 10").write_stdin(BLUNDER), 1);
    assert!(told.contains("nobody is to act in that position"), "{told}");
    let unfinished = BLUNDER.replace("result: 2 1\n", "").replace("0 !resign\n", "");
    assert!(!analyse_positions(&unfinished, "--at 7 --nodes 100").is_empty(), "the last position");
}

#[test]
fn unfinished_and_empty_records_are_explained() {
    let unfinished = BLUNDER.replace("result: 2 1\n", "").replace("0 !resign\n", "");
    let told = analyse_positions(&unfinished, "--nodes 3000");
    assert_eq!(told.last().unwrap()["summary"]["outcome"], Value::Null);
    assert!(told[5]["after"].as_f64() > Some(0.5), "blue is ahead: {}", told[5]);
    let empty = unfinished.split_once("\n\n").unwrap().0.to_owned() + "\n\n";
    let told = analyse_positions(&empty, "--nodes 100");
    assert_eq!(told.len(), 1);
    assert_eq!(told[0]["summary"]["actions"], 0);
    assert!(text(&empty, "--nodes 100").contains("No turning points"));
}

/// Three sides, one of whom leaves on the way.
#[test]
fn more_sides_and_forfeits_are_explained() {
    let record = "ludotheque record 1\ngame: basik\nrules: 1\nseats: 3\nclock: none\n\n\
        0 c3\n1 !resign\n1 d3\n";
    let told = error_output(ludotheque("analyse -").write_stdin(record), 1);
    assert!(told.contains("line 9: "), "{told}");
    let told = analyse_positions(&record.replace("1 d3", "2 d3"), "--nodes 500");
    assert_eq!(told.len(), 3);
    assert_eq!((&told[0]["seat"], &told[1]["seat"]), (&0.into(), &2.into()));
    for action in &told[..2] {
        assert!(action["before"].is_number() && action["after"].is_number(), "{action}");
    }
}

#[test]
fn what_is_no_record_is_refused_by_file_and_line() {
    for (record, words) in [
        ("", "-: line 1: "),
        ("hello\n", "-: line 1: this is no record"),
        (&BLUNDER.replace("game: basik", "game: chess"), "the house has no game `chess`"),
        (&BLUNDER.replace("0 a4", "0 b4"), "-: line 11: B4"),
        (&BLUNDER.replace("2 1", "1 2"), "the result should be `2 1`"),
    ] {
        let told = error_output(ludotheque("analyse -").write_stdin(record), 1);
        assert!(told.contains(words), "{told}");
    }
    assert!(error_output(&mut ludotheque("analyse /nowhere"), 1).contains("/nowhere can't be read"));
    for arguments in ["--time 5 --nodes 5", "--lines 0", "--threads 0", "--at 1 --threads 2", "--lang de"] {
        error_output(ludotheque(&format!("analyse - {arguments}")).write_stdin(BLUNDER), 2);
    }
}
