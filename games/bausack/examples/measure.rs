//! What the physics costs: `cargo run --release -p bausack --example measure -- placements 30 8`.
//!
//! - `placements HEIGHT TOWERS`: builds towers of so many blocks by lot and tells what the placements on them took.
//! - `awake COUNT`: how many times faster than time so many blocks are simulated, none of them asleep.

#[path = "../tests/towers/mod.rs"]
mod towers;

use bausack::Block;
use bausack::physics::{STEPS_A_SECOND, Solid, World};
use rapier3d::math::{Pose, Vector};

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
        Some("awake") => awake(number(1, 40)),
        _ => eprintln!("measure placements HEIGHT TOWERS, or measure awake COUNT"),
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
    for (name, mut list) in [("stood", stood), ("all", all)] {
        list.sort_by(f64::total_cmp);
        println!(
            "{name}: {} placements on towers of {}-{height} blocks: median {:.0} ms, p90 {:.0} ms, p99 {:.0} ms, worst {:.0} ms",
            list.len(),
            height - 6,
            share(&list, 0.5),
            share(&list, 0.9),
            share(&list, 0.99),
            share(&list, 1.0)
        );
    }
    println!("{fell} fell");
}

fn awake(count: u64) {
    let mut world = World::default();
    // Four columns of the bag's own blocks.
    let tower =
        [1, 11, 6, 15, 3, 49, 18, 71, 9, 75].map(|number| Block::numbered(number).expect("in the bag"));
    for index in 0..count {
        let column = index % 4;
        let below = tower.iter().cycle().take((index / 4) as usize).map(|block| block.shape().extent);
        let base: f32 = below.map(|[low, high]| high[1] - low[1]).sum();
        let block = tower[(index / 4) as usize % tower.len()];
        let place = Vector::new(column as f32 * 20.0, (base - block.shape().extent[0][1]) * 0.1, 0.0);
        world.put(Solid::of(block), Pose::from_translation(place));
    }
    world.wake();
    for _ in 0..STEPS_A_SECOND {
        world.step();
    }
    let start = cpu();
    for _ in 0..5 * STEPS_A_SECOND {
        world.step();
    }
    println!("{} blocks awake: {:.1} times real time", world.awake(), 5.0 / (cpu() - start));
}
