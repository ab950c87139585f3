//! Captures and the chameleon, article by article: a position, an action, and the position after it or the refusal.

mod play;

use game::{Actor, Game, Seat};
use play::{act, cases, listed, listed_from, position, sketch};

#[test]
fn x14_between_two_marbles() {
    cases(
        2,
        "
        # In a row and in a column.
        n:c5,e6 e:d5,i2 x:b3 0 - 0 | e6-e5 | n:c5,e5 e:i2 x:b3 1 ! 0
        s:d2,c4 e:d3,i2 x:h5 0 - 0 | c4-d4 | s:d2,d4 e:i2 x:h5 1 ! 0
        # Several at once: two, three.
        n:c5,e6,e3 e:d5,i2 w:e4 x:h6 0 - 0 | e6-e5 | n:c5,e5,e3 e:i2 x:h6 1 ! 0
        n:c5,e6,e3,g5 e:d5,f5,i2 w:e4 x:h6 0 - 0 | e6-e5 | n:c5,e5,e3,g5 e:i2 x:h6 1 ! 0
        # Not what stood between two others, not what touches only one, not two in a row.
        n:c5,e5,g7 e:d5,i2 x:h5 0 - 0 | g7-g6 | n:c5,e5,g6 e:d5,i2 x:h5 1 - 1
        n:b5,e6 e:d5,i2 x:h5 0 - 0 | e6-e5 | n:b5,e5 e:d5,i2 x:h5 1 - 1
        n:b5,e6 e:c5,d5,i2 x:h5 0 - 0 | e6-e5 | n:b5,e5 e:c5,d5,i2 x:h5 1 - 1
        # Not around a corner.
        n:d6,e6 e:d5,i2 x:h5 0 - 0 | e6-e5 | n:d6,e5 e:d5,i2 x:h5 1 - 1
        # Stepping between two adverse marbles is safe, and stays safe while others move.
        n:c5,e5,g7 e:d6,i2 x:h5 1 - 0 | d6-d5 | n:c5,e5,g7 e:d5,i2 x:h5 0 - 1
        n:c5,e5,g7 e:d5,i2 x:h5 0 - 1 | g7-g6 | n:c5,e5,g6 e:d5,i2 x:h5 1 - 2
        # The same two capture it when one of them goes and comes back.
        n:c5,e6 e:d5,i2 x:h5 0 - 3 | e6-e5 | n:c5,e5 e:i2 x:h5 1 ! 0
        # One's own marbles are never captured.
        n:c5,e6 s:d5 e:i2 x:h5 0 - 0 | e6-e5 | n:c5,e5 s:d5 e:i2 x:h5 1 - 1
        # On the edge of the area too, and in its corner.
        n:b4,c6 w:b5 e:i2 x:h5 0 - 0 | c6-b6 | n:b4,b6 e:i2 x:h5 1 ! 0
        s:b1,b4 w:b2 e:i2 x:h5 0 ! 0 | b4-b3 | s:b1,b3 e:i2 x:h5 1 ! 0
        # The ends of two rows are not neighbours.
        n:h4,c6 w:b5 e:i2 x:h6 0 - 0 | c6-c5 | n:h4,c5 w:b5 e:i2 x:h6 1 - 1
        ",
    );
}

