//! The rules a second time, as plainly as the articles can be told and without a thought for speed, compared with the
//! real ones over thousands of random games: the same actions, the same positions, the same ends.

#![allow(clippy::unwrap_used)] // a test says why by failing

mod naive;

use expion::{Action, Expion};
use game::{Actor, Game, NoOptions, Turn};
use naive::Naive;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// What a batch of games ran into, so that a comparison that meets nothing rare is noticed.
#[derive(Default, Debug)]
struct Met {
    goals: u32,
    bare: u32,
    quiet: u32,
    passes: u32,
    called: u32,
    called_pushes: u32,
    only_called: u32,
    most_captured: usize,
}

/// How actions are chosen; random games alone would hardly ever see the rare rules.
#[derive(Copy, Clone, PartialEq)]
enum Taste {
    Random,
    /// Captures, and no winning pushes: until the marbles run out.
    Eager,
    /// Neither captures nor winning pushes: the first capture comes late, on a crowded board.
    Shy,
}

/// Plays a game on both and compares every step.
fn compare(seats: u8, seed: u64, taste: Taste, met: &mut Met) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut real = Expion::new(&NoOptions {}, seats).unwrap();
    let mut naive = Naive::new(seats);
    loop {
        assert_eq!(real.to_string(), naive.text());
        let seat = match real.turn() {
            Turn::Over(outcome) => {
                assert_eq!(Some(outcome.places().as_slice().to_vec()), naive.places(), "{real}");
                met.goals += u32::from(naive.ball_in_camp());
                met.bare += u32::from(naive.some_side_is_bare());
                met.quiet += u32::from(naive.quiet >= 200);
                return;
            }
            turn => turn.seats().first().unwrap(),
        };
        assert_eq!((naive.places(), naive.next), (None, seat.0), "{real}");
        let mut actions = Vec::new();
        real.actions(seat, &mut actions);
        let mut names: Vec<String> = actions.iter().map(ToString::to_string).collect();
        names.sort();
        let mut expected = naive.actions();
        expected.sort();
        assert_eq!(names, expected, "{real}");

        let mut chosen = names[rng.random_range(0..names.len())].clone();
        let after = |name: &String| {
            let mut after = naive.clone();
            after.play(name);
            (after.ball_in_camp(), after.marbles())
        };
        match taste {
            Taste::Random => {}
            Taste::Eager if rng.random_range(0..4) == 0 && !after(&chosen).0 => {}
            Taste::Eager => chosen = names.iter().min_by_key(|name| after(name)).unwrap().clone(),
            Taste::Shy => {
                let (marbles, mut tries) = (naive.marbles(), 0);
                while after(&chosen) != (false, marbles) && tries < 20 {
                    chosen = names[rng.random_range(0..names.len())].clone();
                    tries += 1;
                }
            }
        }
        met.passes += u32::from(chosen == "pass");
        met.called += names.iter().filter(|name| name.ends_with('*')).count() as u32;
        let alone = |name: &&String| name.ends_with('*') && !names.contains(&name.replace('*', ""));
        met.only_called += names.iter().filter(alone).count() as u32;
        met.called_pushes +=
            names.iter().filter(|name| name.ends_with('*') && name.contains('>')).count() as u32;
        let before = naive.marbles();
        let action: Action = chosen.parse().unwrap();
        real.apply(Actor::Seat(seat), &action).unwrap();
        naive.play(&chosen);
        met.most_captured = met.most_captured.max(before - naive.marbles());
    }
}

fn compare_many(seats: u8) {
    let mut met = Met::default();
    for seed in 0..1000 {
        let taste = match seed % 8 {
            0 => Taste::Eager,
            1 | 2 => Taste::Shy,
            _ => Taste::Random,
        };
        compare(seats, seed, taste, &mut met);
    }
    assert!(met.goals > 0 && met.bare > 0 && met.called > 0 && met.called_pushes > 0 && met.only_called > 0);
    assert!(met.most_captured > 1);
    assert!(seats == 2 || met.passes > 0);
}

#[test]
fn two_seats_agree() {
    compare_many(2);
}

#[test]
fn three_seats_agree() {
    compare_many(3);
}

#[test]
fn four_seats_agree() {
    compare_many(4);
}

/// The figures of the rulings, counted plainly; `tests/perft.txt` has them for the real rules.
#[test]
fn the_plain_rules_count_alike() {
    for (seats, counts) in [(2, [42, 1692, 67788]), (3, [42, 846, 33894]), (4, [21, 423, 8505])] {
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(perft(&Naive::new(seats), depth), count, "{seats} seats, depth {depth}");
        }
    }
}

fn perft(naive: &Naive, depth: u32) -> usize {
    let actions = naive.actions();
    if depth == 1 {
        return actions.len();
    }
    let after = |action: &String| {
        let mut after = naive.clone();
        after.play(action);
        perft(&after, depth - 1)
    };
    actions.iter().map(after).sum()
}
