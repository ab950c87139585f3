//! The options of [`AlphaBeta`](crate::AlphaBeta).

/// How an alpha-beta search extends and cuts its tree.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct AlphaBetaOptions {
    /// How many noisy actions in a row the quiescence search follows beyond the depth: see
    /// [`Search::is_noisy`](crate::Search::is_noisy).
    pub quiescence: u8,
    /// What it does with actions that come late in the order.
    pub late_actions: LateActions,
    /// Whether it uses the transposition table.
    pub table: TableUse,
    /// In which order it tries the actions of a position.
    pub order: Order,
    /// Whether it uses known and proven results of endgames.
    pub endgame_proofs: EndgameProofs,
    /// How far above the window the evaluation must be, for each action of depth that is left, for a position near the
    /// horizon to be given up as too good, and below it for its quiet actions to be skipped; 0 is never.
    pub margin: i32,
    /// How much depth late actions lose: the smaller, the more they lose the deeper the search is and the later they come. With
    /// 0 they lose one or two actions, however deep the search is.
    pub late_divisor: u8,
}

/// Whether a search uses its transposition table.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum TableUse {
    /// It does.
    On,
    /// It does not: to measure what the table gains.
    Off,
}

/// In which order a search tries the actions of a position, after the best action of the transposition table.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// By ordering score, then killers, then history.
    Scored,
    /// As the game lists them: to measure what the ordering gains.
    Listed,
}

/// Whether a search uses results of endgames that are known or can be proven.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum EndgameProofs {
    /// It does not: it sees only what its depth shows.
    Off,
    /// It trusts [`Search::solved`](crate::Search::solved), and tries to prove the result where
    /// [`Search::is_endgame`](crate::Search::is_endgame) says so.
    On,
}

/// What a search does with quiet actions that come late in the order.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum LateActions {
    /// Searches them as deep as the first.
    Full,
    /// Searches them less deep, and again at full depth if they turn out better than expected (late move reductions).
    /// It gains where ordering score and noisiness put the good actions first.
    Reduced,
    /// Reduces them and skips those whose [`Search::ordering_score`](crate::Search::ordering_score) is not above 0
    /// (late move pruning). It gains where most actions are pointless and the score tells which.
    Pruned,
}

impl AlphaBetaOptions {
    /// The value at a depth is exactly that of plain minimax.
    pub const EXACT: AlphaBetaOptions = AlphaBetaOptions {
        quiescence: 0,
        late_actions: LateActions::Full,
        table: TableUse::On,
        order: Order::Scored,
        endgame_proofs: EndgameProofs::Off,
        margin: 0,
        late_divisor: 0,
    };

    /// Exact, with quiescence search and endgame proofs: correct for every game.
    pub const DEFAULT: AlphaBetaOptions =
        AlphaBetaOptions { quiescence: 8, endgame_proofs: EndgameProofs::On, ..AlphaBetaOptions::EXACT };
}
