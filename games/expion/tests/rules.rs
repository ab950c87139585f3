//! The board, the seats and the moves, article by article: a position, an action, and the position after it or the
//! refusal.

mod play;

use expion::{Camp, Cell, Expion, Side};
use game::{Actor, Game, NoOptions, Seat, SeatSet, Team, Turn};
use play::{act, cases, listed, listed_from, opening, position, refuses};

#[test]
fn x1_the_area_and_the_camps() {
    let camp = |colour| Cell::all().filter(move |cell| cell.camp() == Some(colour));
    let names = |colour| camp(colour).map(|cell| cell.to_string()).collect::<Vec<_>>().join(" ");
    assert_eq!(names(Camp::North), "b9 c9 d9 e9 f9 g9 h9");
    assert_eq!(names(Camp::South), "b1 c1 d1 e1 f1 g1 h1");
    assert_eq!(names(Camp::West), "a2 a3 a4 a5 a6 a7 a8");
    assert_eq!(names(Camp::East), "i2 i3 i4 i5 i6 i7 i8");
    assert_eq!(Cell::all().count(), 77);
    assert_eq!(Cell::all().filter(|cell| cell.bit() != 0).count(), 49);
    cases(
        2,
        "
        # Nothing is in the four corners.
        n:b9 e:i2 x:e5 0 - 0 | a9-b9 | X1 a9
        n:b9 e:i2 x:e5 0 - 0 | b9-a9 | X1 a9
        n:b9 e:i2 x:e5 0 - 0 | b9>i9 | X1 i9
        n:b2 e:i2 x:e5 0 - 0 | b2-a1 | X1 a1
        n:b2 e:i2 x:e5 0 - 0 | i1-b2 | X1 i1
        ",
    );
}

#[test]
fn x2_special_cells() {
    let special: Vec<String> =
        Cell::all().filter(|cell| cell.is_special()).map(|cell| cell.to_string()).collect();
    assert_eq!(special, ["b2", "h2", "b8", "h8"]);
    cases(
        2,
        "
        # The ball never comes there, from either side.
        n:d8 e:i2 x:c8 0 - 0 | d8>c8 | X2 b8
        n:d2 e:i2 x:c2 0 - 0 | d2>c2 | X2 b2
        n:f8 e:i2 x:g8 0 - 0 | f8>g8 | X2 h8
        n:f2 e:i2 x:g2 0 - 0 | f2>g2 | X2 h2
        s:b6 e:i2 x:b7 0 - 0 | b6>b7 | X2 b8
        n:h4 e:i2 x:h3 0 - 0 | h4>h3 | X2 h2
        # Marbles do, by a step or out of a camp.
        n:c8 e:i2 x:e5 0 - 0 | c8-b8 | n:b8 e:i2 x:e5 1 - 1
        n:b9 e:i2 x:e5 0 - 0 | b9-b8 | n:b8 e:i2 x:e5 1 - 0
        s:h1 e:i3 x:e5 0 - 0 | h1-h2 | s:h2 e:i3 x:e5 1 - 0
        e:i8 s:h1 x:e5 1 - 0 | i8-h8 | e:h8 s:h1 x:e5 0 - 0
        # Nothing is special about the cells beside them.
        n:e8 e:i2 x:d8 0 - 0 | e8>d8 | n:d8 e:i2 x:c8 1 - 1
        ",
    );
}

#[test]
fn x3_setting_up() {
    let rows = "#nnnnnnn#/w.......e/w.......e/w.......e/w...x...e/w.......e/w.......e/w.......e/#sssssss#";
    assert_eq!(opening(2).to_string(), format!("{rows} 0 - 0"));
    assert_eq!(opening(3).to_string(), format!("{rows} 0 - 0 e"));
    assert_eq!(opening(4).to_string(), format!("{rows} 0 - 0"));
    cases(
        2,
        "
        # Nothing moves or pushes diagonally.
        n:d5 e:i2 x:b4 0 ! 0 | d5-e4 | X3 d5 e4
        n:d5 e:i2 x:b4 0 ! 0 | d5-c6 | X3 d5 c6
        n:d9 e:i2 x:b4 0 ! 0 | d9-e8 | X3 d9 e8
        n:d5 e:i2 x:e4 0 ! 0 | d5>e4 | X3 d5 e4
        n:d5 e:i2 x:e4 0 ! 0 | d5-d5 | X3 d5 d5
        # Nothing captures diagonally: c4 and e6 are around d5, but so are no two in line.
        n:c4,e7 e:d5 x:b4 0 - 0 | e7-e6 | n:c4,e6 e:d5 x:b4 1 - 1
        # The ball touches nothing diagonally (X16).
        n:d6,g6 e:f5 x:e5 0 - 0 | g6-g5 | n:d6,g5 e:f5 x:e5 1 - 1
        n:d6,g6 e:f5 x:e5 0 - 0 | g6-g5* | X16 g5 e5
        ",
    );
}

