//! Random games in lockstep: many at once, one in each lane of a vector, by the rules of `legal` and `effect` without a
//! branch.

use crate::board::board;
use crate::effect::QUIET_LIMIT;
use crate::lanes::{Lanes, RandomLanes};
use crate::position::{Basik, RESERVE};
use game::{BySeat, Outcome, Seat};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use search::{Playout, playout};
use wide::{u16x16, u32x8};

/// Plays `count` random games from a position, and calls `finished` for each, in the order in which they end.
///
/// A lane of sixteen bits chooses by a random number of sixteen bits: of n actions, the chances differ by at most n/65536
/// of themselves.
pub(crate) fn random_games(start: &Basik, seed: u64, count: u64, finished: &mut dyn FnMut(&Playout)) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    if start.end().is_some() || !start.gone.is_empty() {
        // Lanes skip no seats.
        for _ in 0..count {
            finished(&playout(&mut start.clone(), &mut rng));
        }
        return;
    }
    let random = RandomLanes::new(&mut rng);
    match start.seats {
        2 => Lockstep::<u16x16, 2>::new(start).play(random, count, finished),
        3 => Lockstep::<u32x8, 3>::new(start).play(random, count, finished),
        _ => Lockstep::<u32x8, 4>::new(start).play(random, count, finished),
    }
}

/// How many games are played at once at a table of `seats` seats.
pub(crate) const fn lanes(seats: u8) -> usize {
    if seats == 2 { <u16x16 as Lanes>::COUNT } else { <u32x8 as Lanes>::COUNT }
}

/// A game in each lane. What belongs to a seat is kept as in [`Basik`], from the seat to act.
#[derive(Clone)]
struct Lockstep<L, const SEATS: usize> {
    colour: [L; SEATS],
    low: L,
    high: L,
    reserve: [L; SEATS],
    quiet: L,
    passes: L,
    next: L,
    /// The actions since the start.
    length: L,
}

/// Where a pile goes in each lane; nowhere where the seat passes.
#[derive(Copy, Clone)]
struct Routes<L> {
    /// Empty for a placement.
    from: L,
    to: L,
    /// A mask of the lanes in which a pawn of the reserve is placed.
    places: L,
}

impl<L: Lanes, const SEATS: usize> Lockstep<L, SEATS> {
    /// The same position in every lane.
    fn new(start: &Basik) -> Self {
        let set = |cells| L::every(L::packed(cells));
        Lockstep {
            colour: std::array::from_fn(|slot| set(start.colour[slot])),
            low: set(start.low & !(1 << RESERVE)),
            high: set(start.high),
            reserve: std::array::from_fn(|slot| L::every(start.reserve[slot].into())),
            quiet: L::every(start.quiet.into()),
            passes: L::every(start.passes.into()),
            next: L::every(start.next.0.into()),
            length: L::every(0),
        }
    }

    fn play(self, mut random: RandomLanes, count: u64, finished: &mut dyn FnMut(&Playout)) {
        // Two vectors of games: the processor works on one while it waits for results of the other.
        let mut vectors = [self.clone(), self.clone()];
        let lanes = L::COUNT as u64;
        let mut waiting = count.saturating_sub(2 * lanes);
        // The lanes whose games count: as many games end as begin, so that short ones are not preferred.
        let mut counted = [count, count.saturating_sub(lanes)].map(|count| (1_u32 << count.min(lanes)) - 1);
        while counted != [0, 0] {
            for (vector, counted) in vectors.iter_mut().zip(&mut counted) {
                let routes = vector.choose(random.next());
                vector.perform(routes);
                let ended = vector.ended();
                let over = ended.to_bits();
                if over != 0 {
                    vector.report(over & *counted, finished);
                    let mut left = over & *counted;
                    while left != 0 && waiting > 0 {
                        left &= left - 1;
                        waiting -= 1;
                    }
                    *counted &= !left;
                    vector.restart(ended, &self);
                }
            }
        }
    }

    /// The cells that share a side with a cell of the set; off the board too, or not.
    #[inline(always)]
    fn beside(cells: L) -> L {
        cells.origins(0) | cells.origins(2) | cells.origins(4) | cells.origins(6)
    }

