//! Threads for parallel searches.

use game::Job;

/// Runs a job on `count` threads, as [`game::Threads::new`] requires.
pub fn run_on_threads(count: usize) -> impl Fn(&Job<'_>) + Sync {
    move |job| {
        std::thread::scope(|scope| {
            for number in 1..count {
                scope.spawn(move || job(number));
            }
            job(0);
        });
    }
}

/// The number of threads that this machine runs in parallel.
pub fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
