//! What is proven of the last actions of a game is what minimax finds.
#![allow(clippy::unwrap_used, reason = "a test that meets the impossible should panic")]

use expion::Expion;
use game::{Game, NoOptions};
use testkit::{check_endings, late_positions};

#[test]
fn proofs_agree_with_minimax() {
    // Two sides, of one seat each, of one and two, of two each.
    for seats in 2..=4 {
        let start = Expion::new(&NoOptions {}, seats).unwrap();
        let endings = check_endings((0..80).flat_map(|seed| late_positions(&start, seed, 3)), 20_000);
        assert!(endings.wins > 30 && endings.losses > 5 && endings.draws > 20, "{seats} seats: {endings:?}");
    }
}
