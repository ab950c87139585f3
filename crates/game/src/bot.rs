//! Programs that play for a seat, and what limits their search.

use crate::{Game, Seat, Text};
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicU64, Ordering};

/// How long a bot may search: a number of nodes, a callback that stops it, and perhaps extra threads.
///
/// Games and bots read no clock and spawn no thread. The caller puts its clock, or a way to cancel, into `stop`, and
/// lends its threads as [`Threads`].
#[derive(Copy, Clone)]
pub struct Budget<'a> {
    nodes: u64,
    stop: &'a (dyn Fn() -> bool + Sync),
    time_used: Option<&'a (dyn Fn() -> f64 + Sync)>,
    threads: Option<Threads<'a>>,
    node_counter: Option<&'a AtomicU64>,
}

impl<'a> Budget<'a> {
    /// How many fast nodes pass between two calls of `stop`: some tens of microseconds of work.
    const STOP_CHECK_INTERVAL: u64 = 64;

    /// Exactly this many nodes and no other limit: the bot gives the same answer on every machine.
    pub fn nodes(nodes: u64) -> Budget<'static> {
        Budget { nodes, stop: &|| false, time_used: None, threads: None, node_counter: None }
    }

    /// No limit but `stop`: the search ends when `stop` returns true.
    pub fn until(stop: &'a (dyn Fn() -> bool + Sync)) -> Self {
        Budget { nodes: u64::MAX, stop, time_used: None, threads: None, node_counter: None }
    }

    /// Adds a callback that returns the share of the time that is used up, from 0 to 1. A bot does not start work
    /// that it cannot finish in the rest of the time.
    #[must_use]
    pub fn with_time_used(self, time_used: &'a (dyn Fn() -> f64 + Sync)) -> Self {
        Budget { time_used: Some(time_used), ..self }
    }

    /// Replaces the `stop` callback.
    #[must_use]
    pub fn stopped_by(self, stop: &'a (dyn Fn() -> bool + Sync)) -> Self {
        Budget { stop, ..self }
    }

    /// Lowers the node limit to `nodes`, if it was higher.
    #[must_use]
    pub fn at_most(self, nodes: u64) -> Self {
        Budget { nodes: self.nodes.min(nodes), ..self }
    }

    /// Adds threads that the bot may use.
    #[must_use]
    pub fn with_threads(self, threads: Threads<'a>) -> Self {
        Budget { threads: Some(threads), ..self }
    }

    /// Adds a counter for the nodes that the bot uses; see [`Budget::report_nodes`].
    #[must_use]
    pub fn with_node_counter(self, counter: &'a AtomicU64) -> Self {
        Budget { node_counter: Some(counter), ..self }
    }

    /// Adds the nodes that a bot used for its answer to the counter, if there is one.
    pub fn report_nodes(&self, nodes: u64) {
        if let Some(counter) = self.node_counter {
            counter.fetch_add(nodes, Ordering::Relaxed);
        }
    }

    /// The same budget without extra threads: what each thread of a parallel search gets.
    #[must_use]
    pub fn single_threaded(self) -> Self {
        Budget { threads: None, ..self }
    }

    /// The threads that the bot may use, if there is more than one.
    pub fn threads(&self) -> Option<Threads<'a>> {
        self.threads.filter(|threads| threads.count > 1)
    }

    /// The highest number of nodes that the bot may use.
    pub fn node_limit(&self) -> u64 {
        self.nodes
    }

    /// The share of the time that is used up, from 0 to 1; always 0 if nothing measures it.
    pub fn time_used(&self) -> f64 {
        self.time_used.map_or(0.0, |time_used| time_used().clamp(0.0, 1.0))
    }

    /// An estimate of how many more nodes fit into the budget after `used` nodes: the rest of the node limit, or as
    /// many as fit into the rest of the time at the speed so far, whichever is less.
    pub fn nodes_left(&self, used: u64) -> u64 {
        let by_limit = self.nodes.saturating_sub(used);
        match self.time_used() {
            // Too early to estimate the speed.
            ..0.1 => by_limit,
            share => by_limit.min((used as f64 * (1.0 - share) / share).ceil() as u64),
        }
    }

    /// Whether `stop` returns true, whatever the node limit.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        (self.stop)()
    }

    /// Whether a bot that has used `used` fast nodes, of a few microseconds each, must answer now. Calls `stop` only
    /// once in a while.
    #[inline]
    pub fn is_spent(&self, used: u64) -> bool {
        used >= self.nodes || (used.is_multiple_of(Self::STOP_CHECK_INTERVAL) && (self.stop)())
    }

    /// The same for slow nodes, such as whole random games: calls `stop` at every node.
    #[inline]
    pub fn is_spent_by_slow_nodes(&self, used: u64) -> bool {
        used >= self.nodes || (self.stop)()
    }
}

