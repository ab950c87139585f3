//! What players count.

use std::collections::BTreeMap;

/// What one player, or all of them, counted.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// How long each action took until it was acknowledged, in microseconds.
    pub acknowledged: Vec<u32>,
    /// What was refused, by code.
    pub refusals: BTreeMap<String, u64>,
    /// Actions sent again after a drop, and done once.
    pub repeated: u64,
    /// How often a connection was lost and made again.
    pub reconnects: u64,
    /// Attempts at a connection that failed.
    pub failures: u64,
    /// Frames received.
    pub frames: u64,
    /// Bytes received.
    pub bytes: u64,
    /// Seats of games that were played to their end.
    pub finished: u64,
    /// Messages that could not be read, or told what they should not.
    pub faults: Vec<String>,
}

impl Tally {
    /// Adds what another one counted.
    pub fn add(&mut self, other: Tally) {
        self.acknowledged.extend(other.acknowledged);
        for (code, count) in other.refusals {
            *self.refusals.entry(code).or_default() += count;
        }
        self.repeated += other.repeated;
        self.reconnects += other.reconnects;
        self.failures += other.failures;
        self.frames += other.frames;
        self.bytes += other.bytes;
        self.finished += other.finished;
        self.faults.extend(other.faults);
    }

    /// Counts a refusal.
    pub(crate) fn refuse(&mut self, code: String) {
        *self.refusals.entry(code).or_default() += 1;
    }
}
