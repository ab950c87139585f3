//! What is done slowly, by hand, before it becomes an action.

use crate::Malformed;

/// Something being done with the hand, such as a block carried over a tower.
///
/// A page feeds it what the hand wants, many times a second, and draws what comes of it. It changes nothing at the table:
/// when it has come to an action, that action is sent like any other, and the rules judge it again from the start.
pub trait Rehearsal: Send {
    /// What the hand wants now, as JSON; answers with all that is to be drawn, as JSON.
    fn feed(&mut self, wish: &str) -> Result<String, Malformed>;

    /// The action that it has come to, in notation, once the hand has let go.
    fn action(&self) -> Option<String>;
}