/// X4: North and South are one side, East and West the other.
#[test]
fn x4_colours_and_sides() {
    let sides = Camp::ALL.map(|camp| (camp.letter(), camp.side()));
    let (vertical, horizontal) = (Side::NorthSouth, Side::EastWest);
    assert_eq!(sides, [('n', vertical), ('e', horizontal), ('s', vertical), ('w', horizontal)]);
    for (seats, teams) in [(2, &[0, 1][..]), (3, &[0, 1, 1]), (4, &[0, 1, 0, 1])] {
        let found: Vec<Team> = Seat::all(seats).map(|seat| opening(seats).team(seat)).collect();
        assert_eq!(found, teams.iter().copied().map(Team).collect::<Vec<_>>());
    }
    // North and South never capture each other, whoever plays them.
    cases(
        4,
        "
        n:c5,e6 s:d5 e:i2 x:b4 0 - 0 | e6-e5 | n:c5,e5 s:d5 e:i2 x:b4 1 - 1
        e:d4,d7 w:d5 s:b1 x:b4 1 - 0 | d7-d6 | e:d4,d6 w:d5 s:b1 x:b4 2 - 1
        ",
    );
}

#[test]
fn x5_four_seats_in_the_order_north_east_south_west() {
    let mut game = opening(4);
    for (turn, action) in ["d9-d6", "i4-g4", "c1-c2", "a3-d3", "d6-d5", "g4-g5"].into_iter().enumerate() {
        let seat = Seat(turn as u8 % 4);
        assert_eq!(game.turn(), Turn::Seats(SeatSet::one(seat)));
        for other in Seat::all(4).filter(|other| *other != seat) {
            assert_eq!(game.apply(Actor::Seat(other), &action.parse().unwrap()).unwrap_err().article, "X5");
        }
        act(&mut game, action);
    }
    assert!(game.may_confer().is_empty());
    cases(
        4,
        "
        # Each its own colour: not the partner's, not an adverse one, not the ball.
        n:d5 s:d3 e:f5 x:b4 0 - 0 | d3-d4 | X5 d3
        n:d5 s:d3 e:f5 x:b4 2 - 0 | d5-d4 | X5 d5
        n:d5 s:d3 e:f5 x:b4 0 - 0 | f5-e5 | X5 f5
        n:d5 s:d3 e:f5 x:b4 0 - 0 | b4-b5 | X5 b4
        n:d5 s:d3 e:f5 x:b4 0 - 0 | g7-g6 | X5 g7
        n:d5 s:d3 e:f5 x:b4 2 - 0 | d3-d4 | n:d5 s:d4 e:f5 x:b4 0 - 1
        ",
    );
    for seats in [0, 1, 5, u8::MAX] {
        assert_eq!(Expion::new(&NoOptions {}, seats).unwrap_err().article, "X5");
    }
}

