//! Who plays with whom: pure functions of who waits, for what, how strong and for how long. They read no clock, know no
//! game and draw no lots of their own.
//!
//! - [`pair`] makes groups of those who wait: each of them fills a table;
//! - [`Window`] is how far apart two may be in strength: the longer one has waited, the further;
//! - [`seat`] says who sits where, so that teams are even.
//!
//! ```
//! use pairing::{Party, Window, pair};
//!
//! let party = |rating, waited| {
//!     Party { terms: 0, seats: 2, size: 1, rating, deviation: 60.0, window: Window::after(waited, 60.0) }
//! };
//! // The two who are close play at once; the third waits for somebody near, or for patience to end.
//! let waiting = [party(1500.0, 3.0), party(2100.0, 2.0), party(1540.0, 1.0)];
//! assert_eq!(pair(&waiting, |_, _| false), [[0, 2]]);
//! let later = [party(1500.0, 90.0), party(2100.0, 90.0)];
//! assert_eq!(pair(&later, |_, _| false), [[0, 1]]);
//! ```

mod group;
mod seating;
mod window;

pub use group::{Party, pair};
pub use seating::seat;
pub use window::Window;
