//! Nature's answers wherever they come from: what can't be is refused, and what Nature says of anything that was accepted is
//! accepted too.

use bausack::gesture::Aim;
use bausack::physics::{Clearance, Phase, Simulation, drop, place, settled_at, wake};
use bausack::{
    Action, BOTS, Bausack, Block, Gesture, Ground, Options, Placement, Pose, Settled, Standing, Tower,
};
use game::{Actor, Game, Illegal, Seat};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use table::{Erased, Kind, OneLine, Record};

fn block(number: u8) -> Block {
    Block::numbered(number).expect("in the bag")
}

/// A tower of a slab and a cube, with block 5 dropped on it, or beside it.
fn waiting(gesture: &str) -> Bausack {
    let mut game = Bausack::new(&Options::default(), 2).expect("the usual setting is legal");
    for placed in ["place 1 drop", "place 3 drop", &format!("place 5 {gesture}")] {
        if game.placement().is_some() {
            let rest = game.nature_result().expect("a placement has one result");
            game.apply(Actor::Nature, &rest).expect("what Nature answers is legal");
        }
        let seat = game.turn().seats().first().expect("a seat is to act");
        game.apply(Actor::Seat(seat), &placed.parse().expect("an action")).expect("it is legal");
    }
    game
}

fn answer(game: &Bausack) -> Settled {
    match game.nature_result() {
        Some(Action::Rest(settled)) => *settled,
        other => panic!("{other:?}"),
    }
}

fn judged(game: &Bausack, settled: Settled) -> Result<(), Illegal> {
    // As a record has it: as text.
    let text = Action::Rest(Box::new(settled)).to_string();
    game.clone().apply(Actor::Nature, &text.parse().expect("an answer has a text"))
}

#[track_caller]
fn refused(game: &Bausack, why: &str, places: &[&str], settled: Settled) {
    let refusal = judged(game, settled).expect_err(why);
    assert_eq!((refusal.article, refusal.why.en), ("S9", why));
    assert_eq!(refusal.at, places, "{why}");
}

/// The same blocks at other places, and what then is true of them.
fn moved(settled: &Settled, change: impl Fn(&mut Vec<Standing>)) -> Settled {
    let mut blocks = settled.tower.blocks.clone();
    change(&mut blocks);
    Settled { fallen: settled.fallen.clone(), bumped: settled.bumped, ..settled_at(blocks) }
}

#[test]
fn a_forged_answer_is_refused_with_a_sentence() {
    let game = waiting("drop");
    let good = answer(&game);
    assert_eq!((good.tower.blocks.len(), judged(&game, good.clone())), (3, Ok(())));
    refused(
        &game,
        "Two blocks can't be inside each other.",
        &["1", "3"],
        moved(&good, |blocks| blocks[1].pose.at[1] -= 3_000),
    );
    refused(
        &game,
        "Two blocks can't be inside each other.",
        &["1", "3"],
        moved(&good, |blocks| blocks.iter_mut().for_each(|standing| standing.pose = blocks_middle())),
    );
    refused(
        &game,
        "A block can't be below the table.",
        &["1"],
        moved(&good, |blocks| blocks.iter_mut().for_each(|standing| standing.pose.at[1] -= 3_000)),
    );
    refused(
        &game,
        "Nothing carries this block.",
        &["5"],
        moved(&good, |blocks| blocks[2].pose.at[1] += 2_000),
    );
    refused(
        &game,
        "Nothing carries this block.",
        &["1"],
        moved(&good, |blocks| blocks.iter_mut().for_each(|standing| standing.pose.at[1] += 300_000)),
    );
    let higher = Tower { height: good.tower.height + 10_000, ..good.tower.clone() };
    refused(&game, "The tower is not as high as that.", &[], Settled { tower: higher, ..good.clone() });
    let apart = Settled { touching: Vec::new(), ..good.clone() };
    refused(&game, "The blocks do not touch what they are said to touch.", &[], apart);
    let afloat = Settled { grounded: Vec::new(), ..good };
    refused(&game, "The blocks do not touch what they are said to touch.", &[], afloat);
}

fn blocks_middle() -> Pose {
    Pose::upright([0, 19_000, 0])
}

/// Places beyond any plot, and turns that are none, have no text, or are refused when it is read.
#[test]
fn absurd_places_are_refused() {
    let game = waiting("drop");
    let good = answer(&game);
    for place in [i32::MAX, i32::MIN, 100_000_000, -9_000_000] {
        for axis in 0..3 {
            let absurd = moved(&good, |blocks| blocks[2].pose.at[axis] = place);
            assert!(judged(&game, absurd).is_err(), "{place} along axis {axis}");
        }
    }
    for turn in [[0; 4], [i32::MIN; 4], [1 << 30; 4], [0, 0, 0, 1]] {
        let absurd = moved(&good, |blocks| blocks[2].pose.turn = turn);
        assert!(
            game.clone().apply(Actor::Nature, &Action::Rest(Box::new(absurd.clone()))).is_err() || {
                // The text of it is that of another turn, which may be a true one.
                absurd.to_string().parse() != Ok(absurd)
            }
        );
    }
}

#[test]
fn what_nothing_touched_has_not_moved() {
    let game = waiting("drop:300,0,0,0");
    let good = answer(&game);
    assert_eq!(good.fallen, [block(5)]);
    assert_eq!(judged(&game, good.clone()), Ok(()));
    let aside = moved(&good, |blocks| blocks.iter_mut().for_each(|standing| standing.pose.at[0] += 40_000));
    refused(&game, "This block has moved, but nothing can have touched it.", &["1"], aside);
    // One that was touched may have: this is no proof, only what can be said without simulating it again.
    let game = waiting("drop");
    let aside =
        moved(&answer(&game), |blocks| blocks.iter_mut().for_each(|standing| standing.pose.at[0] += 40_000));
    assert_eq!(judged(&game, aside), Ok(()));
}

