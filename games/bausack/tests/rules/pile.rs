//! La Bonne Pile (S28–S32).

use crate::play::{go_on, listed, over, play, with, with_market};
use bausack::{Bausack, Mode};
use game::Listing;

/// A base of 30 mm for each seat, in turn: block s + 1 for seat s.
fn with_bases(seats: u8) -> Bausack {
    (0..seats).fold(play(Mode::Pile, seats, ""), |game, seat| {
        let passes: String = (1..seats).map(|step| format!("{} pass\n", (seat + step) % seats)).collect();
        let block = seat + 1;
        go_on(game, &format!("{seat} sell {block} high\n{passes}{seat} place {block} drop\n* stands 30"))
    })
}

/// Seat 0 offers block 40 as a gift, nobody bids, and it goes to `receiver`.
fn gift(game: Bausack, others: &[u8], receiver: u8) -> Bausack {
    let passes: String = others.iter().map(|seat| format!("{seat} pass\n")).collect();
    go_on(game, &format!("0 sell 40 gift\n{passes}0 give {receiver}"))
}

/// S28: half a millimetre is enough, less is no placement: the block is taken off, and the seat tries again.
#[test]
fn s28_every_block_raises_the_tower() {
    let won = "0 sell 40 high\n1 pass\n0 place 40 drop\n";
    go_on(with_bases(2), &format!("{won}* stands 0.5\n= 1:sell plots=1+40:30.500/2:30.000"));
    let game = go_on(
        with_bases(2),
        &format!(
            "
            {won}
            * stands 0.499
            = *:back=40@0
            0 place 40 drop ! S9
            * stays
            = 0:try-again plots=1:30.000/2:30.000 aside=40
            0 place 41 drop ! S28 41
            0 stop ! S28 40
            1 pass ! S12 0
            0 place 40 drop
            # Pushed lower: it is as high as it now is, and must rise from there.
            * sinks 2
            * sinks 1
            = 0:try-again plots=1:27.000/2:30.000
            0 place 40 drop
            * stands 0.5
            = 1:sell plots=1+40:27.500/2:30.000
            "
        ),
    );
    assert!(game.placement().is_none());
    let again = go_on(with_bases(2), &format!("{won}* stands 0\n* stays"));
    assert_eq!(listed(&again), (vec!["pass".to_owned(), "place 40 drop".to_owned()], Listing::Partial));
}

/// S28: giving up is a fall; so is what falls when the block is taken off again.
#[test]
fn s28_giving_up_is_a_fall() {
    let low = "0 sell 40 high\n1 pass\n2 pass\n0 place 40 drop\n* stands 0\n";
    let out = "= 1:sell out=0 plots=-/2:30.000/3:30.000 beans=0,10,10 market=1,4-70";
    go_on(with_bases(3), &format!("{low}* stays\n0 pass\n{out}"));
    go_on(with_bases(3), &format!("{low}* falls 1\n{out}"));
}

/// S28: the tower that was pushed keeps the poses that it now has; Nature says how it stands without the block.
#[test]
fn s28_what_was_pushed_stays_pushed() {
    let mut game = go_on(with_bases(2), "0 sell 40 high\n1 pass\n0 place 40 drop");
    let mut settled = crate::play::stands(&game.placement().unwrap(), 30_000);
    settled.tower.blocks[0].pose.at = [5, 6, 7];
    game.perform(game::Actor::Nature, &bausack::Action::Rest(Box::new(settled))).unwrap();
    let asked = game.placement().unwrap();
    assert_eq!(
        (asked.gesture, asked.tower.blocks.len(), asked.tower.blocks[0].pose.at),
        (None, 1, [5, 6, 7])
    );
    let game = go_on(game, "* stays\n= 0:try-again");
    assert_eq!(game.table().plots[0].tower.blocks[0].pose.at, [5, 6, 7]);
}

/// S29: highest bidder or gift, and nothing else.
#[test]
fn s29_two_auctions() {
    let game = play(
        Mode::Pile,
        3,
        "
        = 0:sell beans=10,10,10
        0 sell 5 reverse ! S29 5
        0 sell 71 gift ! S29 71
        0 stop ! S31
        0 sell 5 gift
        1 bid 2
        2 bid 1 ! S23 5
        2 pass
        0 bid 3
        1 pass
        # The winner pays, and gives.
        = 0:give beans=7,10,10 aside=5
        0 keep ! S29 5
        0 give 0 ! S29 0
        0 give 7 ! S29 7
        0 place 5 drop ! S29 5
        0 give 2
        = 2:self-or-giver
        2 keep ! S30 5
        2 self
        2 place 5 drop
        * stands 30
        = 1:sell plots=-/-/5:30.000
        ",
    );
    assert_eq!(listed(&game).0.len(), 69 * 2);
}

