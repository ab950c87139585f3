//! How well the levels of EX*PION play.

use search::Level;

/// The levels 1 to 8: what `levels.txt` measures.
pub(crate) const LEVELS: [Level; 8] = Level::USUAL;
