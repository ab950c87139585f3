//! Bausack, also sold as Sac Noir, by Klaus Zoch: five games on one bag of odd wooden blocks.

mod bits;
mod block;
mod catalogue;
pub mod draw;
pub mod gesture;
pub mod physics;
mod model;
mod pose;
mod rehearsal;
pub mod stack;
mod tower;

pub use block::{Bag, Block, Colour, Entry, Form};
pub use gesture::Gesture;
pub use pose::{Pose, WHOLE_TURN};
pub use tower::{Ground, Settled, Standing, Tower};