/// S29: no bid for a gift: the seller gives it, for nothing.
#[test]
fn s29_no_bid_for_a_gift() {
    play(
        Mode::Pile,
        3,
        "0 sell 5 gift\n1 pass\n2 pass\n= 0:give beans=10,10,10\n0 give 1\n= 1:self-or-giver",
    );
}

/// S30: the receiver places it himself, and a fall puts him out.
#[test]
fn s30_the_receiver_places() {
    let game = gift(with_bases(3), &[1, 2], 2);
    go_on(
        game,
        "
        2 self
        = 2:build-won
        2 place 40 drop
        * falls
        = 1:sell out=2 plots=1:30.000/2:30.000/- beans=10,10,0 market=3-70
        ",
    );
}

/// S30: the giver places it on the receiver's tower.
#[test]
fn s30_the_giver_places() {
    go_on(
        gift(with_bases(3), &[1, 2], 2),
        "
        2 giver
        = 0:build-won
        0 place 40 drop
        = *:rest=40@2
        * stands 10
        = 1:sell plots=1:30.000/2:30.000/3+40:40.000
        ",
    );
}

/// A gift of seat 0 has brought down blocks 5 and 6 of seat 2, who rebuilds.
fn rebuilding() -> Bausack {
    let base = with_bases(3);
    let game = (5..=6).fold(base, |game, block| {
        let game = with(&game, &[("/play/pile/seller", "2")]);
        go_on(game, &format!("2 sell {block} high\n0 pass\n1 pass\n2 place {block} drop\n* stands 20"))
    });
    go_on(
        gift(game, &[1, 2], 2),
        "= plots=1:30.000/2:30.000/3+5+6:70.000\n2 giver\n0 place 40 drop\n* falls 6 40 5",
    )
}

/// S30: the giver's fall: he is out with his own tower, the gift is off, and the receiver rebuilds.
#[test]
fn s30_the_giver_brings_it_down() {
    let game = go_on(
        rebuilding(),
        "
        = 2:rebuild out=0 aside=5-6 plots=-/2:30.000/3:70.000 beans=0,10,10 market=1,4,7-70
        2 place 40 drop ! S30 40
        2 pass ! S30
        2 sell 7 gift ! S30
        1 sell 7 gift ! S12 2
        ",
    );
    assert_eq!(
        listed(&game),
        (["done", "place 5 drop", "place 6 drop"].map(String::from).to_vec(), Listing::Partial)
    );
}

/// S30: rebuilding: a collapse costs nothing, and it ends when he says so, or when all stands again.
#[test]
fn s30_rebuilding() {
    go_on(
        rebuilding(),
        "
        2 place 6 drop
        * stands 20
        = 2:rebuild aside=5 plots=-/2:30.000/3+6:90.000
        # It falls again, with what it stood on: both are his to try once more.
        2 place 5 drop
        * falls
        = 2:rebuild aside=5-6 out=0
        # So is a table that was struck.
        2 place 5 drop
        * bumps
        = 2:rebuild aside=6
        # A block that does not raise the tower is no placement here either.
        2 place 6 drop
        * stands 0.2
        * stays
        = 2:rebuild aside=6
        # Nor does it cost anything if the rest falls when it is taken off.
        2 place 6 drop
        * stands 0.2
        * falls 5
        = 2:rebuild aside=5-6
        2 place 5 drop
        * stands 20
        2 done
        = 1:sell plots=-/2:30.000/3+5:120.000 market=1,4,6-70
        ",
    );
    go_on(rebuilding(), "2 place 5 drop\n* stands 20\n2 place 6 drop\n* stands 20\n= 1:sell market=1,4,7-70");
}

/// S30, S28: the giver gives up, or strikes the table: he is out, and the tower is as it was without the gift.
#[test]
fn s30_the_giver_gives_up() {
    let gift = gift(with_bases(3), &[1, 2], 2);
    let out = "= 1:sell out=0 plots=-/2:30.000/3:30.000 market=1,4-70";
    let game = go_on(gift.clone(), "2 giver\n0 place 40 drop\n* stands 0\n* stays\n= 0:try-again");
    go_on(game, &format!("0 pass\n{out}"));
    go_on(gift, &format!("2 giver\n0 place 40 drop\n* bumps\n= *:back=40@2\n* stays\n{out}"));
    // On an empty plot nothing is left to ask about.
    let first =
        play(Mode::Pile, 3, "0 sell 40 gift\n1 pass\n2 pass\n0 give 2\n2 giver\n0 place 40 drop\n* bumps");
    go_on(first, "= 1:sell out=0 plots=-/-/- market=1-70");
}

