//! Gestures: the path of the hand that placed a block, or `drop` (S9).
//!
//! A path has a target thirty times a second; after the last one the hand lets go. It is written as base64url text without
//! spaces, and each path has exactly one text.

use crate::bits::{Reader, Writer, fits};
use crate::pose::{Pose, WHOLE_TURN, unit};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use game::Malformed;
use std::fmt;
use std::str::FromStr;

/// Targets in a second.
pub const TARGETS_A_SECOND: usize = 30;
/// The longest path: 20 s. That is enough near a tower, and it limits the work of a simulation.
pub const LONGEST: usize = 20 * TARGETS_A_SECOND;
/// The longest text of a path: the widest target of all takes 78 bits. Ten seconds take 3,908 characters at most.
pub const LONGEST_TEXT: usize = 3 + (COUNT_BITS as usize + 89 + (LONGEST - 1) * 78).div_ceil(6);
/// Micrometres in a step of a target's place.
pub const STEP: i32 = 50;
/// How far from the middle of the plot a hand reaches, in steps: 40 cm.
pub const REACH: i32 = 8_000;
/// How high, in steps: 160 cm.
pub const HIGHEST: i32 = 32_000;
/// How far the hand moves between two targets along an axis, in steps: 33 mm, which is 1 m/s.
pub const FASTEST: i32 = 666;

/// One whole in the turn of a target, times the square root of one half.
const HALF: i32 = 4_096;
/// Cosine of half the angle that the hand turns between two targets at most (24°: two turns a second), in millionths.
const WIDEST_TURN: i64 = 978_148;
/// Bits of the number of targets.
const COUNT_BITS: u32 = 10;
/// Bits of a place of the first target along an axis.
const FIRST_BITS: u32 = 16;
/// Bits of a move along an axis: none at all, 0.35 mm, 3.15 mm, or anything.
const MOVE_BITS: [u32; 4] = [0, 4, 7, 11];
/// Bits of a change of a part of the turn: none at all, a bit more than a tenth of a degree, a degree, or the whole part.
const TURN_BITS: [u32; 4] = [0, 5, 8, 13];
/// The last of these classes, in which values are written in full.
const ANEW: usize = 3;
/// The prefix of the text of a path; the digit is the version of the encoding.
const MARK: &str = "p1";
const NOTATION: &str =
    "drop, drop:3,-2,90,1 (millimetres, millimetres, degrees, side down 0 to 5), or a recorded path p1…";

/// What the hand does with a block.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Gesture {
    /// `drop`: over the middle of the tower's top, down until it touches, and let go.
    Drop(Aim),
    /// A recorded path.
    Path(Path),
}

/// Where `drop` aims.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Aim {
    /// Millimetres from the middle of the top along x.
    pub x: i16,
    /// Millimetres from the middle of the top along z.
    pub z: i16,
    /// Degrees about the vertical.
    pub yaw: i16,
    /// Which side is down: 0 as in the catalogue, 1 upside down, 2 to 5 lying on one of the four sides.
    pub side: u8,
}

/// Where the hand wants the block, as finely as a path tells.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Target {
    /// Steps of 50 µm from the middle of the plot.
    at: [i32; 3],
    /// Which part of the turn is the largest; it is positive.
    largest: u8,
    /// The others, in parts of 4,096 times the square root of two.
    three: [i32; 3],
}

/// One target or more, none too far from the one before.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Path(Vec<Target>);

impl Target {
    /// The target nearest to a pose, within the reach of a hand.
    pub fn nearest(pose: &Pose) -> Self {
        let limits = [(-REACH, REACH), (0, HIGHEST), (-REACH, REACH)];
        let mut at = [0; 3];
        for ((step, place), (low, high)) in at.iter_mut().zip(pose.at).zip(limits) {
            *step = (place + STEP / 2).div_euclid(STEP).clamp(low, high);
        }
        let (largest, _) = (0..4)
            .map(|part| (part, pose.turn[part].unsigned_abs()))
            .fold((0, 0), |best, part| if part.1 > best.1 { part } else { best });
        let sign = if pose.turn[largest] < 0 { -1 } else { 1 };
        let others = (0..4).filter(|part| *part != largest);
        let mut three = [0; 3];
        for (value, part) in three.iter_mut().zip(others) {
            // 4,096 √2 parts to a whole, rounded towards nothing so that the largest stays the largest.
            let part = i64::from(sign) * i64::from(pose.turn[part]) * 5_793 / i64::from(WHOLE_TURN);
            *value = i32::try_from(part.clamp(1 - i64::from(HALF), i64::from(HALF) - 1)).unwrap_or(0);
        }
        Target { at, largest: u8::try_from(largest).unwrap_or(3), three }
    }

