//! Learning weights from games on all processors.

mod file;
mod lessons;
mod matches;

pub use file::read;
pub use lessons::Lessons;
pub use matches::Matches;

use anyhow::Result;
use indicatif::{ProgressBar, ProgressStyle};

/// So far apart are the games of two seeds.
pub const SEEDS: u64 = 1 << 32;

/// Shows how many games are played.
pub fn progress(games: u64) -> Result<ProgressBar> {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} games, {eta} left")?;
    Ok(ProgressBar::new(games).with_style(style))
}
