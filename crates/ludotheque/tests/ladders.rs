//! The levels of every game were measured, and make a ladder.
#![allow(clippy::unwrap_used, reason = "a test that meets the impossible should panic")]

use catalog::{Entry, Ladder};

/// Of each step, at least.
const GAMES: usize = 200;
const SCORE: f64 = 60.0;

/// The settings of a game for two seats, as its options allow them.
fn settings(game: &Entry) -> usize {
    let choices = game.info().options.iter().map(|option| option.choices.len());
    choices.product()
}

/// The games whose levels `calibrate` can measure: those that list their actions.
fn measured() -> impl Iterator<Item = &'static Entry> {
    catalog::GAMES.iter().filter(|game| game.study.is_some())
}

#[test]
fn every_level_was_measured_and_beats_the_one_below() {
    for game in measured().filter(|game| game.info().seats.contains(&2)) {
        let ladders = Ladder::read_all(game.ladders).unwrap();
        let name = game.info().name;
        assert_eq!(ladders.len(), settings(game), "{name}");
        for (index, ladder) in ladders.iter().enumerate() {
            assert!(ladder.setup.seats == 2 && game.kind.start(&ladder.setup).is_ok(), "{name}");
            assert!(ladders[..index].iter().all(|other| other.setup != ladder.setup), "{name}");
            assert!(ladder.games >= GAMES, "{name}: {} games", ladder.games);
            assert_eq!(ladder.rungs.iter().map(|rung| rung.level).collect::<Vec<_>>(), Vec::from_iter(1..=8));
            for rung in &ladder.rungs {
                let (low, high) = rung.interval;
                assert!(low <= rung.elo && rung.elo <= high, "{name}: {rung:?}");
                assert_eq!(rung.score.is_none(), rung.level == 1, "{name}: {rung:?}");
                assert!(
                    rung.score.is_none_or(|score| score >= SCORE),
                    "{name}, {:?}: {rung:?}",
                    ladder.setup
                );
                assert!(rung.level == 8 || rung.millis < 100.0, "{name}: {rung:?}");
            }
        }
    }
}

#[test]
fn the_file_tells_the_command_that_writes_it() {
    for game in measured() {
        let command = game.ladders.lines().nth(1).unwrap();
        let id = game.info().id;
        assert!(command.starts_with(&format!("# ludotheque calibrate --game {id} --games ")), "{command}");
    }
}
