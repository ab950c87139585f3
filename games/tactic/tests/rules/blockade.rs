//! T12, T13: no legal turn.

use crate::{actions, ends, leads, play, position, refuses};

/// Two arrived; the third, on 12d, finds 13c and 12c occupied. A guard on 7c, one in reserve.
const BLOCKADE: &str = "PPp/..pP/_4/..G.../_/p...../_4 0 1,2 - 4,0 -,- base";

/// T12: one guard of one's choice, from the board or the reserve, and the turn is over.
#[test]
fn a_blockade_costs_a_guard() {
    let board = BLOCKADE;
    assert_eq!(actions(&position(board)), ["lose 7c", "lose reserve"]);
    leads(board, "lose 7c", "PPp/..pP/_6/p...../_4 1 1,2 - 5,0 -,- base");
    leads(board, "lose reserve", "PPp/..pP/_4/..G.../_/p...../_4 1 0,2 - 5,0 -,- base");
    refuses(board, "pass", "T12", &["12d"]);
    refuses(board, "@5d", "T12", &["12d"]);
    refuses(board, "lose 12d", "T12", &["12d"]);
    refuses(board, "lose 5a", "T12", &["5a"]);
    refuses("PPp/..pP/_4/..GG../_/p...../_4 0 0,2 - 4,0 -,- base", "lose reserve", "T12", &[]);
}

/// T12: the other seat plays on; whoever is still blocked pays again, then passes.
#[test]
fn a_blockade_lasts() {
    let mut game = position(BLOCKADE);
    play(&mut game, "lose 7c, @7a, 5a-4a, lose reserve, 7a-7b, 4a-3a");
    assert_eq!(actions(&game), ["pass"]);
    play(&mut game, "pass, 7b-7a, 3a-2a, pass, 12c-11d, 7a-7b");
    assert_eq!(actions(&game), ["12d-12c"]);
}

/// T12: a guard that moves first may open the way: then there is no blockade.
#[test]
fn a_guard_may_lift_a_blockade() {
    let board = "PPp/_/.....G/.....gP/_4/p...../_3/p.. 0 1,0 - 0,0 -,- base";
    refuses(board, "lose 11f", "T12", &[]);
    refuses(board, "lose reserve", "T12", &[]);
    leads(board, "11f-3a, 10g-11f", "PPp/_/.....P/.....g./_4/p...../_/G...../_/p.. 1 1,0 - 0,0 -,- base");
}

/// T12: a patrol's step alone is a turn (T10), so there is no penalty and no passing.
#[test]
fn a_lone_step_is_no_blockade() {
    let board = "P../.P../_6/p...../_2/pp../P.. 0 0,2 - 3,0 -,- base";
    refuses(board, "pass", "T11", &[]);
    assert_eq!(actions(&position(board)), ["12b-13b"]);
}

/// T12: with no guard left, nothing but a pass.
#[test]
fn nothing_left_to_lose() {
    let board = "PPp/..pP/_6/p...../_4 0 0,2 - 4,0 -,- base";
    assert_eq!(actions(&position(board)), ["pass"]);
    leads(board, "pass", "PPp/..pP/_6/p...../_4 1 0,2 - 5,1 -,- base");
    refuses(board, "lose reserve", "T12", &[]);
    refuses(board, "12d-13c", "T8", &["13c"]);
}

/// T13: two passes in a row, one by each seat, end the game; points are counted.
#[test]
fn two_passes() {
    let mut game = position("P../_11/p.. 0 2,2 - 0,0 -,- capture");
    play(&mut game, "pass");
    assert_eq!(actions(&game), ["pass"]);
    play(&mut game, "pass");
    ends(&game, "T13", [1, 1], [1, 1]);
}

/// T13: passes of one seat are not in a row when the other plays between them.
#[test]
fn passes_with_a_turn_between() {
    leads(
        "PPp/..pP/_6/p...../_4 0 0,2 - 4,0 -,- base",
        "pass, @7a, 5a-4a, pass",
        "PPp/..pP/_4/g...../_2/p....../_3 1 0,1 - 1,1 -,- base",
    );
}
