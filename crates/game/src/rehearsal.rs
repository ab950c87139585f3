//! Interactive movement of a piece before it becomes an action.

use crate::Malformed;

/// A piece that the player is moving by hand, such as a block held over a tower.
///
/// The page sends the hand's input many times a second and draws the state that comes back. A rehearsal never changes the
/// table: when the player lets go, the resulting action is sent like any other, and the rules check it from the start.
pub trait Rehearsal: Send {
    /// Advances by one input of the hand (JSON), and returns the state to draw (JSON). Fails if the input is malformed.
    fn feed(&mut self, input: &str) -> Result<String, Malformed>;

    /// The resulting action in notation, once the player has let go; `None` before.
    fn action(&self) -> Option<String>;
}
