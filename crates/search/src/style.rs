//! How [`AlphaBeta`](crate::AlphaBeta) spends its nodes.

/// What a search by depth looks at beyond and short of its depth.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Style {
    /// How many loud actions in a row it follows beyond its depth: see
    /// [`Search::is_loud`](crate::Search::is_loud).
    pub loud: u8,
    /// How far it looks behind actions that come late in the order.
    pub late: Late,
    /// What it remembers of positions.
    pub recall: Recall,
    /// What it tries first.
    pub order: Order,
    /// What it makes of endgames.
    pub endings: Endings,
}

/// What a search remembers of the positions that it has looked into.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Recall {
    /// What fits into its table.
    Table,
    /// Nothing: to measure what the table brings.
    Nothing,
}

/// In which order a search tries the actions of a position, after the one that the table remembers.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// By promise, then by what refuted other positions.
    Promising,
    /// As the game lists them: to measure what the order brings.
    Listed,
}

/// What a search makes of results that are known or can be proven.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Endings {
    /// Nothing: it sees what its depth shows.
    Seen,
    /// It trusts [`Search::solved`](crate::Search::solved), and where
    /// [`Search::is_endgame`](crate::Search::is_endgame) says so, it tries to prove the result.
    Proven,
}

/// What a search does with quiet actions that come late in the order.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Late {
    /// Looks as far behind them as behind the first.
    Whole,
    /// Looks less far, unless they surprise. It pays where promise and loudness put the good ones in front.
    Reduced,
    /// The same, and leaves out those that promise nothing: see [`Search::promise`](crate::Search::promise). It pays
    /// where most actions are pointless and promise tells which.
    Pruned,
}

impl Style {
    /// The value at a depth is exactly that of plain minimax.
    pub const EXACT: Style = Style {
        loud: 0,
        late: Late::Whole,
        recall: Recall::Table,
        order: Order::Promising,
        endings: Endings::Seen,
    };

    /// Exact, with loud actions followed as far as they usually go: right for every game.
    pub const USUAL: Style = Style { loud: 8, endings: Endings::Proven, ..Style::EXACT };
}
