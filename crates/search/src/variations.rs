//! Analysing a position: the best variations and their scores.

use crate::deepening::{Deepening, is_proven_within};
use crate::root::Root;
use crate::transposition::TranspositionTable;
use crate::value::{self, PROVEN, WIN};
use crate::{Search, mix};
use game::{Actor, Analysis, Seat, Turn, Variation, Verdict};

impl<G: Search> Deepening<'_, G> {
    /// Searches depth after depth and calls `report` with the best `count` variations after each. At every depth it finds
    /// the best action first, then the best of the others, and so on.
    pub fn analyse(
        mut self,
        mut root: Root<G::Action>,
        count: usize,
        max_depth: u8,
        report: &mut dyn FnMut(&Analysis<G::Action>),
    ) {
        let count = count.clamp(1, root.actions().len());
        let mut values = vec![0; count];
        for depth in 1..=max_depth {
            let mut is_certain = true;
            for (place, value) in values.iter_mut().enumerate() {
                let best = self.search(&root, place, depth);
                let Some((index, score)) = best.found.filter(|_| best.is_complete) else { return };
                root.promote(place, index);
                *value = score.value;
                is_certain &= score.is_final || is_proven_within(score.value, depth);
            }
            let lines = root.actions().iter().zip(&values).map(|(action, value)| {
                let actions = stored_variation(self.table.table(), self.game, self.seat, action, depth);
                variation(actions, *value, depth.into())
            });
            let mut lines: Vec<_> = lines.collect();
            // A later variation may turn out better than an earlier one, because the table has changed meanwhile.
            lines.sort_by(|one, other| other.chance.total_cmp(&one.chance));
            report(&Analysis { lines, depth: depth.into(), nodes: self.nodes });
            if is_certain {
                return;
            }
        }
    }
}

/// The variation with these actions, whose value for the analysed seat is `value`.
pub(crate) fn variation<A>(actions: Vec<A>, value: i32, depth: u32) -> Variation<A> {
    let verdict = match value {
        PROVEN.. => Verdict::Wins((WIN - value) as u32),
        _ if value <= -PROVEN => Verdict::Loses((WIN + value) as u32),
        _ => Verdict::Open,
    };
    let chance = match verdict {
        Verdict::Wins(_) => 1.0,
        Verdict::Loses(_) => 0.0,
        Verdict::Open => value::to_chance(value),
    };
    Variation { actions, chance, verdict, depth }
}

/// The principal variation that begins with `first`, read from the transposition table, of up to `length` actions.
fn stored_variation<G: Search>(
    table: &TranspositionTable,
    game: &G,
    root_seat: Seat,
    first: &G::Action,
    length: u8,
) -> Vec<G::Action> {
    let (mut game, mut variation, mut actions) = (game.clone(), vec![first.clone()], Vec::new());
    game.play(Actor::Seat(root_seat), first);
    while variation.len() < usize::from(length) {
        let Turn::Seats(seats) = game.turn() else { break };
        let seat = seats.first().expect("a turn of seats has a seat");
        let known = table.get(mix(game.key(), u64::from(root_seat.0)));
        let Some(best) = known.and_then(|entry| entry.best) else { break };
        actions.clear();
        game.actions(seat, &mut actions);
        if usize::from(best) >= actions.len() {
            break; // The entry is of another position with the same key.
        }
        let action = actions.swap_remove(usize::from(best));
        game.play(Actor::Seat(seat), &action);
        variation.push(action);
    }
    variation
}
