//! Towers of the stacking bot:
//! `cargo run --release -p bausack --example stack -- LEVEL RUNS FIRST_SEED market|blind [MOST_BLOCKS] [SVG]`.
//!
//! In the market the bot takes the block that suits it, blind the one that it draws. Prints for each run how many blocks
//! stood before the first fell, how high, how safely at last, how long the bot thought and the world took to settle.

use bausack::draw::{Camera, tower as draw};
use bausack::physics::{margin, place};
use bausack::stack::{Goal, choose, pick};
use bausack::{Bag, Block, Ground, Tower};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::time::{Duration, Instant};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mut next = |default: &str| arguments.next().unwrap_or(default.to_owned());
    let level: u8 = next("8").parse().expect("a level is 1 to 8");
    let runs: u64 = next("1").parse().expect("a number of runs");
    let seed: u64 = next("1").parse().expect("a seed");
    let (source, most, svg) = (next("market"), next("70"), next(""));
    let most: usize = most.parse().expect("a number of blocks");
    let mut counts = Vec::new();
    for run in seed..seed + runs {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(run);
        let mut bag: Vec<Block> = Bag::Bausack.blocks().collect();
        bag.shuffle(&mut rng);
        let mut tower = Tower::default();
        let (mut thinking, mut settling) = (Vec::new(), Vec::new());
        let mut end = "enough".to_owned();
        while !bag.is_empty() && tower.blocks.len() < most {
            let start = Instant::now();
            let block = match source.as_str() {
                "blind" => bag[rng.random_range(0..bag.len())],
                _ => pick(&tower, Goal::Stand, &bag, level, &mut || true, &mut rng)
                    .expect("the bag is not empty"),
            };
            bag.retain(|other| *other != block);
            let choice = choose(&tower, Ground::Base, Goal::Stand, block, level, &mut || true, &mut rng);
            thinking.push(start.elapsed());
            let gesture =
                choice.as_ref().map_or("drop".parse().expect("a gesture"), |choice| choice.gesture.clone());
            let start = Instant::now();
            let settled = place(&tower, Ground::Base, block, &gesture);
            settling.push(start.elapsed());
            if !settled.fallen.is_empty() || settled.bumped {
                let known = if choice.is_some() { "fell" } else { "knew no place" };
                end = format!("{known}: {} {}", block.number(), block.details().name.en);
                break;
            }
            tower = settled.tower;
        }
        let start = Instant::now();
        let repeated = (0..100).map(|_| margin(&tower.blocks)).max();
        let measured = start.elapsed() / 100;
        println!(
            "run {run}: {} blocks, {:.0} mm, margin {:.1} mm in {measured:.0?}, median thought {:.0?}, settling {:.0?}; {end}",
            tower.blocks.len(),
            f64::from(tower.height) / 1000.0,
            f64::from(repeated.unwrap_or(0)) / 1000.0,
            median(&mut thinking),
            median(&mut settling),
        );
        if !svg.is_empty() {
            std::fs::write(&svg, draw(&tower, Camera::new(32.0, 12.0), 1.2)).expect("a writable file");
        }
        counts.push(tower.blocks.len());
    }
    counts.sort_unstable();
    println!(
        "level {level}, {source}: median {} blocks of {runs} runs, {counts:?}",
        counts[counts.len() / 2]
    );
}

fn median(times: &mut [Duration]) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}
