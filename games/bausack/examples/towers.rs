//! Towers for another engine to judge: `cargo run --release -p bausack --example towers -- COUNT SEED`.
//!
//! Each line is a tower of blocks laid by lot, not yet let go, as JSON: where the blocks are and what they are made of,
//! whether the statics says that it stands or falls (by more than a millimetre: doubtful towers are left out), and whether
//! our world agrees, where a tower stands if nothing of it moves by more than 2 mm. `scripts/second_engine.py` reads them.

use bausack::physics::candidates::{self, landing};
use bausack::physics::shape::Part;
use bausack::physics::{FRICTION, ROLLING_RESISTANCE, StaticTower, wake};
use bausack::{Bag, Block, Ground, Standing, Tower, WHOLE_TURN};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rapier3d::glamx::DVec2;
use serde_json::{Value, json};

/// Clear by more than this, in millimetres.
const CLEAR: f64 = 1.0;
/// What moves farther has fallen, in micrometres.
const KEPT: f64 = 2_000.0;

fn main() {
    let mut arguments = std::env::args().skip(1).map(|word| word.parse::<u64>().expect("a number"));
    let (count, seed) = (arguments.next().unwrap_or(200), arguments.next().unwrap_or(1));
    for number in seed..seed + count {
        println!("{}", tower(&mut Xoshiro256PlusPlus::seed_from_u64(number)));
    }
}

/// A tower of up to nine blocks: it grows until it is one that clearly falls, or as high as was drawn.
fn tower(rng: &mut Xoshiro256PlusPlus) -> Value {
    let height = rng.random_range(3..=9);
    let mut bag: Vec<Block> = Bag::Bausack.blocks().collect();
    let (mut tower, mut statics) = (Tower::default(), StaticTower::of(&[]));
    let mut stands = true;
    while stands && tower.blocks.len() < height && !bag.is_empty() {
        let block = bag.swap_remove(rng.random_range(0..bag.len()));
        let found = candidates::list(&statics, block);
        let Some(candidate) = found.get(rng.random_range(0..found.len().clamp(1, 24))) else { continue };
        let far = if tower.blocks.is_empty() { 0.0 } else { rng.random_range(0.0..11.0) };
        let angle: f64 = rng.random_range(0.0..std::f64::consts::TAU);
        let over = candidate.over + far * DVec2::new(angle.cos(), angle.sin());
        let candidate = candidate.perturbed(over, [0.0, rng.random_range(-180.0..180.0), 0.0]);
        let Some(pose) = landing(&statics, block, &candidate) else { continue };
        let mut next = statics.clone();
        next.add(block, &pose);
        stands = next.margin().is_some_and(|margin| margin.millimetres > CLEAR);
        if stands || next.is_unstable_within(CLEAR) {
            tower.blocks.push(Standing { block, pose });
            statics = next;
        } else {
            stands = true;
        }
    }
    tower.height = statics.height();
    let ours = keeps(&tower);
    let blocks: Vec<Value> = tower.blocks.iter().map(body).collect();
    json!({"friction": FRICTION, "rolling": ROLLING_RESISTANCE, "stands": stands, "ours": ours, "blocks": blocks})
}

/// Whether the tower stays as it is when nobody holds it.
fn keeps(tower: &Tower) -> bool {
    let settled = wake(tower, Ground::Base);
    let far = |(before, after): (&Standing, &Standing)| {
        let way = [0, 1, 2].map(|axis| f64::from(after.pose.at[axis] - before.pose.at[axis]));
        way.iter().map(|part| part * part).sum::<f64>().sqrt() > KEPT
    };
    settled.fallen.is_empty() && !tower.blocks.iter().zip(&settled.tower.blocks).any(far)
}

fn body(standing: &Standing) -> Value {
    let shape = standing.block.shape();
    let part = |part: &Part| match part {
        Part::Ball { centre, radius } => json!({"centre": centre.to_array(), "radius": radius}),
        Part::Hull { points, .. } => {
            let points: Vec<[f32; 3]> = points.iter().map(|point| point.to_array()).collect();
            json!({"points": points})
        }
    };
    json!({
        "block": standing.block.number(),
        "at": standing.pose.at.map(|micrometres| f64::from(micrometres) / 1_000.0),
        "turn": standing.pose.turn.map(|part| f64::from(part) / f64::from(WHOLE_TURN)),
        "grams": f64::from(shape.mass) / 1_000.0,
        "inertia": shape.inertia,
        "parts": shape.parts.iter().map(part).collect::<Vec<_>>(),
    })
}
