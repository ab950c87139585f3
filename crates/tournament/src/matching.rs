//! The best pairs of many: a matching of the greatest weight in any graph, by Edmonds' blossoms in O(n³).

use std::collections::VecDeque;

/// No vertex: vertices are numbered from 1, blossoms after them.
const NONE: usize = 0;

/// The pairs whose weights have the greatest sum: for each vertex its partner, if it has one. `weight` is asked for every
/// pair of vertices from 0; a pair without a positive weight is never made.
pub(crate) fn best_pairs(count: usize, weight: impl Fn(usize, usize) -> i128) -> Vec<Option<usize>> {
    if count == 0 {
        return Vec::new();
    }
    let mut graph = Graph::new(count, weight);
    while graph.grow() {}
    (1..=count).map(|vertex| graph.partner[vertex].checked_sub(1)).collect()
}

#[derive(Copy, Clone)]
struct Edge {
    from: usize,
    to: usize,
    weight: i128,
}

/// What a vertex or blossom is in the present search.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Label {
    Free,
    Outer,
    Inner,
}

struct Graph {
    count: usize,
    /// The highest number of a blossom so far.
    used: usize,
    /// The best edge between two vertices or blossoms.
    edges: Vec<Vec<Edge>>,
    dual: Vec<i128>,
    partner: Vec<usize>,
    /// The other end of the least slack edge from an outer vertex.
    slack: Vec<usize>,
    /// The outermost blossom of each.
    base: Vec<usize>,
    parent: Vec<usize>,
    /// Which petal of a blossom a vertex is in.
    petal_of: Vec<Vec<usize>>,
    petals: Vec<Vec<usize>>,
    label: Vec<Label>,
    visited: Vec<u32>,
    visit: u32,
    queue: VecDeque<usize>,
}

impl Graph {
    fn new(count: usize, weight: impl Fn(usize, usize) -> i128) -> Self {
        let size = count * 2 + 1;
        let edge = |from: usize, to: usize| {
            let inside = (1..=count).contains(&from) && (1..=count).contains(&to) && from != to;
            Edge { from, to, weight: if inside { weight(from - 1, to - 1).max(0) } else { 0 } }
        };
        let edges: Vec<Vec<Edge>> =
            (0..size).map(|from| (0..size).map(|to| edge(from, to)).collect()).collect();
        let greatest = edges.iter().flatten().map(|edge| edge.weight).max().unwrap_or(0);
        let mut petal_of = vec![vec![NONE; count + 1]; size];
        for (vertex, petal) in petal_of.iter_mut().enumerate().take(count + 1) {
            petal[vertex] = vertex;
        }
        Graph {
            count,
            used: count,
            edges,
            dual: (0..size).map(|vertex| if vertex <= count { greatest } else { 0 }).collect(),
            partner: vec![NONE; size],
            slack: vec![NONE; size],
            base: (0..size).map(|vertex| if vertex <= count { vertex } else { NONE }).collect(),
            parent: vec![NONE; size],
            petal_of,
            petals: vec![Vec::new(); size],
            label: vec![Label::Free; size],
            visited: vec![0; size],
            visit: 0,
            queue: VecDeque::new(),
        }
    }

    /// How far an edge is from being tight.
    fn distance(&self, edge: Edge) -> i128 {
        self.dual[edge.from] + self.dual[edge.to] - 2 * self.edges[edge.from][edge.to].weight
    }

    fn update_slack(&mut self, from: usize, to: usize) {
        let known = self.slack[to];
        if known == NONE || self.distance(self.edges[from][to]) < self.distance(self.edges[known][to]) {
            self.slack[to] = from;
        }
    }

    fn set_slack(&mut self, to: usize) {
        self.slack[to] = NONE;
        for from in 1..=self.count {
            let outer = self.base[from] != to && self.label[self.base[from]] == Label::Outer;
            if self.edges[from][to].weight > 0 && outer {
                self.update_slack(from, to);
            }
        }
    }

    fn enqueue(&mut self, item: usize) {
        if item <= self.count {
            self.queue.push_back(item);
        } else {
            for petal in self.petals[item].clone() {
                self.enqueue(petal);
            }
        }
    }

    fn set_base(&mut self, item: usize, base: usize) {
        self.base[item] = base;
        if item > self.count {
            for petal in self.petals[item].clone() {
                self.set_base(petal, base);
            }
        }
    }

    /// The place of a petal, with an even number of petals before it.
    fn even_place(&mut self, blossom: usize, petal: usize) -> usize {
        let petals = &mut self.petals[blossom];
        let place = petals.iter().position(|known| *known == petal).expect("it is a petal of the blossom");
        if place % 2 == 0 {
            return place;
        }
        petals[1..].reverse();
        petals.len() - place
    }

