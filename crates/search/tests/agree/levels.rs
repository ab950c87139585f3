//! Levels: noise, depth and node limits.

use crate::tictactoe::{Mark, TicTacToe, count_plays};
use game::{Bot, Budget, Game, Seat};
use search::{Best, Level, LevelBot, Search};
use std::collections::HashSet;
use testkit::tiny::{Pebbles, PebblesOptions};

fn choices(level: Level, diagram: &str) -> HashSet<u8> {
    let game = TicTacToe::diagram(diagram);
    let choose = |seed| LevelBot::new(level, seed).choose(&game, game.next(), &Budget::nodes(u64::MAX)).0;
    (0..60).map(choose).collect()
}

const NOISY: Level = Level { depth: 1, quiescence: 0, noise: 3000, max_loss: 1_000_000, nodes: 1000 };

#[test]
fn noise_allows_every_harmless_action() {
    assert_eq!(choices(NOISY, "... .x. ...").len(), 8);
    // Without noise only what looks best remains: the corners.
    assert_eq!(choices(Level { noise: 0, ..NOISY }, "... .x. ..."), HashSet::from([0, 2, 6, 8]));
    // The sides look 100 worse than the corners.
    assert_eq!(choices(Level { max_loss: 99, ..NOISY }, "... .x. ..."), HashSet::from([0, 2, 6, 8]));
    assert_eq!(choices(Level { max_loss: 100, ..NOISY }, "... .x. ...").len(), 8);
}

#[test]
fn noise_never_hides_a_win_or_chooses_a_visible_defeat() {
    assert_eq!(choices(NOISY, "xx. oo. ..."), HashSet::from([2]));
    // With the answer in sight, the line must be stopped; without, anything goes.
    assert_eq!(choices(Level { depth: 2, ..NOISY }, "xx. .o. ..."), HashSet::from([2]));
    assert!(choices(NOISY, "xx. .o. ...").len() > 4);
    // All is lost: anything goes, as long as it takes.
    let lost = choices(Level { depth: 4, ..NOISY }, "x.x .o. x.o");
    assert!(!lost.is_empty());
}

#[test]
fn levels_keep_to_their_nodes_and_to_the_budget() {
    let game = TicTacToe::opening();
    for (number, level) in (1..).zip(TicTacToe::LEVELS) {
        for nodes in [0, 1, 5, 100, 5000] {
            let mut bot = LevelBot::new(level, 1);
            let (_, plays) = count_plays(|| bot.choose(&game, Seat(0), &Budget::nodes(nodes)));
            assert!(plays <= nodes.min(level.nodes), "level {number}: {plays}");
        }
    }
}

#[test]
fn the_highest_level_is_full_strength() {
    assert_eq!(Level::DEFAULT[7], Level::FULL);
    let game = Pebbles::new(&PebblesOptions::default(), 2).unwrap();
    let seat = game.turn().seats().first().unwrap();
    for nodes in [10, 100, 1000] {
        let chosen = LevelBot::new(Level::FULL, 3).choose(&game, seat, &Budget::nodes(nodes));
        assert_eq!(chosen, Best::hand(3).choose(&game, seat, &Budget::nodes(nodes)));
    }
}

#[test]
fn a_mark_is_always_legal() {
    let game = TicTacToe::diagram("xo. ox. .xo");
    for level in TicTacToe::LEVELS {
        for seed in 0..10 {
            let Mark(cell) = LevelBot::new(level, seed).choose(&game, game.next(), &Budget::nodes(50));
            assert!([2, 5, 6].contains(&cell));
        }
    }
}
