//! Static equilibrium: can blocks that touch each other stand, and with which margin? At each contact point a block is
//! pushed along the contact's normal and held sideways as far as friction allows; blocks stand if there are such forces
//! that balance every weight.
//!
//! The *stability margin* is how far the weight of every block could be displaced, all in the same direction, the worst
//! one, before no such forces exist. For a single block that is the distance from the point below its centre of mass to
//! the nearest edge of its support polygon; for a tower, that of the weakest place.

use super::FRICTION;
use super::convex::{convex_hull, nearest_edge};
use super::frame::tangents;
use super::linear_program::LinearProgram;
pub(super) use super::linear_program::MAX_MARGIN;
use super::work::Work;
use rapier3d::glamx::{DVec2, DVec3, Vec3Swizzles as _};

/// A block's weight.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Weight {
    /// The mass, in any unit.
    pub mass: f64,
    /// The centre of mass, in millimetres.
    pub centre: DVec3,
}

/// What a block rests on or leans on.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Support {
    /// The table.
    Table,
    /// The block of that index.
    Block(usize),
}

/// A point where a block touches something.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct ContactPoint {
    /// The block, by its index.
    pub block: usize,
    /// What it touches.
    pub on: Support,
    /// The point, in millimetres.
    pub at: DVec3,
    /// The contact's normal, of length 1: the direction in which the block is pushed.
    pub normal: DVec3,
}

/// The stability margin of a tower.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Margin {
    /// How far all weights could be displaced in the worst direction, in millimetres.
    pub millimetres: f64,
    /// That direction, along x and z.
    pub towards: DVec2,
}

/// What the statics says of blocks that stand by the same contacts.
#[derive(Clone, Debug)]
pub(super) struct Judgement {
    /// The blocks, by their indices.
    pub blocks: Vec<usize>,
    /// Their own stability margin, whatever is below them; none if they can't stand, or if nobody could tell within the work
    /// that was left.
    pub margin: Option<Margin>,
    /// By which slope the table leans for them.
    pub slope: f64,
    /// Whether they also stand on a table that leans by it.
    pub bears_lean: bool,
}

/// The stability margin of blocks with these contacts; `None` if they can't stand.
pub fn margin(weights: &[Weight], contacts: &[ContactPoint]) -> Option<Margin> {
    let work = Work::of_one_question();
    let mut least = Margin { millimetres: MAX_MARGIN, towards: DVec2::X };
    for group in groups(weights, contacts)? {
        let margin = group.margin(contacts, &work)?;
        if margin.millimetres < least.millimetres {
            least = margin;
        }
    }
    Some(least)
}

/// What the statics says of the blocks, one judgement for each group of them; none of any if a block is connected to the
/// table by no contact. `slope` tells by which slope the table leans for blocks and the loads on them.
pub(super) fn judge(
    weights: &[Weight],
    contacts: &[ContactPoint],
    slope: impl Fn(&[(usize, Weight)]) -> f64,
    work: &Work,
) -> Option<Vec<Judgement>> {
    let judge = |group: Group| {
        let margin = group.margin(contacts, work);
        let slope = slope(&group.loads);
        let bears_lean = margin.is_some()
            && LEANING.iter().all(|towards| group.stands(contacts, DVec2::from(*towards) * slope, work));
        Judgement { blocks: group.loads.iter().map(|load| load.0).collect(), margin, slope, bears_lean }
    };
    let groups = groups(weights, contacts)?;
    work.spend((contacts.len() * (groups.len() + weights.len())) as u64);
    Some(groups.into_iter().map(judge).collect())
}

/// Whether contacts connect each of so many blocks to the table.
pub(super) fn carried(count: usize, contacts: &[ContactPoint]) -> Vec<bool> {
    let mut carried = vec![false; count];
    // Most blocks lie on earlier ones: it rarely takes more than a second look.
    loop {
        let before = carried.clone();
        for contact in contacts {
            let on = supporter(contact.on).is_none_or(|block| carried[block]);
            if on || carried[contact.block] {
                carried[contact.block] = true;
                supporter(contact.on).into_iter().for_each(|block| carried[block] = true);
            }
        }
        if carried == before {
            return carried;
        }
    }
}

