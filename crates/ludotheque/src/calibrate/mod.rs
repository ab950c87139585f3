//! Measuring the levels of bots, and finding levels that make a ladder of even steps.

mod fit;
mod measure;

pub use fit::{Fit, fit, row};
pub use measure::{LEVELS, Measure, settings};
