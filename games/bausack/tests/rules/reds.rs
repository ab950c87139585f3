//! Trois rouges gagnent (S33–S36).

use crate::play::{block, go_on, listed, numbers, options, over, play, with, with_market};
use bausack::{Bausack, Mode};
use game::{Game, Listing};

/// The first red blocks of the bag.
fn reds() -> Vec<u8> {
    (1..=70).filter(|number| block(*number).is_red()).collect()
}

/// Seat 0 and seat 1 in turn sell a block that nobody bids for, and place it.
fn unsold(game: Bausack, seller: u8, block: u8, nature: &str) -> Bausack {
    let other = 1 - seller;
    go_on(
        game,
        &format!(
            "{seller} sell {block} high\n{other} pass\n{seller} pass\n{seller} place {block} drop\n* {nature}"
        ),
    )
}

/// S33: the highest bidder only; the winner keeps or gives, and whoever has it must place it.
#[test]
fn s33_keep_or_give() {
    let sold = "
        0 sell 5 reverse ! S33 5
        0 sell 5 gift ! S33 5
        0 sell 5 high
        1 bid 3
        0 pass
        = 1:keep-or-give beans=10,7
        1 give 1 ! S33 1
        1 place 5 drop ! S33 5
        ";
    let game = play(Mode::Reds, 2, sold);
    assert_eq!(listed(&game), (vec!["give 0".to_owned(), "keep".to_owned()], Listing::Complete));
    go_on(game.clone(), "1 keep\n= 1:build-won\n1 place 5 drop\n* stands 20\n= 1:sell plots=-/5:20.000");
    go_on(game, "1 give 0\n= 0:build-won\n0 place 5 drop\n* stands 20\n= 1:sell plots=5:20.000/- beans=10,7");
}

/// S33: when the other passes, the auctioneer still has his word: he may pay to give the block away, or to keep it.
#[test]
fn s33_the_last_word_is_the_auctioneers() {
    let asked = play(Mode::Reds, 2, "0 sell 5 high\n1 pass\n= 0:call in=0 bids=0,0");
    assert_eq!(listed(&asked).0.len(), 11);
    go_on(asked.clone(), "0 bid 0 ! S23 5\n0 bid 11 ! S3 5\n0 bid 1\n= 0:keep-or-give beans=9,10");
    go_on(
        asked.clone(),
        "0 bid 3\n0 give 1\n= 1:build-won beans=7,10\n1 place 5 drop\n* stands 20\n= 1:sell plots=-/5:20.000",
    );
    go_on(asked, "0 bid 1\n0 keep\n= 0:build-won beans=9,10");
    // Without a bean he is asked, and can only pass.
    let broke = with(&play(Mode::Reds, 2, ""), &[("/table/beans", "[0,10]")]);
    assert_eq!(listed(&go_on(broke, "0 sell 5 high\n1 pass\n= 0:call")).0, ["pass"]);
    // He has bid, and the other passes: there is nothing more to say.
    play(Mode::Reds, 2, "0 sell 5 high\n1 bid 1\n0 bid 2\n1 pass\n= 0:keep-or-give beans=8,10");
}

/// S33: nobody bids at all: the auctioneer places it himself, for nothing, and can't give it.
#[test]
fn s33_no_bid() {
    play(Mode::Reds, 2, "0 sell 5 high\n1 pass\n0 pass\n= 0:build-won beans=10,10\n0 give 1 ! S9 5");
    // Under the first version he was not asked.
    let first = Bausack::new_under(1, &options(Mode::Reds), 2).unwrap();
    go_on(first, "0 sell 5 high\n1 pass\n= 0:build-won");
}

/// S34: more bases, if they stand on the table and touch a base; they need not raise the tower.
#[test]
fn s34_several_bases() {
    let game = unsold(play(Mode::Reds, 2, ""), 0, 1, "stands 30");
    let game = unsold(game, 1, 2, "stands 30");
    let game = unsold(game, 0, 3, "base 1");
    let game = go_on(game, "= 1:sell plots=1+3:30.000/2:30.000");
    assert_eq!(numbers(game.table().plots[0].grounded), [1, 3]);
    // A third may lean on the second; one that touches no base is on the table without leave.
    let game = unsold(game, 1, 5, "stands 1");
    go_on(unsold(game.clone(), 0, 6, "base 3"), "= plots=1+3+6:30.000/2+5:31.000");
    // S34: that is no placement: it is taken off and tried again, as a base that touches, or higher up.
    let beside =
        go_on(unsold(game, 0, 6, "beside"), "= *:back=6@0 rounds=0,0\n* stays\n= 0:try-again aside=6");
    go_on(beside.clone(), "0 place 6 drop\n* beside\n* stays\n= 0:try-again");
    go_on(beside.clone(), "0 place 6 drop\n* base 3\n= 1:sell plots=1+3+6:30.000/2+5:31.000");
    go_on(beside.clone(), "0 place 6 drop\n* stands 9\n= 1:sell plots=1+3+6:39.000/2+5:31.000");
    go_on(beside, "0 pass\n= rounds=0,1");
}

