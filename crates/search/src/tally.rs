//! Results of many random games.

use crate::{Search, playout};
use game::{BySeat, MAX_SEATS, Seat};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Totals over many random games.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// How many games were played to their end.
    pub playouts: u64,
    /// How many actions they took, all together.
    pub actions: u64,
    /// The fewest actions that a game took; `u32::MAX` before the first one.
    pub shortest: u32,
    /// The most actions that a game took.
    pub longest: u32,
    /// For each seat, how often it came first, second, and so on.
    pub placed: BySeat<[u64; MAX_SEATS]>,
}

impl Tally {
    /// An empty tally for that many seats.
    pub fn new(seats: u8) -> Self {
        let placed = BySeat::new(seats, |_| [0; MAX_SEATS]);
        Tally { playouts: 0, actions: 0, shortest: u32::MAX, longest: 0, placed }
    }

    /// Adds another tally of the same game.
    pub fn add(&mut self, other: &Tally) {
        self.playouts += other.playouts;
        self.actions += other.actions;
        self.shortest = self.shortest.min(other.shortest);
        self.longest = self.longest.max(other.longest);
        for seat in Seat::all(self.placed.count()) {
            for (mine, theirs) in self.placed[seat].iter_mut().zip(other.placed[seat]) {
                *mine += theirs;
            }
        }
    }

    /// Counts one game.
    #[inline]
    pub(crate) fn record(&mut self, playout: &crate::Playout) {
        self.playouts += 1;
        self.actions += u64::from(playout.actions);
        self.shortest = self.shortest.min(playout.actions);
        self.longest = self.longest.max(playout.actions);
        for (seat, place) in playout.outcome.places().iter() {
            self.placed[seat][usize::from(*place) - 1] += 1;
        }
    }
}

/// Plays random games from `game` until `stop` returns true; it is called before every 256 games. The loop does not
/// allocate.
pub fn sample_playouts<G: Search>(game: &G, seed: u64, stop: &mut dyn FnMut(&Tally) -> bool) -> Tally {
    const BATCH: u32 = 256;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut tally = Tally::new(game.seats());
    let mut played = game.clone();
    while !stop(&tally) {
        for _ in 0..BATCH {
            played.clone_from(game);
            tally.record(&playout(&mut played, &mut rng));
        }
    }
    tally
}
