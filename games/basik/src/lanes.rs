//! Vectors of boards: sets of cells of many games side by side, one in each lane, and arithmetic on small numbers.

use crate::board::{Cells, STEPS, STRIDE, board};
use bytemuck::cast;
use std::ops::{Add, BitAnd, BitOr, BitXor, Not, Shl, Shr, Sub};
use wide::{i8x32, i16x16, i32x8, u16x16, u32x8};

/// A vector with a lane for each of several games. A mask has all bits of a lane set, or none.
pub(crate) trait Lanes:
    Copy
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Add<Output = Self>
    + Sub<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// How many lanes it has.
    const COUNT: usize;
    /// How many bits a lane has.
    const BITS: u32;

    /// The cells of a board as a lane holds them.
    fn packed(cells: Cells) -> u32;
    /// The same number in every lane.
    fn every(value: u32) -> Self;
    /// The number in each lane; lanes that there are not hold 0.
    fn to_array(self) -> [u32; 16];
    /// A mask of the lanes in which both are equal.
    fn equals(self, other: Self) -> Self;
    /// A mask of the lanes in which this number, below half of what a lane holds, is greater than the other.
    fn exceeds(self, other: Self) -> Self;
    /// A bit for each lane, set where the mask is.
    fn to_bits(self) -> u32;
    /// How many bits of each lane are set.
    fn ones(self) -> Self;
    /// How many of the lowest `bits` bits of each lane are set.
    fn low_ones(self, bits: u32) -> Self;
    /// Uniform random numbers, scaled from all that a lane holds to those below `limit`.
    fn scaled(random: u32x8, limit: Self) -> Self;
    /// The cells from which a step in one of eight directions arrives in these: four forward, then the same backward. What
    /// falls off the board is in the set or not.
    fn origins(self, direction: usize) -> Self;
    /// The cells that a step in that direction from these reaches, of which all are on the board.
    fn targets(self, direction: usize) -> Self;

    /// The mask's lanes of `yes`, and the others of `no`.
    #[inline(always)]
    fn select(self, yes: Self, no: Self) -> Self {
        no ^ ((yes ^ no) & self)
    }

    /// A mask of the lanes that are not 0.
    #[inline(always)]
    fn is_some(self) -> Self {
        !self.equals(Self::every(0))
    }
}

/// The number of bits of each byte that are set, by two tables of sixteen.
#[inline(always)]
fn ones_of_bytes(bytes: i8x32) -> i8x32 {
    const ONES: [i8; 16] = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4];
    const TABLE: i8x32 = {
        let mut both = [0; 32];
        let mut index = 0;
        while index < 32 {
            both[index] = ONES[index % 16];
            index += 1;
        }
        i8x32::new(both)
    };
    let nibble = i8x32::new([15; 32]);
    let high: i8x32 = cast(cast::<_, u16x16>(bytes) >> 4_u32);
    TABLE.swizzle_half_relaxed(bytes & nibble) + TABLE.swizzle_half_relaxed(high & nibble)
}

/// Sixteen games on the board of 4 × 4 cells: bit `4 × row + column`.
impl Lanes for u16x16 {
    const COUNT: usize = 16;
    const BITS: u32 = 16;

    fn packed(cells: Cells) -> u32 {
        (0..4).map(|row| (cells >> (STRIDE * row) & 15) << (4 * row)).sum()
    }

    #[inline(always)]
    fn every(value: u32) -> Self {
        u16x16::new([value as u16; 16])
    }

    #[inline(always)]
    fn to_array(self) -> [u32; 16] {
        u16x16::to_array(self).map(u32::from)
    }

    #[inline(always)]
    fn equals(self, other: Self) -> Self {
        self.simd_eq(other)
    }

    #[inline(always)]
    fn exceeds(self, other: Self) -> Self {
        cast(cast::<_, i16x16>(self).simd_gt(cast::<_, i16x16>(other)))
    }

    #[inline(always)]
    fn to_bits(self) -> u32 {
        self.to_bitmask()
    }

    #[inline(always)]
    fn ones(self) -> Self {
        let bytes: u16x16 = cast(ones_of_bytes(cast(self)));
        (bytes + (bytes << 8_u32)) >> 8_u32
    }

    #[inline(always)]
    fn low_ones(self, bits: u32) -> Self {
        let low = self & Self::every((1 << bits) - 1);
        match bits {
            1 => low,
            2 => low - (low >> 1_u32),
            _ => cast(ones_of_bytes(cast(low))),
        }
    }

