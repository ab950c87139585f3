//! Positions as text: a table of older rules goes on from one, where its game reads positions.

#![allow(clippy::unwrap_used)] // a test says why by failing

use game::{Actor, Turn};
use rand::SeedableRng as _;
use rand_xoshiro::Xoshiro256PlusPlus;
use table::{AnyGame, Kind, Setup};

/// Plays at random from the opening; every position until the game is over, or `most` of them.
fn positions(kind: &dyn Kind, setup: &Setup, seed: u64, most: usize) -> Vec<Box<dyn AnyGame>> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut game = kind.start_under(kind.info().rules_version, setup).unwrap();
    let mut found = Vec::new();
    while found.len() < most {
        found.push(game.fork());
        let actor = match game.turn() {
            Turn::Seats(seats) => Actor::Seat(seats.first().unwrap()),
            Turn::Nature => Actor::Nature,
            Turn::Over(_) => break,
        };
        let action = game.sample(actor, &mut rng);
        game.apply(actor, &action).unwrap();
    }
    found
}

/// From the text of any position a game goes on as from the position itself.
#[test]
fn games_go_on_from_the_text_of_their_positions() {
    for id in ["basik", "expion", "tactic"] {
        let kind = catalog::find(id).unwrap().kind;
        for seats in kind.info().seats.clone() {
            let setup = Setup { seats, options: Default::default() };
            for game in positions(kind, &setup, u64::from(seats), 300) {
                let text = game.position();
                let read = kind.read_position(&setup, &text).unwrap_or_else(|_| panic!("{id}: `{text}`"));
                assert_eq!((read.position(), read.turn()), (text.clone(), game.turn()));
                for seat in game.turn().seats().iter() {
                    assert_eq!(read.actions(seat), game.actions(seat), "{id}: `{text}`");
                }
            }
            for text in ["", "x", "0", &"/".repeat(1000)] {
                assert!(kind.read_position(&setup, text).is_err(), "{id}: {text:?}");
            }
        }
    }
}

/// A tower can't be told by its text: where its blocks lie is in the log alone.
#[test]
fn towers_are_not_read() {
    let kind = catalog::find("bausack").unwrap().kind;
    let setup = Setup { seats: 2, options: Default::default() };
    let opening = kind.start_under(kind.info().rules_version, &setup).unwrap();
    assert!(kind.read_position(&setup, &opening.position()).is_err());
}
