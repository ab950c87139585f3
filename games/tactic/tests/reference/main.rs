//! The fast rules against the plain ones: legal actions, positions, whose turn it is and the outcome, at every step.

#![allow(clippy::unwrap_used)] // a test says why by failing

mod plain;

use game::{Actor, Game, Seat, SeatSet, Turn};
use plain::{Kind, Plain, Spot, Step};
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::BTreeMap;
use tactic::{Action, Options, Tactic, Variant};

/// How many times each kind of event was seen.
type Seen = BTreeMap<String, u32>;

/// What a random game likes to do.
#[derive(Clone, Copy)]
enum Taste {
    Anything,
    /// Lateral steps between the same stations: an aller-retour becomes frequent.
    Shuttling,
    /// No forward step, if there is any other.
    Dawdling,
    /// Stations in front of adverse patrols: blockades become frequent.
    Blocking,
}

fn names(game: &Tactic) -> Vec<String> {
    let mut listed = Vec::new();
    let Some(seat) = game.turn().seats().first() else { return vec![] };
    game.actions(seat, &mut listed);
    let mut names: Vec<String> = listed.iter().map(ToString::to_string).collect();
    names.sort();
    names
}

/// Plays a game in both ways to its end.
fn compare(mut plain: Plain, taste: Taste, rng: &mut impl Rng, seen: &mut Seen) {
    let mut game: Tactic = plain.notation().parse().expect("the plain position can be read");
    let mut last = String::new();
    loop {
        assert_eq!(game.to_string(), plain.notation(), "after {last}");
        if let Some((article, points)) = plain.over {
            let places = [0, 1].map(|seat| 1 + u8::from(points[1 - seat] > points[seat]));
            let outcome = game.turn().outcome().expect("both are over");
            assert_eq!(outcome.places().as_slice(), places, "{game}");
            *seen.entry(format!("end {article}")).or_default() += 1;
            return;
        }
        assert_eq!(game.turn(), Turn::Seats(SeatSet::one(Seat(plain.next as u8))), "{game}");
        let mut legal = plain.legal();
        legal.sort_by(|one, other| one.0.cmp(&other.0));
        let expected: Vec<String> = legal.iter().map(|action| action.0.clone()).collect();
        assert_eq!(names(&game), expected, "in {game}");
        let chosen = choose(&plain, &legal, taste, rng);
        last.clone_from(&legal[chosen].0);
        let (turns, word) = (plain.history.len(), last.split(' ').next().unwrap_or_default());
        let fresh = plain.steps.is_empty();
        let kind = match word {
            "lose" | "pass" if plain.paid => format!("{word} after paying"),
            "lose" | "pass" => word.to_owned(),
            _ => "step".to_owned(),
        };
        plain.play(&legal[chosen]);
        let lone = fresh && kind == "step" && plain.history.len() > turns;
        *seen.entry(if lone { "lone step".to_owned() } else { kind }).or_default() += 1;
        let action: Action = last.parse().expect("a plain action can be read");
        game.apply(Actor::Seat(Seat(game.turn().seats().first().map_or(0, |seat| seat.0))), &action)
            .unwrap_or_else(|refusal| panic!("{last} in {game}: {refusal}"));
    }
}

/// An action to that taste if there is one, at random among those.
fn choose(plain: &Plain, legal: &[(String, Option<Step>)], taste: Taste, rng: &mut impl Rng) -> usize {
    let patrols = plain.pieces.iter().filter(|piece| piece.seat != plain.next && piece.kind == Kind::Patrol);
    let ahead: Vec<Spot> =
        patrols.filter_map(|patrol| patrol.at).flat_map(|at| plain::forward(1 - plain.next, at)).collect();
    let shuttles = plain.shuttles(plain.next);
    let liked = |(_, step): &(String, Option<Step>)| {
        let Some(step) = step else { return true };
        match taste {
            Taste::Anything => true,
            Taste::Shuttling if shuttles.is_empty() => step.lateral() || step.kind == Kind::Guard,
            Taste::Shuttling => {
                step.kind == Kind::Guard
                    || shuttles.iter().any(|(away, at, _)| step.from == Some(*at) && step.to == *away)
            }
            Taste::Dawdling => !step.forward(),
            Taste::Blocking => {
                ahead.contains(&step.to) && step.from.is_none_or(|from| !ahead.contains(&from))
            }
        }
    };
    let best: Vec<usize> = (0..legal.len()).filter(|index| liked(&legal[*index])).collect();
    if best.is_empty() || rng.random_bool(0.05) {
        rng.random_range(0..legal.len())
    } else {
        best[rng.random_range(0..best.len())]
    }
}

