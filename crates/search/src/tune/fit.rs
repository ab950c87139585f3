//! Logistic regression: the weights that make results least surprising.

use crate::Phase;

/// A position as one seat sees it against a rival, and what became of the two.
#[derive(Clone, Debug, PartialEq)]
pub struct Lesson {
    /// How much more the seat has of each feature than its rival.
    pub lead: Vec<f32>,
    /// Where between the phases the position lies.
    pub phase: Phase,
    /// The reward of the seat when the game was over: 1 if it beat its rival, 0 if it was beaten.
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
        chance(self.terms(self.lead.len()).map(|(index, term)| odds[index] * term).sum())
    }
}

/// The chance that the logarithm of odds stands for.
fn chance(sum: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-sum))
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

/// So much does a weight cost that is 1000 away from its mean over the phases: what few lessons of a phase speak of
/// stays near what the others say. A game makes many lessons of one result, hence so much.
const COHESION: f64 = 400.0;

/// The weights that make the lessons least surprising, by Newton's method; one for each feature in each phase.
///
/// That the seat of the lessons is favoured by its place alone is learned too, and left out: it would otherwise be put
/// down to whatever the seats differ in.
pub fn fit(lessons: &[Lesson], features: usize, phases: usize) -> Vec<i32> {
    const ROUNDS: u32 = 12;
    let mut odds = vec![0.0; features * phases + 1];
    for _ in 0..ROUNDS {
        let step = newton_step(lessons, &odds, features, phases);
        odds.iter_mut().zip(&step).for_each(|(odds, step)| *odds += step);
        if step.iter().all(|step| step.abs() < 1e-5) {
            break;
        }
    }
    odds.pop();
    odds.iter().map(|odds| (odds * 1000.0).round() as i32).collect()
}

/// The same weights, all so many times larger or smaller that the lessons surprise least: as good or as bad as they were
/// to tell better from worse, and no more sure of it than they may be.
pub fn rescaled(lessons: &[Lesson], weights: &[i32]) -> Vec<i32> {
    let odds: Vec<f64> = weights.iter().map(|weight| f64::from(*weight) / 1000.0).collect();
    let sum = |lesson: &Lesson| -> f64 {
        lesson.terms(lesson.lead.len()).map(|(index, term)| odds[index] * term).sum()
    };
    let sums = lessons.iter().map(|lesson| Lesson {
        lead: vec![sum(lesson) as f32],
        phase: Phase::of(0, &[0]),
        reward: lesson.reward,
    });
    let scale = fit(&sums.collect::<Vec<_>>(), 1, 1)[0];
    weights.iter().map(|weight| (i64::from(*weight) * i64::from(scale) / 1000) as i32).collect()
}

/// Where the loss, seen as a parabola, would be least. The last of the odds is that of the place.
fn newton_step(lessons: &[Lesson], odds: &[f64], features: usize, phases: usize) -> Vec<f64> {
    let count = odds.len();
    let mut curvature = restraints(features, phases);
    let cost =
        |row: usize| -> f64 { (0..count).map(|column| curvature[row * count + column] * odds[column]).sum() };
    let mut slope: Vec<f64> = (0..count).map(|row| -cost(row)).collect();
    let mut terms = Vec::new();
    for lesson in lessons {
        terms.clear();
        terms.extend(lesson.terms(lesson.lead.len()));
        terms.push((count - 1, 1.0));
        let sum: f64 = terms.iter().map(|(index, term)| odds[*index] * term).sum();
        let expected = chance(sum);
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

/// What weights cost, as a matrix: of each feature the mean by [`RESTRAINT`], what differs from it by [`COHESION`].
fn restraints(features: usize, phases: usize) -> Vec<f64> {
    let count = features * phases + 1;
    let mut costs = vec![0.0; count * count];
    let shared = (RESTRAINT - COHESION) / phases as f64;
    for feature in 0..features {
        for (one, other) in (0..phases).flat_map(|one| (0..phases).map(move |other| (one, other))) {
            let (row, column) = (one * features + feature, other * features + feature);
            costs[row * count + column] = shared + if one == other { COHESION } else { 0.0 };
        }
    }
    costs[count * count - 1] = RESTRAINT;
    costs
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
        let found = fit(&lessons, 2, 2);
        for (found, known) in found.iter().zip(known) {
            assert!((found - known).abs() < 60, "{found} instead of {known}");
        }
        assert!(loss(&lessons, &found) < loss(&lessons, &known) + 0.001);
        assert_eq!(fit(&lessons, 2, 2), found);
    }

    #[test]
    fn nothing_is_learned_from_nothing() {
        assert_eq!(fit(&[], 2, 2), [0; 4]);
        let unseen = lessons([0; 4], 100).into_iter().map(|lesson| Lesson { lead: vec![0.0; 2], ..lesson });
        assert_eq!(fit(&unseen.collect::<Vec<_>>(), 2, 2), [0; 4]);
    }

    #[test]
    fn who_is_too_sure_becomes_modest_and_keeps_its_mind() {
        let lessons = lessons([300, -50, 1000, 200], 50_000);
        let modest = rescaled(&lessons, &[3000, -500, 10_000, 2000]);
        assert!(
            modest.iter().zip([300, -50, 1000, 200]).all(|(one, other)| (one - other).abs() < 60),
            "{modest:?}"
        );
        assert_eq!(rescaled(&lessons, &[0; 4]), [0; 4]);
    }

    #[test]
    fn few_lessons_teach_little() {
        let [few, many] = [40, 40_000].map(|count| fit(&lessons([1000, 0, 1000, 0], count), 2, 2)[0]);
        assert!(0 < few && few < many && many > 900, "{few}, {many}");
    }

    #[test]
    fn who_knows_nothing_is_surprised_by_one_bit() {
        assert!((loss(&lessons([500; 4], 1000), &[0; 4]) - 2_f64.ln()).abs() < 1e-12);
    }
}
