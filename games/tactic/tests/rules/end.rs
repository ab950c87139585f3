//! T14–T17: how a game ends, and what it is worth; and leaving the table.

use crate::{actions, ends, leads, places, play, position, spelled_out};
use game::{Game, Seat, Viewer};
use tactic::Tactic;

/// T14: the third arrival ends the game at once, even as the first step of a turn.
#[test]
fn third_arrival() {
    let mut game = position("PP./..P./_8/p...../_/.pp 0 2,2 - 5,0 -,- base");
    play(&mut game, "12c-13c");
    ends(&game, "T14", [9, 4], [1, 2]);
    assert_eq!(actions(&game), [""; 0]);
    let mut game = position("PP./_/...P../_7/p...../_/.pp 0 0,2 - 5,0 -,- base");
    play(&mut game, "11d-12c, 12c-13c");
    ends(&game, "T14", [9, 4], [1, 2]);
}

/// T14: for seat 1 as well; with no guard left the last step needs no second.
#[test]
fn third_arrival_of_seat_1() {
    let mut game = position("P.P/_9/..P.../p.../.pp 1 2,0 - 0,0 -,- base");
    play(&mut game, "2a-1a");
    ends(&game, "T14", [4, 9], [2, 1]);
}

/// One arrived, one at home, and one on 6c.
const SHUTTLE: &str = "pPp/_6/..P...p/_4/..P 0 2,2 - 0,0 -,- base";

/// T15: in six turns in a row the same patrol makes one lateral step between the same two stations, whatever the
/// seat does besides; then points decide.
#[test]
fn aller_retour() {
    let mut game = position(SHUTTLE);
    play(&mut game, "6c-6d, @3a, 13a-12a, @9f");
    play(&mut game, "6d-6c, 1c-2d, 12a-11a, 9f-9e");
    play(&mut game, "3a-3b, 6c-6d, 11a-10a, 9e-9f");
    play(&mut game, "6d-6c, @3a, 10a-9a, 9f-9e");
    play(&mut game, "6c-6d, 3a-3c, 9a-8a, 9e-9f");
    let five = ".Pp/_3/.....g/p....../_/...P..p/_2/.GG.../...P/... 0 0,1 - 0,0 6c=6d*5,- base";
    assert_eq!(game.to_string(), spelled_out(five));
    play(&mut game, "6d-6c");
    assert!(game.end().is_none(), "the turn is not over");
    play(&mut game, "3c-3a");
    ends(&game, "T15", [1, 0], [1, 2]);
}

/// T15: any other turn of the seat forgets the shuttle.
#[test]
fn a_broken_shuttle() {
    let board = SHUTTLE.replace("-,-", "6d=6c*5,-");
    // Other stations: a new one begins.
    leads(&board, "6c-6b, @3a", "pPp/_6/.P....p/_2/G...../_/..P 1 1,2 - 1,0 6c=6b*1,- base");
    // The patrol rests, or makes two steps, or its step is forward.
    leads(&board, "1c-2d, @3a", "pPp/_6/..P...p/_2/G...../...P/... 1 1,2 - 0,0 -,- base");
    leads(&board, "6c-6d, 6d-7d", "pPp/_5/...P../......p/_4/..P 1 2,2 - 0,0 -,- base");
    leads(&board, "6c-7c, @3a", "pPp/_5/..P.../......p/_2/G...../_/..P 1 1,2 - 0,0 -,- base");
    // Another patrol on the same stations is not the same patrol.
    let pair = "pPp/_6/.PP...p/_5 0 2,2 - 0,0 6d=6c*5,- base";
    leads(pair, "6c-7c, 6b-6c", "pPp/_5/..P.../..P...p/_5 1 2,2 - 0,0 6b=6c*1,- base");
    // A penalty is a turn like any other.
    leads(
        "PP./_5/gg..../pPp..../_4/p.. 0 2,0 - 2,0 6a=6b*2,- base",
        "lose reserve",
        "PP./_5/gg..../pPp..../_4/p.. 1 1,0 - 3,0 -,- base",
    );
}

