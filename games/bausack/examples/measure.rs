//! What the physics costs: `cargo run --release -p bausack --example measure -- placements 30 8`.
//!
//! - `placements HEIGHT TOWERS`: builds towers of so many blocks by lot and tells what the placements on them took.
//! - `on HEIGHT TOWERS PLACEMENTS`: builds towers of so many blocks, flat on top, and lays others onto each of them by lot,
//!   one at a time.
//! - `hostile HEIGHT GESTURES`: lets a hand shake a block about inside such a tower for as long as a gesture may be.
//! - `points`: drops a slab and a counter on the middle of each block of the bag, and tells what stands and how safely.
//! - `extremes TOWERS`: how far blocks at rest overlap, how far they are below the table, and how far they float.
//! - `worst COUNT PILES`: the same, and a block dropped, on piles of so many blocks that touch each other as much as they
//!   can and that no force would hold: what a forged record could say.
//! - `awake COUNT`: how many times faster than time so many blocks are simulated, none of them asleep.

#[path = "../tests/towers/mod.rs"]
mod towers;

#[path = "../same-bits/src/awake.rs"]
mod kept;

use bausack::gesture::{Aim, LONGEST, Path, Target};
use bausack::physics::{Clearance, Phase, STEPS_A_SECOND, Simulation, drop, settled_at};
use bausack::{Block, Gesture, Ground, Placement, Pose, Settled, Standing, Tower};
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
        Some("worst") => worst(number(1, 99) as usize, number(2, 4)),
        Some("points") => points(),
        Some("extremes") => extremes(number(1, 50)),
        Some("awake") => awake(number(1, 40) as u32),
        _ => eprintln!(
            "measure placements HEIGHT TOWERS, measure on HEIGHT TOWERS PLACEMENTS, measure hostile HEIGHT GESTURES, measure worst COUNT PILES, measure points, measure extremes TOWERS, or measure awake COUNT"
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
        let low = if seed % 8 < 4 { tower.height } else { rng.random_range(0..=tower.height) };
        let path = shaken(&mut rng, most, low as i32, tower.height as i32);
        let (settled, took, work) = counted(&tower, block, &path);
        times.push(took);
        eprintln!(
            "{block:?}, {most} µm: {took:.0} ms for {work:.0} million units, fell {}",
            settled.fallen.len()
        );
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

fn points() {
    let (mut stood, mut without) = (0, 0);
    for top in [1, 17] {
        for below in Block::all().filter(|block| block.number() != top) {
            let base = towers::onto(&Tower::default(), below, Aim::default());
            if !base.fallen.is_empty() {
                println!("{} does not stand by itself", below.number());
                continue;
            }
            let placed = Block::numbered(top).expect("a block of the bag");
            let settled = towers::onto(&base.tower, placed, Aim::default());
            if settled.fallen.is_empty() {
                stood += 1;
                without += u32::from(settled.tower.margin < 50);
                if settled.tower.margin < 500 {
                    println!("{top} on {}: {} \u{b5}m of margin", below.number(), settled.tower.margin);
                }
            }
        }
    }
    println!("{stood} pairs stand, {without} of them with less than 0.05 mm of margin");
}

/// The deepest overlap, the lowest point and the widest gap of the nearest contact, in micrometres, over random towers.
fn extremes(count: u64) {
    let (mut overlap, mut low, mut gap) = (0.0f32, 0.0f32, 0.0f32);
    let mut look = |tower: &Tower| {
        let placed: Vec<_> = tower
            .blocks
            .iter()
            .map(|standing| {
                let at = bausack::physics::engine_pose(&standing.pose);
                (bausack::physics::Solid::of(standing.block), at)
            })
            .collect();
        for (nth, (solid, at)) in placed.iter().enumerate() {
            let foot = solid.span(at).0;
            low = low.min(foot);
            let mut nearest = foot;
            for (other, (under, under_at)) in placed.iter().enumerate() {
                for contact in solid.contacts(at, under, under_at, 0.05) {
                    if other != nth {
                        overlap = overlap.min(contact.gap);
                        nearest = nearest.min(contact.gap);
                    }
                }
            }
            gap = gap.max(nearest);
        }
    };
    for seed in 0..count {
        towers::build(seed, 3 + seed as usize % 25, |_, _, _, settled| look(&settled.tower));
    }
    let [overlap, low, gap] = [-overlap, -low, gap].map(|length| length * 10_000.0);
    println!(
        "{count} towers: overlaps up to {overlap:.0} \u{b5}m, {low:.0} \u{b5}m below the table, gaps up to {gap:.0} \u{b5}m"
    );
}

/// A hand that shakes about for as long as a gesture may last, by so many micrometres a target at most.
fn shaken(rng: &mut Xoshiro256PlusPlus, most: i32, from: i32, top: i32) -> Path {
    let mut at = [0, from, 0];
    let targets = (0..LONGEST).map(|_| {
        for (place, (low, high)) in at.iter_mut().zip([(-20_000, 20_000), (0, top), (-20_000, 20_000)]) {
            *place = (*place + rng.random_range(-most..=most)).clamp(low, high);
        }
        Target::nearest(&Pose::upright(at))
    });
    Path::new(targets.collect()).expect("a hand is as fast as that")
}

fn worst(count: usize, piles: u64) {
    let mut times = Vec::new();
    for seed in 0..piles {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut bag: Vec<Block> = Block::all().collect();
        let mut tower = Tower::default();
        let wide = [12_000, 30_000, 60_000, 100_000][(seed % 4) as usize];
        while tower.blocks.len() < count {
            let block = bag.swap_remove(rng.random_range(0..bag.len()));
            let mut aside = || rng.random_range(-wide..=wide);
            let clearance = Clearance::around(&tower, block);
            let above = Pose::upright([aside(), 1_500_000, aside()]);
            let mut pose = clearance.landing(&above);
            pose.at[1] += 5;
            tower.blocks.push(Standing { block, pose });
        }
        let start = cpu();
        let said = settled_at(tower.blocks.clone());
        let judged = (cpu() - start) * 1_000.0;
        let block = bag[0];
        let empty = Tower::default();
        let placement = Placement {
            seat: game::Seat(0),
            plot: 0,
            tower: &empty,
            ground: Ground::Base,
            block,
            gesture: None,
        };
        let verdict = placement.judge(&said).map_err(|refusal| refusal.why.en);
        eprintln!(
            "pile {seed}: {} mm high, told in {judged:.0} ms, judged {verdict:?}",
            said.tower.height / 1_000
        );
        let top = said.tower.height as i32;
        let dropped = drop(&said.tower, block, Aim::default());
        let paths = [300, 2_000, 33_000].map(|most| shaken(&mut rng, most, top, top.max(1)));
        for path in paths.into_iter().chain([dropped]) {
            let (settled, took, work) = counted(&said.tower, block, &path);
            times.push(took);
            eprintln!("  {took:.0} ms for {work:.0} million units, fell {}", settled.fallen.len());
        }
    }
    times.sort_by(f64::total_cmp);
    println!("{piles} piles of {count} blocks: worst {:.0} ms", share(&times, 1.0));
}

/// A placement, its time in milliseconds, and its work in millions of units.
fn counted(tower: &Tower, block: Block, path: &Path) -> (Settled, f64, f64) {
    let start = cpu();
    let (first, rest) = path.targets().split_first().expect("a path has targets");
    let mut simulation = Simulation::begin(tower, Ground::Base, block, first);
    rest.iter().for_each(|target| simulation.carry(target));
    simulation.release();
    while simulation.settle() != Phase::Over {}
    let settled = simulation.settled();
    (settled, (cpu() - start) * 1_000.0, simulation.work() as f64 * 1e-6)
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
