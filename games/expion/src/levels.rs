//! How well the levels of EX*PION play.

use search::Level;

/// The levels 1 to 8: what `levels.txt` measures.
pub(crate) const LEVELS: [Level; 8] = [
    Level { sight: 1, loud: 0, noise: 1000, slack: 2500, nodes: 1000 },
    Level { sight: 1, loud: 0, noise: 620, slack: 1500, nodes: 1000 },
    Level { sight: 2, loud: 0, noise: 420, slack: 1500, nodes: 10_000 },
    Level { sight: 2, loud: 0, noise: 240, slack: 1500, nodes: 10_000 },
    Level { sight: 3, loud: 0, noise: 240, slack: 1500, nodes: 30_000 },
    Level { sight: 64, loud: 0, noise: 0, slack: 0, nodes: 400 },
    Level { sight: 64, loud: 0, noise: 0, slack: 0, nodes: 2500 },
    Level::FULL,
];
