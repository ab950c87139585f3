//! `ludotheque calibrate`: the strength of the levels.

use crate::{error_output, ludotheque, stdout};
use catalog::LevelRatings;

const SMALL: &str = "--games 2 --nodes 50";

/// A setting and its levels without the milliseconds: what the seed determines.
type Strengths = (String, Vec<(i32, Option<f64>)>);

fn strengths(file: &str) -> Vec<Strengths> {
    let all_ratings = LevelRatings::read_all(file).unwrap().into_iter();
    all_ratings
        .map(|ratings| {
            let levels =
                ratings.levels.iter().map(|level_rating| (level_rating.elo, level_rating.score)).collect();
            (format!("{:?}, {} games", ratings.setup, ratings.games), levels)
        })
        .collect()
}

#[test]
fn the_same_seed_gives_the_same_ratings() {
    let file = stdout(&mut ludotheque(&format!("calibrate --game tactic {SMALL} --jobs 1")));
    let again = stdout(&mut ludotheque(&format!("calibrate --game tactic {SMALL} --jobs 3")));
    assert_eq!(strengths(&file), strengths(&again));
    assert_eq!(strengths(&file).len(), 3, "{file}");
    assert!(strengths(&file).iter().all(|(_, levels)| levels.len() == 8), "{file}");
    let one = stdout(&mut ludotheque(&format!("calibrate --game tactic --set variant=capture {SMALL}")));
    assert_eq!(strengths(&one), strengths(&file)[1..2]);
}

#[test]
fn files_are_written_where_they_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = ludotheque(&format!("calibrate --game basik {SMALL} --folder ."));
    let told = stdout(command.current_dir(&folder));
    let file = std::fs::read_to_string(folder.path().join("basik/levels.txt")).unwrap();
    assert_eq!(told.trim_end(), file.trim_end());
    let refused = error_output(&mut ludotheque("calibrate --game tactic --set variant=base --folder ."), 1);
    assert!(refused.contains("--folder and --set"), "{refused}");
}

#[test]
fn levels_are_fitted_to_a_share() {
    let told = stdout(&mut ludotheque("calibrate --game basik --games 2 --nodes 20 --fit 75"));
    assert_eq!(told.lines().filter(|line| line.starts_with("Level")).count(), 8, "{told}");
    assert!(told.contains("\nLevel::FULL,"), "{told}");
}
