//! The levels of Tactic.

use crate::variant::Variant;
use search::Level;

/// The levels 1 to 8 of a variant, whose strength `levels.txt` holds.
pub(crate) const fn levels(variant: Variant) -> &'static [Level; 8] {
    match variant {
        Variant::Base => &BASE,
        Variant::Capture => &CAPTURE,
        Variant::Passage => &PASSAGE,
    }
}

const BASE: [Level; 8] = [
    Level { depth: 1, quiescence: 0, noise: 1200, max_loss: 2500, nodes: 1000 },
    Level { depth: 1, quiescence: 0, noise: 913, max_loss: 2500, nodes: 1000 },
    Level { depth: 1, quiescence: 0, noise: 732, max_loss: 2500, nodes: 1000 },
    Level { depth: 2, quiescence: 0, noise: 805, max_loss: 2500, nodes: 10_000 },
    Level { depth: 2, quiescence: 0, noise: 640, max_loss: 2500, nodes: 10_000 },
    Level { depth: 2, quiescence: 0, noise: 10, max_loss: 2500, nodes: 10_000 },
    Level { depth: 3, quiescence: 8, noise: 150, max_loss: 2500, nodes: 20_000 },
    Level::FULL,
];

const CAPTURE: [Level; 8] = [
    Level { depth: 1, quiescence: 0, noise: 1200, max_loss: 2500, nodes: 1000 },
    Level { depth: 1, quiescence: 0, noise: 719, max_loss: 2500, nodes: 1000 },
    Level { depth: 1, quiescence: 0, noise: 505, max_loss: 2500, nodes: 1000 },
    Level { depth: 2, quiescence: 0, noise: 520, max_loss: 2500, nodes: 10_000 },
    Level { depth: 2, quiescence: 0, noise: 330, max_loss: 2500, nodes: 10_000 },
    Level { depth: 2, quiescence: 0, noise: 100, max_loss: 2500, nodes: 10_000 },
    Level { depth: 3, quiescence: 8, noise: 20, max_loss: 2500, nodes: 20_000 },
    Level::FULL,
];

const PASSAGE: [Level; 8] = [
    Level { depth: 1, quiescence: 0, noise: 1200, max_loss: 2500, nodes: 1000 },
    Level { depth: 1, quiescence: 0, noise: 790, max_loss: 2500, nodes: 1000 },
    Level { depth: 1, quiescence: 0, noise: 620, max_loss: 2500, nodes: 1000 },
    Level { depth: 2, quiescence: 0, noise: 620, max_loss: 2500, nodes: 10_000 },
    Level { depth: 2, quiescence: 0, noise: 500, max_loss: 2500, nodes: 10_000 },
    Level { depth: 2, quiescence: 0, noise: 390, max_loss: 2500, nodes: 10_000 },
    Level { depth: 2, quiescence: 0, noise: 270, max_loss: 2500, nodes: 10_000 },
    Level::FULL,
];