    /// For each direction the piles that may go that way, and the cells that a pawn of the reserve may enter (B4–B7, B14).
    #[inline(always)]
    fn legal(&self) -> [L; 9] {
        let board = L::every(L::packed(board(SEATS as u8)));
        let mine = self.colour[0];
        let occupied = self.low | self.high;
        let adverse = occupied & !mine;
        let (one, two, three) = (self.low & !self.high, self.high & !self.low, self.low & self.high);
        let entries = board & !occupied & Self::beside(board & !adverse);
        let from_one = entries | mine & (one | two);
        let from_two = entries | one;
        let from_three = entries | adverse & (one | two);
        let (one, two, three) = (mine & one, mine & two, mine & three);
        std::array::from_fn(|direction| match direction {
            8 => entries,
            _ => {
                from_one.origins(direction) & one
                    | from_two.origins(direction) & two
                    | from_three.origins(direction) & three
            }
        })
    }

    /// A legal action in each lane, each with the same chance.
    #[inline(always)]
    fn choose(&self, random: u32x8) -> Routes<L> {
        let sets = self.legal();
        let mut ends = sets.map(L::ones);
        for i in 1..9 {
            ends[i] = ends[i - 1] + ends[i];
        }
        let mut rank = L::scaled(random, ends[8]);
        // The set that has the rank, and which of them it is: those before it are exhausted.
        let (mut set, mut start) = (sets[0], L::every(0));
        let mut exhausted = [L::every(0); 8];
        for i in 0..8 {
            exhausted[i] = !ends[i].exceeds(rank);
            set = exhausted[i].select(sets[i + 1], set);
            start = exhausted[i].select(ends[i], start);
        }
        rank = rank - start;
        // The bit of that rank, by halves. Where nothing is legal, the set is empty.
        let mut bit = set.is_some() & L::every(1);
        let mut half = L::BITS / 2;
        while half > 0 {
            let below = set.low_ones(half);
            let upper = !below.exceeds(rank);
            rank = rank - (below & upper);
            set = upper.select(set >> half, set);
            bit = upper.select(bit << half, bit);
            half /= 2;
        }
        let places = exhausted[7] & bit.is_some();
        let mut to = bit.targets(0);
        for direction in 1..8 {
            to = exhausted[direction - 1].select(bit.targets(direction), to);
        }
        Routes { from: bit & !places, to: places.select(bit, to), places }
    }

    /// Performs a legal action in each lane, and passes the turn to the next seat.
    #[inline(always)]
    fn perform(&mut self, Routes { from, to, places }: Routes<L>) {
        let one = L::every(1);
        let any = |cells: L| cells.is_some();
        // Heights are two-bit numbers, as masks.
        let (moving_low, moving_high) = (any(self.low & from) | places, any(self.high & from));
        let (standing_low, standing_high) = (any(self.low & to), any(self.high & to));
        let own = any(self.colour[0] & to);
        let takes = (standing_low | standing_high) & !own;
        // B4, B5, B6: the whole pile is added. B7: as many pawns as stand there replace them, the rest stays behind.
        let arriving_low = standing_low ^ (moving_low & !takes);
        let arriving_high = standing_high | (moving_high | moving_low & standing_low) & !takes;
        let staying_low = (moving_low ^ standing_low) & takes;
        let staying_high = moving_low & moving_high & !standing_high & takes;
        let others = !(from | to);
        self.low = self.low & others | staying_low & from | arriving_low & to;
        self.high = self.high & others | staying_high & from | arriving_high & to;
        self.colour[0] = self.colour[0] & others | takes & from | to;

        // B9–B13
        let free = L::every(L::packed(board(SEATS as u8))) & !(self.low | self.high);
        let reached = Self::beside(to) & !own;
        let mut removed = L::every(0);
        for adverse in &mut self.colour[1..SEATS] {
            *adverse = *adverse & !to;
            let encircled = *adverse & reached & !Self::beside(free | *adverse);
            *adverse = *adverse & !encircled;
            removed = removed | encircled;
        }
        self.low = self.low & !removed; // B8
        self.high = self.high & !removed;

        self.reserve[0] = self.reserve[0] + places; // A mask is -1.
        let noisy = places | takes | any(removed);
        self.quiet = (self.quiet + one) & !noisy; // B19
        self.passes = (self.passes + one) & to.equals(L::every(0)); // B18
        self.length = self.length + one;
        self.next = self.next + one;
        self.next = self.next & !self.next.equals(L::every(SEATS as u32));
        self.colour.rotate_left(1);
        self.reserve.rotate_left(1);
    }

