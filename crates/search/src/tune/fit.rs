//! Logistic regression: the weights that make results least surprising.

use crate::Phase;

/// A position seen by one seat, and what became of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Lesson {
    /// How much more the seat has of each feature than its rivals on average.
    pub lead: Vec<f32>,
    /// Where between the phases the position lies.
    pub phase: Phase,
    /// The reward of the seat when the game was over: 1 if it beat all its rivals, 0 if they all beat it.
    pub reward: f32,
}

impl Lesson {
    /// What the weights of each phase are multiplied with.
    fn terms(&self, features: usize) -> impl Iterator<Item = (usize, f64)> {
        let shares = self.phase.shares().into_iter().filter(|(_, share)| *share > 0.0);
        shares.flat_map(move |(phase, share)| {
            let leads = self.lead.iter().enumerate().filter(|(_, lead)| **lead != 0.0);
            leads.map(move |(index, lead)| (phase * features + index, f64::from(*lead) * share))
        })
    }

    /// The reward that the weights, in odds, make one expect.
    fn expected(&self, odds: &[f64]) -> f64 {
        let sum: f64 = self.terms(self.lead.len()).map(|(index, term)| odds[index] * term).sum();
        1.0 / (1.0 + libm::exp(-sum))
    }
}

/// The mean surprise of the lessons under these weights: the logarithmic loss, ln 2 for who knows nothing.
pub fn loss(lessons: &[Lesson], weights: &[i32]) -> f64 {
    let odds: Vec<f64> = weights.iter().map(|weight| f64::from(*weight) / 1000.0).collect();
    lessons.iter().map(|lesson| surprise(lesson, &odds)).sum::<f64>() / lessons.len().max(1) as f64
}

fn surprise(lesson: &Lesson, odds: &[f64]) -> f64 {
    // Sure that it never was so.
    const LEAST: f64 = 1e-9;
    let expected = lesson.expected(odds).clamp(LEAST, 1.0 - LEAST);
    let reward = f64::from(lesson.reward);
    -(reward * libm::log(expected) + (1.0 - reward) * libm::log(1.0 - expected))
}

/// So much does a weight of 1000 cost, in lessons: what few lessons speak of stays near 0.
const RESTRAINT: f64 = 20.0;

/// The weights that make the lessons least surprising, by Newton's method; `count` of them, for all phases.
pub fn fit(lessons: &[Lesson], count: usize) -> Vec<i32> {
    const ROUNDS: u32 = 12;
    let mut odds = vec![0.0; count];
    for _ in 0..ROUNDS {
        let step = newton_step(lessons, &odds);
        odds.iter_mut().zip(&step).for_each(|(odds, step)| *odds += step);
        if step.iter().all(|step| step.abs() < 1e-5) {
            break;
        }
    }
    odds.iter().map(|odds| (odds * 1000.0).round() as i32).collect()
}

/// Where the loss, seen as a parabola, would be least.
fn newton_step(lessons: &[Lesson], odds: &[f64]) -> Vec<f64> {
    let count = odds.len();
    let mut slope: Vec<f64> = odds.iter().map(|odds| -RESTRAINT * odds).collect();
    let mut curvature = vec![0.0; count * count];
    for index in 0..count {
        curvature[index * count + index] = RESTRAINT;
    }
    let mut terms = Vec::new();
    for lesson in lessons {
        terms.clear();
        terms.extend(lesson.terms(lesson.lead.len()));
        let expected = lesson.expected(odds);
        let miss = f64::from(lesson.reward) - expected;
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

/// The solution of a system whose symmetric positive matrix is given by its lower half, by Cholesky's method.
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

    /// Lessons whose results follow from known weights, of two features in two phases.
    fn lessons(weights: [i32; 4], count: usize) -> Vec<Lesson> {
        let odds = weights.map(|weight| f64::from(weight) / 1000.0);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut lesson = || {
            let lead = vec![rng.random_range(-4..=4) as f32, rng.random_range(-4..=4) as f32];
            let phase = Phase::of(rng.random_range(0..=16), &[0, 16]);
            let mut lesson = Lesson { lead, phase, reward: 0.0 };
            lesson.reward = f32::from(rng.random_bool(lesson.expected(&odds)));
            lesson
        };
        (0..count).map(|_| lesson()).collect()
    }

    #[test]
    fn known_weights_are_found_again() {
        let known = [300, -50, 1000, 200];
        let lessons = lessons(known, 50_000);
        let found = fit(&lessons, 4);
        for (found, known) in found.iter().zip(known) {
            assert!((found - known).abs() < 60, "{found} instead of {known}");
        }
        assert!(loss(&lessons, &found) <= loss(&lessons, &known));
        assert_eq!(fit(&lessons, 4), found);
    }

    #[test]
    fn nothing_is_learned_from_nothing() {
        assert_eq!(fit(&[], 4), [0; 4]);
        let unseen = lessons([0; 4], 100).into_iter().map(|lesson| Lesson { lead: vec![0.0; 2], ..lesson });
        assert_eq!(fit(&unseen.collect::<Vec<_>>(), 4), [0; 4]);
    }

    #[test]
    fn few_lessons_teach_little() {
        let [few, many] = [40, 40_000].map(|count| fit(&lessons([1000, 0, 1000, 0], count), 4)[0]);
        assert!(0 < few && few < many && many > 900, "{few}, {many}");
    }

    #[test]
    fn who_knows_nothing_is_surprised_by_one_bit() {
        assert!((loss(&lessons([500; 4], 1000), &[0; 4]) - 2_f64.ln()).abs() < 1e-12);
    }
}
