//! Texts that are no positions and no actions.

use basik::{Action, Basik};

#[test]
fn positions_that_are_none() {
    for text in [
        "",
        "..../..../..../....",
        "..../..../..../.... r",
        "..../..../..../.... r 20,20 x",
        "..../..../..../....  r 20,20",
        "..../..../..../.... r 20",
        "..../..../..../.... r 20,20,20",
        "...../...../...../...../..... r 20,20",
        "...../...../...../...../..... r 16,16,16,16,16",
        "..../..../..../.... r 20,",
        "..../..../..../.... r 20,-1",
        "..../..../..../.... r 20,256",
        "..../..../.... r 20,20",
        "..../..../..../..../.... r 20,20",
        "..../..../..../..... r 20,20",
        "..../..../..../... r 20,20",
        "..../..../.y1../.... r 20,20",
        "..../..../.R1../.... r 19,20",
        "..../..../.r0../.... r 20,20",
        "..../..../.r4../.... r 16,20",
        "..../..../...r/.... r 19,20",
        "..../..../..../.... y 20,20",
        "..../..../..../.... rb 20,20",
        "..../..../..../....  20,20",
        "..../..../.r1../.... b 20,20",
        "..../..../..../.... r 20,21",
        "...../...../...../...../..... r 17,16,16,16",
    ] {
        assert!(text.parse::<Basik>().is_err(), "{text}");
    }
}

#[test]
fn actions_that_are_none() {
    let texts =
        "b a f1 a0 a6 B2 b2+ b2- b2x b2+c b2+c33 b2c3 b2*c3 b2Xc3 b2x+c3 b2–c3 é2 b2+é3 bé PASS passe 22 bb";
    for text in texts.split(' ').chain(["", " ", "pass ", " b2", "b2 ", "b2 c3", "b2 - c3"]) {
        let malformed = text.parse::<Action>().unwrap_err();
        assert_eq!(malformed.text, text);
    }
    for text in ["a1", "e5", "b2+c3", "b2-c3", "b2xc3", "pass"] {
        assert_eq!(text.parse::<Action>().unwrap().to_string(), text);
    }
}

/// The notation writes a number in one way, and a board has as many reserves as seats.
#[test]
fn reserves_that_are_none() {
    let crowd = vec!["20"; 258].join(",");
    for reserves in ["+20,20", "020,20", &crowd] {
        let text = format!("..../..../..../.... r {reserves}");
        assert!(text.parse::<Basik>().is_err(), "{text}");
    }
}

/// A saved position is believed no more than a typed one.
#[test]
fn saved_positions_that_are_none() {
    let saved = |position: &str, quiet: u8, passes: u8, gone: &[u8]| {
        let saved =
            serde_json::json!({ "position": position, "quiet": quiet, "passes": passes, "gone": gone });
        serde_json::from_value::<Basik>(saved)
    };
    let two = "..../..../..../.... r 20,20";
    let three = "...../...../...../...../..... r 20,20,20";
    assert!(
        saved(two, 0, 0, &[]).is_ok() && saved(three, 60, 0, &[1]).is_ok() && saved(two, 0, 2, &[]).is_ok()
    );
    for (position, quiet, passes, gone) in [
        ("..../..../..../.... r 21,20", 0, 0, &[][..]),
        (two, 0, 0, &[2]),       // no such seat
        (two, 0, 0, &[0, 1, 2]), // more seats left than there are
        (three, 0, 0, &[0]),     // it would be the turn of a seat that left
        (two, 61, 0, &[]),       // B19 ended the game before
        (two, 0, 3, &[]),        // B18 did
    ] {
        let loaded = saved(position, quiet, passes, gone);
        assert!(loaded.is_err(), "{position} {quiet} {passes} {gone:?}");
    }
}
