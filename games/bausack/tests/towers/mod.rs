//! Towers to try things on.

use bausack::gesture::Aim;
use bausack::physics::place;
use bausack::{Block, Gesture, Ground, Settled, Tower};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A block let go over the middle of the top, a little aside.
pub fn onto(tower: &Tower, block: Block, aim: Aim) -> Settled {
    place(tower, Ground::Base, block, &Gesture::Drop(aim))
}

/// A tower of up to `count` blocks drawn by lot: what falls is not counted, and what stood before stands again.
pub fn build(seed: u64, count: usize, mut each: impl FnMut(&Tower, Block, Aim, &Settled)) -> Tower {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut bag: Vec<Block> = Block::all().collect();
    let mut tower = Tower::default();
    while tower.blocks.len() < count && !bag.is_empty() {
        let block = bag.swap_remove(rng.random_range(0..bag.len()));
        let aim = Aim {
            x: rng.random_range(-3..=3),
            z: rng.random_range(-3..=3),
            yaw: rng.random_range(-180..=180),
            side: [0, 0, 0, 1, 2, 3, 4, 5][rng.random_range(0..8)],
        };
        let settled = onto(&tower, block, aim);
        each(&tower, block, aim, &settled);
        if settled.fallen.is_empty() {
            tower = settled.tower;
        }
    }
    tower
}
