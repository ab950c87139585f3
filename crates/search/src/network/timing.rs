//! How long an evaluation takes.

use super::{Judge, Network};
use crate::Search;
use game::{Actor, Turn};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::hint::black_box;
use std::sync::Arc;

/// The seconds of one evaluation: the least of some rounds through positions of random games. A new network is asked for
/// every seat's value, as a tree is.
pub(crate) fn evaluation_seconds<G: Search>(
    start: &G,
    network: Option<Arc<Network>>,
    clock: &dyn Fn() -> f64,
) -> f64 {
    const POSITIONS: usize = 4000;
    const ROUNDS: u32 = 8;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    let mut positions: Vec<G> = Vec::with_capacity(POSITIONS);
    while positions.len() < POSITIONS {
        let mut game = start.clone();
        loop {
            let actor = match game.turn() {
                Turn::Seats(seats) => Actor::Seat(seats.first().expect("a turn of seats has a seat")),
                Turn::Nature => Actor::Nature,
                Turn::Over(_) => break,
            };
            positions.push(game.clone());
            let action = game.sample(actor, &mut rng);
            game.play(actor, &action);
        }
    }
    let judge = Judge::of(network);
    let round = || {
        let started = clock();
        positions.iter().for_each(|game| {
            black_box(judge.values(black_box(game)));
        });
        (clock() - started) / positions.len() as f64
    };
    (0..ROUNDS).map(|_| round()).fold(f64::INFINITY, f64::min)
}
