//! The server's clock: monotonic, anchored to the wall clock once, at the start. A step of the wall clock changes no
//! game's time.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Instant, SystemTime, UNIX_EPOCH};
use store::{PlayMillis, UnixMillis};

/// The time since 1970 in microseconds, as the clock on the wall shows it: the nodes of a house compare theirs.
pub fn unix_micros() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_micros()).unwrap_or(u64::MAX)
}

/// The time, and the play time, which stands still while the server is closed.
#[derive(Debug)]
pub struct ServerClock {
    anchor: Instant,
    unix_at_anchor: UnixMillis,
    paused: AtomicI64,
}

impl ServerClock {
    /// Reads the wall clock; until [`ServerClock::set_paused`], play time equals Unix time.
    pub fn start() -> Self {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let unix = i64::try_from(since.as_millis()).unwrap_or(i64::MAX);
        ServerClock { anchor: Instant::now(), unix_at_anchor: UnixMillis(unix), paused: AtomicI64::new(0) }
    }

    /// Sets the total time during which the server was closed.
    pub fn set_paused(&self, paused: i64) {
        self.paused.store(paused, Ordering::Relaxed);
    }

    /// The time since 1970.
    pub fn now(&self) -> UnixMillis {
        self.unix_at_anchor.plus(i64::try_from(self.anchor.elapsed().as_millis()).unwrap_or(i64::MAX))
    }

    /// The play time.
    pub fn play_time(&self) -> PlayMillis {
        self.now().to_play(self.paused.load(Ordering::Relaxed))
    }

    /// When a moment of play time comes, if the server stays open.
    pub fn unix(&self, moment: PlayMillis) -> UnixMillis {
        moment.to_unix(self.paused.load(Ordering::Relaxed))
    }
}
