//! Bots keep to their budgets and always answer.

use crate::naive;
use crate::random_tree::{Path, RandomTree, Teams};
use crate::tictactoe::{Mark, TicTacToe, count_plays, plays};
use game::{Actor, Bot, BotSpec, Budget, Game, Seat};
use search::{AlphaBeta, AlphaBetaOptions, Greedy, MaxN, Mcts, SearchResult};
use std::sync::atomic::{AtomicU64, Ordering};
use testkit::tiny::{Pebbles, PebblesOptions};

const BUDGETS: [u64; 13] = [0, 1, 2, 3, 8, 9, 10, 63, 64, 65, 300, 2000, 20_000];

fn is_legal(game: &TicTacToe, action: &Mark) -> bool {
    naive::actions(game, game.next()).contains(action)
}

#[test]
fn searches_by_depth_play_no_more_actions_than_they_may() {
    let game = TicTacToe::opening();
    for nodes in BUDGETS {
        let budget = Budget::nodes(nodes);
        let check = |(found, plays): (SearchResult<Mark>, u64)| {
            assert!(plays <= nodes && found.nodes == plays, "{plays} of {nodes}: {found:?}");
            assert!(is_legal(&game, &found.action));
        };
        check(count_plays(|| AlphaBeta::new(1).search(&game, Seat(0), &budget)));
        check(count_plays(|| MaxN::new(1).search(&game, Seat(0), &budget)));
        let (action, plays) = count_plays(|| Greedy::new(1).choose(&game, Seat(0), &budget));
        assert!(plays <= nodes && is_legal(&game, &action));
    }
}

#[test]
fn mcts_plays_as_many_games_as_it_may_unless_it_is_decided_before() {
    let game = TicTacToe::opening();
    for nodes in BUDGETS {
        let found = Mcts::new(1).search(&game, Seat(0), &Budget::nodes(nodes));
        assert!(found.nodes <= nodes && (found.nodes == nodes || nodes > 64), "{found:?} of {nodes}");
        assert!(is_legal(&game, &found.action));
    }
    // The only action that does not lose at once soon leads by more visits than are left.
    let game = TicTacToe::diagram("xx. oo. ...");
    let found = Mcts::new(1).search(&game, Seat(0), &Budget::nodes(2000));
    assert!(found.nodes < 1500 && found.action == Mark(2), "{found:?}");
}

/// The plain algorithm also stops when the rest cannot change its answer; `analyse` shows the answer without that.
#[test]
fn the_plain_algorithm_stops_early_with_the_same_answer() {
    let game = TicTacToe::diagram("x.. .o. ..x");
    let mut saved = 0;
    for seed in 0..30 {
        let found = Mcts::plain(seed).search(&game, Seat(1), &Budget::nodes(2000));
        let mut most_visited = None;
        Mcts::plain(seed).analyse(&game, Seat(1), 1, &Budget::nodes(2000), &mut |analysis| {
            most_visited = Some((analysis.lines[0].actions[0], analysis.nodes));
        });
        assert_eq!(most_visited, Some((found.action, 2000)), "seed {seed}");
        saved += 2000 - found.nodes;
    }
    assert!(saved > 0);
}

#[test]
fn nodes_are_reported_to_the_counter() {
    let game = TicTacToe::opening();
    let counted = |choose: &dyn Fn(&Budget<'_>) -> Mark| {
        let count = AtomicU64::new(0);
        choose(&Budget::nodes(500).with_node_counter(&count));
        count.load(Ordering::Relaxed)
    };
    let found = AlphaBeta::new(1).search(&game, Seat(0), &Budget::nodes(500));
    assert_eq!(counted(&|budget| AlphaBeta::new(1).choose(&game, Seat(0), budget)), found.nodes);
    let found = Mcts::new(1).search(&game, Seat(0), &Budget::nodes(500));
    assert_eq!(counted(&|budget| Mcts::new(1).choose(&game, Seat(0), budget)), found.nodes);
    assert!(counted(&|budget| MaxN::new(1).choose(&game, Seat(0), budget)) > 300);
}

#[test]
fn no_depth_is_started_late() {
    let game = TicTacToe::opening();
    let depth = |share: f64| {
        let share = move || share;
        let budget = Budget::nodes(20_000).with_time_used(&share);
        AlphaBeta::new(1).search(&game, Seat(0), &budget).depth
    };
    assert_eq!((depth(1.0), depth(0.7)), (1, 1));
    assert!(depth(0.3) > 3);
}

#[test]
fn the_nodes_left_follow_from_nodes_and_time() {
    assert_eq!(Budget::nodes(100).nodes_left(30), 70);
    assert_eq!(Budget::nodes(100).nodes_left(130), 0);
    let half = || 0.5;
    assert_eq!(Budget::until(&|| false).with_time_used(&half).nodes_left(30), 30);
    assert_eq!(Budget::nodes(40).with_time_used(&half).nodes_left(30), 10);
    assert_eq!(Budget::until(&|| false).nodes_left(30), u64::MAX - 30);
}

#[test]
fn a_full_tree_still_answers() {
    let game = TicTacToe::diagram("xx. oo. ...");
    for max_nodes in [0, 1, 5, 20, 100] {
        let found = Mcts::new(1).with_max_nodes(max_nodes).search(&game, Seat(0), &Budget::nodes(500));
        assert_eq!(found.action, Mark(2), "{max_nodes}");
    }
}

