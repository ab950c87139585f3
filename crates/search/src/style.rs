//! How [`AlphaBeta`](crate::AlphaBeta) spends its nodes.

/// What a search by depth looks at beyond and short of its depth.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Style {
    /// How many loud actions in a row it follows beyond its depth: see
    /// [`Search::is_loud`](crate::Search::is_loud).
    pub loud: u8,
    /// How far it looks behind actions that come late in the order.
    pub late: Late,
}

/// What a search does with quiet actions that come late in the order.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Late {
    /// Looks as far behind them as behind the first.
    Whole,
    /// Looks less far, unless they surprise. It pays where promise and loudness put the good ones in front.
    Reduced,
}

impl Style {
    /// The value at a depth is exactly that of plain minimax.
    pub const EXACT: Style = Style { loud: 0, late: Late::Whole };

    /// Exact, with loud actions followed as far as they usually go: right for every game.
    pub const USUAL: Style = Style { loud: 8, late: Late::Whole };
}
