//! Can a tower at rest stand, and by how much? Forces between blocks push, and rub as far as friction allows; a tower
//! stands if there are such forces that balance every weight.
//!
//! Its *margin* is how far the weight of every block could be displaced, all in the same direction, the worst one, before
//! no such forces exist. For a single block that is the distance from below its centre of mass to the nearest edge of
//! what it stands on; for a tower, that of the weakest place.

use super::balance::{Balance, FAR};
use super::frame::{Point, cross, dot, minus, plus, times, unit};
use super::outline::{nearest, outline};

/// Wood on wood; the world uses the same.
pub const FRICTION: f64 = 0.45;

/// A block's weight.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Weight {
    /// How much: any unit will do.
    pub mass: f64,
    /// Where, in millimetres.
    pub centre: Point,
}

/// What a block rests on or leans on: the table, or another block.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Support {
    /// The table.
    Table,
    /// The block of that index.
    Block(usize),
}

/// A point where a block touches something.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Touch {
    /// Which block.
    pub block: usize,
    /// What it touches.
    pub on: Support,
    /// Where, in millimetres.
    pub at: Point,
    /// Which way the block is pushed.
    pub push: Point,
}

/// How safely a tower stands.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Margin {
    /// How far all weights could be displaced in the worst direction, in millimetres.
    pub millimetres: f64,
    /// That direction, along x and z.
    pub towards: [f64; 2],
}

/// How safely blocks stand that touch like this; `None` if they can't stand at all.
pub fn margin(weights: &[Weight], touches: &[Touch]) -> Option<Margin> {
    let mut least = Margin { millimetres: FAR, towards: [1.0, 0.0] };
    for knot in knots(weights, touches)? {
        let (millimetres, towards) = knot.room(touches)?;
        if millimetres < least.millimetres {
            least = Margin { millimetres, towards };
        }
    }
    Some(least)
}

/// The blocks that don't stand with a margin of more than so many millimetres, by themselves or in a ring with others,
/// whatever is below them; every block if one hangs in the air.
pub fn doubtful(weights: &[Weight], touches: &[Touch], millimetres: f64) -> Vec<usize> {
    let Some(knots) = knots(weights, touches) else { return (0..weights.len()).collect() };
    let unsafe_knots =
        knots.iter().filter(|knot| knot.room(touches).is_none_or(|(room, _)| room <= millimetres));
    unsafe_knots.flat_map(|knot| knot.loads.iter().map(|load| load.0)).collect()
}

/// Blocks whose forces must be found together: they hold each other in rings (an arch on its two piers). What stands on
/// them by itself is a mere load, and so is everything above it: a stack is a chain of knots of one block each.
struct Knot {
    /// Blocks, and what each must carry: itself and all that stands on it alone.
    loads: Vec<(usize, Weight)>,
    /// Which touches can carry it, by index.
    touches: Vec<usize>,
}

/// The sides of the pyramid that stands for a cone of friction, inside it.
const SIDES: usize = 8;
/// Touches nearer to a plane than this lie in it, in millimetres.
const IN_PLANE: f64 = 0.05;
/// A plane that is less steep than this holds by friction, even as the pyramid has it: the cosine of 20°.
const HOLDS: f64 = 0.94;
/// Moments are forces at this distance, in millimetres, so that rows are of one size.
const ARM: f64 = 20.0;

impl Knot {
    /// How far its loads may be displaced, and in which direction the least; none if it can't stand.
    fn room(&self, touches: &[Touch]) -> Option<(f64, [f64; 2])> {
        let room = match self.flat(touches) {
            Some(found) => found,
            None => self.balance(touches)?.room(),
        };
        (room.0 >= 0.0).then_some(room)
    }

    /// One block flat on something: whatever the forces, they act somewhere within the outline of the touches, right
    /// below the load. No programme is needed to see how far that is from the rim.
    fn flat(&self, touches: &[Touch]) -> Option<(f64, [f64; 2])> {
        let [(block, load)] = self.loads[..] else { return None };
        let first = &touches[*self.touches.first()?];
        let push = if first.block == block { first.push } else { times(first.push, -1.0) };
        let in_plane = |index: &usize| {
            let touch = &touches[*index];
            dot(first.push, touch.push) > 0.999_95 && dot(push, minus(touch.at, first.at)).abs() < IN_PLANE
        };
        if push[1] < HOLDS || !self.touches.iter().all(in_plane) {
            return None;
        }
        let rim =
            outline(self.touches.iter().map(|&index| [touches[index].at[0], touches[index].at[2]]).collect());
        nearest(&rim, [load.centre[0], load.centre[2]])
    }