    fn set_partner(&mut self, item: usize, other: usize) {
        let edge = self.edges[item][other];
        self.partner[item] = edge.to;
        if item <= self.count {
            return;
        }
        let petal = self.petal_of[item][edge.from];
        let place = self.even_place(item, petal);
        for index in 0..place {
            let (one, two) = (self.petals[item][index], self.petals[item][index ^ 1]);
            self.set_partner(one, two);
        }
        self.set_partner(petal, other);
        self.petals[item].rotate_left(place);
    }

    fn augment(&mut self, mut item: usize, mut other: usize) {
        loop {
            let next = self.base[self.partner[item]];
            self.set_partner(item, other);
            if next == NONE {
                return;
            }
            let parent = self.base[self.parent[next]];
            self.set_partner(next, parent);
            (item, other) = (parent, next);
        }
    }

    fn common_ancestor(&mut self, mut one: usize, mut two: usize) -> usize {
        self.visit += 1;
        while one != NONE || two != NONE {
            if one != NONE {
                if self.visited[one] == self.visit {
                    return one;
                }
                self.visited[one] = self.visit;
                one = self.base[self.partner[one]];
                if one != NONE {
                    one = self.base[self.parent[one]];
                }
            }
            std::mem::swap(&mut one, &mut two);
        }
        NONE
    }

    fn add_blossom(&mut self, one: usize, ancestor: usize, two: usize) {
        let blossom =
            (self.count + 1..=self.used).find(|blossom| self.base[*blossom] == NONE).unwrap_or(self.used + 1);
        self.used = self.used.max(blossom);
        (self.dual[blossom], self.label[blossom]) = (0, Label::Outer);
        self.partner[blossom] = self.partner[ancestor];
        let mut petals = vec![ancestor];
        for start in [one, two] {
            let mut item = start;
            while item != ancestor {
                let inner = self.base[self.partner[item]];
                petals.extend([item, inner]);
                self.enqueue(inner);
                item = self.base[self.parent[inner]];
            }
            if start == one {
                petals[1..].reverse();
            }
        }
        self.petals[blossom].clone_from(&petals);
        self.set_base(blossom, blossom);
        for item in 1..=self.used {
            (self.edges[blossom][item].weight, self.edges[item][blossom].weight) = (0, 0);
        }
        self.petal_of[blossom].fill(NONE);
        for petal in petals {
            for item in 1..=self.used {
                let (known, found) = (self.edges[blossom][item], self.edges[petal][item]);
                if known.weight == 0 || self.distance(found) < self.distance(known) {
                    self.edges[blossom][item] = found;
                    self.edges[item][blossom] = self.edges[item][petal];
                }
            }
            for vertex in 1..=self.count {
                if self.petal_of[petal][vertex] != NONE {
                    self.petal_of[blossom][vertex] = petal;
                }
            }
        }
        self.set_slack(blossom);
    }

    fn expand_blossom(&mut self, blossom: usize) {
        for petal in self.petals[blossom].clone() {
            self.set_base(petal, petal);
        }
        let entry = self.petal_of[blossom][self.edges[blossom][self.parent[blossom]].from];
        let place = self.even_place(blossom, entry);
        for index in (0..place).step_by(2) {
            let (inner, outer) = (self.petals[blossom][index], self.petals[blossom][index + 1]);
            self.parent[inner] = self.edges[outer][inner].from;
            (self.label[inner], self.label[outer]) = (Label::Inner, Label::Outer);
            self.slack[inner] = NONE;
            self.set_slack(outer);
            self.enqueue(outer);
        }
        self.label[entry] = Label::Inner;
        self.parent[entry] = self.parent[blossom];
        for index in place + 1..self.petals[blossom].len() {
            let petal = self.petals[blossom][index];
            self.label[petal] = Label::Free;
            self.set_slack(petal);
        }
        self.base[blossom] = NONE;
    }

    /// Uses a tight edge; whether another pair was made.
    fn use_edge(&mut self, edge: Edge) -> bool {
        let (one, two) = (self.base[edge.from], self.base[edge.to]);
        match self.label[two] {
            Label::Free => {
                self.parent[two] = edge.from;
                self.label[two] = Label::Inner;
                let next = self.base[self.partner[two]];
                (self.slack[two], self.slack[next]) = (NONE, NONE);
                self.label[next] = Label::Outer;
                self.enqueue(next);
            }
            Label::Outer => {
                let ancestor = self.common_ancestor(one, two);
                if ancestor == NONE {
                    self.augment(one, two);
                    self.augment(two, one);
                    return true;
                }
                self.add_blossom(one, ancestor, two);
            }
            Label::Inner => {}
        }
        false
    }

