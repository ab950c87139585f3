//! Endings with few pawns left in reserve are proven right, and won.
#![allow(clippy::unwrap_used, reason = "a test that meets the impossible should panic")]

use basik::{Action, Basik};
use game::{Actor, Game, NoOptions, Seat, Turn};
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use search::Search;
use testkit::{check_endings, check_wins_are_kept, late_positions};

fn start() -> Basik {
    Basik::new(&NoOptions {}, 2).unwrap()
}

/// A late position in which each has one pawn left, and so many quiet actions were played (B19).
fn quiet(seed: u64, actions: u32) -> Option<Basik> {
    let late = late_positions(&start(), seed, 1).pop()?.to_string();
    let (board, _) = late.rsplit_once(' ')?;
    let mut game: Basik = format!("{board} 1,1").parse().unwrap();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    for _ in 0..actions {
        let Turn::Seats(seats) = game.turn() else { return None };
        let seat = seats.first().unwrap();
        let mut listed = Vec::new();
        game.actions(seat, &mut listed);
        listed.retain(|action| matches!(action, Action::Move { .. }) && !game.is_noisy(seat, action));
        game.play(Actor::Seat(seat), listed.choose(&mut rng)?);
    }
    Some(game)
}

#[test]
fn proofs_agree_with_minimax() {
    let random = (0..60).flat_map(|seed| late_positions(&start(), seed, 4));
    let quiet = (0..150).filter_map(|seed| quiet(seed, 57));
    let endings = check_endings(random.chain(quiet), 20_000);
    assert!(endings.wins > 100 && endings.losses > 20 && endings.draws > 5, "{endings:?}");
    assert!(endings.solved > 50, "{endings:?}");
}

#[test]
fn a_proven_win_is_never_let_go() {
    let late = (0..25).filter_map(|seed| late_positions(&start(), seed, 9).into_iter().next());
    let kept = check_wins_are_kept(late, 4000);
    assert!(kept > 8, "{kept}");
}

#[test]
fn the_last_pawn_is_known_to_win() {
    let game: Basik = "r1r1../b1.../..../.... r 1,5".parse().unwrap();
    assert_eq!(game.solved().and_then(|solved| solved.winner), Some(Seat(0)));
    // One pawn more in reserve, or one cell behind, and nothing is known at a glance.
    for open in ["r1r1../b1.../..../.... r 2,5", "r1b1../b1.../b1.../.... r 1,5"] {
        assert_eq!(open.parse::<Basik>().unwrap().solved(), None);
    }
}
