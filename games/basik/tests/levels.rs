//! The levels are a ladder: each beats the one below it.
#![allow(clippy::unwrap_used, reason = "a test that meets the impossible should panic")]

use basik::{BOTS, Basik};
use game::{Actor, Bot, Budget, Game, NoOptions, Outcome, Seat, Turn};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use search::Search;

/// Enough for the highest level to show, and quick.
const NODES: u64 = 10_000;

fn bot(id: &str, seed: u64) -> Box<dyn Bot<Basik>> {
    (BOTS.iter().find(|bot| bot.id == id).unwrap().make)(seed)
}

/// A game from four random actions on.
fn play(bots: &mut [Box<dyn Bot<Basik>>], seed: u64) -> Outcome {
    let mut game = Basik::new(&NoOptions {}, bots.len() as u8).unwrap();
    game.rollout(4, &mut Xoshiro256PlusPlus::seed_from_u64(seed));
    loop {
        let seat = match game.turn() {
            Turn::Over(outcome) => return outcome,
            turn => turn.seats().first().unwrap(),
        };
        let action = bots[seat.index()].choose(&game, seat, &Budget::nodes(NODES));
        game.apply(Actor::Seat(seat), &action).unwrap();
    }
}

/// The points of `one` against `other`: both sides of as many openings as half the games.
fn points(one: &str, other: &str, games: u64) -> f32 {
    let game = |number: u64| {
        let seat = Seat((number % 2) as u8);
        let mut bots = vec![bot(one, number), bot(other, number)];
        bots.rotate_right(seat.index());
        let outcome = play(&mut bots, number / 2);
        outcome.reward(seat, Basik::new(&NoOptions {}, 2).unwrap().rivals(seat))
    };
    (0..games).map(game).sum()
}

#[test]
fn every_level_beats_the_one_below() {
    const GAMES: u64 = 40;
    for level in 1..8 {
        let points = points(&format!("level{}", level + 1), &format!("level{level}"), GAMES);
        assert!(points >= 0.6 * GAMES as f32, "level {} had {points} of {GAMES} points", level + 1);
    }
}

#[test]
fn full_strength_beats_plain_random_games() {
    assert!(points("best", "uct", 10) >= 9.0);
}

#[test]
fn the_first_level_is_no_fool() {
    assert!(points("level1", "random", 20) >= 15.0);
}
