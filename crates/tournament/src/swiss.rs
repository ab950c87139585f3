//! The Dutch system: those who stand alike play each other, nobody twice, seats by turns, and whoever floats to another
//! score floats seldom. For two seats by the best matching of each score group from the top; for more seats by search.

use crate::grouping::best_tables;
use crate::matching::best_pairs;
use crate::seating::History;
use crate::{Entrant, Pairing, Plan};
use std::cmp::Reverse;

/// The most half points that a difference counts for.
const MOST_DIFFERENCE: u32 = 40;

/// How many places out of order it counts if two of the same half of a score group play each other.
const SAME_HALF: usize = 100;

/// The tables of the next round, the best placed first; whoever has no table comes last.
pub(crate) fn round(plan: &Plan, entrants: &[Entrant], pairings: &[Pairing]) -> Vec<Vec<u32>> {
    let field = Field::new(plan, entrants, pairings);
    if plan.seats() == 2 { field.pairs() } else { field.tables(plan) }
}

/// Those who are to be paired, the best placed first.
struct Field {
    history: History,
    /// The half points of each entrant.
    points: Vec<u32>,
    /// Each entrant's floats: by round, −1 down, 1 up.
    floats: Vec<Vec<i8>>,
    ranked: Vec<usize>,
}

/// The parts of a cost, from the most to the least important, each with the number of bits that the sum over all pairs
/// may have.
struct Cost {
    /// They have met, or the one without a table has had none before.
    again: u32,
    /// Both must sit in the same seat.
    clash: u32,
    /// The points of the one without a table.
    idle_points: u32,
    /// How many of the present score group are not paired within it.
    outside: u32,
    /// How far the points are apart.
    difference: u32,
    /// How many do not get the seat that they should have, and that they would have by turns.
    seats: (u32, u32),
    /// How many float again the same way, after one round and after two.
    floats: (u32, u32),
    /// How far from the order in which the upper half plays the lower half.
    order: u32,
}

impl Cost {
    const BITS: u32 = 10 + 8 + 11 + 9 + 18 + 8 + 8 + 8 + 8 + 22;

    fn packed(&self) -> i128 {
        let parts = [
            (self.again.min(7), 10),
            (self.clash, 8),
            (self.idle_points.min(2000), 11),
            (self.outside, 9),
            (self.difference.min(MOST_DIFFERENCE).pow(2), 18),
            (self.seats.0, 8),
            (self.seats.1, 8),
            (self.floats.0, 8),
            (self.floats.1, 8),
            (self.order.min(200).pow(2), 22),
        ];
        parts.iter().fold(0, |sum, (part, bits)| (sum << bits) | i128::from(*part))
    }
}

impl Field {
    fn new(plan: &Plan, entrants: &[Entrant], pairings: &[Pairing]) -> Self {
        let mut points = vec![0; entrants.len()];
        let mut floats: Vec<Vec<i8>> = vec![Vec::new(); entrants.len()];
        let mut sorted: Vec<&Pairing> = pairings.iter().collect();
        sorted.sort_by_key(|pairing| pairing.round);
        for round in sorted.chunk_by(|one, two| one.round == two.round) {
            let before = points.clone();
            for pairing in round {
                for (entrant, won) in pairing.entrants.iter().zip(pairing.points(plan)) {
                    let own = before[*entrant as usize];
                    let rivals = pairing.entrants.iter().map(|rival| before[*rival as usize]);
                    let float = match (pairing.is_bye(), rivals.max()) {
                        (true, ..) => -1,
                        (_, Some(best)) if best > own => 1,
                        _ if pairing.entrants.iter().any(|rival| before[*rival as usize] < own) => -1,
                        _ => 0,
                    };
                    floats[*entrant as usize].push(float);
                    points[*entrant as usize] += won;
                }
            }
        }
        let mut ranked: Vec<usize> = (0..entrants.len()).filter(|place| !entrants[*place].absent).collect();
        ranked.sort_by(|one, two| {
            let rating = |place: &usize| entrants[*place].rating;
            points[*two].cmp(&points[*one]).then(rating(two).total_cmp(&rating(one))).then(one.cmp(two))
        });
        Field { history: History::of(plan, entrants.len(), pairings), points, floats, ranked }
    }

