//! Bots that are weak in a human way: they see less far, and they misjudge what they see.

use crate::{AlphaBeta, Best, PROVEN, Search, Style};
use game::{Bot, Budget, Seat};
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// How well a [`Pupil`] plays. Every game has a table of eight, each meant to beat the one before it in at least six
/// games of ten.
///
/// All four limits work together, so a table is tuned in this order: `sight` and `loud` make the steps, `noise`
/// evens them out, `slack` keeps the noise from doing harm, `nodes` keeps the answer quick.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Level {
    /// How many actions ahead it looks, its own included; 1 is to see nothing of the answer.
    pub sight: u32,
    /// How many captures in a row (loud actions) it follows beyond that.
    pub loud: u8,
    /// How far it misjudges an action, in thousandths of log-odds: the usual error, up or down. With no noise at all it
    /// plays as well as it sees.
    pub noise: i32,
    /// An action that it sees to be worse than the best by more than this is never chosen, whatever the noise.
    pub slack: i32,
    /// The most nodes that it uses, whatever its sight; the budget of the caller binds too.
    pub nodes: u64,
}

impl Level {
    /// Full strength: [`Best`], with all that the budget allows.
    pub const FULL: Level = Level { sight: u32::MAX, loud: 0, noise: 0, slack: 0, nodes: u64::MAX };

    /// A first table for games that have none of their own.
    pub const USUAL: [Level; 8] = [
        Level { sight: 1, loud: 0, noise: 1000, slack: 2500, nodes: 1000 },
        Level { sight: 1, loud: 0, noise: 400, slack: 1500, nodes: 1000 },
        Level { sight: 1, loud: 2, noise: 300, slack: 1000, nodes: 4000 },
        Level { sight: 2, loud: 2, noise: 250, slack: 800, nodes: 10_000 },
        Level { sight: 2, loud: 4, noise: 100, slack: 400, nodes: 20_000 },
        Level { sight: 3, loud: 8, noise: 0, slack: 0, nodes: 30_000 },
        Level { sight: 4, loud: 8, noise: 0, slack: 0, nodes: 60_000 },
        Level::FULL,
    ];
}

/// A bot of a given [`Level`].
///
/// It works out what each action is worth as far as it sees, and mistakes each of these values a little. Noise never
/// makes it miss a win that it sees, nor choose what it sees to lose, nor give away more than the level's slack.
pub struct Pupil<G: Search> {
    asked: Asked,
    seed: u64,
    /// What it thinks with, and the level that this is for.
    mind: Option<(Level, Mind<G>)>,
}

/// Which level it is to play at.
enum Asked {
    Level(Level),
    /// The game's own of that number.
    Number(usize),
}

enum Mind<G: Search> {
    Full(Best<G>),
    Limited { sight: Box<AlphaBeta<G>>, error: Xoshiro256PlusPlus },
}

impl<G: Search> Pupil<G> {
    /// A bot whose mistakes follow from `seed`.
    pub fn new(level: Level, seed: u64) -> Self {
        Pupil { asked: Asked::Level(level), seed, mind: None }
    }

    /// A bot of the level of that number, from 1 to 8, whatever the game calls so in the position: see
    /// [`Search::level`].
    pub fn numbered(number: usize, seed: u64) -> Self {
        Pupil { asked: Asked::Number(number), seed, mind: None }
    }

    fn mind(&mut self, level: Level) -> &mut Mind<G> {
        let known = self.mind.take().filter(|(known, _)| *known == level);
        let mind = known.map_or_else(|| Mind::new(level, self.seed), |(_, mind)| mind);
        &mut self.mind.insert((level, mind)).1
    }
}

impl<G: Search> Mind<G> {
    fn new(level: Level, seed: u64) -> Self {
        if level == Level::FULL {
            return Mind::Full(Best::new(seed));
        }
        let style = Style { loud: level.loud, ..Style::EXACT };
        let sight = AlphaBeta::new(seed).with_style(style).with_max_depth(level.sight);
        Mind::Limited { sight: Box::new(sight), error: Xoshiro256PlusPlus::seed_from_u64(!seed) }
    }
}

impl<G: Search> Bot<G> for Pupil<G> {
    fn choose(&mut self, game: &G, seat: Seat, budget: &Budget<'_>) -> G::Action {
        let level = match self.asked {
            Asked::Level(level) => level,
            Asked::Number(number) => game.level(number),
        };
        let (sight, error) = match self.mind(level) {
            Mind::Full(best) => return best.choose(game, seat, budget),
            Mind::Limited { sight, error } => (sight, error),
        };
        let budget = budget.alone().at_most(level.nodes);
        if level.noise == 0 {
            return sight.choose(game, seat, &budget);
        }
        let rated = sight.rate(game, seat, &budget);
        let best = rated.iter().map(|(_, value)| *value).max().expect("a seat to act has an action");
        let is_thinkable = |value: i32| match best {
            PROVEN.. => value == best,
            _ => value == best || (value > -PROVEN && best - value <= level.slack),
        };
        let thinkable = rated.into_iter().filter(|(_, value)| is_thinkable(*value));
        let mistaken = thinkable.map(|(action, value)| (action, value + mistake(level.noise, error)));
        let chosen = mistaken.reduce(|best, other| if other.1 > best.1 { other } else { best });
        chosen.expect("the best is thinkable").0
    }
}

/// An error around 0 whose usual size is `noise`: the sum of four fair draws looks enough like the bell.
fn mistake(noise: i32, rng: &mut impl Rng) -> i32 {
    // The standard deviation of a sum of four draws from -a..=a is 2a/√3.
    let reach = noise * 866 / 1000;
    (0..4).map(|_| rng.random_range(-reach..=reach)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistakes_are_as_large_as_the_level_says() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        let errors: Vec<f64> = (0..20_000).map(|_| mistake(300, &mut rng).into()).collect();
        let mean = errors.iter().sum::<f64>() / 20_000.0;
        let deviation = (errors.iter().map(|error| error * error).sum::<f64>() / 20_000.0).sqrt();
        assert!(mean.abs() < 8.0 && (deviation - 300.0).abs() < 8.0, "{mean}, {deviation}");
    }
}
