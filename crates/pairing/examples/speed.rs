//! How long one round of pairing takes for 2,000 who wait: `cargo run --release -p pairing --example speed`.

use pairing::{Party, Window, pair};
use rand::{RngExt as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::time::Instant;

const WAITING: usize = 2000;
const ROUNDS: usize = 20;

fn main() {
    println!("{WAITING} seeks, the slowest of {ROUNDS} rounds:");
    let anybody = |_, _| false;
    for (name, seats, terms, spread, patience) in [
        ("two seats, all want the same", 2, 1, 2000.0, 60.0),
        ("two seats, twenty settings", 2, 20, 2000.0, 60.0),
        ("two seats, anybody will do", 2, 1, 2000.0, 0.0),
        ("three seats, all want the same", 3, 1, 2000.0, 60.0),
        ("four seats, all want the same", 4, 1, 2000.0, 60.0),
        ("eight seats, anybody will do", 8, 1, 2000.0, 0.0),
    ] {
        measure(name, seats, terms, spread, patience, anybody);
    }
    measure("two seats, nobody suits anybody", 2, 1, 2_000_000.0, 60.0, anybody);
    measure("two seats, everybody has blocked everybody", 2, 1, 2000.0, 0.0, |_, _| true);
    measure("four seats, half the pairs have blocked each other", 4, 1, 2000.0, 0.0, |one, other| {
        (one * 31 + other * 31) % 2 == 0
    });
}

fn measure(
    name: &str,
    seats: usize,
    terms: u32,
    spread: f64,
    patience: f64,
    apart: impl Fn(usize, usize) -> bool,
) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    let (mut slowest, mut seated) = (0.0_f64, 0);
    for _ in 0..ROUNDS {
        let parties: Vec<Party> = (0..WAITING)
            .map(|_| Party {
                terms: rng.random_range(0..terms),
                seats,
                size: 1,
                rating: 500.0 + spread * rng.random::<f64>(),
                deviation: rng.random_range(40.0..350.0),
                window: Window::after(60.0 * rng.random::<f64>(), patience),
            })
            .collect();
        let began = Instant::now();
        let groups = pair(&parties, &apart);
        slowest = slowest.max(began.elapsed().as_secs_f64());
        seated = groups.iter().map(Vec::len).sum();
    }
    println!("  {name}: {:.2} ms, {seated} seated", slowest * 1000.0);
}
