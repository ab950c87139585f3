//! Proofs agree with plain minimax, and take no more nodes than they may.

use crate::tictactoe::{TicTacToe, count_plays};
use game::{Budget, Game, Seat};
use search::{Goal, Proof, Prover};
use testkit::tiny::{Pebbles, PebblesOptions, Teams};
use testkit::{check_endings, late_positions};

#[test]
fn heaps_of_pebbles_are_proven() {
    let alone = Pebbles::new(&PebblesOptions::default(), 2).unwrap();
    let pairs =
        Pebbles::new(&PebblesOptions { teams: Teams::Pairs, ..PebblesOptions::default() }, 4).unwrap();
    for start in [alone, pairs] {
        let heaps = (1..=12).flat_map(|heap| late_positions(&start.with_heap(heap), u64::from(heap), 40));
        let endings = check_endings(heaps, 100_000);
        assert!(endings.wins > 30 && endings.losses > 20 && endings.open == 0, "{endings:?}");
    }
}

#[test]
fn noughts_and_crosses_is_a_draw() {
    let games = (0..100).flat_map(|seed| late_positions(&TicTacToe::opening(), seed, 7));
    let endings = check_endings(games, 1_000_000);
    assert!(
        endings.wins > 50 && endings.losses > 20 && endings.draws > 50 && endings.open == 0,
        "{endings:?}"
    );
    let prove =
        |goal| Prover::new().prove(&TicTacToe::opening(), Seat(0), goal, &Budget::nodes(1_000_000), &mut 0);
    assert_eq!(prove(Goal::Win), Proof::No);
    assert!(matches!(prove(Goal::Hold), Proof::Yes(_)));
}

#[test]
fn a_proof_keeps_to_its_nodes_and_can_be_taken_up_again() {
    let game = TicTacToe::opening();
    for limit in [0, 1, 7, 100, 2000] {
        let mut nodes = 0;
        let mut prover = Prover::new();
        let (_, plays) =
            count_plays(|| prover.prove(&game, Seat(0), Goal::Win, &Budget::nodes(limit), &mut nodes));
        assert!(nodes <= limit && plays <= limit + 9, "{limit}: {nodes} nodes, {plays} played");
    }
    let mut prover = Prover::new();
    let attempts =
        (0..1000).find(|_| prover.prove(&game, Seat(0), Goal::Win, &Budget::nodes(500), &mut 0) == Proof::No);
    assert!(attempts.is_some_and(|attempts| attempts > 2), "{attempts:?}");
}
