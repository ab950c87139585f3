//! Between which values a search looks, and from whose side.

use crate::value::WIN;

/// A value, and whether looking further ahead can't change it.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Worth {
    pub value: i32,
    pub settled: bool,
}

/// Of a value that is not between the two, it is enough to know that it is not.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Window {
    pub low: i32,
    pub high: i32,
}

impl Window {
    /// Every value is within it.
    pub const OPEN: Window = Window { low: -WIN - 1, high: WIN + 1 };

    /// Enough to learn whether a value is above `low`.
    pub fn above(low: i32) -> Window {
        Window { low, high: low + 1 }
    }
}

/// From whose side a value is seen: turning it over is going to the other side, and back.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Side {
    /// The side of the seat that asks.
    Own,
    /// The side of all others.
    Other,
}

impl Side {
    #[inline]
    pub fn turn_window(self, window: Window) -> Window {
        match self {
            Side::Own => window,
            Side::Other => Window { low: -window.high, high: -window.low },
        }
    }

    #[inline]
    pub fn turn(self, value: i32) -> i32 {
        match self {
            Side::Own => value,
            Side::Other => -value,
        }
    }
}
