//! What a position is worth to a seat, in the unit of [`Search::evaluate`]: thousandths of the logarithm of the odds.

use crate::{Search, Solved};
use game::{Outcome, Seat};

/// The value of a win on the spot. A win is worth one less for each action that it is away, so that the quickest is
/// the best; a defeat is minus a win, so that the slowest is.
pub const WIN: i32 = 1_000_000;

/// A value this high is a proven win, one as far below zero a proven defeat; an estimate never is.
pub const PROVEN: i32 = WIN - 10_000;

/// The value for `seat` of a game that ended with `outcome`, `ply` actions after the root.
pub(crate) fn of_outcome<G: Search>(game: &G, outcome: &Outcome, seat: Seat, ply: u32) -> i32 {
    let reward = outcome.reward(seat, game.rivals(seat));
    if reward >= 1.0 {
        WIN - ply as i32
    } else if reward <= 0.0 {
        ply as i32 - WIN
    } else {
        from_chance(reward)
    }
}

/// The value for `seat` of a position whose result is known, `ply` actions after the root.
pub(crate) fn of_solved<G: Search>(game: &G, solved: Solved, seat: Seat, ply: u32) -> i32 {
    let far = (ply + solved.actions) as i32;
    match solved.winner {
        Some(winner) if game.team(winner) == game.team(seat) => WIN - far,
        Some(_) => far - WIN,
        None => 0,
    }
}

/// What an evaluation counts for, out of the reach of proven values.
#[inline]
pub(crate) fn estimate(evaluation: i32) -> i32 {
    evaluation.clamp(1 - PROVEN, PROVEN - 1)
}

/// A value counted from the root, counted from a node `ply` actions after it instead: there its wins are nearer.
#[inline]
pub(crate) fn from_node(value: i32, ply: u32) -> i32 {
    match value {
        PROVEN.. => value + ply as i32,
        ..=NEGATED_PROVEN => value - ply as i32,
        _ => value,
    }
}

/// The way back from [`from_node`].
#[inline]
pub(crate) fn from_root(value: i32, ply: u32) -> i32 {
    match value {
        PROVEN.. => value - ply as i32,
        ..=NEGATED_PROVEN => value + ply as i32,
        _ => value,
    }
}

const NEGATED_PROVEN: i32 = -PROVEN;

/// The estimate that stands for a chance of beating a rival.
pub(crate) fn from_chance(chance: f32) -> i32 {
    estimate((1000.0 * libm::logf(chance / (1.0 - chance))).round() as i32)
}

/// The chance of beating a rival that an evaluation stands for.
pub(crate) fn to_chance(evaluation: i32) -> f32 {
    1.0 / (1.0 + libm::expf(evaluation as f32 / -1000.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_and_values_answer_each_other() {
        assert_eq!(to_chance(0), 0.5);
        assert_eq!(from_chance(0.5), 0);
        assert!((to_chance(1000) - 0.731).abs() < 0.001);
        for evaluation in (-6000..=6000).step_by(500) {
            assert!((from_chance(to_chance(evaluation)) - evaluation).abs() <= 1, "{evaluation}");
        }
    }

    #[test]
    fn wins_are_nearer_from_a_node_than_from_the_root() {
        for (counted_from_root, counted_from_node) in
            [(WIN - 5, WIN - 3), (3 - WIN, 1 - WIN), (123, 123), (-9, -9)]
        {
            assert_eq!(from_node(counted_from_root, 2), counted_from_node);
            assert_eq!(from_root(counted_from_node, 2), counted_from_root);
        }
    }

    #[test]
    fn a_sure_chance_is_still_an_estimate() {
        assert_eq!(from_chance(1.0), PROVEN - 1);
        assert_eq!(from_chance(0.0), 1 - PROVEN);
        assert_eq!(to_chance(i32::MAX), 1.0);
        assert_eq!(to_chance(i32::MIN), 0.0);
    }
}