    /// Makes another pair, changing those that there are; whether that improves the sum.
    fn grow(&mut self) -> bool {
        for item in 1..=self.used {
            (self.label[item], self.slack[item]) = (Label::Free, NONE);
        }
        self.queue.clear();
        for item in 1..=self.used {
            if self.base[item] == item && self.partner[item] == NONE {
                (self.parent[item], self.label[item]) = (NONE, Label::Outer);
                self.enqueue(item);
            }
        }
        if self.queue.is_empty() {
            return false;
        }
        loop {
            while let Some(vertex) = self.queue.pop_front() {
                if self.label[self.base[vertex]] == Label::Inner {
                    continue;
                }
                for other in 1..=self.count {
                    let edge = self.edges[vertex][other];
                    if edge.weight > 0 && self.base[vertex] != self.base[other] {
                        if self.distance(edge) != 0 {
                            self.update_slack(vertex, self.base[other]);
                        } else if self.use_edge(edge) {
                            return true;
                        }
                    }
                }
            }
            if !self.change_duals() {
                return false;
            }
            self.queue.clear();
            for item in 1..=self.used {
                let from = self.slack[item];
                let open = self.base[item] == item && from != NONE && self.base[from] != item;
                if open && self.distance(self.edges[from][item]) == 0 && self.use_edge(self.edges[from][item])
                {
                    return true;
                }
            }
            for blossom in self.count + 1..=self.used {
                let spent = self.label[blossom] == Label::Inner && self.dual[blossom] == 0;
                if self.base[blossom] == blossom && spent {
                    self.expand_blossom(blossom);
                }
            }
        }
    }

    /// Makes more edges tight; false if no pair can be added with a gain.
    fn change_duals(&mut self) -> bool {
        let mut least = i128::MAX;
        for blossom in self.count + 1..=self.used {
            if self.base[blossom] == blossom && self.label[blossom] == Label::Inner {
                least = least.min(self.dual[blossom] / 2);
            }
        }
        for item in 1..=self.used {
            if self.base[item] == item && self.slack[item] != NONE {
                let distance = self.distance(self.edges[self.slack[item]][item]);
                match self.label[item] {
                    Label::Free => least = least.min(distance),
                    Label::Outer => least = least.min(distance / 2),
                    Label::Inner => {}
                }
            }
        }
        let outer = |vertex: &usize| self.label[self.base[*vertex]] == Label::Outer;
        if (1..=self.count).filter(outer).any(|vertex| self.dual[vertex] <= least) {
            return false;
        }
        for vertex in 1..=self.count {
            match self.label[self.base[vertex]] {
                Label::Outer => self.dual[vertex] -= least,
                Label::Inner => self.dual[vertex] += least,
                Label::Free => {}
            }
        }
        for blossom in self.count + 1..=self.used {
            if self.base[blossom] == blossom {
                match self.label[blossom] {
                    Label::Outer => self.dual[blossom] += least * 2,
                    Label::Inner => self.dual[blossom] -= least * 2,
                    Label::Free => {}
                }
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt as _, SeedableRng as _};
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// The greatest sum, by trying everything.
    fn best_sum(weights: &[Vec<i128>], left: &[usize]) -> i128 {
        let Some((first, rest)) = left.split_first() else { return 0 };
        let alone = best_sum(weights, rest);
        let paired = rest.iter().enumerate().filter(|(_, other)| weights[*first][**other] > 0);
        let paired = paired.map(|(index, other)| {
            let mut others = rest.to_vec();
            others.remove(index);
            weights[*first][*other] + best_sum(weights, &others)
        });
        paired.max().unwrap_or(0).max(alone)
    }

    #[test]
    fn it_finds_what_trying_everything_finds() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
        for round in 0..600 {
            let count = rng.random_range(0..9);
            let most = if round % 2 == 0 { 4 } else { 1000 };
            let mut weights = vec![vec![0_i128; count]; count];
            for one in 0..count {
                for two in 0..one {
                    let weight = if rng.random_bool(0.3) { 0 } else { rng.random_range(0..most) };
                    (weights[one][two], weights[two][one]) = (weight, weight);
                }
            }
            let pairs = best_pairs(count, |one, two| weights[one][two]);
            let mut sum = 0;
            for (one, two) in pairs.iter().enumerate().filter_map(|(one, two)| Some((one, (*two)?))) {
                assert_eq!(pairs[two], Some(one), "{pairs:?}");
                sum += weights[one][two];
            }
            let everybody: Vec<usize> = (0..count).collect();
            assert_eq!(sum / 2, best_sum(&weights, &everybody), "{weights:?}");
        }
    }
}
