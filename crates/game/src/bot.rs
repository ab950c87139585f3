//! Programs that take a seat.

use crate::{Game, Seat, Text};
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicU64, Ordering};

/// How much a bot may think: a number of nodes, a question it must ask now and then, and perhaps a crew to help.
///
/// Games and bots never look at a clock and start no thread. Whoever has a clock puts it, or a way to cancel, into
/// `stop`; whoever has threads lends them as a [`Crew`].
#[derive(Copy, Clone)]
pub struct Budget<'a> {
    nodes: u64,
    stop: &'a (dyn Fn() -> bool + Sync),
    gone: Option<&'a (dyn Fn() -> f64 + Sync)>,
    crew: Option<Crew<'a>>,
    count: Option<&'a AtomicU64>,
}

impl<'a> Budget<'a> {
    /// Light nodes between two questions to `stop`: some tens of microseconds of work.
    const STRIDE: u64 = 64;

    /// Exactly so many nodes: the same answer on every machine.
    pub fn nodes(nodes: u64) -> Budget<'static> {
        Budget { nodes, stop: &|| false, gone: None, crew: None, count: None }
    }

    /// Until `stop` says so.
    pub fn until(stop: &'a (dyn Fn() -> bool + Sync)) -> Self {
        Budget { nodes: u64::MAX, stop, gone: None, crew: None, count: None }
    }

    /// The same, for those who want to know which share of their time is gone, from 0 to 1: some things are not worth
    /// beginning late.
    #[must_use]
    pub fn with_gone(self, gone: &'a (dyn Fn() -> f64 + Sync)) -> Self {
        Budget { gone: Some(gone), ..self }
    }

    /// The same, until another `stop` says so.
    #[must_use]
    pub fn stopped_by(self, stop: &'a (dyn Fn() -> bool + Sync)) -> Self {
        Budget { stop, ..self }
    }

    /// The same, and no more than so many nodes.
    #[must_use]
    pub fn at_most(self, nodes: u64) -> Self {
        Budget { nodes: self.nodes.min(nodes), ..self }
    }

    /// The same, for several who think at once.
    #[must_use]
    pub fn with_crew(self, crew: Crew<'a>) -> Self {
        Budget { crew: Some(crew), ..self }
    }

    /// The same, for those who want to know how many nodes were used: bots that count theirs add them to `count`.
    #[must_use]
    pub fn with_count(self, count: &'a AtomicU64) -> Self {
        Budget { count: Some(count), ..self }
    }

    /// Tells whoever wants to know that a bot used so many nodes for its answer.
    pub fn tell_used(&self, nodes: u64) {
        if let Some(count) = self.count {
            count.fetch_add(nodes, Ordering::Relaxed);
        }
    }

    /// The same for one alone: what a member of the crew may do by itself.
    #[must_use]
    pub fn alone(self) -> Self {
        Budget { crew: None, ..self }
    }

    /// Those who think at once, if there are several.
    pub fn crew(&self) -> Option<Crew<'a>> {
        self.crew.filter(|crew| crew.size > 1)
    }

    /// How many nodes it allows.
    pub fn node_limit(&self) -> u64 {
        self.nodes
    }

    /// The share of the time that is gone; 0 if nobody measures it.
    pub fn time_gone(&self) -> f64 {
        self.gone.map_or(0.0, |gone| gone().clamp(0.0, 1.0))
    }

    /// About how many nodes are left to a bot that has used so many: never fewer than the node limit says, and as many
    /// as fit into the rest of the time if that is measured.
    pub fn nodes_left(&self, used: u64) -> u64 {
        let by_limit = self.nodes.saturating_sub(used);
        match self.time_gone() {
            // Too early to tell.
            ..0.1 => by_limit,
            gone => by_limit.min((used as f64 * (1.0 - gone) / gone).ceil() as u64),
        }
    }

    /// Whether `stop` says so, whatever the nodes.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        (self.stop)()
    }

    /// Whether a bot that has looked at `used` light nodes, of a microsecond or a few each, must answer now.
    #[inline]
    pub fn is_spent(&self, used: u64) -> bool {
        used >= self.nodes || (used.is_multiple_of(Self::STRIDE) && (self.stop)())
    }

    /// The same for nodes that each take long, such as whole random games: `stop` is asked at every one.
    #[inline]
    pub fn is_spent_by_heavy(&self, used: u64) -> bool {
        used >= self.nodes || (self.stop)()
    }
}

/// What each member of a [`Crew`] does, given its number.
pub type Job<'a> = dyn Fn(usize) + Sync + 'a;

/// Threads that somebody lends to a bot.
#[derive(Copy, Clone)]
pub struct Crew<'a> {
    size: usize,
    run: &'a (dyn Fn(&Job<'_>) + Sync),
}

impl<'a> Crew<'a> {
    /// `run` calls the job that it is given once for each number below `size`, all at once, and returns when all are
    /// done.
    pub fn new(size: usize, run: &'a (dyn Fn(&Job<'_>) + Sync)) -> Self {
        Crew { size, run }
    }

    /// How many members it has.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Has every member do `job`, each with its own number.
    pub fn run(&self, job: &Job<'_>) {
        (self.run)(job);
    }
}

/// A program that chooses actions for a seat.
pub trait Bot<G: Game>: Send {
    /// A legal action of `seat`, which is to act in `game`; the best one found within `budget`.
    fn choose(&mut self, game: &G, seat: Seat, budget: &Budget<'_>) -> G::Action;

    /// Explains the position to `seat`, which is to act: tells `report` the best `lines` lines, the best first, again
    /// and again as it sees further. A bot that can't explain itself reports nothing.
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

/// What a bot thinks of a position so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis<A> {
    /// The best lines, each beginning with another action, the best first.
    pub lines: Vec<Line<A>>,
    /// How many actions ahead it has looked.
    pub depth: u32,
    /// How many nodes it has used.
    pub nodes: u64,
}

/// How a game may go on from a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Line<A> {
    /// The actions, one or more; that of the seat that asked comes first.
    pub actions: Vec<A>,
    /// The chance of the seat that asked to beat a rival, from 0 to 1.
    pub chance: f32,
    /// Whether it is more than a chance.
    pub verdict: Verdict,
    /// How many actions ahead this line was looked into.
    pub depth: u32,
}

/// What is certain about a line.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing: its chance is an estimate.
    Open,
    /// The seat that asked wins after so many actions, whatever the others do.
    Wins(u32),
    /// It loses after so many actions at the latest, if the others play well.
    Loses(u32),
}

/// A bot that a game offers.
pub struct BotSpec<G: Game> {
    /// The name that commands and tables use. One with a colon is not offered to anybody: it is there to be measured.
    pub id: &'static str,
    /// How it thinks, in a sentence.
    pub summary: Text,
    /// The seat counts at which it can play.
    pub seats: RangeInclusive<u8>,
    /// A new one; bots made with the same seed choose alike.
    pub make: fn(seed: u64) -> Box<dyn Bot<G>>,
}