#[test]
fn x6_two_seats_own_two_colours_each_and_alternate() {
    let mut game = opening(2);
    for (turn, action) in ["d9-d6", "i4-g4", "c1-c2", "a3-d3", "e1-e2", "g4-g5"].into_iter().enumerate() {
        let seat = Seat(turn as u8 % 2);
        assert_eq!(game.turn(), Turn::Seats(SeatSet::one(seat)));
        let other = Actor::Seat(seat.next(2));
        assert_eq!(game.apply(other, &action.parse().unwrap()).unwrap_err().article, "X6");
        assert_eq!(game.apply(Actor::Nature, &action.parse().unwrap()).unwrap_err().article, "X6");
        act(&mut game, action);
    }
    assert!(game.may_confer().is_empty());
    cases(
        2,
        "
        n:d6 s:d3 e:f5 w:c5 x:b4 0 - 0 | d6-d5 | n:d5 s:d3 e:f5 w:c5 x:b4 1 - 1
        n:d6 s:d3 e:f5 w:c5 x:b4 0 - 0 | d3-d4 | n:d6 s:d4 e:f5 w:c5 x:b4 1 - 1
        n:d6 s:d3 e:f5 w:c5 x:b4 1 - 0 | f5-e5 | n:d6 s:d3 e:e5 w:c5 x:b4 0 - 1
        n:d6 s:d3 e:f5 w:c5 x:b4 1 - 0 | c5-d5 | n:d6 s:d3 e:f5 w:d5 x:b4 0 - 1
        n:d6 s:d3 e:f5 w:c5 x:b4 0 - 0 | c5-d5 | X6 c5
        n:d6 s:d3 e:f5 w:c5 x:b4 1 - 0 | d6-d5 | X6 d6
        n:d6 s:d3 e:f5 w:c5 x:b4 1 - 0 | b4-b5 | X6 b4
        ",
    );
}

#[test]
fn x7_three_seats_the_allies_take_turns() {
    let mut game = opening(3);
    let order = [(0, "d9-d6"), (1, "i4-g4"), (0, "c1-c2"), (2, "a3-d3"), (0, "e1-e2"), (1, "g4-g5")];
    for (seat, action) in order {
        assert_eq!(game.turn(), Turn::Seats(SeatSet::one(Seat(seat))));
        for other in Seat::all(3).filter(|other| other.0 != seat) {
            assert_eq!(game.apply(Actor::Seat(other), &action.parse().unwrap()).unwrap_err().article, "X7");
        }
        act(&mut game, action);
    }
    assert_eq!(game.may_confer(), [SeatSet::one(Seat(1)).with(Seat(2))]);
    cases(
        3,
        "
        # The letter at the end is the ally that plays now or after seat 0.
        n:d6 s:d3 e:f5 w:c5 x:b4 0 - 0 e | d3-d4 | n:d6 s:d4 e:f5 w:c5 x:b4 1 - 1 e
        n:d6 s:d3 e:f5 w:c5 x:b4 0 - 0 w | d6-d5 | n:d5 s:d3 e:f5 w:c5 x:b4 2 - 1 w
        n:d6 s:d3 e:f5 w:c5 x:b4 1 - 0 e | f5-e5 | n:d6 s:d3 e:e5 w:c5 x:b4 0 - 1 w
        n:d6 s:d3 e:f5 w:c5 x:b4 2 - 0 w | c5-d5 | n:d6 s:d3 e:f5 w:d5 x:b4 0 - 1 e
        n:d6 s:d3 e:f5 w:c5 x:b4 1 - 0 e | c5-d5 | X7 c5
        n:d6 s:d3 e:f5 w:c5 x:b4 2 - 0 w | f5-e5 | X7 f5
        # An ally without marbles leaves all the turns to the other.
        n:d6 w:c5 x:b4 0 ! 0 w | d6-d5 | n:d5 w:c5 x:b4 2 ! 1 w
        n:d6 w:c5 x:b4 2 ! 0 w | c5-c6 | n:d6 w:c6 x:b4 0 ! 1 w
        n:d6 e:f5 x:b4 1 ! 0 e | f5-f6 | n:d6 e:f6 x:b4 0 ! 1 e
        # It loses its last marble just before its turn, or before the other's.
        n:d5,f6 e:e5 w:c2 x:b4 0 ! 0 e | f6-f5 | n:d5,f5 w:c2 x:b4 2 ! 0 w
        n:d5,f6 e:e5 w:c2 x:b4 0 ! 0 w | f6-f5 | n:d5,f5 w:c2 x:b4 2 ! 0 w
        n:d5,f6 w:e5 e:g2 x:b4 0 ! 0 w | f6-f5 | n:d5,f5 e:g2 x:b4 1 ! 0 e
        n:d5,f6 w:e5 e:g2 x:b4 0 ! 0 e | f6-f5 | n:d5,f5 e:g2 x:b4 1 ! 0 e
        # An ally that has marbles but no move passes; the other does not play for it.
        e:b5 w:b4,b6,c3 n:g2 x:c5 1 - 0 e | pass | e:b5 w:b4,b6,c3 n:g2 x:c5 0 - 1 w
        ",
    );
}

