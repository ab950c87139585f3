//! The simulated world compared with theory.

use bausack::physics::{BodyId, FRICTION, RestDetector, STEPS_A_SECOND, Solid, World};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rapier3d::math::{Pose, Real, Vector};

fn at(x: Real, y: Real, z: Real) -> Pose {
    Pose::from_translation(Vector::new(x, y, z))
}

/// Lets the world come to rest, no block moving by 0.05 mm for 0.4 s; tells whether it did.
fn rest(world: &mut World, seconds: u32) -> bool {
    let mut rest = RestDetector::default();
    (0..seconds * STEPS_A_SECOND).any(|_| {
        world.step();
        let bodies: Vec<BodyId> = world.bodies().collect();
        rest.update(world, bodies.into_iter(), 0.005) >= STEPS_A_SECOND * 2 / 5
    })
}

/// Cuboids of 60 × 15 × 30 mm, the upper ones farther and farther out, at a share of what theory allows:
/// the k-th from the top is half a length divided by k beyond the one below it.
fn overhang(count: u32, share: Real) -> bool {
    let slab = Solid::cuboid([60.0, 15.0, 30.0], 19.0);
    let mut world = World::default();
    // The first one is held by its weight alone: heavy enough not to tip with the rest.
    let base = Solid::cuboid([60.0, 15.0, 30.0], 19_000.0);
    world.insert(&base, at(0.0, 0.75, 0.0));
    let mut x = 0.0;
    for index in 0..count {
        x += share * 3.0 / (count - index) as Real;
        world.insert(&slab, at(x, 0.75 + 1.5 * (index + 1) as Real, 0.0));
    }
    let settled = rest(&mut world, 10);
    let top = world.pose(BodyId(count as usize)).translation.y;
    settled && top > 1.5 * count as Real
}

#[test]
fn cuboids_hang_over_as_far_as_theory_allows_and_no_farther() {
    for count in 3..=12 {
        assert!(overhang(count, 0.99), "{count} cuboids fall at 0.99 of the limit");
        assert!(!overhang(count, 1.005), "{count} cuboids stand at 1.005 of the limit");
    }
}

/// Whether a slab slides on a table that leans so much (as a tangent), in three seconds.
fn slides(slope: Real) -> bool {
    let mut world = World::tilted(slope);
    let slab = world.insert(&Solid::cuboid([60.0, 15.0, 30.0], 19.0), at(0.0, 0.75, 0.0));
    world.wake();
    for _ in 0..3 * STEPS_A_SECOND {
        world.step();
    }
    world.pose(slab).translation.x > 0.1
}

#[test]
fn a_block_slides_where_friction_says() {
    // The angle, not the tangent, is what the claim is about: 1 % of atan(0.45) is 0.24 degrees.
    let slope = |share: Real| (FRICTION.atan() * share as f64).tan() as Real;
    assert!(!slides(slope(0.99)), "slides at 0.99 of the angle of friction");
    assert!(slides(slope(1.01)), "stays at 1.01 of the angle of friction");
}

#[test]
fn a_column_of_forty_slabs_stands_for_a_minute_and_sleeps() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    let slab = Solid::cuboid([60.0, 15.0, 30.0], 19.0);
    let mut world = World::default();
    for index in 0..40 {
        let mut aside = || rng.random_range(-0.2..=0.2);
        world.insert(&slab, at(aside(), 0.75 + 1.5 * index as Real, aside()));
    }
    let began: Vec<(BodyId, Pose)> = world.bodies().map(|body| (body, world.pose(body))).collect();
    for _ in 0..60 * STEPS_A_SECOND {
        world.step();
    }
    let drift = began.iter().map(|(body, from)| world.displacement(*body, from)).fold(0.0, Real::max);
    println!("drift {:.3} mm", drift * 10.0);
    assert!(drift < 0.05, "drifted {:.3} mm", drift * 10.0);
    assert!(world.bodies().all(|body| world.sleeps(body)));
}