    /// The pose of the target.
    pub fn pose(&self) -> Pose {
        // 759,250,125 is half of the square root of two, in parts of 2³⁰.
        let three = self
            .three
            .map(|part| i32::try_from(i64::from(part) * 759_250_125 / i64::from(HALF)).unwrap_or(0));
        let turn = unit(usize::from(self.largest), three).unwrap_or([0, 0, 0, WHOLE_TURN]);
        Pose { at: self.at.map(|step| step * STEP), turn }
    }

    /// The numbers that tell it from any other.
    pub(crate) fn numbers(&self) -> [i32; 7] {
        let ([x, y, z], [i, j, k]) = (self.at, self.three);
        [x, y, z, i32::from(self.largest), i, j, k]
    }

    /// Whether it is within the reach of a hand, and its turn is a unit quaternion.
    fn sound(&self) -> bool {
        let [x, y, z] = self.at;
        let turn = self.pose().turn;
        let whole = turn[usize::from(self.largest)];
        // The rounding of the encoding is tolerated.
        x.abs() <= REACH
            && z.abs() <= REACH
            && (0..=HIGHEST).contains(&y)
            && self.three.iter().map(|part| i64::from(*part).pow(2)).sum::<i64>()
                <= 2 * i64::from(HALF).pow(2)
            && turn.iter().all(|part| part.abs() <= whole + (WHOLE_TURN >> 11))
    }

    /// Whether a hand gets from the target before to this one in a thirtieth of a second.
    fn follows(&self, before: &Target) -> bool {
        let near = self.at.iter().zip(before.at).all(|(now, then)| (now - then).abs() <= FASTEST);
        let (mine, theirs) = (self.pose().turn, before.pose().turn);
        let cosine: i64 =
            mine.iter().zip(theirs).map(|(a, b)| (i64::from(*a) >> 10) * (i64::from(b) >> 10)).sum();
        near && cosine.abs() >= WIDEST_TURN * (1 << 40) / 1_000_000
    }
}

impl Path {
    /// A path of these targets; `None` if there are none or too many, or if one is out of reach or too far from the one before.
    pub fn new(targets: Vec<Target>) -> Option<Self> {
        let sound = (1..=LONGEST).contains(&targets.len())
            && targets.iter().all(Target::sound)
            && targets.windows(2).all(|pair| pair[1].follows(&pair[0]));
        sound.then_some(Path(targets))
    }

    /// The targets, in time.
    pub fn targets(&self) -> &[Target] {
        &self.0
    }

    /// How long the hand holds the block, in thirtieths of a second.
    pub fn duration(&self) -> usize {
        self.0.len()
    }

    fn encode(&self) -> Vec<u8> {
        let mut bits = Writer::default();
        bits.put(self.0.len() as u32, COUNT_BITS);
        let mut last = self.0[0];
        last.at.iter().for_each(|step| bits.put_signed(*step, FIRST_BITS));
        last.write_turn(&mut bits);
        for target in &self.0[1..] {
            let moves: [i32; 3] = std::array::from_fn(|axis| target.at[axis] - last.at[axis]);
            let turns: [i32; 3] = std::array::from_fn(|part| target.three[part] - last.three[part]);
            let move_class = class(moves, &MOVE_BITS).unwrap_or(ANEW);
            let turn_class =
                class(turns, &TURN_BITS).filter(|_| target.largest == last.largest).unwrap_or(ANEW);
            bits.put(move_class as u32, 2);
            bits.put(turn_class as u32, 2);
            moves.iter().for_each(|step| bits.put_signed(*step, MOVE_BITS[move_class]));
            match turn_class {
                ANEW => target.write_turn(&mut bits),
                class => turns.iter().for_each(|part| bits.put_signed(*part, TURN_BITS[class])),
            }
            last = *target;
        }
        bits.bytes()
    }

