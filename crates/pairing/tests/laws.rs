//! What holds whoever waits.

use pairing::{Party, Window, pair, seat};
use proptest::prelude::*;
use std::collections::HashSet;

#[derive(Clone, Debug)]
struct Waiting {
    party: Party,
    waited: f64,
    patience: f64,
}

fn waiting(seats: std::ops::RangeInclusive<usize>) -> impl Strategy<Value = Waiting> {
    (0..3_u32, seats, 0..4_usize, 600..2600_i32, 30..350_i32, 0..120_i32, 0..100_i32).prop_map(
        |(terms, seats, size, rating, deviation, waited, patience)| {
            let (waited, patience) = (f64::from(waited), f64::from(patience));
            let party = Party {
                terms,
                seats,
                size: 1 + size % (seats - 1).max(1),
                rating: f64::from(rating),
                deviation: f64::from(deviation),
                window: Window::after(waited, patience),
            };
            Waiting { party, waited, patience }
        },
    )
}

fn suit(one: &Waiting, other: &Waiting) -> bool {
    let gap = (one.party.rating - other.party.rating).abs();
    let deviations = [one.party.deviation, other.party.deviation];
    let window = |of: &Waiting| Window::after(of.waited, of.patience).holds(gap, deviations);
    one.party.terms == other.party.terms
        && one.party.seats == other.party.seats
        && window(one)
        && window(other)
}

fn blocked(blocks: &HashSet<(usize, usize)>, one: usize, other: usize) -> bool {
    blocks.contains(&(one, other)) || blocks.contains(&(other, one))
}

proptest! {
    #[test]
    fn every_group_fills_a_table_of_people_who_suit_each_other(
        all in prop::collection::vec(waiting(2..=4), 0..60),
        blocks in prop::collection::hash_set((0..60_usize, 0..60_usize), 0..200),
    ) {
        let parties: Vec<Party> = all.iter().map(|waiting| waiting.party.clone()).collect();
        let groups = pair(&parties, |one, other| blocked(&blocks, one, other));
        let mut seen = HashSet::new();
        for group in &groups {
            prop_assert_eq!(group.iter().map(|index| all[*index].party.size).sum::<usize>(), all[group[0]].party.seats);
            for (number, one) in group.iter().enumerate() {
                prop_assert!(seen.insert(*one), "nobody plays at two tables");
                for other in &group[..number] {
                    prop_assert!(suit(&all[*one], &all[*other]), "{:?} {:?}", all[*one], all[*other]);
                    prop_assert!(!blocked(&blocks, *one, *other));
                }
            }
        }
        prop_assert_eq!(pair(&parties, |one, other| blocked(&blocks, one, other)), groups, "no lots are drawn");
    }

    #[test]
    fn nobody_is_left_over_beside_somebody_who_suits(
        all in prop::collection::vec(waiting(2..=2), 0..60),
        blocks in prop::collection::hash_set((0..60_usize, 0..60_usize), 0..200),
    ) {
        let parties: Vec<Party> = all.iter().map(|waiting| waiting.party.clone()).collect();
        let groups = pair(&parties, |one, other| blocked(&blocks, one, other));
        let paired: HashSet<usize> = groups.into_iter().flatten().collect();
        let left: Vec<usize> = (0..all.len()).filter(|index| !paired.contains(index)).collect();
        for (number, one) in left.iter().enumerate() {
            for other in &left[..number] {
                prop_assert!(!suit(&all[*one], &all[*other]) || blocked(&blocks, *one, *other));
            }
        }
    }

    #[test]
    fn everybody_has_one_seat_and_no_split_is_more_even(
        ratings in prop::collection::vec(600.0..2600.0_f64, 4),
        lots in prop::collection::vec(0..24_usize, 4),
    ) {
        let mut lots = lots.into_iter();
        let order = seat(&ratings, &[0, 1, 0, 1], |below| lots.next().unwrap_or(0) % below);
        prop_assert_eq!(order.iter().copied().collect::<HashSet<_>>(), (0..4).collect());
        let uneven = |partner: usize| {
            let rest: f64 = ratings.iter().sum::<f64>() - ratings[0] - ratings[partner];
            (ratings[0] + ratings[partner] - rest).abs()
        };
        let least = (1..4).map(uneven).fold(f64::INFINITY, f64::min);
        let sum = |one: usize, other: usize| ratings[order[one]] + ratings[order[other]];
        prop_assert!((sum(0, 2) - sum(1, 3)).abs() <= least + 1e-3);
    }
}

/// Who has waited longest chooses first, and the nearest is chosen.
#[test]
fn the_first_to_come_is_served_first() {
    let party = |rating: f64| Party {
        terms: 0,
        seats: 2,
        size: 1,
        rating,
        deviation: 50.0,
        window: Window::after(0.0, 60.0),
    };
    assert_eq!(pair(&[party(1500.0), party(1590.0), party(1450.0)], |_, _| false), [[0, 2]]);
    assert_eq!(pair(&[party(1500.0), party(1450.0), party(1590.0), party(1460.0)], |_, _| false), [[0, 3]]);
    let of = |size: usize| Party { seats: 4, size, ..party(1500.0) };
    assert_eq!(pair(&[of(1), of(2), of(3)], |_, _| false), [[0, 2]], "two and one would be one too few");
    assert_eq!(pair(&[of(2), of(1), of(1)], |one, other| one + other == 3), Vec::<Vec<usize>>::new());
    assert_eq!(pair(&[of(4)], |_, _| true), [[0]]);
}
