//! The steps that led to the position, and positions kept along the way so that going back costs little.

use crate::any::{AnyGame, Kind};
use crate::log::{Event, LogEntry};
use crate::setup::{Setup, SetupError};
use game::Actor;
use std::sync::atomic::{AtomicU64, Ordering};

/// A position is kept after every so many steps: going back applies at most one step less than that.
const INTERVAL: usize = 16;

/// The steps that led to the position: the entries of the log that count, without those taken back.
pub(crate) struct History {
    /// Where each step stands in the log.
    steps: Vec<usize>,
    /// The positions after 0, [`INTERVAL`], 2 × [`INTERVAL`], … steps.
    checkpoints: Vec<Box<dyn AnyGame>>,
    /// How many steps were ever applied to a position.
    applied: AtomicU64,
}

impl History {
    /// No step yet.
    pub fn new(start: &dyn AnyGame) -> Self {
        History { steps: Vec::new(), checkpoints: vec![start.fork()], applied: AtomicU64::new(0) }
    }

    /// Where each step stands in the log.
    pub fn steps(&self) -> &[usize] {
        &self.steps
    }

    /// Adds the step at `index` of the log, which led to `position`.
    pub fn push(&mut self, index: usize, position: &dyn AnyGame) {
        self.applied.fetch_add(1, Ordering::Relaxed);
        self.steps.push(index);
        if self.steps.len().is_multiple_of(INTERVAL) {
            self.checkpoints.push(position.fork());
        }
    }

    /// Forgets all but the first `steps` steps.
    pub fn truncate(&mut self, steps: usize) {
        self.steps.truncate(steps);
        self.checkpoints.truncate(steps / INTERVAL + 1);
    }

    /// How many steps were ever applied to a position, when they were made and when the game went back.
    pub fn applied(&self) -> u64 {
        self.applied.load(Ordering::Relaxed)
    }

    /// The position after the first `steps` steps; `None` if there are fewer.
    pub fn position_after(&self, steps: usize, log: &[LogEntry]) -> Option<Box<dyn AnyGame>> {
        let checkpoint = steps / INTERVAL;
        let since = self.steps.get(checkpoint * INTERVAL..steps)?;
        let mut game = self.checkpoints[checkpoint].fork();
        self.applied.fetch_add(since.len() as u64, Ordering::Relaxed);
        for index in since {
            perform(&mut *game, &log[*index].event);
        }
        Some(game)
    }
}

/// Performs a step that was legal before.
fn perform(game: &mut dyn AnyGame, event: &Event) {
    match event {
        Event::Declare { seat, .. } => game.forfeit(*seat),
        Event::Play { actor, action } => {
            game.apply(*actor, action).expect("what was legal is legal again");
        }
    }
}

/// The seat or Nature and the action of an entry; `None` for a declaration.
pub(crate) fn action_of(entry: &LogEntry) -> Option<(Actor, &str)> {
    match &entry.event {
        Event::Play { actor, action } => Some((*actor, action)),
        Event::Declare { .. } => None,
    }
}

/// Where a match begins: the opening position, or one in notation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Start {
    /// The version of the rules; today's if it is `None`.
    pub rules_version: Option<u32>,
    /// The position in notation; the opening if it is `None`.
    pub position: Option<String>,
}

impl Start {
    /// The position itself.
    pub(crate) fn position(&self, kind: &dyn Kind, setup: &Setup) -> Result<Box<dyn AnyGame>, SetupError> {
        let version = self.rules_version.unwrap_or(kind.info().rules_version);
        match &self.position {
            None => kind.start_under(version, setup),
            Some(position) => kind.read_position(setup, position),
        }
    }
}