/// X8: the ways of every colour in the open, before and after the first capture.
#[test]
fn x8_forward_is_away_from_the_own_camp() {
    for (seat, letter, forward, back) in
        [(0, 'n', "d4", "d6"), (1, 'e', "c5", "e5"), (2, 's', "d6", "d4"), (3, 'w', "e5", "c5")]
    {
        let other = if seat % 2 == 0 { "e:i8" } else { "n:b9" };
        let sides = if seat % 2 == 0 { ["c5", "e5"] } else { ["d4", "d6"] };
        for (mark, ways) in [("-", vec![forward]), ("!", vec![forward, back])] {
            let game = position(4, &format!("{letter}:d5 {other} x:g2 {seat} {mark} 0"));
            let mut expected: Vec<String> =
                ways.into_iter().chain(sides).map(|to| format!("d5-{to}")).collect();
            expected.sort();
            assert_eq!(listed(&game), expected);
        }
    }
    cases(
        4,
        "
        # Beyond the middle, and at the far edge, forward is what it was.
        s:d7 e:i8 x:g2 2 - 0 | d7-d8 | s:d8 e:i8 x:g2 1 - 1
        s:d8 e:i8 x:g2 2 - 0 | d8-d7 | X11 d8 d7
        w:h5 n:b9 x:g2 3 - 0 | h5-g5 | X11 h5 g5
        ",
    );
    assert_eq!(listed(&position(4, "s:d8 e:i8 x:g2 2 - 0")), ["d8-c8", "d8-e8"]);
}

#[test]
fn x9_leaving_camp() {
    assert_eq!(listed_from(&opening(2), "d9"), ["d9-d6", "d9-d7", "d9-d8"]);
    // The ball on e5 is out of reach from everywhere.
    assert_eq!(listed_from(&opening(2), "e1"), ["e1-e2", "e1-e3", "e1-e4"]);
    cases(
        4,
        "
        n:d9 e:i2 x:e5 0 - 7 | d9-d6 | n:d6 e:i2 x:e5 1 - 0
        e:i2 n:b9 x:e5 1 - 7 | i2-f2 | e:f2 n:b9 x:e5 0 - 0
        s:b1 e:i2 x:e5 2 - 7 | b1-b3 | s:b3 e:i2 x:e5 1 - 0
        w:a8 n:b9 x:e5 3 - 7 | a8-b8 | w:b8 n:b9 x:e5 0 - 0
        # At any time: after a capture, late in the game.
        w:a8 n:b9 x:e5 3 ! 199 | a8-d8 | w:d8 n:b9 x:e5 0 ! 0
        # Three cells, forward, and no further.
        n:d9 e:i2 x:e5 0 ! 0 | d9-d5 | X9 d9
        n:d9 e:i2 x:e5 0 ! 0 | d9-d2 | X9 d9
        n:d9 e:i2 x:e5 0 ! 0 | d9-e9 | X10 e9
        # Over free cells: marbles of either side and the ball block.
        n:d9,d6 e:i2 x:e5 0 - 0 | d9-d6 | X9 d9 d6
        n:d9,d8 e:i2 x:e5 0 - 0 | d9-d7 | X9 d9 d8
        n:d9 e:d7 x:e5 0 - 0 | d9-d6 | X9 d9 d7
        n:d9 e:i2 x:d7 0 - 0 | d9-d6 | X9 d9 d7
        n:d9 e:i2 x:d8 0 - 0 | d9-d8 | X9 d9 d8
        n:d9 e:d7 x:e5 0 - 0 | d9-d8 | n:d8 e:d7 x:e5 1 - 0
        # A marble that leaves captures like any other.
        n:d9,b6 e:c6 w:a2 x:e3 0 - 3 | d9-d6 | n:d6,b6 w:a2 x:e3 3 ! 0
        ",
    );
}

