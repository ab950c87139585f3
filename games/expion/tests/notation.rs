//! Texts that are no positions and no actions.

mod play;

use expion::{Action, Expion};
use play::sketch;

#[test]
fn positions_that_are_none() {
    let start = "#nnnnnnn#/w.......e/w.......e/w.......e/w...x...e/w.......e/w.......e/w.......e/#sssssss#";
    for (seats, rest) in [(2, "0 - 0"), (2, "1 ! 200"), (3, "0 - 0 w"), (3, "2 - 7 w"), (4, "3 - 0")] {
        let text = format!("{start} {rest}");
        assert_eq!(Expion::read(seats, &text).unwrap().to_string(), text);
    }
    for (seats, rest) in [
        (1, "0 - 0"),
        (5, "0 - 0"),
        (2, ""),
        (2, "0"),
        (2, "0 -"),
        (2, "0 - 0 e"),
        (2, "0 - 0 "),
        (2, "0  - 0"),
        (2, "2 - 0"),
        (2, "n - 0"),
        (2, "00 - 0"),
        (2, "+0 - 0"),
        (2, "0 ? 0"),
        (2, "0 - 201"),
        (2, "0 - 256"),
        (2, "0 - -1"),
        (2, "0 - 007"),
        (2, "0 - +7"),
        (3, "0 - 0"),
        (3, "0 - 0 n"),
        (3, "3 - 0 e"),
        (3, "1 - 0 w"),
        (3, "2 - 0 e"),
        (3, "0 - 0 e e"),
        (4, "4 - 0"),
    ] {
        let text = format!("{start} {rest}");
        assert!(Expion::read(seats, &text).is_err(), "{text}");
    }
}

#[test]
fn boards_that_are_none() {
    for board in [
        // Rows and columns.
        "",
        "#nnnnnnn#",
        "#nnnnnnn#/w.......e/w.......e/w.......e/w...x...e/w.......e/w.......e/w.......e",
        "#nnnnnnn#/w.......e/w.......e/w.......e/w...x...e/w.......e/w.......e/w.......e/#sssssss#/#sssssss#",
        "#nnnnnnn#/w.......e/w.......e/w.......e/w...x..e/w.......e/w.......e/w.......e/#sssssss#",
        "#nnnnnnn#/w.......e/w.......e/w.......e/w...x....e/w.......e/w.......e/w.......e/#sssssss#",
        "#nnnnnnn#/w.......e/w.......e/w.......e/w...é...e/w.......e/w.......e/w.......e/#sssssss#",
        // Corners.
        ".nnnnnnn#/w.......e/w.......e/w.......e/w...x...e/w.......e/w.......e/w.......e/#sssssss#",
        "#nnnnnnn#/w.......e/w.......e/w.......e/w...x...e/w.......e/w.......e/w.......e/#sssssssn",
        "#nnnnnnn#/w.......e/w..#....e/w.......e/w...x...e/w.......e/w.......e/w.......e/#sssssss#",
        // The ball: one, and not on a special cell.
        "#nnnnnnn#/w.......e/w.......e/w.......e/w.......e/w.......e/w.......e/w.......e/#sssssss#",
        "#nnnnnnn#/w.......e/w.......e/w..x....e/w...x...e/w.......e/w.......e/w.......e/#sssssss#",
        "#nnnnnnn#/wx......e/w.......e/w.......e/w.......e/w.......e/w.......e/w.......e/#sssssss#",
        // Marbles: seven of a colour, and in no camp but their own.
        "#nnnnnnn#/w..n....e/w.......e/w.......e/w...x...e/w.......e/w.......e/w.......e/#sssssss#",
        "#nnnsnnn#/w.......e/w.......e/w.......e/w...x...e/w.......e/w.......e/w.......e/#sss.sss#",
        "#nnnnnnn#/w.......w/........e/w.......e/w...x...e/w.......e/w.......e/w.......e/#sssssss#",
        "#nnnnnnn#/w..N....e/w.......e/w.......e/w...x...e/w.......e/w.......e/w.......e/#sssssss#",
        // Nobody is left.
        "#.......#/........./........./........./....x..../........./........./........./#.......#",
    ] {
        let text = format!("{board} 0 - 0");
        assert!(Expion::read(2, &text).is_err(), "{text}");
    }
}

/// X7, X13: the turn is never that of a seat without marbles, unless the game is over.
#[test]
fn turns_that_are_none() {
    for (seats, good, bad) in [
        (4, "n:d5 e:i2 x:e5 0 ! 0", "n:d5 e:i2 x:e5 2 ! 0"),
        (4, "n:d5 e:i2 x:e5 1 ! 0", "n:d5 e:i2 x:e5 3 ! 0"),
        (3, "n:d5 e:i2 x:e5 1 ! 0 e", "n:d5 e:i2 x:e5 2 ! 0 w"),
        (3, "n:d5 w:a2 x:e5 0 ! 0 w", "n:d5 w:a2 x:e5 0 ! 0 e"),
    ] {
        assert!(Expion::read(seats, &sketch(good)).is_ok(), "{good}");
        assert!(Expion::read(seats, &sketch(bad)).is_err(), "{bad}");
    }
    assert!(Expion::read(2, &sketch("n:d5 x:e5 1 ! 0")).is_ok(), "over by X18");
}

#[test]
fn actions_that_are_none() {
    let texts = "e e1 e1- e1-e e1-e44 e1-e4** e1*-e4 e1e4 e1+e4 e1>>e4 e1->e4 j1-e4 e0-e4 e1-e0 E1-e4 e1–e4 é1-e4 \
                 * - > pass* PASS passe e1-e4>e5";
    for text in texts.split_whitespace().chain(["", " ", "pass ", " e1-e4", "e1-e4 ", "e1 - e4", "e1-e4 *"]) {
        let malformed = text.parse::<Action>().unwrap_err();
        assert_eq!(malformed.text, text);
    }
    for text in ["e1-e4", "e4>e5", "c4-c5*", "d4>e4*", "a1-i9", "pass"] {
        assert_eq!(text.parse::<Action>().unwrap().to_string(), text);
    }
}

/// A saved position is believed no more than a typed one.
#[test]
fn saved_positions_that_are_none() {
    let saved = |seats: u8, position: &str, gone: &[u8]| {
        let saved = serde_json::json!({ "seats": seats, "position": sketch(position), "gone": gone });
        serde_json::from_value::<Expion>(saved)
    };
    let good = "n:d5 e:i2 x:e5 0 ! 0";
    assert!(saved(2, good, &[]).is_ok() && saved(4, good, &[0, 1]).is_ok() && saved(2, good, &[1]).is_ok());
    assert!(saved(2, good, &[2]).is_err(), "no such seat");
    assert!(saved(2, good, &[0, 1]).is_err(), "the game was over when the first of them left");
    assert!(saved(4, good, &[0, 1, 2, 3]).is_err(), "the game was over when the last of them left");
    assert!(saved(3, good, &[]).is_err(), "no ally");
    assert!(saved(5, good, &[]).is_err(), "too many seats");
    let odd = serde_json::json!({ "seats": 2, "position": sketch(good), "gone": [], "more": 1 });
    assert!(serde_json::from_value::<Expion>(odd).is_err());
}
