//! Values of positions, in the unit of [`Search::evaluate`]: thousandths of log-odds.

use crate::{Search, Solved};
use game::{Outcome, Seat};

/// The value of an immediate win. A win loses one point for each action that it is away, so that the quickest win is the
/// best; a defeat is the negative of a win, so that the slowest defeat is the best.
pub const WIN: i32 = 1_000_000;

/// Values from here on are proven wins, values up to its negative are proven defeats; estimates lie between.
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
    let distance = (ply + solved.actions) as i32;
    match solved.winner {
        Some(winner) if game.team(winner) == game.team(seat) => WIN - distance,
        Some(_) => distance - WIN,
        None => 0,
    }
}

/// An evaluation, clamped below the proven values.
#[inline]
pub(crate) fn estimate(evaluation: i32) -> i32 {
    evaluation.clamp(1 - PROVEN, PROVEN - 1)
}

/// Converts a value relative to the root into one relative to a node `ply` actions later, where wins are nearer.
#[inline]
pub(crate) fn relative_to_node(value: i32, ply: u32) -> i32 {
    match value {
        PROVEN.. => value + ply as i32,
        ..=NEGATED_PROVEN => value - ply as i32,
        _ => value,
    }
}

/// Converts a value relative to a node `ply` actions after the root into one relative to the root.
#[inline]
pub(crate) fn relative_to_root(value: i32, ply: u32) -> i32 {
    match value {
        PROVEN.. => value - ply as i32,
        ..=NEGATED_PROVEN => value + ply as i32,
        _ => value,
    }
}

const NEGATED_PROVEN: i32 = -PROVEN;

/// The value of a chance of beating a rival.
pub(crate) fn from_chance(chance: f32) -> i32 {
    estimate((1000.0 * libm::logf(chance / (1.0 - chance))).round() as i32)
}

/// The chance of beating a rival that an evaluation means.
pub(crate) fn to_chance(evaluation: i32) -> f32 {
    1.0 / (1.0 + libm::expf(evaluation as f32 / -1000.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_and_values_convert_both_ways() {
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
            assert_eq!(relative_to_node(counted_from_root, 2), counted_from_node);
            assert_eq!(relative_to_root(counted_from_node, 2), counted_from_root);
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