    /// Pairs for two seats.
    fn pairs(&self) -> Vec<Vec<u32>> {
        let mut left = self.ranked.clone();
        let mut idle = None;
        let mut pairs: Vec<(usize, usize)> = Vec::new();
        let mut above_all = u32::MAX;
        while let Some(level) = self.level(&left, above_all) {
            above_all = level;
            // One more, who stands for having no table, if the number is odd.
            let count = left.len() + left.len() % 2;
            let group = left.iter().filter(|entrant| self.points[**entrant] >= level).count();
            let above = left.iter().filter(|entrant| self.points[**entrant] > level).count();
            let cost = |one: usize, two: usize| {
                let (upper, lower) = (one.min(two), one.max(two));
                match left.get(lower) {
                    Some(_) => self.cost(&left, (upper, lower), (group, above)),
                    None => self.idle_cost(&left, upper, group),
                }
            };
            let partners = best_pairs(count, |one, two| (1 << Cost::BITS) - cost(one, two).packed());
            let last = group == left.len();
            let mut paired = Vec::new();
            for (one, two) in partners.iter().enumerate().filter_map(|(one, two)| Some((one, (*two)?))) {
                if one > two || (two >= group && !last) {
                    continue;
                }
                match left.get(two) {
                    Some(other) => pairs.push((left[one], *other)),
                    None => idle = Some(left[one]),
                }
                paired.extend([one, two]);
            }
            let mut place = 0..;
            left.retain(|_| place.next().is_some_and(|place| !paired.contains(&place)));
            if last {
                break;
            }
        }
        let best = |pair: &(usize, usize)| {
            let (one, two) = (self.points[pair.0], self.points[pair.1]);
            let rank = |entrant: usize| self.ranked.iter().position(|known| *known == entrant);
            (Reverse(one.max(two)), Reverse(one + two), rank(pair.0))
        };
        pairs.sort_by_key(best);
        let tables = (0..).zip(&pairs).map(|(board, (one, two))| self.seated(board, *one, *two));
        tables.chain(idle.map(|entrant| vec![entrant as u32])).collect()
    }

    /// The points of the next score group below `limit`: one in which there are two at least, with those who floated down
    /// to it.
    fn level(&self, left: &[usize], limit: u32) -> Option<u32> {
        let mut levels: Vec<u32> = left.iter().map(|entrant| self.points[*entrant]).collect();
        levels.dedup();
        let count = |level: u32| left.iter().filter(|entrant| self.points[**entrant] >= level).count();
        let lowest = levels.last().copied();
        levels.into_iter().find(|level| *level < limit && count(*level) > 1).or(lowest)
    }

