/// Who sits where: for each seat, an index into `ratings`. `teams` has the team of each seat; the teams become as even as
/// can be, and whatever is then left open goes by `draw`, which answers with a number below the one that it is given.
pub fn seat(ratings: &[f64], teams: &[u8], mut draw: impl FnMut(usize) -> usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..ratings.len()).collect();
    for place in (1..order.len()).rev() {
        order.swap(place, draw(place + 1) % (place + 1));
    }
    let alone = (1..teams.len()).all(|seat| !teams[..seat].contains(&teams[seat]));
    if alone || teams.len() != ratings.len() {
        return order;
    }
    let mut best = (f64::INFINITY, order.clone());
    arrange(&mut order, 0, &mut |order| {
        let uneven = unevenness(order, ratings, teams);
        // Sums of the same numbers in another order may differ in the last bits.
        if uneven + 1e-6 < best.0 {
            best = (uneven, order.to_vec());
        }
    });
    best.1
}

/// The greatest difference between the sums of two teams.
fn unevenness(order: &[usize], ratings: &[f64], teams: &[u8]) -> f64 {
    let sum = |team: u8| -> f64 {
        order.iter().zip(teams).filter(|(_, of)| **of == team).map(|(person, _)| ratings[*person]).sum()
    };
    let sums = || teams.iter().map(|team| sum(*team));
    sums().fold(f64::NEG_INFINITY, f64::max) - sums().fold(f64::INFINITY, f64::min)
}

/// Calls `look` for every order: the given one first. There are at most eight seats.
fn arrange(order: &mut Vec<usize>, from: usize, look: &mut impl FnMut(&[usize])) {
    if from + 1 >= order.len() {
        return look(order);
    }
    for place in from..order.len() {
        order.swap(from, place);
        arrange(order, from + 1, look);
        order.swap(from, place);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn teams_are_as_even_as_can_be() {
        let ratings = [2000.0, 1200.0, 1900.0, 1300.0];
        for first in 0..4 {
            let order = seat(&ratings, &[0, 1, 0, 1], |below| first % below);
            let sum = |seats: [usize; 2]| seats.iter().map(|seat| ratings[order[*seat]]).sum::<f64>();
            assert_eq!((sum([0, 2]), sum([1, 3])), (3200.0, 3200.0), "{order:?}");
        }
    }

    #[test]
    fn lots_decide_where_strength_does_not() {
        let alone = |draw: fn(usize) -> usize| seat(&[1.0, 2.0, 3.0], &[0, 1, 2], draw);
        assert_eq!(alone(|below| below - 1), [0, 1, 2]);
        assert_ne!(alone(|_| 0), [0, 1, 2]);
        // Four of the same strength in pairs: who begins is drawn.
        let first = |draw: fn(usize) -> usize| seat(&[1500.0; 4], &[0, 1, 0, 1], draw)[0];
        assert_ne!(first(|below| below - 1), first(|_| 0));
    }
}