/// The directions in which the table leans, along x and z.
pub(super) const LEANING: [[f64; 2]; 4] = [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]];

/// Blocks whose forces must be found together because they hold each other in a cycle of contacts, such as an arch on its
/// two piers. A block outside a cycle is a group by itself, and only a load for the block below it: a stack is a chain of
/// groups of one block each.
struct Group {
    /// The blocks, and the load of each: its own weight and all that stands on it alone.
    loads: Vec<(usize, Weight)>,
    /// The contacts that can carry the group, by index.
    contacts: Vec<usize>,
}

/// The edges of the pyramid that approximates a cone of friction from inside.
const PYRAMID_EDGES: usize = 8;
/// Contacts nearer to a plane than this lie in it, in millimetres.
const IN_PLANE: f64 = 0.05;
/// A block can't slide on a plane whose normal points up by more than this, even by the pyramid: the cosine of 20°.
const NO_SLIDING: f64 = 0.94;
/// Moments are divided by this length, in millimetres, so that all rows of the program are of one size.
const ARM: f64 = 20.0;

impl Group {
    /// How far its loads may be displaced in the worst direction; `None` if it can't stand.
    fn margin(&self, contacts: &[ContactPoint], work: &Work) -> Option<Margin> {
        let (millimetres, towards) = match self.margin_on_plane(contacts, DVec2::ZERO) {
            Some(found) => found,
            None => self.program(contacts, DVec2::ZERO, work)?.margin(),
        };
        (millimetres >= 0.0).then_some(Margin { millimetres, towards })
    }

    /// Whether it stands on a table with these slopes down along x and z.
    fn stands(&self, contacts: &[ContactPoint], slopes: DVec2, work: &Work) -> bool {
        match self.margin_on_plane(contacts, slopes) {
            Some((millimetres, _)) => millimetres >= 0.0,
            None => self.program(contacts, slopes, work).is_some(),
        }
    }

    /// The margin of a single block that lies flat on something: whatever the forces are, they act somewhere within the
    /// support polygon, right below the load, so that no linear program is needed. `None` for any other group.
    fn margin_on_plane(&self, contacts: &[ContactPoint], slopes: DVec2) -> Option<(f64, DVec2)> {
        let [(block, load)] = self.loads[..] else { return None };
        let first = &contacts[*self.contacts.first()?];
        let normal = if first.block == block { first.normal } else { -first.normal };
        let in_plane = |index: &usize| {
            let contact = &contacts[*index];
            first.normal.dot(contact.normal) > 0.999_95 && normal.dot(contact.at - first.at).abs() < IN_PLANE
        };
        if normal.y < NO_SLIDING || !self.contacts.iter().all(in_plane) {
            return None;
        }
        let support = convex_hull(self.contacts.iter().map(|&index| contacts[index].at.xz()).collect());
        // Where the plumb line from the centre meets the plane.
        let down = DVec3::new(slopes.x, -1.0, slopes.y);
        let below = load.centre - down * (normal.dot(load.centre - first.at) / normal.dot(down));
        let foot = if slopes == DVec2::ZERO { load.centre.xz() } else { below.xz() };
        nearest_edge(&support, foot)
    }