    #[inline(always)]
    fn scaled(random: u32x8, limit: Self) -> Self {
        cast::<_, u16x16>(random).mul_keep_high(limit)
    }

    #[inline(always)]
    fn origins(self, direction: usize) -> Self {
        const LEFT: u32 = 0x1111;
        const RIGHT: u32 = 0x8888;
        let (inner_left, inner_right) = (self & Self::every(!LEFT), self & Self::every(!RIGHT));
        match direction {
            0 => inner_left >> 1_u32,
            1 => inner_right >> 3_u32,
            2 => self >> 4_u32,
            3 => inner_left >> 5_u32,
            4 => inner_right << 1_u32,
            5 => inner_left << 3_u32,
            6 => self << 4_u32,
            _ => inner_right << 5_u32,
        }
    }

    #[inline(always)]
    fn targets(self, direction: usize) -> Self {
        match direction {
            0 => self << 1_u32,
            1 => self << 3_u32,
            2 => self << 4_u32,
            3 => self << 5_u32,
            4 => self >> 1_u32,
            5 => self >> 3_u32,
            6 => self >> 4_u32,
            _ => self >> 5_u32,
        }
    }
}

/// Eight games on either board, as [`Cells`].
impl Lanes for u32x8 {
    const COUNT: usize = 8;
    const BITS: u32 = 32;

    fn packed(cells: Cells) -> u32 {
        cells & board(4)
    }

    #[inline(always)]
    fn every(value: u32) -> Self {
        u32x8::new([value; 8])
    }

    #[inline(always)]
    fn to_array(self) -> [u32; 16] {
        let mut all = [0; 16];
        all[..8].copy_from_slice(&u32x8::to_array(self));
        all
    }

    #[inline(always)]
    fn equals(self, other: Self) -> Self {
        self.simd_eq(other)
    }

    #[inline(always)]
    fn exceeds(self, other: Self) -> Self {
        cast(cast::<_, i32x8>(self).simd_gt(cast::<_, i32x8>(other)))
    }

    #[inline(always)]
    fn to_bits(self) -> u32 {
        self.to_bitmask()
    }

    #[inline(always)]
    fn ones(self) -> Self {
        let bytes: u32x8 = cast(ones_of_bytes(cast(self)));
        let pairs = bytes + (bytes >> 8_u32);
        (pairs + (pairs >> 16_u32)) & Self::every(255)
    }

    #[inline(always)]
    fn low_ones(self, bits: u32) -> Self {
        let low = self & Self::every((1 << bits) - 1);
        match bits {
            1 => low,
            2 => low - (low >> 1_u32),
            3..=8 => cast(ones_of_bytes(cast(low))),
            _ => low.ones(),
        }
    }

    #[inline(always)]
    fn scaled(random: u32x8, limit: Self) -> Self {
        random.mul_keep_high(limit)
    }

    #[inline(always)]
    fn origins(self, direction: usize) -> Self {
        let step = u32::from(STEPS[direction % 4]);
        if direction < 4 { self >> step } else { self << step }
    }

    #[inline(always)]
    fn targets(self, direction: usize) -> Self {
        let step = u32::from(STEPS[direction % 4]);
        if direction < 4 { self << step } else { self >> step }
    }
}

/// Random numbers for every lane: a generator of its own in each 32 bits (xoshiro128++).
#[derive(Clone)]
pub(crate) struct RandomLanes([u32x8; 4]);

impl RandomLanes {
    /// Generators whose states come from `rng`.
    pub fn new(rng: &mut impl rand::Rng) -> Self {
        RandomLanes([0; 4].map(|_: u32| u32x8::new([0; 8].map(|_: u32| rng.next_u32()))))
    }

    #[inline(always)]
    pub fn next(&mut self) -> u32x8 {
        let rotated = |value: u32x8, bits: u32| value << bits | value >> (32 - bits);
        let state = &mut self.0;
        let result = rotated(state[0] + state[3], 7) + state[0];
        let shifted = state[1] << 9_u32;
        state[2] ^= state[0];
        state[3] ^= state[1];
        state[1] ^= state[2];
        state[0] ^= state[3];
        state[2] ^= shifted;
        state[3] = rotated(state[3], 11);
        result
    }
}
