//! Towers to try things on.
#![allow(dead_code)] // each test uses some of it

use bausack::gesture::Aim;
use bausack::physics::place;
use bausack::{Block, Gesture, Ground, Settled, Tower};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Blocks that are flat above and below, so that one can build on.
const FLAT: [u8; 42] = [
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 20, 21, 23, 28, 34, 35, 37, 38, 46, 47, 48,
    49, 50, 57, 58, 59, 61, 66, 71, 72, 73, 74, 75, 79, 100,
];

/// A block let go over the middle of the top, a little aside.
pub fn onto(tower: &Tower, block: Block, aim: Aim) -> Settled {
    place(tower, Ground::Base, block, &Gesture::Drop(aim))
}

/// A tower of up to `count` blocks drawn by lot, the last two among all, the others among those that one can build on.
/// What falls is not counted, and what stood before stands again.
pub fn build(seed: u64, count: usize, mut each: impl FnMut(&Tower, Block, Aim, &Settled)) -> Tower {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut flat: Vec<Block> = FLAT.iter().filter_map(|number| Block::numbered(*number)).collect();
    let mut odd: Vec<Block> = Block::all().filter(|block| !flat.contains(block)).collect();
    let mut tower = Tower::default();
    for _ in 0..3 * count {
        if tower.blocks.len() == count {
            break;
        }
        let bag = if tower.blocks.len() + 2 < count { &mut flat } else { &mut odd };
        let block = bag.swap_remove(rng.random_range(0..bag.len()));
        // Towards the middle of the plot, as whoever builds high would.
        let top = tower.blocks.last().map_or([0; 3], |standing| standing.pose.at);
        let [x, _, z] = top.map(|place| i16::try_from(-place / 1_500).unwrap_or(0));
        let aim = Aim {
            x: x + rng.random_range(-2..=2),
            z: z + rng.random_range(-2..=2),
            yaw: rng.random_range(-180..=180),
            side: rng.random_range(0..=1),
        };
        let settled = onto(&tower, block, aim);
        each(&tower, block, aim, &settled);
        if settled.fallen.is_empty() {
            tower = settled.tower;
        } else {
            bag.push(block);
        }
    }
    tower
}
