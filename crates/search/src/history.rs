//! The history heuristic: which actions caused cutoffs anywhere in the tree.

use game::{MAX_SEATS, Seat};

/// For each seat the few actions that caused most cutoffs. Actions can only be compared for equality, so it is a short
/// list instead of a table; a longer list was measured to bring no more.
pub(crate) struct History<A> {
    seats: [Vec<Credit<A>>; MAX_SEATS],
}

struct Credit<A> {
    action: A,
    points: u64,
}

impl<A: Clone + Eq> History<A> {
    const LENGTH: usize = 16;

    /// An empty history.
    pub fn new() -> Self {
        History { seats: [const { Vec::new() }; MAX_SEATS] }
    }

    /// Removes all entries.
    pub fn clear(&mut self) {
        self.seats.iter_mut().for_each(Vec::clear);
    }

    /// The points of `action` for `seat`; 0 if it is not listed.
    #[inline]
    pub fn points(&self, seat: Seat, action: &A) -> u64 {
        let credit = self.seats[seat.index()].iter().find(|credit| credit.action == *action);
        credit.map_or(0, |credit| credit.points)
    }

    /// Adds points for a cutoff by `action`: the square of the depth that was left to search.
    pub fn credit(&mut self, seat: Seat, action: &A, depth: u8) {
        let points = u64::from(depth) * u64::from(depth);
        let credits = &mut self.seats[seat.index()];
        let known = credits.iter().position(|credit| credit.action == *action);
        let mut at = known.unwrap_or(credits.len().min(Self::LENGTH - 1));
        match credits.get_mut(at) {
            None => credits.push(Credit { action: action.clone(), points }),
            Some(credit) if known.is_some() => credit.points += points,
            // The new action replaces the last one and takes over half of its points: otherwise two actions could
            // replace each other for ever.
            Some(last) => *last = Credit { action: action.clone(), points: last.points / 2 + points },
        }
        while at > 0 && credits[at - 1].points < credits[at].points {
            credits.swap(at - 1, at);
            at -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn actions(history: &History<char>) -> String {
        history.seats[1].iter().map(|credit| credit.action).collect()
    }

    #[test]
    fn actions_are_sorted_by_points() {
        let mut history = History::new();
        for (action, depth) in [('a', 1), ('b', 3), ('c', 2), ('a', 2), ('a', 2), ('a', 1)] {
            history.credit(Seat(1), &action, depth);
        }
        assert_eq!(actions(&history), "abc");
        assert_eq!(history.points(Seat(1), &'a'), 10);
        assert_eq!((history.points(Seat(0), &'a'), history.points(Seat(1), &'z')), (0, 0));
    }

    #[test]
    fn a_new_action_replaces_the_last() {
        let mut history = History::new();
        "abcdefghijklmnop".chars().for_each(|action| history.credit(Seat(1), &action, 4));
        history.credit(Seat(1), &'q', 1);
        assert_eq!(actions(&history), "abcdefghijklmnoq");
        history.credit(Seat(1), &'r', 4);
        assert_eq!(actions(&history), "rabcdefghijklmno");
        history.clear();
        assert_eq!(actions(&history), "");
    }
}