#[test]
fn x15_any_two_of_a_side_and_marbles_in_camp() {
    cases(
        4,
        "
        # One colour or both, whoever moves.
        n:c5 s:e4 e:d5 w:a2 x:h5 2 - 0 | e4-e5 | n:c5 s:e5 w:a2 x:h5 3 ! 0
        n:c5,e6 e:d5 w:a2 x:h5 0 - 0 | e6-e5 | n:c5,e5 w:a2 x:h5 3 ! 0
        # One of the pair in camp: the partner's, one's own.
        n:d4 s:d1 e:d2 w:a2 x:h5 0 - 0 | d4-d3 | n:d3 s:d1 w:a2 x:h5 2 ! 0
        s:d1,c3 e:d2 w:a2 x:h5 2 - 0 | c3-d3 | s:d1,d3 w:a2 x:h5 3 ! 0
        n:d9,c7 e:d8 w:a2 x:h5 0 - 0 | c7-d7 | n:d9,d7 w:a2 x:h5 3 ! 0
        e:d4 w:a4 n:b4,h8 x:h6 1 - 0 | d4-c4 | e:c4 w:a4 n:h8 x:h6 3 ! 0
        e:i4 w:f4 n:h4,b9 x:h6 3 - 0 | f4-g4 | e:i4 w:g4 n:b9 x:h6 0 ! 0
        # Such a capture lets a marble go backward like any other (X11).
        n:d2 s:d1 e:d3,g3 w:a2 x:h5 0 - 0 | d2-c2 | n:c2 s:d1 e:d3,g3 w:a2 x:h5 1 - 1
        n:d9,d6 e:d8 w:a2 x:h5 0 - 0 | d6-d7 | n:d9,d7 w:a2 x:h5 3 ! 0
        # The camp cell behind the victim must be full.
        n:d4 s:c1,e1 e:d2 w:a2 x:h5 0 - 0 | d4-d3 | n:d3 s:c1,e1 e:d2 w:a2 x:h5 1 - 1
        # An adverse camp behind it is no help.
        n:d5 e:i2 w:a5,b5 x:h6 0 - 0 | d5-c5 | n:c5 e:i2 w:a5,b5 x:h6 1 - 1
        ",
    );
    // East leaves nothing free around the marble in the camp cell d9, and it stays.
    let mut game = position(2, "n:c9,d9,e9,b2 e:c8,e8,e7 w:a2 x:h6 1 ! 0");
    for action in ["e7-d7", "b2-c2", "d7-d8"] {
        act(&mut game, action);
    }
    assert_eq!(game.to_string(), sketch("n:c9,d9,e9,c2 e:c8,e8,d8 w:a2 x:h6 0 ! 3"));
}

/// X16 after a move: the pair is the marble that moved and the ball.
#[test]
fn x16_the_chameleon_after_a_move() {
    cases(
        4,
        "
        # With the call and without it.
        s:d6,f4 e:e5,i2 x:d5 2 - 0 | f4-f5* | s:d6,f5 e:i2 x:d5 1 ! 0
        s:d6,f4 e:e5,i2 x:d5 2 - 0 | f4-f5 | s:d6,f5 e:e5,i2 x:d5 1 - 1
        # In a column, out of a camp, and by a marble in camp that touches the ball.
        w:e7,c4 n:d5,g2 x:d6 3 - 0 | c4-d4 | w:e7,d4 n:d5,g2 x:d6 0 - 1
        w:e6,c4 n:d5,g2 x:d6 3 - 0 | c4-d4* | w:e6,d4 n:g2 x:d6 0 ! 0
        n:c6,f9 e:e6,i2 x:d6 0 - 8 | f9-f6* | n:c6,f6 e:i2 x:d6 1 ! 0
        n:d9,f9 e:e8,i2 x:d8 0 - 8 | f9-f8* | n:d9,f8 e:i2 x:d8 1 ! 0
        # Nobody touches the ball; the marble that moves is no help.
        s:f4 e:e5,i2 x:d5 2 - 0 | f4-f5* | X16 f5 d5
        # A partner's marble touches it, or an adverse one.
        n:d6 s:f4 e:e5,i2 x:d5 2 - 0 | f4-f5* | X16 f5 d5
        s:f4 e:e5,d6,i2 x:d5 2 - 0 | f4-f5* | X16 f5 d5
        # The ball captures only with the marble that moved, only in line, only with one marble between.
        s:d6,f5,b2 e:e5,i2 x:d5 2 - 0 | b2-b3* | X16 b3 d5
        s:d6,e4 e:e5,i2 x:d5 2 - 0 | e4-f4* | X16 f4 d5
        s:d6,g4 e:e5,f5,i2 x:d5 2 - 0 | g4-g5* | X16 g5 d5
        s:d6,f4 e:i2 x:d5 2 - 0 | f4-f5* | X16 f5 d5
        s:d6,f4 n:e5 e:i2 x:d5 2 - 0 | f4-f5* | X16 f5 d5
        # All or nothing: what the move captures anyway, and what the ball helps to capture.
        s:d6,f4,f7 e:e5,f6,i2 x:d5 2 - 0 | f4-f5* | s:d6,f5,f7 e:i2 x:d5 1 ! 0
        s:d6,f4,f7 e:e5,f6,i2 x:d5 2 - 0 | f4-f5 | s:d6,f5,f7 e:e5,i2 x:d5 1 ! 0
        # The ball is never captured.
        s:c5,e4 e:i2 x:d5 2 - 0 | e4-e5 | s:c5,e5 e:i2 x:d5 1 - 1
        s:c5,e4 e:i2 x:d5 2 - 0 | e4-e5* | X16 e5 d5
        ",
    );
}