    /// A mask of the lanes whose games are over: only the ends that the last action can cause are tested.
    #[inline(always)]
    fn ended(&self) -> L {
        self.reserve[SEATS - 1].equals(L::every(0)) // B16
            | self.passes.equals(L::every(SEATS as u32)) // B18
            | self.quiet.exceeds(L::every(u32::from(QUIET_LIMIT) - 1)) // B19
    }

    /// Reports the games of these lanes, which are over.
    fn report(&self, lanes: u32, finished: &mut dyn FnMut(&Playout)) {
        let cells = self.colour.map(|cells| cells.ones().to_array()); // B17
        let (next, length) = (self.next.to_array(), self.length.to_array());
        for lane in (0..L::COUNT).filter(|lane| lanes >> lane & 1 != 0) {
            let slot = |seat: Seat| (usize::from(seat.0) + SEATS - next[lane] as usize) % SEATS;
            let score = BySeat::new(SEATS as u8, |seat| cells[slot(seat)][lane]);
            finished(&Playout { actions: length[lane], outcome: Outcome::by_score(&score) });
        }
    }

    /// Begins the games of these lanes anew.
    #[inline(always)]
    fn restart(&mut self, ended: L, start: &Self) {
        let anew = |mine: &mut L, start: L| *mine = ended.select(start, *mine);
        for slot in 0..SEATS {
            anew(&mut self.colour[slot], start.colour[slot]);
            anew(&mut self.reserve[slot], start.reserve[slot]);
        }
        anew(&mut self.low, start.low);
        anew(&mut self.high, start.high);
        anew(&mut self.quiet, start.quiet);
        anew(&mut self.passes, start.passes);
        anew(&mut self.next, start.next);
        anew(&mut self.length, start.length);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Cell;
    use crate::board::Cells;
    use crate::legal::Route;

    /// The cells of each lane's set.
    fn cells<L: Lanes, const SEATS: usize>(set: L) -> [Cells; 16] {
        set.to_array().map(|packed| {
            Cell::each(board(SEATS as u8))
                .filter(|cell| L::packed(cell.bit()) & packed != 0)
                .map(|cell| cell.bit())
                .sum()
        })
    }

    /// Plays games in lanes and by the scalar rules at the same time, and compares every position with its legal actions.
    fn agrees<L: Lanes, const SEATS: usize>() {
        let start = Basik::opening(SEATS as u8);
        let first = Lockstep::<L, SEATS>::new(&start);
        let (mut lockstep, mut games) = (first.clone(), vec![start; L::COUNT]);
        let mut random = RandomLanes::new(&mut Xoshiro256PlusPlus::seed_from_u64(SEATS as u64));
        let (mut passes, mut ends) = (0, [0; 3]);
        for _ in 0..40_000 {
            let sets = lockstep.legal().map(|set| cells::<L, SEATS>(set));
            let routes = lockstep.choose(random.next());
            let [from, to] = [routes.from, routes.to].map(cells::<L, SEATS>);
            lockstep.perform(routes);
            let ended = lockstep.ended();
            for (lane, game) in games.iter_mut().enumerate() {
                let count: u32 = sets.iter().map(|set| set[lane].count_ones()).sum();
                assert_eq!(count, game.legal().count(), "{game}");
                let cell =
                    |cells: Cells| Cell(if cells == 0 { RESERVE } else { cells.trailing_zeros() as u8 });
                let route = (count > 0).then(|| Route { from: cell(from[lane]), to: cell(to[lane]) });
                if let Some(route) = route {
                    assert_eq!(to[lane].count_ones(), 1, "{game}");
                    let is_this = |known: Route| (known.from, known.to) == (route.from, route.to);
                    assert!(game.legal().iter().any(is_this), "{game}: {route:?}");
                }
                passes += u32::from(route.is_none());
                game.perform::<SEATS>(route);
            }
            assert_same(&lockstep, &games);
            for (lane, game) in games.iter_mut().enumerate() {
                assert_eq!(ended.to_bits() >> lane & 1 != 0, game.end().is_some(), "{game}");
                if let Some(end) = game.end() {
                    ends[end as usize % 3] += 1;
                    *game = start;
                }
            }
            lockstep.restart(ended, &first);
        }
        assert!(ends[0] > 1000 && passes > 0, "{ends:?}, {passes} passes");
    }

    fn assert_same<L: Lanes, const SEATS: usize>(lockstep: &Lockstep<L, SEATS>, games: &[Basik]) {
        let numbers = |value: L| value.to_array();
        let [low, high] = [lockstep.low, lockstep.high].map(cells::<L, SEATS>);
        let colour = lockstep.colour.map(cells::<L, SEATS>);
        let reserve = lockstep.reserve.map(numbers);
        let [quiet, passes, next] = [lockstep.quiet, lockstep.passes, lockstep.next].map(numbers);
        for (lane, game) in games.iter().enumerate() {
            let found = Basik {
                colour: std::array::from_fn(|slot| colour.get(slot).map_or(0, |cells| cells[lane])),
                low: low[lane] | 1 << RESERVE,
                high: high[lane],
                reserve: std::array::from_fn(|slot| {
                    reserve.get(slot).map_or(game.reserve[slot], |all| all[lane] as u8)
                }),
                quiet: quiet[lane] as u8,
                passes: passes[lane] as u8,
                next: Seat(next[lane] as u8),
                ..*game
            };
            assert_eq!(found, *game);
        }
    }

    #[test]
    fn two_seats_play_as_the_scalar_rules_do() {
        agrees::<u16x16, 2>();
        agrees::<u32x8, 2>();
    }

    #[test]
    fn three_and_four_seats_play_as_the_scalar_rules_do() {
        agrees::<u32x8, 3>();
        agrees::<u32x8, 4>();
    }

    /// As many games as asked for are played, and they end as the scalar rules make them end, within six standard errors.
    #[test]
    fn games_in_lockstep_come_to_the_same_results() {
        const GAMES: u64 = 60_000;
        for seats in 2..=4 {
            let start = Basik::opening(seats);
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
            let mut alone = Moments::default();
            (0..GAMES).for_each(|_| alone.add(&playout(&mut start.clone(), &mut rng)));
            let mut together = Moments::default();
            random_games(&start, 7, GAMES, &mut |playout| together.add(playout));
            assert_eq!(together.count, GAMES as f64);
            for (alone, together) in alone.means().into_iter().zip(together.means()) {
                let error = (alone.1 + together.1).sqrt();
                assert!(
                    (alone.0 - together.0).abs() <= 6.0 * error,
                    "{seats} seats: {alone:?}, {together:?}"
                );
            }
            let mut few = 0;
            random_games(&start, 7, 3, &mut |_| few += 1);
            assert_eq!(few, 3);
        }
    }

    /// Sums of the lengths and of the first places, and of their squares.
    #[derive(Default)]
    struct Moments {
        count: f64,
        sums: [[f64; 2]; 5],
    }

    impl Moments {
        fn add(&mut self, playout: &Playout) {
            self.count += 1.0;
            let firsts = playout.outcome.places().iter().map(|(_, place)| f64::from(u8::from(*place == 1)));
            let values = std::iter::once(playout.actions.into()).chain(firsts);
            for (sums, value) in self.sums.iter_mut().zip(values) {
                sums[0] += value;
                sums[1] += value * value;
            }
        }

        /// Each mean with the square of its standard error.
        fn means(&self) -> [(f64, f64); 5] {
            self.sums.map(|[sum, squares]| {
                let mean = sum / self.count;
                (mean, (squares / self.count - mean * mean) / self.count)
            })
        }
    }
}
