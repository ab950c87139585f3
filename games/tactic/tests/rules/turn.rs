//! T9–T11: a turn is two steps.

use crate::{actions, leads, play, position, refuses, try_to};

const START: &str = "ppp/_11/PPP 0 2,2 - 0,0 -,- base";

/// One patrol on line 6 with room around it, two at home.
const ROOM: &str = "ppp/_6/..P..../_4/P.P 0 2,2 - 0,0 -,- base";

/// T9: one patrol, two steps: forward and forward, forward and lateral, lateral and forward.
#[test]
fn one_patrol_two_steps() {
    leads(START, "1a-2b, 2b-3c", "ppp/_9/..P.../_/.PP 1 2,2 - 0,0 -,- base");
    leads(ROOM, "6c-7c, 7c-8d", "ppp/_4/...P.../_6/P.P 1 2,2 - 0,0 -,- base");
    leads(ROOM, "6c-6d, 6d-7d", "ppp/_5/...P../_5/P.P 1 2,2 - 0,0 -,- base");
    let odd = "ppp/_5/..P.../_5/P.P 0 2,2 - 0,0 -,- base";
    leads(odd, "7c-8c, 8c-8b", "ppp/_4/.P...../_6/P.P 1 2,2 - 0,0 -,- base");
}

/// T9: never two laterals by one patrol, not even on the way back.
#[test]
fn never_two_laterals() {
    let aside = "ppp/_6/...P.../_4/P.P 0 2,2 6c=6d 0,0 -,- base";
    refuses(aside, "6d-6e", "T9", &["6d", "6e"]);
    refuses(aside, "6d-6c", "T9", &["6d", "6c"]);
    let steps: Vec<String> =
        actions(&position(aside)).into_iter().filter(|action| action.starts_with("6d")).collect();
    assert_eq!(steps, ["6d-7c", "6d-7d"]);
}

/// T9: two patrols, one step each, of any kind.
#[test]
fn two_patrols_one_step_each() {
    leads(START, "1a-2a, 1c-2d", "ppp/_10/P..P/.P. 1 2,2 - 0,0 -,- base");
    let pair = "ppp/_6/..P..P./_4/P.. 0 2,2 - 0,0 -,- base";
    leads(pair, "6c-6b, 6f-6g", "ppp/_6/.P....P/_4/P.. 1 2,2 - 1,0 6c=6b*1+6f=6g*1,- base");
    // The second may take the place that the first has left.
    let behind = "ppp/_5/..P.../..P..../_4/P.. 0 2,2 - 0,0 -,- base";
    leads(behind, "7c-8c, 6c-7c", "ppp/_4/..P..../..P.../_5/P.. 1 2,2 - 0,0 -,- base");
}

/// T9: one patrol's step and one guard's action, in either order.
#[test]
fn a_patrol_and_a_guard() {
    leads(START, "1a-2a, @9c", "ppp/_3/..G.../_6/P.../.PP 1 1,2 - 0,0 -,- base");
    leads(START, "@9c, 1a-2a", "ppp/_3/..G.../_6/P.../.PP 1 1,2 - 0,0 -,- base");
    let guard = "ppp/_3/..G.../_7/PPP 0 1,2 - 0,0 -,- base";
    leads(guard, "9c-3b, 1c-2d", "ppp/_9/.G..../...P/PP. 1 1,2 - 0,0 -,- base");
    leads(guard, "1c-2d, 9c-3b", "ppp/_9/.G..../...P/PP. 1 1,2 - 0,0 -,- base");
}

/// T9: never two guard actions.
#[test]
fn never_two_guard_actions() {
    let entered = "ppp/_3/..G.../_7/PPP 0 1,2 guard 0,0 -,- base";
    refuses(entered, "@5c", "T9", &[]);
    refuses(entered, "9c-5c", "T9", &["9c"]);
    assert_eq!(actions(&position(entered)).len(), 6);
}

/// T9: the other seat waits until both steps are made.
#[test]
fn no_seat_acts_in_the_turn_of_the_other() {
    use game::{Actor, Game, Seat};
    let mut game = position(START);
    play(&mut game, "1a-2a");
    let refusal = game.apply(Actor::Seat(Seat(1)), &"13a-12a".parse().expect("an action"));
    assert_eq!(refusal.expect_err("seat 0 acts").article, "T9");
    assert!(game.apply(Actor::Nature, &"1b-2b".parse().expect("an action")).is_err());
}

/// Two arrived, no guards; from 4c neither 5b nor 5c is free, from 4a and 4b only 5a is.
const DEAD_END: &str = "PPp/_6/p....../.gg.../.P...../_2/p.. 0 0,0 - 0,0 -,- base";

/// T10: a first step is legal only if a second can follow.
#[test]
fn no_step_into_a_dead_end() {
    assert_eq!(actions(&position(DEAD_END)), ["4b-4a", "4b-5a"]);
    refuses(DEAD_END, "4b-4c", "T10", &["4b", "4c"]);
    // A guard in reserve would complete the turn.
    let helped = DEAD_END.replace("0 0,0", "0 1,0");
    leads(&helped, "4b-4c, @11a", "PPp/_/G...../_4/p....../.gg.../..P..../_2/p.. 1 0,0 - 1,0 4b=4c*1,- base");
}

/// T10: a guard may not shut the only way of its own patrols, and may open one.
#[test]
fn a_guard_that_moves_first() {
    let narrow = "PPp/_2/.....gP/_4/p...../_3/p.. 0 1,0 - 0,0 -,- base";
    refuses(narrow, "@11f", "T10", &["11f"]);
    leads(narrow, "@11e, 10g-11f", "PPp/_/....GP/.....g./_4/p...../_3/p.. 1 0,0 - 0,0 -,- base");
    // The same with its own guard in front: it must jump away first.
    let shut = "PPp/_/.....G/.....gP/_4/p...../_3/p.. 0 1,0 - 0,0 -,- base";
    let listed = actions(&position(shut));
    assert!(listed.iter().all(|action| action.starts_with("11f-")));
    assert_eq!(listed.len(), 50 - 3);
    refuses(shut, "@5d", "T10", &["5d"]);
    let mut game = position(shut);
    play(&mut game, "11f-3a");
    assert_eq!(actions(&game), ["10g-11f"]);
}

/// T10: if no turn can be completed, a patrol's step alone is the turn.
#[test]
fn a_lone_step() {
    let board = "P../.P../_6/p...../_2/pp../P.. 0 0,2 - 3,0 -,- base";
    assert_eq!(actions(&position(board)), ["12b-13b"]);
    leads(board, "12b-13b", "PP./_7/p...../_2/pp../P.. 1 0,2 - 0,0 -,- base");
}

/// T11: nobody passes by choice, neither before the first step nor instead of the second.
#[test]
fn no_passing() {
    refuses(START, "pass", "T11", &[]);
    refuses("ppp/_10/P.../.PP 0 2,2 >2a 0,0 -,- base", "pass", "T11", &[]);
    let mut game = position(START);
    assert_eq!(try_to(&mut game, "lose reserve").expect_err("no penalty is due").article, "T12");
}
