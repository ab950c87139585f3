//! Everybody against everybody at two seats: Berger's tables.

/// The pairs of a round, from 1, in which the first sits in the first seat. After everybody has played everybody, the
/// same rounds follow with the seats exchanged. One is left over if the number of entrants is odd.
pub(crate) fn round(entrants: usize, round: u32) -> Vec<Vec<u32>> {
    // With an odd number, whoever would play the last one has no table.
    let count = entrants + entrants % 2;
    let cycle = count as u32 - 1;
    let (turn, again) = ((round - 1) % cycle, (round - 1) / cycle % 2 == 1);
    // From round to round everybody but the last is moved on by half the number.
    let moved = |place: usize| (place + turn as usize * (count / 2)) % cycle as usize;
    let last = count - 1;
    let mut pairs: Vec<Vec<u32>> = Vec::with_capacity(count / 2);
    for place in 0..count / 2 {
        let mut pair = if place == 0 {
            // The last one sits in either seat by turns.
            let pair = [moved(0), last];
            if turn % 2 == 0 { pair } else { [pair[1], pair[0]] }
        } else {
            [moved(place), moved(last - place)]
        };
        if again {
            pair.swap(0, 1);
        }
        let present = pair.into_iter().filter(|entrant| *entrant < entrants);
        pairs.push(present.map(|entrant| entrant as u32).collect());
    }
    // Whoever has no table comes last.
    pairs.sort_by_key(|pair| pair.len() == 1);
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The published tables, from 1.
    #[test]
    fn the_tables_are_bergers() {
        let table = |entrants: usize, wanted: u32| -> Vec<(u32, u32)> {
            round(entrants, wanted).iter().map(|pair| (pair[0] + 1, pair[1] + 1)).collect()
        };
        assert_eq!(table(4, 1), [(1, 4), (2, 3)]);
        assert_eq!(table(4, 2), [(4, 3), (1, 2)]);
        assert_eq!(table(4, 3), [(2, 4), (3, 1)]);
        assert_eq!(table(6, 1), [(1, 6), (2, 5), (3, 4)]);
        assert_eq!(table(6, 2), [(6, 4), (5, 3), (1, 2)]);
        assert_eq!(table(6, 3), [(2, 6), (3, 1), (4, 5)]);
        assert_eq!(table(6, 4), [(6, 5), (1, 4), (2, 3)]);
        assert_eq!(table(6, 5), [(3, 6), (4, 2), (5, 1)]);
        assert_eq!(table(4, 4), [(4, 1), (3, 2)], "the second time with the seats exchanged");
    }

    #[test]
    fn everybody_meets_everybody_once_and_sits_in_both_seats_as_often() {
        for entrants in 2..=31 {
            let rounds = crate::usual_rounds(crate::Format::RoundRobin, 2, entrants);
            let mut met = vec![vec![0; entrants]; entrants];
            let mut first = vec![0_i32; entrants];
            for number in 1..=rounds {
                let pairs = round(entrants, number);
                let mut seen: Vec<u32> = pairs.iter().flatten().copied().collect();
                seen.sort_unstable();
                assert!(seen.into_iter().eq(0..entrants as u32), "{entrants} entrants, round {number}");
                for pair in pairs.iter().filter(|pair| pair.len() == 2) {
                    met[pair[0] as usize][pair[1] as usize] += 1;
                    first[pair[0] as usize] += 1;
                    first[pair[1] as usize] -= 1;
                }
            }
            let once = |one: usize| (0..entrants).all(|two| one == two || met[one][two] + met[two][one] == 1);
            assert!((0..entrants).all(once), "{entrants}: {met:?}");
            assert!(first.iter().all(|surplus| surplus.abs() <= 1), "{entrants}: {first:?}");
        }
    }
}
