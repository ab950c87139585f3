//! The time that a thread has had of a processor: what others do meanwhile does not count.

use rustix::time::{ClockId, clock_gettime};

/// The seconds that this thread has had so far.
pub fn processor_seconds() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}
