//! Seats that leave the game (B2).

use crate::play::{act, over, position, to_act};
use game::{Actor, Game, Seat};

#[test]
fn a_seat_that_leaves_is_skipped_and_ends_last() {
    let mut game = position("r1..../...../..b1../...../r1...y1 r 10,10,10");
    game.forfeit(Seat(0));
    assert_eq!(game.to_string(), "r1..../...../..b1../...../r1...y1 b 10,10,10");
    act(&mut game, "a4");
    game.forfeit(Seat(0));
    assert_eq!(game.apply(Actor::Seat(Seat(0)), &"e5".parse().unwrap()).unwrap_err().article, "B2");
    act(&mut game, "b5"); // its piles are taken like any others
    assert_eq!(game.to_string(), ".y1.../b1..../..b1../...../r1...y1 b 10,9,9");
    game.forfeit(Seat(2));
    over(&game, "B2", &[2, 1, 2]);

    // Out of its turn; and however many cells it holds.
    let mut game = position("r1r1../..../..../...b1 b 18,2");
    game.forfeit(Seat(0));
    over(&game, "B2", &[2, 1]);
    // Those who left share the last place at any end, and nobody waits for them to pass.
    let mut game = position("r2r2r2r2r2/r2r2b2b2b2/b2b2b2y2y2/y2y2y2y2g2/g2g2g2g2g2 r 2,4,4,4");
    game.forfeit(Seat(0));
    game.forfeit(Seat(2));
    assert_eq!(to_act(&game), Seat(1));
    act(&mut game, "pass");
    assert_eq!(to_act(&game), Seat(3));
    act(&mut game, "pass");
    over(&game, "B18", &[3, 1, 3, 1]);
    // After the end there is nothing left to leave.
    let ended = game;
    game.forfeit(Seat(1));
    assert_eq!(game, ended);
}
