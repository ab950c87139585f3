use crate::Window;
use std::collections::HashMap;

/// People who wait together for the rest of a table; most often one alone.
#[derive(Clone, Debug)]
pub struct Party {
    /// What they want to play, and how: only parties of the same terms are put together.
    pub terms: u32,
    /// How many seats the table has.
    pub seats: usize,
    /// How many they are.
    pub size: usize,
    /// How strong they are, on average.
    pub rating: f64,
    /// How uncertain that is.
    pub deviation: f64,
    /// How far others may be.
    pub window: Window,
}

impl Party {
    /// Whether two parties are near enough for both.
    fn suits(&self, other: &Party) -> bool {
        let gap = (self.rating - other.rating).abs();
        let deviations = [self.deviation, other.deviation];
        self.window.holds(gap, deviations) && other.window.holds(gap, deviations)
    }
}

/// How many others are looked at for one party in one round.
const LOOKED_AT: usize = 512;

/// How many of those that suit are put together in one way and another.
const CANDIDATES: usize = 24;

/// The deviation of somebody of whom nothing is known; nobody's is larger.
const LARGEST_DEVIATION: f64 = 350.0;

/// Puts parties together that fill a table: groups of indices, each at most once. `parties` are in the order in which they
/// came, and those who have waited longest choose first, whoever is nearest to them. `apart` says which two must not meet.
///
/// Of two seats, no two are left over who would suit each other, as long as not more than some hundreds are nearer.
pub fn pair(parties: &[Party], apart: impl Fn(usize, usize) -> bool) -> Vec<Vec<usize>> {
    let mut pools: HashMap<(u32, usize), Vec<usize>> = HashMap::new();
    for (index, party) in parties.iter().enumerate() {
        pools.entry((party.terms, party.seats)).or_default().push(index);
    }
    let mut groups: Vec<Vec<usize>> =
        pools.into_values().flat_map(|pool| Pool::new(parties, pool).groups(&apart)).collect();
    groups.sort_unstable();
    groups
}

/// The parties of one set of terms, in order of rating.
struct Pool<'a> {
    parties: &'a [Party],
    /// Indices of parties, the weakest first.
    ranked: Vec<usize>,
    /// By place in `ranked`: the next place to the left and to the right that is not taken, plus one.
    left: Vec<usize>,
    right: Vec<usize>,
    taken: Vec<bool>,
}

impl<'a> Pool<'a> {
    fn new(parties: &'a [Party], mut ranked: Vec<usize>) -> Self {
        ranked.sort_by(|one, other| {
            parties[*one].rating.total_cmp(&parties[*other].rating).then(one.cmp(other))
        });
        let count = ranked.len();
        // A guard at either end: places are counted from 1.
        let left = (0..count + 2).map(|place| place.saturating_sub(1)).collect();
        let right = (0..count + 2).map(|place| (place + 1).min(count + 1)).collect();
        Pool { parties, ranked, left, right, taken: vec![false; count + 2] }
    }

    fn party(&self, place: usize) -> &'a Party {
        &self.parties[self.ranked[place - 1]]
    }

    fn groups(mut self, apart: &impl Fn(usize, usize) -> bool) -> Vec<Vec<usize>> {
        let mut leaders: Vec<usize> = (1..=self.ranked.len()).collect();
        leaders.sort_unstable_by_key(|place| self.ranked[place - 1]);
        let mut groups = Vec::new();
        for leader in leaders {
            if self.taken[leader] {
                continue;
            }
            let Some(mut group) = self.group_of(leader, apart) else { continue };
            for place in &mut group {
                self.take(*place);
                *place = self.ranked[*place - 1];
            }
            group.sort_unstable();
            groups.push(group);
        }
        groups
    }

    /// The nearest others with whom a party fills a table.
    fn group_of(&self, leader: usize, apart: &impl Fn(usize, usize) -> bool) -> Option<Vec<usize>> {
        let own = self.party(leader);
        let free = own.seats.checked_sub(own.size)?;
        if free == 0 {
            return Some(vec![leader]);
        }
        let candidates = self.candidates(leader, free, apart);
        let mut group = vec![leader];
        self.complete(&mut group, &candidates, free, apart).then_some(group)
    }

    /// Those that suit a party, the nearest first.
    fn candidates(&self, leader: usize, free: usize, apart: &impl Fn(usize, usize) -> bool) -> Vec<usize> {
        let own = self.party(leader);
        let farthest = [own.deviation, LARGEST_DEVIATION];
        let gap = |place: usize| (self.party(place).rating - own.rating).abs();
        // As a place that is too far away, whatever its deviation, so are all behind it.
        let within = |place: usize| {
            let exists = (1..=self.ranked.len()).contains(&place);
            exists && own.window.holds(gap(place), farthest)
        };
        let (mut below, mut above) = (self.left[leader], self.right[leader]);
        let wanted = if free == 1 { 1 } else { CANDIDATES };
        let mut found = Vec::new();
        for _ in 0..LOOKED_AT {
            let next = match (within(below), within(above)) {
                (false, false) => break,
                (true, false) => &mut below,
                (false, true) => &mut above,
                (true, true) if gap(below) <= gap(above) => &mut below,
                (true, true) => &mut above,
            };
            let place = *next;
            *next = if place < leader { self.left[place] } else { self.right[place] };
            let other = self.party(place);
            let suits = other.size <= free && own.suits(other);
            if suits && !apart(self.ranked[leader - 1], self.ranked[place - 1]) {
                found.push(place);
                if found.len() == wanted {
                    break;
                }
            }
        }
        found
    }

    /// Completes a group with some of the candidates, all of whom suit each other; whether it can be.
    fn complete(
        &self,
        group: &mut Vec<usize>,
        candidates: &[usize],
        free: usize,
        apart: &impl Fn(usize, usize) -> bool,
    ) -> bool {
        if free == 0 {
            return true;
        }
        for (number, place) in candidates.iter().enumerate() {
            let other = self.party(*place);
            // The leader was compared already.
            let suits = |member: &usize| {
                self.party(*member).suits(other) && !apart(self.ranked[member - 1], self.ranked[place - 1])
            };
            if other.size > free || !group[1..].iter().all(suits) {
                continue;
            }
            group.push(*place);
            if self.complete(group, &candidates[number + 1..], free - other.size, apart) {
                return true;
            }
            group.pop();
        }
        false
    }

    fn take(&mut self, place: usize) {
        self.taken[place] = true;
        let (left, right) = (self.left[place], self.right[place]);
        self.right[left] = right;
        self.left[right] = left;
    }
}
