//! With the real box: people say what came of a placement, and the same rules follow from it.

use crate::play::{go_on, listed, over, play, play_with, real, with, with_market};
use bausack::{Action, Bausack, Blind, Mode, Options};
use game::{Game, Listing, Turn};

/// A base for each seat, in turn: block s + 1 for seat s.
fn with_bases(mode: Mode, seats: u8) -> Bausack {
    (0..seats).fold(play_with(&real(mode), seats, ""), |game, seat| {
        let passes: String = (1..seats).map(|step| format!("{} pass\n", (seat + step) % seats)).collect();
        let block = seat + 1;
        go_on(game, &format!("{seat} sell {block} high\n{passes}{seat} place {block} stands"))
    })
}

/// S9: a gesture says nothing of real wood, and a word nothing of the house's; neither changes anything.
#[test]
fn s9_each_table_has_its_own_way_of_placing() {
    play_with(&real(Mode::Babel), 2, "0 place 17 drop ! S9 17\n0 height 30 ! S13\n1 place 17 stands ! S12 0");
    play(Mode::Babel, 2, "0 place 17 stands ! S9 17\n0 place 17 falls ! S9 17\n0 place 71 falls ! S13 71");
    let real = play_with(&real(Mode::Babel), 2, "");
    assert!(real.rehearse(game::Seat(0), "17").is_none());
    assert!(play(Mode::Babel, 2, "").rehearse(game::Seat(0), "17").is_some());
}

/// S9: what was said is what came of it: nobody waits for Nature.
#[test]
fn s13_a_tower_of_babel_on_the_real_table() {
    let game = play_with(
        &real(Mode::Babel),
        3,
        "
        0 place 1 stands
        = 1:build last=0 plots=1 market=2-70 wood=real
        1 place 2 low ! S28 2
        1 place 2 stands:45
        = 2:build plots=1+2:45.000
        2 place 2 falls ! S13 2
        2 place 3 falls
        # S14: who brought it down starts again, with all blocks.
        = 2:build beans=0,1,0 plots=- market=1-70
        # S4: a base is laid until it stands, and nothing else is asked of it.
        2 place 3 falls ! S4 3
        ",
    );
    let (names, listing) = listed(&game);
    assert_eq!((names.len(), listing), (70, Listing::Partial));
    assert!(names.contains(&"place 17 stands".to_owned()));
    let (names, _) = listed(&go_on(game.clone(), "2 place 17 stands"));
    assert!(names.len() == 138 && names.contains(&"place 18 falls".to_owned()));
    let last = with(&game, &[("/table/beans", "[4,0,0]"), ("/play/babel/next", "0")]);
    over(&go_on(last, "0 place 1 stands\n1 place 2 falls"), Some("S14"), &[1, 2, 2]);
}

/// S16: blind, the house's lot stands for the block that a hand finds in the real bag.
#[test]
fn s16_a_block_of_the_real_bag() {
    let blind = Options { blind: Blind::Yes, ..real(Mode::Babel) };
    let game = play_with(&blind, 2, "= *:draw");
    assert_eq!((game.turn(), game.nature_result()), (Turn::Nature, None));
    go_on(game, "* draw 9\n0 place 8 stands ! S16 8\n0 place 9 stands\n= *:draw market=1-8,10-70");
}

/// S5, S4: what fell is said block by block; blocks that are not there can't fall, nor the base alone.
#[test]
fn s5_what_fell() {
    let game = with_bases(Mode::Knockout, 3);
    let game = go_on(game, "0 sell 40 high\n1 pass\n2 pass");
    let out = "= 1:sell out=0 plots=-/2/3 beans=0,10,10 market=1,4-70";
    for falls in ["falls", "falls:40", "falls:1.40"] {
        go_on(game.clone(), &format!("0 place 40 falls:2.40 ! S5 2\n0 place 40 {falls}\n{out}"));
    }
    go_on(game, "0 place 40 falls:1 ! S4 1\n0 place 40 low ! S28 40");
}

