//! Nature's answers: facts that can't be true of a tower are refused (S9), whoever wrote them.

use crate::play::{block, falls, play, stands};
use bausack::{Action, Bausack, Mode, Pose, Settled, Standing};
use game::Actor;

/// A tower of blocks 1, 3 and 5, with 7 on its way.
fn waiting(mode: Mode) -> Bausack {
    match mode {
        Mode::Babel => play(
            mode,
            2,
            "
            0 place 1 drop
            * stands 15
            1 place 3 drop
            * stands 15
            0 place 5 drop
            * stands 15
            1 place 7 drop
            ",
        ),
        _ => play(
            mode,
            2,
            "
            0 sell 1 high
            1 pass
            0 pass
            0 place 1 drop
            * stands 15
            1 sell 3 high
            0 bid 1
            1 pass
            0 keep
            0 place 3 drop
            * base 1
            0 sell 7 high
            1 pass
            0 pass
            0 place 7 drop
            ",
        ),
    }
}

fn refused(game: &Bausack, what: &str, settled: Settled) {
    let mut after = game.clone();
    let action = Action::Rest(Box::new(settled));
    let refusal = after.perform(Actor::Nature, &action).expect_err(what);
    assert_eq!(refusal.article, "S9", "{what}");
    assert!(after == *game, "{what} changed something");
}

#[test]
fn what_stands_and_what_fell_are_the_blocks_that_were_there() {
    let game = waiting(Mode::Babel);
    let placement = game.placement().unwrap();
    let good = stands(&placement, 60_000);
    assert!(game.clone().perform(Actor::Nature, &Action::Rest(Box::new(good.clone()))).is_ok());

    let with = |change: fn(&mut Settled)| {
        let mut settled = good.clone();
        change(&mut settled);
        settled
    };
    refused(&game, "the placed block is missing", with(|s| s.tower.blocks.truncate(3)));
    refused(
        &game,
        "another block is missing",
        with(|s| s.tower.blocks.retain(|standing| standing.block != block(3))),
    );
    refused(
        &game,
        "a stranger stands",
        with(|s| {
            s.tower.blocks.push(Standing { block: block(9), pose: Pose::upright([0; 3]) });
        }),
    );
    refused(&game, "a stranger instead of the placed one", with(|s| s.tower.blocks[3].block = block(9)));
    refused(&game, "a block stands twice", with(|s| s.tower.blocks.push(s.tower.blocks[3])));
    refused(&game, "the order has changed", with(|s| s.tower.blocks.swap(1, 2)));
    refused(&game, "the placed block is not the last", with(|s| s.tower.blocks.swap(2, 3)));
    refused(&game, "a stranger has fallen", with(|s| s.fallen.push(block(9))));
    refused(&game, "a block stands and has fallen", with(|s| s.fallen.push(block(3))));
    let fallen = falls(&placement, &[block(7), block(5)]);
    refused(
        &game,
        "a block fell twice",
        Settled { fallen: vec![block(7), block(5), block(7)], ..fallen.clone() },
    );
    assert!(game.clone().perform(Actor::Nature, &Action::Rest(Box::new(fallen))).is_ok());
}

#[test]
fn what_touches_stands() {
    let game = waiting(Mode::Babel);
    let good = stands(&game.placement().unwrap(), 60_000);
    refused(
        &game,
        "a block that is not the base is on the table",
        Settled { grounded: vec![block(1), block(3)], ..good.clone() },
    );
    refused(&game, "a stranger is on the table", Settled { grounded: vec![block(9)], ..good.clone() });
    refused(&game, "the base is named twice", Settled { grounded: vec![block(1), block(1)], ..good.clone() });
    for pairs in [&[(3, 1)][..], &[(1, 9)], &[(3, 3)], &[(3, 5), (1, 3)], &[(1, 3), (1, 3)]] {
        let touching = pairs.iter().map(|pair| (block(pair.0), block(pair.1))).collect();
        refused(&game, "pairs that can't touch", Settled { touching, ..good.clone() });
    }
}