#[test]
fn x10_one_step_and_never_into_a_camp() {
    cases(
        2,
        "
        n:d5 e:i2 x:b4 0 - 0 | d5-d4 | n:d4 e:i2 x:b4 1 - 1
        n:d5 e:i2 x:b4 0 - 0 | d5-c5 | n:c5 e:i2 x:b4 1 - 1
        n:d5 e:i2 x:b4 0 - 0 | d5-e5 | n:e5 e:i2 x:b4 1 - 1
        # One cell.
        n:d5 e:i2 x:b4 0 - 0 | d5-d3 | X10 d5 d3
        n:d5 e:i2 x:b4 0 ! 0 | d5-f5 | X10 d5 f5
        # Onto a free cell; the ball is pushed, not stepped on.
        n:d5,d4 e:i2 x:b4 0 - 0 | d5-d4 | X10 d4
        n:d5 e:d4 x:b4 0 - 0 | d5-d4 | X10 d4
        n:d5 e:i2 x:d4 0 - 0 | d5-d4 | X10 d4
        # Never into a camp: adverse or one's own, empty or not, forward, sideways or backward.
        n:d2 e:i2 x:b4 0 - 0 | d2-d1 | X10 d1
        n:b5 e:i2 x:b4 0 - 0 | b5-a5 | X10 a5
        n:h5 e:i5 x:b4 0 - 0 | h5-i5 | X10 i5
        n:d8 e:i2 x:b4 0 ! 0 | d8-d9 | X10 d9
        s:d8 e:i2 x:b4 0 - 0 | d8-d9 | X10 d9
        n:d9 e:i2 x:b4 0 - 0 | d9-c9 | X10 c9
        ",
    );
    // In a corner of the area, two camps are closed.
    assert_eq!(listed(&position(2, "n:b2 e:i8 x:e5 0 ! 0")), ["b2-b3", "b2-c2"]);
}

#[test]
fn x11_backward() {
    cases(
        2,
        "
        # Before the first capture of the game: only to capture.
        n:d4,f5 e:i2 x:b3 0 - 0 | d4-d5 | X11 d4 d5
        n:d4,f5 e:e5,i2 x:b3 0 - 0 | d4-d5 | n:d5,f5 e:i2 x:b3 1 ! 0
        s:d6 n:d4 e:d5,i2 x:b3 0 - 0 | d6-d5 | X10 d5
        e:d4 w:f5 n:b9 x:b3 1 - 0 | d4-e4 | X11 d4 e4
        e:e4,e6 w:a3 n:f5,b9 x:b3 1 - 0 | e4-f4 | X11 e4 f4
        e:e4,f6 w:a3 n:f5,b9 x:b3 1 - 0 | e4-f4 | e:f4,f6 w:a3 n:b9 x:b3 0 ! 0
        # The capture must be that move's own: e5 stands between two already.
        n:d5,f5,g3 e:e5,i2 x:b3 0 - 0 | g3-g4 | X11 g3 g4
        # After it: everybody.
        n:d4,f5 e:i2 x:b3 0 ! 0 | d4-d5 | n:d5,f5 e:i2 x:b3 1 ! 1
        e:d4 w:f5 n:b9 x:b3 1 ! 0 | f5-e5 | e:d4 w:e5 n:b9 x:b3 0 ! 1
        # Pushing backward is going backward.
        n:d4 e:i2 x:d5 0 - 0 | d4>d5 | X11 d4 d5
        n:d4 e:i2 x:d5 0 ! 0 | d4>d5 | n:d5 e:i2 x:d6 1 ! 1
        n:d4,f5 e:e5,i2 x:d5 0 - 0 | d4>d5 | n:d5,f5 e:i2 x:d6 1 ! 0
        ",
    );
}

