//! T1–T3: the board and the opening.

use crate::actions;
use game::Game;
use tactic::{Kind, Options, Station, Tactic, Variant};

fn names(stations: impl IntoIterator<Item = Station>) -> Vec<String> {
    let mut stations: Vec<Station> = stations.into_iter().collect();
    stations.sort();
    stations.iter().map(ToString::to_string).collect()
}

/// T1: thirteen lines, 72 stations of three kinds.
#[test]
fn stations() {
    let widths: Vec<usize> = (1..=13).map(|line| Station::on_line(line).count()).collect();
    assert_eq!(widths, [3, 4, 6, 7, 6, 7, 6, 7, 6, 7, 6, 4, 3]);
    let count = |kind| Station::all().filter(|station| station.kind() == kind).count();
    assert_eq!([Kind::Central, Kind::Outer, Kind::Transit].map(count), [6, 16, 50]);
    let outer = names(Station::all().filter(|station| station.kind() == Kind::Outer));
    assert_eq!(outer.join(" "), "2a 2b 2c 2d 4a 4g 6a 6g 8a 8g 10a 10g 12a 12b 12c 12d");
    let halves = |line| Station::on_line(line).map(|station: Station| station.x()).collect::<Vec<_>>();
    assert_eq!(halves(1), [2, 6, 10]);
    assert_eq!(halves(12), [0, 4, 8, 12]);
    assert_eq!(halves(7), [1, 3, 5, 7, 9, 11]);
    assert_eq!(halves(8), [0, 2, 4, 6, 8, 10, 12]);
}

/// T1: every station has one name, and nothing else has.
#[test]
fn station_names() {
    for station in Station::all() {
        assert_eq!(Station::parse(&station.to_string()), Some(station));
    }
    for name in ["", "a", "4", "0a", "1d", "2e", "3g", "4h", "14a", "04c", "4C", "4c ", "4é", "13"] {
        assert_eq!(Station::parse(name), None, "{name}");
    }
}

/// T2: 120 forward tracks and 30 lateral ones.
#[test]
fn tracks() {
    let (mut forward, mut lateral) = (0, 0);
    for station in Station::all() {
        forward += station.tracks().0.count_ones();
        lateral += station.tracks().1.count_ones();
    }
    assert_eq!((forward, lateral / 2), (120, 30));
    let tracks = |name| {
        let (forward, lateral) = Station::parse(name).expect("a station").tracks();
        (names(Station::each(forward)).join(" "), names(Station::each(lateral)).join(" "))
    };
    for (from, forward, lateral) in [
        ("1b", "2b 2c", ""),
        ("2a", "3a", "2b"),
        ("2b", "3b 3c", "2a 2c"),
        ("3a", "4a 4b", ""),
        ("4a", "5a", "4b"),
        ("4d", "5c 5d", "4c 4e"),
        ("4g", "5f", "4f"),
        ("11c", "12b", ""),
        ("12d", "13c", "12c"),
        ("13b", "", ""),
    ] {
        assert_eq!(tracks(from), (forward.to_owned(), lateral.to_owned()), "{from}");
    }
}

/// T3: three patrols at home, two guards in reserve, seat 0 begins; 6 steps and 50 entries.
#[test]
fn opening() {
    let game = Tactic::new(&Options::default(), 2).expect("two seats");
    let text = "ppp/..../....../......./....../......./....../......./....../......./....../..../PPP";
    assert_eq!(game.to_string(), format!("{text} 0 2,2 - 0,0 -,- base"));
    let listed = actions(&game);
    let steps: Vec<&String> = listed.iter().filter(|action| !action.starts_with('@')).collect();
    assert_eq!(steps, ["1a-2a", "1a-2b", "1b-2b", "1b-2c", "1c-2c", "1c-2d"]);
    assert_eq!(listed.len(), 56);
    for seats in [0, 1, 3, 8] {
        let refusal = Tactic::new(&Options::default(), seats).expect_err("two seats only");
        assert_eq!(refusal.article, "T3");
    }
}

/// T18, T19: the variant is an option, by its name; one at a time.
#[test]
fn options() {
    let read = |text| serde_json::from_str::<Options>(text).ok().map(|options| options.variant);
    assert_eq!(read("{}"), Some(Variant::Base));
    assert_eq!(read(r#"{"variant":"capture"}"#), Some(Variant::Capture));
    assert_eq!(read(r#"{"variant":"passage"}"#), Some(Variant::Passage));
    for wrong in [r#"{"variant":"Base"}"#, r#"{"variant":["capture","passage"]}"#, r#"{"variants":"base"}"#] {
        assert_eq!(read(wrong), None, "{wrong}");
    }
}
