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

const BASE: [Level; 8] = [
    Level { sight: 1, loud: 0, noise: 1200, slack: 2500, nodes: 1000 },
    Level { sight: 1, loud: 0, noise: 913, slack: 2500, nodes: 1000 },
    Level { sight: 1, loud: 0, noise: 732, slack: 2500, nodes: 1000 },
    Level { sight: 2, loud: 0, noise: 805, slack: 2500, nodes: 10_000 },
    Level { sight: 2, loud: 0, noise: 640, slack: 2500, nodes: 10_000 },
    Level { sight: 2, loud: 0, noise: 10, slack: 2500, nodes: 10_000 },
    Level { sight: 3, loud: 8, noise: 150, slack: 2500, nodes: 20_000 },
    Level::FULL,
];

const CAPTURE: [Level; 8] = [
    Level { sight: 1, loud: 0, noise: 1200, slack: 2500, nodes: 1000 },
    Level { sight: 1, loud: 0, noise: 719, slack: 2500, nodes: 1000 },
    Level { sight: 1, loud: 0, noise: 505, slack: 2500, nodes: 1000 },
    Level { sight: 2, loud: 0, noise: 520, slack: 2500, nodes: 10_000 },
    Level { sight: 2, loud: 0, noise: 330, slack: 2500, nodes: 10_000 },
    Level { sight: 2, loud: 0, noise: 100, slack: 2500, nodes: 10_000 },
    Level { sight: 3, loud: 8, noise: 20, slack: 2500, nodes: 20_000 },
    Level::FULL,
];

const PASSAGE: [Level; 8] = [
    Level { sight: 1, loud: 0, noise: 1200, slack: 2500, nodes: 1000 },
    Level { sight: 1, loud: 0, noise: 790, slack: 2500, nodes: 1000 },
    Level { sight: 1, loud: 0, noise: 620, slack: 2500, nodes: 1000 },
    Level { sight: 2, loud: 0, noise: 620, slack: 2500, nodes: 10_000 },
    Level { sight: 2, loud: 0, noise: 500, slack: 2500, nodes: 10_000 },
    Level { sight: 2, loud: 0, noise: 390, slack: 2500, nodes: 10_000 },
    Level { sight: 2, loud: 0, noise: 270, slack: 2500, nodes: 10_000 },
    Level::FULL,
];
