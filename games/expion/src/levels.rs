//! The levels of EX*PION.

use search::Level;

/// The levels 1 to 8, whose strength `levels.txt` holds.
pub(crate) const LEVELS: [Level; 8] = [
    Level { depth: 1, quiescence: 0, noise: 1000, max_loss: 2500, nodes: 1000 },
    Level { depth: 1, quiescence: 0, noise: 620, max_loss: 1500, nodes: 1000 },
    Level { depth: 2, quiescence: 0, noise: 420, max_loss: 1500, nodes: 10_000 },
    Level { depth: 2, quiescence: 0, noise: 240, max_loss: 1500, nodes: 10_000 },
    Level { depth: 3, quiescence: 0, noise: 240, max_loss: 1500, nodes: 30_000 },
    Level { depth: 64, quiescence: 0, noise: 0, max_loss: 0, nodes: 400 },
    Level { depth: 64, quiescence: 0, noise: 0, max_loss: 0, nodes: 2500 },
    Level::FULL,
];
