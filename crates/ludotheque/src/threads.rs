//! Threads to think with.

use game::Job;

/// A crew of so many threads, as [`game::Crew`] wants it.
pub fn crew(size: usize) -> impl Fn(&Job<'_>) + Sync {
    move |job| {
        std::thread::scope(|scope| {
            for member in 1..size {
                scope.spawn(move || job(member));
            }
            job(0);
        });
    }
}

/// How many threads run at once on this machine.
pub fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