    fn decode(bytes: &[u8]) -> Option<Path> {
        let mut bits = Reader::new(bytes);
        let count = usize::try_from(bits.take(COUNT_BITS)?).ok()?;
        let mut last = Target { at: bits.take_three(FIRST_BITS)?, largest: 3, three: [0; 3] };
        last.read_turn(&mut bits)?;
        let mut targets = vec![last];
        for _ in 1..count.min(LONGEST) {
            let (move_class, turn_class) = (bits.take(2)? as usize, bits.take(2)? as usize);
            let moves = bits.take_three(MOVE_BITS[move_class])?;
            last.at = std::array::from_fn(|axis| last.at[axis] + moves[axis]);
            if turn_class == ANEW {
                last.read_turn(&mut bits)?;
            } else {
                let turns = bits.take_three(TURN_BITS[turn_class])?;
                last.three = std::array::from_fn(|part| last.three[part] + turns[part]);
            }
            targets.push(last);
        }
        // Each path has one text: another encoding of the same path is refused.
        Path::new(targets).filter(|path| path.encode() == bytes)
    }
}

impl Target {
    fn write_turn(&self, bits: &mut Writer) {
        bits.put(u32::from(self.largest), 2);
        self.three.iter().for_each(|part| bits.put_signed(*part, TURN_BITS[ANEW]));
    }

    fn read_turn(&mut self, bits: &mut Reader<'_>) -> Option<()> {
        self.largest = u8::try_from(bits.take(2)?).ok()?;
        self.three = bits.take_three(TURN_BITS[ANEW])?;
        Some(())
    }
}

/// The class with the fewest bits into which all three values fit; `None` if they fit into none but the last.
fn class(values: [i32; 3], widths: &[u32; 4]) -> Option<usize> {
    (0..ANEW).find(|class| values.iter().all(|value| fits(*value, widths[*class])))
}

impl fmt::Display for Gesture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Gesture::Drop(aim) if *aim == Aim::default() => f.write_str("drop"),
            Gesture::Drop(Aim { x, z, yaw, side }) => write!(f, "drop:{x},{z},{yaw},{side}"),
            Gesture::Path(path) => write!(f, "{MARK}{}", URL_SAFE_NO_PAD.encode(path.encode())),
        }
    }
}

impl FromStr for Gesture {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Self, Malformed> {
        let parse = || {
            if text == "drop" {
                return Some(Gesture::Drop(Aim::default()));
            }
            if let Some(numbers) = text.strip_prefix("drop:") {
                return Aim::parse(numbers).map(Gesture::Drop);
            }
            // The length is checked first, so that a long text costs no work.
            let path = text.strip_prefix(MARK).filter(|_| text.len() <= LONGEST_TEXT)?;
            Path::decode(&URL_SAFE_NO_PAD.decode(path).ok()?).map(Gesture::Path)
        };
        parse().ok_or_else(|| Malformed::new(text, NOTATION))
    }
}

impl Aim {
    /// The farthest aim, in millimetres: as far as a hand reaches.
    const FARTHEST: i16 = 400;

    fn parse(numbers: &str) -> Option<Self> {
        if numbers.len() > 24 {
            return None;
        }
        let numbers: Vec<i16> = numbers.split(',').map(str::parse).collect::<Result<_, _>>().ok()?;
        let [x, z, yaw, side] = numbers[..] else { return None };
        let sound = x.abs() <= Self::FARTHEST
            && z.abs() <= Self::FARTHEST
            && yaw.abs() < 360
            && (0..=5).contains(&side);
        sound.then_some(Aim { x, z, yaw, side: u8::try_from(side).ok()? })
    }
}

#[cfg(test)]
mod tests;
