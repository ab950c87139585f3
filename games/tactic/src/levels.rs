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

const BASE: [Level; 8] = TEMPLATE;
const CAPTURE: [Level; 8] = TEMPLATE;

const TEMPLATE: [Level; 8] = [
    Level { sight: 1, loud: 0, noise: 1200, slack: 2500, nodes: 1000 },
    Level { sight: 1, loud: 0, noise: 600, slack: 2500, nodes: 1000 },
    Level { sight: 1, loud: 0, noise: 300, slack: 2500, nodes: 1000 },
    Level { sight: 2, loud: 0, noise: 400, slack: 2500, nodes: 10_000 },
    Level { sight: 2, loud: 0, noise: 200, slack: 2500, nodes: 10_000 },
    Level { sight: 2, loud: 0, noise: 100, slack: 2500, nodes: 10_000 },
    Level { sight: 3, loud: 0, noise: 200, slack: 2500, nodes: 20_000 },
    Level::FULL,
];

const PASSAGE: [Level; 8] = [
    Level { sight: 1, loud: 0, noise: 1200, slack: 2500, nodes: 1000 },
    Level { sight: 1, loud: 0, noise: 600, slack: 2500, nodes: 1000 },
    Level { sight: 1, loud: 0, noise: 400, slack: 2500, nodes: 1000 },
    Level { sight: 2, loud: 0, noise: 600, slack: 2500, nodes: 10_000 },
    Level { sight: 2, loud: 0, noise: 400, slack: 2500, nodes: 10_000 },
    Level { sight: 2, loud: 0, noise: 300, slack: 2500, nodes: 10_000 },
    Level { sight: 2, loud: 0, noise: 200, slack: 2500, nodes: 10_000 },
    Level::FULL,
];
