//! Budgets are kept, and an answer is always there.

use crate::naive;
use crate::thicket::{Path, Teams, Thicket};
use crate::tictactoe::{Mark, TicTacToe, count_plays, plays};
use game::{Actor, Bot, BotSpec, Budget, Game, Seat};
use search::{AlphaBeta, Found, Greedy, MaxN, Mcts, Style};
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
        let check = |(found, plays): (Found<Mark>, u64)| {
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
    // The only way not to lose at once leads soon, and by more than the rest could make up for.
    let game = TicTacToe::diagram("xx. oo. ...");
    let found = Mcts::new(1).search(&game, Seat(0), &Budget::nodes(2000));
    assert!(found.nodes < 1500 && found.action == Mark(2), "{found:?}");
}

/// Neither does the yardstick go on when nothing can change its mind any more; `analyse` shows what it would have said.
#[test]
fn the_plain_algorithm_saves_games_and_says_the_same() {
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
fn who_wants_to_know_is_told_how_many_nodes_were_used() {
    let game = TicTacToe::opening();
    let told = |choose: &dyn Fn(&Budget<'_>) -> Mark| {
        let count = AtomicU64::new(0);
        choose(&Budget::nodes(500).with_count(&count));
        count.load(Ordering::Relaxed)
    };
    let found = AlphaBeta::new(1).search(&game, Seat(0), &Budget::nodes(500));
    assert_eq!(told(&|budget| AlphaBeta::new(1).choose(&game, Seat(0), budget)), found.nodes);
    let found = Mcts::new(1).search(&game, Seat(0), &Budget::nodes(500));
    assert_eq!(told(&|budget| Mcts::new(1).choose(&game, Seat(0), budget)), found.nodes);
    assert!(told(&|budget| MaxN::new(1).choose(&game, Seat(0), budget)) > 300);
}

#[test]
fn no_depth_is_begun_late() {
    let game = TicTacToe::opening();
    let depth = |gone: f64| {
        let gone = move || gone;
        let budget = Budget::nodes(20_000).with_gone(&gone);
        AlphaBeta::new(1).search(&game, Seat(0), &budget).depth
    };
    assert_eq!((depth(1.0), depth(0.7)), (1, 1));
    assert!(depth(0.3) > 3);
}

#[test]
fn what_is_left_is_told_by_nodes_and_by_time() {
    assert_eq!(Budget::nodes(100).nodes_left(30), 70);
    assert_eq!(Budget::nodes(100).nodes_left(130), 0);
    let half = || 0.5;
    assert_eq!(Budget::until(&|| false).with_gone(&half).nodes_left(30), 30);
    assert_eq!(Budget::nodes(40).with_gone(&half).nodes_left(30), 10);
    assert_eq!(Budget::until(&|| false).nodes_left(30), u64::MAX - 30);
}

#[test]
fn a_tree_that_may_not_grow_still_answers() {
    let game = TicTacToe::diagram("xx. oo. ...");
    for max_nodes in [0, 1, 5, 20, 100] {
        let found = Mcts::new(1).with_max_nodes(max_nodes).search(&game, Seat(0), &Budget::nodes(500));
        assert_eq!(found.action, Mark(2), "{max_nodes}");
    }
}

/// What a search cut short says is what the last full depth says, or something better that the next one has shown.
#[test]
fn an_unfinished_depth_never_makes_the_answer_worse() {
    for maze in 1..12 {
        let game = Thicket::new(maze, 3, Teams::Alone);
        let Some(seat) = game.turn().seats().first() else { continue };
        let value = |action: &Path, depth: u32| {
            let next = naive::after(&game, Actor::Seat(seat), action);
            naive::minimax(&next, seat, depth - 1, 0, 1)
        };
        let actions = naive::actions(&game, seat);
        for nodes in (1..400).step_by(3) {
            let found =
                AlphaBeta::new(maze).with_style(Style::EXACT).search(&game, seat, &Budget::nodes(nodes));
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

/// A budget that ends when it is asked for the `answers`-th time, and how often it was asked.
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
        let check = |(found, asked): (Found<Mark>, u64)| {
            assert!(found.nodes <= answers * 64 && asked <= answers + 1, "{asked} asked: {found:?}");
            assert!(is_legal(&game, &found.action));
        };
        check(cancelled(answers, |budget| AlphaBeta::new(2).search(&game, Seat(0), budget)));
        check(cancelled(answers, |budget| MaxN::new(2).search(&game, Seat(0), budget)));
        check(cancelled(answers, |budget| Mcts::new(2).search(&game, Seat(0), budget)));
    }
}

/// Whatever a bot does, it asks again before it has played many actions, and plays none after it was told to stop: at a
/// few microseconds an action that is far from the 20 milliseconds that an answer may be late.
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
