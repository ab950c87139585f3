//! Fitting weights to results by logistic regression.

use crate::Phase;

/// A training sample: a position from the point of view of a seat against a rival, and the result between the two.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainingSample {
    /// The difference of the counts of the seat and its rival, for each feature.
    pub differences: Vec<f32>,
    /// The phase of the position.
    pub phase: Phase,
    /// The reward of the seat at the end of the game: 1 if it beat its rival, 0 if it was beaten.
    pub reward: f32,
}

impl TrainingSample {
    /// The coefficients of the weights that are not 0, by index.
    fn terms(&self, features: usize) -> impl Iterator<Item = (usize, f64)> {
        let shares = self.phase.shares().into_iter().filter(|(_, share)| *share > 0.0);
        shares.flat_map(move |(phase, share)| {
            let nonzero = self.differences.iter().enumerate().filter(|(_, differences)| **differences != 0.0);
            nonzero
                .map(move |(index, differences)| (phase * features + index, f64::from(*differences) * share))
        })
    }

    /// The expected reward by these weights, in log-odds.
    fn expected(&self, odds: &[f64]) -> f64 {
        chance(self.terms(self.differences.len()).map(|(index, term)| odds[index] * term).sum())
    }
}

/// The logistic function.
fn chance(sum: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-sum))
}

/// The mean logarithmic loss of the samples with these weights; it is ln 2 if all weights are 0.
pub fn loss(samples: &[TrainingSample], weights: &[i32]) -> f64 {
    let odds: Vec<f64> = weights.iter().map(|weight| f64::from(*weight) / 1000.0).collect();
    samples.iter().map(|sample| log_loss(sample, &odds)).sum::<f64>() / samples.len().max(1) as f64
}

fn log_loss(sample: &TrainingSample, odds: &[f64]) -> f64 {
    // Keeps the logarithm finite.
    const LEAST: f64 = 1e-9;
    let expected = sample.expected(odds).clamp(LEAST, 1.0 - LEAST);
    let reward = f64::from(sample.reward);
    -(reward * libm::log(expected) + (1.0 - reward) * libm::log(1.0 - expected))
}

/// The regularisation of each feature's mean weight over the phases: features with few samples stay near 0.
const RIDGE: f64 = 20.0;

/// The regularisation of a weight's distance from its mean over the phases: features with few samples in a phase stay
/// near the other phases. It is high because a game yields many samples with a single result.
const PHASE_RIDGE: f64 = 400.0;

/// The weights with the least loss, by Newton's method; one for each feature in each phase.
///
/// A constant term for the advantage of the seat itself is fitted too and then dropped, so that this advantage is not
/// attributed to the features.
pub fn fit(samples: &[TrainingSample], features: usize, phases: usize) -> Vec<i32> {
    const ROUNDS: u32 = 12;
    let mut odds = vec![0.0; features * phases + 1];
    for _ in 0..ROUNDS {
        let step = newton_step(samples, &odds, features, phases);
        odds.iter_mut().zip(&step).for_each(|(odds, step)| *odds += step);
        if step.iter().all(|step| step.abs() < 1e-5) {
            break;
        }
    }
    odds.pop();
    odds.iter().map(|odds| (odds * 1000.0).round() as i32).collect()
}

/// The weights times the factor that gives the least loss: they order positions as before, and their chances are
/// calibrated.
pub fn rescaled(samples: &[TrainingSample], weights: &[i32]) -> Vec<i32> {
    let odds: Vec<f64> = weights.iter().map(|weight| f64::from(*weight) / 1000.0).collect();
    let sum = |sample: &TrainingSample| -> f64 {
        sample.terms(sample.differences.len()).map(|(index, term)| odds[index] * term).sum()
    };
    let sums = samples.iter().map(|sample| TrainingSample {
        differences: vec![sum(sample) as f32],
        phase: Phase::of(0, &[0]),
        reward: sample.reward,
    });
    let scale = fit(&sums.collect::<Vec<_>>(), 1, 1)[0];
    weights.iter().map(|weight| (i64::from(*weight) * i64::from(scale) / 1000) as i32).collect()
}

/// One step of Newton's method. The last of `odds` is the constant term.
fn newton_step(samples: &[TrainingSample], odds: &[f64], features: usize, phases: usize) -> Vec<f64> {
    let count = odds.len();
    let mut curvature = penalties(features, phases);
    let cost =
        |row: usize| -> f64 { (0..count).map(|column| curvature[row * count + column] * odds[column]).sum() };
    let mut slope: Vec<f64> = (0..count).map(|row| -cost(row)).collect();
    let mut terms = Vec::new();
    for sample in samples {
        terms.clear();
        terms.extend(sample.terms(sample.differences.len()));
        terms.push((count - 1, 1.0));
        let sum: f64 = terms.iter().map(|(index, term)| odds[*index] * term).sum();
        let expected = chance(sum);
        let miss = f64::from(sample.reward) - expected;
        let spread = expected * (1.0 - expected);
        for (index, (row, term)) in terms.iter().enumerate() {
            slope[*row] += miss * term;
            for (column, other) in &terms[..=index] {
                curvature[row * count + column] += spread * term * other;
            }
        }
    }
    solve(curvature, slope)
}

