//! What is counted to judge a position is what the words say, alike for both seats.

use game::{Game, Seat};
use search::{Search, SelfPlay, Tuning, TuningOf, WeightedEvaluation};
use std::marker::PhantomData;
use tactic::{Options, Tactic, Variant};

fn position(text: &str) -> Tactic {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// The counts of a seat that are not 0, by name.
fn counts(position: &Tactic, seat: u8) -> String {
    let counts = position.counts(Seat(seat));
    let named = Tactic::FEATURES.iter().zip(counts).filter(|(_, count)| *count != 0);
    named.map(|(name, count)| format!("{name} {count}")).collect::<Vec<_>>().join(", ")
}

#[test]
fn the_opening_is_even_but_for_the_turn() {
    let start = Tactic::new(&Options::default(), 2).expect("two may play");
    let even = "patrols 3, ways 6, onward 10, odd 3, sure 3";
    assert_eq!(counts(&start, 0), format!("{even}, ahead 1, reserve 2, steps 2, turn 1"));
    assert_eq!(counts(&start, 1), format!("{even}, reserve 2"));
}

/// Seat 0: a patrol has arrived (T6), one on 11a is out of the guards' reach (T7), one on 7c has a
/// guard in front of it. At the edge there is one way that no guard can shut; beside a guard there is one that another
/// can. Seat 1 is ahead: it has one line to go.
#[test]
fn patrols_that_arrived_are_safe_or_have_one_way() {
    let position = position(
        "P../..../P...../......./....../...g.../..P.../......./....../......./....../..p./pp. 0 2,1 - 0,0 -,- base",
    );
    assert_eq!(
        counts(&position, 0),
        "lines 28, arrived 1, rear 6, safe 1, patrols 3, ways 2, onward 2, odd 2, sure 1, exposed 1, reserve 2, steps 2, turn 1"
    );
    assert_eq!(counts(&position, 1).split(", ").next(), Some("lines 35"));
}

/// Two patrols of seat 0 have arrived; the third, on 7c, is alone, and one of the two guards of seat 1 has shut one of its
/// two ways.
#[test]
fn a_lone_patrol_counts_those_who_may_bar_it() {
    let position = position(
        "PP./..../....../......./....../...g.../..P.../......./....../......./....../..p./pp. 0 2,1 - 0,0 -,- capture",
    );
    let counts = counts(&position, 0);
    assert!(counts.contains("exposed 1, lone 2, lone-exposed 2, "), "{counts}");
}

/// The same position seen from the other home.
fn turned(text: &str) -> String {
    let words: Vec<&str> = text.split(' ').collect();
    let [lines, seat, reserves, begun, counters, _, variant] = words[..] else { panic!("not seven words") };
    let swap = |piece: char| match piece.is_uppercase() {
        true => piece.to_ascii_lowercase(),
        false => piece.to_ascii_uppercase(),
    };
    let lines: Vec<String> = lines.split('/').rev().map(|line| line.chars().map(swap).collect()).collect();
    let (own, other) = reserves.split_once(',').expect("two reserves");
    let seat = if seat == "0" { 1 } else { 0 };
    format!("{} {seat} {other},{own} {begun} {counters} -,- {variant}", lines.join("/"))
}

#[test]
fn both_seats_are_judged_alike() {
    for variant in Variant::ALL {
        let text = format!(
            "..P/.p../....../...p.../.G..../.P...../...g../....p../..G.../......./..P.../..../... 1 0,1 guard 3,0 -,- {}",
            variant.id()
        );
        let (one, other) = (position(&text), position(&turned(&text)));
        for (seat, swapped) in [(Seat(0), Seat(1)), (Seat(1), Seat(0))] {
            assert_eq!(one.counts(seat), other.counts(swapped));
            assert_eq!(one.evaluate()[seat], other.evaluate()[swapped]);
            assert_ne!(one.evaluate()[seat], 0);
        }
    }
}

#[test]
fn the_same_seed_teaches_the_same() {
    let tuning: &dyn Tuning = &TuningOf::<Tactic>(PhantomData);
    let start = Tactic::new(&Options::default(), 2).expect("two may play");
    let samples = |seed| {
        tuning.training_samples(&start, start.weights(), SelfPlay { nodes: 20, ..SelfPlay::DEFAULT }, seed)
    };
    assert!(samples(1).len() > 20);
    assert_eq!(samples(1), samples(1));
    assert_ne!(samples(1), samples(2));
}
