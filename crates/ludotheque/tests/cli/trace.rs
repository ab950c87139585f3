//! `trace`: positions and legal actions as JSON.

use crate::{error_output, json, keys, ludotheque, stdout, strings};
use serde_json::Value;

const OPENING: &str = concat!(
    r#"{"seats":[0],"position":"..../..../..../.... r 20,20","#,
    r#""actions":["a1","a2","a3","a4","b1","b2","b3","b4","c1","c2","c3","c4","d1","d2","d3","d4"],"outcome":null}"#,
    "\n"
);

fn trace(input: impl Into<Vec<u8>>) -> Vec<Value> {
    traced("trace basik", input)
}

fn traced(arguments: &str, input: impl Into<Vec<u8>>) -> Vec<Value> {
    stdout(ludotheque(arguments).write_stdin(input)).lines().map(json).collect()
}

/// The positions of the output, without refusals.
fn positions(answers: &[Value]) -> Vec<&str> {
    answers.iter().filter_map(|answer| answer.get("position")?.as_str()).collect()
}

#[test]
fn the_opening_is_printed_to_the_letter() {
    assert_eq!(stdout(ludotheque("trace basik").write_stdin("")), OPENING);
    assert_eq!(stdout(ludotheque("trace basik --seats 2").write_stdin("")), OPENING);
    for seats in [3, 4] {
        let [opening] = &traced(&format!("trace basik --seats {seats}"), "")[..] else { panic!() };
        assert_eq!(opening["seats"], serde_json::json!([0]));
        assert_eq!(strings(&opening["actions"]).len(), 25);
    }
}

#[test]
fn an_action_is_answered_with_the_next_position() {
    let answers = trace("b2\nc3\nb2-b3\n");
    assert_eq!(
        positions(&answers),
        [
            "..../..../..../.... r 20,20",
            "..../..../.r1../.... b 19,20",
            "..../..b1./.r1../.... r 19,19",
            "..../.r1b1./..../.... b 19,19",
        ]
    );
    for (answer, seat) in answers.iter().zip([0, 1, 0, 1]) {
        assert_eq!(keys(answer), ["actions", "outcome", "position", "seats"]);
        assert_eq!(answer["seats"], serde_json::json!([seat]));
        assert!(strings(&answer["actions"]).is_sorted() && answer["outcome"].is_null());
    }
    // Sorted bytewise: `+` before `-`, both before letters, and a word before those that begin with it.
    let actions = strings(&answers[2]["actions"]);
    let after = |one: &str| actions[1 + actions.iter().position(|action| *action == one).unwrap()];
    assert_eq!((after("b1"), after("b2-c2")), ("b2-a1", "b3"));
}

#[test]
fn a_refusal_cites_the_article() {
    for (before, action, article) in [
        ("", "pass", "B18"),
        ("", "b2-c3", "B6"),
        ("b2", "b2", "B4"),
        ("b2", "0 c3", "B2"),
        ("b2 c3", "b2+c3", "B5"),
        ("b2 c3", "b2-b4", "B6"),
        ("b2 c3", "b2xc3", "B7"),
        // Blue walls the corner in.
        ("d4 a2 d3 b1", "a1", "B14"),
    ] {
        let answers = trace(format!("{}\n{action}\n", before.replace(' ', "\n")));
        let (refusal, accepted) = answers.split_last().unwrap();
        assert_eq!(positions(accepted).len(), 1 + before.split_whitespace().count(), "{answers:?}");
        assert_eq!(keys(refusal), ["illegal", "why"], "to the letter");
        assert_eq!(refusal["illegal"], article, "{action} after {before}: {refusal}");
        assert!(refusal["why"].as_str().unwrap().ends_with(['.', ')']), "a sentence: {refusal}");
        let listed = strings(&accepted.last().unwrap()["actions"]).contains(&action);
        assert!(!listed, "{action} is refused and yet listed");
        ludotheque(&format!("rules basik {article}")).assert().success();
    }
}

#[test]
fn a_refusal_changes_nothing() {
    let plain = trace("b2\nc3\nb2-b3\n");
    let disturbed = trace("b2-b3\nb2\nb2\nhello\n0 c3\nc3\nc3\nb2xc3\nb2-b3\n");
    let accepted: Vec<&Value> = disturbed.iter().filter(|answer| answer.get("illegal").is_none()).collect();
    assert_eq!(accepted, plain.iter().collect::<Vec<_>>());
    assert_eq!(disturbed.len(), plain.len() + 6);
}

#[test]
fn refusals_speak_both_languages() {
    let [_, english] = &trace("pass\n")[..] else { panic!() };
    let [_, french] = &traced("trace basik --lang fr", "pass\n")[..] else { panic!() };
    assert_eq!(english["illegal"], french["illegal"]);
    assert_ne!(english["why"], french["why"]);
}

