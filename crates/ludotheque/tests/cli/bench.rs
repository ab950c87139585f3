//! `bench`: plausible figures, however short the time.

use crate::{error_output, json, ludotheque, stdout};
use serde_json::Value;

fn reports(arguments: &str) -> Vec<Value> {
    stdout(&mut ludotheque(&format!("bench {arguments} --json"))).lines().map(json).collect()
}

fn sum(list: &Value) -> f64 {
    list.as_array().unwrap().iter().map(|share| share.as_f64().unwrap()).sum()
}

#[test]
fn a_report_has_every_figure() {
    for seats in 2..=4 {
        let [report] = &reports(&format!("basik --seats {seats} --seconds 0.05"))[..] else { panic!() };
        assert_eq!((report["game"].as_str(), report["seats"].as_u64()), (Some("basik"), Some(seats)));
        let figure = |name: &str| report[name].as_f64().unwrap_or_else(|| panic!("no {name}: {report}"));
        assert!(figure("playouts") >= 256.0 && figure("playouts_per_s") > 0.0);
        let length = figure("actions_per_s") / figure("playouts_per_s");
        assert!((length - figure("mean_length")).abs() < 1e-6 * length, "{report}");
        assert!(figure("shortest") <= length && length <= figure("longest"), "{report}");
        assert!(figure("branching") > 2.0 && figure("branching") < 200.0, "{report}");
        let places = report["places"].as_array().unwrap();
        assert_eq!(places.len() as u64, seats);
        // Every seat has one place in every game, and some seat is first.
        assert!(places.iter().all(|shares| (sum(shares) - 1.0).abs() < 1e-9), "{report}");
        let firsts: f64 = places.iter().map(|shares| shares[0].as_f64().unwrap()).sum();
        assert!((1.0..2.0).contains(&firsts), "{report}");
    }
}

#[test]
fn without_a_choice_every_setting_of_every_game_is_measured() {
    let found: Vec<(String, u64)> = reports("--seconds 0")
        .iter()
        .map(|report| (report["game"].as_str().unwrap().to_owned(), report["seats"].as_u64().unwrap()))
        .collect();
    for game in catalog::GAMES.iter().filter(|game| game.search.is_some()) {
        for seats in game.info().seats.clone() {
            let setting = (game.info().id.to_owned(), u64::from(seats));
            assert!(found.contains(&setting), "{setting:?} is missing in {found:?}");
        }
    }
}

#[test]
fn a_choice_leaves_out_the_games_that_do_not_have_it() {
    let games = |arguments: &str| -> Vec<String> {
        reports(arguments).iter().map(|report| report["game"].as_str().unwrap().to_owned()).collect()
    };
    let three = games("--seats 3 --seconds 0");
    assert!(three.contains(&"basik".to_owned()) && !three.contains(&"tactic".to_owned()), "{three:?}");
    assert_eq!(games("--set variant=capture --seconds 0"), ["tactic"]);
    assert_eq!(games("tactic --seconds 0"), ["tactic"; 3], "one for each variant");
}

#[test]
fn no_time_at_all_still_measures_something() {
    let [report] = &reports("basik --seats 2 --seconds 0")[..] else { panic!() };
    assert!(
        report["playouts"].as_u64() >= Some(1) && report["playouts_per_s"].as_f64() > Some(0.0),
        "{report}"
    );
}

#[test]
fn people_get_words() {
    let shown = stdout(&mut ludotheque("bench basik --seats 3 --seconds 0.05"));
    for word in
        ["basik, 3 seats\n", " playouts/s, ", " million actions/s", "length ", "seat 2: 1st ", "ended by B16"]
    {
        assert!(shown.contains(word), "{word}: {shown}");
    }
}

#[test]
fn the_same_seed_plays_the_same_games() {
    let survey = |seed: u32| {
        let [report] = &reports(&format!("basik --seats 2 --seconds 0 --seed {seed}"))[..] else { panic!() };
        (report["branching"].clone(), report["greedy"].clone())
    };
    assert_eq!(survey(5), survey(5));
    assert_ne!(survey(5), survey(6));
}

#[test]
fn what_can_t_be_measured_is_refused() {
    for seconds in ["nan", "inf", "-1", "soon", "1e9"] {
        let message = error_output(&mut ludotheque(&format!("bench basik --seconds={seconds}")), 2);
        assert!(message.contains("seconds are a number"), "{seconds}: {message}");
    }
    assert!(error_output(&mut ludotheque("bench basik --seats 5"), 1).contains("2 to 4 seats, not 5"));
    assert!(error_output(&mut ludotheque("bench basik --set a=b"), 1).contains("no option `a`"));
    assert!(error_output(&mut ludotheque("bench --seats 9"), 1).contains("seats, not 9"));
}

#[test]
fn games_that_are_played_at_once_are_those_that_are_played_alone() {
    for seats in 2..=4 {
        let [report] = &reports(&format!("basik --seats {seats} --seconds 0 --batch"))[..] else { panic!() };
        let batch = &report["batch"];
        assert_eq!(batch["lanes"].as_u64(), Some(if seats == 2 { 16 } else { 8 }));
        assert!(batch["playouts"].as_u64() >= Some(65536), "{report}");
        let lengths = [&report["mean_length"], &batch["mean_length"]].map(|length| length.as_f64().unwrap());
        assert!((lengths[0] / lengths[1] - 1.0).abs() < 0.15, "{report}");
        assert_eq!(batch["places"].as_array().unwrap().len() as u64, seats);
    }
    let [report] = &reports("basik --seats 2 --seconds 0")[..] else { panic!() };
    assert!(report.get("batch").is_none(), "{report}");
    let shown = stdout(&mut ludotheque("bench tactic --seconds 0 --batch"));
    assert!(shown.contains("batch: this game is played one at a time"), "{shown}");
    assert!(stdout(&mut ludotheque("bench basik --seats 2 --seconds 0 --batch")).contains("batch of 16: "));
}
