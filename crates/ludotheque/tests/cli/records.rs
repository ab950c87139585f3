//! `replay` and `verify`: good records are shown and confirmed, others refused with file and line.

use crate::{error_output, ludotheque, stdout};
use std::path::Path;
use tempfile::{TempDir, tempdir};

const GOOD: &str = "\
ludotheque record 1
game: basik
rules: 1
seats: 2
clock: fischer 300+5
name 0: Ada
note: in the rain
result: 2 1

0 b2 ; 1.25
1 c3 ; 3
0 b2-b3
1 !takeback
0 !decline ; 9
0 !resign
";

/// A folder with these files.
fn folder(files: &[(&str, &[u8])]) -> TempDir {
    let folder = tempdir().unwrap();
    for (name, bytes) in files {
        write(folder.path(), name, bytes);
    }
    folder
}

fn write(folder: &Path, name: &str, bytes: impl AsRef<[u8]>) {
    std::fs::write(folder.join(name), bytes).unwrap();
}

/// The good record but for one line.
fn forged(line: usize, text: &str) -> String {
    let mut lines: Vec<&str> = GOOD.lines().collect();
    lines[line - 1] = text;
    lines.join("\n") + "\n"
}

#[test]
fn a_good_record_holds() {
    let folder = folder(&[("good.record", GOOD.as_bytes())]);
    let said = stdout(ludotheque("verify good.record").current_dir(&folder));
    assert_eq!(said, "good.record: ok, 6 entries, over: seat 0 place 2, seat 1 place 1\n");
    assert_eq!(stdout(ludotheque("verify -").write_stdin(GOOD)), said.replace("good.record", "-"));
}

#[test]
fn a_good_record_is_replayed_position_by_position() {
    let folder = folder(&[("good.record", GOOD.as_bytes())]);
    let shown = stdout(ludotheque("replay good.record").current_dir(&folder));
    let lines: Vec<String> =
        shown.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    assert_eq!(
        lines,
        [
            "Basik, 2 seats, clock fischer 300+5",
            "seat 0: Ada",
            "",
            "..../..../..../.... r 20,20",
            "1 0 b2 ..../..../.r1../.... b 19,20",
            "2 1 c3 ..../..b1./.r1../.... r 19,19",
            "3 0 b2-b3 ..../.r1b1./..../.... b 19,19",
            "4 1 !takeback ..../.r1b1./..../.... b 19,19",
            "5 0 !decline ..../.r1b1./..../.... b 19,19",
            "6 0 !resign ..../.r1b1./..../.... b 19,19",
            "",
            "over: seat 0 place 2, seat 1 place 1",
        ]
    );
    assert_eq!(stdout(ludotheque("replay -").write_stdin(GOOD)), shown);
}

#[test]
fn a_forged_record_is_refused_with_file_and_line() {
    let forgeries = [
        (1, "ludotheque record 2", "version 2"),
        (1, "Elo 2000", "this is no record"),
        (2, "game: chess", "the house has no game `chess`"),
        (3, "rules: 7", "version 7 of the rules"),
        (5, "clock: blitz", "`blitz` is no value for `clock`"),
        (6, "winner: Ada", "means nothing"),
        (8, "result: 1 2", "the result should be `2 1`"),
        (8, "result: 1 1", "the result should be `2 1`"),
        (10, "0 e9 ; 1.25", "`e9` is not an action"),
        (10, "1 b2 ; 1.25", "B2: It is not your turn"),
        (11, "1 b2 ; 3", "B4: "),
        (12, "0 b2xc3", "B7: "),
        (12, "0 b2-b3 ; 2", "time runs backwards"),
        (14, "1 !agree ; 9", "no offer to answer"),
        (15, "0 !flag", "still has time"),
        (15, "0 a1", "B2: It is not your turn"),
    ];
    for (line, text, fault) in forgeries {
        let folder = folder(&[("forged.record", forged(line, text).as_bytes())]);
        for command in ["verify", "replay"] {
            let said = error_output(ludotheque(command).arg("forged.record").current_dir(&folder), 1);
            let place = format!("error: forged.record: line {line}: ");
            assert!(said.starts_with(&place) && said.contains(fault), "{command} of `{text}`: {said}");
            assert_eq!(said.lines().count(), 1, "{said}");
        }
    }
}

