//! The levels of every game were measured, and each beats the one below it.
#![allow(clippy::unwrap_used, reason = "a test that meets the impossible should panic")]

use catalog::{CatalogGame, LevelRatings};

/// The least number of games and percentage of points between a level and the one below it.
const GAMES: usize = 200;
const SCORE: f64 = 60.0;

/// The settings of a game for two seats, as its options allow them.
fn settings(game: &CatalogGame) -> usize {
    let choices = game.info().options.iter().map(|option| option.choices.len());
    choices.product()
}

/// The games whose levels `calibrate` can measure: those that list their actions.
fn measured() -> impl Iterator<Item = &'static CatalogGame> {
    catalog::GAMES.iter().filter(|game| game.search.is_some())
}

#[test]
fn every_level_was_measured_and_beats_the_one_below() {
    for game in measured().filter(|game| game.info().seats.contains(&2)) {
        let all_ratings = LevelRatings::read_all(game.level_ratings).unwrap();
        let name = game.info().name;
        assert_eq!(all_ratings.len(), settings(game), "{name}");
        for (index, ratings) in all_ratings.iter().enumerate() {
            assert!(ratings.setup.seats == 2 && game.kind.start(&ratings.setup).is_ok(), "{name}");
            assert!(all_ratings[..index].iter().all(|other| other.setup != ratings.setup), "{name}");
            assert!(ratings.games >= GAMES, "{name}: {} games", ratings.games);
            assert_eq!(
                ratings.levels.iter().map(|rating| rating.level).collect::<Vec<_>>(),
                Vec::from_iter(1..=8)
            );
            for rating in &ratings.levels {
                let (low, high) = rating.interval;
                assert!(low <= rating.elo && rating.elo <= high, "{name}: {rating:?}");
                assert_eq!(rating.score.is_none(), rating.level == 1, "{name}: {rating:?}");
                assert!(
                    rating.score.is_none_or(|score| score >= SCORE),
                    "{name}, {:?}: {rating:?}",
                    ratings.setup
                );
                assert!(rating.level == 8 || rating.millis < 100.0, "{name}: {rating:?}");
            }
        }
    }
}

#[test]
fn the_file_names_the_command_that_writes_it() {
    for game in measured() {
        let command = game.level_ratings.lines().nth(1).unwrap();
        let id = game.info().id;
        assert!(command.starts_with(&format!("# ludotheque calibrate --game {id} --games ")), "{command}");
    }
}
