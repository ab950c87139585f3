//! Placements: hands, falls, rest, and towers restored from whole numbers.

mod towers;

use bausack::gesture::Aim;
use bausack::physics::{Phase, Simulation, drop, place, straight_path, wake};
use bausack::{Block, Gesture, Ground, Pose, Settled, Tower};
use towers::{build, onto};

const SLAB: u8 = 1;
const CUBE: u8 = 3;
const LITTLE_CUBE: u8 = 5;
const BEAM: u8 = 7;
const DISC: u8 = 15;
const RING: u8 = 21;
const BALL: u8 = 31;

fn block(number: u8) -> Block {
    Block::numbered(number).expect("in the bag")
}

fn straight_up(numbers: &[u8]) -> Tower {
    numbers.iter().fold(Tower::default(), |tower, number| {
        let settled = onto(&tower, block(*number), Aim::default());
        assert_eq!(settled.fallen, [], "block {number} on {:?}", tower.blocks);
        settled.tower
    })
}

/// How far the blocks of two towers are apart at most, in micrometres.
fn apart(one: &Tower, other: &Tower) -> u32 {
    assert_eq!(one.blocks.len(), other.blocks.len());
    let pairs = one.blocks.iter().zip(&other.blocks);
    pairs
        .flat_map(|(a, b)| a.pose.at.into_iter().zip(b.pose.at))
        .map(|(a, b)| a.abs_diff(b))
        .max()
        .unwrap_or(0)
}

#[test]
fn a_base_stands_where_it_was_dropped() {
    let settled = onto(&Tower::default(), block(SLAB), Aim { x: 20, z: -30, yaw: 90, side: 0 });
    let [standing] = settled.tower.blocks[..] else { panic!("{settled:?}") };
    assert!(
        standing.pose.at.iter().zip([20_000, 7_500, -30_000]).all(|(a, b)| (a - b).abs() < 100),
        "{standing:?}"
    );
    assert!((14_950..=15_050).contains(&settled.tower.height), "{}", settled.tower.height);
    assert_eq!((settled.grounded, settled.fallen, settled.bumped), (vec![block(SLAB)], vec![], false));
}

#[test]
fn blocks_on_each_other_touch_and_reach_as_high_as_they_are() {
    let tower = straight_up(&[SLAB, CUBE]);
    let settled = onto(&tower, block(DISC), Aim::default());
    assert!((54_900..=55_050).contains(&settled.tower.height), "{}", settled.tower.height);
    assert_eq!(settled.grounded, [block(SLAB)]);
    assert_eq!(settled.touching, [(block(SLAB), block(CUBE)), (block(CUBE), block(DISC))]);
    assert!(apart(&tower, &Tower { blocks: settled.tower.blocks[..2].to_vec(), ..Tower::default() }) < 50);
}

#[test]
fn odd_blocks_stand_on_odd_blocks() {
    for numbers in [[RING, DISC, RING], [BEAM, BEAM + 1, 37], [24, 15, 24], [58, 49, 28]] {
        assert!(straight_up(&numbers).blocks.len() == 3);
    }
}

#[test]
fn a_block_beside_the_tower_falls_to_the_table() {
    let tower = straight_up(&[SLAB, CUBE]);
    let settled = onto(&tower, block(LITTLE_CUBE), Aim { x: 80, ..Aim::default() });
    assert_eq!(settled.fallen, [block(LITTLE_CUBE)]);
    assert_eq!(settled.tower.blocks, tower.blocks, "nobody touched the tower");
    assert_eq!(settled.tower.height, tower.height);
    // S34: where several blocks may stand on the table, it stands there.
    let beside = Gesture::Drop(Aim { x: 80, ..Aim::default() });
    let settled = place(&tower, Ground::AlsoThePlaced, block(LITTLE_CUBE), &beside);
    assert_eq!((settled.fallen, settled.grounded), (vec![], vec![block(SLAB), block(LITTLE_CUBE)]));
}

