//! The deadlines of the tables in memory, earliest first.

use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};
use store::PlayMillis;

/// When each table must be looked at because a clock runs out.
#[derive(Default)]
pub(crate) struct Deadlines(Mutex<BTreeSet<(PlayMillis, String)>>);

impl Deadlines {
    /// Sets the deadline of a table in place of `before`; `None` for none.
    pub fn set(&self, table: &str, before: Option<PlayMillis>, at: Option<PlayMillis>) {
        let mut deadlines = self.lock();
        if let Some(before) = before {
            deadlines.remove(&(before, table.to_owned()));
        }
        if let Some(at) = at {
            deadlines.insert((at, table.to_owned()));
        }
    }

    /// Removes the deadlines up to `now` and returns their tables.
    pub fn take_due(&self, now: PlayMillis) -> Vec<String> {
        let mut deadlines = self.lock();
        let later = deadlines.split_off(&(now.plus(1), String::new()));
        std::mem::replace(&mut *deadlines, later).into_iter().map(|(_, table)| table).collect()
    }

    fn lock(&self) -> MutexGuard<'_, BTreeSet<(PlayMillis, String)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