/// S30: the gift stands and others fell: it is taken off, and what that brings down is rebuilt too.
#[test]
fn s30_the_gift_is_taken_off() {
    let game = with(&with_bases(3), &[("/play/pile/seller", "2")]);
    let game = go_on(game, "2 sell 5 high\n0 pass\n1 pass\n2 place 5 drop\n* stands 20");
    let game = with(&game, &[("/play/pile/seller", "2")]);
    let game = go_on(game, "2 sell 6 high\n0 pass\n1 pass\n2 place 6 drop\n* stands 20");
    let game = go_on(
        gift(game, &[1, 2], 2),
        "2 giver\n0 place 40 drop\n* falls 5\n= *:back=40@2 plots=1:30.000/2:30.000/3+6:70.000",
    );
    go_on(game.clone(), "* sinks 20\n= 2:rebuild out=0 aside=5 plots=-/2:30.000/3+6:50.000");
    go_on(game.clone(), "* falls 6\n= 2:rebuild out=0 aside=5-6");
    // Nobody loses a block if the giver leaves just then.
    go_on(game, "- 0\n= 1:sell plots=-/2:30.000/3+6:70.000 market=1,4-5,7-70");
}

/// S31: one stops on one's turn, before the auction, for good.
#[test]
fn s31_stopping() {
    let game = go_on(
        with_bases(3),
        "
        1 stop ! S12 0
        0 stop
        # The turn goes on, with a gift.
        = 0:sell stopped=0
        0 stop ! S31
        0 sell 40 high ! S31 40
        0 sell 40 gift
        1 stop ! S29 40
        1 pass
        2 bid 1
        0 bid 2
        2 pass
        = 0:give beans=8,10,10
        0 give 1
        1 self
        1 place 40 drop
        * stands 10
        # Whoever has stopped is not asked in other auctions.
        1 sell 41 high
        = 2:call in=1,2
        2 pass
        1 place 41 drop
        * stands 10
        # And never receives.
        2 sell 42 gift
        0 pass
        1 bid 1
        2 pass
        1 give 0 ! S29 0
        1 give 2
        = 2:self-or-giver
        ",
    );
    drop(game);
}

/// S31: there must be a tower to stop.
#[test]
fn s31_no_tower_no_stop() {
    play(Mode::Pile, 2, "0 stop ! S31");
}

/// S32: the last who builds goes on alone, from the market, without auctions.
#[test]
fn s32_the_last_builder() {
    let alone = go_on(
        with_bases(2),
        "
        0 stop
        = 1:build-freely stopped=0
        1 sell 40 high ! S32
        1 place 1 drop ! S32 1
        1 place 40 drop
        * stands 0.3
        * stays
        = 1:try-again
        1 stop ! S28 40
        1 place 41 drop ! S28 41
        1 place 40 drop
        * stands 5
        = 1:build-freely plots=1:30.000/2+40:35.000 market=3-39,41-70
        ",
    );
    over(&go_on(alone.clone(), "1 stop"), Some("S32"), &[2, 1]);
    // Brought down, or given up: the stopped tower stands and wins.
    over(&go_on(alone.clone(), "1 place 41 drop\n* falls"), Some("S32"), &[1, 2]);
    over(&go_on(alone, "1 place 41 drop\n* stands 0\n* stays\n1 pass"), Some("S32"), &[1, 2]);
}

/// S32: all stopped: the tallest wins, ties are shared.
#[test]
fn s32_the_tallest_wins() {
    let game = go_on(with_bases(3), "0 sell 40 high\n1 bid 1\n2 pass\n0 pass\n1 place 40 drop\n* stands 9");
    let game = go_on(
        game,
        "
        1 stop
        1 sell 41 gift
        2 pass
        0 pass
        1 give 0
        0 self
        0 place 41 drop
        * stands 9.4
        2 stop
        = 0:build-freely stopped=1,2
        0 stop
        ",
    );
    over(&game, Some("S32"), &[1, 1, 3]);
}

/// S32: none standing: nobody wins, so nobody is ahead of anybody.
#[test]
fn s32_nobody_wins() {
    let game =
        go_on(with_bases(2), "0 sell 40 high\n1 pass\n0 place 40 drop\n* falls\n= 1:build-freely out=0");
    over(&go_on(game, "1 place 40 drop\n* falls"), Some("S32"), &[1, 1]);
}

/// S32: the last builder who has no tower must build one; an empty market ends it all.
#[test]
fn s32_an_empty_market() {
    let game =
        go_on(play(Mode::Pile, 2, ""), "0 sell 1 high\n1 pass\n0 place 1 drop\n* bumps\n= 1:build-freely");
    go_on(game, "1 stop ! S31");
    let game = with_market(&with_bases(2), &[40]);
    let game = go_on(game, "0 sell 40 high\n1 bid 1\n0 pass\n1 place 40 drop\n* stands 2");
    over(&game, Some("S32"), &[2, 1]);
}
