//! The measured strength of a game's levels: the file `levels.txt` that `ludotheque calibrate` writes.

use crate::setting::{read_setting, write_setting};
use std::fmt;
use std::str::FromStr;
use table::Setup;

/// The strength of the levels in one setting.
#[derive(Clone, Debug, PartialEq)]
pub struct LevelRatings {
    /// The number of seats, and the options.
    pub setup: Setup,
    /// How many games each level played against the one below it.
    pub games: usize,
    /// The levels, the lowest first.
    pub levels: Vec<LevelRating>,
}

/// The measured strength of a level.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct LevelRating {
    /// Its number, from 1.
    pub level: usize,
    /// Its strength on the Elo scale, around the mean of all levels.
    pub elo: i32,
    /// The 95 % confidence interval of the rating.
    pub interval: (i32, i32),
    /// Its points against the level below it, in per cent; `None` for the lowest.
    pub score: Option<f64>,
    /// The median time for an action, in milliseconds.
    pub millis: f64,
}

impl fmt::Display for LevelRatings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_setting(f, &self.setup)?;
        writeln!(f, " {} games", self.games)?;
        writeln!(f, "# level    Elo    low   high  score       ms")?;
        self.levels.iter().try_for_each(|rating| {
            let LevelRating { level, elo, interval: (low, high), score, millis } = rating;
            let score = score.map_or_else(|| "-".to_owned(), |score| format!("{score:.1}"));
            writeln!(f, "{level:>7} {elo:>+6} {low:>+6} {high:>+6} {score:>6} {millis:>8.2}")
        })
    }
}

/// What is wrong with a file of level ratings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadLevelRatings(String);

impl fmt::Display for BadLevelRatings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BadLevelRatings {}

impl LevelRatings {
    /// Reads a file of level ratings. Empty lines and lines that begin with `#` are skipped.
    pub fn read_all(text: &str) -> Result<Vec<LevelRatings>, BadLevelRatings> {
        let mut all: Vec<LevelRatings> = Vec::new();
        for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            match (line.starts_with(' '), all.last_mut()) {
                (true, Some(ratings)) => ratings.levels.push(line.parse()?),
                _ => all.push(heading(line)?),
            }
        }
        Ok(all)
    }
}

/// `2 seats variant=base 200 games`
fn heading(line: &str) -> Result<LevelRatings, BadLevelRatings> {
    let bad = || BadLevelRatings(format!("no setting: `{line}`"));
    let words: Vec<&str> = line.split_whitespace().collect();
    let [setting @ .., games, "games"] = &words[..] else { return Err(bad()) };
    let setup = read_setting(setting).ok_or_else(bad)?;
    Ok(LevelRatings { setup, games: games.parse().map_err(|_| bad())?, levels: Vec::new() })
}

impl FromStr for LevelRating {
    type Err = BadLevelRatings;

    fn from_str(line: &str) -> Result<Self, BadLevelRatings> {
        fn number<N: FromStr>(word: &str, line: &str) -> Result<N, BadLevelRatings> {
            word.parse().map_err(|_| BadLevelRatings(format!("`{word}` is no number: `{line}`")))
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        let [level, elo, low, high, score, millis] = words[..] else {
            return Err(BadLevelRatings(format!("no level: `{line}`")));
        };
        Ok(LevelRating {
            level: number(level, line)?,
            elo: number(elo, line)?,
            interval: (number(low, line)?, number(high, line)?),
            score: if score == "-" { None } else { Some(number(score, line)?) },
            millis: number(millis, line)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        let rating =
            |level, score| LevelRating { level, elo: -120, interval: (-150, 7), score, millis: 0.25 };
        let ratings =
            |setup| LevelRatings { setup, games: 200, levels: vec![rating(1, None), rating(2, Some(71.5))] };
        let all = [ratings(Setup::new(2)), ratings(Setup::new(4).with("teams", "pairs"))];
        let file = format!("# A game.\n\n{}\n{}", all[0], all[1]);
        assert_eq!(LevelRatings::read_all(&file), Ok(all.to_vec()));
        assert!(file.contains("\n4 seats teams=pairs 200 games\n"), "{file}");
    }

    #[test]
    fn files_with_errors_are_refused() {
        for text in
            ["2 seats", "two seats 3 games", "2 seats 3 games\n 1 2 3", "2 seats 3 games\n 1 x 0 0 - 1", " 1"]
        {
            assert!(LevelRatings::read_all(text).is_err(), "{text}");
        }
    }
}