/// The regularisation as a matrix: [`RIDGE`] on each feature's mean over the phases, [`PHASE_RIDGE`] on the distances from
/// it.
fn penalties(features: usize, phases: usize) -> Vec<f64> {
    let count = features * phases + 1;
    let mut costs = vec![0.0; count * count];
    let shared = (RIDGE - PHASE_RIDGE) / phases as f64;
    for feature in 0..features {
        for (one, other) in (0..phases).flat_map(|one| (0..phases).map(move |other| (one, other))) {
            let (row, column) = (one * features + feature, other * features + feature);
            costs[row * count + column] = shared + if one == other { PHASE_RIDGE } else { 0.0 };
        }
    }
    costs[count * count - 1] = RIDGE;
    costs
}

/// Solves a linear system with a symmetric positive definite matrix, given by its lower half, by Cholesky decomposition.
fn solve(mut matrix: Vec<f64>, mut values: Vec<f64>) -> Vec<f64> {
    let count = values.len();
    for row in 0..count {
        for column in 0..=row {
            let done: f64 = (0..column).map(|k| matrix[row * count + k] * matrix[column * count + k]).sum();
            let rest = matrix[row * count + column] - done;
            matrix[row * count + column] =
                if row == column { rest.sqrt() } else { rest / matrix[column * count + column] };
        }
    }
    for row in 0..count {
        let done: f64 = (0..row).map(|k| matrix[row * count + k] * values[k]).sum();
        values[row] = (values[row] - done) / matrix[row * count + row];
    }
    for row in (0..count).rev() {
        let done: f64 = (row + 1..count).map(|k| matrix[k * count + row] * values[k]).sum();
        values[row] = (values[row] - done) / matrix[row * count + row];
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// Random samples whose results follow from known weights, of two features in two phases.
    fn random_samples(weights: [i32; 4], count: usize) -> Vec<TrainingSample> {
        let odds = weights.map(|weight| f64::from(weight) / 1000.0);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut sample = || {
            let differences = vec![rng.random_range(-4..=4) as f32, rng.random_range(-4..=4) as f32];
            let phase = Phase::of(rng.random_range(0..=16), &[0, 16]);
            let mut sample = TrainingSample { differences, phase, reward: 0.0 };
            sample.reward = f32::from(rng.random_bool(sample.expected(&odds)));
            sample
        };
        (0..count).map(|_| sample()).collect()
    }

    #[test]
    fn known_weights_are_found_again() {
        let known = [300, -50, 1000, 200];
        let samples = random_samples(known, 50_000);
        let found = fit(&samples, 2, 2);
        for (found, known) in found.iter().zip(known) {
            assert!((found - known).abs() < 60, "{found} instead of {known}");
        }
        assert!(loss(&samples, &found) < loss(&samples, &known) + 0.001);
        assert_eq!(fit(&samples, 2, 2), found);
    }

    #[test]
    fn without_samples_the_weights_are_zero() {
        assert_eq!(fit(&[], 2, 2), [0; 4]);
        let unseen = random_samples([0; 4], 100)
            .into_iter()
            .map(|sample| TrainingSample { differences: vec![0.0; 2], ..sample });
        assert_eq!(fit(&unseen.collect::<Vec<_>>(), 2, 2), [0; 4]);
    }

    #[test]
    fn rescaling_calibrates_weights_that_are_too_large() {
        let samples = random_samples([300, -50, 1000, 200], 50_000);
        let rescaled_weights = rescaled(&samples, &[3000, -500, 10_000, 2000]);
        assert!(
            rescaled_weights.iter().zip([300, -50, 1000, 200]).all(|(one, other)| (one - other).abs() < 60),
            "{rescaled_weights:?}"
        );
        assert_eq!(rescaled(&samples, &[0; 4]), [0; 4]);
    }

    #[test]
    fn few_samples_give_small_weights() {
        let [few, many] = [40, 40_000].map(|count| fit(&random_samples([1000, 0, 1000, 0], count), 2, 2)[0]);
        assert!(0 < few && few < many && many > 900, "{few}, {many}");
    }

    #[test]
    fn the_loss_of_zero_weights_is_ln_2() {
        assert!((loss(&random_samples([500; 4], 1000), &[0; 4]) - 2_f64.ln()).abs() < 1e-12);
    }
}