    fn balance(&self, touches: &[Touch]) -> Option<Balance> {
        let place = |block: usize| self.loads.iter().position(|load| load.0 == block);
        let rows = 6 * self.loads.len();
        // The largest load pushes with 1; every block's rows are in parts of its own load, so that none is too light to
        // be balanced.
        let most = self.loads.iter().fold(0.0, |most: f64, (_, weight)| most.max(weight.mass));
        let (mut loads, mut shifts) = (vec![0.0; rows], [vec![0.0; rows], vec![0.0; rows]]);
        for index in 0..self.loads.len() {
            loads[6 * index + 1] = 1.0;
            // A weight that is 1 mm further along x asks for a moment about z, along z for one about x. Moments are
            // taken about the centres of the loads as they are.
            shifts[0][6 * index + 5] = 1.0 / ARM;
            shifts[1][6 * index + 3] = -1.0 / ARM;
        }
        let mut columns = Vec::with_capacity(self.touches.len() * SIDES);
        for &index in &self.touches {
            let touch = &touches[index];
            let ends = [(Some(touch.block), 1.0), (supporter(touch.on), -1.0)];
            for force in pyramid(touch.push) {
                let mut column = Vec::with_capacity(12);
                for (block, sign) in ends {
                    let Some(index) = block.and_then(place) else { continue };
                    let load = self.loads[index].1;
                    let sign = sign * most / load.mass;
                    let arm = minus(touch.at, load.centre);
                    let moment = times(cross(arm, force), 1.0 / ARM);
                    for axis in 0..3 {
                        column.push((6 * index + axis, sign * force[axis]));
                        column.push((6 * index + 3 + axis, sign * moment[axis]));
                    }
                }
                columns.push(column);
            }
        }
        Balance::of(rows, &columns, [&shifts[0], &shifts[1]], &loads)
    }
}

/// The edges of the cone of forces that a touch can give: no more rubbing than friction allows.
fn pyramid(push: Point) -> [Point; SIDES] {
    const DIAGONAL: f64 = std::f64::consts::FRAC_1_SQRT_2;
    let aside = if push[0].abs() < 0.7 { [1.0, 0.0, 0.0] } else { [0.0, 1.0, 0.0] };
    let across = unit(cross(push, aside));
    let along = cross(push, across);
    let round = [
        [1.0, 0.0],
        [DIAGONAL, DIAGONAL],
        [0.0, 1.0],
        [-DIAGONAL, DIAGONAL],
        [-1.0, 0.0],
        [-DIAGONAL, -DIAGONAL],
        [0.0, -1.0],
        [DIAGONAL, -DIAGONAL],
    ];
    round.map(|[a, b]| plus(push, plus(times(across, FRICTION * a), times(along, FRICTION * b))))
}

fn supporter(on: Support) -> Option<usize> {
    match on {
        Support::Table => None,
        Support::Block(block) => Some(block),
    }
}

