//! What is counted to judge a position is what the words say, alike for every seat.

use basik::Basik;
use game::{Game, NoOptions, Seat};
use search::{Search, SelfPlay, Tuning, TuningOf, WeightedEvaluation};
use std::marker::PhantomData;

fn position(text: &str) -> Basik {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// The counts of a seat that are not 0, by name.
fn counts(position: &Basik, seat: u8) -> String {
    let counts = position.counts(Seat(seat));
    let named = Basik::FEATURES.iter().zip(counts).filter(|(_, count)| *count != 0);
    named.map(|(name, count)| format!("{name} {count}")).collect::<Vec<_>>().join(", ")
}

#[test]
fn an_empty_board_counts_entries_and_reserves() {
    let start = Basik::new(&NoOptions {}, 2).expect("two may play");
    assert_eq!(counts(&start, 0), "entries 16, reserve 20, turn 1");
    assert_eq!(counts(&start, 1), "entries 16, reserve 20");
}

/// Red's corner has one open side left, the other side being blue (B9); its pile of two stands beside blue's single
/// pawn (B7), and its own two neighbours could join (B5).
#[test]
fn piles_are_exposed_and_pinched() {
    let position = position("..../..r1./.r2../r1b1.. r 10,12");
    assert_eq!(
        counts(&position, 0),
        "cells 3, twos 1, corners 1, sides 5, entries 12, pinched 1, pinched-in-turn 1, \
         builders 2, reserve 10, turn 1"
    );
    assert_eq!(
        counts(&position, 1),
        "cells 1, edges 1, sides 1, entries 12, pinched 1, exposed 1, reserve 12"
    );
}

/// B14: a1 is red's alone; the piles around it keep blue out. In its corner, blue has only two sides.
#[test]
fn a_cell_that_others_may_not_enter_is_ones_own() {
    let position = position("..../..../r3.../.r1.b2 b 9,9");
    let count = |seat: u8, name: &str| {
        let index = Basik::FEATURES.iter().position(|feature| *feature == name);
        position.counts(Seat(seat))[index.unwrap_or_else(|| panic!("{name} is not counted"))]
    };
    assert_eq!((count(0, "own-entries"), count(1, "own-entries")), (1, 0));
    assert_eq!((count(0, "entries"), count(1, "entries")), (13, 12));
    assert_eq!((count(0, "narrow"), count(1, "narrow")), (0, 1));
    assert_eq!((count(0, "threes"), count(1, "twos"), count(1, "turn")), (1, 1, 1));
}

#[test]
fn colours_are_judged_alike() {
    let pairs = [
        ("r1.b2./.r3../b1b1../...r2 r 7,11", "b1.r2./.b3../r1r1../...b2 b 11,7"),
        ("..../.r1../r2b3r1./.b1.. b 3,1", "..../.b1../b2r3b1./.r1.. r 1,3"),
    ];
    for (one, other) in pairs.map(|(one, other)| (position(one), position(other))) {
        for (seat, swapped) in [(Seat(0), Seat(1)), (Seat(1), Seat(0))] {
            assert_eq!(one.counts(seat), other.counts(swapped));
            assert_eq!(one.evaluate()[seat], other.evaluate()[swapped]);
        }
    }
}

/// B17: places are won against each rival. Who leads one of them leaves the other where it was.
#[test]
fn a_chance_is_the_mean_of_those_against_each_rival() {
    for text in
        ["r1.y1../..r2../.b1.b1r1/.r1r1../..b2.. r 4,4,4", "r3r3.../..g1../...../y1y1.../b1b1.b1. g 2,9,9,9"]
    {
        let position = position(text);
        let seats = f32::from(position.seats());
        let chances = position.chances();
        let sum: f32 = chances.iter().map(|(_, chance)| *chance).sum();
        assert!((sum - seats / 2.0).abs() < 1e-4, "for each winner there is a loser: {sum} of {seats}");
    }
    let [behind, between] = [
        "r1r1r1r1r1/r1r1r1r1./...../..b1../....y1 r 1,1,1",
        "r1r1r1r1r1/r1r1r1r1./...../..b1b1./.b1b1.y1 r 1,1,1",
    ]
    .map(|text| position(text).chances());
    assert!(between[Seat(1)] > behind[Seat(1)], "blue gains against yellow");
    assert!(between[Seat(1)] < 0.6, "and has no hope against red: {}", between[Seat(1)]);
    assert!((between[Seat(0)] - behind[Seat(0)]).abs() < 0.05, "red, far ahead, hardly notices");
}

/// B16: as the reserves run out, the same lead weighs more.
#[test]
fn a_cell_more_decides_at_the_end() {
    let value =
        |reserves: &str| position(&format!("r1.../..r1./.b1../.... b {reserves}")).evaluate()[Seat(0)];
    assert!(value("1,1") > 0 && value("1,1") > value("15,15"), "{} {}", value("1,1"), value("15,15"));
}

#[test]
fn the_same_seed_teaches_the_same() {
    let tuning: &dyn Tuning = &TuningOf::<Basik>(PhantomData);
    for seats in 2..=4 {
        let start = Basik::new(&NoOptions {}, seats).expect("so many may play");
        let samples = |seed| {
            tuning.training_samples(
                &start,
                start.weights(),
                SelfPlay { nodes: 20, ..SelfPlay::DEFAULT },
                seed,
            )
        };
        assert!(samples(1).len() > 20);
        assert_eq!(samples(1), samples(1));
        assert_ne!(samples(1), samples(2));
    }
}
