//! Towers of the stacking bot: `cargo run --release -p bausack --example stack -- LEVEL RUNS SEED market|blind [SVG]`.
//!
//! Prints for each run how many blocks stood before the first fell, how high, how safely at last, and how long the bot
//! thought about a block and the world took to settle.

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
    let (draw_of, svg) = (next("market"), next(""));
    let patience = Duration::from_secs(60);
    let tell = std::env::var_os("TELL").is_some();
    let mut counts = Vec::new();
    for run in seed..seed + runs {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(run);
        let mut bag: Vec<Block> = Bag::Bausack.blocks().collect();
        bag.shuffle(&mut rng);
        let mut tower = Tower::default();
        let (mut thinking, mut settling) = (Vec::new(), Vec::new());
        let mut why = "all blocks stand".to_owned();
        while !bag.is_empty() {
            let start = Instant::now();
            let mut go_on = || start.elapsed() < patience;
            let block = match draw_of.as_str() {
                "blind" => bag[rng.random_range(0..bag.len())],
                _ => pick(&tower, Goal::Stand, &bag, &mut go_on).expect("the bag is not empty"),
            };
            bag.retain(|other| *other != block);
            let choice = choose(&tower, Ground::Base, Goal::Stand, block, level, &mut go_on, &mut rng);
            thinking.push(start.elapsed());
            let gesture =
                choice.as_ref().map_or("drop".parse().expect("a gesture"), |choice| choice.gesture.clone());
            let start = Instant::now();
            let settled = place(&tower, Ground::Base, block, &gesture);
            settling.push(start.elapsed());
            if !settled.fallen.is_empty() || settled.bumped {
                let known = if choice.is_some() { "fell" } else { "knew no place" };
                why = format!("{known}: {} {:?}", block.number(), block.entry().name.en);
                break;
            }
            tower = settled.tower;
            if tell {
                let expected = choice.map_or(0, |choice| choice.margin);
                let start = Instant::now();
                let found = margin(&tower);
                println!(
                    "{:2} {:22} {:6.0} mm, margin {:.2} expected {:.2}, thought {:?}, settled {:?}, margin took {:?}",
                    tower.blocks.len(),
                    block.entry().name.en,
                    f64::from(tower.height) / 1000.0,
                    f64::from(found) / 1000.0,
                    f64::from(expected) / 1000.0,
                    thinking[thinking.len() - 1],
                    settling[settling.len() - 1],
                    start.elapsed(),
                );
            }
        }
        let height = f64::from(tower.height) / 1000.0;
        println!(
            "run {run}: {} blocks, {height:.0} mm, margin {:.1} mm, thought {:?} at most {:?}, settled in {:?}; {why}",
            tower.blocks.len(),
            f64::from(margin(&tower)) / 1000.0,
            median(&mut thinking),
            thinking.last().copied().unwrap_or_default(),
            median(&mut settling),
        );
        if !svg.is_empty() {
            std::fs::write(&svg, draw(&tower, Camera::new(32.0, 12.0), 1.2)).expect("a writable file");
        }
        counts.push(tower.blocks.len());
    }
    counts.sort_unstable();
    println!(
        "level {level}, {draw_of}: median {} blocks of {runs} runs, {counts:?}",
        counts[counts.len() / 2]
    );
}

fn median(times: &mut [Duration]) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}
