//! How many choices a game offers.

use crate::Search;
use game::Turn;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// The mean number of legal actions over all positions of that many random games from `game`.
///
/// Where several seats may act at once, the actions of each are counted; turns of Nature are not. 0 if nobody ever
/// has a choice to make.
pub fn branching<G: Search>(game: &G, seed: u64, playouts: u32) -> f64 {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let (mut actions, mut positions) = (0_u64, 0_u64);
    for _ in 0..playouts {
        let mut played = game.clone();
        loop {
            match played.turn() {
                Turn::Seats(seats) => {
                    actions += seats.iter().map(|seat| played.count(seat)).sum::<u64>();
                    positions += 1;
                }
                Turn::Nature => {}
                Turn::Over(_) => break,
            }
            played.rollout(1, &mut rng);
        }
    }
    if positions == 0 { 0.0 } else { actions as f64 / positions as f64 }
}
