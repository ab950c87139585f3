//! A record explained: what each action did to the chances of who took it, and where the game turned.

mod judged;
mod line;
mod watch;

pub use judged::{Judged, Study, turning_points};
pub use line::{Ply, plies};
pub use watch::{Effort, analysed, watched};