/// Under the first version a base that touches none was a fall.
#[test]
fn a_base_beside_under_the_first_version() {
    let first = Bausack::new_under(1, &options(Mode::Reds), 2).unwrap();
    let game = go_on(first, "0 sell 1 high\n1 pass\n0 place 1 drop\n* stands 30");
    let game = go_on(game, "1 sell 2 high\n0 pass\n1 place 2 drop\n* stands 30");
    go_on(game, "0 sell 3 high\n1 pass\n0 place 3 drop\n* beside\n= rounds=0,1");
}

/// S34, S28: every other block must raise the tower.
#[test]
fn s34_other_blocks_raise_the_tower() {
    let game = unsold(play(Mode::Reds, 2, ""), 0, 1, "stands 30");
    let game = unsold(game, 1, 2, "stands 30");
    let game = unsold(game, 0, 3, "stands 0.4");
    go_on(game.clone(), "* falls 1\n= 0:sell rounds=0,1");
    let game = go_on(game, "* stays");
    go_on(game.clone(), "= 0:try-again plots=1:30.000/2:30.000\n0 place 3 drop\n* stands 0.5\n= 1:sell");
    go_on(game.clone(), "0 place 3 drop\n* base 1\n= 1:sell plots=1+3:30.000/2:30.000");
    // Giving up is a fall, and loses the round.
    go_on(game, "0 pass\n= 0:sell rounds=0,1 plots=-/-");
}

/// S35: three reds at rest win the round, whoever placed them there and whoever bought them.
#[test]
fn s35_three_reds() {
    let reds = reds();
    let game = unsold(play(Mode::Reds, 2, ""), 0, reds[0], "stands 30");
    let game = unsold(game, 1, reds[1], "stands 30");
    let game = unsold(game, 0, reds[2], "stands 30");
    let game = unsold(game, 1, 3, "stands 30");
    // Seat 1 buys the third and gives it to seat 0: a fine gift.
    let game = go_on(game, &format!("0 sell {} high\n1 bid 2\n0 pass\n1 give 0\n= beans=10,8", reds[3]));
    let red = reds[3];
    // It has not come to rest on the tower as long as it does not raise it.
    let game = go_on(game, &format!("0 place {red} drop\n* stands 0\n* stays\n= 0:try-again rounds=0,0"));
    // S36: the loser starts; S3: ten beans each again.
    go_on(
        game,
        &format!("0 place {red} drop\n* stands 1\n= 1:sell rounds=1,0 beans=10,10 plots=-/- market=1-70"),
    );
}

/// S35: a red base counts.
#[test]
fn s35_red_bases_count() {
    let reds = reds();
    let game = unsold(play(Mode::Reds, 2, ""), 0, reds[0], "stands 30");
    let game = unsold(game, 1, 3, "stands 30");
    let game = unsold(game, 0, reds[1], &format!("base {}", reds[0]));
    let game = unsold(game, 1, 5, "stands 30");
    go_on(unsold(game, 0, reds[2], &format!("base {}", reds[1])), "= 1:sell rounds=1,0");
}

/// S35: the opponent's fall wins it, even when the block would have been the third red.
#[test]
fn s35_a_fall() {
    go_on(unsold(play(Mode::Reds, 2, ""), 0, 1, "bumps"), "= 0:sell rounds=0,1");
    let reds = reds();
    let game = unsold(play(Mode::Reds, 2, ""), 0, reds[0], "stands 30");
    let game = unsold(game, 1, 3, "stands 30");
    let game = unsold(game, 0, reds[1], "stands 30");
    let game = unsold(game, 1, 5, "stands 30");
    go_on(unsold(game, 0, reds[2], &format!("falls {}", reds[1])), "= 0:sell rounds=0,1");
}

/// S36: three rounds win the match.
#[test]
fn s36_first_to_three_rounds() {
    let game = with(&play(Mode::Reds, 2, ""), &[("/play/reds/rounds", "[2,2]")]);
    over(&unsold(game, 0, 1, "bumps"), Some("S36"), &[2, 1]);
}

/// S36: the market is empty: more reds, then the taller tower, else both have the round.
#[test]
fn s36_an_empty_market() {
    let red = reds()[0];
    let start = |market: &[u8]| with_market(&play(Mode::Reds, 2, ""), market);
    let game = unsold(start(&[3, red]), 0, 3, "stands 50");
    go_on(unsold(game, 1, red, "stands 10"), "= 0:sell rounds=0,1 market=1-70");
    let game = unsold(start(&[3, 5]), 0, 3, "stands 50");
    go_on(unsold(game.clone(), 1, 5, "stands 49"), "= 1:sell rounds=1,0");
    // A tie counts for both, and the other seat starts.
    go_on(unsold(game, 1, 5, "stands 49.5"), "= 1:sell rounds=1,1");
    let game = with(&start(&[3, 5]), &[("/play/reds/rounds", "[2,2]")]);
    over(&unsold(unsold(game, 0, 3, "stands 50"), 1, 5, "stands 50"), Some("S36"), &[1, 1]);
}
