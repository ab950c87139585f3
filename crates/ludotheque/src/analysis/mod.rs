//! Analysis of a record: how each action changed the chances of its seat, and the turning points of the game.

mod plies;
mod positions;
mod report;
mod review;

pub use plies::{Ply, plies};
pub use positions::{AnalysisLimits, analyse_position, analyse_positions};
pub use report::{AnalysisReport, CertainResult, VariationReport};
pub use review::{ActionReview, RecordReview, turning_points};