    fn cost(&self, left: &[usize], (upper, lower): (usize, usize), (group, above): (usize, usize)) -> Cost {
        let (one, two) = (left[upper], left[lower]);
        let (mine, theirs) = (self.history.preference(one), self.history.preference(two));
        let same = mine.seat.is_some() && mine.seat == theirs.seat;
        let difference = self.points[one].abs_diff(self.points[two]);
        let floated = |entrant: usize, way: i8, ago: usize| {
            let floats = &self.floats[entrant];
            difference > 0 && floats.len().checked_sub(ago).is_some_and(|place| floats[place] == way)
        };
        let floats = |ago: usize| u32::from(floated(one, -1, ago)) + u32::from(floated(two, 1, ago));
        let inside = lower < group;
        let half = group.saturating_sub(2 * above) / 2;
        let order = match (inside, upper < above, lower < above) {
            (true, true, false) => (lower - above).abs_diff(upper),
            // Two of the same half play each other only if the order of the lower half can't be changed instead.
            (true, ..) if (upper >= above + half) == (lower >= above + half) => {
                SAME_HALF + (lower - upper).abs_diff(half)
            }
            (true, ..) => (lower - upper).abs_diff(half),
            // The last of the group float, to the first of the next.
            (false, ..) if upper < group => (group - upper) + (lower - group),
            (false, ..) => (lower - upper).abs_diff((left.len() - group) / 2),
        };
        Cost {
            again: self.history.met(one, two),
            clash: u32::from(same && mine.strength == 3 && theirs.strength == 3),
            idle_points: 0,
            outside: u32::from(upper < group && !inside),
            difference,
            seats: (
                u32::from(same && mine.strength.min(theirs.strength) >= 2),
                u32::from(same && mine.strength.min(theirs.strength) == 1),
            ),
            floats: (floats(1), floats(2)),
            order: order as u32,
        }
    }

    /// The cost of having no table.
    fn idle_cost(&self, left: &[usize], place: usize, group: usize) -> Cost {
        let entrant = left[place];
        Cost {
            again: self.history.idle(entrant),
            clash: 0,
            idle_points: self.points[entrant],
            outside: u32::from(place < group && group < left.len()),
            difference: 0,
            seats: (0, 0),
            floats: (0, 0),
            order: (left.len() - place) as u32,
        }
    }

    /// Who sits in the first seat: whoever should more, then by turns since their seats differed, then the better placed;
    /// in the first round the better placed at every other table.
    fn seated(&self, board: usize, better: usize, other: usize) -> Vec<u32> {
        let (mine, theirs) = (self.history.preference(better), self.history.preference(other));
        let seat = match (mine.seat, theirs.seat) {
            (None, None) => (board % 2) as u8,
            (Some(mine), None) => mine,
            (None, Some(theirs)) => 1 - theirs,
            (Some(own), Some(rival)) if own != rival => own,
            (Some(own), Some(_)) => {
                match (mine.strength, mine.surplus).cmp(&(theirs.strength, theirs.surplus)) {
                    std::cmp::Ordering::Greater => own,
                    std::cmp::Ordering::Less => 1 - own,
                    std::cmp::Ordering::Equal => match self.history.last_difference(better, other) {
                        Some(last) => 1 - last,
                        None => own,
                    },
                }
            }
        };
        let mut pair = vec![better as u32, other as u32];
        if seat == 1 {
            pair.reverse();
        }
        pair
    }

    /// Tables for more than two seats: nobody meets anybody again while it can be helped, and points are close.
    fn tables(&self, plan: &Plan) -> Vec<Vec<u32>> {
        let seats = plan.seats();
        let mut order = self.ranked.clone();
        // The last placed of those who were idle least have no table.
        let mut idle: Vec<usize> = order.clone();
        idle.reverse();
        idle.sort_by_key(|entrant| (self.history.idle(*entrant), self.points[*entrant]));
        idle.truncate(order.len() % seats);
        order.retain(|entrant| !idle.contains(entrant));
        let place = |entrant: usize| order.iter().position(|known| *known == entrant).unwrap_or(0) as u64;
        let cost = |one: usize, two: usize| {
            let met = u64::from(self.history.met(one, two));
            let points = u64::from(self.points[one].abs_diff(self.points[two]));
            met * met * 100_000_000 + points * points * 10_000 + place(one).abs_diff(place(two))
        };
        let mut tables = best_tables(&order, seats, 4, &cost);
        let best =
            |table: &Vec<usize>| Reverse(table.iter().map(|entrant| self.points[*entrant]).sum::<u32>());
        tables.sort_by_key(best);
        let seated = tables.iter().map(|table| self.history.arrange(&plan.teams, table));
        seated.chain(idle.iter().map(|entrant| vec![*entrant as u32])).collect()
    }
}
