//! Weights from matches: a way uphill, felt out by playing small changes against their opposites.

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// How weights are improved by simultaneous perturbation (SPSA).
///
/// In every step all weights are moved a little at random, some up and some down, and the set so changed plays a match
/// against the one that is changed the other way round. Whoever wins says on which side of the present weights better
/// ones lie; many such matches say it clearly. The answer is the mean of the last half of the way, for single steps
/// stagger.
///
/// Weights are changed in proportion to what they are at the start, since those of rare things are large and those of
/// frequent things small.
#[derive(Copy, Clone, Debug)]
pub struct Climb {
    /// How many steps are taken.
    pub steps: u32,
    /// How many matches show the way in each step.
    pub matches: u32,
    /// How far a match changes each weight, as a share of it; in later steps a little less.
    pub reach: f64,
    /// How far the first steps go when every match says the same, as a share of the weights; later steps are shorter.
    pub gain: f64,
    /// What is random.
    pub seed: u64,
}

/// Two sets of weights that play each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rivals {
    /// The present weights, changed.
    pub one: Vec<i32>,
    /// The present weights, changed the other way round.
    pub other: Vec<i32>,
}

impl Climb {
    /// Improves the weights from `start`. `compare` is given the step, from 0, and those who meet in it; it says for
    /// each match by how much the first beats the second, from -1 to 1. The same answers lead to the same weights.
    pub fn run(&self, start: &[i32], mut compare: impl FnMut(u32, &[Rivals]) -> Vec<f64>) -> Vec<i32> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        let scales: Vec<f64> = start.iter().map(|weight| f64::from(weight.abs()).max(LEAST_SCALE)).collect();
        let mut place: Vec<f64> = start.iter().map(|weight| f64::from(*weight)).collect();
        let half = self.steps / 2;
        let mut sums = vec![0.0; start.len()];
        for step in 0..self.steps {
            let reach = self.reach / libm::pow(f64::from(step + 1), 0.101);
            let settled = f64::from(self.steps) / 10.0;
            let gain = self.gain * libm::pow((settled + 1.0) / (settled + 1.0 + f64::from(step)), 0.602);
            let signs: Vec<Vec<f64>> =
                (0..self.matches).map(|_| start.iter().map(|_| sign(&mut rng)).collect()).collect();
            let rivals: Vec<Rivals> = signs
                .iter()
                .map(|signs| {
                    let changed = |way: f64| {
                        let moved = place.iter().zip(signs).zip(&scales);
                        moved
                            .map(|((place, sign), scale)| rounded(place + way * reach * sign * scale))
                            .collect()
                    };
                    Rivals { one: changed(1.0), other: changed(-1.0) }
                })
                .collect();
            let answers = compare(step, &rivals);
            debug_assert_eq!(answers.len(), rivals.len(), "an answer for each match");
            for (index, (place, scale)) in place.iter_mut().zip(&scales).enumerate() {
                let pulls = answers.iter().zip(&signs).map(|(answer, signs)| answer * signs[index]);
                *place += gain * scale * pulls.sum::<f64>() / f64::from(self.matches);
            }
            if step >= half {
                sums.iter_mut().zip(&place).for_each(|(sum, place)| *sum += place);
            }
        }
        let counted = f64::from(self.steps - half);
        if self.steps == 0 { start.to_vec() } else { sums.iter().map(|sum| rounded(sum / counted)).collect() }
    }
}

/// Smaller weights are changed as if they were this large, so that 0 is no trap.
const LEAST_SCALE: f64 = 20.0;

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

    const CLIMB: Climb = Climb { steps: 400, matches: 20, reach: 0.2, gain: 0.1, seed: 5 };
    const BEST: [i32; 4] = [700, 30, -400, 0];

    /// A match that the set nearer to the best one wins more often, and no more than that.
    fn noisy(step: u32, rivals: &[Rivals]) -> Vec<f64> {
        let far = |weights: &[i32]| -> f64 {
            let scales = [700.0, 30.0, 400.0, 100.0];
            let each = weights.iter().zip(BEST).zip(scales);
            each.map(|((weight, best), scale)| (f64::from(weight - best) / scale).powi(2)).sum()
        };
        let mut chance = Xoshiro256PlusPlus::seed_from_u64(step.into());
        let wins = |rivals: &Rivals, chance: &mut Xoshiro256PlusPlus| {
            let odds = (2.0 * (far(&rivals.other) - far(&rivals.one))).exp();
            if chance.random_bool(odds / (1.0 + odds)) { 1.0 } else { -1.0 }
        };
        rivals.iter().map(|rivals| wins(rivals, &mut chance)).collect()
    }

    #[test]
    fn it_finds_the_best_weights_through_noise() {
        let found = CLIMB.run(&[400, 60, -800, 90], noisy);
        for ((found, best), near) in found.iter().zip(BEST).zip([70, 6, 60, 25]) {
            assert!((found - best).abs() <= near, "{found} instead of {best}");
        }
    }

    #[test]
    fn where_nobody_wins_nothing_changes() {
        let start = [400, 60, -800, 0];
        assert_eq!(CLIMB.run(&start, |_, rivals| vec![0.0; rivals.len()]), start);
        assert_eq!(Climb { steps: 0, ..CLIMB }.run(&start, noisy), start);
    }

    #[test]
    fn the_same_seed_takes_the_same_way_and_another_another() {
        let start = [400, 60, -800, 90];
        assert_eq!(CLIMB.run(&start, noisy), CLIMB.run(&start, noisy));
        assert_ne!(CLIMB.run(&start, noisy), Climb { seed: 6, ..CLIMB }.run(&start, noisy));
    }

    #[test]
    fn rivals_differ_in_every_weight_by_opposite_changes() {
        let start = [400, 60, -800, 0];
        Climb { steps: 1, ..CLIMB }.run(&start, |_, rivals| {
            for Rivals { one, other } in rivals {
                for ((one, other), (start, change)) in
                    one.iter().zip(other).zip(start.iter().zip([80, 12, 160, 4]))
                {
                    assert_eq!((one + other, (one - start).abs()), (2 * start, change));
                }
            }
            vec![0.0; rivals.len()]
        });
    }
}
