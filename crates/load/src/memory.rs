//! How much memory a process takes.

use anyhow::{Context as _, Result};

/// The kilobytes of a process that are in memory.
pub fn resident(pid: u32) -> Result<u64> {
    let path = format!("/proc/{pid}/status");
    let status = std::fs::read_to_string(&path).with_context(|| path.clone())?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).with_context(|| path.clone())?;
    let number = line.split_whitespace().next().unwrap_or_default();
    number.parse().with_context(|| path)
}
