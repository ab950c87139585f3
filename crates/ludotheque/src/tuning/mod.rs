//! Learning weights from games on all processors.

mod file;
mod lessons;
mod matches;

pub use file::WeightsFile;
pub use lessons::Lessons;
pub use matches::Matches;

/// So far apart are the games of two seeds.
pub const SEEDS: u64 = 1 << 32;
