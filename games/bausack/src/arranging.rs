//! How bots put their line in order (S18): so that what is awkward comes up when others must take it.

use crate::{Block, stack};
use game::Seat;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The lines of all seats, and who builds in which order.
pub(crate) struct Race<'a> {
    /// Each seat's line, the first block first.
    pub lines: &'a [Vec<Block>],
    /// The seats that build, in turn.
    pub builders: Vec<Seat>,
}

impl Race<'_> {
    /// A good order of a seat's line, found by so many swaps at random. It depends on which blocks are in which lines, but on
    /// no present order: whoever arranges twice has the same order again, and nobody answers to another's order for ever.
    pub fn order(&self, seat: Seat, swaps: usize) -> Vec<Block> {
        let mut lines: Vec<Vec<Block>> = self.lines.to_vec();
        lines.iter_mut().for_each(|line| line.sort_unstable());
        let own = seat.index();
        let length = lines[own].len();
        let numbers = lines[own]
            .iter()
            .fold(0u64, |sum, block| sum.wrapping_mul(101).wrapping_add(u64::from(block.number())));
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(numbers);
        let mut best = self.gain(&lines, seat);
        for _ in 0..if length < 2 { 0 } else { swaps } {
            let (one, other) = (rng.random_range(0..length), rng.random_range(0..length));
            lines[own].swap(one, other);
            let gain = self.gain(&lines, seat);
            if gain > best {
                best = gain;
            } else {
                lines[own].swap(one, other);
            }
        }
        lines.swap_remove(own)
    }

    /// How much more the others have to place than a seat, if everybody takes the first block that is easiest to place. A
    /// block is harder to place the higher the tower is.
    fn gain(&self, lines: &[Vec<Block>], seat: Seat) -> f64 {
        let mut at = vec![0; lines.len()];
        let (mut own, mut others) = (0.0, 0.0);
        let rivals = (self.builders.len().max(2) - 1) as f64;
        for turn in 0..lines.iter().map(Vec::len).sum() {
            let first = |line: &usize| lines[*line].get(at[*line]).map(|block| awkwardness(*block));
            let heads = (0..lines.len()).filter_map(|line| Some((line, first(&line)?)));
            let Some((line, cost)) = heads.min_by(|one, other| one.1.total_cmp(&other.1)) else { break };
            at[line] += 1;
            let builder = self.builders[turn % self.builders.len()];
            let height = 1.0 + (turn / self.builders.len()) as f64 / 4.0;
            match builder == seat {
                true => own += cost * height,
                false => others += cost * height / rivals,
            }
        }
        others - own
    }
}

/// How hard a block is to build on, from 0 to 1.
fn awkwardness(block: Block) -> f64 {
    1.0 / (1.0 + f64::from(stack::handiness(block)) / 1_000.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(numbers: &[u8]) -> Vec<Block> {
        numbers.iter().map(|number| Block::numbered(*number).unwrap()).collect()
    }

    /// The ball (31) and the cone (19) are hard to build on, slabs and cubes easy.
    #[test]
    fn the_awkward_blocks_are_left_to_the_other() {
        let lines = [line(&[1, 3, 6, 8]), line(&[2, 4, 19, 31])];
        let race = Race { lines: &lines, builders: vec![Seat(0), Seat(1)] };
        let order = race.order(Seat(1), 200);
        let gain = |own: &[Block]| race.gain(&[line(&[1, 3, 6, 8]), own.to_vec()], Seat(1));
        // Hardly any order is better, and some are much worse.
        let all = permutations(&line(&[2, 4, 19, 31]));
        let best = all.iter().map(|own| gain(own)).fold(f64::MIN, f64::max);
        let worst = all.iter().map(|own| gain(own)).fold(f64::MAX, f64::min);
        assert!(best > worst + 0.1, "{best} to {worst}");
        assert!(
            gain(&order) > worst + 0.9 * (best - worst),
            "{order:?}: {} of {worst} to {best}",
            gain(&order)
        );
    }

    fn permutations(blocks: &[Block]) -> Vec<Vec<Block>> {
        if blocks.is_empty() {
            return vec![Vec::new()];
        }
        let mut all = Vec::new();
        for at in 0..blocks.len() {
            let mut rest = blocks.to_vec();
            let first = rest.remove(at);
            all.extend(permutations(&rest).into_iter().map(|tail| [vec![first], tail].concat()));
        }
        all
    }

    /// Bots are made anew for each action: whatever the order is now, they want the same one.
    #[test]
    fn the_order_does_not_depend_on_the_present_ones() {
        let [one, other] = [[[1, 3, 31], [6, 2, 19]], [[31, 1, 3], [2, 19, 6]]].map(|lines| {
            let lines = lines.map(|numbers| line(&numbers));
            Race { lines: &lines, builders: vec![Seat(0), Seat(1)] }.order(Seat(0), 60)
        });
        assert_eq!(one, other);
    }
}
