//! Work, counted in operations and never timed, so that every machine and every build stops at the same point.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A count of the work that was done and the most that may be, in units of about a nanosecond of the machine on which
/// `docs/physics.md` was measured. Clones share the count.
#[derive(Clone, Debug)]
pub struct Work {
    spent: Arc<AtomicU64>,
    limit: u64,
}

/// The most work that one question to the statics may take.
const ONE_QUESTION: u64 = 200_000_000;

impl Work {
    /// Nothing is done yet, and so much may be.
    pub fn limited(limit: u64) -> Self {
        Work { spent: Arc::default(), limit }
    }

    /// Enough for one question to the statics.
    pub(super) fn of_one_question() -> Self {
        Work::limited(ONE_QUESTION)
    }

    /// The same count with another limit.
    pub(super) fn up_to(&self, limit: u64) -> Self {
        Work { spent: Arc::clone(&self.spent), limit }
    }

    /// Counts some work; returns whether the limit is not passed.
    pub(super) fn spend(&self, units: u64) -> bool {
        let before = self.spent.fetch_add(units, Ordering::Relaxed);
        before.saturating_add(units) <= self.limit
    }

    /// What was done so far.
    pub fn spent(&self) -> u64 {
        self.spent.load(Ordering::Relaxed)
    }
}

/// No limit: the work is counted only.
impl Default for Work {
    fn default() -> Self {
        Work::limited(u64::MAX)
    }
}