/// S26: the last tower that stands wins, whatever its height: nobody is asked to measure.
#[test]
fn s26_a_knock_out_without_a_ruler() {
    let game = go_on(
        with_bases(Mode::Knockout, 3),
        "
        0 sell 40 reverse
        1 bid 1
        2 bid 2
        0 accept
        = 0:build-won beans=10,9,8
        0 place 40 falls
        1 sell 41 high
        2 bid 1
        1 pass
        2 place 41 falls:41
        ",
    );
    over(&game, Some("S26"), &[2, 1, 2]);
}

/// S27, S10: the last block of the market may decide by height: all towers are measured first, then that one.
#[test]
fn s27_heights_are_asked_when_they_count() {
    let game = with_market(&with_bases(Mode::Knockout, 3), &[40]);
    let game = go_on(
        game,
        "
        0 sell 40 high
        1 bid 1
        2 pass
        0 pass
        = 0:measure plots=1/2/3
        0 pass ! S10
        1 height 50 ! S12 0
        0 height 120
        = 2:measure plots=1:120.000/2/3
        2 height 119
        = 1:build-won
        1 place 40 stands ! S10 40
        ",
    );
    assert_eq!(
        listed(&game),
        (["place 40 falls", "place 40 stands:60"].map(String::from).to_vec(), Listing::Partial)
    );
    over(&go_on(game.clone(), "1 place 40 stands:121"), Some("S27"), &[2, 1, 3]);
    over(&go_on(game.clone(), "1 place 40 stands:120"), Some("S27"), &[1, 1, 3]);
    // Its blocks are for sale again: the game goes on.
    go_on(game, "1 place 40 falls\n= 2:sell out=1 market=2,40");
}

/// S20: the same with the last block of the lines; S21: the shortest starts the next round.
#[test]
fn s20_the_last_block_of_the_lines() {
    let mut game = play_with(&real(Mode::Chain), 2, "0 place 1 stands\n1 place 2 stands\n= 0:draft");
    for block in 3..27 {
        game = go_on(game, &format!("{} take {block}", (block - 3) % 2));
    }
    game = go_on(game, "0 done\n1 done");
    for block in 3..26 {
        game = go_on(game, &format!("{} place {block} stands", (block - 3) % 2));
    }
    let game = go_on(game, "= 0:measure\n0 height 300\n= 1:build-from-line\n1 place 26 stands ! S10 26");
    go_on(game.clone(), "1 place 26 stands:299\n= 1:lay-base rounds=1,0");
    go_on(game, "1 place 26 falls\n= 1:lay-base rounds=1,0");
}

/// S28: a block that has not raised the tower is said so, and tried again.
#[test]
fn s28_it_did_not_raise_the_tower() {
    let game = go_on(with_bases(Mode::Pile, 3), "0 sell 40 high\n1 pass\n2 pass");
    let low = go_on(game, "0 place 40 low\n= 0:try-again aside=40 plots=1/2/3\n0 place 40 low ! S28 40");
    assert_eq!(listed(&low).0, ["pass", "place 40 falls", "place 40 stands"].map(String::from));
    go_on(low.clone(), "0 place 40 stands\n= 1:sell plots=1+40/2/3");
    go_on(low, "0 pass\n= 1:sell out=0 plots=-/2/3");
    // The base raises any tower.
    play_with(&real(Mode::Pile), 2, "0 sell 1 high\n1 pass\n0 place 1 low ! S28 1");
}

/// S28: a height that is told and is not above the last is refused; a tower that was not measured has none.
#[test]
fn s28_a_told_height_is_above_the_last() {
    let game = go_on(
        with_bases(Mode::Pile, 2),
        "0 sell 40 high\n1 pass\n0 place 40 stands:50\n1 sell 41 high\n0 pass\n1 place 41 stands:10\n= plots=1+40:50.000/2+41:10.000",
    );
    let game = go_on(
        game,
        "
        0 sell 7 high
        1 pass
        0 place 7 stands:49 ! S28 7
        0 place 7 stands:50 ! S28 7
        0 place 7 low
        = 0:try-again
        0 place 7 stands:50 ! S28 7
        0 place 7 stands:51
        = 1:sell plots=1+40+7:51.000/2+41:10.000
        ",
    );
    drop(game);
    // Where building is free, a tower may sink; a second base need not raise it (S34), but nothing makes it lower.
    let game = go_on(with_bases(Mode::Knockout, 2), "0 sell 40 high\n1 pass\n0 place 40 stands:50");
    go_on(game, "1 sell 41 high\n0 bid 1\n1 pass\n0 place 41 stands:49\n= plots=1+40+41:49.000/2");
    let reds = play_with(
        &real(Mode::Reds),
        2,
        "0 sell 1 high\n1 pass\n0 pass\n0 place 1 stands:30\n1 sell 2 high\n0 bid 1\n1 pass\n0 keep",
    );
    go_on(reds, "0 place 2 stands:29 ! S28 2\n0 place 2 stands:30\n= plots=1+2:30.000/-");
}