/// A position with the pieces anywhere: crowded lines, guards in the way, guards already lost.
fn scattered(variant: Variant, rng: &mut impl Rng) -> Plain {
    let mut plain = Plain::new(variant.id());
    plain.next = rng.random_range(0..2);
    for piece in &mut plain.pieces {
        piece.at = None;
    }
    let lowest = rng.random_range(1..=11);
    let highest = rng.random_range(lowest + 2..=13);
    for index in 0..plain.pieces.len() {
        let stations: Vec<Spot> = match plain.pieces[index].kind {
            Kind::Patrol => (lowest..=highest).flat_map(plain::line).collect(),
            Kind::Guard => plain::transits()
                .into_iter()
                .filter(|spot| (lowest - 1..=highest + 1).contains(&spot.0))
                .collect(),
        };
        let free: Vec<Spot> = stations
            .into_iter()
            .filter(|spot| plain.pieces.iter().all(|piece| piece.at != Some(*spot)))
            .collect();
        if plain.pieces[index].kind == Kind::Patrol || rng.random_bool(0.7) {
            plain.pieces[index].at = Some(free[rng.random_range(0..free.len())]);
        }
    }
    let lost = match variant {
        Variant::Capture => Kind::Patrol,
        Variant::Base | Variant::Passage => Kind::Guard,
    };
    let chance = rng.random_range(0.0..0.9);
    for seat in 0..2 {
        let spare = usize::from(lost == Kind::Patrol);
        let mut left = plain.pieces.iter().filter(|piece| piece.seat == seat && piece.kind == lost).count();
        plain.pieces.retain(|piece| {
            let goes = piece.seat == seat && piece.kind == lost && left > spare && rng.random_bool(chance);
            left -= usize::from(goes);
            !goes
        });
    }
    plain
}

/// Whether a scattered position is one in which the game still goes on.
fn goes_on(plain: &Plain) -> bool {
    plain.notation().parse::<Tactic>().is_ok()
}

fn agree(variant: Variant, expected: &[&str]) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7 + variant as u64);
    let mut seen = Seen::new();
    for round in 0..1200 {
        let taste = [Taste::Anything, Taste::Shuttling, Taste::Dawdling, Taste::Blocking][round % 4];
        let scatter = round % 8 >= 4;
        let start = loop {
            let plain = if scatter { scattered(variant, &mut rng) } else { Plain::new(variant.id()) };
            if goes_on(&plain) {
                break plain;
            }
        };
        compare(start, taste, &mut rng, &mut seen);
    }
    println!("{variant:?}: {seen:?}");
    for event in expected {
        assert!(seen.contains_key(*event), "{event} never happened: {seen:?}");
    }
}

#[test]
fn the_base_game_agrees() {
    let options = Options { variant: Variant::Base };
    assert_eq!(Tactic::new(&options, 2).expect("two seats").to_string(), Plain::new("base").notation());
    agree(Variant::Base, &["step", "lone step", "lose", "pass", "end T14", "end T15", "end T17"]);
}

#[test]
fn the_capture_of_patrols_agrees() {
    agree(Variant::Capture, &["step", "lose", "pass", "end T13", "end T14", "end T15", "end T17", "end T18"]);
}

#[test]
fn the_forced_passage_agrees() {
    let expected =
        ["step", "lone step", "lose", "pass", "pass after paying", "end T14", "end T15", "end T17"];
    agree(Variant::Passage, &expected);
}

fn perft(plain: &Plain, depth: u32) -> u64 {
    if plain.over.is_some() {
        return 0;
    }
    let legal = plain.legal();
    if depth == 1 {
        return legal.len() as u64;
    }
    let after = |action| {
        let mut next = plain.clone();
        next.play(action);
        perft(&next, depth - 1)
    };
    legal.iter().map(after).sum()
}

/// T3, T9: the figures of `perft.txt`, counted the plain way.
#[test]
fn the_plain_rules_count_alike() {
    let start = Plain::new("base");
    assert_eq!([1, 2, 3, 4].map(|depth| perft(&start, depth)), [56, 630, 34670, 389_484]);
}
