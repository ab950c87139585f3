//! Measuring the levels of a game, and fitting them so that the steps between them are even.

mod fit;
mod measure;

pub use fit::{Fit, fit, source};
pub use measure::{LEVELS, Measurement, settings};
