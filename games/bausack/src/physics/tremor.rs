//! The tremor, the lag and the weight of a hand (S9): where a hand carries a block that is wanted somewhere.
//!
//! A hand trembles about five times a second, and sways slowly besides. It trembles more the faster it has just moved and
//! the longer it has held on, and calms down within a second of waiting. All of it follows from a seed that Nature draws
//! when a seat is about to place, and from the way of the hand so far: the same way gives the same bits everywhere, and
//! nobody can subtract it beforehand, since the way that would subtract it trembles otherwise.

use super::hand::HOLD_HERTZ;
use super::pose::{engine_pose, interpolated};
use crate::Hands;
use crate::gesture::{TARGETS_A_SECOND, Target};
use rapier3d::math::{Pose as EnginePose, Real, Rotation, Vector};

/// Which hand holds a block, and the seed of its tremor.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Grip {
    /// Which hand.
    pub hands: Hands,
    /// The seed that Nature drew; a steady hand needs none.
    pub seed: u64,
}

impl Grip {
    /// A hand that does not tremble.
    pub const STEADY: Grip = Grip { hands: Hands::Steady, seed: 0 };

    /// Whether it trembles.
    pub fn trembles(&self) -> bool {
        self.hands != Hands::Steady
    }

    /// The frequency of the spring that holds the block.
    pub(super) fn hertz(&self) -> Real {
        manner(self.hands).map_or(HOLD_HERTZ, |manner| manner.hertz)
    }
}

/// How a hand trembles. Lengths are millimetres.
struct Manner {
    /// The standard deviation of the tremor of a calm hand.
    calm: f64,
    /// By how much it grows for each millimetre a second that the hand has just moved.
    haste: f64,
    /// By how much it grows in a second, once the hand has held on for [`TIRELESS`].
    tiring: f64,
    /// The largest standard deviation.
    most: f64,
    /// The slow sway, in shares of the tremor.
    sway: f64,
    /// Degrees of tilting for a millimetre of tremor.
    tilt: f64,
    /// The frequency of the spring that holds the block: a soft hand lags behind.
    hertz: Real,
    /// The share of its way that a hand without weight goes in a thirtieth of a second.
    follows: f64,
}

/// How long a hand holds on without getting tired, in targets: 4 s.
const TIRELESS: u32 = 4 * TARGETS_A_SECOND as u32;
/// The share of the haste that is left after a thirtieth of a second: a third of it after 0.6 s.
const CALMING: f64 = 0.94;
/// The pulse of the tremor: it turns by 60 degrees in a thirtieth of a second, which is 5 Hz, and loses a tenth.
const RING: f64 = 0.9;
/// What makes its standard deviation one.
const RING_GAIN: f64 = 0.509;
/// The share of the sway that is left after a thirtieth of a second; what makes its standard deviation one.
const SWING: [f64; 2] = [0.96, 0.28];
/// A block as heavy as this, in milligrams, makes the hand half as quick.
const HEAVY: f64 = 120_000.0;
/// Tremor grows with the weight up to this factor.
const STRAIN: f64 = 1.6;

const NATURAL: Manner = Manner {
    calm: 0.6,
    haste: 0.13,
    tiring: 0.4,
    most: 12.0,
    sway: 1.0,
    tilt: 1.2,
    hertz: 6.0,
    follows: 0.5,
};
const PARTY: Manner = Manner {
    calm: 1.6,
    haste: 0.2,
    tiring: 0.8,
    most: 18.0,
    sway: 1.8,
    tilt: 1.2,
    hertz: 4.5,
    follows: 0.35,
};

fn manner(hands: Hands) -> Option<&'static Manner> {
    match hands {
        Hands::Steady => None,
        Hands::Natural => Some(&NATURAL),
        Hands::Party => Some(&PARTY),
    }
}

/// A hand that trembles.
pub struct Tremor {
    manner: &'static Manner,
    /// The state of the random numbers; the way of the hand is mixed into it.
    random: u64,
    /// For x, y, z and the rotations about them: the last two values of the tremor, and the sway.
    axes: [[f64; 3]; 6],
    /// How fast the hand has moved, in millimetres a second, the last moments most.
    haste: f64,
    /// For how many targets it has held on.
    held: u32,
    /// How quickly it follows, and by how much the weight makes it tremble more.
    follows: Real,
    strain: f64,
    /// The last target, and where the hand would be without its tremor.
    before: Option<(EnginePose, EnginePose)>,
}

impl Tremor {
    /// The tremor of a hand that holds a block of so many milligrams; `None` if it does not tremble.
    pub fn of(grip: Grip, milligrams: f64) -> Option<Self> {
        let manner = manner(grip.hands)?;
        let heavy = milligrams / HEAVY;
        let mut tremor = Tremor {
            manner,
            random: grip.seed,
            axes: [[0.0; 3]; 6],
            haste: 0.0,
            held: 0,
            follows: (manner.follows / (1.0 + heavy)) as Real,
            strain: (0.9 + 0.3 * heavy).min(STRAIN),
            before: None,
        };
        // It trembles before it takes the block.
        for axis in 0..6 {
            tremor.axes[axis] = [tremor.normal(), tremor.normal(), tremor.normal()];
        }
        Some(tremor)
    }