#[test]
fn x12_pushing() {
    cases(
        2,
        "
        # Forward and sideways, by either colour.
        n:d5 e:i2 x:d4 0 - 0 | d5>d4 | n:d4 e:i2 x:d3 1 - 1
        n:d5 e:i2 x:e5 0 - 0 | d5>e5 | n:e5 e:i2 x:f5 1 - 1
        s:d5 e:i2 x:c5 0 - 0 | d5>c5 | s:c5 e:i2 x:b5 1 - 1
        w:d5 n:b9 x:d6 1 - 0 | d5>d6 | w:d6 n:b9 x:d7 0 - 1
        # Only the ball, only from the next cell.
        n:d5 e:i2 x:d3 0 - 0 | d5>d4 | X12 d4 d3
        n:d5 e:d4 x:d3 0 - 0 | d5>d4 | X12 d4 d3
        n:d5 e:i2 x:d3 0 - 0 | d5>d3 | X12 d5 d3
        # The cell behind it must be free.
        n:d5,d3 e:i2 x:d4 0 - 0 | d5>d4 | X12 d3
        n:d5 e:d3 x:d4 0 - 0 | d5>d4 | X12 d3
        # An adverse camp takes the ball where it is free, and only there.
        s:c4 w:a4 e:i2 x:b4 0 - 0 | c4>b4 | X12 a4
        s:c4 w:a5 e:i2 x:b4 0 - 0 | c4>b4 | s:b4 w:a5 e:i2 x:a4 1 - 1
        # Never a camp of one's own side, full or empty, be it the pusher's or the partner's.
        n:d3 e:i2 x:d2 0 - 0 | d3>d2 | X12 d1
        n:d3 s:d1 e:i2 x:d2 0 - 0 | d3>d2 | X12 d1
        n:d7 e:i2 x:d8 0 ! 0 | d7>d8 | X12 d9
        w:g5 n:b9 x:h5 1 - 0 | g5>h5 | X12 i5
        # From camp: the ball right in front, one step.
        n:d9 e:i2 x:d8 0 - 9 | d9>d8 | n:d8 e:i2 x:d7 1 - 0
        s:g1 e:i2 x:g2 0 - 9 | g1>g2 | s:g2 e:i2 x:g3 1 - 0
        e:i5 n:b9 x:h5 1 - 9 | i5>h5 | e:h5 n:b9 x:g5 0 - 0
        w:a5 n:b9 x:b5 1 - 9 | a5>b5 | w:b5 n:b9 x:c5 0 - 0
        n:d9 e:i2 x:d7 0 - 0 | d9>d7 | X12 d9 d7
        n:d9 e:d7 x:d8 0 - 0 | d9>d8 | X12 d7
        # A push can capture (X14), from the cell that the ball leaves.
        n:d5,f4 e:e4,i2 x:d4 0 - 0 | d5>d4 | n:d4,f4 e:i2 x:d3 1 ! 0
        ",
    );
}

#[test]
fn x13_passing_and_seats_without_marbles() {
    refuses(&opening(2), "pass", "X13");
    // A lone marble of East before the first capture, its way barred by West and by the ball that can't be driven.
    let stuck = position(4, "e:b5 w:b4,b6,c3 n:g2 x:h5 1 - 12");
    assert_eq!(listed(&stuck), ["pass"]);
    cases(
        4,
        "
        e:b5 w:b4,b6,c3 n:g2 x:h5 1 - 12 | pass | e:b5 w:b4,b6,c3 n:g2 x:h5 3 - 13
        e:b5 w:b4,b6,c3 n:g2 x:h5 1 ! 12 | pass | X13
        # A seat without marbles is skipped: the next one, two of them, the one that just lost its last.
        n:d5 e:i2 w:a2 x:g7 1 ! 0 | i2-h2 | n:d5 e:h2 w:a2 x:g7 3 ! 0
        n:d5 w:a2 x:g7 0 ! 0 | d5-d4 | n:d4 w:a2 x:g7 3 ! 1
        n:d5 w:a2 x:g7 3 ! 0 | a2-b2 | n:d5 w:b2 x:g7 0 ! 0
        n:d5,f6 e:e5 s:b1 w:a2 x:g7 0 - 0 | f6-f5 | n:d5,f5 s:b1 w:a2 x:g7 2 ! 0
        n:d5,f6 e:e5 w:a2 x:g7 0 - 0 | f6-f5 | n:d5,f5 w:a2 x:g7 3 ! 0
        ",
    );
}
