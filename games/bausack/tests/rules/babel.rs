//! Tour de Babel (S13–S16).

use crate::play::{listed, options, over, play, play_with, with, with_market};
use bausack::{Bausack, Blind, Mode, Options};
use game::{Game, Listing, Turn};

/// S13: one tower for all; whoever placed safely before the fall has the bean.
#[test]
fn s13_the_bean_goes_to_the_last_who_placed_safely() {
    play(
        Mode::Babel,
        3,
        "
        0 place 1 drop
        * stands 15
        1 place 3 drop
        * stands 30
        2 place 5 drop
        * stands 20
        = 0:build last=2 plots=1+3+5:65.000 market=2,4,6-70
        0 place 3 drop ! S13 3
        0 pass ! S13
        0 place 6 drop
        * falls
        = 0:build beans=0,0,1 plots=- market=1-70
        ",
    );
}

/// S13: any block of the market may be placed, with any gesture; so the list is never the whole truth.
#[test]
fn s13_every_block_of_the_market_is_listed() {
    let (names, listing) = listed(&play(Mode::Babel, 2, "0 place 7 drop\n* stands 15"));
    assert_eq!((names.len(), listing), (69, Listing::Partial));
    assert!(names.contains(&"place 6 drop".to_owned()) && !names.contains(&"place 7 drop".to_owned()));
}

/// S14: the base can't score, but whoever laid it has the bean if the second block falls.
#[test]
fn s14_the_base() {
    play(
        Mode::Babel,
        4,
        "
        0 place 1 drop
        * stands 15
        1 place 2 drop
        * falls 2
        # Whoever brought it down starts again.
        = 1:build beans=1,0,0,0 plots=-
        # A spoilt base is nobody's bean.
        1 place 2 drop
        * bumps
        = 1:build beans=1,0,0,0 plots=-
        # One that rolls away is laid again (S4), and costs nobody anything.
        1 place 2 drop
        * falls 2
        = 1:lay-again=2 beans=1,0,0,0 plots=-
        1 place 2 drop
        * stands 15
        = 2:build beans=1,0,0,0 last=1
        ",
    );
}

/// S14: five beans win; the others are placed by theirs.
#[test]
fn s14_five_beans_win() {
    let start = with(&play(Mode::Babel, 4, ""), &[("/table/beans", "[4,2,2,0]")]);
    let game = crate::play::go_on(start, "0 place 1 drop\n* stands 15\n1 place 2 drop\n* falls 2");
    over(&game, Some("S14"), &[1, 2, 2, 4]);
    let mut after = game.clone();
    let refusal =
        after.apply(game::Actor::Seat(game::Seat(1)), &"place 3 drop".parse().unwrap()).unwrap_err();
    assert_eq!(refusal.article, "S14");
}

/// S15: all blocks placed: the last to place has the bean, and the next seat starts a new round.
#[test]
fn s15_the_tower_of_all_blocks() {
    let start = with_market(&play(Mode::Babel, 3, ""), &[4, 9]);
    crate::play::go_on(
        start,
        "
        0 place 4 drop
        * stands 15
        1 place 9 drop
        * stands 15
        = 2:build beans=0,1,0 plots=- market=1-70
        ",
    );
    let last = with(&with_market(&play(Mode::Babel, 2, ""), &[4]), &[("/table/beans", "[4,4]")]);
    over(&crate::play::go_on(last, "0 place 4 drop\n* stands 15"), Some("S14"), &[1, 2]);
}

/// S16: blind, Nature draws, and what is drawn must be placed.
#[test]
fn s16_blind() {
    let blind = Options { blind: Blind::Yes, ..options(Mode::Babel) };
    let game = play_with(
        &blind,
        2,
        "
        = *:draw
        0 place 17 drop ! S9
        * draw 17
        = 0:build-drawn
        * draw 18 ! S12
        0 place 18 drop ! S16 18
        0 place 17 drop
        * stands 20
        = *:draw plots=17:20.000
        * draw 17 ! S16 17
        * draw 71 ! S16 71
        * draw 18
        1 place 18 drop
        * falls 18
        = *:draw beans=1,0 market=1-70
        # The seat that caused the fall starts.
        * draw 3
        = 1:build-drawn
        ",
    );
    assert_eq!(listed(&game).0, ["place 3 drop"]);
    for mode in [Mode::Chain, Mode::Knockout, Mode::Pile, Mode::Reds] {
        assert_eq!(Bausack::new(&Options { game: mode, ..blind }, 2).unwrap_err().article, "S16");
    }
}

/// S16: the lot is fair: over many draws each of three blocks comes about as often.
#[test]
fn s16_the_lot_is_fair() {
    use rand::SeedableRng;
    let blind = Options { blind: Blind::Yes, ..options(Mode::Babel) };
    let game = with_market(&play_with(&blind, 2, ""), &[5, 6, 7]);
    assert_eq!(game.turn(), Turn::Nature);
    let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(16);
    let mut drawn = [0; 3];
    for _ in 0..3000 {
        match game.sample(game::Actor::Nature, &mut rng) {
            bausack::Action::Draw(block) => drawn[usize::from(block.number()) - 5] += 1,
            other => panic!("{other}"),
        }
    }
    assert!(drawn.iter().all(|count| (900..=1100).contains(count)), "{drawn:?}");
}
