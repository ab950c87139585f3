//! Knock-Out (S22–S27).

use crate::play::{go_on, listed, over, play, with, with_market};
use bausack::Mode;
use game::{Game, Listing};

/// S22: each in turn sells a block of the market, by one of two auctions.
#[test]
fn s22_the_auctioneer_chooses() {
    let game = play(
        Mode::Knockout,
        3,
        "
        = 0:sell
        0 sell 71 high ! S22 71
        0 sell 5 gift ! S22 5
        0 place 5 drop ! S22
        0 stop ! S22
        0 bid 1 ! S22
        1 sell 5 high ! S12 0
        0 sell 5 high
        = 1:call high=5 by=0 bids=0,0,0 in=0,1,2 market=1-4,6-70
        1 pass
        2 pass
        0 place 5 drop
        * stands 20
        = 1:sell plots=5:20.000/-/-
        1 sell 5 high ! S22 5
        1 sell 6 reverse
        = 2:call reverse=6
        ",
    );
    drop(game);
    let (names, listing) = listed(&play(Mode::Knockout, 2, ""));
    assert_eq!((names.len(), listing), (140, Listing::Complete));
}

/// S23: from the left, each bid higher than the last, a pass final, the auctioneer last.
#[test]
fn s23_the_highest_bidder() {
    play(
        Mode::Knockout,
        4,
        "
        0 sell 5 high
        1 bid 0 ! S23 5
        1 accept ! S23 5
        1 give 2 ! S23 5
        1 bid 2
        2 bid 2 ! S23 5
        2 bid 1 ! S23 5
        2 bid 4
        3 pass
        0 bid 5
        = 1:call bids=5,2,4,0 in=0,1,2
        1 bid 6
        2 pass
        # Seat 3 is not asked again.
        = 0:call in=0,1
        0 pass
        = 1:build-won beans=10,4,10,10 aside=5
        1 place 5 drop
        * stands 20
        # The next auctioneer is on the left of the last, whoever placed.
        = 1:sell plots=-/5:20.000/-/-
        ",
    );
}

/// S23: nobody bids, and the auctioneer has it for nothing; he is not even asked.
#[test]
fn s23_no_bid_at_all() {
    play(
        Mode::Knockout,
        3,
        "
        0 sell 5 high
        1 pass
        2 pass
        = 0:build-won beans=10,10,10
        ",
    );
}

/// S23: the auctioneer may win his own auction.
#[test]
fn s23_the_auctioneer_outbids() {
    play(
        Mode::Knockout,
        2,
        "
        0 sell 5 high
        1 bid 1
        0 bid 2
        1 pass
        = 0:build-won beans=8,10
        ",
    );
}

/// S24: one more each, round and round, until somebody takes it; the others pay their last bids.
#[test]
fn s24_in_reverse() {
    play(
        Mode::Knockout,
        3,
        "
        0 sell 5 reverse
        1 bid 2 ! S24 5
        1 bid 0 ! S24 5
        1 pass ! S24 5
        1 bid 1
        2 bid 1 ! S24 5
        2 bid 2
        0 bid 3
        = 1:call reverse=5 by=0 bids=3,1,2 in=0,1,2
        1 bid 4
        2 accept
        = 2:build-won beans=7,6,10
        ",
    );
    // Taken at once, it costs nobody anything.
    play(Mode::Knockout, 3, "0 sell 5 reverse\n1 accept\n= 1:build-won beans=10,10,10");
    // The auctioneer's zero is a bid: he takes it back for nothing, and the others pay.
    play(Mode::Knockout, 3, "0 sell 5 reverse\n1 bid 1\n2 bid 2\n0 accept\n= 0:build-won beans=10,9,8");
}

/// S24: who can't afford the next bid must take it.
#[test]
fn s24_without_beans_one_must_take_it() {
    let game = with(&play(Mode::Knockout, 3, ""), &[("/table/beans", "[10,1,1]")]);
    let game = go_on(game, "0 sell 5 reverse\n1 bid 1\n2 bid 2 ! S24 5\n= 2:call");
    assert_eq!(listed(&game), (vec!["accept".to_owned()], Listing::Complete));
    go_on(game, "2 accept\n= 2:build-won beans=10,0,1");
}

/// S25: without beans one sells, passes, takes and places like everybody.
#[test]
fn s25_a_seat_without_beans_plays_on() {
    let game = with(&play(Mode::Knockout, 3, ""), &[("/table/beans", "[0,0,3]")]);
    let game = go_on(game, "0 sell 5 high\n1 bid 1 ! S3 5\n= 1:call");
    assert_eq!(listed(&game).0, ["pass"]);
    go_on(
        game,
        "
        1 pass
        2 bid 1
        0 pass
        2 place 5 drop
        * stands 20
        1 sell 6 reverse
        2 bid 1
        0 accept
        = 0:build-won beans=0,0,1
        0 place 6 drop
        * stands 20
        = 2:sell
        ",
    );
}

/// S26: building is free: a block need not raise the tower.
#[test]
fn s26_building_is_free() {
    play(
        Mode::Knockout,
        2,
        "
        0 sell 1 high
        1 pass
        0 place 1 drop
        * stands 30
        1 sell 2 high
        0 bid 1
        1 pass
        0 place 2 drop
        * sinks 5
        = 0:sell plots=1+2:25.000/- beans=9,10
        ",
    );
}

/// S26: a fall puts the seat out; its blocks are for sale again, its beans are gone, its turns are skipped.
#[test]
fn s26_a_fall() {
    let game = play(
        Mode::Knockout,
        3,
        "
        0 sell 1 high
        1 pass
        2 pass
        0 place 1 drop
        * stands 30
        1 sell 2 reverse
        2 bid 1
        0 accept
        = beans=10,10,9
        0 place 2 drop
        * falls 2
        = 2:sell out=0 beans=0,10,9 plots=-/-/- market=1-70
        2 sell 2 high
        # Seat 0 is not asked.
        = 1:call in=1,2
        1 pass
        2 place 2 drop
        * stands 10
        = 1:sell
        # A seat with no block yet has not fallen: it wins when the others have.
        1 sell 3 high
        2 bid 1
        1 pass
        2 place 3 drop
        * falls
        ",
    );
    over(&game, Some("S26"), &[2, 1, 2]);
}

/// S27: an empty market ends the game, and the tallest tower wins; a seat without a tower has none.
#[test]
fn s27_the_market_is_empty() {
    let game = with_market(&play(Mode::Knockout, 3, ""), &[1, 2]);
    let game = go_on(
        game,
        "
        0 sell 1 high
        1 pass
        2 pass
        0 place 1 drop
        * stands 30
        1 sell 2 high
        2 pass
        0 pass
        1 place 2 drop
        * stands 29.5
        ",
    );
    over(&game, Some("S27"), &[1, 1, 3]);
    // A last block that falls is back on the market: the game goes on.
    let game = with_market(&play(Mode::Knockout, 3, ""), &[1]);
    let game = go_on(game, "0 sell 1 high\n1 pass\n2 pass\n0 place 1 drop\n* bumps\n= 1:sell market=1");
    assert!(game.turn().outcome().is_none());
}
