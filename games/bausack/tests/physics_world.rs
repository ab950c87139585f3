//! The world against what theory says.

use bausack::physics::{BodyId, Rest, STEPS_A_SECOND, Solid, World};
use rapier3d::math::{Pose, Real, Vector};

fn at(x: Real, y: Real, z: Real) -> Pose {
    Pose::from_translation(Vector::new(x, y, z))
}

/// Lets the world come to rest; how long it took, in seconds.
fn rest(world: &mut World, seconds: u32) -> Option<Real> {
    let mut rest = Rest::default();
    (1..=seconds * STEPS_A_SECOND).find_map(|step| {
        world.step();
        let bodies: Vec<BodyId> = world.bodies().collect();
        rest.watch(world, bodies.into_iter()).then_some(step as Real / STEPS_A_SECOND as Real)
    })
}

/// Cuboids of 60 × 15 × 30 mm, the upper ones farther and farther out, at a share of what theory allows:
/// the k-th from the top is half a length divided by k beyond the one below it.
fn overhang(count: u32, share: Real) -> bool {
    let slab = Solid::cuboid([60.0, 15.0, 30.0], 19.0);
    let mut world = World::default();
    // The first one is held by its weight alone: heavy enough not to tip with the rest.
    let base = Solid::cuboid([60.0, 15.0, 30.0], 19_000.0);
    world.put(&base, at(0.0, 0.75, 0.0));
    let mut x = 0.0;
    for index in 0..count {
        x += share * 3.0 / (count - index) as Real;
        world.put(&slab, at(x, 0.75 + 1.5 * (index + 1) as Real, 0.0));
    }
    let settled = rest(&mut world, 10).is_some();
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
