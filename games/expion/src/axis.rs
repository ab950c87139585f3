//! How the marbles of a side cross the board: forward and backward along its axis, sideways across it (X8).

use crate::board::{AREA, Cells, Rank, STRIDE};

/// How a marble arrives on a cell, relative to the axis of its side.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Manner {
    /// From the next lower cell along the axis.
    Rise,
    /// From the next higher cell along the axis.
    Fall,
    /// From the next lower cell across the axis.
    Climb,
    /// From the next higher cell across the axis.
    Sink,
    /// From its camp, one to three cells.
    Leave,
}

impl Manner {
    pub const ALL: [Manner; 5] = [Manner::Rise, Manner::Fall, Manner::Climb, Manner::Sink, Manner::Leave];
}

/// The line between the two camps of a side, and the steps along and across it.
#[derive(Debug)]
pub(crate) struct Axis {
    /// Bits from a cell to the next one along.
    pub along: u8,
    /// Bits from a cell to the next one across.
    pub across: u8,
    /// The cells in front of the side's rising camp.
    pub low: Cells,
    /// The cells in front of the side's falling camp.
    pub high: Cells,
    /// The cells that rising marbles reach as they leave their camp; falling ones reach others.
    rising: Cells,
    /// For each cell that a leaving marble reaches, the one in front of its place in camp.
    fronts: [u8; 64],
}

impl Axis {
    /// Of North and South.
    pub const VERTICAL: Axis = Axis::new(STRIDE, 1, 0o376, 0o376 << (6 * STRIDE));
    /// Of East and West.
    pub const HORIZONTAL: Axis = Axis::new(1, STRIDE, AREA & !(AREA << 1), AREA & !(AREA >> 1));

    const fn new(along: u8, across: u8, low: Cells, high: Cells) -> Axis {
        let mut fronts = [0; 64];
        let mut bit = 0;
        while bit < 64 {
            let mut reach = 0;
            while reach < 3 {
                let ahead = reach * along;
                if bit >= ahead && low >> (bit - ahead) & 1 != 0 {
                    fronts[bit as usize] = bit - ahead;
                }
                if bit + ahead < 64 && high >> (bit + ahead) & 1 != 0 {
                    fronts[bit as usize] = bit + ahead;
                }
                reach += 1;
            }
            bit += 1;
        }
        Axis { along, across, low, high, rising: low | low << along | low << (2 * along), fronts }
    }

    /// Which of the side's marbles reach that cell as they leave their camp.
    #[inline(always)]
    pub const fn leaver(&self, to: u32) -> Rank {
        if self.rising >> to & 1 != 0 { Rank::Rising } else { Rank::Falling }
    }

    /// The cell in front of the place in camp from which a marble leaves to that cell.
    #[inline(always)]
    pub const fn front(&self, to: u32) -> u32 {
        self.fronts[(to % 64) as usize] as u32
    }

    /// Bits over which a marble of that rank goes as it arrives, and over which it drives the ball.
    #[inline(always)]
    pub const fn delta(&self, manner: Manner, rank: Rank) -> i8 {
        match (manner, rank) {
            (Manner::Rise, _) | (Manner::Leave, Rank::Rising) => self.along as i8,
            (Manner::Fall, _) | (Manner::Leave, Rank::Falling) => -(self.along as i8),
            (Manner::Climb, _) => self.across as i8,
            (Manner::Sink, _) => -(self.across as i8),
        }
    }
}
