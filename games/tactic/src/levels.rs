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
    Level { sight: 1, loud: 0, noise: 820, slack: 2500, nodes: 1000 },
    Level { sight: 1, loud: 0, noise: 680, slack: 2500, nodes: 1000 },
    Level { sight: 2, loud: 0, noise: 540, slack: 2500, nodes: 10_000 },
    Level { sight: 2, loud: 0, noise: 260, slack: 2500, nodes: 10_000 },
    Level { sight: 2, loud: 0, noise: 50, slack: 2500, nodes: 10_000 },
    Level { sight: 3, loud: 0, noise: 10, slack: 2500, nodes: 20_000 },
    Level::FULL,
];

const CAPTURE: [Level; 8] = [
    Level { sight: 1, loud: 0, noise: 1200, slack: 2500, nodes: 1000 },
    Level { sight: 1, loud: 0, noise: 660, slack: 2500, nodes: 1000 },
    Level { sight: 1, loud: 0, noise: 425, slack: 2500, nodes: 1000 },
    Level { sight: 2, loud: 0, noise: 375, slack: 2500, nodes: 10_000 },
    Level { sight: 2, loud: 0, noise: 210, slack: 2500, nodes: 10_000 },
    Level { sight: 2, loud: 0, noise: 100, slack: 2500, nodes: 10_000 },
    Level { sight: 3, loud: 0, noise: 10, slack: 2500, nodes: 20_000 },
    Level::FULL,
];

const PASSAGE: [Level; 8] = [
    Level { sight: 1, loud: 0, noise: 1200, slack: 2500, nodes: 1000 },
    Level { sight: 1, loud: 0, noise: 950, slack: 2500, nodes: 1000 },
    Level { sight: 1, loud: 0, noise: 720, slack: 2500, nodes: 1000 },
    Level { sight: 2, loud: 0, noise: 580, slack: 2500, nodes: 10_000 },
    Level { sight: 2, loud: 0, noise: 430, slack: 2500, nodes: 10_000 },
    Level { sight: 2, loud: 0, noise: 290, slack: 2500, nodes: 10_000 },
    Level { sight: 2, loud: 0, noise: 190, slack: 2500, nodes: 10_000 },
    Level::FULL,
];