#[test]
fn what_is_no_action_is_refused_in_both_languages() {
    for game in ["basik", "expion", "tactic", "bausack"] {
        let whys = ["en", "fr"].map(|lang| {
            let answers = traced(&format!("trace {game} --lang {lang}"), "hop\n7 hop\n");
            answers[1..].iter().map(|answer| answer["why"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        });
        assert!(whys[0][0].contains("`hop` is not an action: "), "{whys:?}");
        assert!(whys[1][0].contains("« hop » n’est pas un coup : "), "{whys:?}");
        for (english, french) in whys[0].iter().zip(&whys[1]) {
            assert!(english.split(": ").last() != french.split(": ").last(), "{game}: {english} = {french}");
        }
    }
}

#[test]
fn garbage_is_refused_and_reading_goes_on() {
    let garbage: [&[u8]; 12] = [
        b"hello",
        b"b2b2",
        b"B2",
        b"b9",
        b"-1 b2",
        b"256 b2",
        b"\"b2\"",
        b"{\"action\":\"b2\"}",
        b"\xff\xfe\x00",
        b"b2\xc3",
        b"b2\0",
        "b２".as_bytes(),
    ];
    for line in garbage {
        let answers = trace([line, b"\nb2\n"].concat());
        assert_eq!(answers.len(), 3, "{line:?}: {answers:?}");
        assert_eq!(keys(&answers[1]), ["illegal", "why"]);
        assert!(answers[1]["illegal"].is_null(), "no article forbids {line:?}");
        assert_eq!(answers[2]["position"], "..../..../.r1../.... b 19,20");
    }
    let [_, refusal] = &trace("hello")[..] else { panic!() };
    let why = refusal["why"].as_str().unwrap();
    assert!(
        why.contains("`hello` is not an action") && why.contains("b2+c3"),
        "reminds of the notation: {why}"
    );
}

#[test]
fn a_line_of_ten_megabytes_is_refused_in_a_few_words() {
    for letter in ["b", " ", "é", "b2 "] {
        let long = letter.repeat(10_000_000 / letter.len());
        let answers = trace(format!("{long}x\nb2\n"));
        assert_eq!(answers.len(), 3, "{letter:?}");
        assert!(answers[1]["illegal"].is_null() && answers[1]["why"].as_str().unwrap().len() < 300);
        assert_eq!(answers[2]["seats"], serde_json::json!([1]));
    }
}

#[test]
fn lines_end_as_they_like() {
    let plain = trace("b2\nc3\n");
    for input in ["b2\r\nc3\r\n", "b2\nc3", "b2\r\nc3\r", "\n\n  b2\t\n\n \r\nc3  \n\n"] {
        assert_eq!(trace(input), plain, "{input:?}");
    }
}

#[test]
fn a_seat_may_be_named() {
    assert_eq!(positions(&trace("0 b2\n1 c3\n")), positions(&trace("b2\nc3\n")));
    let answers = trace("1 b2\n2 b2\n200 b2\n0  b2\n");
    assert_eq!(answers[1]["illegal"], "B2", "it is not that seat's turn");
    for answer in &answers[2..4] {
        assert!(
            answer["illegal"].is_null() && answer["why"].as_str().unwrap().contains("does not play here")
        );
    }
    assert_eq!(answers[4]["seats"], serde_json::json!([1]));
}

#[test]
fn an_option_sets_the_table() {
    for variant in ["base", "capture", "passage"] {
        let [opening] = &traced(&format!("trace tactic --set variant={variant}"), "")[..] else { panic!() };
        assert!(opening["position"].as_str().unwrap().ends_with(&format!(" {variant}")), "{opening}");
    }
}

#[test]
fn what_can_t_be_set_up_is_explained() {
    for (arguments, code, words) in [
        ("trace", 2, "<GAME>"),
        ("trace chess", 2, "[possible values: basik"),
        ("trace basik --seats 1", 1, "Basik is played by 2 to 4 seats, not 1"),
        ("trace basik --seats 5", 1, "Basik is played by 2 to 4 seats, not 5"),
        ("trace basik --seats 300", 2, "300 is not in 0..=255"),
        ("trace basik --seats two", 2, "invalid value 'two' for '--seats <N>'"),
        ("trace basik --set size=9", 1, "Basik has no option `size` (options: none)"),
        ("trace tactic --set size=9", 1, "Tactic has no option `size` (options: variant)"),
        (
            "trace tactic --set variant=big",
            1,
            "`big` is not a value of `variant` (values: base, capture, passage)",
        ),
        ("trace basik --set size", 2, "an option is set as KEY=VALUE"),
        ("trace basik --set =9", 2, "an option is set as KEY=VALUE"),
        ("trace basik --seat 3", 2, "a similar argument exists: '--seats'"),
        ("trase basik", 2, "a similar subcommand exists: 'trace'"),
    ] {
        let message = error_output(ludotheque(arguments).write_stdin("b2\n"), code);
        assert!(message.contains(words), "{arguments}: {message}");
    }
}
