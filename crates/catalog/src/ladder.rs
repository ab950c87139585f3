//! The levels of a game's bots as they were measured: what `ludotheque calibrate` writes.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use table::Setup;

/// The levels in one setting, the lowest first.
#[derive(Clone, Debug, PartialEq)]
pub struct Ladder {
    /// The number of seats, and the options.
    pub setup: Setup,
    /// How many games each level played against the one below it.
    pub games: usize,
    /// The levels.
    pub rungs: Vec<Rung>,
}

/// A level as it was measured.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Rung {
    /// Its number, from 1.
    pub level: usize,
    /// Its strength on the Elo scale, around the mean of all levels.
    pub elo: i32,
    /// The ends of the interval that holds the truth 95 times in 100.
    pub interval: (i32, i32),
    /// Its points against the level below it, in hundredths of all; none for the lowest.
    pub score: Option<f64>,
    /// How many milliseconds an action took it: half of them took more, half less.
    pub millis: f64,
}

impl fmt::Display for Ladder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} seats", self.setup.seats)?;
        for (key, value) in &self.setup.options {
            write!(f, " {key}={value}")?;
        }
        writeln!(f, " {} games", self.games)?;
        writeln!(f, "# level    Elo    low   high  score       ms")?;
        self.rungs.iter().try_for_each(|rung| {
            let Rung { level, elo, interval: (low, high), score, millis } = rung;
            let score = score.map_or_else(|| "-".to_owned(), |score| format!("{score:.1}"));
            writeln!(f, "{level:>7} {elo:>+6} {low:>+6} {high:>+6} {score:>6} {millis:>8.2}")
        })
    }
}

/// Why a text is no list of ladders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadLadder(String);

impl fmt::Display for BadLadder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BadLadder {}

impl Ladder {
    /// Reads the ladders of a file. Empty lines and lines that begin with `#` say nothing.
    pub fn read_all(text: &str) -> Result<Vec<Ladder>, BadLadder> {
        let mut ladders: Vec<Ladder> = Vec::new();
        for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            match (line.starts_with(' '), ladders.last_mut()) {
                (true, Some(ladder)) => ladder.rungs.push(line.parse()?),
                _ => ladders.push(heading(line)?),
            }
        }
        Ok(ladders)
    }
}

/// `2 seats variant=base 200 games`
fn heading(line: &str) -> Result<Ladder, BadLadder> {
    let bad = || BadLadder(format!("no setting: `{line}`"));
    let words: Vec<&str> = line.split_whitespace().collect();
    let [seats, "seats", options @ .., games, "games"] = &words[..] else { return Err(bad()) };
    let pair = |word: &&str| word.split_once('=').map(|(key, value)| (key.to_owned(), value.to_owned()));
    let options: Option<BTreeMap<String, String>> = options.iter().map(pair).collect();
    let setup = Setup { seats: seats.parse().map_err(|_| bad())?, options: options.ok_or_else(bad)? };
    Ok(Ladder { setup, games: games.parse().map_err(|_| bad())?, rungs: Vec::new() })
}

impl FromStr for Rung {
    type Err = BadLadder;

    fn from_str(line: &str) -> Result<Self, BadLadder> {
        fn number<N: FromStr>(word: &str, line: &str) -> Result<N, BadLadder> {
            word.parse().map_err(|_| BadLadder(format!("`{word}` is no number: `{line}`")))
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        let [level, elo, low, high, score, millis] = words[..] else {
            return Err(BadLadder(format!("no level: `{line}`")));
        };
        Ok(Rung {
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
        let rung = |level, score| Rung { level, elo: -120, interval: (-150, 7), score, millis: 0.25 };
        let ladder = |setup| Ladder { setup, games: 200, rungs: vec![rung(1, None), rung(2, Some(71.5))] };
        let ladders = [ladder(Setup::new(2)), ladder(Setup::new(4).with("teams", "pairs"))];
        let file = format!("# A game.\n\n{}\n{}", ladders[0], ladders[1]);
        assert_eq!(Ladder::read_all(&file), Ok(ladders.to_vec()));
        assert!(file.contains("\n4 seats teams=pairs 200 games\n"), "{file}");
    }

    #[test]
    fn what_is_no_ladder_is_refused() {
        for text in
            ["2 seats", "two seats 3 games", "2 seats 3 games\n 1 2 3", "2 seats 3 games\n 1 x 0 0 - 1", " 1"]
        {
            assert!(Ladder::read_all(text).is_err(), "{text}");
        }
    }
}
