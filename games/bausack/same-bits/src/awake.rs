//! Blocks that are kept awake, to see what a second of them costs.

use bausack::physics::{World, restore};
use bausack::{Block, Pose, Standing, Tower};

/// A world with so many blocks of the bag in it, in four columns, none of which may fall asleep.
pub fn awake(count: u32) -> World {
    let column = [1, 11, 6, 15, 3, 49, 18, 71, 9, 75];
    let column = column.map(|number| Block::numbered(number).expect("in the bag"));
    let blocks = (0..count).map(|index| {
        let floor = (index / 4) as usize;
        let below = column.iter().cycle().take(floor).map(|block| block.shape().extent);
        let base: f32 = below.map(|[low, high]| high[1] - low[1]).sum();
        let block = column[floor % column.len()];
        let height = ((base - block.shape().extent[0][1]) * 1_000.0) as i32;
        Standing { block, pose: Pose::upright([(index % 4) as i32 * 200_000, height, 0]) }
    });
    restore(&Tower { blocks: blocks.collect(), ..Tower::default() })
}
