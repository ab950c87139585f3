//! Programs that take a seat.

use crate::{Game, Seat, Text};
use std::ops::RangeInclusive;

/// How much a bot may think: a number of nodes, and a question it must ask now and then.
///
/// Games and bots never look at a clock. Whoever has one puts it, or a way to cancel, into `stop`.
#[derive(Copy, Clone)]
pub struct Budget<'a> {
    nodes: u64,
    stop: &'a (dyn Fn() -> bool + Sync),
}

impl<'a> Budget<'a> {
    /// Nodes between two questions to `stop`: some tens of microseconds of work.
    const STRIDE: u64 = 64;

    /// Exactly so many nodes: the same answer on every machine.
    pub fn nodes(nodes: u64) -> Budget<'static> {
        Budget { nodes, stop: &|| false }
    }

    /// Until `stop` says so.
    pub fn until(stop: &'a (dyn Fn() -> bool + Sync)) -> Self {
        Budget { nodes: u64::MAX, stop }
    }

    /// Whether a bot that has looked at `used` nodes must answer now.
    #[inline]
    pub fn is_spent(&self, used: u64) -> bool {
        used >= self.nodes || (used.is_multiple_of(Self::STRIDE) && (self.stop)())
    }
}

/// A program that chooses actions for a seat.
pub trait Bot<G: Game>: Send {
    /// A legal action of `seat`, which is to act in `game`; the best one found within `budget`.
    fn choose(&mut self, game: &G, seat: Seat, budget: &Budget<'_>) -> G::Action;
}

/// A bot that a game offers.
pub struct BotSpec<G: Game> {
    /// The name that commands and tables use.
    pub id: &'static str,
    /// How it thinks, in a sentence.
    pub summary: Text,
    /// The seat counts at which it can play.
    pub seats: RangeInclusive<u8>,
    /// A new one; bots made with the same seed choose alike.
    pub make: fn(seed: u64) -> Box<dyn Bot<G>>,
}
