//! Checks that random games do not allocate: bots play millions of them.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use search::{Search, playout};

/// Plays random games and panics if one of them allocates memory.
pub fn playouts_allocate_nothing<G: Search>(options: &G::Options, seats: u8) {
    let start = G::new(options, seats).expect("the setting is legal");
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut game = start.clone();
    let counted = allocation_counter::measure(|| {
        for _ in 0..50 {
            game.clone_from(&start);
            playout(&mut game, &mut rng);
        }
    });
    assert_eq!(counted.count_total, 0, "{} allocates in random games for {seats} seats", G::INFO.id);
}
