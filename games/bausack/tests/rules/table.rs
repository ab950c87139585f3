//! The bag and the common rules (S1–S12).

use crate::play::{block, go_on, listed, numbers, options, over, play, play_with, with_market};
use bausack::{Bag, Bausack, Blind, Mode, Options};
use game::{Game, Listing};

/// S1, S2: 70 blocks in one bag, 100 in the other; all of them are on the market.
#[test]
fn s1_s2_two_bags() {
    for (bag, count, reds) in [(Bag::Bausack, 70, 9), (Bag::SacNoir, 100, 13)] {
        let game = Bausack::new(&Options { bag, ..options(Mode::Babel) }, 2).unwrap();
        let market = numbers(game.table().market);
        assert_eq!(market, (1..=count).collect::<Vec<u8>>());
        assert!(market.iter().filter(|number| block(**number).is_red()).count() >= reds);
    }
}

/// S3: ten beans each, in the three games with auctions and in no other.
#[test]
fn s3_ten_beans() {
    for (mode, beans) in
        [(Mode::Babel, 0), (Mode::Chain, 0), (Mode::Knockout, 10), (Mode::Pile, 10), (Mode::Reds, 10)]
    {
        assert_eq!(play(mode, 2, "").table().beans.as_slice(), [beans, beans], "{mode:?}");
    }
}

/// S3: what is paid leaves the game; and nobody bids what he has not.
#[test]
fn s3_beans_are_spent() {
    play(
        Mode::Knockout,
        2,
        "
        0 sell 5 high
        1 bid 11 ! S3 5
        1 bid 10
        0 bid 11 ! S3 5
        0 pass
        = 1:build-won beans=10,0
        1 place 5 drop
        * stands 30
        = 1:sell beans=10,0 plots=-/5:30.000
        ",
    );
}

/// The seat counts of each game, refused by the article with which it begins.
#[test]
fn each_game_has_its_seats() {
    for (mode, most, article) in [
        (Mode::Babel, 8, "S13"),
        (Mode::Chain, 5, "S17"),
        (Mode::Knockout, 6, "S22"),
        (Mode::Pile, 6, "S28"),
        (Mode::Reds, 2, "S33"),
    ] {
        for seats in 0..=9 {
            match Bausack::new(&options(mode), seats) {
                Ok(game) => assert!((2..=most).contains(&seats) && game.seats() == seats, "{mode:?} {seats}"),
                Err(refusal) => {
                    assert!(!(2..=most).contains(&seats), "{mode:?} {seats}");
                    assert_eq!(refusal.article, article);
                }
            }
        }
    }
    assert_eq!([5, 6, 12, 8, 12], Mode::ALL.map(Mode::age));
}

/// S4: the first block is the base wherever it lies and however low; later ones stand on it.
#[test]
fn s4_the_first_block_is_the_base() {
    for (mode, passes) in [(Mode::Knockout, "1 pass"), (Mode::Pile, "1 pass"), (Mode::Reds, "1 pass\n0 pass")]
    {
        let script =
            format!("0 sell 1 high\n{passes}\n0 place 1 drop\n* stands 0.1\n= 1:sell plots=1:0.100/-");
        assert_eq!(numbers(play(mode, 2, &script).table().plots[0].grounded), [1]);
    }
}

/// S5: one fallen block is a fall, even if the rest stands.
#[test]
fn s5_a_partial_collapse_is_a_fall() {
    play(
        Mode::Babel,
        2,
        "
        0 place 1 drop
        * stands 15
        1 place 3 drop
        * stands 30
        0 place 4 drop
        * falls 3
        = 0:build beans=0,1 plots=-
        ",
    );
}

/// S6: what was pushed stays where it was pushed to.
#[test]
fn s6_pushed_blocks_keep_their_new_places() {
    let mut game = play(Mode::Babel, 2, "0 place 1 drop\n* stands 15\n1 place 3 drop");
    let placement = game.placement().unwrap();
    let mut settled = crate::play::stands(&placement, 45_000);
    settled.tower.blocks[0].pose.at = [1234, 7500, -99];
    game.perform(game::Actor::Nature, &bausack::Action::Rest(Box::new(settled.clone()))).unwrap();
    assert_eq!(game.table().plots[0].tower, settled.tower);
}

/// S7: a struck table is that seat's fall, though everything stands.
#[test]
fn s7_a_bump_is_a_fall() {
    play(
        Mode::Babel,
        3,
        "0 place 1 drop\n* stands 15\n1 place 3 drop\n* bumps\n= 1:build beans=1,0,0 plots=-",
    );
    let game = play(Mode::Knockout, 2, "0 sell 1 high\n1 pass\n0 place 1 drop\n* bumps");
    over(&game, Some("S26"), &[2, 1]);
}

