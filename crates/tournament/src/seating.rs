//! Who has met whom, and who sat where; and from these, who sits where next.

use crate::{Pairing, Plan};

/// More seats than these are not tried in every order.
const MOST_ORDERED: usize = 5;

/// What the pairings so far say of the entrants. What was not played does not count.
pub(crate) struct History {
    count: usize,
    /// How often two were at one table.
    met: Vec<u32>,
    /// How often two were in one team.
    partners: Vec<u32>,
    /// The seats of each entrant, in order.
    seats: Vec<Vec<u8>>,
    /// How often each entrant had no table, or won without playing.
    idle: Vec<u32>,
    /// The tables at which each entrant was last, by index.
    last: Vec<Option<usize>>,
}

impl History {
    pub fn of(plan: &Plan, count: usize, pairings: &[Pairing]) -> Self {
        let mut history = History {
            count,
            met: vec![0; count * count],
            partners: vec![0; count * count],
            seats: vec![Vec::new(); count],
            idle: vec![0; count],
            last: vec![None; count],
        };
        for (index, pairing) in pairings.iter().enumerate() {
            for entrant in &pairing.entrants {
                history.last[*entrant as usize] = Some(index);
            }
            let unplayed = pairing.outcome.as_ref().filter(|outcome| !outcome.played);
            if pairing.is_bye() {
                history.idle[pairing.entrants[0] as usize] += 1;
            } else if let Some(outcome) = unplayed {
                for (seat, entrant) in pairing.entrants.iter().enumerate() {
                    history.idle[*entrant as usize] += u32::from(outcome.places[seat] == 1);
                }
            } else {
                history.add(&plan.teams, &pairing.entrants);
            }
        }
        history
    }

    /// Notes a table.
    fn add(&mut self, teams: &[u8], entrants: &[u32]) {
        for (seat, one) in entrants.iter().enumerate() {
            self.seats[*one as usize].push(seat as u8);
            for (other_seat, other) in entrants.iter().enumerate().filter(|(_, other)| *other != one) {
                let place = *one as usize * self.count + *other as usize;
                self.met[place] += 1;
                self.partners[place] += u32::from(teams[seat] == teams[other_seat]);
            }
        }
    }

    pub fn met(&self, one: usize, other: usize) -> u32 {
        self.met[one * self.count + other]
    }

    fn partners(&self, one: usize, other: usize) -> u32 {
        self.partners[one * self.count + other]
    }

    /// How often an entrant had no table, or won without playing.
    pub fn idle(&self, entrant: usize) -> u32 {
        self.idle[entrant]
    }

    /// The index of the table at which an entrant was last.
    pub fn last(&self, entrant: usize) -> Option<usize> {
        self.last[entrant]
    }

    fn sat(&self, entrant: usize, seat: usize) -> u32 {
        self.seats[entrant].iter().filter(|known| usize::from(**known) == seat).count() as u32
    }

    /// What an entrant should sit in at two seats.
    pub fn preference(&self, entrant: usize) -> Preference {
        let seats = &self.seats[entrant];
        let first = seats.iter().filter(|seat| **seat == 0).count() as i32;
        let surplus = first - (seats.len() as i32 - first);
        let repeated = matches!(seats.as_slice(), [.., one, two] if one == two);
        let Some(last) = seats.last() else { return Preference { seat: None, strength: 0, surplus: 0 } };
        let seat = match surplus.signum() {
            _ if repeated => 1 - last,
            1 => 1,
            -1 => 0,
            _ => 1 - last,
        };
        let strength = if surplus.abs() > 1 || repeated { 3 } else { 1 + surplus.unsigned_abs() };
        Preference { seat: Some(seat), strength, surplus: surplus.unsigned_abs() }
    }

    /// The seat of the first of two in the last round in which their seats differed.
    pub fn last_difference(&self, one: usize, other: usize) -> Option<u8> {
        let pairs = self.seats[one].iter().rev().zip(self.seats[other].iter().rev());
        pairs.into_iter().find(|(mine, theirs)| mine != theirs).map(|(mine, _)| *mine)
    }

    /// The entrants of a table by seat: each sits where it sat least, and with whom it was least; the earlier order of
    /// two that are as good.
    pub fn arrange(&self, teams: &[u8], group: &[usize]) -> Vec<u32> {
        let cost = |order: &[usize]| -> u32 {
            let seat = |(seat, entrant): (usize, &usize)| {
                let again = self.seats[*entrant].last().is_some_and(|last| usize::from(*last) == seat);
                4 * self.sat(*entrant, seat) * self.sat(*entrant, seat) + u32::from(again)
            };
            let with = |(seat, entrant): (usize, &usize)| -> u32 {
                let later = order.iter().enumerate().skip(seat + 1);
                let mates = later.filter(|(other, _)| teams[*other] == teams[seat]);
                mates.map(|(_, mate)| 1000 * self.partners(*entrant, *mate).pow(2)).sum()
            };
            order.iter().enumerate().map(seat).sum::<u32>() + order.iter().enumerate().map(with).sum::<u32>()
        };
        let orders = orders(group);
        let best = orders.into_iter().min_by_key(|order| cost(order)).unwrap_or_default();
        best.into_iter().map(|entrant| entrant as u32).collect()
    }
}

/// What an entrant should sit in at two seats, and how much so: 3 if it must, 2 if it should since it sat more in the
/// other, 1 if it sat there last, 0 if nothing was played yet.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Preference {
    pub seat: Option<u8>,
    pub strength: u32,
    /// How much more often it sat in the other.
    pub surplus: u32,
}

/// The orders in which a table can be seated: all of them for few seats, else each one seat further.
fn orders(group: &[usize]) -> Vec<Vec<usize>> {
    if group.len() > MOST_ORDERED {
        let turned = |by: usize| {
            let mut order = group.to_vec();
            order.rotate_left(by);
            order
        };
        return (0..group.len()).map(turned).collect();
    }
    let Some((first, rest)) = group.split_first() else { return vec![Vec::new()] };
    let mut all = Vec::new();
    for place in 0..group.len() {
        for mut order in orders(rest) {
            order.insert(place, *first);
            all.push(order);
        }
    }
    all
}
