//! Parallel search.

use crate::naive;
use crate::random_tree::{RandomTree, Teams};
use crate::tictactoe::{Mark, TicTacToe};
use game::{Actor, Budget, Game, Job, Seat, Threads};
use search::{AlphaBeta, AlphaBetaOptions, Mcts};
use std::sync::atomic::{AtomicU64, Ordering};

/// Runs a job on `size` threads, as the binary does.
fn in_threads(size: usize) -> impl Fn(&Job<'_>) + Sync {
    move |job| {
        std::thread::scope(|scope| {
            for number in 0..size {
                scope.spawn(move || job(number));
            }
        });
    }
}

#[test]
fn several_threads_find_the_values_of_a_naive_search() {
    let threads = in_threads(3);
    let budget = Budget::nodes(u64::MAX).with_threads(Threads::new(3, &threads));
    for maze in 0..10 {
        let game = RandomTree::new(maze, 2, Teams::Alone);
        let Some(seat) = game.turn().seats().first() else { continue };
        for depth in 1..=6 {
            let mut bot = AlphaBeta::new(maze).with_options(AlphaBetaOptions::EXACT).with_max_depth(depth);
            let found = bot.search(&game, seat, &budget);
            let value = |next: &RandomTree| naive::minimax(next, seat, depth - 1, 0, 1);
            let best = naive::after_each(&game, Actor::Seat(seat)).map(|next| value(&next)).max().unwrap();
            assert_eq!(found.value, best, "{game}, depth {depth}: {found:?}");
            assert_eq!(
                value(&naive::after(&game, Actor::Seat(seat), &found.action)),
                best,
                "{game}: {found:?}"
            );
        }
    }
}

#[test]
fn several_threads_solve_what_one_solves() {
    let threads = in_threads(2);
    let lent = Threads::new(2, &threads);
    let forced = TicTacToe::diagram("xx. .o. ...");
    let won = TicTacToe::diagram("xx. oo. ...");
    for budget in [Budget::nodes(3000), Budget::nodes(20_000)].map(|budget| budget.with_threads(lent)) {
        for game in [&forced, &won] {
            assert_eq!(AlphaBeta::new(1).search(game, game.next(), &budget).action, Mark(2));
            assert_eq!(Mcts::new(1).search(game, game.next(), &budget).action, Mark(2));
        }
    }
}

#[test]
fn threads_share_the_nodes() {
    let game = TicTacToe::opening();
    for size in [2, 3] {
        let threads = in_threads(size);
        for nodes in [0, 1, 10, 1000] {
            let budget = Budget::nodes(nodes).with_threads(Threads::new(size, &threads));
            assert!(AlphaBeta::new(1).search(&game, Seat(0), &budget).nodes <= nodes);
            assert_eq!(Mcts::new(1).search(&game, Seat(0), &budget).nodes, nodes / size as u64 * size as u64);
        }
    }
}

#[test]
fn a_cancelled_parallel_search_answers_at_once() {
    let game = TicTacToe::opening();
    let threads = in_threads(2);
    for answers in 0..8 {
        let asked = AtomicU64::new(0);
        let stop = || asked.fetch_add(1, Ordering::Relaxed) >= answers;
        let budget = Budget::until(&stop).with_threads(Threads::new(2, &threads));
        AlphaBeta::new(2).search(&game, Seat(0), &budget);
        assert!(asked.load(Ordering::Relaxed) <= answers + 2);
        asked.store(0, Ordering::Relaxed);
        assert!(Mcts::new(2).search(&game, Seat(0), &budget).nodes <= answers);
    }
}

#[test]
fn a_single_thread_runs_no_job() {
    let alone = |job: &Job<'_>| panic!("{}", size_of_val(job));
    let budget = Budget::nodes(500).with_threads(Threads::new(1, &alone));
    let game = TicTacToe::opening();
    let found = AlphaBeta::new(4).search(&game, Seat(0), &budget);
    assert_eq!(found, AlphaBeta::new(4).search(&game, Seat(0), &Budget::nodes(500)));
}
