//! Tables of more than two: a cost for each two who might meet, and tables at which it is small.

use rand::SeedableRng as _;
use rand::seq::SliceRandom as _;
use rand_xoshiro::Xoshiro256PlusPlus;

/// How often all exchanges are tried.
const PASSES: usize = 60;

/// Cuts a list into tables of `seats` and exchanges entrants while that makes the tables better; what is left over is
/// dropped. `cost` is asked for two entrants who would meet.
pub(crate) fn tables(order: &[usize], seats: usize, cost: &dyn Fn(usize, usize) -> u64) -> Vec<Vec<usize>> {
    let mut places: Vec<usize> = order[..order.len() - order.len() % seats].to_vec();
    // The cost of an entrant at a table, but for the place that it would take.
    let at = |places: &[usize], entrant: usize, place: usize| -> u64 {
        let start = place - place % seats;
        (start..start + seats).filter(|other| *other != place).map(|other| cost(entrant, places[other])).sum()
    };
    for _ in 0..PASSES {
        let mut better = false;
        for one in 0..places.len() {
            for two in (one / seats + 1) * seats..places.len() {
                let (first, second) = (places[one], places[two]);
                let before = at(&places, first, one) + at(&places, second, two);
                if before > at(&places, second, one) + at(&places, first, two) {
                    places.swap(one, two);
                    better = true;
                }
            }
        }
        if !better {
            break;
        }
    }
    places.chunks(seats).map(<[usize]>::to_vec).collect()
}

/// The best of several attempts from orders shuffled by a fixed seed.
pub(crate) fn best_tables(
    order: &[usize],
    seats: usize,
    attempts: u64,
    cost: &dyn Fn(usize, usize) -> u64,
) -> Vec<Vec<usize>> {
    let total = |tables: &Vec<Vec<usize>>| -> u64 {
        let table = |table: &Vec<usize>| -> u64 {
            let pairs = table
                .iter()
                .enumerate()
                .flat_map(|(place, one)| table[place + 1..].iter().map(|two| (*one, *two)));
            pairs.map(|(one, two)| cost(one, two)).sum()
        };
        tables.iter().map(table).sum()
    };
    let mut best = tables(order, seats, cost);
    let mut least = total(&best);
    for seed in 0..attempts {
        if least == 0 {
            break;
        }
        let mut shuffled = order.to_vec();
        shuffled.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(seed));
        let found = tables(&shuffled, seats, cost);
        let found_total = total(&found);
        if found_total < least {
            (best, least) = (found, found_total);
        }
    }
    best
}