/// Cuts the tower where one pair of neighbours alone carries all that is beyond; `None` if a block hangs in the air.
fn knots(weights: &[Weight], touches: &[Touch]) -> Option<Vec<Knot>> {
    let table = weights.len();
    let mut pairs: Vec<(usize, usize)> = touches
        .iter()
        .map(|touch| {
            let other = supporter(touch.on).unwrap_or(table);
            (touch.block.min(other), touch.block.max(other))
        })
        .collect();
    pairs.sort_unstable();
    pairs.dedup();
    let mut walk = Walk::new(table, &pairs);
    walk.visit(table, None);
    if walk.order.len() <= table {
        return None;
    }
    // From the leaves down: a block that nothing but its parent ties to the table passes its load on.
    let mut carried: Vec<Weight> = weights.to_vec();
    let mut knots = Vec::new();
    let mut members: Vec<Vec<usize>> = (0..=table).map(|node| vec![node]).collect();
    for &node in walk.order.iter().skip(1).rev() {
        let parent = walk.parent[node];
        let mine = std::mem::take(&mut members[node]);
        if walk.low[node] < walk.number[node] {
            members[parent].extend(mine);
            continue;
        }
        // The ring that begins here, if any, is complete, and one pair carries it: a knot with that pair's touches.
        let loads: Vec<(usize, Weight)> = mine.iter().map(|&block| (block, carried[block])).collect();
        let inside = |block: usize| mine.contains(&block);
        let within = |touch: &Touch| {
            let (a, b) = (touch.block, supporter(touch.on).unwrap_or(table));
            inside(a) && (inside(b) || b == parent) || inside(b) && a == parent
        };
        let own = (0..touches.len()).filter(|&index| within(&touches[index])).collect();
        if parent < table {
            let sum = loads.iter().fold(carried[parent], |sum, (_, load)| together(sum, *load));
            carried[parent] = sum;
        }
        knots.push(Knot { loads, touches: own });
    }
    let ring: Vec<usize> =
        std::mem::take(&mut members[table]).into_iter().filter(|&node| node < table).collect();
    if !ring.is_empty() {
        let inside = |block: usize| ring.contains(&block);
        let within = |touch: &Touch| inside(touch.block) && supporter(touch.on).is_none_or(inside);
        let own = (0..touches.len()).filter(|&index| within(&touches[index])).collect();
        knots.push(Knot { loads: ring.iter().map(|&block| (block, carried[block])).collect(), touches: own });
    }
    Some(knots)
}

fn together(a: Weight, b: Weight) -> Weight {
    let mass = a.mass + b.mass;
    Weight { mass, centre: plus(times(a.centre, a.mass / mass), times(b.centre, b.mass / mass)) }
}

/// A walk over neighbours from the table that finds which pairs alone hold what is beyond them.
struct Walk<'a> {
    pairs: &'a [(usize, usize)],
    order: Vec<usize>,
    number: Vec<usize>,
    low: Vec<usize>,
    parent: Vec<usize>,
}

const UNSEEN: usize = usize::MAX;

impl<'a> Walk<'a> {
    fn new(table: usize, pairs: &'a [(usize, usize)]) -> Self {
        let none = vec![UNSEEN; table + 1];
        Walk { pairs, order: Vec::new(), number: none.clone(), low: none.clone(), parent: none }
    }

    fn visit(&mut self, node: usize, from: Option<usize>) {
        self.number[node] = self.order.len();
        self.low[node] = self.order.len();
        self.parent[node] = from.unwrap_or(node);
        self.order.push(node);
        for index in 0..self.pairs.len() {
            let (a, b) = self.pairs[index];
            let next = match node {
                _ if a == node => b,
                _ if b == node => a,
                _ => continue,
            };
            if self.number[next] == UNSEEN {
                self.visit(next, Some(node));
                self.low[node] = self.low[node].min(self.low[next]);
            } else if Some(next) != from {
                self.low[node] = self.low[node].min(self.number[next]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The short cut and the programme say the same, on level and on sloping ground.
    #[test]
    fn a_block_that_lies_flat_is_balanced_as_the_programme_says() {
        let mut compared = 0;
        for case in 0..200 {
            let part = |digit: i32| f64::from((case + 7) * (digit * digit * 31 + digit * 17 + 3) % 89) - 44.0;
            let slope = f64::from(case % 8) * 0.04;
            let push = unit([-slope, 1.0, 0.0]);
            let touches: Vec<Touch> = (0..6)
                .map(|corner| {
                    let (x, z) = (part(corner), part(corner + 50));
                    Touch { block: 0, on: Support::Table, at: [x, slope * x, z], push }
                })
                .collect();
            let load = Weight { mass: 3.0, centre: [part(91) / 3.0, 40.0, part(92) / 3.0] };
            let knot = Knot { loads: vec![(0, load)], touches: (0..6).collect() };
            let Some((room, _)) = knot.flat(&touches) else { continue };
            compared += 1;
            match knot.balance(&touches).map(|balance| balance.room()) {
                Some((found, _)) => assert!((found - room).abs() < 0.01, "{case}: {found} instead of {room}"),
                None => assert!(room < 0.01, "{case}: {room}"),
            }
        }
        assert!(compared > 190, "touches on one line enclose nothing, but these are few");
    }
}
