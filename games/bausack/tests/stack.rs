//! How bots stack: they lay blocks where these stand, with the tremor of their level.

use bausack::physics::place;
use bausack::stack::{Goal, best_margin, choose, handiness, pick};
use bausack::{Block, Gesture, Ground, Tower};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

fn block(number: u8) -> Block {
    Block::numbered(number).expect("it is in the catalogue")
}

fn rng(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

/// A tower of these blocks, each laid by the best hand.
fn built(numbers: &[u8]) -> Tower {
    let mut tower = Tower::default();
    for &number in numbers {
        let choice = choose(&tower, Ground::Base, Goal::Stand, block(number), 8, &mut || true, &mut rng(1))
            .expect("it finds a place");
        let settled = place(&tower, Ground::Base, block(number), &choice.gesture);
        assert_eq!((settled.fallen, settled.bumped), (vec![], false), "block {number}");
        tower = settled.tower;
    }
    tower
}

#[test]
fn the_best_hand_builds_as_safely_as_it_expects() {
    let tower = built(&[1, 3]);
    let choice = choose(&tower, Ground::Base, Goal::Stand, block(6), 8, &mut || true, &mut rng(2)).unwrap();
    let settled = place(&tower, Ground::Base, block(6), &choice.gesture);
    assert_eq!(settled.tower.blocks.len(), 3);
    let found = settled.tower.margin;
    assert!(found.abs_diff(choice.margin) < 1_500, "{found} instead of {}", choice.margin);
    assert!(found > 10_000, "a brick on a cube on a slab has room: {found}");
}

/// S28: a cuboid that lies flat on a slab beside a pillar stands well, but only on the pillar it counts.
#[test]
fn a_tower_that_must_rise_rises() {
    let tower = built(&[71, 10]);
    let choice = choose(&tower, Ground::Base, Goal::Rise, block(11), 8, &mut || true, &mut rng(3)).unwrap();
    let settled = place(&tower, Ground::Base, block(11), &choice.gesture);
    assert!(settled.fallen.is_empty());
    assert!(settled.tower.height >= tower.height + 500, "{} after {}", settled.tower.height, tower.height);
}

#[test]
fn a_ball_is_laid_where_it_cannot_roll() {
    let tower = built(&[1, 21]);
    let choice = choose(&tower, Ground::Base, Goal::Stand, block(31), 8, &mut || true, &mut rng(4)).unwrap();
    let settled = place(&tower, Ground::Base, block(31), &choice.gesture);
    assert!(settled.fallen.is_empty(), "in the ring it stays");
    assert!(settled.tower.margin > 1_000);
}

#[test]
fn without_time_no_placement_is_chosen() {
    let tower = built(&[1]);
    assert!(choose(&tower, Ground::Base, Goal::Stand, block(3), 8, &mut || false, &mut rng(5)).is_none());
    let mut left = 10;
    let mut go_on = || {
        left -= 1;
        left > 0
    };
    choose(&tower, Ground::Base, Goal::Stand, block(3), 8, &mut go_on, &mut rng(5));
    assert!(left >= -20, "asked often, and obeyed: {left}");
}

#[test]
fn flat_blocks_are_handy_and_pointed_ones_are_not() {
    assert!(handiness(block(1)) > 10_000 && handiness(block(16)) > 25_000);
    for pointed in [19, 31, 60] {
        assert_eq!(handiness(block(pointed)), 0, "{}", block(pointed).details().name.en);
    }
    // The rim of the bell is wide, but upright only its knob is on top, and upside down it stands on that.
    assert!(handiness(block(67)) < 5_000, "{}", handiness(block(67)));
    let tower = built(&[1]);
    let market = [block(31), block(2), block(19)];
    assert_eq!(pick(&tower, Goal::Stand, &market, 8, &mut || true, &mut rng(6)), Some(block(2)));
    let weak = (0..20).map(|seed| pick(&tower, Goal::Stand, &market, 1, &mut || true, &mut rng(seed)));
    assert!(weak.filter(|picked| *picked != Some(block(2))).count() >= 2, "a weak eye errs");
}

#[test]
fn the_best_margin_is_limited_by_what_carries_the_block() {
    let tower = built(&[1]);
    let cube = best_margin(&tower, Goal::Stand, block(3), &mut || true).unwrap();
    assert!((12_000..=15_000).contains(&cube), "half of the slab's depth, no more: {cube}");
    let pillar = built(&[1, 10, 11]);
    let on_pillar = best_margin(&pillar, Goal::Rise, block(3), &mut || true).unwrap();
    assert!(on_pillar <= 11_000, "half of the pillar's depth, no more: {on_pillar}");
}

/// Where the hand lets go, in millimetres from where the best hand would.
fn miss(level: u8, seed: u64, tower: &Tower) -> f64 {
    let release = |level: u8| {
        let choice = choose(tower, Ground::Base, Goal::Stand, block(3), level, &mut || true, &mut rng(seed))
            .expect("it finds a place");
        let Gesture::Path(path) = choice.gesture else { panic!("the bot moves its hand") };
        path.targets()[path.duration() - 1].pose().at
    };
    let (aim, off) = (release(8), release(level));
    let [x, z] = [0, 2].map(|axis| f64::from(off[axis] - aim[axis]) / 1000.0);
    (x * x + z * z).sqrt()
}

#[test]
fn weak_hands_miss_by_millimetres() {
    let tower = built(&[75]);
    let mean = |level: u8| (0..8).map(|seed| miss(level, seed, &tower)).sum::<f64>() / 8.0;
    let [first, middle, last] = [mean(1), mean(4), mean(7)];
    assert!(first > middle && middle > last, "{first} {middle} {last}");
    assert!(first > 4.0 && last < 3.0, "{first} {last}");
}