/// S4: in every game a base that does not stay where it was laid is laid again, with the same block, by the same seat.
#[test]
fn s4_a_base_that_rolls_away_is_laid_again() {
    let again = "
        0 place 31 drop
        * falls 31
        = 0:lay-again=31
        0 place 1 drop ! S4 1
        1 place 31 drop ! S12 0
        0 place 31 drop
        * stands 35
        ";
    for (mode, sold, after) in [
        (Mode::Babel, "", "= 1:build last=0 beans=0,0"),
        (Mode::Knockout, "0 sell 31 high\n1 pass\n", "= 1:sell beans=10,10 plots=31:35.000/-"),
        (Mode::Pile, "0 sell 31 high\n1 pass\n", "= 1:sell plots=31:35.000/-"),
        (Mode::Reds, "0 sell 31 high\n1 pass\n0 pass\n", "= 1:sell rounds=0,0 plots=31:35.000/-"),
    ] {
        play(mode, 2, &format!("{sold}{again}{after}"));
    }
    // A gift that the giver lays as the receiver's base.
    let given =
        "0 sell 31 gift\n1 pass\n2 pass\n0 give 2\n2 giver\n0 place 31 drop\n* falls 31\n= 0:lay-again=31";
    let game = play(Mode::Pile, 3, given);
    go_on(game.clone(), "0 place 31 drop\n* stands 35\n= 1:sell plots=-/-/31:35.000");
    go_on(game.clone(), "- 1\n= 0:lay-again=31");
    go_on(game.clone(), "- 2\n= 1:sell market=1-70");
    go_on(game, "- 0\n= 1:sell market=1-70");
    // The one that was drawn in the blind variant.
    let blind = Options { blind: Blind::Yes, ..options(Mode::Babel) };
    play_with(
        &blind,
        2,
        "* draw 31\n0 place 31 drop\n* falls 31\n= 0:lay-again=31\n0 place 31 drop\n* stands 35\n= *:draw",
    );
}

/// S8: each tower has a plot of its own, and only Tour de Babel has one for all.
#[test]
fn s8_plots() {
    for mode in Mode::ALL {
        let seats = *mode.seats().end();
        let plots = play(mode, seats, "").table().plots.len();
        assert_eq!(plots, if mode == Mode::Babel { 1 } else { usize::from(seats) });
    }
}

/// S9: a placement is a seat's action and Nature's answer; nothing else happens in between.
#[test]
fn s9_nothing_happens_before_all_is_at_rest() {
    play(
        Mode::Babel,
        2,
        "
        0 place 1 drop
        = *:rest=1@0 plots=-
        0 place 2 drop ! S9
        1 place 2 drop ! S9
        * draw 2 ! S9
        * stands 15
        = 1:build plots=1:15.000
        ",
    );
}

/// S9: a block that was acquired must be placed; a chosen one may be put back, which is no action at all.
#[test]
fn s9_what_was_acquired_must_be_placed() {
    let may_put_back = |game: &Bausack| {
        serde_json::to_value(game.view(game::Viewer::Public)).unwrap()["due"]["may_put_back"].as_bool()
    };
    let game =
        play(Mode::Knockout, 2, "0 sell 1 high\n1 bid 1\n0 pass\n1 place 2 drop ! S9 2\n1 pass ! S9 1");
    assert_eq!(may_put_back(&game), Some(false));
    assert_eq!(listed(&game), (vec!["place 1 drop".to_owned()], Listing::Partial));
    assert_eq!(may_put_back(&play(Mode::Babel, 2, "")), Some(true));
    let blind = Options { blind: Blind::Yes, ..options(Mode::Babel) };
    assert_eq!(may_put_back(&play_with(&blind, 2, "* draw 5")), Some(false));
}

/// S9: let go beyond the tower, the block alone falls, and that is a fall.
#[test]
fn s9_a_block_that_misses_the_tower() {
    let game = play(
        Mode::Knockout,
        2,
        "
        0 sell 1 high
        1 pass
        0 place 1 drop
        * stands 15
        1 sell 2 high
        0 bid 1
        1 pass
        0 place 2 drop
        * falls 2
        ",
    );
    over(&game, Some("S26"), &[2, 1]);
}

/// S10: heights are Nature's, in micrometres, and are shown.
#[test]
fn s10_the_height_is_always_shown() {
    let game = play(Mode::Babel, 2, "0 place 1 drop\n* stands 15.25\n= plots=1:15.250");
    let view = serde_json::to_value(game.view(game::Viewer::Public)).unwrap();
    assert_eq!(view["plots"][0]["height"], 15_250);
}

/// S11: half a millimetre is a tie, more is not; and a tie is measured from the tallest.
#[test]
fn s11_towers_tie_within_half_a_millimetre() {
    for (heights, places) in [
        ([30.0, 30.5, 20.0], [1, 1, 3]),
        ([30.0, 30.501, 20.0], [2, 1, 3]),
        ([30.0, 29.6, 29.3], [1, 1, 3]),
        ([10.0, 10.0, 10.0], [1, 1, 1]),
    ] {
        let game = with_market(&play(Mode::Knockout, 3, ""), &[1, 2, 3]);
        let mut script = String::new();
        for (seat, height) in heights.iter().enumerate() {
            let others = [(seat + 1) % 3, (seat + 2) % 3];
            let block = seat + 1;
            script += &format!(
                "{seat} sell {block} high\n{} pass\n{} pass\n{seat} place {block} drop\n* stands {height}\n",
                others[0], others[1]
            );
        }
        over(&go_on(game, &script), Some("S27"), &places);
    }
}

/// S12: seat 0 begins, the turn goes clockwise, and nobody acts out of turn.
#[test]
fn s12_clockwise_from_seat_0() {
    play(
        Mode::Babel,
        3,
        "
        = 0:build
        1 place 1 drop ! S12 0
        2 place 1 drop ! S12 0
        0 place 1 drop
        * stands 15
        = 1:build
        0 place 2 drop ! S12 1
        1 place 2 drop
        * stands 15
        = 2:build
        2 place 3 drop
        * stands 15
        = 0:build
        * draw 5 ! S12
        ",
    );
}