    /// Where the hand is after a thirtieth of a second in which it was wanted at a target.
    pub fn follow(&mut self, target: &Target) -> EnginePose {
        let wanted = engine_pose(&target.pose());
        for part in target.numbers() {
            self.random =
                (self.random ^ u64::from(part as u32)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
        }
        let (last, at) = self.before.unwrap_or((wanted, wanted));
        let moved = f64::from((wanted.translation - last.translation).length()) * 10.0;
        let turned = f64::from((wanted.rotation * last.rotation.inverse()).xyz().length());
        // Turning by a degree hastes like moving by a millimetre.
        let speed = (moved + turned * 115.0) * TARGETS_A_SECOND as f64;
        self.haste = self.haste * CALMING + speed * (1.0 - CALMING);
        self.held += 1;
        let at = interpolated(&at, &wanted, self.follows);
        self.before = Some((wanted, at));
        self.shaken(&at)
    }

    /// A pose, displaced by the tremor of this moment.
    fn shaken(&mut self, at: &EnginePose) -> EnginePose {
        let Manner { calm, haste, tiring, most, sway, tilt, .. } = *self.manner;
        let tired = f64::from(self.held.saturating_sub(TIRELESS)) / TARGETS_A_SECOND as f64 * tiring;
        let strength = ((calm + haste * self.haste + tired) * self.strain).min(most);
        let mut off = [0.0; 6];
        for (axis, value) in off.iter_mut().enumerate() {
            let [last, earlier, slow] = self.axes[axis];
            let now = RING * last - RING * RING * earlier + RING_GAIN * self.normal();
            let slow = SWING[0] * slow + SWING[1] * self.normal();
            self.axes[axis] = [now, last, slow];
            *value = strength * (now + sway * slow);
        }
        let [x, y, z, i, j, k] = off;
        // Hands tremble less up and down, where the weight steadies them, than sideways.
        let aside = Vector::new((x * 0.1) as Real, (y * 0.05) as Real, (z * 0.1) as Real);
        let [i, j, k] = [i, j, k].map(|part| (part * tilt).to_radians() / 2.0);
        let length = (1.0 + i * i + j * j + k * k).sqrt();
        let [i, j, k, w] = [i, j, k, 1.0].map(|part| (part / length) as Real);
        EnginePose::from_parts(at.translation + aside, Rotation::from_xyzw(i, j, k, w) * at.rotation)
    }

    /// A random number with a mean of nothing and a standard deviation of one, three at most.
    fn normal(&mut self) -> f64 {
        (0..3).map(|_| self.uniform()).sum()
    }

    /// A random number between -1 and 1.
    fn uniform(&mut self) -> f64 {
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.random;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        (mixed >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Pose;

    /// How far from its target a hand is, the root of the mean square in millimetres, for each half of a second.
    fn strengths(hands: Hands, seed: u64, way: impl Fn(usize) -> [i32; 3], seconds: usize) -> Vec<f64> {
        let mut tremor = Tremor::of(Grip { hands, seed }, 30_000.0).expect("it trembles");
        let off: Vec<f64> = (0..seconds * TARGETS_A_SECOND)
            .map(|step| {
                let target = Target::nearest(&Pose::upright(way(step)));
                let aside = tremor.follow(&target).translation - engine_pose(&target.pose()).translation;
                f64::from(aside.x) * 10.0
            })
            .collect();
        let squares = |half: &[f64]| (half.iter().map(|x| x * x).sum::<f64>() / half.len() as f64).sqrt();
        off.chunks(TARGETS_A_SECOND / 2).map(squares).collect()
    }

    fn middle(hands: Hands, way: impl Fn(usize) -> [i32; 3] + Copy, seconds: usize, half: usize) -> f64 {
        (0..200).map(|seed| strengths(hands, seed, way, seconds)[half]).sum::<f64>() / 200.0
    }

    fn waiting(_: usize) -> [i32; 3] {
        [0, 50_000, 0]
    }

    /// Along z for a second and a half, then waiting.
    fn hurrying(step: usize) -> [i32; 3] {
        [0, 50_000, (step.min(45) as i32) * 6_000]
    }

    #[test]
    fn haste_makes_it_tremble_and_waiting_calms_it() {
        let calm = middle(Hands::Natural, waiting, 4, 3);
        let [hasty, calmed] = [2, 7].map(|half| middle(Hands::Natural, hurrying, 4, half));
        assert!((0.3..1.5).contains(&calm), "{calm}");
        assert!(hasty > 2.0 * calm, "{hasty} of {calm}");
        assert!(calmed < hasty / 4.0, "{calmed} of {hasty}");
    }

    #[test]
    fn time_makes_it_tremble_and_a_party_more_so() {
        let [early, late] = [3, 21].map(|half| middle(Hands::Natural, waiting, 12, half));
        assert!(late > 2.0 * early, "{late} of {early}");
        assert!(middle(Hands::Party, waiting, 4, 3) > 2.0 * early);
    }

    #[test]
    fn the_seed_and_the_way_are_all_that_it_depends_on() {
        let one = strengths(Hands::Natural, 7, waiting, 2);
        assert_eq!(one, strengths(Hands::Natural, 7, waiting, 2));
        assert_ne!(one, strengths(Hands::Natural, 8, waiting, 2));
        // A hand that goes another way by the width of a hair trembles otherwise ever after.
        let aside = strengths(Hands::Natural, 7, |step| [0, 50_000, if step == 3 { 50 } else { 0 }], 2);
        assert_ne!(one[1], aside[1]);
        assert!(Tremor::of(Grip::STEADY, 30_000.0).is_none());
    }
}
