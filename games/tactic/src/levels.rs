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
    Level { sight: 1, loud: 0, noise: 850, slack: 2500, nodes: 1000 },
    Level { sight: 1, loud: 0, noise: 610, slack: 2500, nodes: 1000 },
    Level { sight: 2, loud: 0, noise: 540, slack: 2500, nodes: 10_000 },
    Level { sight: 2, loud: 0, noise: 155, slack: 2500, nodes: 10_000 },
    Level { sight: 2, loud: 0, noise: 80, slack: 2500, nodes: 10_000 },
    Level { sight: 3, loud: 0, noise: 10, slack: 2500, nodes: 20_000 },
    Level::FULL,
];

const CAPTURE: [Level; 8] = [
    Level { sight: 1, loud: 0, noise: 1200, slack: 2500, nodes: 1000 },
    Level { sight: 1, loud: 0, noise: 710, slack: 2500, nodes: 1000 },
    Level { sight: 1, loud: 0, noise: 425, slack: 2500, nodes: 1000 },
    Level { sight: 2, loud: 0, noise: 375, slack: 2500, nodes: 10_000 },
    Level { sight: 2, loud: 0, noise: 210, slack: 2500, nodes: 10_000 },
    Level { sight: 2, loud: 0, noise: 100, slack: 2500, nodes: 10_000 },
    Level { sight: 3, loud: 0, noise: 10, slack: 2500, nodes: 20_000 },
    Level::FULL,
];

const PASSAGE: [Level; 8] = [
    Level { sight: 1, loud: 0, noise: 1200, slack: 2500, nodes: 1000 },
    Level { sight: 1, loud: 0, noise: 800, slack: 2500, nodes: 1000 },
    Level { sight: 1, loud: 0, noise: 520, slack: 2500, nodes: 1000 },
    Level { sight: 2, loud: 0, noise: 620, slack: 2500, nodes: 10_000 },
    Level { sight: 2, loud: 0, noise: 430, slack: 2500, nodes: 10_000 },
    Level { sight: 2, loud: 0, noise: 290, slack: 2500, nodes: 10_000 },
    Level { sight: 2, loud: 0, noise: 200, slack: 2500, nodes: 10_000 },
    Level::FULL,
];
