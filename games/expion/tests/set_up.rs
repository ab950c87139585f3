//! Positions that somebody sets up, and the articles that forbid some.

use expion::Expion;
use game::{Game, NoOptions};

fn article(notation: &str) -> Option<&'static str> {
    assert!(Expion::read_position(notation, &NoOptions {}, 2).is_none(), "{notation}");
    Expion::forbids_position(notation, &NoOptions {}, 2).map(|illegal| illegal.article)
}

#[test]
fn what_no_game_comes_to_is_forbidden_by_its_article() {
    let rows = |top: &str, second: &str, last: &str| {
        let middle = ["........."; 3].join("/");
        format!("#{top}#/{second}/{middle}/....x..../........./........./#{last}#")
    };
    let opening = Expion::new(&NoOptions {}, 2).map(|game| game.to_string());
    assert_eq!(
        opening.map(|text| Expion::read_position(&text, &NoOptions {}, 2).is_some()),
        Ok(true),
        "what can be played is forbidden by none"
    );
    for (position, expected) in [
        (rows("e......", ".........", "s......"), Some("X9")),
        (rows("n......", ".x.......", "s......").replace("....x....", "........."), Some("X2")),
        (rows("n......", ".........", "s......").replace("....x....", "........."), Some("X3")),
        (rows("nnnnnnn", ".n.......", "sssssss"), Some("X3")),
        (rows(".......", ".........", "......."), Some("X18")),
        (rows("q......", ".........", "s......"), None),
    ] {
        let position = format!("{position} 0 - 0");
        assert_eq!(article(&position), expected, "{position}");
    }
    assert_eq!(article(&"#".repeat(200)), None);
    // South is to act, and has no marble.
    let text = format!("{} 2 - 0", rows("n......", "......e..", "......."));
    let forbidden = Expion::forbids_position(&text, &NoOptions {}, 4).map(|illegal| illegal.article);
    assert_eq!(forbidden, Some("X13"));
}
