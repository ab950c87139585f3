//! The CPU time of a thread.

use rustix::time::{ClockId, clock_gettime};

/// The CPU time of this thread so far, in seconds.
pub fn cpu_seconds() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}
