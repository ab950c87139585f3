//! Positions that somebody sets up, and the articles that forbid some.

#![allow(clippy::unwrap_used)]

use basik::Basik;
use game::{Game, NoOptions};

fn article(notation: &str, seats: u8) -> Option<&'static str> {
    assert!(Basik::read_position(notation, &NoOptions {}, seats).is_none(), "{notation}");
    Basik::forbids_position(notation, &NoOptions {}, seats).map(|illegal| illegal.article)
}

#[test]
fn what_the_box_cannot_show_is_forbidden_by_its_article() {
    assert!(Basik::read_position("..../..../.r3b1./.... b 17,19", &NoOptions {}, 2).is_some());
    assert_eq!(article("..../..../.r4../.... r 16,20", 2), Some("B5"));
    assert_eq!(article("..../..../.r1../.... r 20,20", 2), Some("B1"));
    assert_eq!(article("...../...../...../...../..... r 17,16,16,16", 4), Some("B1"));
    let high = Basik::forbids_position("..../..../.r4../.... r 16,20", &NoOptions {}, 2).unwrap();
    assert_eq!(high.at, ["b2"]);
}

#[test]
fn what_is_no_position_is_forbidden_by_none() {
    for text in ["", "..../..../..../.... r", "..../..../.q1../.... r 20,20", "..../..../..../...... r 20,21"]
    {
        assert_eq!(article(text, 2), None, "{text}");
    }
    assert_eq!(article(&format!("..../..../..../.... r {}20,20", "0,".repeat(1000)), 2), None);
}