#[test]
fn a_block_mostly_beside_its_support_tips_over() {
    let tower = straight_up(&[CUBE]);
    let hangs = |x| onto(&tower, block(BEAM), Aim { x, ..Aim::default() });
    assert_eq!(hangs(14).fallen, []);
    assert_eq!(hangs(16).fallen, [block(BEAM)]);
}

#[test]
fn a_ball_rolls_off_a_ramp_and_rests_in_a_ring() {
    let in_ring = onto(&straight_up(&[SLAB, RING]), block(BALL), Aim::default());
    assert_eq!(in_ring.fallen, []);
    let on_ramp = onto(&straight_up(&[SLAB, 43]), block(BALL), Aim::default());
    assert_eq!(on_ramp.fallen, [block(BALL)]);
}

#[test]
fn a_tower_that_a_block_fell_off_is_unchanged() {
    for (numbers, aim) in [
        (&[SLAB, CUBE, 43][..], Aim::default()),
        (&[SLAB, CUBE, LITTLE_CUBE], Aim { x: 14, ..Aim::default() }),
        (&[SLAB, RING, CUBE, 59, 4], Aim { x: 20, ..Aim::default() }),
    ] {
        let tower = straight_up(numbers);
        let settled = onto(&tower, block(BALL), aim);
        assert_eq!(settled.fallen, [block(BALL)]);
        assert_eq!((settled.tower.blocks, settled.tower.height), (tower.blocks, tower.height));
    }
}

/// A hand that comes from the side at the height of the third cube, pushes through, and lets go behind.
fn pushed_through(tower: &Tower) -> Settled {
    let way = [-150_000, 100_000].map(|x| Pose::upright([x, 75_000, 0]));
    place(tower, Ground::Base, block(LITTLE_CUBE), &Gesture::Path(straight_path(&way)))
}

#[test]
fn a_hand_that_pushes_through_a_tower_fells_it() {
    let tower = straight_up(&[SLAB, CUBE, 59, 4]);
    let settled = pushed_through(&tower);
    assert!(settled.fallen.len() >= 2, "{settled:?}");
    // What is left stands, and the base never falls.
    assert_eq!(settled.tower.blocks[0].block, block(SLAB));
    assert_eq!(settled.tower.blocks.len() + settled.fallen.len(), 5);
}

#[test]
fn the_hand_gives_way() {
    let tower = straight_up(&[SLAB, CUBE, 59]);
    let top = i32::try_from(tower.height).unwrap();
    // 10 mm deeper than the little cube can go.
    let way = [60_000, 0].map(|above| Pose::upright([0, top + above, 0]));
    let mut simulation =
        Simulation::begin(&tower, Ground::Base, block(LITTLE_CUBE), &straight_path(&way).targets()[0]);
    straight_path(&way).targets().iter().for_each(|target| simulation.carry(target));
    let held = *simulation.poses().last().unwrap();
    assert!((held.pose.at[1] - top - 10_000).abs() < 300, "pressed to {}", held.pose.at[1] - top - 10_000);
    assert_eq!(simulation.phase(), Phase::Held);
    let settled = simulation.finish();
    assert_eq!(settled.fallen, []);
    let below = Tower { blocks: settled.tower.blocks[..3].to_vec(), ..Tower::default() };
    assert!(apart(&tower, &below) < 500, "{}", apart(&tower, &below));
}

#[test]
fn a_block_is_not_grasped_inside_another() {
    let tower = straight_up(&[SLAB, CUBE]);
    let inside = straight_path(&[Pose::upright([0, 30_000, 0])]);
    let settled = place(&tower, Ground::Base, block(LITTLE_CUBE), &Gesture::Path(inside));
    assert_eq!(settled.fallen, []);
    let below = Tower { blocks: settled.tower.blocks[..2].to_vec(), ..Tower::default() };
    assert!(apart(&tower, &below) < 500);
}

#[test]
fn a_hard_strike_on_the_table_is_a_bump() {
    let strike = |millimetres_a_target: i32| {
        let down = (0..=200_000 / (millimetres_a_target * 1_000))
            .map(|tick| Pose::upright([0, 200_000 - tick * millimetres_a_target * 1_000, 0]));
        let targets = down.map(|pose| bausack::gesture::Target::nearest(&pose)).collect();
        let path = bausack::gesture::Path::new(targets).unwrap();
        place(&Tower::default(), Ground::Base, block(4), &Gesture::Path(path)).bumped
    };
    // A red cube of 40 g, at 15 cm/s and at nearly 1 m/s (S7).
    assert_eq!((strike(5), strike(33)), (false, true));
}

