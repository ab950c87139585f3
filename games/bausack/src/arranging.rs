//! How bots put their line in order (S18): so that what is awkward comes up when others must take it.

use crate::{Block, stack};
use game::Seat;
use rand::{Rng, RngExt};

/// A better order must save at least this share of what the lines cost, or the line stays as it is.
const WORTH_IT: f64 = 0.02;

/// The lines of all seats, and who builds in which order.
pub(crate) struct Race<'a> {
    /// Each seat's line, the first block first.
    pub lines: &'a [Vec<Block>],
    /// The seats that build, in turn.
    pub builders: Vec<Seat>,
}

impl Race<'_> {
    /// An order of a seat's line that is better than the present one, found by so many swaps at random; `None` if there is
    /// none that is worth it.
    pub fn better<R: Rng + ?Sized>(&self, seat: Seat, swaps: usize, rng: &mut R) -> Option<Vec<Block>> {
        let mut lines: Vec<Vec<Block>> = self.lines.to_vec();
        let own = seat.index();
        let length = lines[own].len();
        if length < 2 {
            return None;
        }
        let before = self.gain(&lines, seat);
        let mut best = before;
        for _ in 0..swaps {
            let (one, other) = (rng.random_range(0..length), rng.random_range(0..length));
            lines[own].swap(one, other);
            let gain = self.gain(&lines, seat);
            if gain > best {
                best = gain;
            } else {
                lines[own].swap(one, other);
            }
        }
        let all: f64 = lines.iter().flatten().map(|block| awkwardness(*block)).sum();
        (best > before + WORTH_IT * all).then(|| lines.swap_remove(own))
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
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    fn line(numbers: &[u8]) -> Vec<Block> {
        numbers.iter().map(|number| Block::numbered(*number).unwrap()).collect()
    }

    /// The ball (31) and the cone (19) are hard to build on, slabs and cubes easy.
    #[test]
    fn the_awkward_block_is_left_to_the_other() {
        let lines = [line(&[1, 31]), line(&[3, 4])];
        let race = Race { lines: &lines, builders: vec![Seat(0), Seat(1)] };
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        // With the slab first, both lines are used up alike and the last block, the ball, is left to seat 1.
        assert_eq!(race.better(Seat(0), 50, &mut rng), None);
        // The other would rather have it taken earlier, when seat 0 has no choice.
        let lines = [line(&[1, 3, 4]), line(&[6, 2, 31])];
        let race = Race { lines: &lines, builders: vec![Seat(0), Seat(1)] };
        let order = race.better(Seat(1), 200, &mut rng).expect("the ball may be left to seat 0");
        let after = [line(&[1, 3, 4]), order];
        assert!(race.gain(&after, Seat(1)) > race.gain(&lines, Seat(1)));
    }
}
