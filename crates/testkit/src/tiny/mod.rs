//! Two tiny games for the platform's own tests.

mod envelopes;
mod pebbles;

pub use envelopes::{Envelopes, EnvelopesAction, EnvelopesView};
pub use pebbles::{Heap, Pebbles, PebblesAction, PebblesOptions, Teams};
