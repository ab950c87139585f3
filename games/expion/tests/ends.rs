//! How games end, by the articles and when seats leave.

mod play;

use expion::Expion;
use game::{Actor, Game, Seat, SeatSet, Turn, Viewer};
use play::{act, cases, opening, over, position, sketch, to_act};

/// Plays an action that ends the game: the position after it, the article, the places.
fn ends(seats: u8, before: &str, action: &str, after: &str, article: &str, places: &[u8]) {
    let mut game = position(seats, before);
    act(&mut game, action);
    assert_eq!(game.to_string(), sketch(after));
    over(&game, article, places);
}

#[test]
fn x17_the_ball_in_an_adverse_camp() {
    ends(2, "s:c4 w:a5 x:b4 0 - 0", "c4>b4", "s:b4 w:a5 x:a4 1 - 1", "X17", &[1, 2]);
    ends(2, "n:g4 w:a5 x:h4 0 - 0", "g4>h4", "n:h4 w:a5 x:i4 1 - 1", "X17", &[1, 2]);
    ends(2, "w:d7 n:c9 x:d8 1 - 0", "d7>d8", "w:d8 n:c9 x:d9 0 - 1", "X17", &[2, 1]);
    ends(2, "e:d3 n:c9 x:d2 1 ! 0", "d3>d2", "e:d2 n:c9 x:d1 0 ! 1", "X17", &[2, 1]);
    // Partners win together.
    ends(3, "w:d7 e:i2 n:c9 x:d8 2 - 0 w", "d7>d8", "w:d8 e:i2 n:c9 x:d9 0 - 1 e", "X17", &[2, 1, 1]);
    ends(4, "w:d7 e:i2 n:c9 x:d8 3 - 0", "d7>d8", "w:d8 e:i2 n:c9 x:d9 0 - 1", "X17", &[2, 1, 2, 1]);
    ends(4, "s:c4 n:b9 w:a5 x:b4 2 - 0", "c4>b4", "s:b4 n:b9 w:a5 x:a4 3 - 1", "X17", &[1, 2, 1, 2]);
    // A winning push captures like any other, and wins even as the 200th quiet turn.
    ends(2, "s:c4,b6 w:b5,a2 x:b4 0 - 7", "c4>b4", "s:b4,b6 w:a2 x:a4 1 ! 0", "X17", &[1, 2]);
    ends(2, "s:c4 w:a5 x:b4 0 - 199", "c4>b4", "s:b4 w:a5 x:a4 1 - 200", "X17", &[1, 2]);
    // In front of the camps nothing is won yet.
    cases(2, "s:d4 w:a5 x:c4 0 - 0 | d4>c4 | s:c4 w:a5 x:b4 1 - 1");
}

#[test]
fn x18_a_side_without_marbles() {
    ends(2, "n:d5,f6 e:e5 x:b4 0 ! 0", "f6-f5", "n:d5,f5 x:b4 1 ! 0", "X18", &[1, 2]);
    ends(2, "e:e6 w:d4 s:d5 x:b3 1 ! 9", "e6-d6", "e:d6 w:d4 x:b3 0 ! 0", "X18", &[2, 1]);
    // By the chameleon, several at once, and with partners.
    ends(2, "s:d6,f4 e:e5 x:d5 0 - 0", "f4-f5*", "s:d6,f5 x:d5 1 ! 0", "X18", &[1, 2]);
    ends(4, "n:c5,e6,g5 e:d5 w:f5 x:b3 0 - 0", "e6-e5", "n:c5,e5,g5 x:b3 0 ! 0", "X18", &[1, 2, 1, 2]);
    ends(4, "n:c5,e6 s:b1 e:d5 x:b3 0 - 0", "e6-e5", "n:c5,e5 s:b1 x:b3 2 ! 0", "X18", &[1, 2, 1, 2]);
    ends(3, "n:c5,e6 w:d5 x:b3 0 ! 0 w", "e6-e5", "n:c5,e5 x:b3 2 ! 0 w", "X18", &[1, 2, 2]);
    ends(3, "e:e6 w:d4 s:d5 x:b3 1 ! 9 e", "e6-d6", "e:d6 w:d4 x:b3 0 ! 0 w", "X18", &[2, 1, 1]);
    // A marble in camp is a marble; a colour without any is not yet a side without any.
    cases(
        4,
        "
        n:c5,e6 e:d5,i8 x:b3 0 - 0 | e6-e5 | n:c5,e5 e:i8 x:b3 1 ! 0
        n:c5,e6 e:d5 w:a8 x:b3 0 - 0 | e6-e5 | n:c5,e5 w:a8 x:b3 3 ! 0
        ",
    );
}