#[test]
fn the_same_gesture_gives_the_same_bits_and_its_text_is_enough() {
    let tower = straight_up(&[SLAB, RING, DISC]);
    let path = drop(&tower, block(CUBE), Aim { x: 5, z: 2, yaw: 33, side: 0 });
    let named = onto(&tower, block(CUBE), Aim { x: 5, z: 2, yaw: 33, side: 0 });
    let first = place(&tower, Ground::Base, block(CUBE), &Gesture::Path(path.clone()));
    assert_eq!(first, named, "drop is a path like others");
    let text = Gesture::Path(path).to_string();
    let again: Settled = first.to_string().parse().unwrap();
    assert_eq!(first, again);
    assert_eq!(first, place(&tower, Ground::Base, block(CUBE), &text.parse().unwrap()));
    // In pieces, as a page does it.
    let Ok(Gesture::Path(path)) = text.parse() else { panic!("{text}") };
    let mut simulation = Simulation::begin(&tower, Ground::Base, block(CUBE), &path.targets()[0]);
    path.targets()[1..].iter().for_each(|target| simulation.carry(target));
    simulation.release();
    while simulation.settle() != Phase::Over {}
    assert_eq!(first, simulation.finish());
}

/// How many random towers; the soak asks for a thousand.
fn towers() -> u64 {
    std::env::var("LUDOTHEQUE_TEST_TOWERS").ok().and_then(|count| count.parse().ok()).unwrap_or(6)
}

#[test]
fn a_restored_tower_stands_exactly_as_it_stood() {
    // The last of these stands so narrowly that a far block in the same world once made it fall.
    let seeds: Vec<u64> = (0..towers()).chain([932]).collect();
    let threads = std::thread::available_parallelism().map_or(1, |threads| threads.get());
    std::thread::scope(|scope| {
        for share in 0..threads {
            let seeds = &seeds;
            scope.spawn(move || seeds.iter().skip(share).step_by(threads).for_each(|seed| restores(*seed)));
        }
    });
    println!("{} towers, the same to the last digit when restored, woken and continued", towers());
}

fn restores(seed: u64) {
    let mut last = None;
    let tower = build(seed, 3 + seed as usize % 8, |_, _, _, settled| {
        if settled.fallen.is_empty() {
            last = Some(settled.clone());
        }
    });
    let last = last.expect("a base always stands");
    let restored = last.to_string().parse::<Settled>().expect("its own text").tower;
    assert_eq!(restored, tower, "seed {seed}");
    // All of it is woken: it stands where it stood, to the last digit, and so it does when woken again.
    let woken = wake(&restored, Ground::Base);
    assert_eq!((&woken.fallen, &woken.tower), (&vec![], &tower), "seed {seed}");
    assert_eq!(wake(&woken.tower, Ground::Base), woken, "seed {seed}");
    // Another block is put far beside it: nothing of it moves by a micrometre, nor by the last bit of a turn.
    let spare = Block::all()
        .find(|spare| tower.blocks.iter().all(|standing| standing.block != *spare))
        .expect("a bag holds more");
    let beside = Gesture::Drop(Aim { x: 390, z: 390, yaw: 0, side: 0 });
    let settled = place(&restored, Ground::AlsoThePlaced, spare, &beside);
    assert_eq!(settled.tower.blocks[..tower.blocks.len()], tower.blocks, "seed {seed}");
    // Whoever goes on from the text sees what those see who were there.
    let aim = Aim { x: (seed % 9) as i16 - 4, z: (seed % 7) as i16 - 3, yaw: 20, side: 0 };
    let there = onto(&tower, spare, aim);
    assert_eq!(onto(&restored, spare, aim), there, "seed {seed}");
    assert_eq!(onto(&woken.tower, spare, aim), there, "seed {seed}");
}
