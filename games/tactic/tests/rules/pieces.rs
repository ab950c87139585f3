//! T4–T8: what a patrol and a guard may do by themselves.

use crate::{actions, leads, position, refuses};

/// Two patrols at home, one on 6d; the adverse ones at home.
const MIDDLE: &str = "ppp/_6/...P.../_4/P.P 0 2,2 - 0,0 -,- base";

/// T4: a patrol steps forward or laterally along a track, onto a station of any kind.
#[test]
fn patrols_step_along_tracks() {
    leads(MIDDLE, "6d-7c", "ppp/_5/..P.../_5/P.P 0 2,2 >7c 0,0 -,- base");
    leads(MIDDLE, "6d-6e", "ppp/_6/....P../_4/P.P 0 2,2 6d=6e 0,0 -,- base");
    leads(MIDDLE, "1a-2a", "ppp/_6/...P.../_3/P.../..P 0 2,2 >2a 0,0 -,- base");
    let steps: Vec<String> =
        actions(&position(MIDDLE)).into_iter().filter(|action| action.starts_with('6')).collect();
    assert_eq!(steps, ["6d-6c", "6d-6e", "6d-7c", "6d-7d"]);
}

/// T4: for seat 1, forward leads down.
#[test]
fn forward_is_away_from_home() {
    let board = "p.p/_5/..p.../_5/PPP 1 2,2 - 0,0 -,- base";
    leads(board, "7c-6c", "p.p/_6/..p..../_4/PPP 1 2,2 >6c 0,0 -,- base");
    refuses(board, "7c-8c", "T4", &["7c", "8c"]);
}

/// T4: never backward, never off the tracks, never with what is not one's own.
#[test]
fn patrols_do_not_wander() {
    refuses(MIDDLE, "6d-5d", "T4", &["6d", "5d"]);
    refuses(MIDDLE, "6d-8d", "T4", &["6d", "8d"]);
    refuses(MIDDLE, "6d-6d", "T4", &["6d", "6d"]);
    refuses(MIDDLE, "6d-7e", "T4", &["6d", "7e"]);
    refuses(MIDDLE, "6d-6f", "T4", &["6d", "6f"]);
    refuses(MIDDLE, "1a-1b", "T4", &["1a", "1b"]);
    refuses(MIDDLE, "13a-12a", "T4", &["13a"]);
    refuses(MIDDLE, "5c-6c", "T4", &["5c"]);
}

/// T5: on the lines 2 and 12, forward if there is a free station forward.
#[test]
fn gates_are_left_forward() {
    let open = "ppp/..P./_9/P.../..P 0 2,2 - 0,0 -,- base";
    refuses(open, "2a-2b", "T5", &["3a"]);
    refuses("p.p/..P./_4/p...../_4/P.../..P 0 2,2 - 0,0 -,- base", "12c-12b", "T5", &["13b"]);
    // No free station forward: 13b and 13c are occupied; then 3a is.
    leads(open, "12c-12b", "ppp/.P../_9/P.../..P 0 2,2 12c=12b 0,0 -,- base");
    leads(
        "ppp/..P./_8/g...../P.../..P 0 2,1 - 0,0 -,- base",
        "2a-2b",
        "ppp/..P./_8/g...../.P../..P 0 2,1 2a=2b 0,0 -,- base",
    );
}

/// T5: what counts is that moment: a guard that shuts the way forward opens the way aside.
#[test]
fn a_guard_may_open_the_side() {
    let board = "ppp/_10/P.../P.P 0 2,2 - 0,0 -,- base";
    refuses(board, "2a-2b", "T5", &["3a"]);
    leads(board, "@3a, 2a-2b", "ppp/_9/G...../.P../P.P 1 1,2 - 1,0 -,- base");
}

/// T6: a patrol on an adverse central station, any of the three, has arrived and stays there.
#[test]
fn arrived_patrols_stay() {
    let board = "Ppp/_6/p....P./_4/..P 0 2,2 - 0,0 -,- base";
    refuses(board, "13a-12a", "T6", &["13a"]);
    assert!(!actions(&position(board)).iter().any(|action| action.starts_with("13a")));
    leads(
        ".pp/P.../_5/p....P./_4/..P 0 2,2 - 0,0 -,- base",
        "12a-13a, 1c-2d",
        "Ppp/_6/p....P./_3/...P/... 1 2,2 - 0,0 -,- base",
    );
}

/// A guard on 5c, another in reserve; an adverse one on 6f.
const GUARDED: &str = "ppp/_6/.....gP/..G.../_2/P.../..P 0 1,1 - 0,0 -,- base";

/// T7: a guard enters or jumps to any free transit station, whatever the tracks.
#[test]
fn guards_go_anywhere() {
    leads(GUARDED, "@11f", "ppp/_/.....G/_4/.....gP/..G.../_2/P.../..P 0 0,1 guard 0,0 -,- base");
    leads(GUARDED, "5c-10b", "ppp/_2/.G...../_3/.....gP/_3/P.../..P 0 1,1 guard 0,0 -,- base");
    let entries = actions(&position(GUARDED)).iter().filter(|action| action.starts_with('@')).count();
    assert_eq!(entries, 48);
}

/// T7: only onto transit stations, only from the reserve if there is one, and never to where it stands.
#[test]
fn guards_keep_to_transit_stations() {
    refuses(GUARDED, "@6a", "T7", &["6a"]);
    refuses(GUARDED, "@13b", "T7", &["13b"]);
    refuses(GUARDED, "5c-2b", "T7", &["2b"]);
    refuses(GUARDED, "5c-5c", "T7", &["5c"]);
    refuses("ppp/_7/..G.G./_3/PPP 0 0,2 - 0,0 -,- base", "@5d", "T7", &["5d"]);
}

/// T8: one piece a station, for patrols and guards alike.
#[test]
fn stations_hold_one_piece() {
    refuses(GUARDED, "6g-6f", "T8", &["6f"]);
    refuses(GUARDED, "@6f", "T8", &["6f"]);
    refuses(GUARDED, "5c-6f", "T8", &["6f"]);
    refuses("ppp/_10/P.../P.P 0 2,2 - 0,0 -,- base", "1a-2a", "T8", &["2a"]);
}
