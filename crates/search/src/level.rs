//! Levels: bots weakened by a limited depth and by random errors of judgement.

use crate::{AlphaBeta, AlphaBetaOptions, Best, PROVEN, Search};
use game::{Bot, Budget, Seat, Text};
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// How well a [`LevelBot`] plays. Every game has a table of eight levels; each must win at least 60 % of the points against
/// the one below it.
///
/// The limits work together, so a table is tuned in this order: `depth` and `quiescence` make the steps between levels,
/// `noise` evens them out, `max_loss` rules out gross blunders, `nodes` keeps the answer quick.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Level {
    /// How many actions ahead it searches, its own included; with 1 it does not see the reply.
    pub depth: u32,
    /// How many noisy actions in a row (captures, for example) it follows beyond that.
    pub quiescence: u8,
    /// The standard deviation of the random error that is added to the value of each action, in thousandths of log-odds.
    /// With 0 it plays the best action that it finds.
    pub noise: i32,
    /// It never chooses an action whose value, before the error, is lower than the best by more than this.
    pub max_loss: i32,
    /// The highest number of nodes for an action; the budget of the caller applies too.
    pub nodes: u64,
}

impl Level {
    /// Full strength: [`Best`] with the whole budget.
    pub const FULL: Level = Level { depth: u32::MAX, quiescence: 0, noise: 0, max_loss: 0, nodes: u64::MAX };

    /// What is true of the levels of every game: each was measured to beat the one below it.
    pub const SUMMARIES: [Text; 8] = [
        Text { fr: "Débute.", en: "A beginner." },
        Text { fr: "Bat le plus souvent la force 1.", en: "Beats level 1 more often than not." },
        Text { fr: "Bat le plus souvent la force 2.", en: "Beats level 2 more often than not." },
        Text { fr: "Bat le plus souvent la force 3.", en: "Beats level 3 more often than not." },
        Text { fr: "Bat le plus souvent la force 4.", en: "Beats level 4 more often than not." },
        Text { fr: "Bat le plus souvent la force 5.", en: "Beats level 5 more often than not." },
        Text { fr: "Bat le plus souvent la force 6.", en: "Beats level 6 more often than not." },
        Text { fr: "Pleine force.", en: "Full strength." },
    ];

    /// The table of games that have none of their own.
    pub const DEFAULT: [Level; 8] = [
        Level { depth: 1, quiescence: 0, noise: 1000, max_loss: 2500, nodes: 1000 },
        Level { depth: 1, quiescence: 0, noise: 400, max_loss: 1500, nodes: 1000 },
        Level { depth: 1, quiescence: 2, noise: 300, max_loss: 1000, nodes: 4000 },
        Level { depth: 2, quiescence: 2, noise: 250, max_loss: 800, nodes: 10_000 },
        Level { depth: 2, quiescence: 4, noise: 100, max_loss: 400, nodes: 20_000 },
        Level { depth: 3, quiescence: 8, noise: 0, max_loss: 0, nodes: 30_000 },
        Level { depth: 4, quiescence: 8, noise: 0, max_loss: 0, nodes: 60_000 },
        Level::FULL,
    ];
}

/// A bot of a given [`Level`].
///
/// It searches the value of each action, adds a random error to each, and chooses the highest. The error never makes it
/// miss a win that it sees, choose a defeat that it sees, or lose more than [`Level::max_loss`].
pub struct LevelBot<G: Search> {
    choice: LevelChoice,
    seed: u64,
    /// The player that was used last, and its level.
    player: Option<(Level, Player<G>)>,
}

/// Which level to play at.
enum LevelChoice {
    Level(Level),
    /// The game's level with that number.
    Number(usize),
}

/// What chooses the actions of a level.
enum Player<G: Search> {
    Full(Best<G>),
    Limited { search: Box<AlphaBeta<G>>, noise: Xoshiro256PlusPlus },
}

impl<G: Search> LevelBot<G> {
    /// A bot of that level whose random errors follow from `seed`.
    pub fn new(level: Level, seed: u64) -> Self {
        LevelBot { choice: LevelChoice::Level(level), seed, player: None }
    }

    /// A bot of the game's level with that number, from 1 to 8: see [`Search::level`].
    pub fn numbered(number: usize, seed: u64) -> Self {
        LevelBot { choice: LevelChoice::Number(number), seed, player: None }
    }

    fn player(&mut self, level: Level) -> &mut Player<G> {
        let known = self.player.take().filter(|(known, _)| *known == level);
        let player = known.map_or_else(|| Player::new(level, self.seed), |(_, player)| player);
        &mut self.player.insert((level, player)).1
    }
}

impl<G: Search> Player<G> {
    fn new(level: Level, seed: u64) -> Self {
        if level == Level::FULL {
            return Player::Full(Best::hand(seed));
        }
        let options = AlphaBetaOptions { quiescence: level.quiescence, ..AlphaBetaOptions::EXACT };
        let search = AlphaBeta::new(seed).with_options(options).with_max_depth(level.depth);
        Player::Limited { search: Box::new(search), noise: Xoshiro256PlusPlus::seed_from_u64(!seed) }
    }
}

impl<G: Search> Bot<G> for LevelBot<G> {
    fn choose(&mut self, game: &G, seat: Seat, budget: &Budget<'_>) -> G::Action {
        let level = match self.choice {
            LevelChoice::Level(level) => level,
            LevelChoice::Number(number) => game.level(number),
        };
        let (search, noise) = match self.player(level) {
            Player::Full(best) => return best.choose(game, seat, budget),
            Player::Limited { search, noise } => (search, noise),
        };
        let budget = budget.single_threaded().at_most(level.nodes);
        if level.noise == 0 {
            return search.choose(game, seat, &budget);
        }
        let rated = search.rate(game, seat, &budget);
        let best = rated.iter().map(|(_, value)| *value).max().expect("a seat to act has an action");
        let is_acceptable = |value: i32| match best {
            PROVEN.. => value == best,
            _ => value == best || (value > -PROVEN && best - value <= level.max_loss),
        };
        let acceptable = rated.into_iter().filter(|(_, value)| is_acceptable(*value));
        let noisy = acceptable.map(|(action, value)| (action, value + random_error(level.noise, noise)));
        let chosen = noisy.reduce(|best, other| if other.1 > best.1 { other } else { best });
        chosen.expect("the best action is acceptable").0
    }
}

/// A random error with mean 0 and standard deviation `noise`: the sum of four uniform draws is close to normal.
fn random_error(noise: i32, rng: &mut impl Rng) -> i32 {
    // The standard deviation of a sum of four draws from -a..=a is 2a/√3.
    let bound = noise * 866 / 1000;
    (0..4).map(|_| rng.random_range(-bound..=bound)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistakes_are_as_large_as_the_level_says() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        let errors: Vec<f64> = (0..20_000).map(|_| random_error(300, &mut rng).into()).collect();
        let mean = errors.iter().sum::<f64>() / 20_000.0;
        let deviation = (errors.iter().map(|error| error * error).sum::<f64>() / 20_000.0).sqrt();
        assert!(mean.abs() < 8.0 && (deviation - 300.0).abs() < 8.0, "{mean}, {deviation}");
    }
}
