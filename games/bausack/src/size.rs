//! S17: which blocks may be bases of Chaîne de construction.

use crate::edition::Edition;
use crate::physics::sides::sides;
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

/// S17: whether it is of similar size: it has a flat face to stand on, and each of its edges, in order, is between 0.4 and
/// 2.5 times that of a slab.
pub(crate) fn is_like_a_slab(block: Block, edition: Edition) -> bool {
    match edition {
        Edition::First => has_such_a_volume(block),
        Edition::Second => {
            let mut pairs = edges(block).into_iter().zip(SLAB.map(u32::from));
            lies_flat(block) && pairs.all(|(edge, slab)| 5 * edge >= 2 * slab && 2 * edge <= 5 * slab)
        }
    }
}

/// Whether it has a flat face to stand on.
fn lies_flat(block: Block) -> bool {
    sides(block).iter().any(|side| side.margin > 0.0)
}

/// How far its edges are from those of a slab, in thousandths: the sum of the ratios of the longer to the shorter.
pub(crate) fn unlikeness(block: Block) -> u32 {
    let ratio = |(edge, slab): (u32, u32)| 1_000 * edge.max(slab) / edge.min(slab).max(1);
    edges(block).into_iter().zip(SLAB.map(u32::from)).map(ratio).sum()
}

/// The edges of the cuboid around it, as it lies in the catalogue: the shortest first, in tenths of a millimetre.
fn edges(block: Block) -> [u32; 3] {
    let [least, most] = block.shape().extent;
    let mut edges = (most - least).to_array().map(|edge| (edge * 10.0).round() as u32);
    edges.sort_unstable();
    edges
}

/// The first edition's similarity: the volume of a slab, plus or minus a quarter.
fn has_such_a_volume(block: Block) -> bool {
    // Milligrams, and grams in a litre: that many thousands of cubic millimetres.
    let volume = block.mass() * 1000 / block.details().colour.density();
    (VOLUME - VOLUME / 4..=VOLUME + VOLUME / 4).contains(&volume)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Bag;

    fn block(number: u8) -> Block {
        Block::numbered(number).unwrap()
    }

    #[test]
    fn two_slabs_and_a_choice_of_others_in_either_bag() {
        let slabs: Vec<u8> = Block::all().filter(|block| is_slab(*block)).map(Block::number).collect();
        assert_eq!(slabs, [1, 2]);
        for edition in [Edition::First, Edition::Second] {
            for (bag, least) in [(Bag::Bausack, 20), (Bag::SacNoir, 30)] {
                assert!(bag.blocks().filter(|block| is_like_a_slab(*block, edition)).count() >= least);
            }
        }
    }

    /// S17: by edges; the sheet only says that one should try.
    #[test]
    fn a_similar_block_has_similar_edges_and_a_flat_face() {
        let alike = |number| is_like_a_slab(block(number), Edition::Second);
        assert!(
            [1, 2, 3, 6, 8, 9, 15, 40].into_iter().all(alike),
            "slabs, cube, brick, planks, disc, half-round"
        );
        // 38 mm is more than 2.5 times 15, 20 mm less than 0.4 times 60; a ball and a dumb-bell have no flat face.
        assert!(![4, 5, 31, 29].into_iter().any(alike), "big cube, little cube, ball, dumb-bell");
        // 12 mm is 0.4 times 30, which will do.
        assert!(alike(12), "stick");
        let known = |number| is_like_a_slab(block(number), Edition::First);
        assert!(known(1) && known(40) && !known(17) && known(8));
    }

    #[test]
    fn the_slabs_themselves_are_the_most_alike() {
        let mut all: Vec<Block> = Block::all().collect();
        all.sort_by_key(|block| unlikeness(*block));
        assert_eq!(all[..2], [block(1), block(2)]);
        assert_eq!((unlikeness(block(1)), unlikeness(block(3))), (3_000, 5_000));
    }
}
