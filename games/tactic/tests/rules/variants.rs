//! T18, T19: the capture of patrols, and the forced passage.

use crate::{actions, ends, leads, play, position, refuses};

/// T18: a blockade costs a patrol that has not arrived, of one's choice, and no guard.
#[test]
fn a_blockade_costs_a_patrol() {
    let board = ".Pp/..pP/.....P/_5/p...../_4 0 2,2 - 4,0 -,- capture";
    assert_eq!(actions(&position(board)), ["lose 11f", "lose 12d"]);
    leads(board, "lose 11f", ".Pp/..pP/_6/p...../_4 1 2,2 - 5,0 -,- capture");
    refuses(board, "lose reserve", "T18", &[]);
    refuses(board, "lose 13b", "T18", &["13b"]);
    refuses(board, "pass", "T18", &["11f", "12d"]);
    refuses(".pp/_11/PPP 0 2,2 - 4,0 -,- capture", "lose 1a", "T18", &[]);
}

/// T18: a seat whose patrols that remain have all arrived passes, while the other plays on.
#[test]
fn nobody_left_on_the_way() {
    let mut game = position("PPp/..pP/_6/p...../_4 0 2,2 - 4,0 -,- capture");
    play(&mut game, "lose 12d, @7a, 5a-4a");
    assert_eq!(actions(&game), ["pass"]);
    play(&mut game, "pass, 7a-7b, 4a-3a");
    assert_eq!(actions(&game), ["pass"]);
    refuses("PP./_7/p...../_4 0 2,2 - 0,0 -,- capture", "@7a", "T10", &["7a"]);
    refuses("PP./_7/p...../_4 0 2,2 - 0,0 -,- capture", "lose 13a", "T18", &[]);
}

/// T18: the game ends when a seat's last remaining patrol arrives, at once; points by arrivals.
#[test]
fn last_arrival() {
    let mut game = position("P../..P./_6/p...../_3/pp. 0 2,2 - 0,0 -,- capture");
    play(&mut game, "12c-13c");
    ends(&game, "T18", [4, 4], [1, 1]);
    let mut game = position("_/..P./_6/p...../_3/pp. 0 2,2 - 0,0 -,- capture");
    play(&mut game, "12c-13c");
    ends(&game, "T18", [1, 4], [2, 1]);
    // The third of three is T14's.
    let mut game = position("PP./..P./_6/p...../_4 0 2,2 - 0,0 -,- capture");
    play(&mut game, "12c-13c");
    ends(&game, "T14", [9, 0], [1, 2]);
}

/// T18: who has lost all three scores nothing; the other 1, 4 or 9 for what is still in play, arrived or not.
#[test]
fn all_three_lost() {
    for (board, points) in
        [("_/...p/.....P/_10", 1), ("..p/..pP/_11", 4), ("..p/..pP/_10/p..", 9), ("..p/..pP/_6/p...../_4", 9)]
    {
        let mut game = position(&format!("{board} 0 2,2 - 0,0 -,- capture"));
        let last = actions(&game);
        assert_eq!(last.len(), 1);
        play(&mut game, &last[0]);
        ends(&game, "T18", [0, points], [2, 1]);
    }
}

/// T18: a guard may lift the blockade here too.
#[test]
fn guards_still_open_the_way() {
    let board = "PPp/_/.....G/.....gP/_4/p...../_3/p.. 0 1,1 - 0,0 -,- capture";
    refuses(board, "lose 10g", "T18", &[]);
    leads(board, "11f-3a, 10g-11f", "PPp/_/.....P/.....g./_4/p...../_/G...../_/p.. 1 1,1 - 0,0 -,- capture");
}

/// One patrol, on 11f, is blocked; the two at home are not.
const BLOCKED: &str = "p.p/...p/.....P/_9/PP. 0 2,2 - 0,0 -,- passage";