/// S28: a tower that goes on without being measured is still above what was told of it, until it falls.
#[test]
fn s28_a_told_height_is_remembered() {
    let game = go_on(
        with_bases(Mode::Pile, 2),
        "
        0 sell 40 high
        1 pass
        0 place 40 stands:50
        1 sell 41 high
        0 pass
        1 place 41 stands
        0 sell 7 high
        1 pass
        0 place 7 stands
        = 1:sell plots=1+40+7/2+41
        1 sell 8 high
        0 pass
        1 place 8 stands:20
        0 sell 9 high
        1 pass
        0 place 9 stands:50 ! S28 9
        0 place 9 stands
        ",
    );
    // Seat 1 stops, and heights are about to count: that of seat 0 is above 50 too.
    let alone =
        go_on(game, "1 stop\n= 0:measure plots=1+40+7+9/2+41+8:20.000\n0 height 49 ! S28\n0 height 50 ! S28");
    assert_eq!(listed(&alone).0, ["height 120"].map(String::from));
    go_on(alone, "0 height 51\n= 0:build-freely plots=1+40+7+9:51.000/2+41+8:20.000");

    // What fell was told of another tower.
    let game = with(&with_bases(Mode::Pile, 3), &[("/play/pile/seller", "2")]);
    let game = go_on(game, "2 sell 5 high\n0 pass\n1 pass\n2 place 5 stands:90");
    let game = go_on(game, "0 sell 40 gift\n1 pass\n2 pass\n0 give 2\n2 giver\n0 place 40 falls");
    go_on(game, "2 place 5 stands:60\n= 1:sell plots=-/2/3+5:60.000");

    // A second base need not raise the tower (S34), and where building is free it may sink.
    let reds = play_with(
        &real(Mode::Reds),
        2,
        "0 sell 1 high\n1 pass\n0 pass\n0 place 1 stands:30\n1 sell 2 high\n0 bid 1\n1 pass\n0 keep\n0 place 2 stands",
    );
    go_on(reds, "0 sell 3 high\n1 pass\n0 pass\n0 place 3 stands:29 ! S28 3\n0 place 3 stands:30");
}

/// S4: nothing but `stands` is asked of a base, in any game.
#[test]
fn s4_a_base_of_the_real_box() {
    for (mode, sold) in [
        (Mode::Babel, ""),
        (Mode::Chain, ""),
        (Mode::Knockout, "0 sell 1 high\n1 pass"),
        (Mode::Pile, "0 sell 1 high\n1 pass"),
        (Mode::Reds, "0 sell 1 high\n1 pass\n0 pass"),
    ] {
        let game = play_with(&real(mode), 2, sold);
        assert!(listed(&game).0.iter().all(|action| action.ends_with(" stands")), "{mode:?}");
        go_on(
            game,
            "0 place 1 falls ! S4 1\n0 place 1 falls:1 ! S4 1\n0 place 1 low ! S28 1\n0 place 1 stands",
        );
    }
}

