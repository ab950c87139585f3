//! The options of [`Mcts`](crate::Mcts).

use crate::tree::UctParameters;

/// How a Monte-Carlo tree search grows its tree.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct TreeOptions {
    /// The exploration constant of UCT.
    pub exploration: f64,
    /// The weight of a child's prior, in visits; with 0 there are no priors.
    pub prior_weight: f64,
    /// The number of random actions after which a playout is judged.
    pub cut_off: u32,
    /// Of 256 playouts, how many are played to the end all the same, to correct a wrong evaluation.
    pub to_the_end: u8,
    /// How many visits a node needs before it is expanded: with more, a tree of the same size is deeper.
    pub visits_to_expand: u32,
    /// What an iteration backs up.
    pub backup: Backup,
}

/// What an iteration of a tree search backs up.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Backup {
    /// The end of a playout from the last node of the path.
    Playout,
    /// That node's best child by its prior: the last node is expanded at once, and nothing is played at random.
    BestChild,
}

impl TreeOptions {
    /// For evaluations that need playouts to correct them: much less exploration than the √2 of the theory, which has no
    /// priors. Four actions are enough to finish exchanges, and few enough for the playout to say something about this
    /// position; three in ten playouts go to the end. `docs/engines.md` has the measurements.
    pub const HAND: TreeOptions = TreeOptions {
        exploration: 0.4,
        prior_weight: 10.0,
        cut_off: 4,
        to_the_end: 77,
        visits_to_expand: 4,
        backup: Backup::Playout,
    };

    /// For networks, which judge a new node at once: nothing is played at random.
    pub const NETWORK: TreeOptions = TreeOptions {
        exploration: 0.2,
        prior_weight: 3.0,
        cut_off: 0,
        to_the_end: 0,
        visits_to_expand: 1,
        backup: Backup::Playout,
    };

    /// The plain algorithm: every playout goes to the end and starts from a new node.
    pub const PLAIN: TreeOptions = TreeOptions {
        exploration: std::f64::consts::SQRT_2,
        prior_weight: 0.0,
        cut_off: u32::MAX,
        to_the_end: 0,
        visits_to_expand: 1,
        backup: Backup::Playout,
    };

    pub(crate) fn uct(&self) -> UctParameters {
        UctParameters { exploration: self.exploration, prior_weight: self.prior_weight }
    }
}
