//! Hot loops allocate nothing, and trees stay within their bounds.

use crate::tictactoe::TicTacToe;
use allocation_counter::measure;
use game::{Budget, Seat};
use search::{AlphaBeta, MaxN, Mcts, sample_playouts};

#[test]
fn playouts_allocate_nothing() {
    let game = TicTacToe::opening();
    let used = measure(|| {
        sample_playouts(&game, 1, &mut |tally| tally.playouts >= 2048);
    });
    assert_eq!(used.count_total, 0);
}

#[test]
fn searches_by_depth_allocate_nothing_at_a_node() {
    let game = TicTacToe::opening();
    let (mut alphabeta, mut maxn) = (AlphaBeta::new(1), MaxN::new(1));
    let used = measure(|| {
        assert!(alphabeta.search(&game, Seat(0), &Budget::nodes(u64::MAX)).nodes > 2000);
    });
    assert!(used.count_total < 60, "{used:?}");
    let used = measure(|| {
        assert_eq!(maxn.search(&game, Seat(0), &Budget::nodes(50_000)).nodes, 50_000);
    });
    assert!(used.count_total < 60, "{used:?}");
}

#[test]
fn a_tree_takes_no_more_memory_than_it_may() {
    let bytes = |max_nodes| {
        let used = measure(|| {
            let mut bot = Mcts::new(1).with_max_nodes(max_nodes);
            bot.search(&TicTacToe::opening(), Seat(0), &Budget::nodes(20_000));
        });
        assert!(used.count_total < 60, "{used:?}");
        used.bytes_max
    };
    // A vector takes up to twice the room of what it holds, and a node is 32 bytes here.
    assert!(bytes(1000) < 1000 * 32 * 2 + 4096, "{}", bytes(1000));
    assert!(bytes(100_000) > 100_000);
}
