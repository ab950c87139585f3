//! Nothing flat stands on a point: what is accepted as standing bears a tap and a lean of 0.4 degrees to each side, and its
//! stability margin says that it stands.

mod towers;

use bausack::gesture::Aim;
use bausack::physics::{STEPS_A_SECOND, Solid, World, engine_pose, lean, margin};
use bausack::{Block, Ground, Settled, Tower};
use towers::onto;

const SLAB: u8 = 1;
const COUNTER: u8 = 17;
/// Hundredths of a degree.
const LEAN: u32 = 40;

fn block(number: u8) -> Block {
    Block::numbered(number).expect("in the bag")
}

fn dropped(tower: &Tower, number: u8) -> Settled {
    onto(tower, block(number), Aim::default())
}

/// A slab and a counter on the middle of each block of the bag.
#[test]
fn what_stands_bears_a_lean_and_a_tap() {
    let mut stood = 0;
    for top in [SLAB, COUNTER] {
        for below in Block::all().filter(|below| below.number() != top) {
            let base = dropped(&Tower::default(), below.number());
            let settled = dropped(&base.tower, top);
            if !base.fallen.is_empty() || !settled.fallen.is_empty() {
                continue;
            }
            stood += 1;
            let pair = format!("block {top} on {below:?}");
            assert!(settled.tower.margin >= 100, "{pair} stands without a margin");
            assert_eq!(margin(&settled.tower.blocks), settled.tower.margin, "{pair}");
            let leaned = lean(&settled.tower, Ground::Base, LEAN);
            assert_eq!(leaned.fallen, [], "{pair} falls when the table leans");
        }
    }
    assert!((130..175).contains(&stood), "{stood} pairs stand");
}

/// A cone, a pyramid, a ball and an upright prism carry nothing flat; a cylinder, a cube and an egg-cup do.
#[test]
fn points_and_edges_carry_nothing() {
    for (below, carries) in
        [(19, false), (60, false), (31, false), (44, false), (13, true), (3, true), (24, true)]
    {
        let base = dropped(&Tower::default(), below).tower;
        for top in [SLAB, COUNTER] {
            let settled = dropped(&base, top);
            assert_eq!(settled.fallen.is_empty(), carries, "block {top} on {below}");
            assert_eq!(settled.tower.blocks[0].block, block(below), "what is below stays");
        }
    }
}

/// A ball lies by its resistance to rolling: 0.003 of its radius is all that it may be displaced by. It bears a lean of 0.1
/// degrees, and rolls away at 0.4.
#[test]
fn a_ball_lies_by_resistance_to_rolling_and_by_no_more() {
    for (ball, radius) in [(31, 17_500), (80, 15_000)] {
        let slab = dropped(&Tower::default(), SLAB).tower;
        let tower = dropped(&slab, ball).tower;
        assert_eq!(tower.blocks.len(), 2, "it lies");
        let expected = f64::from(radius) * 0.003 * (3.0_f64).sqrt() / 2.0;
        assert!((f64::from(tower.margin) - expected).abs() < 3.0, "{} instead of {expected}", tower.margin);
        let rolls = |degrees: f32| {
            let mut world = World::tilted(degrees.to_radians().tan());
            let [slab, ball] = [0, 1].map(|nth| {
                let standing = tower.blocks[nth];
                world.insert(Solid::of(standing.block), engine_pose(&standing.pose))
            });
            let began = world.pose(ball);
            (0..2 * STEPS_A_SECOND).for_each(|_| world.step());
            assert!(world.pose(slab).translation.x < 0.1, "the slab stays");
            world.displacement(ball, &began) > 0.3
        };
        assert_eq!([0.1, 0.4].map(rolls), [false, true], "block {ball}");
    }
}
