//! Whole tournaments with results by chance: what every format promises holds in every round.

#![allow(clippy::unwrap_used, reason = "a test that meets the impossible should panic")]

use rand::{RngExt as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::BTreeMap;
use tournament::{Entrant, Format, Next, Outcome, Pairing, Plan, next, standings, usual_rounds};

const TWO: [u8; 2] = [0, 1];
const THREE: [u8; 3] = [0, 1, 2];
const FOUR: [u8; 4] = [0, 1, 2, 3];
const PAIRS: [u8; 4] = [0, 1, 0, 1];

fn plan(format: Format, teams: &[u8], rounds: u32) -> Plan {
    Plan { format, teams: teams.to_vec(), rounds }
}

fn field(count: u32) -> Vec<Entrant> {
    (0..count).map(|number| Entrant { number, rating: 2000.0 - f64::from(number), absent: false }).collect()
}

/// A result by chance; partners share it.
fn chance(teams: &[u8], rng: &mut Xoshiro256PlusPlus) -> Outcome {
    let strength: BTreeMap<u8, u8> = teams.iter().map(|team| (*team, rng.random_range(0..3))).collect();
    let better = |own: u8| strength.values().filter(|other| **other > own).count() as u8 + 1;
    Outcome { places: teams.iter().map(|team| better(strength[team])).collect(), played: true }
}

/// Plays a round with `play`; false if there is none.
fn play_round(
    plan: &Plan,
    entrants: &[Entrant],
    pairings: &mut Vec<Pairing>,
    mut play: impl FnMut(&[u32]) -> Outcome,
) -> bool {
    let Next::Round(tables) = next(plan, entrants, pairings) else { return false };
    let round = pairings.iter().map(|pairing| pairing.round).max().unwrap_or(0) + 1;
    for table in tables {
        let outcome = (table.len() > 1).then(|| play(&table));
        pairings.push(Pairing { round, entrants: table, outcome });
    }
    true
}

fn whole(plan: &Plan, count: u32, seed: u64) -> Vec<Pairing> {
    let (entrants, mut pairings) = (field(count), Vec::new());
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    while play_round(plan, &entrants, &mut pairings, |_| chance(&plan.teams, &mut rng)) {}
    assert_eq!(next(plan, &entrants, &pairings), Next::Over);
    pairings
}

/// How often each two met.
fn meetings(pairings: &[Pairing]) -> BTreeMap<(u32, u32), u32> {
    let mut met = BTreeMap::new();
    for pairing in pairings {
        for (place, one) in pairing.entrants.iter().enumerate() {
            for two in &pairing.entrants[place + 1..] {
                *met.entry((*one.min(two), *one.max(two))).or_default() += 1;
            }
        }
    }
    met
}

fn rounds_of(pairings: &[Pairing]) -> impl Iterator<Item = &[Pairing]> {
    pairings.chunk_by(|one, two| one.round == two.round)
}

#[test]
fn in_every_round_everybody_is_at_one_table() {
    for (format, teams) in [
        (Format::RoundRobin, &TWO[..]),
        (Format::RoundRobin, &THREE[..]),
        (Format::RoundRobin, &FOUR[..]),
        (Format::RoundRobin, &PAIRS[..]),
        (Format::Swiss, &TWO[..]),
        (Format::Swiss, &THREE[..]),
        (Format::Swiss, &PAIRS[..]),
    ] {
        for count in teams.len() as u32..=13 {
            let rounds = usual_rounds(format, teams.len(), count as usize);
            let pairings = whole(&plan(format, teams, rounds), count, 1);
            assert_eq!(rounds_of(&pairings).count() as u32, rounds);
            for round in rounds_of(&pairings) {
                let mut present: Vec<u32> =
                    round.iter().flat_map(|pairing| pairing.entrants.clone()).collect();
                present.sort_unstable();
                assert!(present.into_iter().eq(0..count), "{format:?}, {count} entrants: {round:?}");
                let idle = round.iter().filter(|pairing| pairing.is_bye()).count();
                assert_eq!(idle, count as usize % teams.len());
            }
        }
    }
}

#[test]
fn nine_at_three_seats_and_sixteen_at_four_meet_each_other_once() {
    for (teams, count) in [(&THREE[..], 9), (&FOUR[..], 16)] {
        let rounds = usual_rounds(Format::RoundRobin, teams.len(), count as usize);
        assert_eq!(rounds as usize, teams.len() + 1);
        let met = meetings(&whole(&plan(Format::RoundRobin, teams, rounds), count, 1));
        assert_eq!(met.len() as u32, count * (count - 1) / 2);
        assert!(met.values().all(|times| *times == 1), "{met:?}");
    }
}

#[test]
fn other_numbers_meet_as_evenly_as_was_found() {
    for (teams, count, rounds, most) in [
        (&THREE[..], 6, 5, 3),
        (&THREE[..], 7, 7, 3),
        (&THREE[..], 12, 5, 2),
        (&FOUR[..], 8, 7, 4),
        (&FOUR[..], 12, 4, 2),
    ] {
        let met = meetings(&whole(&plan(Format::RoundRobin, teams, rounds), count, 1));
        let worst = met.values().max().unwrap();
        assert!(*worst <= most, "{count} at {} seats: {met:?}", teams.len());
    }
}

#[test]
fn four_in_pairs_have_each_other_for_a_partner_once() {
    let pairings = whole(&plan(Format::RoundRobin, &PAIRS, 3), 4, 1);
    let mut partners: Vec<(u32, u32)> = Vec::new();
    for pairing in &pairings {
        let [a, b, c, d] = pairing.entrants[..] else { panic!() };
        partners.extend([(a.min(c), a.max(c)), (b.min(d), b.max(d))]);
    }
    partners.sort_unstable();
    assert_eq!(partners, [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]);
}

#[test]
fn seats_are_taken_by_turns() {
    for (teams, count) in [(&THREE[..], 9), (&FOUR[..], 16), (&THREE[..], 3)] {
        let rounds = 2 * teams.len() as u32;
        let pairings = whole(&plan(Format::RoundRobin, teams, rounds), count, 1);
        for entrant in 0..count {
            let sat =
                |seat: usize| pairings.iter().filter(|pairing| pairing.entrants[seat] == entrant).count();
            let times: Vec<usize> = (0..teams.len()).map(sat).collect();
            let spread = times.iter().max().unwrap() - times.iter().min().unwrap();
            assert!(spread <= 2, "{count} at {} seats: {entrant} sat {times:?}", teams.len());
        }
    }
}

#[test]
fn the_dutch_system_pairs_the_upper_half_with_the_lower_half() {
    let (plan, entrants) = (plan(Format::Swiss, &TWO, 4), field(8));
    let mut pairings = Vec::new();
    // Whoever has the lower number wins.
    let favourite = |table: &[u32]| Outcome {
        places: if table[0] < table[1] { vec![1, 2] } else { vec![2, 1] },
        played: true,
    };
    let tables = |pairings: &[Pairing], round: u32| -> Vec<Vec<u32>> {
        pairings
            .iter()
            .filter(|pairing| pairing.round == round)
            .map(|pairing| pairing.entrants.clone())
            .collect()
    };
    for _ in 0..4 {
        assert!(play_round(&plan, &entrants, &mut pairings, favourite));
    }
    assert_eq!(tables(&pairings, 1), [[0, 4], [5, 1], [2, 6], [7, 3]], "the first seat at every other table");
    let second: Vec<Vec<u32>> = tables(&pairings, 2);
    let met: Vec<(u32, u32)> =
        second.iter().map(|pair| (pair[0].min(pair[1]), pair[0].max(pair[1]))).collect();
    assert_eq!(met, [(0, 3), (1, 2), (4, 7), (5, 6)], "winners with winners, by turns");
    let third = tables(&pairings, 3);
    assert!(third[0].contains(&0) && third[0].contains(&1), "the two who won all: {third:?}");
    let first = &standings(&plan, &entrants, &pairings)[0];
    assert_eq!((first.entrant, first.place, first.points), (0, 1, 8));
}

#[test]
fn the_dutch_system_keeps_its_rules_by_chance() {
    for count in 4..=33 {
        for seed in 0..4 {
            let rounds = usual_rounds(Format::Swiss, 2, count as usize).min(count - 1);
            let plan = plan(Format::Swiss, &TWO, rounds);
            let pairings = whole(&plan, count, seed);
            let context = format!("{count} entrants, seed {seed}");
            // Where nearly all have met, no other pairs may be left.
            let roomy = count >= 2 * rounds;
            assert!(
                !roomy || meetings(&pairings).values().all(|times| *times == 1),
                "{context}: two met again"
            );
            let mut points = vec![0_u32; count as usize];
            for round in rounds_of(&pairings) {
                for pairing in round {
                    if let [one, two] = pairing.entrants[..] {
                        let apart = points[one as usize].abs_diff(points[two as usize]);
                        assert!(apart <= 6, "{context}: {apart} half points apart in {round:?}");
                    }
                }
                for pairing in round {
                    for (entrant, won) in pairing.entrants.iter().zip(pairing.points(&plan)) {
                        points[*entrant as usize] += won;
                    }
                }
            }
            for entrant in 0..count {
                let own = pairings.iter().filter(|pairing| pairing.entrants.contains(&entrant));
                let idle = own.clone().filter(|pairing| pairing.is_bye()).count();
                assert!(idle <= 1, "{context}: {entrant} had no table {idle} times");
                let seats: Vec<i32> = own
                    .filter(|pairing| !pairing.is_bye())
                    .map(|pairing| if pairing.entrants[0] == entrant { 1 } else { -1 })
                    .collect();
                let surplus: i32 = seats.iter().sum();
                let row = seats.windows(3).any(|three| three.iter().sum::<i32>().abs() == 3);
                assert!(!roomy || (surplus.abs() <= 2 && !row), "{context}: {entrant} sat {seats:?}");
            }
        }
    }
}

#[test]
fn the_dutch_system_lets_each_score_play_itself_where_it_can() {
    let plan = plan(Format::Swiss, &TWO, 3);
    let pairings = whole(&plan, 16, 3);
    let mut points = [0_u32; 16];
    for round in rounds_of(&pairings) {
        let mut groups: BTreeMap<u32, usize> = BTreeMap::new();
        for own in points {
            *groups.entry(own).or_default() += 1;
        }
        let odd = groups.values().filter(|size| *size % 2 == 1).count();
        let floats = round
            .iter()
            .filter(|pairing| points[pairing.entrants[0] as usize] != points[pairing.entrants[1] as usize])
            .count();
        assert!(floats <= odd, "{floats} float between {groups:?}: {round:?}");
        for pairing in round {
            for (entrant, won) in pairing.entrants.iter().zip(pairing.points(&plan)) {
                points[*entrant as usize] += won;
            }
        }
    }
}

#[test]
fn more_rounds_than_rivals_go_on_all_the_same() {
    let pairings = whole(&plan(Format::Swiss, &TWO, 9), 4, 5);
    assert_eq!(rounds_of(&pairings).count(), 9);
    let met = meetings(&pairings);
    assert!(met.values().all(|times| *times == 3), "{met:?}");
}

#[test]
fn the_absent_are_not_paired_but_in_a_round_robin() {
    let mut entrants = field(5);
    entrants[2].absent = true;
    let Next::Round(tables) = next(&plan(Format::Swiss, &TWO, 3), &entrants, &[]) else { panic!() };
    assert!(tables.len() == 2 && tables.iter().flatten().all(|entrant| *entrant != 2));
    let Next::Round(tables) = next(&plan(Format::RoundRobin, &TWO, 5), &entrants, &[]) else { panic!() };
    assert!(tables.iter().flatten().any(|entrant| *entrant == 2), "the rival is to win");
    for entrant in &mut entrants[1..] {
        entrant.absent = true;
    }
    assert_eq!(next(&plan(Format::Swiss, &TWO, 3), &entrants, &[]), Next::Over, "nobody is left");
}

#[test]
fn a_round_waits_for_its_last_table() {
    let (plan, entrants) = (plan(Format::Swiss, &TWO, 3), field(4));
    let mut pairings = Vec::new();
    play_round(&plan, &entrants, &mut pairings, |_| Outcome { places: vec![1, 2], played: true });
    pairings[1].outcome = None;
    assert_eq!(next(&plan, &entrants, &pairings), Next::Wait);
}

#[test]
fn in_an_arena_the_free_play_and_nobody_the_same_again_while_others_play() {
    let (plan, entrants) = (plan(Format::Arena, &TWO, 0), field(5));
    let mut pairings: Vec<Pairing> = Vec::new();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    for _ in 0..200 {
        if let Next::Round(tables) = next(&plan, &entrants, &pairings) {
            let round = pairings.last().map_or(0, |pairing| pairing.round) + 1;
            for table in tables {
                assert_eq!(table.len(), 2);
                for entrant in &table {
                    let busy = pairings
                        .iter()
                        .any(|pairing| pairing.outcome.is_none() && pairing.entrants.contains(entrant));
                    assert!(!busy, "{entrant} plays already");
                }
                pairings.push(Pairing { round, entrants: table, outcome: None });
            }
        }
        let open: Vec<usize> =
            (0..pairings.len()).filter(|index| pairings[*index].outcome.is_none()).collect();
        let ended = open[rng.random_range(0..open.len())];
        pairings[ended].outcome = Some(chance(&TWO, &mut rng));
    }
    let met = meetings(&pairings);
    assert_eq!(met.len(), 10, "everybody has met everybody: {met:?}");
    let played: Vec<u32> = standings(&plan, &entrants, &pairings).iter().map(|line| line.played).collect();
    let (least, most) = (played.iter().min().unwrap(), played.iter().max().unwrap());
    assert!(least * 2 > *most, "nobody waits long: {played:?}");
}

#[test]
fn a_third_win_in_a_row_counts_double_in_an_arena() {
    let (plan, entrants) = (plan(Format::Arena, &TWO, 0), field(2));
    let won = |round, places: [u8; 2]| Pairing {
        round,
        entrants: vec![0, 1],
        outcome: Some(Outcome { places: places.to_vec(), played: true }),
    };
    let mut pairings = vec![won(1, [1, 2]), won(2, [1, 2]), won(3, [1, 2])];
    let points = |pairings: &[Pairing]| {
        standings(&plan, &entrants, pairings).iter().map(|line| line.points).collect::<Vec<_>>()
    };
    assert_eq!(points(&pairings), [2 + 2 + 4, 0]);
    pairings.push(won(4, [1, 1]));
    pairings.push(won(5, [1, 2]));
    assert_eq!(points(&pairings), [8 + 2 + 2, 1], "the draw counted double, and ended the row");
}

#[test]
fn points_are_those_of_the_teams_that_did_worse() {
    let points = |teams: &[u8], places: &[u8]| {
        let outcome = Outcome { places: places.to_vec(), played: true };
        let entrants = (0..teams.len() as u32).collect();
        Pairing { round: 1, entrants, outcome: Some(outcome) }.points(&plan(Format::RoundRobin, teams, 1))
    };
    assert_eq!(points(&TWO, &[1, 2]), [2, 0]);
    assert_eq!(points(&TWO, &[1, 1]), [1, 1]);
    assert_eq!(points(&THREE, &[1, 3, 2]), [4, 0, 2]);
    assert_eq!(points(&THREE, &[1, 1, 3]), [3, 3, 0]);
    assert_eq!(points(&FOUR, &[4, 3, 2, 1]), [0, 2, 4, 6]);
    assert_eq!(points(&PAIRS, &[2, 1, 2, 1]), [0, 2, 0, 2]);
}

#[test]
fn whoever_does_not_come_has_lost() {
    let plan_of = |teams: &[u8]| plan(Format::Swiss, teams, 1);
    let points = |teams: &[u8], came: &[bool]| {
        let entrants = (0..teams.len() as u32).collect();
        Pairing { round: 1, entrants, outcome: Some(Outcome::forfeit(came)) }.points(&plan_of(teams))
    };
    assert_eq!(points(&TWO, &[true, false]), [2, 0]);
    assert_eq!(points(&TWO, &[false, false]), [0, 0]);
    assert_eq!(points(&THREE, &[true, false, true]), [3, 0, 3]);
    assert_eq!(points(&THREE, &[false, true, false]), [0, 4, 0]);
}

#[test]
fn buchholz_and_sonneborn_berger_are_as_defined() {
    // Round robin of four; 1 = win of the first named.
    let results = [
        (1, 0, 3, [1, 2]),
        (1, 1, 2, [1, 1]),
        (2, 3, 2, [1, 2]),
        (2, 0, 1, [1, 1]),
        (3, 1, 3, [1, 2]),
        (3, 2, 0, [1, 2]),
    ];
    let pairings: Vec<Pairing> = results
        .iter()
        .map(|(round, one, two, places)| Pairing {
            round: *round,
            entrants: vec![*one, *two],
            outcome: Some(Outcome { places: places.to_vec(), played: true }),
        })
        .collect();
    let entrants = field(4);
    let lines = standings(&plan(Format::RoundRobin, &TWO, 3), &entrants, &pairings);
    let line = |entrant: u32| lines.iter().find(|line| line.entrant == entrant).unwrap();
    // 0: win over 3, draw with 1, loss to 2; 1: two draws and a win over 3; 2: draw, loss to 3, win over 0; 3: win over 2.
    assert_eq!([0, 1, 2, 3].map(|entrant| line(entrant).points), [3, 4, 3, 2]);
    assert_eq!(line(0).sonneborn, 2 * 2 + 4, "all of 3's points and half of 1's, in quarters");
    assert_eq!(line(1).sonneborn, 3 + 3 + 2 * 2);
    assert_eq!(line(0).buchholz, 2 + 4 + 3);
    assert_eq!(line(2).direct, 2, "2 beat 0, who has as many points");
    let order: Vec<u32> = lines.iter().map(|line| line.entrant).collect();
    assert_eq!(order, [1, 2, 0, 3]);
    assert_eq!(lines.iter().map(|line| line.place).collect::<Vec<_>>(), [1, 2, 3, 4]);
}

#[test]
fn a_round_of_two_hundred_is_paired() {
    let plan = plan(Format::Swiss, &TWO, 3);
    let pairings = whole(&plan, 200, 1);
    assert_eq!(pairings.len(), 300);
    assert!(meetings(&pairings).values().all(|times| *times == 1));
}
