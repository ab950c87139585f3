//! Statics against simulation: `cargo run --release -p bausack --example agree -- TOWERS FIRST_SEED`.
//!
//! Blocks are laid by lot on towers of 2 to 11 blocks. The statics says beforehand whether the block stays where it is
//! laid, with a margin of more than 1 mm, or can't; the world says what happens.

use bausack::physics::candidates::{self, Candidate, landing, lowering_path, with_block};
use bausack::physics::{StaticTower, place};
use bausack::stack::{Goal, choose};
use bausack::{Bag, Block, Gesture, Ground, Tower};
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Farther than this, in micrometres, a block has not stayed where it was laid.
const STAYED: i32 = 3_000;

fn main() {
    let mut arguments = std::env::args().skip(1).map(|argument| argument.parse::<u64>().expect("a number"));
    let (towers, seed) = (arguments.next().unwrap_or(10), arguments.next().unwrap_or(1));
    // Rows: the statics says it falls, it stays. Columns: it fell, it stayed.
    let mut table = [[0; 2]; 2];
    for seed in seed..seed + towers {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut bag: Vec<Block> = Bag::Bausack.blocks().collect();
        bag.shuffle(&mut rng);
        let mut tower = Tower::default();
        let count = rng.random_range(2..12);
        while tower.blocks.len() < count {
            let Some(block) = bag.pop() else { break };
            let choice = choose(&tower, Ground::Base, Goal::Stand, block, 8, &mut || true, &mut rng);
            let Some(choice) = choice else { continue };
            let settled = place(&tower, Ground::Base, block, &choice.gesture);
            if settled.fallen.is_empty() {
                tower = settled.tower;
            }
        }
        let statics = StaticTower::of(&tower.blocks);
        for _ in 0..8 {
            let Some(&block) = bag.choose(&mut rng) else { break };
            let found = candidates::list(&statics, block);
            let Some(candidate) = found.choose(&mut rng).copied() else { continue };
            let over = candidate.over.map(|x| x + rng.random_range(-20.0..20.0));
            let candidate = Candidate { over, ..candidate };
            let Some(pose) = landing(&statics, block, &candidate) else { continue };
            let verdict = match with_block(&statics, block, &pose) {
                None => 0,
                Some((_, margin)) if margin > 1.0 => 1,
                Some(_) => continue,
            };
            let path = Gesture::Path(lowering_path(&statics, block, &candidate, 0.2));
            let settled = place(&tower, Ground::Base, block, &path);
            let near = |standing: &bausack::Standing| {
                (0..3).all(|axis| (standing.pose.at[axis] - pose.at[axis]).abs() < STAYED)
            };
            let stayed = settled.fallen.is_empty() && settled.tower.blocks.last().is_some_and(near);
            table[verdict][usize::from(stayed)] += 1;
            if verdict != usize::from(stayed) {
                let foretold = ["falls", "stays"][verdict];
                println!(
                    "seed {seed}: {} on {} blocks, foretold: {foretold}",
                    block.details().name.en,
                    tower.blocks.len()
                );
            }
        }
    }
    let [[fell, wrongly_stayed], [wrongly_fell, stayed]] = table;
    let right = fell + stayed;
    println!(
        "{right} of {} as foretold: {stayed} stayed, {fell} fell; ",
        right + wrongly_fell + wrongly_stayed
    );
    println!("{wrongly_fell} fell that should stay, {wrongly_stayed} stayed that should fall");
}
