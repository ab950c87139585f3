//! Choosing one set bit of a word.

/// The index of the set bit of `word` that has `rank` set bits below it; `rank` is less than the number of set bits.
#[inline]
pub fn nth_bit(word: u64, rank: u32) -> u32 {
    debug_assert!(rank < word.count_ones());
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    {
        safe_arch::population_deposit_u64(1 << rank, word).trailing_zeros()
    }
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    {
        nth_bit_by_halves(word, rank)
    }
}

/// The same without the processor instruction: halves the word six times, each time keeping the half with the bit.
#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "bmi2"))))]
fn nth_bit_by_halves(word: u64, mut rank: u32) -> u32 {
    let mut at = 0;
    for half in [32, 16, 8, 4, 2, 1] {
        let low = (word >> at & ((1 << half) - 1)).count_ones();
        if rank >= low {
            rank -= low;
            at += half;
        }
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_implementations_agree_with_counting() {
        let mut word = 0x9e37_79b9_7f4a_7c15_u64;
        for round in 0..1000 {
            word = word.wrapping_mul(0xd134_2543_de82_ef95).rotate_left(17) ^ round;
            let bits: Vec<u32> = (0..64).filter(|bit| word >> bit & 1 != 0).collect();
            for (rank, bit) in bits.iter().enumerate() {
                assert_eq!(nth_bit(word, rank as u32), *bit);
                assert_eq!(nth_bit_by_halves(word, rank as u32), *bit);
            }
        }
    }
}