    /// The linear program for the forces of the group on a table with these slopes; `None` if no forces balance its loads, or
    /// if that is more work than is left.
    fn program(&self, contacts: &[ContactPoint], slopes: DVec2, work: &Work) -> Option<LinearProgram> {
        let place = |block: usize| self.loads.iter().position(|load| load.0 == block);
        let rows = 6 * self.loads.len();
        // The largest load is 1; every block's rows are in parts of its own load, so that none is too light to be balanced.
        let most = self.loads.iter().fold(0.0, |most: f64, (_, weight)| most.max(weight.mass));
        let (mut loads, mut shifts) = (vec![0.0; rows], [vec![0.0; rows], vec![0.0; rows]]);
        for index in 0..self.loads.len() {
            loads[6 * index] = -slopes.x;
            loads[6 * index + 1] = 1.0;
            loads[6 * index + 2] = -slopes.y;
            // A weight that is 1 mm further along x needs a moment about z, along z one about x. Moments are taken about
            // the centres of the loads as they are.
            shifts[0][6 * index + 5] = 1.0 / ARM;
            shifts[1][6 * index + 3] = -1.0 / ARM;
        }
        let mut columns = Vec::with_capacity(self.contacts.len() * PYRAMID_EDGES);
        for &index in &self.contacts {
            let contact = &contacts[index];
            let ends = [(Some(contact.block), 1.0), (supporter(contact.on), -1.0)];
            for force in friction_pyramid(contact.normal) {
                let mut column = Vec::with_capacity(12);
                for (block, sign) in ends {
                    let Some(index) = block.and_then(place) else { continue };
                    let load = self.loads[index].1;
                    let sign = sign * most / load.mass;
                    let arm = contact.at - load.centre;
                    let moment = arm.cross(force) * (1.0 / ARM);
                    for axis in 0..3 {
                        column.push((6 * index + axis, sign * force[axis]));
                        column.push((6 * index + 3 + axis, sign * moment[axis]));
                    }
                }
                columns.push(column);
            }
        }
        LinearProgram::new(rows, &columns, [&shifts[0], &shifts[1]], &loads, work)
    }
}

/// The edges of the pyramid of forces that a contact can bear: the sideways part is no larger than friction allows.
fn friction_pyramid(normal: DVec3) -> [DVec3; PYRAMID_EDGES] {
    const DIAGONAL: f64 = std::f64::consts::FRAC_1_SQRT_2;
    let (across, along) = tangents(normal);
    let around = [
        [1.0, 0.0],
        [DIAGONAL, DIAGONAL],
        [0.0, 1.0],
        [-DIAGONAL, DIAGONAL],
        [-1.0, 0.0],
        [-DIAGONAL, -DIAGONAL],
        [0.0, -1.0],
        [DIAGONAL, -DIAGONAL],
    ];
    around.map(|[a, b]| normal + (across * (FRICTION * a) + along * (FRICTION * b)))
}

fn supporter(on: Support) -> Option<usize> {
    match on {
        Support::Table => None,
        Support::Block(block) => Some(block),
    }
}

