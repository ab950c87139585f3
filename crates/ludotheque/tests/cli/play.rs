//! `play`: a table in the terminal, by a script instead of a keyboard.

use crate::{error_output, ludotheque, stdout};
use tempfile::{TempDir, tempdir};

/// The output of `play` with these lines of input, in a folder for saved records.
fn session(folder: &TempDir, arguments: &str, lines: &str) -> String {
    stdout(ludotheque(&format!("play {arguments}")).current_dir(folder).write_stdin(lines))
}

fn played(arguments: &str, lines: &str) -> String {
    session(&tempdir().unwrap(), arguments, lines)
}

/// The output of `verify` for the saved record.
fn verified(folder: &TempDir) -> String {
    stdout(ludotheque("verify game.record").current_dir(folder))
}

/// Checks that the text has these words, in this order.
fn in_order(text: &str, words: &[&str]) {
    let mut rest = text;
    for word in words {
        let Some((_, after)) = rest.split_once(word) else {
            panic!("`{word}` is missing in:\n{rest}\nof\n{text}")
        };
        rest = after;
    }
}

/// The position when the input ends, a row a line.
fn last_position(shown: &str) -> Vec<&str> {
    let (_, end) = shown.rsplit_once(" > \n").unwrap();
    end.lines().map(str::trim).collect()
}

#[test]
fn a_session_from_the_first_action_to_the_last_word() {
    let folder = tempdir().unwrap();
    let lines = "b2\nb2\nB4\nc3\nback\nd4\nhelp\n\nresign\n";
    let shown = session(&folder, "basik --save game.record", lines);
    in_order(
        &shown,
        &[
            "Basik; `help` explains\n",
            "  . . . .\n  . . . .\n  . . . .\n  . . . .\n  r 20,20\nseat 0 > ",
            "  .  .  .  .\n  .  .  .  .\n  .  r1 .  .\n  .  .  .  .\n  b 19,20\nseat 1 > ",
            "B4: A pawn is placed on an empty cell only. (b2)\n",
            "seat 1 > B4 · Placing a pawn\n\nTake one pawn",
            "  .  .  b1 .\n  .  r1 .  .\n  .  .  .  .\n  r 19,19\nseat 0 > ",
            "  .  .  .  .\n  .  r1 .  .\n  .  .  .  .\n  b 19,20\nseat 1 > ",
            "  .  .  .  b1\n",
            "seat 0 >   an action      as the rulebook writes it\n  (nothing)      list what is legal\n",
            "seat 0 > a1  a2  a3  a4  b1  b2-a1  b2-a2",
            "over: seat 0 place 2, seat 1 place 1\n",
        ],
    );
    assert_eq!(verified(&folder), "game.record: ok, 6 entries, over: seat 0 place 2, seat 1 place 1\n");
    let record = std::fs::read_to_string(folder.path().join("game.record")).unwrap();
    in_order(&record, &["result: 2 1\n\n", "0 b2\n1 c3\n1 !takeback\n0 !agree\n1 d4\n0 !resign\n"]);
    let left: Vec<_> = std::fs::read_dir(&folder).unwrap().collect();
    assert_eq!(left.len(), 1, "nothing but the record is left behind: {left:?}");
}

/// Cells and articles may have the same name: the cell takes precedence.
#[test]
fn every_cell_can_be_played_though_an_article_is_called_alike() {
    for cell in ["a1", "b1", "b2", "b3", "b4", "d4"] {
        let shown = played("basik", &format!("{cell}\nquit\n"));
        assert_eq!(shown.matches("seat 1 > ").count(), 1, "{cell}: {shown}");
    }
    let shown = played("basik", "rules b2\nB2\nb14\nrules B99\n");
    in_order(
        &shown,
        &["seat 0 > B2 · ", "seat 0 > B2 · ", "seat 0 > B14 · ", "`rules B99` is not an action"],
    );
}

#[test]
fn refusals_and_articles_speak_french_if_asked() {
    let shown = played("basik --lang fr", "pass\nB4\n");
    in_order(&shown, &["B18: ", "B4 · Poser"]);
    assert!(
        !played("basik", "pass\n").contains(shown.split_once("B18: ").unwrap().1.lines().next().unwrap())
    );
}