/// S34: in Trois rouges gagnent the bases and the placed block may be on the table, and no other.
#[test]
fn who_may_be_on_the_table_among_reds() {
    let game = waiting(Mode::Reds);
    let good = stands(&game.placement().unwrap(), 60_000);
    let grounded =
        |numbers: &[u8]| Settled { grounded: numbers.iter().map(|n| block(*n)).collect(), ..good.clone() };
    assert!(game.clone().perform(Actor::Nature, &Action::Rest(Box::new(grounded(&[1, 3, 7])))).is_ok());
    let first = play(
        Mode::Reds,
        2,
        "0 sell 1 high\n1 pass\n0 pass\n0 place 1 drop\n* stands 15\n1 sell 3 high\n0 bid 1\n1 pass\n0 keep\n0 place 3 drop\n* stands 9\n0 sell 7 high\n1 pass\n0 pass\n0 place 7 drop",
    );
    let mut settled = stands(&first.placement().unwrap(), 60_000);
    settled.grounded = vec![block(1), block(3)];
    refused(&first, "block 3 stood on block 1", settled);
}

#[test]
fn heights_places_and_turns_are_possible() {
    let game = waiting(Mode::Babel);
    let good = stands(&game.placement().unwrap(), 60_000);
    let with = |change: fn(&mut Settled)| {
        let mut settled = good.clone();
        change(&mut settled);
        settled
    };
    refused(&game, "a tower without height", with(|s| s.tower.height = 0));
    refused(&game, "a tower as high as a house", with(|s| s.tower.height = 20_000_000));
    refused(&game, "a block in the next street", with(|s| s.tower.blocks[1].pose.at[2] = i32::MIN));
    refused(&game, "no turn at all", with(|s| s.tower.blocks[1].pose.turn = [0; 4]));
    refused(&game, "more than a turn", with(|s| s.tower.blocks[1].pose.turn = [i32::MAX; 4]));
}

/// S28: what was taken off the tower is not spoken of any more, and nothing strikes the table.
#[test]
fn the_facts_of_a_tower_without_the_block() {
    let game = play(
        Mode::Pile,
        2,
        "
        0 sell 1 high
        1 pass
        0 place 1 drop
        * stands 15
        1 sell 3 high
        0 bid 1
        1 pass
        0 place 3 drop
        * stands 0
        ",
    );
    let good = stands(&game.placement().unwrap(), 15_000);
    refused(&game, "the block is back", {
        let mut settled = good.clone();
        settled.tower.blocks.push(Standing { block: block(3), pose: Pose::upright([0; 3]) });
        settled
    });
    refused(&game, "the block has fallen", Settled { fallen: vec![block(3)], ..good.clone() });
    refused(&game, "the table was struck", Settled { bumped: true, ..good.clone() });
    assert!(game.clone().perform(Actor::Nature, &Action::Rest(Box::new(good))).is_ok());
}

/// A stored position that names a block twice, or a seat that is not there, is none.
#[test]
fn stored_positions_are_checked() {
    let stored = serde_json::to_value(play(Mode::Knockout, 2, "0 sell 5 high")).unwrap();
    assert!(serde_json::from_value::<Bausack>(stored.clone()).is_ok());
    let mut waiting = stored.clone();
    waiting["hand"] = serde_json::json!({"seat": 0, "plot": 0, "block": 5, "deed": {"placed": "drop"}});
    assert!(serde_json::from_value::<Bausack>(waiting).is_ok());
    for (place, value) in [
        ("/table/market", "[5]"),
        ("/table/market", "[71]"),
        ("/table/plots", "[]"),
        ("/table/beans", "[1,2,3,4,5,6,7]"),
        ("/play/knockout/auctioneer", "3"),
        ("/play/knockout/phase/auction/bids", "[0]"),
        ("/hand", r#"{"seat":4,"plot":0,"block":5,"deed":{"placed":"drop"}}"#),
        ("/hand", r#"{"seat":0,"plot":4,"block":5,"deed":{"placed":"drop"}}"#),
        ("/hand", r#"{"seat":0,"plot":0,"block":5,"deed":{"placed":"?"}}"#),
    ] {
        let mut other = stored.clone();
        *other.pointer_mut(place).unwrap() = serde_json::from_str(value).unwrap();
        assert!(serde_json::from_value::<Bausack>(other).is_err(), "{place} = {value}");
    }
}
