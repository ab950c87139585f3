//! Weights from matches, by simultaneous perturbation stochastic approximation.

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Improves weights by simultaneous perturbation stochastic approximation (SPSA).
///
/// In every step all weights are changed by a small amount with a random sign, and a match is played between these weights
/// and those with the opposite changes. The weights then move towards the winners of the step's matches. The result is the
/// mean over the second half of the steps, because single steps are noisy.
///
/// Changes are proportional to the weights at the start: features that are rare have large weights, frequent ones small.
#[derive(Copy, Clone, Debug)]
pub struct Spsa {
    /// The number of steps.
    pub steps: u32,
    /// The number of matches in each step.
    pub matches: u32,
    /// By which share of it a match changes each weight; in later steps a little less.
    pub perturbation: f64,
    /// By which share the first steps move a weight if all matches agree; later steps are smaller.
    pub gain: f64,
    /// The seed of everything random.
    pub seed: u64,
}

/// Two lists of weights that play a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeightPair {
    /// The present weights plus the changes.
    pub plus: Vec<i32>,
    /// The present weights minus the changes.
    pub minus: Vec<i32>,
}

impl Spsa {
    /// Improves the weights from `start`. `compare` is given the step, from 0, and its pairs; it must return for each pair
    /// the result of the match, from -1 (`minus` wins) to 1 (`plus` wins). The same results lead to the same weights.
    pub fn run(&self, start: &[i32], mut compare: impl FnMut(u32, &[WeightPair]) -> Vec<f64>) -> Vec<i32> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        let scales: Vec<f64> = start.iter().map(|weight| f64::from(weight.abs()).max(MIN_SCALE)).collect();
        let mut weights: Vec<f64> = start.iter().map(|weight| f64::from(*weight)).collect();
        let half = self.steps / 2;
        let mut sums = vec![0.0; start.len()];
        for step in 0..self.steps {
            let perturbation = self.perturbation / libm::pow(f64::from(step + 1), 0.101);
            let stability = f64::from(self.steps) / 10.0;
            let gain = self.gain * libm::pow((stability + 1.0) / (stability + 1.0 + f64::from(step)), 0.602);
            let signs: Vec<Vec<f64>> =
                (0..self.matches).map(|_| start.iter().map(|_| sign(&mut rng)).collect()).collect();
            let pairs: Vec<WeightPair> = signs
                .iter()
                .map(|signs| {
                    let changed = |direction: f64| {
                        let each = weights.iter().zip(signs).zip(&scales);
                        each.map(|((weight, sign), scale)| {
                            rounded(weight + direction * perturbation * sign * scale)
                        })
                        .collect()
                    };
                    WeightPair { plus: changed(1.0), minus: changed(-1.0) }
                })
                .collect();
            let results = compare(step, &pairs);
            debug_assert_eq!(results.len(), pairs.len(), "a result for each match");
            for (index, (weight, scale)) in weights.iter_mut().zip(&scales).enumerate() {
                let terms = results.iter().zip(&signs).map(|(result, signs)| result * signs[index]);
                *weight += gain * scale * terms.sum::<f64>() / f64::from(self.matches);
            }
            if step >= half {
                sums.iter_mut().zip(&weights).for_each(|(sum, weight)| *sum += weight);
            }
        }
        let counted = f64::from(self.steps - half);
        if self.steps == 0 { start.to_vec() } else { sums.iter().map(|sum| rounded(sum / counted)).collect() }
    }
}

/// Smaller weights are changed as if they were this large, so that a weight of 0 can change.
const MIN_SCALE: f64 = 20.0;

fn sign(rng: &mut impl Rng) -> f64 {
    if rng.next_u64() >> 63 == 0 { 1.0 } else { -1.0 }
}

fn rounded(weight: f64) -> i32 {
    libm::round(weight) as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::RngExt;

    const SPSA: Spsa = Spsa { steps: 400, matches: 20, perturbation: 0.2, gain: 0.1, seed: 5 };
    const BEST: [i32; 4] = [700, 30, -400, 0];

    /// Random matches that the weights nearer to the best ones win more often.
    fn noisy(step: u32, pairs: &[WeightPair]) -> Vec<f64> {
        let distance = |weights: &[i32]| -> f64 {
            let scales = [700.0, 30.0, 400.0, 100.0];
            let each = weights.iter().zip(BEST).zip(scales);
            each.map(|((weight, best), scale)| (f64::from(weight - best) / scale).powi(2)).sum()
        };
        let mut chance = Xoshiro256PlusPlus::seed_from_u64(step.into());
        let wins = |pair: &WeightPair, chance: &mut Xoshiro256PlusPlus| {
            let odds = (2.0 * (distance(&pair.minus) - distance(&pair.plus))).exp();
            if chance.random_bool(odds / (1.0 + odds)) { 1.0 } else { -1.0 }
        };
        pairs.iter().map(|pair| wins(pair, &mut chance)).collect()
    }

    #[test]
    fn it_finds_the_best_weights_through_noise() {
        let found = SPSA.run(&[400, 60, -800, 90], noisy);
        for ((found, best), near) in found.iter().zip(BEST).zip([70, 6, 60, 25]) {
            assert!((found - best).abs() <= near, "{found} instead of {best}");
        }
    }

    #[test]
    fn drawn_matches_change_nothing() {
        let start = [400, 60, -800, 0];
        assert_eq!(SPSA.run(&start, |_, pairs| vec![0.0; pairs.len()]), start);
        assert_eq!(Spsa { steps: 0, ..SPSA }.run(&start, noisy), start);
    }

    #[test]
    fn the_seed_decides_the_result() {
        let start = [400, 60, -800, 90];
        assert_eq!(SPSA.run(&start, noisy), SPSA.run(&start, noisy));
        assert_ne!(SPSA.run(&start, noisy), Spsa { seed: 6, ..SPSA }.run(&start, noisy));
    }

    #[test]
    fn pairs_differ_in_every_weight_by_opposite_changes() {
        let start = [400, 60, -800, 0];
        Spsa { steps: 1, ..SPSA }.run(&start, |_, pairs| {
            for WeightPair { plus, minus } in pairs {
                for ((plus, minus), (start, change)) in
                    plus.iter().zip(minus).zip(start.iter().zip([80, 12, 160, 4]))
                {
                    assert_eq!((plus + minus, (plus - start).abs()), (2 * start, change));
                }
            }
            vec![0.0; pairs.len()]
        });
    }
}