#[test]
fn a_table_that_can_t_be_set_up_is_refused_on_its_line() {
    let unfinished =
        GOOD.lines().filter(|line| !line.starts_with("result") && !line.starts_with("0 !resign"));
    let unfinished = unfinished.collect::<Vec<_>>().join("\n") + "\n";
    for (forged, fault) in [
        (unfinished.replace("seats: 2", "seats: 5"), "line 4: Basik is played by 2 to 4 seats, not 5"),
        (unfinished.replace("clock", "option size: big\nclock"), "line 4: Basik has no option `size`"),
        (unfinished.replace("seats: 2", "seats: 9"), "line 4: `9` is no value for `seats`"),
        (GOOD.replace("seats: 2", "seats: 3"), "line 8: `2 1` is no value for `result`"),
    ] {
        let said = error_output(ludotheque("verify -").write_stdin(forged), 1);
        assert!(said.starts_with("error: -: ") && said.contains(fault), "{said}");
    }
    ludotheque("verify -").write_stdin(unfinished).assert().success();
}

#[test]
fn a_record_that_was_cut_off_never_holds() {
    let folder = tempdir().unwrap();
    // Every beginning, up to the last letter but one.
    let names: Vec<String> = (0..GOOD.len() - 1).map(|end| format!("{end:03}.record")).collect();
    for (end, name) in names.iter().enumerate() {
        write(folder.path(), name, &GOOD[..end]);
    }
    let said = error_output(ludotheque("verify").args(&names).current_dir(&folder), 1);
    let told: Vec<&str> = said.lines().collect();
    assert_eq!(told.len(), names.len());
    for (name, line) in names.iter().zip(told) {
        assert!(line.starts_with(&format!("error: {name}: line ")), "{name}: {line}");
    }
}

#[test]
fn good_records_among_bad_ones_are_still_reported() {
    let unfinished = GOOD.replace("result: 2 1\n", "").replace("0 !resign\n", "");
    let folder = folder(&[
        ("one.record", GOOD.as_bytes()),
        ("two.record", forged(11, "1 b2").as_bytes()),
        ("three.record", b"\xff\xd8\xff\xe0 JFIF"),
        ("four.record", unfinished.as_bytes()),
    ]);
    let mut verify = ludotheque("verify one.record two.record missing.record three.record four.record");
    let output = verify.current_dir(&folder).assert().code(1).get_output().clone();
    let (told, said) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    let told: Vec<&str> = told.lines().collect();
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(
        told[0].starts_with("one.record: ok, ") && told[1] == "four.record: ok, 5 entries, the game goes on"
    );
    let said: Vec<&str> = said.lines().collect();
    assert_eq!(said.len(), 3, "{said:?}");
    assert!(said[0].starts_with("error: two.record: line 11: B4: "), "{said:?}");
    assert!(said[1].starts_with("error: missing.record can't be read: No such file"), "{said:?}");
    assert_eq!(said[2], "error: three.record: line 1: this is not text (UTF-8)");
}

#[test]
fn binary_files_are_refused_and_never_reach_the_terminal() {
    let all: Vec<u8> = (0..=255).collect();
    let late = [GOOD.as_bytes(), b"0 \x1b[2Jb2\xff\n"].concat();
    let sly = format!("{GOOD}0 \x1b[2J\x07\n");
    let folder = folder(&[("all", &all), ("late", &late), ("sly", sly.as_bytes()), ("empty", b"")]);
    for (file, line) in [("all", 11), ("late", 16), ("sly", 16), ("empty", 1)] {
        for command in ["verify", "replay"] {
            let said = error_output(ludotheque(command).arg(file).current_dir(&folder), 1);
            let control = |letter: char| letter.is_control() && letter != '\n';
            assert!(
                said.starts_with(&format!("error: {file}: line ")) && !said.contains(control),
                "{said:?}"
            );
            // Invalid UTF-8 is detected before the text is parsed.
            let line = if file == "all" { 2 } else { line };
            assert!(said.contains(&format!("line {line}: ")), "{said:?}");
        }
    }
}

#[test]
fn what_is_no_file_is_refused_by_its_name() {
    let folder = tempdir().unwrap();
    for (file, words) in
        [("missing", "missing can't be read: No such file"), (".", ". can't be read: Is a directory")]
    {
        for command in ["verify", "replay"] {
            let said = error_output(ludotheque(command).arg(file).current_dir(&folder), 1);
            assert!(said.contains(words), "{said}");
        }
    }
    assert!(error_output(&mut ludotheque("verify"), 2).contains("<FILE>"));
    if cfg!(target_os = "linux") {
        assert!(error_output(&mut ludotheque("verify /dev/zero"), 1).contains("/dev/zero: this is too long"));
    }
}

#[test]
fn records_from_other_systems_are_read() {
    let folder = folder(&[("dos.record", GOOD.replace('\n', "\r\n").as_bytes())]);
    ludotheque("verify dos.record").current_dir(&folder).assert().success();
}
