//! Random gestures on random towers, and a fingerprint of what came of each.

use bausack::gesture::{Aim, Path, Target};
use bausack::physics::{Grip, place_by, straight_path};
use bausack::{Block, Gesture, Ground, Hands, Pose, Tower};
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// From this seed on, hands tremble.
pub const TREMBLING: u64 = 1_000_000;

/// A fingerprint for each of ten gestures, which build, push and fell towers.
pub fn fingerprints(seed: u64) -> impl Iterator<Item = u64> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut tower = Tower::default();
    (0..10).map(move |_| {
        let block = loop {
            let number = rng.random_range(1..=Block::COUNT);
            let free = |block: &Block| tower.blocks.iter().all(|standing| standing.block != *block);
            if let Some(block) = Block::numbered(number).filter(free) {
                break block;
            }
        };
        let gesture = gesture(&mut rng, &tower);
        let ground = if rng.random_range(0..4) == 0 { Ground::AlsoThePlaced } else { Ground::Base };
        let grip = match (seed >= TREMBLING, seed % 2) {
            (false, _) => Grip::STEADY,
            (true, 0) => Grip { hands: Hands::Natural, seed: rng.next_u64() },
            (true, _) => Grip { hands: Hands::Party, seed: rng.next_u64() },
        };
        let settled = place_by(&tower, ground, block, &gesture, grip);
        let text = format!("{gesture} {settled}");
        // A tower that is mostly gone, or high enough to take its time, is begun anew.
        let anew = settled.fallen.len() > 2 || settled.tower.blocks.len() > 5;
        tower = if anew { Tower::default() } else { settled.tower };
        text.bytes().fold(0xcbf2_9ce4_8422_2325, |print: u64, byte| {
            (print ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        })
    })
}

/// Three in five lower the block onto the tower, one carries it anywhere and back, one shakes it about.
fn gesture(rng: &mut Xoshiro256PlusPlus, tower: &Tower) -> Gesture {
    let top = i32::try_from(tower.height).unwrap_or(0) + 30_000;
    let mut anywhere = |reach: i32| {
        let [x, z] = [(); 2].map(|()| rng.random_range(-reach..=reach));
        let turn = std::array::from_fn(|_| rng.random_range(-10_000..=10_000));
        unit(turn, [x, rng.random_range(20_000..=top + 60_000), z])
    };
    let (here, there) = (anywhere(60_000), anywhere(20_000));
    let shaken = shake(rng, there, top);
    match rng.random_range(0..5) {
        0 => Gesture::Path(straight_path(&[here, there])),
        1 => Gesture::Path(shaken),
        _ => Gesture::Drop(Aim {
            x: rng.random_range(-6..=6),
            z: rng.random_range(-6..=6),
            yaw: rng.random_range(-180..=180),
            side: rng.random_range(0..=5),
        }),
    }
}

/// A hand that goes to and fro around a place, at up to a metre a second, for two thirds of a second.
fn shake(rng: &mut Xoshiro256PlusPlus, from: Pose, top: i32) -> Path {
    let mut at = from.at;
    let targets = (0..20).map(|_| {
        let limits = [(-30_000, 30_000), (20_000, top + 60_000), (-30_000, 30_000)];
        for (place, (low, high)) in at.iter_mut().zip(limits) {
            *place = (*place + rng.random_range(-33_000..=33_000)).clamp(low, high);
        }
        Target::nearest(&Pose { at, ..from })
    });
    Path::new(targets.collect()).expect("a hand is as fast as that")
}

/// A turn of these proportions, in whole numbers.
fn unit(turn: [i32; 4], at: [i32; 3]) -> Pose {
    let length = turn.iter().map(|part| i64::from(*part).pow(2)).sum::<i64>().isqrt().max(1);
    let parts = turn.map(|part| i64::from(part) * i64::from(bausack::WHOLE_TURN) / length);
    Pose { at, turn: parts.map(|part| i32::try_from(part).unwrap_or(0)) }.rounded()
}
