//! S17: which blocks may be bases of Chaîne de construction.

use crate::{Block, Form};

/// The slab of 6 × 3 × 1.5 cm, its sides in order, in tenths of a millimetre.
const SLAB: [u16; 3] = [150, 300, 600];

/// The volume of a slab, in cubic millimetres.
const VOLUME: u32 = 27_000;

/// Whether it is one of the two slabs.
pub(crate) fn is_slab(block: Block) -> bool {
    match &block.details().form {
        Form::Cuboid(sides) => {
            let mut sides = *sides;
            sides.sort_unstable();
            sides == SLAB
        }
        _ => false,
    }
}

/// Whether it is of similar size: its volume is that of a slab, plus or minus a quarter. The rulebook gives no figure.
pub(crate) fn is_like_a_slab(block: Block) -> bool {
    // Milligrams, and grams in a litre: that many thousands of cubic millimetres.
    let volume = block.mass() * 1000 / block.details().colour.density();
    (VOLUME - VOLUME / 4..=VOLUME + VOLUME / 4).contains(&volume)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Bag;

    #[test]
    fn two_slabs_and_a_choice_of_others_in_either_bag() {
        let slabs: Vec<u8> = Block::all().filter(|block| is_slab(*block)).map(Block::number).collect();
        assert_eq!(slabs, [1, 2]);
        for (bag, least) in [(Bag::Bausack, 20), (Bag::SacNoir, 30)] {
            assert!(bag.blocks().filter(|block| is_like_a_slab(*block)).count() >= least);
        }
        let alike = |number| Block::numbered(number).is_some_and(is_like_a_slab);
        assert!([1, 2, 3, 6, 40].into_iter().all(alike), "slabs, cube, brick, half-round");
        assert!(![4, 5, 12, 17].into_iter().any(alike), "big cube, little cube, stick, counter");
    }
}
