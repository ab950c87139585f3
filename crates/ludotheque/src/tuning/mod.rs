//! Learning weights from games, on all processors.

mod matches;
mod training;
mod weights_file;

pub use matches::Matches;
pub use training::Training;
pub use weights_file::WeightsFile;

/// The distance between the first games of two seeds: game `n` of seed `s` has the seed `s * SEED_STRIDE + n`.
pub const SEED_STRIDE: u64 = 1 << 32;
