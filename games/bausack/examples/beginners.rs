//! Towers of people who are not bots:
//! `cargo run --release -p bausack --example beginners -- HANDS RUNS [AIM_MM] [LOWERING] [WAITING] [market|blind]`.
//!
//! A scripted hand takes a block of the real bag that looks good to build on, or the one that is drawn, lays it where that
//! looks best, off by so many millimetres and degrees, and lowers it at a pace of its own; then it trembles as hands of that
//! kind do. Prints how many blocks stood when the first fell.

use bausack::physics::{Grip, Pace, place_by};
use bausack::stack::{Goal, lay, pick};
use bausack::{Bag, Block, Ground, Hands, Tower};
use rand::seq::SliceRandom;
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A tower of so many blocks is high enough.
const MOST: usize = 25;
/// The level at which such people choose blocks.
const TASTE: u8 = 3;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mut next = |default: &str| arguments.next().unwrap_or(default.to_owned());
    let hands = match next("natural").as_str() {
        "steady" => Hands::Steady,
        "party" => Hands::Party,
        _ => Hands::Natural,
    };
    let runs: u64 = next("20").parse().expect("a number of runs");
    let aim: f64 = next("3.5").parse().expect("millimetres");
    let lowering: f64 = next("80").parse().expect("millimetres a second");
    let waiting: usize = next("4").parse().expect("thirtieths of a second");
    let is_blind = next("market") == "blind";
    let mut counts: Vec<usize> = (0..runs)
        .map(|run| {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(run);
            let mut bag: Vec<Block> = Bag::Bausack.blocks().collect();
            bag.shuffle(&mut rng);
            let mut tower = Tower::default();
            while tower.blocks.len() < MOST && !bag.is_empty() {
                let block = match is_blind {
                    true => bag[rng.random_range(0..bag.len())],
                    false => pick(&tower, Goal::Stand, &bag, TASTE, &mut || true, &mut rng).expect("a block"),
                };
                bag.retain(|other| *other != block);
                let grip = Grip { hands, seed: rng.next_u64() };
                let Some(gesture) = lay(&tower, block, [aim, aim], Pace { lowering, waiting }, &mut rng)
                else {
                    break;
                };
                let settled = place_by(&tower, Ground::Base, block, &gesture, grip);
                let fell = settled.bumped || !settled.fallen.is_empty();
                match (fell, tower.blocks.is_empty()) {
                    (false, _) => tower = settled.tower,
                    // S4: a base can't fall.
                    (true, true) => {}
                    (true, false) => break,
                }
            }
            tower.blocks.len()
        })
        .collect();
    counts.sort_unstable();
    println!(
        "{hands:?}, {aim} mm, {lowering} mm/s, {waiting}/30 s: median {} blocks of {runs} towers, {counts:?}",
        counts[counts.len() / 2]
    );
}
