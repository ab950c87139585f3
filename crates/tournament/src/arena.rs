//! Games without rounds: whoever is free plays whoever is free and stands alike.

use crate::grouping::tables;
use crate::matching::best_pairs;
use crate::seating::History;
use crate::{Entrant, Next, Pairing, Plan, standings};

/// Above all differences of places.
const JUST_MET: u64 = 1 << 40;

pub(crate) fn next(plan: &Plan, entrants: &[Entrant], pairings: &[Pairing]) -> Next {
    let seats = plan.seats();
    let playing: Vec<&Pairing> = pairings.iter().filter(|pairing| pairing.outcome.is_none()).collect();
    let history = History::of(plan, entrants.len(), pairings);
    let ranking = standings(plan, entrants, pairings);
    let busy = |number: u32| playing.iter().any(|pairing| pairing.entrants.contains(&number));
    let is_free = |number: &u32| !entrants[*number as usize].absent && !busy(*number);
    let mut free: Vec<usize> =
        ranking.iter().map(|line| line.entrant).filter(is_free).map(|number| number as usize).collect();
    let surplus = free.len() % seats;
    // Those who played last wait.
    for _ in 0..surplus {
        let latest = (0..free.len()).max_by_key(|place| (history.last(free[*place]), *place));
        if let Some(place) = latest {
            free.remove(place);
        }
    }
    if free.is_empty() {
        return Next::Wait;
    }
    let rank = |entrant: usize| free.iter().position(|known| *known == entrant).unwrap_or(0) as u64;
    let just_met = |one: usize, two: usize| {
        let last = history.last(one);
        last.is_some() && last == history.last(two)
    };
    let cost = |one: usize, two: usize| {
        rank(one).abs_diff(rank(two)).pow(2) + if just_met(one, two) { JUST_MET } else { 0 }
    };
    let groups = if seats == 2 {
        let weight = |one: usize, two: usize| i128::from(4 * JUST_MET - cost(free[one], free[two]));
        let partners = best_pairs(free.len(), weight);
        let pair = |(one, two): (usize, &Option<usize>)| {
            two.filter(|two| one < *two).map(|two| vec![free[one], free[two]])
        };
        partners.iter().enumerate().filter_map(pair).collect()
    } else {
        tables(&free, seats, &cost)
    };
    // Somebody else will be free soon.
    let others = !playing.is_empty();
    let is_new = |group: &&Vec<usize>| {
        let again = group.iter().any(|one| group.iter().any(|two| one < two && just_met(*one, *two)));
        !(others && again && seats == 2)
    };
    let begun: Vec<Vec<u32>> =
        groups.iter().filter(is_new).map(|group| history.arrange(&plan.teams, group)).collect();
    if begun.is_empty() { Next::Wait } else { Next::Round(begun) }
}
