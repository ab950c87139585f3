//! How well the levels of Tactic play.

use crate::variant::Variant;
use search::Level;

/// The levels 1 to 8 of a variant: what `levels.txt` measures.
pub(crate) const fn levels(variant: Variant) -> &'static [Level; 8] {
    match variant {
        Variant::Base => &BASE,
        Variant::Capture => &CAPTURE,
        Variant::Passage => &PASSAGE,
    }
}

const BASE: [Level; 8] = Level::USUAL;
const CAPTURE: [Level; 8] = Level::USUAL;
const PASSAGE: [Level; 8] = Level::USUAL;