/// T15: two patrols may shuttle at once, in whatever order they step; the turns of the other seat don't matter.
#[test]
fn two_shuttles() {
    let two = "pPp/_6/..P...P/_4/p.. 0 2,2 - 9,0 6b=6c*5+6f=6g*2,- base";
    leads(two, "6g-6f, 6c-6b", "pPp/_6/.P...P./_4/p.. 0 2,2 T15 10,0 6c=6b*6+6g=6f*3,- base");
}

/// T15: on the lines 2 and 12 nothing is counted.
#[test]
fn no_shuttle_at_the_gates() {
    leads(
        "ppp/..P./_9/P.../..P 0 2,2 - 0,0 -,- base",
        "12c-12b, @3b",
        "ppp/.P../_8/.G..../P.../..P 1 1,2 - 1,0 -,- base",
    );
}

/// T16: 0, 1, 4 or 9 points; most points wins, equal points draw.
#[test]
fn points() {
    for (board, points, expected) in [
        ("ppp/_6/..P..../_4/P.P", [0, 0], [1, 1]),
        ("Ppp/_6/..P...p/_4/..P", [1, 0], [1, 2]),
        ("Ppp/_6/..P..../_4/p.P", [1, 1], [1, 1]),
        ("Ppp/_6/..P..../_3/P.../p..", [1, 1], [1, 1]),
        ("Pp./_6/..P..../_3/P.../p.p", [1, 4], [2, 1]),
        ("PPp/_6/..P..../_4/p.p", [4, 4], [1, 1]),
    ] {
        let mut game = position(&format!("{board} 0 2,2 - 59,0 -,- base"));
        play(&mut game, "6c-6d, @3a");
        ends(&game, "T17", points, expected);
    }
}

/// T17: sixty turns in a row without a forward step, of both seats, penalties and passes included.
#[test]
fn sixty_quiet_turns() {
    let board = "ppp/_6/..P..../_4/P.P 0 2,2 - 58,0 -,- base";
    leads(board, "6c-6d, @3a", "ppp/_6/...P.../_2/G...../_/P.P 1 1,2 - 59,0 6c=6d*1,- base");
    // A forward step begins the count again, as the first step or as the second.
    leads(board, "@3a, 6c-7c", "ppp/_5/..P.../_3/G...../_/P.P 1 1,2 - 0,0 -,- base");
    leads(board, "6c-6d, 1a-2a", "ppp/_6/...P.../_3/P.../..P 1 2,2 - 0,0 6c=6d*1,- base");
    let mut game = position("PPp/..pP/_6/p...../_4 0 0,2 - 59,0 -,- base");
    play(&mut game, "pass");
    ends(&game, "T17", [4, 0], [1, 2]);
    let mut game = position("PPp/..pP/_6/p...../_4 0 1,2 - 59,0 -,- base");
    play(&mut game, "lose reserve");
    ends(&game, "T17", [4, 0], [1, 2]);
}

/// T17: the board shows how many quiet turns are left, from the first one on.
#[test]
fn the_view_counts_down() {
    let left = |game: &Tactic| serde_json::to_value(game.view(Viewer::Public)).unwrap()["quiet_left"].clone();
    let mut game = position("ppp/_6/..P..../_4/P.P 0 2,2 - 57,0 -,- base");
    assert_eq!(left(&game), 3);
    play(&mut game, "6c-6d, @3a");
    assert_eq!(left(&game), 2);
    play(&mut game, "13a-12a, 13b-12b");
    assert_eq!(left(&game), 60);
}

/// Whoever leaves the table loses, whatever the points.
#[test]
fn leaving() {
    let mut game = position("PPp/_6/..P..../_4/p.. 1 2,2 - 0,0 -,- capture");
    game.forfeit(Seat(0));
    assert_eq!(places(&game), [2, 1]);
    assert_eq!(game.to_string(), spelled_out("PPp/_6/..P..../_4/p.. 1 2,2 left0 0,0 -,- capture"));
    game.forfeit(Seat(1));
    assert_eq!(places(&game), [2, 1], "the other had already won");
}
