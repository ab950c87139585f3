//! What the physics costs: `cargo run --release -p bausack --example measure -- placements 30 8`.
//!
//! - `placements HEIGHT TOWERS`: builds towers of so many blocks by lot and tells what the placements on them took.
//! - `on HEIGHT TOWERS PLACEMENTS`: builds towers of so many blocks, flat on top, and lays others onto each of them by lot,
//!   one at a time.
//! - `hostile HEIGHT GESTURES`: lets a hand shake a block about inside such a tower for as long as a gesture may be.
//! - `awake COUNT`: how many times faster than time so many blocks are simulated, none of them asleep.

#[path = "../tests/towers/mod.rs"]
mod towers;

#[path = "../same-bits/src/awake.rs"]
mod kept;

use bausack::gesture::{Aim, LONGEST, Path, Target};
use bausack::physics::{STEPS_A_SECOND, place};
use bausack::{Block, Gesture, Ground, Pose, Tower};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Seconds of processor time of this thread so far: other people's work on the machine does not count.
fn cpu() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number =
        |nth: usize, default: u64| words.get(nth).and_then(|word| word.parse().ok()).unwrap_or(default);
    match words.first().map(String::as_str) {
        Some("placements") => placements(number(1, 30) as usize, number(2, 4)),
        Some("on") => on(number(1, 30) as usize, number(2, 4), number(3, 50)),
        Some("hostile") => hostile(number(1, 30) as usize, number(2, 20)),
        Some("awake") => awake(number(1, 40) as u32),
        _ => eprintln!(
            "measure placements HEIGHT TOWERS, measure on HEIGHT TOWERS PLACEMENTS, measure hostile HEIGHT GESTURES, or measure awake COUNT"
        ),
    }
}

fn share(sorted: &[f64], share: f64) -> f64 {
    sorted.get(((sorted.len() - 1) as f64 * share).round() as usize).copied().unwrap_or(0.0)
}

fn placements(height: usize, towers: u64) {
    let (mut stood, mut all, mut fell) = (Vec::new(), Vec::new(), 0);
    for seed in 0..towers {
        let mut start = cpu();
        let tower = towers::build(1_000 + seed, height, |tower, block, _, settled| {
            let took = (cpu() - start) * 1_000.0;
            if std::env::var("VERBOSE").is_ok() {
                eprintln!("{} + {block:?}: {took:.0} ms, fell {}", tower.blocks.len(), settled.fallen.len());
            }
            if tower.blocks.len() + 6 >= height {
                all.push(took);
                if settled.fallen.is_empty() { stood.push(took) } else { fell += 1 }
            }
            start = cpu();
        });
        eprintln!("tower {seed}: {} blocks, {} mm", tower.blocks.len(), tower.height / 1_000);
    }
    tell(height.saturating_sub(6)..=height, stood, all, fell);
}

fn tell(heights: std::ops::RangeInclusive<usize>, stood: Vec<f64>, all: Vec<f64>, fell: u32) {
    for (name, mut list) in [("stood", stood), ("all", all)] {
        list.sort_by(f64::total_cmp);
        println!(
            "{name}: {} placements on towers of {heights:?} blocks: median {:.0} ms, p90 {:.0} ms, p99 {:.0} ms, worst {:.0} ms",
            list.len(),
            share(&list, 0.5),
            share(&list, 0.9),
            share(&list, 0.99),
            share(&list, 1.0)
        );
    }
    println!("{fell} fell");
}

fn on(height: usize, towers: u64, placements: u64) {
    let (mut stood, mut all, mut fell) = (Vec::new(), Vec::new(), 0);
    for (seed, tower) in high(height).take(towers as usize) {
        eprintln!("tower {seed}: {} blocks, {} mm", tower.blocks.len(), tower.height / 1_000);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let free = |block: &Block| tower.blocks.iter().all(|standing| standing.block != *block);
        let others: Vec<Block> = Block::all().filter(free).collect();
        for _ in 0..placements {
            let block = others[rng.random_range(0..others.len())];
            let mut aside = || rng.random_range(-6..=6);
            let [x, z] = [aside(), aside()];
            let aim = Aim { x, z, yaw: rng.random_range(-180..=180), side: rng.random_range(0..=1) };
            let start = cpu();
            let settled = towers::onto(&tower, block, aim);
            let took = (cpu() - start) * 1_000.0;
            if std::env::var("VERBOSE").is_ok() {
                eprintln!("{block:?}: {took:.0} ms, fell {}", settled.fallen.len());
            }
            all.push(took);
            if settled.fallen.is_empty() { stood.push(took) } else { fell += 1 }
        }
    }
    tell(height..=height, stood, all, fell);
}

/// Towers of so many blocks, flat on top, and the seeds of those that came to be.
fn high(height: usize) -> impl Iterator<Item = (u64, Tower)> {
    (1_000..).filter_map(move |seed| {
        let mut flat = None;
        towers::build(seed, height + 2, |tower, _, _, _| {
            if tower.blocks.len() == height {
                flat.get_or_insert_with(|| tower.clone());
            }
        });
        Some((seed, flat?))
    })
}

fn hostile(height: usize, gestures: u64) {
    let (_, tower) = high(height).next().expect("there is no end of seeds");
    let free = |block: &Block| tower.blocks.iter().all(|standing| standing.block != *block);
    let others: Vec<Block> = Block::all().filter(free).collect();
    let mut times = Vec::new();
    for seed in 0..gestures {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let block = others[rng.random_range(0..others.len())];
        // The gentle ones wake everything and fell nothing for long; the wild ones make a heap.
        let most = [300, 1_000, 5_000, 33_000][(seed % 4) as usize];
        let top = tower.height as i32;
        let mut at = [0, if seed % 8 < 4 { top } else { rng.random_range(0..=top) }, 0];
        let targets = (0..LONGEST).map(|_| {
            for (place, (low, high)) in at.iter_mut().zip([(-20_000, 20_000), (0, top), (-20_000, 20_000)]) {
                *place = (*place + rng.random_range(-most..=most)).clamp(low, high);
            }
            Target::nearest(&Pose::upright(at))
        });
        let path = Path::new(targets.collect()).expect("a hand is as fast as that");
        let start = cpu();
        let settled = place(&tower, Ground::Base, block, &Gesture::Path(path));
        times.push((cpu() - start) * 1_000.0);
        eprintln!("{block:?}, {most} µm: {:.0} ms, fell {}", times[times.len() - 1], settled.fallen.len());
    }
    times.sort_by(f64::total_cmp);
    println!(
        "{gestures} gestures of 20 s inside a tower of {height} blocks: median {:.0} ms, worst {:.0} ms",
        share(&times, 0.5),
        share(&times, 1.0)
    );
    let long = "p1".to_owned() + &"A".repeat(10_000_000);
    let start = cpu();
    assert!(long.parse::<Gesture>().is_err());
    println!("a text of 10 MB: refused in {:.0} µs", (cpu() - start) * 1e6);
}

fn awake(count: u32) {
    let mut world = kept::awake(count);
    for _ in 0..STEPS_A_SECOND {
        world.step();
    }
    let start = cpu();
    for _ in 0..5 * STEPS_A_SECOND {
        world.step();
    }
    println!("{} blocks awake: {:.1} times real time", world.awake(), 5.0 / (cpu() - start));
}
