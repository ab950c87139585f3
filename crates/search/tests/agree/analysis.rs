//! The variations that bots report.

use crate::naive;
use crate::random_tree::{RandomTree, Teams};
use crate::tictactoe::{Mark, TicTacToe};
use game::{Actor, Analysis, Bot, Budget, Game, NoOptions, Seat, Turn, Verdict};
use search::{AlphaBeta, AlphaBetaOptions, Best, Greedy, Mcts, Search, WIN};
use std::sync::atomic::{AtomicU64, Ordering};
use testkit::tiny::{Envelopes, EnvelopesAction, Pebbles, PebblesOptions};

/// Everything that a bot reports.
fn reports<G: Search>(
    bot: &mut dyn Bot<G>,
    game: &G,
    seat: Seat,
    lines: usize,
    budget: &Budget<'_>,
) -> Vec<Analysis<G::Action>> {
    let mut reports = Vec::new();
    bot.analyse(game, seat, lines, budget, &mut |analysis| reports.push(analysis.clone()));
    reports
}

/// Variations are legal, begin with different actions, are sorted, and there are as many as requested.
fn check<G: Search>(game: &G, seat: Seat, wanted: usize, analysis: &Analysis<G::Action>) {
    let actions = naive::actions(game, seat);
    assert_eq!(analysis.lines.len(), wanted.clamp(1, actions.len()), "{game}");
    for (number, line) in analysis.lines.iter().enumerate() {
        assert!((0.0..=1.0).contains(&line.chance) && line.depth >= 1, "{line:?}");
        assert!(line.actions.len() <= line.depth as usize && line.depth <= analysis.depth, "{line:?}");
        assert!(analysis.lines[..number].iter().all(|other| other.actions[0] != line.actions[0]));
        assert!(analysis.lines[..number].iter().all(|other| other.chance >= line.chance), "{analysis:?}");
        let (mut game, mut actor) = (game.clone(), Actor::Seat(seat));
        for action in &line.actions {
            game.apply(actor, action).expect("a line is legal");
            actor = match game.turn() {
                Turn::Seats(seats) => Actor::Seat(seats.first().unwrap()),
                Turn::Nature | Turn::Over(_) => Actor::Nature,
            };
        }
    }
}

#[test]
fn variations_are_legal_and_sorted_and_agree_with_a_naive_search() {
    for maze in 0..60 {
        let game = RandomTree::new(maze, 2, Teams::Alone);
        let Some(seat) = game.turn().seats().first() else { continue };
        for wanted in [1, 2, 9] {
            let mut bot = AlphaBeta::new(maze).with_options(AlphaBetaOptions::EXACT).with_max_depth(6);
            let reports = reports(&mut bot, &game, seat, wanted, &Budget::nodes(u64::MAX));
            assert!(!reports.is_empty());
            for (depth, analysis) in (1..).zip(&reports) {
                assert_eq!(analysis.depth, depth);
                check(&game, seat, wanted, analysis);
                for line in &analysis.lines {
                    let next = naive::after(&game, Actor::Seat(seat), &line.actions[0]);
                    let value = naive::minimax(&next, seat, depth - 1, 0, 1);
                    match line.verdict {
                        Verdict::Wins(away) => assert_eq!((value, line.chance), (WIN - away as i32, 1.0)),
                        Verdict::Loses(away) => assert_eq!((value, line.chance), (away as i32 - WIN, 0.0)),
                        Verdict::Open => {
                            let odds = (f64::from(value) / 1000.0).exp();
                            assert!((f64::from(line.chance) - odds / (1.0 + odds)).abs() < 1e-4);
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn the_best_bot_analyses_with_its_own_options() {
    for maze in 0..30 {
        let game = RandomTree::new(maze, 2, Teams::Alone);
        let Some(seat) = game.turn().seats().first() else { continue };
        for analysis in reports(&mut Best::new(1), &game, seat, 3, &Budget::nodes(3000)) {
            check(&game, seat, 3, &analysis);
        }
    }
}

#[test]
fn wins_and_defeats_are_reported_as_proven() {
    let won = TicTacToe::diagram("xx. oo. ...");
    let last = reports(&mut Best::new(1), &won, Seat(0), 9, &Budget::nodes(u64::MAX)).pop().unwrap();
    check(&won, Seat(0), 9, &last);
    assert_eq!((last.lines[0].actions[0], last.lines[0].verdict), (Mark(2), Verdict::Wins(1)));
    // Whatever does not stop the other line loses to it.
    let losing: Vec<u8> = last
        .lines
        .iter()
        .filter(|line| line.verdict == Verdict::Loses(2))
        .map(|line| line.actions[0].0)
        .collect();
    assert_eq!(losing.len(), 3, "{last:?}");
    assert!(losing.iter().all(|cell| [6, 7, 8].contains(cell)));
}

#[test]
fn more_than_two_sides_are_analysed_by_mcts() {
    let game = Pebbles::new(&PebblesOptions::default(), 3).unwrap().with_heap(20);
    let all =
        reports(&mut Best::new(1), &game, game.turn().seats().first().unwrap(), 2, &Budget::nodes(1500));
    assert_eq!(all.iter().map(|analysis| analysis.nodes).collect::<Vec<_>>(), [256, 512, 1024, 1500]);
    all.iter().for_each(|analysis| check(&game, game.turn().seats().first().unwrap(), 2, analysis));
    assert!(all[3].lines[0].actions.len() > 1);

    let mut game = Envelopes::new(&NoOptions {}, 2).unwrap();
    game.apply(Actor::Nature, &EnvelopesAction::Prize(3)).unwrap();
    let all = reports(&mut Mcts::new(1), &game, Seat(0), 3, &Budget::nodes(1024));
    assert_eq!(all.len(), 3);
    all.iter().for_each(|analysis| check(&game, Seat(0), 3, analysis));
}

#[test]
fn an_analysis_can_be_cancelled_and_repeated() {
    let game = TicTacToe::opening();
    for mut bot in [Box::new(AlphaBeta::new(1)) as Box<dyn Bot<TicTacToe>>, Box::new(Mcts::new(1))] {
        let asked = AtomicU64::new(0);
        let stop = || asked.fetch_add(1, Ordering::Relaxed) >= 20;
        reports(&mut *bot, &game, Seat(0), 3, &Budget::until(&stop));
        assert_eq!(asked.into_inner(), 21);
    }
    let once = || reports(&mut Best::new(7), &game, Seat(0), 3, &Budget::nodes(5000));
    assert_eq!(once(), once());
}

#[test]
fn a_bot_without_search_reports_nothing() {
    let game = TicTacToe::opening();
    assert!(reports(&mut Greedy::new(1), &game, Seat(0), 3, &Budget::nodes(5000)).is_empty());
}
