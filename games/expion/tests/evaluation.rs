//! What is counted to judge a position is what the words say, alike for both sides.

use expion::Expion;
use game::{Game, NoOptions, Seat};
use search::{Search, SelfPlay, Tuning, TuningOf, WeightedEvaluation};
use std::marker::PhantomData;

fn position(text: &str) -> Expion {
    Expion::read(2, text).unwrap_or_else(|error| panic!("{error}"))
}

/// The counts of a seat that are not 0, by name.
fn counts(position: &Expion, seat: u8) -> String {
    let counts = position.counts(Seat(seat));
    let named = Expion::FEATURES.iter().zip(counts).filter(|(_, count)| *count != 0);
    named.map(|(name, count)| format!("{name} {count}")).collect::<Vec<_>>().join(", ")
}

#[test]
fn the_opening_is_even_but_for_the_turn() {
    let start = Expion::new(&NoOptions {}, 2).expect("two may play");
    assert_eq!(counts(&start, 0), "home 14, moves 42, turn 1");
    assert_eq!(counts(&start, 1), "home 14, moves 42");
}

/// North's marble on d4 can push the ball on c4 to b4, and from there it goes through the open door a4 (X12, X17); the
/// other door in the line is far.
#[test]
fn the_ball_before_an_open_door_is_seen() {
    let position = position(
        "#.......#/w......../w......../w......../w......../..xne..../w......../w......../#.......# 0 - 0",
    );
    assert_eq!(
        counts(&position, 0),
        "out 1, touching 1, moves 2, door-2 1, door-far 1, push-2 1, push-2-in-turn 1, turn 1"
    );
}

/// South captures f6 by f4-f5 (X14), and e5 with the ball on d5 if it calls the chameleon (X16).
#[test]
fn captures_are_seen_with_and_without_the_chameleon() {
    let position = position(
        "#.......#/........./.....s.../...s.e.../...xe..../.....s.../........./........./#.......# 1 - 0",
    );
    assert_eq!(counts(&position, 0), "out 3, touching 1, moves 9, door-3 1, door-far 1, victims 1, calls 1");
}

/// The same position, the board turned by a quarter: North becomes East, East South, South West, and West North.
fn turned(text: &str) -> String {
    let (board, rest) = text.split_once(' ').expect("a board and more");
    let rows: Vec<Vec<char>> = board.split('/').map(|row| row.chars().collect()).collect();
    let side = rows.len();
    let turn = |piece: char| match piece {
        'n' => 'e',
        'e' => 's',
        's' => 'w',
        'w' => 'n',
        other => other,
    };
    let row = |row: usize| (0..side).map(|column| turn(rows[side - 1 - column][row])).collect::<String>();
    let board = (0..side).map(row).collect::<Vec<_>>().join("/");
    let seat = if rest.starts_with('0') { '1' } else { '0' };
    format!("{board} {seat}{}", &rest[1..])
}

#[test]
fn both_sides_are_judged_alike() {
    for text in [
        "#nn.nnnn#/w.......e/w..n....e/w...w..../w...x.e.e/....s...e/w.......e/w.......e/#ss.s.ss# 0 - 3",
        "#n...nn.#/w.n.....e/..s...w../w.e...n.e/.....w..e/w.s..x.../w.e....../.......ne/#.s...s.# 1 ! 7",
    ] {
        let (one, other) = (position(text), position(&turned(text)));
        for (seat, swapped) in [(Seat(0), Seat(1)), (Seat(1), Seat(0))] {
            assert_eq!(one.counts(seat), other.counts(swapped));
            assert_eq!(one.evaluate()[seat], other.evaluate()[swapped]);
            assert_ne!(one.evaluate()[seat], 0);
        }
    }
}

#[test]
fn the_same_seed_teaches_the_same() {
    let tuning: &dyn Tuning = &TuningOf::<Expion>(PhantomData);
    for seats in 2..=4 {
        let start = Expion::new(&NoOptions {}, seats).expect("so many may play");
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