/// X16: a call that is refused says whether no marble of one's own touches the ball, or the ball captures nothing more.
#[test]
fn x16_a_refused_call_says_why() {
    let touches_not = "After that move none of your own marbles would touch the ball.";
    let nothing_more = "The chameleon would capture nothing more.";
    for (before, action, why) in [
        ("s:f4 e:e5,i2 x:d5 2 - 0", "f4-f5*", touches_not),
        ("n:d6 s:f4 e:e5,i2 x:d5 2 - 0", "f4-f5*", touches_not), // a partner's
        ("s:f4 e:e5,d6,i2 x:d5 2 - 0", "f4-f5*", touches_not),   // an adverse one
        ("s:c5 e:i2 x:d5 2 - 0", "c5-b5*", touches_not),         // it leaves the ball
        ("s:d6,f4 e:i2 x:d5 2 - 0", "f4-f5*", nothing_more),
        ("s:c4 e:i2 x:d5 2 - 0", "c4-c5*", nothing_more), // it comes to touch the ball
        ("s:c5 e:i2 x:d5 2 - 0", "c5>d5*", nothing_more), // who pushes touches it
    ] {
        let mut game = position(4, before);
        let refusal = game.apply(Actor::Seat(Seat(2)), &action.parse().unwrap()).unwrap_err();
        assert_eq!((refusal.article, refusal.why.en), ("X16", why), "{action} in {before}");
    }
}

/// X16: at two seats both colours are one's own, at three seats those of seat 0.
#[test]
fn x16_ones_own_colours() {
    for (seats, suffix) in [(2, ""), (3, " e")] {
        let table = "
            n:d6 s:f4 e:e5,i2 x:d5 0 - 0E | f4-f5* | n:d6 s:f5 e:i2 x:d5 1 ! 0E
            s:d6 n:f6 e:e5,i2 x:d5 0 - 0E | f6-f5* | s:d6 n:f5 e:i2 x:d5 1 ! 0E
        ";
        cases(seats, &table.replace('E', suffix));
    }
    cases(2, "e:d6 w:c3 n:d4,g2 x:d5 1 - 0 | c3-d3* | e:d6 w:d3 n:g2 x:d5 0 ! 0");
    cases(
        3,
        "
        e:d6 w:c3 n:d4,g2 x:d5 2 - 0 w | c3-d3* | X16 d3 d5
        e:d6,e3 w:a2 n:d4,g2 x:d5 1 - 0 e | e3-d3* | e:d6,d3 w:a2 n:g2 x:d5 0 ! 0 w
        ",
    );
}