/// T19: one blocked patrol costs a guard, first; then the turn is played.
#[test]
fn a_blocked_patrol_costs_a_guard() {
    assert_eq!(actions(&position(BLOCKED)), ["lose reserve"]);
    leads(BLOCKED, "lose reserve", "p.p/...p/.....P/_9/PP. 0 1,2 paid 0,0 -,- passage");
    leads(
        BLOCKED,
        "lose reserve, 1a-2a, @7a",
        "p.p/...p/.....P/_3/G...../_4/P.../.P. 1 0,2 - 0,0 -,- passage",
    );
    refuses(BLOCKED, "1a-2a", "T19", &["11f"]);
    refuses(BLOCKED, "pass", "T19", &["11f"]);
    refuses(BLOCKED, "lose 11f", "T19", &["11f"]);
    let both = "p.p/...p/.....P/_3/G...../_5/PP. 0 1,2 - 0,0 -,- passage";
    assert_eq!(actions(&position(both)), ["lose 7a", "lose reserve"]);
}

/// T19: one guard a turn, and none if there is none; arrived patrols are not blocked.
#[test]
fn one_guard_a_turn() {
    let paid = "p.p/...p/.....P/_9/PP. 0 1,2 paid 0,0 -,- passage";
    refuses(paid, "lose reserve", "T19", &[]);
    assert!(actions(&position(paid)).contains(&"1a-2a".to_owned()));
    let none = "p.p/...p/.....P/_9/PP. 0 0,2 - 0,0 -,- passage";
    assert!(actions(&position(none)).contains(&"1a-2a".to_owned()));
    refuses("Ppp/_6/..P...p/_4/P.. 0 2,2 - 0,0 -,- passage", "lose reserve", "T19", &[]);
    // The next turn costs the next one.
    let mut game = position(BLOCKED);
    play(&mut game, "lose reserve, 1a-2a, 2a-3a, 13a-12a, @7a");
    assert_eq!(actions(&game), ["lose reserve"]);
}

/// T19: with no turn it passes, and pays nothing more.
#[test]
fn a_pass_after_paying() {
    let board = "PPp/..pP/_4/..G.../_/p...../_4 0 1,2 - 4,0 -,- passage";
    assert_eq!(actions(&position(board)), ["lose 7c", "lose reserve"]);
    let mut game = position(board);
    play(&mut game, "lose 7c");
    assert_eq!(actions(&game), ["pass"]);
    leads(board, "lose 7c, pass", "PPp/..pP/_6/p...../_4 1 1,2 - 5,1 -,- passage");
    refuses("PPp/..pP/_6/p...../_4 0 1,2 paid 4,0 -,- passage", "lose reserve", "T19", &[]);
    refuses("PPp/..pP/_6/p...../_4 0 1,2 paid 4,0 -,- passage", "@7a", "T10", &["7a"]);
}

/// T19: the guard that goes may open the way; so may one that stays and jumps.
#[test]
fn paying_may_open_the_way() {
    let board = "PPp/_/.....G/.....gP/_4/p...../_3/p.. 0 1,0 - 0,0 -,- passage";
    leads(
        board,
        "lose 11f, 10g-11f, @3a",
        "PPp/_/.....P/.....g./_4/p...../_/G...../_/p.. 1 0,0 - 0,0 -,- passage",
    );
    leads(
        board,
        "lose reserve, 11f-3a, 10g-11f",
        "PPp/_/.....P/.....g./_4/p...../_/G...../_/p.. 1 0,0 - 0,0 -,- passage",
    );
}

/// T19, T10: whoever paid with the last guard may be left with a lone step.
#[test]
fn a_lone_step_after_paying() {
    leads(
        "P../.P../_6/p...../_2/pp../P.. 0 1,2 - 3,0 -,- passage",
        "lose reserve, 12b-13b",
        "PP./_7/p...../_2/pp../P.. 1 0,2 - 0,0 -,- passage",
    );
}

/// T19, T15: the payment is a part of the turn, and the rest of a shuttle's turns is free.
#[test]
fn paying_keeps_a_shuttle() {
    leads(
        "p.p/...p/.....P/_4/..P..../_4/P.. 0 2,2 - 0,0 6d=6c*5,- passage",
        "lose reserve, 6c-6d, @3a",
        "p.p/...p/.....P/_4/...P.../_2/G...../_/P.. 0 0,2 T15 1,0 6c=6d*6,- passage",
    );
}