/// Cuts the graph of contacts at its bridges, the pairs of neighbours that alone carry all that is beyond them, into
/// groups; `None` if a block is connected to the table by no contact.
fn groups(weights: &[Weight], contacts: &[ContactPoint]) -> Option<Vec<Group>> {
    let table = weights.len();
    let mut pairs: Vec<(usize, usize)> = contacts
        .iter()
        .map(|contact| {
            let other = supporter(contact.on).unwrap_or(table);
            (contact.block.min(other), contact.block.max(other))
        })
        .collect();
    pairs.sort_unstable();
    pairs.dedup();
    let mut search = DepthFirstSearch::new(table, &pairs);
    search.visit(table, None);
    if search.order.len() <= table {
        return None;
    }
    // From the leaves down: a block that is connected to the table through its parent alone passes its load on.
    let mut carried: Vec<Weight> = weights.to_vec();
    let mut groups = Vec::new();
    let mut members: Vec<Vec<usize>> = (0..=table).map(|node| vec![node]).collect();
    for &node in search.order.iter().skip(1).rev() {
        let parent = search.parent[node];
        let mine = std::mem::take(&mut members[node]);
        if search.low[node] < search.number[node] {
            members[parent].extend(mine);
            continue;
        }
        // The edge to the parent is a bridge: the group above it is complete, and carried by the contacts of that edge.
        let loads: Vec<(usize, Weight)> = mine.iter().map(|&block| (block, carried[block])).collect();
        let inside = |block: usize| mine.contains(&block);
        let within = |contact: &ContactPoint| {
            let (a, b) = (contact.block, supporter(contact.on).unwrap_or(table));
            inside(a) && (inside(b) || b == parent) || inside(b) && a == parent
        };
        let own = (0..contacts.len()).filter(|&index| within(&contacts[index])).collect();
        if parent < table {
            let sum = loads.iter().fold(carried[parent], |sum, (_, load)| combined(sum, *load));
            carried[parent] = sum;
        }
        groups.push(Group { loads, contacts: own });
    }
    let cycle: Vec<usize> =
        std::mem::take(&mut members[table]).into_iter().filter(|&node| node < table).collect();
    if !cycle.is_empty() {
        let inside = |block: usize| cycle.contains(&block);
        let within =
            |contact: &ContactPoint| inside(contact.block) && supporter(contact.on).is_none_or(inside);
        let own = (0..contacts.len()).filter(|&index| within(&contacts[index])).collect();
        let loads = cycle.iter().map(|&block| (block, carried[block])).collect();
        groups.push(Group { loads, contacts: own });
    }
    Some(groups)
}

/// Two weights as one, at their common centre of mass.
fn combined(a: Weight, b: Weight) -> Weight {
    let mass = a.mass + b.mass;
    Weight { mass, centre: a.centre * (a.mass / mass) + b.centre * (b.mass / mass) }
}

/// Tarjan's depth-first search for bridges, over pairs of neighbours, from the table.
struct DepthFirstSearch<'a> {
    pairs: &'a [(usize, usize)],
    /// The nodes in the order in which they were found.
    order: Vec<usize>,
    /// The place of each node in that order.
    number: Vec<usize>,
    /// The least number that is reachable from each node's subtree by one edge outside the search tree.
    low: Vec<usize>,
    parent: Vec<usize>,
}

const UNSEEN: usize = usize::MAX;

impl<'a> DepthFirstSearch<'a> {
    fn new(table: usize, pairs: &'a [(usize, usize)]) -> Self {
        let none = vec![UNSEEN; table + 1];
        DepthFirstSearch { pairs, order: Vec::new(), number: none.clone(), low: none.clone(), parent: none }
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

    #[test]
    fn a_block_on_a_plane_has_the_margin_of_the_linear_program_on_level_and_on_sloping_ground() {
        let mut compared = 0;
        for case in 0..200 {
            let part = |digit: i32| f64::from((case + 7) * (digit * digit * 31 + digit * 17 + 3) % 89) - 44.0;
            let slope = f64::from(case % 8) * 0.04;
            let normal = DVec3::new(-slope, 1.0, 0.0).normalize();
            let contacts: Vec<ContactPoint> = (0..6)
                .map(|corner| {
                    let (x, z) = (part(corner), part(corner + 50));
                    ContactPoint { block: 0, on: Support::Table, at: DVec3::new(x, slope * x, z), normal }
                })
                .collect();
            let centre = DVec3::new(part(91) / 3.0, 40.0, part(92) / 3.0);
            let load = Weight { mass: 3.0, centre };
            let group = Group { loads: vec![(0, load)], contacts: (0..6).collect() };
            let Some((margin, _)) = group.margin_on_plane(&contacts, DVec2::ZERO) else { continue };
            compared += 1;
            let work = Work::default();
            match group.program(&contacts, DVec2::ZERO, &work).map(|program| program.margin()) {
                Some((found, _)) => {
                    assert!((found - margin).abs() < 0.01, "{case}: {found} instead of {margin}");
                }
                None => assert!(margin < 0.01, "{case}: {margin}"),
            }
        }
        assert!(compared > 190, "contacts on one line have no support polygon, but these are few");
    }
}
