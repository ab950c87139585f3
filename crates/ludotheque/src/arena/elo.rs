//! Ratings from results: the Bradley–Terry model on the Elo scale, with intervals by resampling.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::BTreeSet;

/// The strength of a bot, relative to the mean of all.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Rating {
    /// On the Elo scale: 400 more means ten times the odds.
    pub elo: f64,
    /// The 95 % confidence interval.
    pub interval: (f64, f64),
}

/// How many points each bot scored against each other one: a win 1, a draw ½.
type Scores = Vec<Vec<f64>>;

/// The number of bootstrap resamples.
const RESAMPLES: usize = 500;

/// Ratings of `bots` bots from games, each a list of `(one, other, points of the first)`.
///
/// The intervals come from a Bayesian bootstrap: each game counts with a random weight of mean 1. Every pair that met
/// is given half a win and half a loss as a prior, so that the rating of a clean sweep is finite, and uncertain.
pub fn rate(bots: usize, games: &[Vec<(usize, usize, f64)>], seed: u64) -> Vec<Rating> {
    let pairs: BTreeSet<(usize, usize)> =
        games.iter().flatten().map(|&(one, other, _)| (one.min(other), one.max(other))).collect();
    let weighed = |of_game: &mut dyn FnMut() -> f64, of_half: &mut dyn FnMut() -> f64| {
        let mut scores = vec![vec![0.0; bots]; bots];
        for &(one, other) in &pairs {
            scores[one][other] += of_half();
            scores[other][one] += of_half();
        }
        for game in games {
            let weight = of_game();
            for &(one, other, points) in game {
                scores[one][other] += weight * points;
                scores[other][one] += weight * (1.0 - points);
            }
        }
        strengths(&scores)
    };
    let best = weighed(&mut || 1.0, &mut || 0.5);
    let mut chance = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut rest = Xoshiro256PlusPlus::seed_from_u64(!seed);
    let resampled: Vec<Vec<f64>> =
        (0..RESAMPLES).map(|_| weighed(&mut || exponential(&mut chance), &mut || half(&mut rest))).collect();
    (0..bots)
        .map(|bot| {
            let mut values: Vec<f64> = resampled.iter().map(|strengths| strengths[bot]).collect();
            values.sort_by(f64::total_cmp);
            let at = |share: f64| values[((values.len() - 1) as f64 * share).round() as usize];
            Rating { elo: best[bot], interval: (at(0.025), at(0.975)) }
        })
        .collect()
}

/// A random weight of mean 1.
fn exponential(rng: &mut Xoshiro256PlusPlus) -> f64 {
    -(1.0 - rng.random::<f64>()).ln()
}

/// A random weight of mean ½: half the square of a normal variable.
fn half(rng: &mut Xoshiro256PlusPlus) -> f64 {
    let turn = std::f64::consts::TAU * rng.random::<f64>();
    (exponential(rng) * turn.cos().powi(2)).max(1e-9)
}

/// The strengths that make the scores most likely, by minorisation and maximisation.
fn strengths(scores: &Scores) -> Vec<f64> {
    let bots = scores.len();
    let mut gamma = vec![1.0_f64; bots];
    for _ in 0..2000 {
        let next: Vec<f64> = (0..bots)
            .map(|one| {
                let won: f64 = scores[one].iter().sum();
                let met: f64 = (0..bots)
                    .map(|other| (scores[one][other] + scores[other][one]) / (gamma[one] + gamma[other]))
                    .sum();
                if met > 0.0 { won / met } else { gamma[one] }
            })
            .collect();
        let mean = next.iter().map(|strength| strength.ln()).sum::<f64>() / bots as f64;
        let next: Vec<f64> = next.iter().map(|strength| strength / mean.exp()).collect();
        let change = next.iter().zip(&gamma).map(|(new, old)| (new / old).ln().abs()).fold(0.0, f64::max);
        gamma = next;
        if change < 1e-9 {
            break;
        }
    }
    gamma.iter().map(|strength| 400.0 * strength.log10()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(wins: usize, losses: usize) -> Vec<Vec<(usize, usize, f64)>> {
        let game = |points| vec![(0, 1, points)];
        std::iter::repeat_n(game(1.0), wins).chain(std::iter::repeat_n(game(0.0), losses)).collect()
    }

    #[test]
    fn three_wins_in_four_are_191_points() {
        let ratings = rate(2, &games(30_000, 10_000), 1);
        let difference = ratings[0].elo - ratings[1].elo;
        assert!((difference - 190.8).abs() < 0.1, "{difference}");
        let (low, high) = ratings[0].interval;
        assert!(low < ratings[0].elo && ratings[0].elo < high && high - low < 6.0);
    }

    #[test]
    fn fewer_games_say_less() {
        let width = |games: &[Vec<(usize, usize, f64)>]| {
            let (low, high) = rate(2, games, 1)[0].interval;
            high - low
        };
        assert!(width(&games(30, 10)) > 2.0 * width(&games(300, 100)));
    }

    #[test]
    fn a_clean_sweep_is_finite_and_strength_carries_over() {
        let sweep = rate(2, &games(100, 0), 1);
        assert!(sweep[0].elo - sweep[1].elo > 600.0 && sweep[0].elo.is_finite());
        assert!(sweep[0].interval.0 > 150.0 && sweep[0].interval.1 > sweep[0].interval.0 + 100.0);
        // 0 beats 1 as 1 beats 2; 0 and 2 never met.
        let chain: Vec<_> =
            (0..100).map(|i| vec![(0, 1, f64::from(i % 4 != 0)), (1, 2, f64::from(i % 4 != 0))]).collect();
        let ratings = rate(3, &chain, 1);
        let steps = (ratings[0].elo - ratings[1].elo, ratings[1].elo - ratings[2].elo);
        assert!((steps.0 - steps.1).abs() < 1e-3 && steps.0 > 150.0, "{steps:?}");
    }

    #[test]
    fn the_interval_holds_the_truth_about_as_often_as_it_says() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let truth = 200.0 * 3.0_f64.log10();
        let holds = (0..200).filter(|seed| {
            let wins = (0..40).filter(|_| rng.random_bool(0.75)).count();
            let (low, high) = rate(2, &games(wins, 40 - wins), *seed)[0].interval;
            low < truth && truth < high
        });
        let count = holds.count();
        assert!((180..=199).contains(&count), "{count} of 200");
    }
}
