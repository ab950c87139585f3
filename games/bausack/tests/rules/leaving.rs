//! Leaving the table, at any moment of any game.

use crate::play::{go_on, options, over, play, play_with, with};
use bausack::{Blind, Mode, Options};

#[test]
fn the_last_who_stays_is_first() {
    for mode in Mode::ALL {
        over(&play(mode, 2, "- 0"), None, &[2, 1]);
        over(&play(mode, 2, "- 1"), None, &[1, 2]);
    }
    over(&play(Mode::Babel, 4, "- 0\n- 2\n- 3"), None, &[2, 1, 2, 2]);
}

#[test]
fn a_finished_game_does_not_change() {
    let game = play(Mode::Babel, 2, "- 0");
    assert!(go_on(game.clone(), "- 1") == game);
}

#[test]
fn babel_goes_on_with_the_next_seat() {
    play(
        Mode::Babel,
        3,
        "- 0\n= 1:build gone=0\n1 place 1 drop\n* stands 15\n2 place 3 drop\n* stands 9\n= 1:build",
    );
    // What was let go is back on the market, and nothing has fallen.
    play(Mode::Babel, 3, "0 place 1 drop\n- 0\n= 1:build plots=- market=1-70");
    // Another's placement goes on.
    play(Mode::Babel, 3, "0 place 1 drop\n- 1\n= *:rest=1@0\n* stands 15\n= 2:build");
    // A bean that nobody is there to take is nobody's.
    play(
        Mode::Babel,
        3,
        "0 place 1 drop\n* stands 15\n- 0\n1 place 3 drop\n* falls 3\n= 1:build beans=0,0,0",
    );
    // A drawn block goes back into the bag.
    let blind = Options { blind: Blind::Yes, ..options(Mode::Babel) };
    play_with(&blind, 3, "* draw 5\n- 0\n= *:draw\n* draw 5\n= 1:build-drawn");
}

#[test]
fn chain_keeps_the_line_and_not_the_tower() {
    let game = play(
        Mode::Chain,
        3,
        "
        0 place 1 drop
        * stands 15
        # The slab that was seat 1's is seat 2's now.
        - 1
        2 place 2 drop
        * stands 15
        = 0:draft out=1
        0 take 30
        2 take 31
        0 take 32
        # What was taken stays in line, for the others to build with.
        ",
    );
    let game =
        (0..21).fold(game, |game, turn| go_on(game, &format!("{} take {}", 2 - turn % 2 * 2, 40 + turn)));
    let game =
        go_on(game, "0 done\n2 done\n= 0:build-from-line\n0 place 31 drop\n* stands 9\n2 place 30 drop\n- 2");
    // Two seats left, one stays.
    over(&game, None, &[1, 2, 2]);
    let game = play(Mode::Chain, 3, "0 place 1 drop\n* bumps\n- 1\n= 0:lay-base rounds=0,0,1 gone=1");
    go_on(game, "0 place 1 drop\n* stands 15\n= 2:lay-base");
}

#[test]
fn knock_out_calls_the_auction_off() {
    play(
        Mode::Knockout,
        4,
        "
        0 sell 5 high
        1 bid 3
        - 1
        = 0:sell gone=1 beans=10,0,10,10 market=1-70
        0 sell 5 reverse
        2 bid 1
        - 0
        = 2:sell market=1-70
        2 sell 5 high
        3 pass
        = 2:build-won
        2 place 5 drop
        * stands 20
        3 sell 6 high
        2 bid 1
        3 pass
        2 place 6 drop
        ",
    );
    // Whoever is out already takes nothing along.
    let game =
        play(Mode::Knockout, 3, "0 sell 5 high\n1 pass\n2 pass\n0 place 5 drop\n* bumps\n1 sell 6 high\n- 0");
    go_on(game, "= 2:call out=0 gone=0");
    // Those who fell are ahead of those who left.
    let game = play(Mode::Knockout, 3, "0 sell 5 high\n1 pass\n2 pass\n0 place 5 drop\n* bumps\n- 1");
    over(&game, Some("S26"), &[2, 3, 1]);
}

#[test]
fn pile_at_every_phase() {
    let base = |seat: u8, others: [u8; 2]| {
        let block = seat + 1;
        let [one, other] = others;
        format!(
            "{seat} sell {block} high\n{one} pass\n{other} pass\n{seat} place {block} drop\n* stands 30\n"
        )
    };
    let start = play(Mode::Pile, 3, &(base(0, [1, 2]) + &base(1, [2, 0]) + &base(2, [0, 1])));
    // The seller, before and during his auction.
    go_on(start.clone(), "- 0\n= 1:sell gone=0 plots=-/2:30.000/3:30.000 market=1,4-70");
    go_on(start.clone(), "0 sell 40 gift\n1 bid 1\n- 0\n= 1:sell market=1,4-70");
    // A bidder.
    go_on(start.clone(), "0 sell 40 gift\n1 bid 1\n- 1\n= 0:sell market=2,4-70 beans=10,0,10");
    // Giver, receiver, placer, owner, builder.
    let given = go_on(start, "0 sell 40 gift\n1 pass\n2 pass\n= 0:give");
    go_on(given.clone(), "- 0\n= 1:sell market=1,4-70");
    let offered = go_on(given.clone(), "0 give 2");
    go_on(offered.clone(), "- 2\n= 1:sell market=3-70");
    go_on(offered.clone(), "- 0\n= 1:sell market=1,4-70");
    go_on(offered.clone(), "- 1\n= 2:self-or-giver market=2,4-39,41-70");
    let let_go = go_on(offered, "2 giver\n0 place 40 drop");
    go_on(let_go.clone(), "- 0\n= 1:sell market=1,4-70 plots=-/2:30.000/3:30.000");
    go_on(let_go.clone(), "- 2\n= 1:sell market=3-70 plots=1:30.000/2:30.000/-");
    // With the others gone or out, the last builds alone.
    let fallen = go_on(let_go, "* falls 40\n= 1:sell out=0");
    go_on(fallen, "- 1\n= 2:build-freely");
    // A giver with nobody left to give to: what he won is back on the market, and he builds alone.
    let stopped = with(&given, &[("/play/pile/stopped", "[1]")]);
    go_on(stopped, "- 2\n= 0:build-freely market=3-70");
}