/// A search that is cut short returns the answer of the last completed depth, or a better one of the next.
#[test]
fn an_unfinished_depth_never_makes_the_answer_worse() {
    for maze in 1..12 {
        let game = RandomTree::new(maze, 3, Teams::Alone);
        let Some(seat) = game.turn().seats().first() else { continue };
        let value = |action: &Path, depth: u32| {
            let next = naive::after(&game, Actor::Seat(seat), action);
            naive::minimax(&next, seat, depth - 1, 0, 1)
        };
        let actions = naive::actions(&game, seat);
        for nodes in (1..400).step_by(3) {
            let found = AlphaBeta::new(maze).with_options(AlphaBetaOptions::EXACT).search(
                &game,
                seat,
                &Budget::nodes(nodes),
            );
            let (depth, next) = (found.depth, found.depth + 1);
            if depth == 0 {
                continue;
            }
            let best = actions.iter().map(|action| value(action, depth)).max().unwrap();
            let was_best = |action: &&Path| value(action, depth) == best;
            let beaten =
                actions.iter().filter(was_best).any(|other| value(&found.action, next) > value(other, next));
            assert!(was_best(&&found.action) || beaten, "{game}, {nodes} nodes: {found:?}");
            let shown = [value(&found.action, depth), value(&found.action, next)];
            assert!(shown.contains(&found.value), "{game}, {nodes} nodes: {found:?}, not {shown:?}");
        }
    }
}

/// Runs `work` with a budget that stops at the `answers`-th call; returns how often it was called.
fn cancelled<T>(answers: u64, work: impl FnOnce(&Budget<'_>) -> T) -> (T, u64) {
    let asked = AtomicU64::new(0);
    let stop = || asked.fetch_add(1, Ordering::Relaxed) >= answers;
    let result = work(&Budget::until(&stop));
    (result, asked.into_inner())
}

#[test]
fn a_cancelled_search_answers_at_once() {
    let game = TicTacToe::opening();
    for answers in 0..30 {
        let check = |(found, asked): (SearchResult<Mark>, u64)| {
            assert!(found.nodes <= answers * 64 && asked <= answers + 1, "{asked} asked: {found:?}");
            assert!(is_legal(&game, &found.action));
        };
        check(cancelled(answers, |budget| AlphaBeta::new(2).search(&game, Seat(0), budget)));
        check(cancelled(answers, |budget| MaxN::new(2).search(&game, Seat(0), budget)));
        check(cancelled(answers, |budget| Mcts::new(2).search(&game, Seat(0), budget)));
    }
}

/// Every bot calls `stop` often and plays no action after it returned true: at a few microseconds an action it keeps far
/// below the 20 milliseconds that an answer may be late.
#[test]
fn no_bot_is_late() {
    const MOST: u64 = 80;
    let mut bots: Vec<(&str, Box<dyn Bot<TicTacToe>>)> = vec![("maxn", Box::new(MaxN::new(1)))];
    bots.extend(search::two_sided::<TicTacToe>().iter().map(|spec| (spec.id, (spec.make)(1))));
    for (id, bot) in &mut bots {
        for answers in [0, 1, 7, 100] {
            let (asked, last) = (AtomicU64::new(0), AtomicU64::new(plays()));
            let stop = || {
                let since = plays() - last.swap(plays(), Ordering::Relaxed);
                assert!(since <= MOST, "{id} played {since} actions without asking");
                asked.fetch_add(1, Ordering::Relaxed) >= answers
            };
            bot.choose(&TicTacToe::opening(), Seat(0), &Budget::until(&stop));
            let since = plays() - last.into_inner();
            let was_stopped = asked.into_inner() > answers;
            assert!(since == 0 || (!was_stopped && since <= MOST), "{id} played {since} actions at the end");
        }
    }
}

#[test]
fn bots_made_with_the_same_seed_choose_alike() {
    const BOTS: &[BotSpec<Pebbles>] = &search::standard();
    let game = Pebbles::new(&PebblesOptions::default(), 3).unwrap().with_heap(30);
    for bot in BOTS {
        let lines: Vec<Vec<String>> = [1, 1, 2].map(|seed| line((bot.make)(seed), game)).into();
        assert_eq!(lines[0], lines[1], "{}", bot.id);
    }
    let random = |seed| line((BOTS[0].make)(seed), game);
    assert_ne!(random(1), random(2));
}

/// The actions of one bot that plays all seats.
fn line(mut bot: Box<dyn Bot<Pebbles>>, mut game: Pebbles) -> Vec<String> {
    let mut actions = Vec::new();
    while let Some(seat) = game.turn().seats().first() {
        let action = bot.choose(&game, seat, &Budget::nodes(200));
        game.apply(Actor::Seat(seat), &action).unwrap();
        actions.push(action.to_string());
    }
    actions
}

#[test]
fn a_single_action_costs_nothing() {
    let game = TicTacToe::diagram("xox xoo oxx");
    let game = TicTacToe::diagram(&game.to_string().replacen('x', ".", 1));
    let free =
        |bot: &mut dyn Bot<TicTacToe>| count_plays(|| bot.choose(&game, Seat(0), &Budget::nodes(1000)));
    assert_eq!(free(&mut AlphaBeta::new(0)), (Mark(0), 0));
    assert_eq!(free(&mut MaxN::new(0)), (Mark(0), 0));
    assert_eq!(free(&mut Mcts::new(0)), (Mark(0), 0));
}