/// X16 after a push: the pair is the ball and any marble of the side.
#[test]
fn x16_the_chameleon_after_a_push() {
    cases(
        4,
        "
        # Straight on and to both sides, with a marble of one's own, a partner's, one in camp.
        w:c5,g5 n:f5,g2 x:d5 3 - 0 | c5>d5* | w:d5,g5 n:g2 x:e5 0 ! 0
        w:c5 e:g5 n:f5,g2 x:d5 3 - 0 | c5>d5* | w:d5 e:g5 n:g2 x:e5 0 ! 0
        w:c5,e7 n:e6,g2 x:d5 3 - 0 | c5>d5* | w:d5,e7 n:g2 x:e5 0 ! 0
        n:d5 s:d1 e:d2,i2 x:d4 0 - 0 | d5>d4* | n:d4 s:d1 e:i2 x:d3 1 ! 0
        n:d9 s:f7 e:e7,i2 x:d8 0 - 5 | d9>d8* | n:d8 s:f7 e:i2 x:d7 1 ! 0
        # Three at once.
        w:c5,g5,e7,e3 n:f5,e6,e4,g2 x:d5 3 - 0 | c5>d5* | w:d5,g5,e7,e3 n:g2 x:e5 0 ! 0
        # Without the call they stay.
        w:c5,g5 n:f5,g2 x:d5 3 - 0 | c5>d5 | w:d5,g5 n:f5,g2 x:e5 0 - 1
        # What the pusher captures, and what the ball does besides.
        w:c5,g5,d3 n:f5,d4,g2 x:d5 3 - 0 | c5>d5* | w:d5,g5,d3 n:g2 x:e5 0 ! 0
        w:c5,g5,d3 n:f5,d4,g2 x:d5 3 - 0 | c5>d5 | w:d5,g5,d3 n:f5,g2 x:e5 0 ! 0
        # The call captures something more or does not exist.
        w:c5,d3 n:d4,g2 x:d5 3 - 0 | c5>d5* | X16 d5 d5
        w:c5 n:f5,g2 x:d5 3 - 0 | c5>d5* | X16 d5 d5
        # The ball captures where it arrives, not where it was.
        w:c5,d7 n:d6,g2 x:d5 3 - 0 | c5>d5 | w:d5,d7 n:g2 x:e5 0 ! 0
        ",
    );
}

/// X11 and X16: before the first capture, a backward move that captures by the chameleon alone needs the call.
#[test]
fn x16_backward_by_the_chameleon() {
    cases(
        4,
        "
        n:d6,f4 e:e5,i2 x:d5 0 - 0 | f4-f5* | n:d6,f5 e:i2 x:d5 1 ! 0
        n:d6,f4 e:e5,i2 x:d5 0 - 0 | f4-f5 | X16 e5
        n:d4,d8 e:d7,i2 x:d5 0 - 0 | d4>d5* | n:d5,d8 e:i2 x:d6 1 ! 0
        n:d4,d8 e:d7,i2 x:d5 0 - 0 | d4>d5 | X16 d7
        # With a capture of its own it exists twice, after the first capture too.
        n:d6,f4,h5 e:e5,g5,i2 x:d5 0 - 0 | f4-f5 | n:d6,f5,h5 e:e5,i2 x:d5 1 ! 0
        n:d6,f4,h5 e:e5,g5,i2 x:d5 0 - 0 | f4-f5* | n:d6,f5,h5 e:i2 x:d5 1 ! 0
        n:d6,f4 e:e5,i2 x:d5 0 ! 0 | f4-f5 | n:d6,f5 e:e5,i2 x:d5 1 ! 1
        # Nothing to capture: the call does not make a move backward legal.
        n:d6,f4 e:i2 x:d5 0 - 0 | f4-f5* | X16 f5 d5
        n:d6,f4 e:i2 x:d5 0 - 0 | f4-f5 | X11 f4 f5
        ",
    );
    let awaited = position(4, "n:d6,f4 e:e5,i2 x:d5 0 - 0");
    assert_eq!(listed_from(&awaited, "f4"), ["f4-e4", "f4-f3", "f4-f5*", "f4-g4"]);
    let done = position(4, "n:d6,f4 e:e5,i2 x:d5 0 ! 0");
    assert_eq!(listed_from(&done, "f4"), ["f4-e4", "f4-f3", "f4-f5", "f4-f5*", "f4-g4"]);
    let push = position(4, "n:d4,d8 e:d7,i2 x:d5 0 - 0");
    assert_eq!(listed(&push), ["d4-c4", "d4-d3", "d4-e4", "d4>d5*", "d8-c8", "d8-e8"]);
}
