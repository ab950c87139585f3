//! Races and other endings are proven right, and won.
#![allow(clippy::unwrap_used, reason = "a test that meets the impossible should panic")]

use game::{Game, Seat};
use search::Search;
use tactic::{Options, Tactic, Variant};
use testkit::{check_endings, check_wins_are_kept, late_positions};

fn start(variant: Variant) -> Tactic {
    Tactic::new(&Options { variant }, 2).unwrap()
}

/// Both have two arrivals; the third patrol of the seat to act can only step aside, and the sixtieth quiet turn ends
/// the game (T17).
fn drawn(variant: Variant) -> Vec<Tactic> {
    let lines = [
        "PP./..../....../......./....../......./gg..../P....../....../..p..../....../..../pp. 0 2,0 - 59,0 -,-",
        "PP./..../....../......./....../......./....gg/......P/....../..p..../....../..../pp. 0 2,0 - 59,0 -,-",
        "PP./..../....../..P..../....../......p/....GG/......./....../......./....../..../pp. 1 0,2 - 59,0 -,-",
    ];
    lines
        .iter()
        .map(|line| format!("\"{line} {}\"", variant.id()))
        .map(|line| serde_json::from_str(&line).unwrap())
        .collect()
}

#[test]
fn proofs_agree_with_minimax() {
    for variant in Variant::ALL {
        let random = (0..120).flat_map(|seed| late_positions(&start(variant), seed, 4));
        let endings = check_endings(random.chain(drawn(variant)), 20_000);
        assert!(endings.wins > 100 && endings.losses > 5 && endings.draws >= 3, "{variant:?}: {endings:?}");
        assert!(endings.solved > 10, "{variant:?}: {endings:?}");
    }
}

#[test]
fn a_proven_win_is_never_let_go() {
    for variant in Variant::ALL {
        let late = (0..20).filter_map(|seed| late_positions(&start(variant), seed, 10).into_iter().next());
        let kept = check_wins_are_kept(late, 4000);
        assert!(kept > 5, "{variant:?}: {kept}");
    }
}

/// Positions that are decided at a glance, too far from the end for minimax, are won all the same.
#[test]
fn a_decided_race_is_won() {
    for variant in Variant::ALL {
        let games = (0..150).flat_map(|seed| late_positions(&start(variant), seed, 30));
        let decided: Vec<Tactic> =
            games.filter(|game| game.solved().is_some_and(|solved| solved.actions > 6)).collect();
        assert!(decided.len() > 10, "{variant:?}: {}", decided.len());
        let count = decided.len().min(25);
        assert_eq!(check_wins_are_kept(decided.into_iter().take(count), 4000) as usize, count);
    }
}

#[test]
fn a_race_is_decided_when_nobody_can_hinder_it() {
    let told = |position: &str| {
        let game: Tactic = serde_json::from_str(&format!("\"{position}\"")).unwrap();
        game.solved().map(|solved| (solved.winner, solved.actions))
    };
    // Three turns home for seat 0, six for seat 1.
    let ahead = "P../P.../..P.../......./....../......./....../......./ppp.../......./....../..../... 0 2,2 - 0,0 -,- base";
    assert_eq!(told(ahead), Some((Some(Seat(0)), 10)));
    // With one patrol before line 11, guards may still come.
    let behind = "P../..../..P.../P....../....../......./....../......./ppp.../......./....../..../... 0 2,2 - 0,0 -,- base";
    assert_eq!(told(behind), None);
    // A rival's patrol that has yet to pass may be in the way.
    let faced = "P../P.../..P.../......./....../p....../....../......./pp..../......./....../..../... 0 2,2 - 0,0 -,- base";
    assert_eq!(told(faced), Some((Some(Seat(0)), 10)));
    let blocked = "P.p/P.../..P.../......./....../......./....../......./pp..../......./....../..../... 0 2,2 - 0,0 -,- base";
    assert_eq!(told(blocked), None);
}