/// What each thread of [`Threads`] runs, given the thread's number.
pub type Job<'a> = dyn Fn(usize) + Sync + 'a;

/// Threads that the caller lends to a bot.
#[derive(Copy, Clone)]
pub struct Threads<'a> {
    count: usize,
    run: &'a (dyn Fn(&Job<'_>) + Sync),
}

impl<'a> Threads<'a> {
    /// `count` threads. `run` must call the job that it is given once for each number below `count`, all in parallel,
    /// and return when all calls have returned.
    pub fn new(count: usize, run: &'a (dyn Fn(&Job<'_>) + Sync)) -> Self {
        Threads { count, run }
    }

    /// How many threads there are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Runs `job` on every thread, each with its own number, and returns when all are done.
    pub fn run(&self, job: &Job<'_>) {
        (self.run)(job);
    }
}

/// A program that chooses actions for a seat.
pub trait Bot<G: Game>: Send {
    /// The best legal action of `seat` found within `budget`. `seat` must be to act in `game`.
    fn choose(&mut self, game: &G, seat: Seat, budget: &Budget<'_>) -> G::Action;

    /// Analyses the position for `seat`, which must be to act: calls `report` with the best `lines` variations, the
    /// best first, each time the search has gone deeper. A bot that cannot analyse never calls it.
    fn analyse(
        &mut self,
        game: &G,
        seat: Seat,
        lines: usize,
        budget: &Budget<'_>,
        report: &mut dyn FnMut(&Analysis<G::Action>),
    ) {
        let _ = (game, seat, lines, budget, report);
    }
}

/// What a bot has found out about a position so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis<A> {
    /// The best variations, each beginning with a different action, the best first.
    pub lines: Vec<Variation<A>>,
    /// How many actions ahead the search has looked.
    pub depth: u32,
    /// How many nodes the search has used.
    pub nodes: u64,
}

/// A sequence of actions from a position, with its evaluation: a principal variation.
#[derive(Clone, Debug, PartialEq)]
pub struct Variation<A> {
    /// The actions, at least one; the first is that of the seat that is analysed.
    pub actions: Vec<A>,
    /// The probability that the seat beats a rival, from 0 to 1.
    pub chance: f32,
    /// Whether the result is proven.
    pub verdict: Verdict,
    /// How many actions ahead the search looked for this variation.
    pub depth: u32,
}

/// Whether the result of a variation is proven.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Not proven: the chance is an estimate.
    Open,
    /// The seat wins after this many actions, whatever the others do.
    Wins(u32),
    /// The seat loses after this many actions at the latest, if the others play well.
    Loses(u32),
}

/// A bot that a game offers.
pub struct BotSpec<G: Game> {
    /// The name in commands and at tables. A bot whose id has a colon exists only for measurements: tables do not
    /// offer it.
    pub id: &'static str,
    /// How it plays, in a sentence for players.
    pub summary: Text,
    /// The seat counts at which it can play.
    pub seats: RangeInclusive<u8>,
    /// Makes a new bot; bots made with the same seed choose alike.
    pub make: fn(seed: u64) -> Box<dyn Bot<G>>,
}
