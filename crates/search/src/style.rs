//! How [`AlphaBeta`](crate::AlphaBeta) spends its nodes.

/// What a search by depth looks at beyond and short of its depth. Each part is there because it wins games.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Style {
    /// How many loud actions in a row it follows beyond its depth: see
    /// [`Search::is_loud`](crate::Search::is_loud).
    pub loud: u8,
    /// Whether it looks less far behind quiet actions that come late in the order, unless they surprise.
    pub reduce_late: bool,
    /// Whether what was seen with more depth than needed counts too: stronger, but then the value at a depth is no
    /// longer that of plain minimax.
    pub reuse_deeper: bool,
    /// How far from the last depth's value it expects the next, in thousandths of log-odds; 0 is to expect nothing.
    pub aspiration: i32,
}

impl Style {
    /// The value at a depth is exactly that of plain minimax.
    pub const EXACT: Style = Style { loud: 0, reduce_late: false, reuse_deeper: false, aspiration: 0 };

    /// What wins most games.
    pub const STRONG: Style = Style { loud: 8, reduce_late: true, reuse_deeper: true, aspiration: 0 };
}
