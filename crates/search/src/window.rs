//! Scores, search windows, and the side from which they are seen.

use crate::value::WIN;

/// A value, and whether a deeper search could change it.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Score {
    pub value: i32,
    /// Whether no deeper search can change the value.
    pub is_final: bool,
}

/// An alpha-beta window: of a value outside it, the search need only find on which side it lies.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Window {
    pub low: i32,
    pub high: i32,
}

impl Window {
    /// The window that contains every value.
    pub const OPEN: Window = Window { low: -WIN - 1, high: WIN + 1 };

    /// The null window that tests whether a value is above `low`.
    pub fn above(low: i32) -> Window {
        Window { low, high: low + 1 }
    }
}

/// The side from which a value is seen. Flipping converts between the side that asks and this one, in either direction.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Side {
    /// The side of the seat that asks.
    Own,
    /// The side of all others.
    Other,
}

impl Side {
    #[inline]
    pub fn flip_window(self, window: Window) -> Window {
        match self {
            Side::Own => window,
            Side::Other => Window { low: -window.high, high: -window.low },
        }
    }

    #[inline]
    pub fn flip(self, value: i32) -> i32 {
        match self {
            Side::Own => value,
            Side::Other => -value,
        }
    }
}