#[test]
fn the_end_of_the_input_leaves_a_valid_record() {
    for (lines, entries) in [("", 0), ("b2", 1), ("b2\nc3\nb2-b3\n", 3), ("b2\nzz\nquit\nc3\n", 1)] {
        let folder = tempdir().unwrap();
        let shown = session(&folder, "basik --save game.record", lines);
        assert!(shown.ends_with("the game goes on\n"), "{shown}");
        assert_eq!(verified(&folder), format!("game.record: ok, {entries} entries, the game goes on\n"));
    }
}

#[test]
fn garbage_is_answered_and_the_game_goes_on() {
    let mut lines = b"\xff\xfe\n\x00\nhello\n".to_vec();
    lines.extend("x".repeat(5_000_000).bytes());
    lines.extend(b"\r\nb2\r\n");
    let shown = stdout(ludotheque("play basik").write_stdin(lines));
    assert_eq!(shown.matches("is not an action").count(), 4, "{shown}");
    assert!(shown.len() < 10_000 && shown.contains("\nseat 1 > "), "{shown}");
}

#[test]
fn the_last_action_of_the_screen_is_taken_back() {
    // Between two people, the last action is taken back.
    let shown = played("basik", "a1\nback\nback\nb1\nc1\nback\n");
    assert!(shown.contains("seat 0 > there is nothing to take back"), "{shown}");
    assert_eq!(last_position(&shown)[3..5], [".  r1 .  .", "b 19,20"]);
    // Against a bot, its reply too.
    let folder = tempdir().unwrap();
    let shown = session(&folder, "basik --bot 1=random --time 1 --save game.record", "a1\nback\n");
    assert_eq!(last_position(&shown)[4], "r 20,20", "{shown}");
    assert!(verified(&folder).contains("ok, 4 entries, the game goes on"));
}

#[test]
fn who_has_left_is_not_asked() {
    let folder = tempdir().unwrap();
    let lines = "a1\nresign\nc1\ne1\nback\nback\nback\nd1\n";
    let shown = session(&folder, "basik --seats 3 --save game.record", lines);
    // Actions from before a resignation are not taken back.
    assert_eq!(shown.matches("there is nothing to take back").count(), 1, "{shown}");
    assert_eq!(last_position(&shown)[4..6], ["r1 .  .  y1 .", "r 19,20,19"]);
    assert!(verified(&folder).ends_with("the game goes on\n"));
}

#[test]
fn bots_take_their_seats() {
    let folder = tempdir().unwrap();
    let shown = session(&folder, "basik --bot 0=random --bot 1=greedy --time 1 --save game.record", "");
    assert!(shown.contains("seat 0 plays ") && shown.contains("seat 1 plays "), "{shown}");
    assert!(shown.contains("\nover by B") && verified(&folder).contains(", over by B"), "{shown}");
    let record = std::fs::read_to_string(folder.path().join("game.record")).unwrap();
    in_order(&record, &["name 0: bot random\nname 1: bot greedy\n", "result: "]);
}

#[test]
fn bots_and_seats_that_are_missing_are_refused() {
    for (arguments, code, words) in [
        ("--bot 1=deep", 1, "Basik has no bot `deep` for 2 seats (bots: random, greedy, "),
        ("--bot 1=maxn", 1, "no bot `maxn` for 2 seats"),
        ("--bot 2=random", 1, "there is no seat 2 for random: the seats are 0 to 1"),
        ("--bot 0=random --bot 0=greedy", 1, "seat 0 is given to two bots"),
        ("--bot random", 2, "a bot is given as SEAT=BOT"),
        ("--seats 6", 1, "2 to 4 seats, not 6"),
        ("--save no/such/folder/game.record", 1, "can't be written: No such file"),
    ] {
        let output = ludotheque(&format!("play basik {arguments}")).output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(code) && told.contains(words), "{arguments}: {told}");
        assert!(!String::from_utf8(output.stdout).unwrap().contains("seat 0 > "), "{arguments}");
    }
}

#[test]
fn no_record_is_written_over() {
    let folder = tempdir().unwrap();
    session(&folder, "basik --save game.record", "b2\n");
    let before = std::fs::read(folder.path().join("game.record")).unwrap();
    let mut again = ludotheque("play basik --save game.record");
    assert!(error_output(again.current_dir(&folder), 1).contains("game.record exists already"));
    assert_eq!(std::fs::read(folder.path().join("game.record")).unwrap(), before);
    assert!(
        error_output(ludotheque("play basik --save .").current_dir(&folder), 1).contains("exists already")
    );
}