/// Any two blocks with their middles near each other are inside each other, however they are turned.
#[test]
fn blocks_inside_each_other_are_found() {
    let game = waiting("drop");
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let empty = Tower::default();
    let mut found = 0;
    for one in Block::all() {
        for other in [1, 3, 4, 10, 18, 31, 46, 62].into_iter().map(block).filter(|other| *other != one) {
            // Hollow blocks and those of several parts may hold another in their middle.
            if !one.shape().parts.iter().chain(&other.shape().parts).count().eq(&2) {
                continue;
            }
            let turn = [(); 4].map(|()| rng.random_range(-(1 << 29)..=1 << 29));
            let pose = Pose { at: [0, 200_000, 0], turn }.rounded();
            let blocks = vec![
                Standing { block: one, pose: Pose::upright([0, 200_000, 0]) },
                Standing { block: other, pose },
            ];
            let placement =
                Placement { tower: &empty, gesture: None, ..game.placement().expect("one waits") };
            let refusal = placement.judge(&settled_at(blocks)).expect_err("they overlap");
            assert_eq!(refusal.why.en, "Two blocks can't be inside each other.", "{one:?} and {other:?}");
            found += 1;
        }
    }
    assert!(found > 200, "only {found} pairs were tried");
}

/// A pile of blocks that touch each other and that no force would hold.
fn pile(rng: &mut Xoshiro256PlusPlus, count: usize, wide: i32) -> Tower {
    let mut bag: Vec<Block> = Block::all().collect();
    let mut blocks = Vec::new();
    while blocks.len() < count {
        let block = bag.swap_remove(rng.random_range(0..bag.len()));
        let tower = Tower { blocks: blocks.clone(), ..Tower::default() };
        let place = [rng.random_range(-wide..=wide), 1_000_000, rng.random_range(-wide..=wide)];
        let pose = Clearance::around(&tower, block).landing(&Pose::upright(place));
        blocks.push(Standing { block, pose });
    }
    settled_at(blocks).tower
}

/// Whatever stands there, Nature answers, and its answers are legal; most of such a pile comes down.
#[test]
fn what_nature_answers_is_legal() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(11);
    for (count, wide) in [(1, 5_000), (3, 15_000), (6, 20_000), (10, 30_000), (14, 25_000)] {
        for ground in [Ground::Base, Ground::AlsoThePlaced] {
            let tower = pile(&mut rng, count, wide);
            let placed =
                Block::all().find(|block| tower.blocks.iter().all(|standing| standing.block != *block));
            let placed = placed.expect("a bag holds more");
            let aim = Aim { x: rng.random_range(-30..=30), z: rng.random_range(-30..=30), yaw: 0, side: 0 };
            let gesture = Gesture::Drop(aim);
            let ask =
                |gesture| Placement { seat: Seat(0), plot: 0, tower: &tower, ground, block: placed, gesture };
            let settled = place(&tower, ground, placed, &gesture);
            assert_eq!(ask(Some(gesture)).judge(&settled), Ok(()), "{count} blocks: {settled}");
            let woken = wake(&tower, ground);
            assert_eq!(ask(None).judge(&woken), Ok(()), "{count} blocks: {woken}");
        }
    }
}

/// Records that an older engine judged are still read: its answers are taken as they are.
#[test]
fn answers_of_an_older_engine_are_read() {
    static KIND: Erased<Bausack> = Erased(BOTS);
    for text in [
        include_str!("../../../fuzz/seeds/records/bausack-1.txt"),
        include_str!("../../../fuzz/seeds/records/bausack-2.txt"),
    ] {
        let record: Record = text.parse().expect("a record");
        assert_ne!(record.referee.as_ref().map(OneLine::as_str), KIND.referee(), "this one is not older");
        let table = record.replay(&KIND).unwrap_or_else(|error| panic!("{error}"));
        assert!(table.log().len() > 10);
    }
}

/// The work of a placement is counted, and the same bits come of it wherever it ends: a hand that shakes a block about in a
/// pile of sixty for as long as it may is made to let go, and the placement ends as a fall.
#[test]
fn work_is_bounded_and_what_takes_more_is_a_fall() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    let tower = pile(&mut rng, 60, 40_000);
    let placed = Block::all().find(|block| tower.blocks.iter().all(|standing| standing.block != *block));
    let placed = placed.expect("a bag holds more");
    let path = drop(&tower, placed, Aim::default());
    let run = || {
        let mut simulation = Simulation::begin(&tower, Ground::Base, placed, &path.targets()[0]);
        path.targets()[1..].iter().for_each(|target| simulation.carry(target));
        // A hand that stays where it is.
        let last = path.targets()[path.targets().len() - 1];
        (0..bausack::gesture::LONGEST).for_each(|_| simulation.carry(&last));
        simulation.release();
        while simulation.settle() != Phase::Over {}
        (simulation.settled(), simulation.work())
    };
    let (settled, work) = run();
    assert!(!settled.fallen.is_empty());
    assert!(work < 1_900_000_000, "{work} units of work");
    let placement = Placement {
        seat: Seat(0),
        plot: 0,
        tower: &tower,
        ground: Ground::Base,
        block: placed,
        gesture: Some(Gesture::Path(path.clone())),
    };
    assert_eq!(placement.judge(&settled), Ok(()));
}
