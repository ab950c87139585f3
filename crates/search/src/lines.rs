//! Explaining a position: the best lines, and what they are worth.

use crate::deepening::{Deepening, is_proven_within};
use crate::root::Root;
use crate::transposition::Table;
use crate::value::{self, PROVEN, WIN};
use crate::{Search, mix};
use game::{Actor, Analysis, Line, Seat, Turn, Verdict};

impl<G: Search> Deepening<'_, G> {
    /// Searches depth after depth and tells `report` the best `count` lines after each. At every depth the best action
    /// is found first, then the best of the others, and so on.
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
            for (line, value) in values.iter_mut().enumerate() {
                let best = self.search(&root, line, depth);
                let Some((index, worth)) = best.found.filter(|_| best.is_complete) else { return };
                root.promote(line, index);
                *value = worth.value;
                is_certain &= worth.settled || is_proven_within(worth.value, depth);
            }
            let lines = root.actions().iter().zip(&values).map(|(action, value)| {
                let actions = remembered_line(self.memory.table(), self.game, self.seat, action, depth);
                line(actions, *value, depth.into())
            });
            let mut lines: Vec<_> = lines.collect();
            // A later line may have turned out better than an earlier one, having looked into the same positions again.
            lines.sort_by(|one, other| other.chance.total_cmp(&one.chance));
            report(&Analysis { lines, depth: depth.into(), nodes: self.nodes });
            if is_certain {
                return;
            }
        }
    }
}

/// A line of that value to the seat that asked.
pub(crate) fn line<A>(actions: Vec<A>, value: i32, depth: u32) -> Line<A> {
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
    Line { actions, chance, verdict, depth }
}

/// How the table remembers that the game goes on after `first`, for up to `length` actions.
fn remembered_line<G: Search>(
    table: &Table,
    game: &G,
    asking: Seat,
    first: &G::Action,
    length: u8,
) -> Vec<G::Action> {
    let (mut game, mut line, mut actions) = (game.clone(), vec![first.clone()], Vec::new());
    game.play(Actor::Seat(asking), first);
    while line.len() < usize::from(length) {
        let Turn::Seats(seats) = game.turn() else { break };
        let seat = seats.first().expect("a turn of seats has a seat");
        let known = table.get(mix(game.key(), u64::from(asking.0)));
        let Some(best) = known.and_then(|entry| entry.best) else { break };
        actions.clear();
        game.actions(seat, &mut actions);
        if usize::from(best) >= actions.len() {
            break; // Another position with the same key.
        }
        let action = actions.swap_remove(usize::from(best));
        game.play(Actor::Seat(seat), &action);
        line.push(action);
    }
    line
}
