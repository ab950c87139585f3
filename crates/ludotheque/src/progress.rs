//! Progress bars.

use anyhow::Result;
use indicatif::{ProgressBar, ProgressStyle};
use std::time::Duration;

/// A progress bar that counts up to `count`; `what` names the things counted.
pub fn progress(count: u64, what: &str) -> Result<ProgressBar> {
    let style = ProgressStyle::with_template(&format!("{{bar:30}} {{pos}}/{{len}} {what}, {{eta}} left"))?;
    let progress = ProgressBar::new(count).with_style(style);
    progress.enable_steady_tick(Duration::from_millis(200));
    Ok(progress)
}
