//! How far a long command has come.

use anyhow::Result;
use indicatif::{ProgressBar, ProgressStyle};
use std::time::Duration;

/// A bar that counts up to so many of something.
pub fn progress(count: u64, what: &str) -> Result<ProgressBar> {
    let style = ProgressStyle::with_template(&format!("{{bar:30}} {{pos}}/{{len}} {what}, {{eta}} left"))?;
    let progress = ProgressBar::new(count).with_style(style);
    progress.enable_steady_tick(Duration::from_millis(200));
    Ok(progress)
}
