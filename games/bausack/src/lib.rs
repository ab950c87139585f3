//! Bausack, also sold as Sac Noir, by Klaus Zoch: five games on one bag of odd wooden blocks.

mod block;
mod pose;
mod tower;

pub use block::Block;
pub use pose::{Pose, WHOLE_TURN};
pub use tower::{Ground, Settled, Standing, Tower};