/// S30: the giver's fall, with what fell and what still stands; then the rebuilding.
#[test]
fn s30_rebuilding_on_the_real_table() {
    let game = with(&with_bases(Mode::Pile, 3), &[("/play/pile/seller", "2")]);
    let game = go_on(game, "2 sell 5 high\n0 pass\n1 pass\n2 place 5 stands");
    let game = with(&game, &[("/play/pile/seller", "2")]);
    let game = go_on(game, "2 sell 6 high\n0 pass\n1 pass\n2 place 6 stands\n= plots=1/2/3+5+6");
    let game = go_on(game, "0 sell 40 gift\n1 pass\n2 pass\n0 give 2\n2 giver");
    // The gift is off, whether it fell or not.
    for falls in ["falls:6", "falls:6.40"] {
        go_on(game.clone(), &format!("0 place 40 {falls}\n= 2:rebuild out=0 aside=6 plots=-/2/3+5"));
    }
    go_on(game.clone(), "0 place 40 falls:3.5.6.40\n= 2:rebuild out=0 aside=3,5-6 plots=-/2/-");
    go_on(
        game,
        "
        0 place 40 falls
        = 2:rebuild out=0 aside=5-6 plots=-/2/3
        2 place 5 stands
        2 place 6 falls:5
        = 2:rebuild aside=5 plots=-/2/3+6
        2 place 5 low ! S30 5
        2 place 5 falls
        = 2:rebuild aside=5-6 plots=-/2/3
        2 place 5 falls ! S30 5
        2 done
        = 1:sell market=1,4-70
        ",
    );
}

/// S32: the last who builds measures what is to be beaten, his own tower, and every block that he adds.
#[test]
fn s32_the_last_builder_measures() {
    let game = go_on(
        with_bases(Mode::Pile, 2),
        "
        0 stop
        = 0:measure stopped=0
        0 height 200
        = 1:measure
        1 height 90
        = 1:build-freely plots=1:200.000/2:90.000
        1 place 40 stands ! S10 40
        1 place 40 stands:160
        = 1:build-freely plots=1:200.000/2+40:160.000
        1 place 41 low
        1 place 41 stands:201
        ",
    );
    over(&go_on(game.clone(), "1 stop"), Some("S32"), &[2, 1]);
    over(&go_on(game, "1 place 42 falls"), Some("S32"), &[1, 2]);
}

/// S35, S36: reds are counted, and with the market empty the towers are measured.
#[test]
fn s35_reds_on_the_real_table() {
    let red = |game: &Bausack| -> Vec<u8> {
        game.table()
            .market
            .iter()
            .filter(|block| block.is_red())
            .map(|block| block.number())
            .take(3)
            .collect()
    };
    let game = play_with(&real(Mode::Reds), 2, "");
    let reds = red(&game);
    let mut game = game;
    for (turn, block) in reds.iter().enumerate() {
        let (seller, other) = (turn % 2, 1 - turn % 2);
        let bids = match seller {
            0 => format!("{other} pass\n{seller} pass"),
            _ => format!("{other} bid 1\n{seller} pass\n0 keep"),
        };
        game = go_on(game, &format!("{seller} sell {block} high\n{bids}\n0 place {block} stands"));
    }
    go_on(game, "= 1:sell rounds=1,0");
    let last = with_market(&play_with(&real(Mode::Reds), 2, ""), &[1, 2]);
    let last = go_on(
        last,
        "0 sell 1 high\n1 pass\n0 pass\n0 place 1 stands\n1 sell 2 high\n0 pass\n1 pass\n= 0:measure",
    );
    go_on(last, "0 height 30\n1 place 2 stands:31\n= 0:sell rounds=0,1");
}

/// S9: one text for one report, and nothing else is a report.
#[test]
fn s9_reports_in_notation() {
    for text in [
        "place 17 stands",
        "place 17 stands:312",
        "place 17 low",
        "place 17 falls",
        "place 17 falls:4.17",
        "height 3000",
    ] {
        assert_eq!(text.parse::<Action>().map(|action| action.to_string()).as_deref(), Ok(text));
    }
    for text in [
        "place 17 stands:",
        "place 17 stands:0",
        "place 17 stands:03",
        "place 17 stands:3001",
        "place 17 stands:-1",
        "place 17 low:3",
        "place 17 falls:",
        "place 17 falls:17.4",
        "place 17 falls:4.4",
        "place 17 falls:101",
        "height 0",
        "height",
    ] {
        assert!(text.parse::<Action>().is_err(), "{text}");
    }
}
