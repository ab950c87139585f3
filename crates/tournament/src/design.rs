//! Everybody against everybody at three, four or more seats: each two meet as evenly as can be. Where the entrants are as
//! many as a table's seats squared, and the seats are three or four, everybody meets everybody exactly once, by the lines
//! of a plane; otherwise the tables of each round are searched for.

use crate::grouping::best_tables;
use crate::seating::History;
use crate::{Pairing, Plan};

/// How many entrants may be shuffled how often.
const ATTEMPTS: u64 = 4000;

/// The tables of a round, from 1; whoever has no table comes last.
pub(crate) fn round(plan: &Plan, count: usize, pairings: &[Pairing], round: u32) -> Vec<Vec<u32>> {
    let seats = plan.seats();
    let history = History::of(plan, count, pairings);
    let turn = round as usize - 1;
    if count == seats * seats && (seats == 3 || seats == 4) {
        let lines = lines(seats, turn % (seats + 1));
        return lines.iter().map(|line| history.arrange(&plan.teams, line)).collect();
    }
    let mut order: Vec<usize> = (0..count).collect();
    // Whoever was idle least has no table, the last of them first.
    order.sort_by_key(|entrant| std::cmp::Reverse((history.idle(*entrant), count - entrant)));
    let idle = order.split_off(count - count % seats);
    order.sort_unstable();
    let cost = |one: usize, two: usize| {
        let met = u64::from(history.met(one, two));
        met * met * met
    };
    let tables = best_tables(&order, seats, ATTEMPTS / (count as u64 + 1), &cost);
    let seated = tables.iter().map(|table| history.arrange(&plan.teams, table));
    seated.chain(idle.iter().map(|entrant| vec![*entrant as u32])).collect()
}

/// The lines of one direction in the plane of `order` squared points: two lines of different directions have one point in
/// common.
fn lines(order: usize, direction: usize) -> Vec<Vec<usize>> {
    let mut lines = vec![Vec::new(); order];
    for point in 0..order * order {
        let (x, y) = (point / order, point % order);
        let line = if direction == order { x } else { sum(order, y, product(order, direction, x)) };
        lines[line].push(point);
    }
    lines
}

/// The sum in the field of three or four elements.
fn sum(order: usize, one: usize, two: usize) -> usize {
    if order == 4 { one ^ two } else { (one + two) % order }
}

fn product(order: usize, one: usize, two: usize) -> usize {
    const OF_FOUR: [[usize; 4]; 4] = [[0, 0, 0, 0], [0, 1, 2, 3], [0, 2, 3, 1], [0, 3, 1, 2]];
    if order == 4 { OF_FOUR[one][two] } else { one * two % order }
}