#[test]
fn x19_two_hundred_quiet_turns() {
    ends(2, "n:d5 e:i2 x:b4 0 - 199", "d5-d4", "n:d4 e:i2 x:b4 1 - 200", "X19", &[1, 1]);
    ends(3, "n:d5 e:i2 x:b4 0 ! 199 e", "d5-d4", "n:d4 e:i2 x:b4 1 ! 200 e", "X19", &[1, 1, 1]);
    ends(4, "n:d5 e:i2 x:b4 0 ! 199", "d5-d4", "n:d4 e:i2 x:b4 1 ! 200", "X19", &[1, 1, 1, 1]);
    // A push is quiet, and so is a pass.
    ends(2, "n:d5 e:i2 x:d4 0 - 199", "d5>d4", "n:d4 e:i2 x:d3 1 - 200", "X19", &[1, 1]);
    let walled = "e:b5 w:b4,b6,c3 n:g2 x:h5";
    ends(4, &format!("{walled} 1 - 199"), "pass", &format!("{walled} 3 - 200"), "X19", &[1, 1, 1, 1]);
    cases(
        2,
        "
        # One turn less is no draw; a capture, a marble that leaves its camp, or both start the count again.
        n:d5 e:i2 x:b4 0 - 198 | d5-d4 | n:d4 e:i2 x:b4 1 - 199
        n:d5,f6 e:e5,i2 x:b4 0 - 199 | f6-f5 | n:d5,f5 e:i2 x:b4 1 ! 0
        n:d9 e:i2 x:b4 0 - 199 | d9-d8 | n:d8 e:i2 x:b4 1 - 0
        n:d9 e:i2 x:d8 0 - 199 | d9>d8 | n:d8 e:i2 x:d7 1 - 0
        ",
    );
}

/// X19: the board shows how many quiet turns are left, from the first one on.
#[test]
fn x19_the_view_counts_down() {
    let left = |game: &Expion| serde_json::to_value(game.view(Viewer::Public)).unwrap()["quiet_left"].clone();
    let mut game = position(2, "n:d5,d9 e:i2 x:b4 0 - 197");
    assert_eq!(left(&game), 3);
    act(&mut game, "d5-d4");
    assert_eq!(left(&game), 2);
    act(&mut game, "i2-h2");
    assert_eq!(left(&game), 200);
}

/// Two seats: whoever leaves has lost.
#[test]
fn a_side_that_nobody_plays_has_lost() {
    for (seats, leavers, places) in [
        (2, &[0][..], &[2, 1][..]),
        (2, &[1], &[1, 2]),
        (3, &[0], &[2, 1, 1]),
        (3, &[1, 2], &[1, 2, 2]),
        (4, &[0, 2], &[2, 1, 2, 1]),
        (4, &[3, 0, 1], &[1, 2, 1, 2]),
    ] {
        let mut game = opening(seats);
        for leaver in leavers {
            assert!(matches!(game.turn(), Turn::Seats(_)));
            game.forfeit(Seat(*leaver));
        }
        let Turn::Over(outcome) = game.turn() else { panic!("{seats} seats without {leavers:?} go on") };
        assert_eq!(outcome.places().as_slice(), places);
        assert_eq!(game.ended_by(), None);
        // Leaving a game that is over changes nothing.
        let before = game;
        Seat::all(seats).for_each(|seat| game.forfeit(seat));
        assert_eq!(game, before);
        let article = ["X6", "X7", "X5"][seats as usize - 2];
        let refusal = game.apply(Actor::Seat(Seat(0)), &"d9-d8".parse().unwrap()).unwrap_err();
        assert_eq!(refusal.article, article);
    }
}

/// The partner plays the turns of the one who left, with the marbles of that turn.
#[test]
fn a_partner_plays_on_alone() {
    let mut game = opening(4);
    game.forfeit(Seat(1));
    for (seat, action) in [(0, "d9-d6"), (3, "i4-g4"), (2, "c1-c2"), (3, "a3-d3"), (0, "e9-e8"), (3, "g4-g5")]
    {
        assert_eq!(game.turn(), Turn::Seats(SeatSet::one(Seat(seat))));
        act(&mut game, action);
    }

    let mut game = opening(3);
    game.forfeit(Seat(2));
    for (seat, action) in [(0, "d9-d6"), (1, "i4-g4"), (0, "c1-c2"), (1, "a3-d3"), (0, "e9-e8"), (1, "g4-g5")]
    {
        assert_eq!(game.turn(), Turn::Seats(SeatSet::one(Seat(seat))));
        act(&mut game, action);
    }

    // It is still the turn of one colour, and the other one may not move in it.
    let mut game = position(4, "n:d6 s:d3 e:f5 w:c5 x:b4 0 - 0");
    game.forfeit(Seat(0));
    assert_eq!(to_act(&game), Seat(2));
    let refusal = game.apply(Actor::Seat(Seat(2)), &"d3-d4".parse().unwrap()).unwrap_err();
    assert_eq!(refusal.article, "X5");
    act(&mut game, "d6-d5");
    assert_eq!(game.to_string(), sketch("n:d5 s:d3 e:f5 w:c5 x:b4 1 - 1"));

    // The side wins or loses as one.
    let mut game = position(4, "w:d7 e:i2 n:c9 x:d8 3 - 0");
    game.forfeit(Seat(3));
    assert_eq!(to_act(&game), Seat(1));
    act(&mut game, "d7>d8");
    over(&game, "X17", &[2, 1, 2, 1]);
}
