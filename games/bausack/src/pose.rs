//! Where a block is, in whole numbers: a position holds no floating-point number.

use serde::{Deserialize, Serialize};

/// A place and a rotation. The table's top is y = 0, up is +y.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Pose {
    /// The block's origin, in micrometres from the middle of its plot.
    pub at: [i32; 3],
    /// The rotation as a unit quaternion x, y, z, w, in parts of 2³⁰.
    pub turn: [i32; 4],
}

/// One whole in [`Pose::turn`].
pub const WHOLE_TURN: i32 = 1 << 30;

/// The farthest that a block may be from the middle of its plot along an axis, in micrometres: what 24 bits hold.
pub const FARTHEST: i32 = (1 << 23) - 1;

/// How many bytes a pose takes in a record: three places of 24 bits, and a turn of 2 + 3 × 24 bits.
pub const POSE_BYTES: usize = 19;

/// The resolution of rotations in a record, in parts of [`WHOLE_TURN`]: a tenth of a micrometre on a block of 10 cm.
const GRAIN: i32 = 1 << 7;

impl Pose {
    /// Upright as in the catalogue, at a place.
    pub const fn upright(at: [i32; 3]) -> Self {
        Pose { at, turn: [0, 0, 0, WHOLE_TURN] }
    }

    /// A pose that a record can hold, a grain away at most: the three smaller parts of the turn are whole grains, the
    /// fourth is positive and follows from them.
    #[must_use]
    pub fn rounded(self) -> Self {
        let at = self.at.map(|place| place.clamp(-FARTHEST, FARTHEST));
        let mut turn = self.turn;
        // Rounding towards nothing leaves the largest part the largest, unless two parts were as good as equal.
        for _ in 0..4 {
            let largest = largest(turn);
            let sign = if turn[largest] < 0 { -1 } else { 1 };
            let three = others(largest).map(|part| sign * (turn[part] / GRAIN) * GRAIN);
            // Parts that are far from any unit quaternion become the upright rotation.
            let rounded = unit(largest, three).unwrap_or(Pose::upright(at).turn);
            if rounded == turn {
                break;
            }
            turn = rounded;
        }
        Pose { at, turn }
    }

    /// The bytes of the rounded pose.
    pub fn to_bytes(self) -> [u8; POSE_BYTES] {
        let Pose { at, turn } = self.rounded();
        let largest = largest(turn);
        let mut bytes = [0; POSE_BYTES];
        bytes[0] = u8::try_from(largest).expect("a quaternion has four parts");
        let numbers = at.into_iter().chain(others(largest).map(|part| turn[part] / GRAIN));
        for (place, number) in bytes[1..].chunks_exact_mut(3).zip(numbers) {
            place.copy_from_slice(&number.to_le_bytes()[..3]);
        }
        bytes
    }

    /// The pose of these bytes; `None` if they are not the bytes of a rounded pose.
    pub fn from_bytes(bytes: &[u8; POSE_BYTES]) -> Option<Self> {
        let largest = usize::from(bytes[0]);
        let mut numbers = [0; 6];
        for (number, place) in numbers.iter_mut().zip(bytes[1..].chunks_exact(3)) {
            *number = i32::from_le_bytes([0, place[0], place[1], place[2]]) >> 8;
        }
        let [x, y, z, three @ ..] = numbers;
        let three = [three[0], three[1], three[2]].map(|grains| grains.checked_mul(GRAIN));
        let [Some(first), Some(second), Some(third)] = three else { return None };
        let pose = Pose { at: [x, y, z], turn: unit(largest, [first, second, third])? };
        (pose.to_bytes() == *bytes).then_some(pose)
    }
}

/// Which part of a turn is the largest; of equals, the first.
fn largest(turn: [i32; 4]) -> usize {
    (1..4)
        .fold(0, |best, part| if turn[part].unsigned_abs() > turn[best].unsigned_abs() { part } else { best })
}

/// The three parts that are not `part`, in order.
fn others(part: usize) -> [usize; 3] {
    match part {
        0 => [1, 2, 3],
        1 => [0, 2, 3],
        2 => [0, 1, 3],
        _ => [0, 1, 2],
    }
}

/// The unit quaternion with these three parts, the missing one positive; none if they are too long for one.
pub(crate) fn unit(missing: usize, three: [i32; 3]) -> Option<[i32; 4]> {
    let whole = u64::try_from(i64::from(WHOLE_TURN)).expect("positive").pow(2);
    let sum: u64 = three.iter().map(|part| u64::from(part.unsigned_abs()).pow(2)).sum();
    let rest = whole.checked_sub(sum)?.isqrt();
    let mut turn = [0; 4];
    *turn.get_mut(missing)? = i32::try_from(rest).expect("at most a whole turn");
    for (part, value) in others(missing).into_iter().zip(three) {
        turn[part] = value;
    }
    Some(turn)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rounded_pose_survives_its_bytes_and_is_rounded_already() {
        let turns = [
            [0, 0, 0, WHOLE_TURN],
            [-WHOLE_TURN, 0, 0, 0],
            [WHOLE_TURN / 2; 4],
            [12_345, -999_999_999, 77, 391_051_795],
        ];
        for turn in turns {
            let pose = Pose { at: [-400_123, 1_599_999, FARTHEST], turn }.rounded();
            assert_eq!(pose.rounded(), pose);
            assert_eq!(Pose::from_bytes(&pose.to_bytes()), Some(pose));
            let off =
                pose.turn.into_iter().zip(turn).map(|(part, exact)| (part.abs() - exact.abs()).abs()).max();
            assert!(off <= Some(GRAIN), "{turn:?} became {:?}", pose.turn);
        }
    }

    #[test]
    fn bytes_that_no_pose_writes_are_refused() {
        let bytes = Pose::upright([0; 3]).to_bytes();
        for (place, value) in [(0, 4), (0, 255), (18, 0x7f)] {
            let mut other = bytes;
            other[place] = value;
            assert_eq!(Pose::from_bytes(&other), None, "byte {place} = {value}");
        }
    }
}
